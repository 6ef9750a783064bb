"""The bench: who waits, who comes in, and what happens to the tables when people leave or arrive. Pure.

With v players there are v // 4 tables, and v mod 4 rest. Own construction, by the sit-out laws: an empty seat goes to
whoever waited longest; who arrives joins the end of the bench; four who wait open a new tail table; a tail table whose
seats cannot be filled closes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from tournament.movements.seating import Seating, as_table, fours, partnerships, split, tables_for
from tournament.movements.seats import Side, Table


def who_is_here(played: Sequence[Seating], present: Collection[int] | None) -> frozenset[int]:
    """Who plays the next round: everybody as before, unless the caller says who is here.

    :raises Refused: when they fill no table, or too many.
    """
    here = played[-1].everybody if present is None else frozenset(present)
    tables_for(here)
    return here


def rests(played: Sequence[Seating], players: Collection[int]) -> Counter[int]:
    """How many rounds each of these had no seat. A late arrival's missed rounds count."""
    games = Counter(player for seating in played for table in seating.tables for player in table)
    return Counter({player: len(played) - games[player] for player in players})


def waiting(played: Sequence[Seating], here: Collection[int]) -> list[int]:
    """Who is here and had no seat in the last round: the bench, longest wait first, then those who just came."""
    bench = sorted((player for player in played[-1].bench if player in here), key=lambda p: -_wait(played, p))
    return bench + sorted(frozenset(here) - played[-1].everybody)


def _wait(played: Sequence[Seating], player: int) -> int:
    """Rounds on the bench in a row, up to the last one."""
    return next((ago for ago, seating in enumerate(reversed(played)) if player not in seating.bench), len(played))


def fair_rest(played: Sequence[Seating], here: Collection[int]) -> list[int]:
    """Who rests next by fair rotation: the fewest rests first, then the longest since the last one, then by number.

    While nobody comes or goes, the numbers of rests differ by at most one.
    """
    had = rests(played, here)

    def since(player: int) -> int:
        return next((ago for ago, seating in enumerate(reversed(played)) if player in seating.bench), len(played))

    return sorted(here, key=lambda player: (had[player], -since(player), player))[: len(here) % 4]


def refill(groups: Sequence[Sequence[int]], queue: Sequence[int], playing: Collection[int]) -> list[list[int]]:
    """Make full tables of `playing`, a multiple of four, out of the `groups` of four that the movement put together.

    Tail tables too many close. Empty seats, from the head table on, go to the `queue` in its order, then to those of
    the closed tables; who still has no seat opens tables at the tail. A group's order is kept.
    """
    kept = groups[: len(playing) // 4]
    staying = {player for group in kept for player in group if player in playing}
    coming = [
        player
        for player in (*queue, *(p for group in groups[len(kept) :] for p in group))
        if player in playing and player not in staying
    ]
    fill = iter(coming)
    full = [[player if player in playing else next(fill) for player in group] for group in kept]
    return full + [list(four) for four in fours(list(fill))]


def with_bench(tables: Sequence[Table], queue: Sequence[int], resting: Collection[int]) -> Seating:
    """The tables with their bench: who waited already stays in front."""
    return Seating(tuple(tables), (*(p for p in queue if p in resting), *(p for p in resting if p not in queue)))


def move_by_seat(played: Sequence[Seating], moved: Sequence[Table], here: frozenset[int]) -> Seating:
    """Put a movement of seats into force: who rests by fair rotation gives the new seat to who waited."""
    queue, resting = waiting(played, here), fair_rest(played, here)
    return with_bench([as_table(four) for four in refill(moved, queue, here.difference(resting))], queue, resting)


def move_by_winners(
    played: Sequence[Seating],
    staying: Sequence[Side],
    groups: Sequence[Sequence[int]],
    here: frozenset[int],
    resting: Collection[int],
) -> Seating:
    """Put a movement of winners and losers into force. By table: the side that stays, and the four who meet there, the
    pair that stayed before the two who come; old partners part."""
    queue, partners = waiting(played, here), partnerships(played)
    full = refill(groups, queue, here.difference(resting))
    tables = [split(side, (x, y), (p, q), partners) for side, (x, y, p, q) in zip(staying, full, strict=False)]
    return with_bench([*tables, *map(as_table, full[len(tables) :])], queue, resting)
