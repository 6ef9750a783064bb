"""Seats the next round at full tables when players sit out, leave or arrive.

With v players there are v // 4 tables, and v mod 4 players sit out. Our own construction, by these rules: an empty
seat goes to the player who waited longest; a new arrival waits behind those who wait already; four who wait open a
new tail table; a tail table whose seats cannot be filled closes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from tournament.movements.pairs import Pair, as_pair, count_partners
from tournament.movements.seating import RoundSeating, as_table, fours
from tournament.movements.seats import Side, Table
from tournament.movements.sitting_out import next_sit_outs, waiting_players


def pair_on_side(table: Table, side: Side) -> tuple[int, int]:
    """Return the two partners of a side, the earlier dealer first."""
    return table[:2] if side is Side.NS else table[2:]


def rotate_partners(table: Table) -> Table:
    """Seat four players who are alone in the room: North stays, the others move left past North.

    All three pairings come up in turn.
    """
    a, b, c, d = table
    return a, c, d, b


def split_partners(side: Side, stayed: tuple[int, int], newcomers: tuple[int, int], partners: Counter[Pair]) -> Table:
    """Seat the pair that stayed on `side` and two newcomers so that partners become opponents (seed 000).

    The later dealer of the pair moves one seat to the left, South to West or West to North, and the newcomers
    take the two empty seats. The rule leaves open which newcomer joins which player: the pairing that was partners
    less often is chosen.
    """
    (x, y), (p, q) = stayed, newcomers

    def times(one: int, other: int) -> int:
        return partners[as_pair(one, other)]

    if times(x, q) + times(y, p) < times(x, p) + times(y, q):
        p, q = q, p
    return (x, p, q, y) if side is Side.NS else (y, q, x, p)


def fill_tables(groups: Sequence[Sequence[int]], waiting: Sequence[int], playing: Collection[int]) -> list[list[int]]:
    """Make full tables of `playing`, a multiple of four, from the groups of four that a movement put together.

    Surplus tables at the tail close. Empty seats, from the head table on, go to the `waiting` players in their order,
    then to players of the closed tables; the rest open new tables at the tail. The order inside a group is kept.
    """
    open_groups = groups[: len(playing) // 4]
    staying = {player for group in open_groups for player in group if player in playing}
    coming = [
        player
        for player in (*waiting, *(p for group in groups[len(open_groups) :] for p in group))
        if player in playing and player not in staying
    ]
    fill = iter(coming)
    full = [[player if player in playing else next(fill) for player in group] for group in open_groups]
    return full + [list(four) for four in fours(list(fill))]


def with_sitting_out(tables: Sequence[Table], waiting: Sequence[int], sitting_out: Collection[int]) -> RoundSeating:
    """Return the round with its players who sit out; those who waited already come first."""
    first = [player for player in waiting if player in sitting_out]
    return RoundSeating(tuple(tables), (*first, *(player for player in sitting_out if player not in waiting)))


def move_by_seat(played: Sequence[RoundSeating], moved: Sequence[Table], present: frozenset[int]) -> RoundSeating:
    """Apply a movement by seats: each player whose turn it is to sit out gives the new seat to one who waited."""
    waiting, sitting_out = waiting_players(played, present), next_sit_outs(played, present)
    full = fill_tables(moved, waiting, present.difference(sitting_out))
    return with_sitting_out([as_table(four) for four in full], waiting, sitting_out)


def move_by_winners(
    played: Sequence[RoundSeating],
    staying: Sequence[Side],
    groups: Sequence[Sequence[int]],
    present: frozenset[int],
    sitting_out: Collection[int],
) -> RoundSeating:
    """Apply a movement of winners and losers, and split old partners.

    :param staying: by table, the side whose pair stays.
    :param groups: by table, the four who meet there: the pair that stays before the two who come.
    """
    waiting, partners = waiting_players(played, present), count_partners(played)
    full = fill_tables(groups, waiting, present.difference(sitting_out))
    tables = [split_partners(side, (x, y), (p, q), partners) for side, (x, y, p, q) in zip(staying, full, strict=False)]
    return with_sitting_out([*tables, *map(as_table, full[len(tables) :])], waiting, sitting_out)
