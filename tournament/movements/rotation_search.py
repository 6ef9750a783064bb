"""A night of fewer games than a perfect rotation has: nobody twice the same partner, and as few pairs as possible that
meet twice in any role. Pure.

The best of what is known (shipped rotations and perfect ones cut to the games that are played, `known`), of the closed
forms, and of annealing, counted over the games that are played.
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
DEFAULT_GAMES = 10  # a night, unless the organizer says otherwise (seed 000)
WORK_PER_SECOND = 7_000_000  # units of `annealing`; measured: see `python -m tests.benchmarks.nights --speed`
EXTRA = 3  # passes at most that are made only while the head table is not shared to within one


class RotationError(Refused):
    """A night that cannot be drawn up; the sentence says for whom it can."""


@dataclass(frozen=True, slots=True)
class RotationCost:
    """How unfair rounds are: what comes up again, and the cost that the search makes smaller."""

    repeats: Repeats
    cost: int

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """Less is better: partners first, then all other repeats, opponents before those in any role."""
        partners, opponents, meetings = self.repeats
        return partners, opponents + meetings, opponents, self.cost


def flat_rounds(rotation: Rotation) -> Rounds:
    """The rounds of a rotation without the brackets around tables."""
    return [[number for table in tables for number in table] for tables in rotation.rounds]


def rotation_cost(players: int, rounds: Iterable[list[int]]) -> RotationCost:
    """What flat rounds cost, each four numbers from 1 to `players` a table, partners first."""
    ledger, tables = PairCosts.blank(players), []
    for numbers in rounds:
        ledger.seat(numbers)
        tables.append([as_table(four) for four in fours(numbers)])
    return RotationCost(count_rounds(tables).repeats, ledger.cost())


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
    """The best rotation that can be found for `games` games.

    :param seed: the same seed gives the same rotation on any machine, unless `progress` stops the search.
    :param budget: about so many seconds of search, turned into a fixed number of swaps; 0 searches nothing.
    :param head_table: whether games at the head table are shared to within one, should it cost a repeated meeting.
        They are shared as far as the order of the tables allows in any case.
    :param known: rotations for as many players to begin with; they are cut, or played again from the start. Give the
        best so far, and another seed, to improve it further: the answer is never worse.
    :param progress: told the share of the search that is done, 0 to 1, and the cost; it answers whether to go on; if
        not, the best so far is taken.
    :raises NightError: for numbers of players and games that have no rotation here.
    """
    _check(players, games)
    task = _Task(players, games, head_table, Random(seed), known)
    watching = SearchProgress(progress)
    for start, hot, share in task.starts() if budget or not task.found else ():
        task.anneal(start, hot, int(share * budget * WORK_PER_SECOND), watching.part(share))
        if task.settled() or not watching.wanted:
            break
    best = task.best()
    if not head_table:
        share_head_table(best.rounds, dict.fromkeys(range(1, players + 1), 0), task.chance, QUICK_STEPS)
    tables = tuple(share_first_deals(best.rounds, dict.fromkeys(range(1, players + 1), 0)))
    if players % 4 == 0:
        return Rotation(players, tables)
    everybody = set(range(1, players + 1))
    return Rotation(players, tables, tuple(tuple(sorted(everybody - set(numbers))) for numbers in best.rounds))


class SearchProgress:
    """Joins the passes of a search into one progress; `wanted` says whether to go on."""

    def __init__(self, progress: ProgressCallback | None) -> None:
        self.progress, self.begun, self.wanted = progress, 0.0, True

    def part(self, share: float) -> ProgressCallback:
        """What watches the next pass, which is `share` of the whole."""
        begun = self.begun
        self.begun += share

        def watch(done: float, cost: int) -> bool:
            if self.progress is not None:
                self.wanted = self.progress(min(1.0, begun + share * done), cost)
            return self.wanted

        return watch


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A night that could be played: flat rounds, their cost, and whether the head table is shared to within one."""

    rounds: Rounds
    cost: RotationCost
    even: bool


class _Task:
    """One night to draw up, and what was found for it."""

    def __init__(self, players: int, games: int, head_table: bool, chance: Random, known: Iterable[Rotation]) -> None:
        self.players, self.games, self.head_table, self.chance = players, games, head_table, chance
        self.least = least_cost(players, games)
        self.found: list[_Drawn] = []
        ways = [
            [[number + 1 for table in tables for number in table] for tables in way[:games]]
            for way in closed_forms(players)
        ]
        self.closed = ways[0] if ways else []
        for rotation in known:
            if rotation.players == players and rotation.rounds:
                rounds = flat_rounds(rotation)
                self.keep([list(rounds[game % len(rounds)]) for game in range(games)])
        for rounds in ways:
            if len(rounds) == games:
                self.keep(rounds)

    def keep(self, rounds: Rounds) -> None:
        """Count these rounds, and remember them; order their head tables where that is asked for."""
        even = self.head_table and share_head_table(rounds, dict.fromkeys(range(1, self.players + 1), 0), self.chance)
        self.found.append(_Drawn(rounds, rotation_cost(self.players, rounds), even))

    def best(self) -> _Drawn:
        """The fairest so far; the first of equals."""
        return min(
            self.found, key=lambda one: (one.cost.repeats.partners, self.head_table and not one.even, one.cost.rank)
        )

    def settled(self) -> bool:
        """Whether counting proves that nothing can be better."""
        best = self.best()
        return best.cost.cost <= self.least and (best.even or not self.head_table)

    def starts(self) -> Iterator[tuple[Rounds, float, float]]:
        """Where to begin, how hot, and for what share of the search."""
        if self.found and self.settled():
            return
        half = 2 * len(self.closed) > self.games
        yield self.filled([]), HOT, 0.3 if half else 0.5
        if half:
            yield self.filled(self.closed), WARM, 0.3
        yield self.filled(self.best().rounds), WARM, 0.4 if half else 0.5
        for _ in range(EXTRA if self.head_table else 0):
            if not self.best().even:
                yield self.filled([]), HOT, 0.3

    def filled(self, rounds: Rounds) -> Rounds:
        """A copy of these rounds, and rounds by lot up to the number of games."""
        result = [list(numbers) for numbers in rounds]
        for bench in night_sit_outs(self.players, self.games)[len(rounds) :]:
            numbers = [number for number in range(1, self.players + 1) if number not in bench]
            self.chance.shuffle(numbers)
            result.append(numbers)
        return result

    def anneal(self, rounds: Rounds, hot: float, work: int, watch: ProgressCallback) -> None:
        """Make these rounds fairer, and remember them."""
        heads = [0] * (self.players + 1) if self.head_table else None
        enough = self.least + (least_head_table_cost([0] * self.players, 4 * self.games) if self.head_table else 0)
        Annealing(rounds, PairCosts.blank(self.players), self.chance, heads).anneal(
            work, hot=hot, enough=enough, watch=watch
        )
        self.keep(rounds)


def least_cost(players: int, games: int) -> int:
    """What every night of so many games costs at least, by counting.

    The cost is C(n, 2) + C(o, 2) + 19·C(p, 2) over pairs that meet n = p + o times; each player's 3, 2 and 1 times as
    many meetings as games are spread over the others, as evenly as it goes.
    """
    total = 0
    benched = [number for bench in night_sit_outs(players, games) for number in bench]
    for number in range(1, players + 1):
        seated = games - benched.count(number)
        for times, weight in ((3, 1), (2, OPPONENTS_AGAIN - 1), (1, PARTNERS_AGAIN - 1)):
            each, more = divmod(times * seated, players - 1)
            total += weight * (more * each + (players - 1) * each * (each - 1) // 2)
    return -(-total // 2)


def least_head_table_cost(before: Iterable[int], games: int) -> int:
    """The least cost of the head table's squares when `games` more seats there go to people who had `before`."""
    heads = list(before)
    heapify(heads)
    for _ in range(games):
        heapreplace(heads, heads[0] + 1)
    return HEAD_TABLE_AGAIN * sum(count * count for count in heads)


def _check(players: int, games: int) -> None:
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise RotationError(
            f"A rotation is for {MIN_PLAYERS} to {MAX_PLAYERS} players, not {players}. "
            "Change who plays, or draw each game afresh."
        )
    if not 1 <= games <= MAX_GAMES:
        raise RotationError(f"A night has 1 to {MAX_GAMES} games, not {games}. Choose fewer, or draw the rest later.")
