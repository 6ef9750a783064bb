"""Names of a club's people, by id: whole for the organizer, short for everybody else."""

from __future__ import annotations

from tournament.models import Club
from tournament.people.short_names import short_names


def club_names(club: Club, *, whole: bool) -> dict[int, str]:
    """Return everybody's name by id, whole or as others see it: as short as tells the club's people apart."""
    rows = list(club.players.order_by("pk").values_list("pk", "name"))
    if whole:
        return dict(rows)
    shorts = short_names([name for _, name in rows])
    return {pk: short.text for (pk, _), short in zip(rows, shorts, strict=True)}
