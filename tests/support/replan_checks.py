"""Nights whose players change in the middle, and checks of the remaining rounds that `replan` draws up for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from tests.support.repeats import illegal_rounds, spread
from tournament.movements.replan import Played, replan
from tournament.movements.rotation_search import find_rotation
from tournament.movements.seating import RoundSeating


def least_repeated_partners(played: Played, present: Collection[int], games: Counter[int]) -> int:
    """Return a lower bound for the partnerships to come that repeat earlier ones.

    It is the larger of two bounds: half the sum over all players of games beyond their number of new partners; and the
    partnerships that are left when players with more new partners than games get a new one in every game, and the
    others get all their new ones.
    """
    met: dict[int, set[int]] = {number: {number} for number in present}
    for tables in played:
        for a, b, c, d in tables:
            for one, other in ((a, b), (b, a), (c, d), (d, c)):
                met.get(one, set()).add(other)
    new_partners = {number: set(present) - met[number] for number in present}
    missing = sum(max(0, games[number] - len(new_partners[number])) for number in present)
    few = {number for number in present if len(new_partners[number]) <= games[number]}
    most_new = (
        sum(games[number] for number in present if number not in few)
        + sum(len(new_partners[number] & few) for number in few) // 2
    )
    return max(-(-missing // 2), games.total() // 2 - most_new)


def repeated_partners(played: Played, remaining: Sequence[Sequence[Sequence[int]]]) -> int:
    """Count the partnerships in the remaining rounds that repeat earlier ones."""
    before = {frozenset(pair) for tables in played for a, b, c, d in tables for pair in ((a, b), (c, d))}
    to_come = [frozenset(pair) for tables in remaining for a, b, c, d in tables for pair in ((a, b), (c, d))]
    return len(to_come) - len(set(to_come) - before)


def missed_rounds(played: Played, present: Collection[int]) -> dict[int, int]:
    """Count the rounds in which each player had no seat."""
    return {number: sum(not any(number in table for table in tables) for tables in played) for number in present}


def new_pairs(played: Played, present: Collection[int]) -> frozenset[frozenset[int]]:
    """Return the pairs that have not been partners."""
    before = {frozenset(pair) for tables in played for a, b, c, d in tables for pair in ((a, b), (c, d))}
    return frozenset(map(frozenset, combinations(present, 2))) - before


def only_new_partners_possible(
    present: Collection[int], pairs: frozenset[frozenset[int]], missed: dict[int, int], games: int
) -> bool:
    """Tell whether rounds with only new partners and fair sit-outs exist, by trying all.

    With more than two rounds or twelve players that would take too long, and the answer is yes.
    """
    if games == 0 or games > 2 or len(present) > 12:
        return True
    out = len(present) % 4
    fewest = sorted(missed.values())[:out]
    return any(
        only_new_partners_possible(
            present, pairs - set(chosen), {one: missed[one] + (one in chosen_out) for one in missed}, games - 1
        )
        for chosen_out in combinations(sorted(present), out)
        if sorted(missed[number] for number in chosen_out) == fewest
        for chosen in matchings(sorted(set(present) - set(chosen_out)), pairs)
    )


def matchings(numbers: list[int], pairs: frozenset[frozenset[int]]) -> Iterator[list[frozenset[int]]]:
    """Yield every way to split these numbers into these pairs."""
    if not numbers:
        yield []
    for other in numbers[1:]:
        if (pair := frozenset((numbers[0], other))) in pairs:
            others = [number for number in numbers if number not in pair]
            yield from ([pair, *more] for more in matchings(others, pairs))


def unfair_rounds(played: Played, remaining: Sequence[RoundSeating]) -> list[int]:
    """List the remaining rounds, from 1, where a player sits out who has missed more rounds than a seated player.

    Rounds before a player arrived count as missed.
    """
    rounds, found = [list(tables) for tables in played], []
    for game, seating in enumerate(remaining, 1):
        missed = missed_rounds(rounds, seating.everybody)
        if max((missed[number] for number in seating.sitting_out), default=0) > min(
            missed[number] for table in seating.tables for number in table
        ):
            found.append(game)
        rounds.append(list(seating.tables))
    return found


def find_problem(
    played: Played, came: Collection[int], present: Collection[int], remaining: Sequence[RoundSeating]
) -> str:
    """Return what is wrong with the remaining rounds, or "".

    `came` are the players who were there from the first round.
    """
    rounds = [seating.tables for seating in remaining]
    if bad := illegal_rounds(present, rounds, [seating.sitting_out for seating in remaining]):
        return f"rounds {bad} seat a player twice or not at all"
    if bad := unfair_rounds(played, remaining):
        return f"in rounds {bad} a player sits out who has missed more rounds than others"
    missed = missed_rounds([*played, *rounds], set(came) & set(present))
    if missed and spread(missed.values()) > 1:
        return "sit-outs differ by more than one"
    games = Counter(number for tables in rounds for table in tables for number in table)
    least, repeated = least_repeated_partners(played, present, games), repeated_partners(played, rounds)
    if (
        repeated
        and not least
        and only_new_partners_possible(
            present, new_pairs(played, present), missed_rounds(played, present), len(remaining)
        )
    ):
        return f"{repeated} partners repeat, and none needs to"
    return ""


class Change(NamedTuple):
    """A player comes or goes after so many games: `who` is an index into the players here, None for a newcomer."""

    after: int
    who: int | None


def play_changes(players: int, games: int, changes: Collection[Change], seed: int, budget: float) -> str:
    """Draw up a night and replan it after each change; return what is wrong with a result, or "".

    Eight players stay in any case: with fewer, counting cannot tell whether repeated partners can be avoided.
    """
    seatings = list(find_rotation(players, games, seed=seed, budget=budget).seatings())
    here, newest = set(range(1, players + 1)), players
    for after in sorted({change.after for change in changes}):
        for change in changes:
            if change.after == after and change.who is None:
                newest += 1
                here.add(newest)
            elif change.after == after and change.who is not None and len(here) > 8:
                here.remove(sorted(here)[change.who % len(here)])
        played = [seating.tables for seating in seatings[:after]]
        before = repr(played)
        remaining = replan(played, here, games - after, seed=seed, budget=budget)
        problem = (
            "rounds already played were changed"
            if repr(played) != before
            else "there are too few or too many games"
            if after + len(remaining) != games
            else find_problem(played, range(1, players + 1), here, remaining)
        )
        if problem:
            return f"{players} players, {after} of {games} games played, {len(here)} go on: {problem}"
        seatings[after:] = remaining
    return ""


def play_random_night(seed: int, budget: float) -> str:
    """Play a random night in which one to three players come or go after a game; return what is wrong, or ""."""
    chance = Random(seed)
    players, games = chance.randint(8, 40), chance.randint(6, 10)
    after = chance.randint(1, games - 1)
    changes = [Change(after, chance.choice((None, chance.randrange(40)))) for _ in range(chance.randint(1, 3))]
    return play_changes(players, games, changes, seed, budget)
