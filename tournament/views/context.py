"""The context processor of every template."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

from tournament.access import Who
from tournament.presenters.home import newest_night_of_phone, newest_open_night
from tournament.views.help import help_url
from tournament.web.accounts import account_of
from tournament.web.helper_pages import Way, way_to
from tournament.web.panel import is_for_panel, panel_home
from tournament.web.visitors import helpers_club, organizers_club, phone_cookie, who_in

THEMES = ("light", "dark")  # without one of them, the device's own


def page(request: HttpRequest) -> dict[str, object]:
    """Add the theme, whose club and open nights these are, the page before this one, its part of Help, its frame.

    `who` is the person whom the view let in; a view that anybody may see says who asks itself.
    The frame is what a page is written into: a page of its own, or the panel on the board that asked for it.
    """
    referer = request.headers.get("Referer", "")
    theme = request.COOKIES.get("theme", "")
    club = organizers_club(request)
    return {
        "theme": theme if theme in THEMES else "",
        "who": getattr(request, "who", Who()),
        "account": account_of(request),
        "organizers_club": club,
        "way_to_own_night": partial(_way_to_own_night, request),
        "players_night": partial(newest_night_of_phone, phone_cookie(request)),
        "help_url": partial(help_url, request),
        "frame": "panel.html" if is_for_panel(request) else "base.html",
        "panel_home": panel_home(request) or request.path,
        "back": referer if url_has_allowed_host_and_scheme(referer, {request.get_host()}) else "",
    }


def _way_to_own_night(request: HttpRequest) -> Way | None:
    """The organizer's or helper's way back to their club's open night, from a page outside of it."""
    club = helpers_club(request)
    night = newest_open_night(club) if club else None
    return way_to(night, who_in(request, night.club)) if night else None
