"""Form fields whose names are older than what they are called in the code.

A page that was opened before an update still sends these names, and the templates use them, so they stay.
"""

from __future__ import annotations

from django.http import HttpRequest

from tournament.movements.seats import Side
from tournament.web.request import posted_number


def posted_seen_hand(request: HttpRequest) -> int:
    """The newest hand row that the page showed: field `upto`."""
    return posted_number(request, "upto")


def posted_path(request: HttpRequest) -> str:
    """The taps on a hand of a single table so far, as `tally.rules.ask` reads them: field `said`."""
    return request.POST.get("said", "")[:80]


def posted_answer(request: HttpRequest) -> tuple[Side, bool] | None:
    """A side, and whether it agrees to the total: field `word`, "NS:agree" or "EW:not-right".

    None for any other text.
    """
    side, _, word = request.POST.get("word", "").partition(":")
    if side not in list(Side) or word not in ("agree", "not-right"):
        return None
    return Side(side), word == "agree"
