"""Nights of a club one week after another, played, closed and shown, for pages across nights."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from django.utils import timezone

from tests.support.movement_nights import open_guest_night, play_round
from tests.support.night import ORGANIZER
from tests.support.row_snapshots import make_or_replay
from tournament.models import Club, Night
from tournament.night.lifecycle import close_night

FIRST = date(2026, 9, 1)
WINNERS = (("NS", "EW"), ("EW", "EW"), ("NS", "NS"))


def play_nights(club: Club, nights: int, players: int = 8, games: int = 3, **more: object) -> list[Night]:
    """Play so many nights of the same guests, the first on September 1, 2026."""

    def make() -> Club:
        for week in range(nights):
            night = new_night(club, week)
            play_night(open_guest_night(night, players, "winners-up", games=games, **more), games, WINNERS[week % 3])
        return club

    make_or_replay(("nights of a club", nights, players, games, repr(more)), make)
    return list(club.nights.order_by("pk"))


def new_night(club: Club, week: int) -> Night:
    """Make the night of a week, counted from 0, in sign-up."""
    return Night.objects.create(club=club, name=f"Week {week + 1}", date=FIRST + timedelta(weeks=week))


def play_night(night: Night, games: int, winners: Sequence[str]) -> None:
    """Play every game of a night, close it, and show its standings to everybody."""
    for number in range(1, games + 1):
        play_round(night, number, winners)
    close_night(night=night, who=ORGANIZER)
    Night.objects.filter(pk=night.pk).update(revealed_at=timezone.now())
