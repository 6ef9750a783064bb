"""What every page knows."""

from __future__ import annotations

from django.http import HttpRequest

from tournament.access import organizers_club


def page(request: HttpRequest) -> dict[str, object]:
    """The reader's choice of light or dark, and whether the organizer's menu is shown."""
    theme = request.COOKIES.get("theme", "")
    return {"theme": theme if theme in ("light", "dark") else "", "is_organizer": organizers_club(request) is not None}
