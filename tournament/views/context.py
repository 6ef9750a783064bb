"""What every page knows."""

from __future__ import annotations

from django.http import HttpRequest

from tournament.access import organizers_club


def page(request: HttpRequest) -> dict[str, object]:
    """The reader's choice of light or dark, and whose organizer this browser is."""
    theme = request.COOKIES.get("theme", "")
    return {"theme": theme if theme in ("light", "dark") else "", "organizers_club": organizers_club(request)}
