"""Winners move up: winners advance a table, losers stay and split, the head table's losers go to the tail.

Source: seed 000, Progressive Euchre. Sit-outs are our own addition: the seed describes full tables only. Everybody sits
out in turn, or the house lets losers at the last table sit out, however often they have.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from itertools import chain
from random import Random

from tournament.movements.full_tables import move_by_winners, pair_on_side, rotate_partners
from tournament.movements.seating import RoundSeating, winning_sides
from tournament.movements.seats import Side, Table
from tournament.movements.sitting_out import count_sit_outs, players_present, waiting_players

DESCRIPTION = (
    "Winners move up a table, losers stay and split; losers at the head table go to the last table. "
    "Everybody’s partner changes every game."
)


class SitOutRule(StrEnum):
    """Who sits out next, where the players do not fill their tables."""

    IN_TURN = "in-turn"  # nobody twice before everybody present has once
    LAST_TABLE = "last-table"  # losers at the last table, whatever their number of sit-outs


SIT_OUTS = {
    SitOutRule.IN_TURN: "Everybody sits out in turn: nobody twice before everybody has once.",
    SitOutRule.LAST_TABLE: "Losers at the last table sit out, however often they have.",
}


def next_round(
    played: Sequence[RoundSeating],
    winners: Sequence[Side | None] = (),
    *,
    present: Collection[int] | None = None,
    chance: Random | None = None,
    sit_out_rule: SitOutRule = SitOutRule.IN_TURN,
) -> RoundSeating:
    """Seat the round after a bell. Those who sat out take the empty seats.

    The last round is enough for the seed's rule. The earlier rounds of `played` keep old partners apart where the rule
    leaves a choice, and keep sit-outs fair. Nothing is drawn: `chance` is for other movements.

    :raises Undecided: while a table has no winner.
    :raises Refused: when fewer than four players are present.
    """
    last, here = played[-1], players_present(played, present)
    if len(here) == 4 and here == last.everybody:
        return RoundSeating((rotate_partners(last.tables[0]),))
    sides = winning_sides(last.tables, winners)
    staying, groups = _groups(last.tables, sides)
    return move_by_winners(played, staying, groups, here, _sitting_out(played, groups, here, sit_out_rule))


def _groups(tables: Sequence[Table], winners: Sequence[Side]) -> tuple[list[Side], list[list[int]]]:
    """Return by table the side that stays, and the four who meet there: the pair that stays, then the two who come."""
    won = [pair_on_side(table, side) for table, side in zip(tables, winners, strict=True)]
    lost = [pair_on_side(table, side.other) for table, side in zip(tables, winners, strict=True)]
    staying = [winners[0], *(side.other for side in winners[1:])]
    stayed, came = [won[0], *lost[1:]], [*won[1:], lost[0]]
    return staying, [[*two, *others] for two, others in zip(stayed, came, strict=True)]


def _sitting_out(
    played: Sequence[RoundSeating], groups: Sequence[Sequence[int]], here: frozenset[int], rule: SitOutRule
) -> list[int]:
    """Return the players without a seat in the next round.

    First the losers at the tail, with fewer sit-outs first; then the others of a table that closes. In turn, losers
    further up the hall come next, then winners, then those who wait already; of all these the fewest sit-outs go first.
    By the house's rule of the last table, those who have waited the shortest time are next, and only when all of these
    have left the night, the players nearest the tail.
    """
    had, waiting = count_sit_outs(played, here), [*reversed(waiting_players(played, here))]
    losers = sorted(groups[-1][:2] if len(groups) > 1 else groups[-1][2:], key=lambda player: had[player])
    upwards = [player for group in reversed(groups) for player in reversed(group)]
    closing = upwards[: 4 * max(0, len(groups) - len(here) // 4)]
    if rule is SitOutRule.LAST_TABLE:
        order = [*losers, *closing, *waiting, *upwards]
    else:
        order = sorted([*losers, *closing, *_losers_first(groups), *waiting], key=lambda player: had[player])
    return [player for player in dict.fromkeys(order) if player in here][: len(here) % 4]


def _losers_first(groups: Sequence[Sequence[int]]) -> Iterator[int]:
    """Yield everybody with a seat, losers before winners, each from the tail up to the head table."""
    pairs = [group[:2] for group in reversed(groups[1:])], [group[2:] for group in reversed(groups)], [groups[0][:2]]
    return chain.from_iterable(chain.from_iterable(pairs))
