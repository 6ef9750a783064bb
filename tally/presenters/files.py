"""What the page of the club's files offers."""

from __future__ import annotations

from tournament.models import CashLine, Club, Night
from tournament.web.addresses import calendar_address

NEWEST = 8  # nights that are shown at once; older ones are folded away


def files_context(club: Club, site: str) -> dict[str, object]:
    """The nights that have started and the seasons, newest first; whether there is cash; the address of the dates."""
    started = club.nights.exclude(status=Night.Status.SIGN_UP).exclude(kind=Night.Kind.SINGLE_TABLE)
    nights = list(started.order_by("-date", "-pk"))
    return {
        "club": club,
        "newest": nights[:NEWEST],
        "older": nights[NEWEST:],
        "seasons": club.seasons.all(),
        "calendar": calendar_address(club, site),
        "keeps_money": CashLine.objects.filter(night__club=club).exists(),
    }
