"""What every page knows."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

from tournament.access import organizers_club


def page(request: HttpRequest) -> dict[str, object]:
    """The reader's choice of light or dark, and whose organizer this browser is."""
    referer = request.headers.get("Referer", "")
    theme = request.COOKIES.get("theme", "")
    return {
        "theme": theme if theme in ("light", "dark") else "",
        "organizers_club": organizers_club(request),
        "back": referer if url_has_allowed_host_and_scheme(referer, {request.get_host()}) else "",
    }
