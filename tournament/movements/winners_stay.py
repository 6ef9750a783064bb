"""Winners stay: the winning pair keeps its table and splits, the losing pair goes to the next one. Pure.

Source: clubs' own pages ("winners stay and switch partners"). Where the losers go is our reading: to the next table,
from the last one to the first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from tournament.movements.bench import fair_rest, refill, waiting, who_is_here, with_bench
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
from tournament.seats import Side

SAYS = "Winners stay at their table and switch partners; losers move on to the next table."


def next_round(played: Sequence[Seating], winners: Sequence[Side | None] = (), *,
               present: Collection[int] | None = None, chance: Random | None = None) -> Seating:
    """Who sits where after this round. Rests go by fair rotation, whoever won. Nothing is drawn.

    :raises Undecided: while a table has no winner. :raises Refused: when fewer than four players are present.
    """
    last, here = played[-1], who_is_here(played, present)
    tables_for(here)
    if len(here) == 4 and here == last.everybody:
        return Seating((turn_partners(last.tables[0]),))
    sides = decided(last.tables, winners)
    lost = [pair(table, side.other) for table, side in zip(last.tables, sides, strict=True)]
    groups = [[*pair(table, side), *lost[number - 1]]
              for number, (table, side) in enumerate(zip(last.tables, sides, strict=True))]
    queue, resting = waiting(played, here), fair_rest(played, here)
    full = refill(groups, queue, here.difference(resting))
    partners = partnerships(played)
    tables = [split(side, (x, y), (p, q), partners) for side, (x, y, p, q) in zip(sides, full, strict=False)]
    return with_bench([*tables, *map(as_table, full[len(tables):])], queue, resting)
