"""The panel on the organizer's board, in which pages of one table open beside the others.

It asks for the same pages as a browser does, by htmx. Each page is written into the frame that the context processor
names, so it is the same page with and without the panel.
"""

from __future__ import annotations

import re

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

A_GAME = re.compile(r"/n/[\w-]+/game/\d+/")


def is_for_panel(request: HttpRequest) -> bool:
    """Whether the panel asked for this page."""
    htmx: HtmxDetails | None = getattr(request, "htmx", None)
    return htmx is not None and bool(htmx) and htmx.target == "panel"


def panel_home(request: HttpRequest) -> str:
    """The page of the game that the panel belongs to, as it says itself; empty when it says none."""
    home = request.headers.get("X-Panel", "")
    return home if A_GAME.fullmatch(home) else ""
