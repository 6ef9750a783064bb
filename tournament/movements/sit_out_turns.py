"""Who sits out when the players do not fill their tables. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random


def sit_outs(players: int, games: int) -> tuple[tuple[int, ...], ...]:
    """The numbers without a seat in each of `games` rounds, for players 1 … `players`.

    Of v players k = v mod 4 sit out: arms point at ⌊i·v/k⌋, and in round r those at (r + arm) mod v sit out. So
    counts differ by at most one, and nobody sits out twice within ⌊v/k⌋ rounds. Source: counted for all v from 5 to
    133 in `tests/movements/test_rotation_search.py`.
    """
    out = players % 4
    arms = [arm * players // out for arm in range(out)]
    return tuple(tuple(sorted((game + arm) % players + 1 for arm in arms)) for game in range(games))


def next_sit_outs(
    missed: Mapping[int, Iterable[int]], at: int, games: int, chance: Random | None = None
) -> list[tuple[int, ...]]:
    """The numbers without a seat in each of `games` rounds to come, when `at` rounds are behind.

    `missed` has the rounds (from 0) in which each of those present had no seat, a late arrival's too. Whoever missed
    the fewest is next; among those, whoever has sat longest without a break; then the lowest number. With a `chance`
    the lot decides among those who missed the fewest and did not sit out just before.
    """
    count = {number: len(set(rounds)) for number, rounds in missed.items()}
    last = {number: max(rounds, default=-1) for number, rounds in missed.items()}
    result = []
    for game in range(at, at + games):
        lots = {
            number: (float(last[number]), 0.0) if chance is None else (float(last[number] == game - 1), chance.random())
            for number in count
        }
        bench = sorted(count, key=lambda number: (count[number], lots[number], number))[: len(count) % 4]
        for number in bench:
            count[number] += 1
            last[number] = game
        result.append(tuple(sorted(bench)))
    return result
