"""Counts rounds and their bounds with nothing of ours: what the tests and the benchmark of nights believe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

Rounds = Iterable[Sequence[Sequence[int]]]
Figures = tuple[int, int, int]  # repeated partners, opponents, meetings in any role: sums of the excess over one


def counted(rounds: Rounds) -> Figures:
    """The repeats of a night."""
    partners: Counter[frozenset[int]] = Counter()
    meetings: Counter[frozenset[int]] = Counter()
    for tables in rounds:
        for a, b, c, d in tables:
            partners.update((frozenset((a, b)), frozenset((c, d))))
            meetings.update(map(frozenset, combinations((a, b, c, d), 2)))
    opponents = meetings - partners
    return excess(partners), excess(opponents), excess(meetings)


def excess(pairs: Counter[frozenset[int]]) -> int:
    """All times after the first."""
    return sum(times - 1 for times in pairs.values())


def bounds(players: int, games: int) -> Figures:
    """No night has fewer: each one's games, less the others there are, counted once for both."""
    seats = games * (players // 4 * 4)
    each, more = divmod(seats, players)

    def least(role: int) -> int:
        return -(-sum(max(0, role * (each + (player < more)) - (players - 1)) for player in range(players)) // 2)

    return least(1), least(2), least(3)


def illegal(players: Iterable[int], rounds: Rounds, sitouts: Iterable[Iterable[int]]) -> list[int]:
    """The rounds, from 1, in which somebody has no place or two, or a table is short."""
    wrong = []
    everybody = sorted(players)
    for game, (tables, out) in enumerate(zip(rounds, sitouts, strict=True), 1):
        sizes = [len(table) for table in tables] + [len(out := list(out))]
        if sorted([number for table in tables for number in table] + out) != everybody or sizes != [4] * (
            len(everybody) // 4
        ) + [len(everybody) % 4]:
            wrong.append(game)
    return wrong


def spread(counts: Iterable[int]) -> int:
    """The most less the least."""
    numbers = list(counts)
    return max(numbers) - min(numbers)
