"""What the page of the club's files offers."""

from __future__ import annotations

from tournament.models import CashLine, Club, Night

NEWEST = 8  # nights that are shown at once; older ones are folded away


def files_context(club: Club) -> dict[str, object]:
    """The nights that have begun and the seasons, newest first, and whether there is cash."""
    begun = club.nights.exclude(status=Night.Status.SIGN_UP).exclude(kind=Night.Kind.SINGLE_TABLE)
    nights = list(begun.order_by("-date", "-pk"))
    return {
        "club": club,
        "newest": nights[:NEWEST],
        "older": nights[NEWEST:],
        "seasons": club.seasons.all(),
        "keeps_money": CashLine.objects.filter(night__club=club).exists(),
    }
