"""Nights that change in the middle, one change after the other, and what is wrong with the rests that were drawn up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from tests.support.nights_counted import illegal, spread
from tournament.movements.replan import Played, replan
from tournament.movements.rotation_search import find_rotation
from tournament.movements.seating import RoundSeating


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
    most = (
        sum(games[number] for number in present if number not in poor)
        + sum(len(fresh[number] & poor) for number in poor) // 2
    )
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
    return any(
        all_new(present, pairs - set(chosen), {one: sat[one] + (one in bench) for one in sat}, games - 1)
        for bench in combinations(sorted(present), out)
        if sorted(sat[number] for number in bench) == fewest
        for chosen in matchings(sorted(set(present) - set(bench)), pairs)
    )


def matchings(numbers: list[int], pairs: frozenset[frozenset[int]]) -> Iterator[list[frozenset[int]]]:
    """Every way to make partners of all these numbers by these pairs."""
    if not numbers:
        yield []
    for other in numbers[1:]:
        if (pair := frozenset((numbers[0], other))) in pairs:
            rest = [number for number in numbers if number not in pair]
            yield from ([pair, *more] for more in matchings(rest, pairs))


def unfair(played: Played, rest: Sequence[RoundSeating]) -> list[int]:
    """The rounds to come, from 1, in which somebody sits out who has missed more rounds than somebody with a seat.

    Rounds before somebody came count as missed.
    """
    rounds, found = [list(tables) for tables in played], []
    for game, seating in enumerate(rest, 1):
        sat = missed(rounds, seating.everybody)
        if max((sat[number] for number in seating.sitting_out), default=0) > min(
            sat[number] for table in seating.tables for number in table
        ):
            found.append(game)
        rounds.append(list(seating.tables))
    return found


def wrong(played: Played, came: Collection[int], present: Collection[int], rest: Sequence[RoundSeating]) -> str:
    """What is wrong with the rest of a night; empty when nothing is. `came` were there from the first round."""
    rounds = [seating.tables for seating in rest]
    if bad := illegal(present, rounds, [seating.sitting_out for seating in rest]):
        return f"rounds {bad} seat somebody twice or not at all"
    if bad := unfair(played, rest):
        return f"in rounds {bad} somebody sits out who has missed more than others"
    sat = missed([*played, *rounds], set(came) & set(present))
    if sat and spread(sat.values()) > 1:
        return "sit-outs differ by more than one"
    games = Counter(number for tables in rounds for table in tables for number in table)
    least, old = least_old_partners(played, present, games), old_partners(played, rounds)
    if old and not least and all_new(present, new_pairs(played, present), missed(played, present), len(rest)):
        return f"{old} old partners, where none is needed"
    return ""


class Change(NamedTuple):
    """Somebody comes or goes after so many games: `who` in the row of those here, None for a newcomer."""

    after: int
    who: int | None


def play(players: int, games: int, changes: Collection[Change], seed: int, budget: float) -> str:
    """Draw up a night, let people come and go; what is wrong with a rest that was drawn up, or empty.

    Eight stay in any case: of fewer, counting alone does not tell whether old partners can be avoided.
    """
    drawn = list(find_rotation(players, games, seed=seed, budget=budget).seatings())
    here, newest = set(range(1, players + 1)), players
    for after in sorted({change.after for change in changes}):
        for change in changes:
            if change.after == after and change.who is None:
                newest += 1
                here.add(newest)
            elif change.after == after and change.who is not None and len(here) > 8:
                here.remove(sorted(here)[change.who % len(here)])
        played = [seating.tables for seating in drawn[:after]]
        before = repr(played)
        rest = replan(played, here, games - after, seed=seed, budget=budget)
        problem = (
            "the rounds played were touched"
            if repr(played) != before
            else "there are too few or too many games"
            if after + len(rest) != games
            else wrong(played, range(1, players + 1), here, rest)
        )
        if problem:
            return f"{players} players, {after} of {games} games played, {len(here)} go on: {problem}"
        drawn[after:] = rest
    return ""


def by_lot(seed: int, budget: float) -> str:
    """A night with one to three people who come or go at once, drawn from a seed; what is wrong with it."""
    lot = Random(seed)
    players, games = lot.randint(8, 40), lot.randint(6, 10)
    after = lot.randint(1, games - 1)
    changes = [Change(after, lot.choice((None, lot.randrange(40)))) for _ in range(lot.randint(1, 3))]
    return play(players, games, changes, seed, budget)
