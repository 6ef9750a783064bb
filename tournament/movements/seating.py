"""One round as everybody sees it: the tables, the bench, and who moves where between two rounds. Pure.

A movement is a function from the rounds played so far to the next `Seating`. Nothing else is remembered, so a
night can be replayed from what was played and signed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from random import Random
from typing import Protocol, TypeAlias

from tournament.movements.seats import Seat, Side, Table, seated
from tournament.people.errors import Refused
from tournament.people.names import listed

MOST_TABLES = 33  # seed 000 and the printed charts name no bound; this is the largest hall we provide for
SEAT_NAMES = {Seat.N: "North", Seat.E: "East", Seat.S: "South", Seat.W: "West"}

Place: TypeAlias = tuple[int, Seat]  # the table, counted from the head table (1), and the seat
Pair: TypeAlias = tuple[int, int]


class Undecided(Refused):
    """Somebody has to win before the players can move; `tables` says where."""

    def __init__(self, tables: Sequence[int]) -> None:
        self.tables = tuple(tables)
        where = f"table {tables[0]}" if len(tables) == 1 else f"tables {listed(tables)}"
        super().__init__(
            f"Nobody has won at {where} yet. Agree on the total, or decide the tie by the house rule, "
            "and the players can move."
        )


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in one round: `tables[t]` is table t + 1 (the head table is 1); the bench, longest wait first."""

    tables: tuple[Table, ...]
    bench: tuple[int, ...] = ()

    @property
    def everybody(self) -> frozenset[int]:
        """All numbers, seated or waiting."""
        return frozenset(self.bench).union(*self.tables)

    def places(self) -> dict[int, Place]:
        """Where each seated player sits."""
        return {
            number: (table, seat) for table, four in enumerate(self.tables, 1) for seat, number in seated(four).items()
        }


class NextRound(Protocol):
    """What every movement offers. `played` holds the night's rounds, the last one just finished.

    `winners[t]` won at table t + 1 of that round (movements that do not follow winners need none). `present` are
    the players of the next round: everybody as before, unless somebody leaves or arrives. `chance` serves draws.
    """

    def __call__(
        self,
        played: Sequence[Seating],
        winners: Sequence[Side | None] = (),
        *,
        present: Collection[int] | None = None,
        chance: Random,
    ) -> Seating: ...


def draw_seats(players: Collection[int], *, chance: Random) -> Seating:
    """Round 1: every seat is drawn, and so is the bench where the players are not a multiple of four.

    :raises Refused: for fewer than four players, or more than fit at 33 tables.
    """
    order = sorted(players)
    count = tables_for(order)
    chance.shuffle(order)
    return Seating(tuple(map(as_table, fours(order[: 4 * count]))), tuple(order[4 * count :]))


def tables_for(players: Collection[int]) -> int:
    """How many tables these players fill; one to three may be left over.

    :raises Refused: for fewer than four players, or more than fit at 33 tables.
    """
    count = len(players) // 4
    if not count:
        raise Refused(
            f"A table needs four players, but the players here are {len(players)}. Wait for more, or close the night."
        )
    if count > MOST_TABLES:
        raise Refused(
            f"{len(players)} players would fill {count} tables; at most {MOST_TABLES} can play. Make two nights of it."
        )
    return count


def as_table(four: Sequence[int]) -> Table:
    """Four numbers as a table.

    :raises ValueError: unless they are four.
    """
    a, b, c, d = four
    return a, b, c, d


def fours(players: Sequence[int]) -> Iterator[Sequence[int]]:
    """Cut a row of players into fours."""
    return (players[start : start + 4] for start in range(0, len(players), 4))


def pair(table: Table, side: Side) -> Pair:
    """The two partners of a side, the earlier dealer first."""
    return table[:2] if side is Side.NS else table[2:]


def decided(tables: Sequence[Table], winners: Sequence[Side | None]) -> tuple[Side, ...]:
    """The winning side of every table.

    :raises Undecided: while a table has none. :raises ValueError: unless there is one entry a table.
    """
    if len(winners) != len(tables):
        raise ValueError(f"{len(tables)} tables played, but there are winners for {len(winners)}.")
    if open_tables := [number for number, side in enumerate(winners, 1) if not side]:
        raise Undecided(open_tables)
    return tuple(Side(side) for side in winners if side)


def as_pair(one: int, other: int) -> Pair:
    """Two players, the lower number first."""
    return (one, other) if one < other else (other, one)


def partner_pairs(table: Table) -> tuple[Pair, Pair]:
    """Who are partners at a table, the lower number first."""
    a, b, c, d = table
    return as_pair(a, b), as_pair(c, d)


def opponent_pairs(table: Table) -> tuple[Pair, Pair, Pair, Pair]:
    """Who are opponents at a table, the lower number first."""
    a, b, c, d = table
    return as_pair(a, c), as_pair(a, d), as_pair(b, c), as_pair(b, d)


def partnerships(played: Sequence[Seating]) -> Counter[Pair]:
    """How often each pair were partners, the lower number first."""
    return Counter(two for seating in played for table in seating.tables for two in partner_pairs(table))


def oppositions(played: Sequence[Seating]) -> Counter[Pair]:
    """How often each pair were opponents, the lower number first."""
    return Counter(two for seating in played for table in seating.tables for two in opponent_pairs(table))


def split(side: Side, stayed: Pair, newcomers: Pair, partners: Counter[Pair]) -> Table:
    """Seat two who stayed on `side` and two newcomers so that partners become opponents (seed 000).

    The one of the pair who deals later moves one seat to the left, South to West or West to North; the newcomers
    sit down in the two empty seats. Who of them plays with whom is free: not those who were partners more often.
    """
    (x, y), (p, q) = stayed, newcomers

    def times(one: int, other: int) -> int:
        return partners[as_pair(one, other)]

    if times(x, q) + times(y, p) < times(x, p) + times(y, q):
        p, q = q, p
    return (x, p, q, y) if side is Side.NS else (y, q, x, p)


def turn_partners(table: Table) -> Table:
    """One table alone: North stays, the others move to the left past North; all three pairings come in turn."""
    a, b, c, d = table
    return a, c, d, b


@dataclass(frozen=True, slots=True)
class Move:
    """Somebody changes place. None is the bench, or for `start` the door of somebody who just came."""

    player: int
    start: Place | None
    end: Place | None


def moves(before: Seating, after: Seating) -> tuple[Move, ...]:
    """Everybody who changes place, by new table and seat; those who go to the bench last. Who left is not named."""
    was, now = before.places(), after.places()
    seats = [Move(player, was.get(player), end) for player, end in now.items() if was.get(player) != end]
    return (*seats, *(Move(player, was[player], None) for player in after.bench if player in was))


def sentence(changes: Sequence[Move], table: int, name: Callable[[int], str] = str) -> str:
    """What happens at a table, for the screen: "2 moves to West; 8 and 7 come from table 2 and sit East and South." """
    here = [(move.start, *move.end, name(move.player)) for move in changes if move.end and move.end[0] == table]
    parts = [f"{who} moves to {SEAT_NAMES[seat]}" for start, _, seat, who in here if start and start[0] == table]
    coming = sorted(
        ((start[0] if start else 0, seat, who) for start, _, seat, who in here if start is None or start[0] != table),
        key=lambda one: one[0],
    )
    for origin, group in groupby(coming, key=lambda one: one[0]):
        _, seats, names = zip(*group, strict=True)
        come, sit = ("come", "sit") if len(names) > 1 else ("comes", "sits")
        place = f"table {origin}" if origin else "the bench"
        parts.append(f"{listed(names)} {come} from {place} and {sit} {listed([SEAT_NAMES[s] for s in seats])}")
    parts += [
        f"{name(move.player)} goes to the bench"
        for move in changes
        if move.end is None and move.start and move.start[0] == table
    ]
    return "; ".join(parts) + "." if parts else "Everybody keeps their seat."
