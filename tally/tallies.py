"""Hands → one player's tally, by folding. Pure; nothing here is ever stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournament.seats import Seat, Side


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """One hand in points for each side; `loner` is the number of the player who made it alone, if that was said.

    `lone_points` is what that player counts instead of the side's points, by a house rule (5, and 4 for the partner).
    """

    number: int
    points: Mapping[Side, int]
    loner: int | None = None
    lone_points: int | None = None


@dataclass(frozen=True, slots=True)
class TableGame:
    """One table in one round: who sat where (numbers by seat) and what was scored there so far."""

    round: int
    table: int
    seats: Mapping[Seat, int]
    hands: tuple[ScoredHand, ...]
    signed: bool = False

    def total(self, side: Side) -> int:
        """Points of a side in this game."""
        return sum(hand.points[side] for hand in self.hands)


@dataclass(frozen=True, slots=True)
class Line:
    """A tally's line: one game as one player saw it. `running` is the player's total after this game.

    `ours` and `theirs` are None while the game has no hand yet.
    """

    game: int
    table: int
    seat: Seat
    partner: int
    opponents: tuple[int, int]
    ours: int | None
    theirs: int | None
    running: int
    loners: int
    signed: bool


@dataclass(frozen=True, slots=True)
class Tally:
    """A player's running account, one line a game in the order of play."""

    number: int
    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        """Points of the whole night so far."""
        return self.lines[-1].running if self.lines else 0

    @property
    def loners(self) -> int:
        """Hands that this player made alone, where the night counts them."""
        return sum(line.loners for line in self.lines)


def fold_tallies(games: Iterable[TableGame]) -> dict[int, Tally]:
    """Everybody's tally, by number, from all games of a night in any order."""
    lines: dict[int, list[Line]] = {}
    for game in sorted(games, key=lambda g: (g.round, g.table)):
        for seat, number in game.seats.items():
            mine = lines.setdefault(number, [])
            mine.append(_line(game, seat, number, mine[-1].running if mine else 0))
    return {number: Tally(number, tuple(mine)) for number, mine in sorted(lines.items())}


def _line(game: TableGame, seat: Seat, number: int, before: int) -> Line:
    ours, theirs = game.total(seat.side) + _apart(game, seat, number), game.total(seat.side.other)
    across, beside = seat.side.other.seats
    played = bool(game.hands)
    return Line(
        game=game.round, table=game.table, seat=seat, partner=game.seats[seat.partner],
        opponents=(game.seats[across], game.seats[beside]),
        ours=ours if played else None, theirs=theirs if played else None, running=before + ours,
        loners=sum(hand.loner == number for hand in game.hands), signed=game.signed)


def _apart(game: TableGame, seat: Seat, number: int) -> int:
    """What a player has beyond the side's points, for hands played alone."""
    return sum(hand.lone_points - hand.points[seat.side] for hand in game.hands
               if hand.loner == number and hand.lone_points is not None)
