"""Who moves where between two games, as geometry for a picture: tables on both sides, and a line for each player.

Down, positions are pixels; across, the template places both sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.movements.seating import RoundSeating

HEADING, ROW, GAP = 26, 22, 12  # heights of a table's heading, of a player, and of the space below a table
BENCH = 0  # stands for the bench in place of a table's number


class Way(StrEnum):
    """How a player gets from one game to the next."""

    STAYS = "stays"
    UP = "up"
    DOWN = "down"
    IN = "in"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Spot:
    """A player's name on one side of the picture."""

    player: int
    at: int


@dataclass(frozen=True, slots=True)
class TableSpots:
    """A table with its players on one side; `table` is 0 for the bench."""

    table: int
    at: int
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A player's line from one side to the other."""

    player: int
    way: Way
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class MovesPicture:
    """Both sides and the lines between them."""

    before: tuple[TableSpots, ...]
    after: tuple[TableSpots, ...]
    lines: tuple[MoveLine, ...]
    height: int

    @property
    def players(self) -> int:
        """How many players the next game has, seated or not."""
        return sum(len(table.spots) for table in self.after)


def picture_of_moves(before: RoundSeating, after: RoundSeating) -> MovesPicture:
    """Return the picture of who moves where; who has left or just arrived has a name without a line."""
    left, right = _side(before), _side(after)
    was = {spot.player: (table.table, spot.at) for table in left for spot in table.spots}
    lines = tuple(
        MoveLine(spot.player, _way(was[spot.player][0], table.table), was[spot.player][1], spot.at)
        for table in right
        for spot in table.spots
        if spot.player in was
    )
    return MovesPicture(left, right, lines, max(_lowest(left), _lowest(right)))


def _side(seating: RoundSeating) -> tuple[TableSpots, ...]:
    return tuple(_placed([*enumerate(seating.tables, 1), (BENCH, seating.sitting_out)]))


def _placed(tables: Sequence[tuple[int, Sequence[int]]]) -> Iterator[TableSpots]:
    """Place tables one below the other; an empty bench is left out."""
    top = 0
    for table, players in tables:
        if players:
            first = top + HEADING + ROW // 2
            spots = tuple(Spot(player, first + ROW * row) for row, player in enumerate(players))
            yield TableSpots(table, top + HEADING // 2, spots)
            top += HEADING + ROW * len(players) + GAP


def _lowest(side: Sequence[TableSpots]) -> int:
    return side[-1].spots[-1].at + ROW


def _way(start: int, end: int) -> Way:
    if start == end:
        return Way.STAYS
    if BENCH in (start, end):
        return Way.IN if start == BENCH else Way.OUT
    return Way.UP if end < start else Way.DOWN
