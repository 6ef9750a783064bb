"""One round's seating, the interface of every movement, and the draw of the first round.

A movement is a function from the rounds played to the next `RoundSeating`. It stores nothing else, so a night
can be replayed from the rounds played and the winners signed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol, TypeAlias

from tournament.movements.seats import Seat, Side, Table, players_by_seat
from tournament.people.errors import Refused
from tournament.people.names import listed

MAX_TABLES = 33  # our own limit: seed 000 and the printed charts name none

TableSeat: TypeAlias = tuple[int, Seat]  # the table's number, from the head table (1) on, and the seat


class Undecided(Refused):
    """The players cannot move before each table has a winner; `tables` lists those without one."""

    def __init__(self, tables: Sequence[int]) -> None:
        self.tables = tuple(tables)
        where = f"table {tables[0]}" if len(tables) == 1 else f"tables {listed(tables)}"
        super().__init__(
            f"Nobody has won at {where} yet. Confirm the score, or decide the tie by the house rule, "
            "and the players can move."
        )


@dataclass(frozen=True, slots=True)
class RoundSeating:
    """Who sits where in one round.

    `tables[t]` is table t + 1 (the head table is 1). `sitting_out` are the players without a seat, the longest
    wait first.
    """

    tables: tuple[Table, ...]
    sitting_out: tuple[int, ...] = ()

    @property
    def everybody(self) -> frozenset[int]:
        """All players of the round, seated or sitting out."""
        return frozenset(self.sitting_out).union(*self.tables)

    def seats_by_player(self) -> dict[int, TableSeat]:
        """Return the table and seat of each seated player."""
        return {
            player: (number, seat)
            for number, table in enumerate(self.tables, 1)
            for seat, player in players_by_seat(table).items()
        }


class NextRound(Protocol):
    """The function that every movement provides: it seats the next round.

    `played` holds the night's rounds, the last one just finished. `winners[t]` won at table t + 1 of that round;
    movements that do not follow winners need none. `present` are the players of the next round; None means the
    players of the last one. `chance` is the source of random draws.
    """

    def __call__(
        self,
        played: Sequence[RoundSeating],
        winners: Sequence[Side | None] = (),
        *,
        present: Collection[int] | None = None,
        chance: Random,
    ) -> RoundSeating: ...


def draw_seats(players: Collection[int], *, chance: Random) -> RoundSeating:
    """Seat round 1 by a random draw, which also decides who sits out.

    :raises Refused: for fewer than four players, or more than fit at 33 tables.
    """
    order = sorted(players)
    seats = 4 * count_tables(order)
    chance.shuffle(order)
    return RoundSeating(tuple(map(as_table, fours(order[:seats]))), tuple(order[seats:]))


def count_tables(players: Collection[int]) -> int:
    """Return how many tables the players fill; one to three players may be left over.

    :raises Refused: for fewer than four players, or more than fit at 33 tables.
    """
    count = len(players) // 4
    if not count:
        raise Refused(
            f"A table needs four players, but the players here are {len(players)}. Wait for more, or close the night."
        )
    if count > MAX_TABLES:
        raise Refused(
            f"{len(players)} players would fill {count} tables; at most {MAX_TABLES} can play. Make two nights of it."
        )
    return count


def as_table(four: Sequence[int]) -> Table:
    """Return four numbers as a table.

    :raises ValueError: unless there are four.
    """
    a, b, c, d = four
    return a, b, c, d


def fours(players: Sequence[int]) -> Iterator[Sequence[int]]:
    """Cut a sequence of players into groups of four."""
    return (players[start : start + 4] for start in range(0, len(players), 4))


def winning_sides(tables: Sequence[Table], winners: Sequence[Side | None]) -> tuple[Side, ...]:
    """Return the winning side of every table.

    :raises Undecided: while a table has no winner.
    :raises ValueError: unless `winners` has one entry for each table.
    """
    if len(winners) != len(tables):
        raise ValueError(f"{len(tables)} tables played, but there are winners for {len(winners)}.")
    if undecided := [number for number, side in enumerate(winners, 1) if not side]:
        raise Undecided(undecided)
    return tuple(Side(side) for side in winners if side)
