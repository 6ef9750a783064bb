"""The app that scores."""

from __future__ import annotations

from django.apps import AppConfig

from tally.help_parts import HELP_PARTS, ORGANIZERS_HELP_PARTS
from tournament.help_parts import register_help_parts
from tournament.scoring_pages import PAGES, register_scoring_pages


class TallyConfig(AppConfig):
    """Offers the night its scoring pages, and Help the parts about them."""

    name = "tally"

    def ready(self) -> None:
        """Register every scoring page under the name of its URL, which is the page's own name, and its part of Help."""
        register_scoring_pages({page: page for page in PAGES})
        register_help_parts(HELP_PARTS, ORGANIZERS_HELP_PARTS)
