"""Who changes seats between two rounds, and the sentence that announces it at each table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournament.movements.seating import RoundSeating, TableSeat
from tournament.movements.seats import SEAT_NAMES
from tournament.people.names import listed


@dataclass(frozen=True, slots=True)
class Move:
    """One player's change of seat.

    `start` is None for a player who sat out or just arrived, `end` is None for a player who sits out next.
    """

    player: int
    start: TableSeat | None
    end: TableSeat | None


def moves(before: RoundSeating, after: RoundSeating) -> tuple[Move, ...]:
    """List the moves between two rounds by new table and seat; players who sit out next come last.

    Players who left the night are not listed.
    """
    old_seats, new_seats = before.seats_by_player(), after.seats_by_player()
    seated = [
        Move(player, old_seats.get(player), end) for player, end in new_seats.items() if old_seats.get(player) != end
    ]
    return (*seated, *(Move(player, old_seats[player], None) for player in after.sitting_out if player in old_seats))


def describe_moves(changes: Sequence[Move], table: int, name: Callable[[int], str] = str) -> str:
    """Describe a table's moves: "2 moves to West; 8 and 7 come from table 2 and sit East and South." """
    here = [(move.start, *move.end, name(move.player)) for move in changes if move.end and move.end[0] == table]
    parts = [f"{who} moves to {SEAT_NAMES[seat]}" for start, _, seat, who in here if start and start[0] == table]
    arrivals = sorted(
        ((start[0] if start else 0, seat, who) for start, _, seat, who in here if start is None or start[0] != table),
        key=lambda arrival: arrival[0],
    )
    for origin, group in groupby(arrivals, key=lambda arrival: arrival[0]):
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
