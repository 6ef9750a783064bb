"""A club that has played before: its regulars, and who of them came to which night."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta

from tournament.models import Club, Entry, Night, Player

TONIGHT = date(2026, 11, 24)


def past_nights(club: Club, came: Mapping[str, Collection[int]]) -> dict[str, Player]:
    """Give a club regulars by name, each with how many weeks ago they came; return its regulars by name."""
    players = {name: Player.objects.get_or_create(club=club, name=name)[0] for name in came}
    for ago in sorted({ago for weeks in came.values() for ago in weeks}, reverse=True):
        night = closed_night(club, TONIGHT - timedelta(weeks=ago))
        Entry.objects.bulk_create(
            Entry(night=night, player=players[name], name=name) for name, weeks in came.items() if ago in weeks
        )
    return players


def closed_night(club: Club, day: date) -> Night:
    """Make a night of the past."""
    return Night.objects.create(club=club, name=f"Tuesday {day}", date=day, status=Night.Status.CLOSED)


def large_club(club: Club, names: Sequence[str], nights: int = 12) -> dict[str, Player]:
    """Give a club these regulars, of whom the first came to every one of its nights, and the others less and less."""
    return past_nights(club, {name: range(1 + i * nights // len(names), nights + 1) for i, name in enumerate(names)})
