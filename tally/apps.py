"""The app that scores."""

from __future__ import annotations

from django.apps import AppConfig

from tournament.scoring_pages import PAGES, register_scoring_pages


class TallyConfig(AppConfig):
    """Offers the night its scoring pages."""

    name = "tally"

    def ready(self) -> None:
        """Register every page; all but one have the name of their URL."""
        register_scoring_pages({page: page for page in PAGES} | {"player-tally": "tally"})
