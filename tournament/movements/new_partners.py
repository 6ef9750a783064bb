"""Rounds in which nobody gets an old partner back, by trying one way after the other. Pure.

Annealing swaps two players at a time. Where few new partners are left it gets stuck: nine players with four games to
come and 20 new pairs for 16 partnerships, say. Trying is quick just there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

Fresh = Mapping[int, set[int]]  # whom each one may still have as a partner


def new_partners(
    rounds: Sequence[frozenset[int]], fresh: Fresh, chance: Random, steps: Iterator[object]
) -> list[list[int]] | None:
    """Everybody in each of `rounds`, partners side by side: new ones only, and nobody twice the same.

    None where there is no such way, or none is found before the `steps` are over; one is taken for each pair tried.
    """
    return next(_ways(rounds, {number: set(others) for number, others in fresh.items()}, chance, steps), None)


def _ways(
    rounds: Sequence[frozenset[int]], fresh: Fresh, chance: Random, steps: Iterator[object]
) -> Iterator[list[list[int]]]:
    if not rounds:
        yield []
        return
    for pairs in _pairings(rounds[0], fresh, chance, steps):
        for more in _ways(rounds[1:], fresh, chance, steps):
            yield [pairs, *more]


def _pairings(free: frozenset[int], fresh: Fresh, chance: Random, steps: Iterator[object]) -> Iterator[list[int]]:
    """Pairs for everybody who is free. Whoever has the fewest to choose from is first; pairs in use are not fresh."""
    if not free:
        yield []
        return
    one = min(sorted(free), key=lambda number: len(fresh[number] & free))
    others = sorted(fresh[one] & free)
    chance.shuffle(others)
    for other in others:
        if next(steps, None) is None:
            return
        fresh[one].remove(other)
        fresh[other].remove(one)
        for more in _pairings(free - {one, other}, fresh, chance, steps):
            yield [one, other, *more]
        fresh[one].add(other)
        fresh[other].add(one)
