"""The app of the night, and what must be ready before its first command runs."""

from __future__ import annotations

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    """The night: who plays, who sits where, when the bell rings."""

    name = "tournament"

    def ready(self) -> None:
        """Let every migration be noted as done in its own transaction."""
        from tournament.server import upgrading  # noqa: F401 - registers what it does before migrations
