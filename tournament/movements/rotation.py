"""A movement drawn up for a number of players, from the first game to the last."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.movements.seating import RoundSeating
from tournament.movements.seats import Table


@dataclass(frozen=True, slots=True)
class Rotation:
    """The tables of every game, for players 1 … `players`.

    `rounds[r][t]` is the `Table` at table t + 1 in game r + 1. `sitting_out[r]` are the players without a seat in
    game r + 1; it is empty where nobody ever sits out.
    """

    players: int
    rounds: tuple[tuple[Table, ...], ...]
    sitting_out: tuple[tuple[int, ...], ...] = ()

    def seatings(self) -> tuple[RoundSeating, ...]:
        """Return the rounds with their players who sit out."""
        sitting_out = self.sitting_out or ((),) * len(self.rounds)
        return tuple(map(RoundSeating, self.rounds, sitting_out))
