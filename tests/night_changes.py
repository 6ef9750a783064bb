"""Nights that change in the middle: by lot, from a seed, and what is wrong with the rest that was drawn up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from random import Random

from tests.nights_counted import illegal, spread
from tournament.movements.nights import night
from tournament.movements.replan import Played, Rest, replan


def least_old_partners(played: Played, present: Collection[int], games: Counter[int]) -> int:
    """How many new partnerships must be old ones.

    Each one's games less the partners still to be had, halved; or what remains when those with more partners to be had
    than games have a new one in every game, and the others every new one among themselves.
    """
    had: dict[int, set[int]] = {number: {number} for number in present}
    for tables in played:
        for a, b, c, d in tables:
            for one, other in ((a, b), (b, a), (c, d), (d, c)):
                had.get(one, set()).add(other)
    fresh = {number: set(present) - had[number] for number in present}
    short = sum(max(0, games[number] - len(fresh[number])) for number in present)
    poor = {number for number in present if len(fresh[number]) <= games[number]}
    most = sum(games[number] for number in present if number not in poor) \
        + sum(len(fresh[number] & poor) for number in poor) // 2
    return max(-(-short // 2), games.total() // 2 - most)


def old_partners(played: Played, rest: Sequence[Sequence[Sequence[int]]]) -> int:
    """How many new partnerships were there before."""
    seen = {frozenset(pair) for tables in played for a, b, c, d in tables for pair in ((a, b), (c, d))}
    new = [frozenset(pair) for tables in rest for a, b, c, d in tables for pair in ((a, b), (c, d))]
    return len(new) - len(set(new) - seen)


def missed(played: Played, present: Collection[int]) -> dict[int, int]:
    """How many rounds each one had no seat in."""
    return {number: sum(not any(number in table for table in tables) for tables in played) for number in present}


def new_pairs(played: Played, present: Collection[int]) -> frozenset[frozenset[int]]:
    """The pairs that have not been partners."""
    had = {frozenset(pair) for tables in played for a, b, c, d in tables for pair in ((a, b), (c, d))}
    return frozenset(map(frozenset, combinations(present, 2))) - had


def all_new(present: Collection[int], pairs: frozenset[frozenset[int]], sat: dict[int, int], games: int) -> bool:
    """Whether rounds of new partners only exist, with fair sit-outs; by trying all, where that is soon done.

    Of more than two rounds or twelve players it is believed.
    """
    if games == 0 or games > 2 or len(present) > 12:
        return True
    out = len(present) % 4
    fewest = sorted(sat.values())[:out]
    return any(all_new(present, pairs - set(chosen), {one: sat[one] + (one in bench) for one in sat}, games - 1)
               for bench in combinations(sorted(present), out) if sorted(sat[number] for number in bench) == fewest
               for chosen in matchings(sorted(set(present) - set(bench)), pairs))


def matchings(numbers: list[int], pairs: frozenset[frozenset[int]]) -> Iterator[list[frozenset[int]]]:
    """Every way to make partners of all these numbers by these pairs."""
    if not numbers:
        yield []
    for other in numbers[1:]:
        if (pair := frozenset((numbers[0], other))) in pairs:
            rest = [number for number in numbers if number not in pair]
            yield from ([pair, *more] for more in matchings(rest, pairs))


def wrong(played: Played, came: Collection[int], present: Collection[int], rest: Rest) -> str:
    """What is wrong with the rest of a night; empty when nothing is. `came` were there from the first round."""
    if bad := illegal(present, rest.rounds, rest.sitouts):
        return f"rounds {bad} seat somebody twice or not at all"
    games = Counter(number for tables in rest.rounds for table in tables for number in table)
    least, old = least_old_partners(played, present, games), old_partners(played, rest.rounds)
    if old and not least and all_new(present, new_pairs(played, present), missed(played, present), len(rest.rounds)):
        return f"{old} old partners, where none is needed"
    sat = Counter(number for tables in (*played, *rest.rounds) for table in tables for number in table)
    if spread(sat[number] for number in set(came) & set(present)) > 1:
        return "sit-outs differ by more than one"
    return ""


def change(seed: int, budget: float) -> str:
    """Play part of a night, let people come and go by lot, draw up the rest; what is wrong with it."""
    lot = Random(seed)
    players, games = lot.randint(8, 40), lot.randint(6, 10)
    played = night(players, games, seed=seed, budget=budget).rounds[:lot.randint(1, games - 1)]
    before = repr(played)
    present = set(range(1, players + 1))
    for _ in range(lot.randint(1, 3)):
        if lot.random() < 0.5 and len(present) > 8:
            present.remove(lot.choice(sorted(present)))
        else:
            present.add(max(players, *present) + 1)
    rest = replan(played, present, games - len(played), seed=seed, budget=budget)
    problem = "the rounds played were touched" if repr(played) != before else \
        wrong(played, range(1, players + 1), present, rest)
    return problem and f"{players} players, {len(played)} of {games} games played, {len(present)} go on: {problem}"


