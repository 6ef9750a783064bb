"""The context processor of every template."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

from tournament.views.help import help_url
from tournament.web.visitors import organizers_club

THEMES = ("light", "dark")  # without one of them, the device's own


def page(request: HttpRequest) -> dict[str, object]:
    """Add the theme, the club that this browser organizes, the page before this one, and its part of Help."""
    referer = request.headers.get("Referer", "")
    theme = request.COOKIES.get("theme", "")
    return {
        "theme": theme if theme in THEMES else "",
        "organizers_club": organizers_club(request),
        "help_url": partial(help_url, request),
        "back": referer if url_has_allowed_host_and_scheme(referer, {request.get_host()}) else "",
    }
