"""The app that scores."""

from __future__ import annotations

from django.apps import AppConfig

from tournament.scoring_pages import PAGES, register_scoring_pages


class TallyConfig(AppConfig):
    """Offers the night its scoring pages."""

    name = "tally"

    def ready(self) -> None:
        """Register every page under the name of its URL, which is the page's own name."""
        register_scoring_pages({page: page for page in PAGES})
