"""The bell movement: winners advance, losers split, the head table's losers go to the tail. Pure.

Source: seed 000, Progressive Euchre. The bench is our own construction: the seed speaks of full tables only.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from tournament.movements.full_tables import move_by_winners, pair_on_side, rotate_partners
from tournament.movements.seating import RoundSeating, winning_sides
from tournament.movements.seats import Side, Table
from tournament.movements.sitting_out import count_sit_outs, players_present, waiting_players

SAYS = (
    "Winners move up a table, losers stay and split; losers at the head table go to the tail. "
    "Everybody's partner changes every game."
)


def next_round(
    played: Sequence[RoundSeating],
    winners: Sequence[Side | None] = (),
    *,
    present: Collection[int] | None = None,
    chance: Random | None = None,
) -> RoundSeating:
    """Who sits where after the bell; `played` are the night's rounds, `winners` the sides that won the last one.

    The whole of `played` keeps partners from meeting again where the rule leaves a choice, and rests fair; the last
    round alone suffices for the seed's rule. Nothing is drawn: `chance` is for other movements.

    :raises Undecided: while a table has no winner. :raises Refused: when fewer than four players are present.
    """
    last, here = played[-1], players_present(played, present)
    if len(here) == 4 and here == last.everybody:
        return RoundSeating((rotate_partners(last.tables[0]),))
    sides = winning_sides(last.tables, winners)
    staying, groups = _walk(last.tables, sides)
    return move_by_winners(played, staying, groups, here, _resting(played, groups, here))


def _walk(tables: Sequence[Table], winners: Sequence[Side]) -> tuple[list[Side], list[list[int]]]:
    """By table: the side that stays, and the four who meet there, the pair that stayed before the two who come."""
    won = [pair_on_side(table, side) for table, side in zip(tables, winners, strict=True)]
    lost = [pair_on_side(table, side.other) for table, side in zip(tables, winners, strict=True)]
    staying = [winners[0], *(side.other for side in winners[1:])]
    stayed, came = [won[0], *lost[1:]], [*won[1:], lost[0]]
    return staying, [[*two, *others] for two, others in zip(stayed, came, strict=True)]


def _resting(played: Sequence[RoundSeating], groups: Sequence[Sequence[int]], here: frozenset[int]) -> list[int]:
    """Who has no seat next: the tail's losers, who had fewer rests first; others of a table that closes; then who came
    to the bench last; and only when all these have left, whoever sits nearest the tail."""
    count, had = len(here) // 4, count_sit_outs(played, here)
    losers = sorted(groups[-1][:2] if len(groups) > 1 else groups[-1][2:], key=lambda player: had[player])
    upwards = [player for group in reversed(groups) for player in reversed(group)]
    closing = upwards[: 4 * max(0, len(groups) - count)]
    order = dict.fromkeys((*losers, *closing, *reversed(waiting_players(played, here)), *upwards))
    return [player for player in order if player in here][: len(here) - 4 * count]
