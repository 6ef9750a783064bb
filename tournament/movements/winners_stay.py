"""Winners stay: the winning pair keeps its table and splits, the losing pair moves on to the next table.

Source: pages of clubs ("winners stay and switch partners"). They leave open where the losers go; here they go to the
next table, and from the last table to the first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from tournament.movements.full_tables import move_by_winners, pair_on_side, rotate_partners
from tournament.movements.seating import RoundSeating, winning_sides
from tournament.movements.seats import Side
from tournament.movements.sitting_out import next_sit_outs, players_present

DESCRIPTION = "Winners stay at their table and switch partners; losers move on to the next table."


def next_round(
    played: Sequence[RoundSeating],
    winners: Sequence[Side | None] = (),
    *,
    present: Collection[int] | None = None,
    chance: Random | None = None,
) -> RoundSeating:
    """Seat the next round; sit-outs follow a fair rotation, whoever won. Nothing is drawn.

    :raises Undecided: while a table has no winner.
    :raises Refused: when fewer than four players are present.
    """
    last, here = played[-1], players_present(played, present)
    if len(here) == 4 and here == last.everybody:
        return RoundSeating((rotate_partners(last.tables[0]),))
    sides = winning_sides(last.tables, winners)
    won = [pair_on_side(table, side) for table, side in zip(last.tables, sides, strict=True)]
    lost = [pair_on_side(table, side.other) for table, side in zip(last.tables, sides, strict=True)]
    groups = [[*stayed, *came] for stayed, came in zip(won, [lost[-1], *lost[:-1]], strict=True)]
    return move_by_winners(played, sides, groups, here, next_sit_outs(played, here))
