"""Tallies → a ranked list. Ties are shared: 1, 2, 2, 4."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tally.scores.tallies import Tally


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rank. `place` counts from 1 at the top; `shared` when others have the same place."""

    place: int
    shared: bool
    number: int
    total: int
    games: int
    loners: int
    hickeys: int = 0


def rank(tallies: Iterable[Tally]) -> tuple[Standing, ...]:
    """Everybody by total, highest first; equal totals share a place, in order of number."""
    ordered = sorted(tallies, key=lambda tally: (-tally.total, tally.number))
    totals = [tally.total for tally in ordered]
    return tuple(
        Standing(
            place=totals.index(tally.total) + 1,
            shared=totals.count(tally.total) > 1,
            number=tally.number,
            total=tally.total,
            games=sum(line.ours is not None for line in tally.lines),
            loners=tally.loners,
            hickeys=tally.hickeys,
        )
        for tally in ordered
    )


def high(standings: tuple[Standing, ...]) -> tuple[Standing, ...]:
    """Everybody with the highest total; nobody while there are no standings."""
    return tuple(s for s in standings if s.total == standings[0].total)


def low(standings: tuple[Standing, ...]) -> tuple[Standing, ...]:
    """Everybody with the lowest total among those who have played a game."""
    played = [s for s in standings if s.games]
    return tuple(s for s in played if s.total == played[-1].total)
