"""The bell movement: winners advance, losers split, the head table's losers go to the tail. Pure.

Source: seed 000, Progressive Euchre. The bench is our own construction: the seed speaks of full tables only.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from tournament.movements.bench import refill, rests, waiting, who_is_here, with_bench
from tournament.movements.seating import (
    Seating,
    as_table,
    decided,
    pair,
    partnerships,
    split,
    tables_for,
    turn_partners,
)
from tournament.seats import Side, Table

SAYS = ("Winners move up a table, losers stay and split; losers at the head table go to the tail. "
        "Everybody's partner changes every game.")
GAMES = 10  # a night, unless the organizer says otherwise (seed 000)


def next_round(played: Sequence[Seating], winners: Sequence[Side | None] = (), *,
               present: Collection[int] | None = None, chance: Random | None = None) -> Seating:
    """Who sits where after the bell; `played` are the night's rounds, `winners` the sides that won the last one.

    The whole of `played` keeps partners from meeting again where the rule leaves a choice, and rests fair; the last
    round alone suffices for the seed's rule. Nothing is drawn: `chance` is for other movements.

    :raises Undecided: while a table has no winner. :raises Refused: when fewer than four players are present.
    """
    last, here = played[-1], who_is_here(played, present)
    tables_for(here)
    if len(here) == 4 and here == last.everybody:
        return Seating((turn_partners(last.tables[0]),))
    sides = decided(last.tables, winners)
    staying, groups = _walk(last.tables, sides)
    queue = waiting(played, here)
    resting = _resting(played, groups, queue, here)
    full = refill(groups, queue, here.difference(resting))
    partners = partnerships(played)
    tables = [split(side, (x, y), (p, q), partners) for side, (x, y, p, q) in zip(staying, full, strict=False)]
    return with_bench([*tables, *map(as_table, full[len(tables):])], queue, resting)


def _walk(tables: Sequence[Table], winners: Sequence[Side]) -> tuple[list[Side], list[list[int]]]:
    """By table: the side that stays, and the four who meet there, the pair that stayed before the two who come."""
    tail = len(tables) - 1
    won = [pair(table, side) for table, side in zip(tables, winners, strict=True)]
    lost = [pair(table, side.other) for table, side in zip(tables, winners, strict=True)]
    staying = [side if number == 0 else side.other for number, side in enumerate(winners)]
    groups = [[*(won if number == 0 else lost)[number], *(lost[0] if number == tail else won[number + 1])]
              for number in range(len(tables))]
    return staying, groups


def _resting(played: Sequence[Seating], groups: Sequence[Sequence[int]], queue: Sequence[int],
             here: frozenset[int]) -> list[int]:
    """Who has no seat next: the tail's losers, who had fewer rests first; others of a table that closes; then who came
    to the bench last; and only when all these have left, whoever sits nearest the tail."""
    count = tables_for(here)
    had = rests(played, here)
    losers = sorted(groups[-1][:2] if len(groups) > 1 else groups[-1][2:], key=lambda player: had[player])
    upwards = [player for group in reversed(groups) for player in reversed(group)]
    closing = upwards[:4 * max(0, len(groups) - count)]
    order = dict.fromkeys((*losers, *closing, *reversed(queue), *upwards))
    return [player for player in order if player in here][:len(here) - 4 * count]
