"""The context processor of every template."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

from tournament.presenters.home import newest_night_of_phone, newest_open_night
from tournament.views.help import help_url
from tournament.web.panel import is_for_panel, panel_home
from tournament.web.visitors import organizers_club, phone_cookie

THEMES = ("light", "dark")  # without one of them, the device's own


def page(request: HttpRequest) -> dict[str, object]:
    """Add the theme, whose club and open nights these are, the page before this one, its part of Help, its frame.

    The frame is what a page is written into: a page of its own, or the panel on the board that asked for it.
    """
    referer = request.headers.get("Referer", "")
    theme = request.COOKIES.get("theme", "")
    club = organizers_club(request)
    return {
        "theme": theme if theme in THEMES else "",
        "organizers_club": club,
        "organizers_night": partial(newest_open_night, club) if club else None,
        "players_night": partial(newest_night_of_phone, phone_cookie(request)),
        "help_url": partial(help_url, request),
        "frame": "panel.html" if is_for_panel(request) else "base.html",
        "panel_home": panel_home(request) or request.path,
        "back": referer if url_has_allowed_host_and_scheme(referer, {request.get_host()}) else "",
    }
