"""Searches for a fair rotation with a given number of games: no partner twice, and as few other repeats as possible.

The result is the best of the known rotations (shipped ones, and perfect ones cut to the games that are played), of the
closed forms, and of annealing, each counted over the games that are played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import heapify, heapreplace
from random import Random

from tournament.movements.annealing import (
    HEAD_TABLE_AGAIN,
    HOT,
    OPPONENTS_AGAIN,
    PARTNERS_AGAIN,
    WARM,
    Annealing,
    PairCosts,
    ProgressCallback,
    Rounds,
)
from tournament.movements.balance import Repeats, count_rounds
from tournament.movements.closed_forms import closed_forms
from tournament.movements.rotation import Rotation
from tournament.movements.seating import as_table, fours
from tournament.movements.sitting_out import night_sit_outs
from tournament.movements.table_order import QUICK_STEPS, share_first_deals, share_head_table
from tournament.people.errors import Refused

MIN_PLAYERS, MAX_PLAYERS, MAX_GAMES = 4, 133, 20
DEFAULT_GAMES = 10  # of a night, unless the organizer chooses another number (seed 000)
WORK_PER_SECOND = 7_000_000  # units of `annealing`; measured: see `python -m tests.benchmarks.rotation_search --speed`
MAX_EXTRA_PASSES = 3  # passes that run only while the head table is not shared to within one


class RotationError(Refused):
    """No rotation exists for these numbers of players and games; the sentence names the limits."""


@dataclass(frozen=True, slots=True)
class RotationCost:
    """How unfair rounds are: their repeats, and the cost that the search minimizes."""

    repeats: Repeats
    cost: int

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """The sort key, less is better: repeated partners, all other repeats, repeated opponents, the cost."""
        partners, opponents, meetings = self.repeats
        return partners, opponents + meetings, opponents, self.cost


def flat_rounds(rotation: Rotation) -> Rounds:
    """Return each round of a rotation as one flat list of players."""
    return [[number for table in tables for number in table] for tables in rotation.rounds]


def rotation_cost(players: int, rounds: Iterable[list[int]]) -> RotationCost:
    """Return the cost of flat rounds of players 1 … `players`, each four a table, partners side by side."""
    pair_costs, tables = PairCosts.blank(players), []
    for numbers in rounds:
        pair_costs.add_round(numbers)
        tables.append([as_table(four) for four in fours(numbers)])
    return RotationCost(count_rounds(tables).repeats, pair_costs.cost())


def find_rotation(
    players: int,
    games: int,
    *,
    seed: int = 0,
    budget: float = 1.0,
    head_table: bool = False,
    known: Iterable[Rotation] = (),
    progress: ProgressCallback | None = None,
) -> Rotation:
    """Find the best rotation for `games` games.

    :param seed: the same seed gives the same rotation on any machine, unless `progress` stops the search.
    :param budget: seconds of search, approximate because they become a fixed number of swaps; 0 skips the search.
    :param head_table: whether to share games at the head table to within one even at the cost of a repeated meeting.
        Without it they are shared as far as the order of the tables allows.
    :param known: rotations for as many players to start from, cut or repeated to `games` games. The result is never
        worse, so pass the best one so far, and another seed, to improve it further.
    :param progress: called with the share of the search that is done, 0 to 1, and the cost; where it returns False, the
        search ends with the best so far.
    :raises RotationError: for numbers of players and games outside the limits.
    """
    _check(players, games)
    search = _Search(players, games, head_table, Random(seed), known)
    search_progress = SearchProgress(progress)
    for start, hot, share in search.starts() if budget or not search.candidates else ():
        search.anneal(start, hot, int(share * budget * WORK_PER_SECOND), search_progress.for_pass(share))
        if search.is_optimal() or not search_progress.wanted:
            break
    best = search.best()
    if not head_table:
        share_head_table(best.rounds, dict.fromkeys(range(1, players + 1), 0), search.chance, QUICK_STEPS)
    tables = tuple(share_first_deals(best.rounds, dict.fromkeys(range(1, players + 1), 0)))
    if players % 4 == 0:
        return Rotation(players, tables)
    everybody = set(range(1, players + 1))
    return Rotation(players, tables, tuple(tuple(sorted(everybody - set(numbers))) for numbers in best.rounds))


class SearchProgress:
    """Joins the passes of a search into one progress; `wanted` turns False when the callback stops the search."""

    def __init__(self, callback: ProgressCallback | None) -> None:
        self.callback, self.begun, self.wanted = callback, 0.0, True

    def for_pass(self, share: float) -> ProgressCallback:
        """Return the callback for the next pass, which is `share` of the whole search."""
        begun = self.begun
        self.begun += share

        def report(done: float, cost: int) -> bool:
            if self.callback is not None:
                self.wanted = self.callback(min(1.0, begun + share * done), cost)
            return self.wanted

        return report


@dataclass(frozen=True, slots=True)
class _Candidate:
    """Flat rounds that could be played, their cost, and whether the head table is shared to within one."""

    rounds: Rounds
    cost: RotationCost
    even: bool


class _Search:
    """The search for one night's rotation, with the candidates found so far."""

    def __init__(self, players: int, games: int, head_table: bool, chance: Random, known: Iterable[Rotation]) -> None:
        self.players, self.games, self.head_table, self.chance = players, games, head_table, chance
        self.least = least_cost(players, games)
        self.candidates: list[_Candidate] = []
        designs = [
            [[number + 1 for table in tables for number in table] for tables in design[:games]]
            for design in closed_forms(players)
        ]
        self.longest_design = designs[0] if designs else []
        for rotation in known:
            if rotation.players == players and rotation.rounds:
                rounds = flat_rounds(rotation)
                self.add([list(rounds[game % len(rounds)]) for game in range(games)])
        for rounds in designs:
            if len(rounds) == games:
                self.add(rounds)

    def add(self, rounds: Rounds) -> None:
        """Add a candidate; reorder its tables first where the head table is to be shared."""
        even = self.head_table and share_head_table(rounds, dict.fromkeys(range(1, self.players + 1), 0), self.chance)
        self.candidates.append(_Candidate(rounds, rotation_cost(self.players, rounds), even))

    def best(self) -> _Candidate:
        """Return the fairest candidate, the first one of equals."""
        return min(
            self.candidates,
            key=lambda found: (found.cost.repeats.partners, self.head_table and not found.even, found.cost.rank),
        )

    def is_optimal(self) -> bool:
        """Return whether counting proves that no rotation is better than the best candidate."""
        best = self.best()
        return best.cost.cost <= self.least and (best.even or not self.head_table)

    def starts(self) -> Iterator[tuple[Rounds, float, float]]:
        """Yield, for each pass, the rounds to start from, the temperature, and the share of the whole search."""
        if self.candidates and self.is_optimal():
            return
        half_known = 2 * len(self.longest_design) > self.games
        yield self.filled([]), HOT, 0.3 if half_known else 0.5
        if half_known:
            yield self.filled(self.longest_design), WARM, 0.3
        yield self.filled(self.best().rounds), WARM, 0.4 if half_known else 0.5
        for _ in range(MAX_EXTRA_PASSES if self.head_table else 0):
            if not self.best().even:
                yield self.filled([]), HOT, 0.3

    def filled(self, rounds: Rounds) -> Rounds:
        """Return a copy of these rounds, followed by random ones up to the number of games."""
        result = [list(numbers) for numbers in rounds]
        for sitting_out in night_sit_outs(self.players, self.games)[len(rounds) :]:
            numbers = [number for number in range(1, self.players + 1) if number not in sitting_out]
            self.chance.shuffle(numbers)
            result.append(numbers)
        return result

    def anneal(self, rounds: Rounds, hot: float, work: int, progress: ProgressCallback) -> None:
        """Make these rounds fairer, and add them as a candidate."""
        head_games = [0] * (self.players + 1) if self.head_table else None
        enough = self.least + (least_head_table_cost([0] * self.players, 4 * self.games) if self.head_table else 0)
        annealing = Annealing(rounds, PairCosts.blank(self.players), self.chance, head_games)
        annealing.anneal(work, hot=hot, enough=enough, progress=progress)
        self.add(rounds)


def least_cost(players: int, games: int) -> int:
    """Return a lower bound, by counting, of the cost of a night.

    The cost is C(n, 2) + C(o, 2) + 19·C(p, 2) over pairs that meet n = p + o times. The bound spreads each player's
    meetings, opponents and partners (3, 2 and 1 times the games) over the other players as evenly as possible.
    """
    total = 0
    sit_outs = [number for sitting_out in night_sit_outs(players, games) for number in sitting_out]
    for number in range(1, players + 1):
        seated = games - sit_outs.count(number)
        for times, weight in ((3, 1), (2, OPPONENTS_AGAIN - 1), (1, PARTNERS_AGAIN - 1)):
            each, more = divmod(times * seated, players - 1)
            total += weight * (more * each + (players - 1) * each * (each - 1) // 2)
    return -(-total // 2)


def least_head_table_cost(before: Iterable[int], games: int) -> int:
    """Return the least cost of games at the head table.

    :param before: each player's games there so far.
    :param games: how many more seats there are shared out.
    """
    counts = list(before)
    heapify(counts)
    for _ in range(games):
        heapreplace(counts, counts[0] + 1)
    return HEAD_TABLE_AGAIN * sum(count * count for count in counts)


def _check(players: int, games: int) -> None:
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise RotationError(
            f"A rotation is for {MIN_PLAYERS} to {MAX_PLAYERS} players, not {players}. "
            "Change who plays, or draw each game afresh."
        )
    if not 1 <= games <= MAX_GAMES:
        raise RotationError(f"A night has 1 to {MAX_GAMES} games, not {games}. Choose fewer, or draw the rest later.")
