"""Counts repeats in rotations, and their lower bounds, independently of the site's own code.

Tests and benchmarks of rotations rely on these functions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

Rounds = Iterable[Sequence[Sequence[int]]]
Repeats = tuple[int, int, int]  # repeated partners, opponents, meetings in any role; see `excess`


def count_repeats(rounds: Rounds) -> Repeats:
    """Count a night's repeated partners, opponents and meetings."""
    partners: Counter[frozenset[int]] = Counter()
    meetings: Counter[frozenset[int]] = Counter()
    for tables in rounds:
        for a, b, c, d in tables:
            partners.update((frozenset((a, b)), frozenset((c, d))))
            meetings.update(map(frozenset, combinations((a, b, c, d), 2)))
    opponents = meetings - partners
    return excess(partners), excess(opponents), excess(meetings)


def excess(pairs: Counter[frozenset[int]]) -> int:
    """Add up how often pairs meet after their first time."""
    return sum(times - 1 for times in pairs.values())


def least_repeats(players: int, games: int) -> Repeats:
    """Return lower bounds for a night's repeats.

    A player who meets `role` others in each game repeats at least those meetings beyond the number of other players;
    each repeat counts for two players.
    """
    seats = games * (players // 4 * 4)
    games_each, one_more = divmod(seats, players)

    def least(role: int) -> int:
        meetings = (role * (games_each + (player < one_more)) for player in range(players))
        return -(-sum(max(0, count - (players - 1)) for count in meetings) // 2)

    return least(1), least(2), least(3)


def illegal_rounds(players: Iterable[int], rounds: Rounds, sitouts: Iterable[Iterable[int]]) -> list[int]:
    """List the rounds, from 1, in which a player is missing or seated twice, or a table is not full."""
    found = []
    everybody = sorted(players)
    for game, (tables, out) in enumerate(zip(rounds, sitouts, strict=True), 1):
        sizes = [len(table) for table in tables] + [len(out := list(out))]
        if sorted([number for table in tables for number in table] + out) != everybody or sizes != [4] * (
            len(everybody) // 4
        ) + [len(everybody) % 4]:
            found.append(game)
    return found


def spread(counts: Iterable[int]) -> int:
    """Return the difference between the largest and the smallest count."""
    numbers = list(counts)
    return max(numbers) - min(numbers)
