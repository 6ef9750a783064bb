"""Finds rounds in which all partners are new to each other, by backtracking.

Annealing swaps two players at a time and gets stuck where few new partners are left: for example, nine players with
four games to come have 20 new pairs for 16 partnerships. Backtracking is quick in just these cases.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

NewPartners = Mapping[int, set[int]]  # by player: everybody who has not been a partner yet


def pair_new_partners(
    rounds: Sequence[frozenset[int]], candidates: NewPartners, chance: Random, steps: Iterator[object]
) -> list[list[int]] | None:
    """Pair the players of each of `rounds` with new partners, no pair twice, and list partners side by side.

    Returns None where this is impossible, or where `steps` run out first; each pair tried takes one step.
    """
    unused = {number: set(others) for number, others in candidates.items()}
    return next(_pair_rounds(rounds, unused, chance, steps), None)


def _pair_rounds(
    rounds: Sequence[frozenset[int]], unused: NewPartners, chance: Random, steps: Iterator[object]
) -> Iterator[list[list[int]]]:
    if not rounds:
        yield []
        return
    for pairs in _pair_players(rounds[0], unused, chance, steps):
        for later in _pair_rounds(rounds[1:], unused, chance, steps):
            yield [pairs, *later]


def _pair_players(
    free: frozenset[int], unused: NewPartners, chance: Random, steps: Iterator[object]
) -> Iterator[list[int]]:
    """Yield pairings of the free players, starting with the one who has the fewest candidates left.

    A pair is removed from `unused` while it is part of the pairing.
    """
    if not free:
        yield []
        return
    one = min(sorted(free), key=lambda number: len(unused[number] & free))
    others = sorted(unused[one] & free)
    chance.shuffle(others)
    for other in others:
        if next(steps, None) is None:
            return
        unused[one].remove(other)
        unused[other].remove(one)
        for more in _pair_players(free - {one, other}, unused, chance, steps):
            yield [one, other, *more]
        unused[one].add(other)
        unused[other].add(one)
