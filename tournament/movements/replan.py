"""The rest of a night after somebody came or went: new rounds only, and what was played counts. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from random import Random

from tournament.movements.annealing import HOT, WARM, Annealing, PairCosts, ProgressCallback, Rounds
from tournament.movements.new_partners import new_partners
from tournament.movements.rotation_search import (
    MAX_GAMES,
    MAX_PLAYERS,
    WORK_PER_SECOND,
    SearchProgress,
    least_head_table_cost,
)
from tournament.movements.seating import RoundSeating
from tournament.movements.seats import Table
from tournament.movements.sitting_out import remaining_sit_outs
from tournament.movements.table_order import QUICK_STEPS, THOROUGH_STEPS, share_first_deals, share_head_table
from tournament.people.errors import Refused

REPLAN_SECONDS = 0.3  # seconds of search: people are waiting
TRIES = 20  # short searches at most after the first, while partners meet again who need not
SHORT = 0.08  # of the first one
STEP, LOOK = 10, 1000  # units of work, for each player, of a pair tried as partners; such pairs in one try at most
Played = Sequence[Sequence[Table]]
Benches = list[tuple[int, ...]]


class ReplanError(Refused):
    """The rest of this night cannot be drawn up; the sentence says why."""


def replan(
    played: Played,
    present: Collection[int],
    games: int,
    *,
    seed: int = 0,
    budget: float = REPLAN_SECONDS,
    head_table: bool = False,
    progress: ProgressCallback | None = None,
) -> tuple[RoundSeating, ...]:
    """Draw up `games` more games for those present, after the rounds that were played or are running.

    Partners and opponents so far count as if they were part of the new rounds. A round without a seat counts as a
    sit-out, also those before a late arrival came, so that latecomers sit out last. The rounds played are not touched;
    whoever sits in the running game keeps that seat, for it is one of `played`.

    :param played: every round so far, the running one last, as tables of players' numbers.
    :param present: the numbers of everybody who plays on, any four or more.
    :param budget: about so many seconds of search, turned into a fixed number of swaps. While partners meet again who
        need not, by counting, the search begins again, shorter, with other sit-outs among equals, and from new partners
        if trying finds such.
    :param head_table: whether games at the head table are shared to within one, as far as what was played allows.
    :raises ReplanError: for fewer than four players, too many, or no games.
    """
    numbers = _checked(present, games)
    missed = {
        number: [game for game, tables in enumerate(played) if not any(number in table for table in tables)]
        for number in numbers
    }
    chance, index = Random(seed), {number: at for at, number in enumerate(numbers, 1)}
    heads = _so_far(missed, [number for tables in played for number in tables[0]])
    dealers = _so_far(missed, [table[0] for tables in played for table in tables])
    task = _Task(index, missed, played, [0, *heads.values()] if head_table else None)
    bench, rounds = task.search(games, int(budget * WORK_PER_SECOND), chance, SearchProgress(progress))
    new = [[numbers[at - 1] for at in seats] for seats in rounds]
    share_head_table(new, heads, chance, THOROUGH_STEPS if head_table else QUICK_STEPS)
    return tuple(map(RoundSeating, share_first_deals(new, dealers), bench))


def _checked(present: Collection[int], games: int) -> list[int]:
    numbers = sorted(set(present))
    if not 4 <= len(numbers) <= MAX_PLAYERS:
        raise ReplanError(
            f"{len(numbers)} players cannot be seated: a table needs four, and at most {MAX_PLAYERS} "
            "play. Close the night, or let somebody join."
        )
    if not 1 <= games <= MAX_GAMES:
        raise ReplanError(f"{games} more games cannot be drawn up; choose 1 to {MAX_GAMES}.")
    return numbers


def _so_far(missed: Mapping[int, Sequence[int]], counted: Sequence[int]) -> dict[int, int]:
    """How often each one present is among `counted`; a latecomer as often as the least of those there all along."""
    counts = dict.fromkeys(missed, 0)
    for number in counted:
        if number in counts:
            counts[number] += 1
    fewest = min(map(len, missed.values()))
    least = min(counts[number] for number in missed if len(missed[number]) <= fewest + 1)
    return {number: max(count, least) for number, count in counts.items()}


class _Task:
    """The players as 1 … n, and what they played and missed."""

    def __init__(
        self, index: Mapping[int, int], missed: Mapping[int, Sequence[int]], played: Played, heads: list[int] | None
    ) -> None:
        self.index, self.missed, self.heads, self.behind = index, missed, heads, len(played)
        self.history = [[index.get(number, 0) for table in tables for number in table] for tables in played]

    def ledger(self) -> PairCosts:
        """What was played, written down; 0 is everybody who left."""
        ledger = PairCosts.blank(len(self.index))
        for seats in self.history:
            ledger.seat(seats)
        for row in (*ledger.partner, *ledger.opponent):
            row[0] = 0
        return ledger

    def search(self, games: int, work: int, chance: Random, watching: SearchProgress) -> tuple[Benches, Rounds]:
        """Who sits out, and the rounds with the fewest repeated partners, then the least cost, of all searches made."""
        results: list[tuple[int, int, Benches, Rounds]] = []
        steps = iter(range(work // (STEP * len(self.index))))
        for attempt in range(1 + TRIES):
            bench = remaining_sit_outs(self.missed, self.behind, games, chance if attempt else None)
            ledger = self.ledger()
            least = self._least_repeated(bench, ledger)
            paired = self._paired(bench, ledger, chance, islice(steps, LOOK)) if attempt and not least else None
            rounds, heads = paired or self._by_lot(bench, chance), None if self.heads is None else list(self.heads)
            enough = ledger.cost()
            if heads is not None:
                enough += least_head_table_cost(heads[1:], 4 * games)
            cost = Annealing(rounds, ledger, chance, heads).anneal(
                int(work * (SHORT if attempt else 1)),
                hot=WARM if paired else HOT,
                enough=enough,
                watch=watching.part(0.0 if attempt else 1.0),
            )
            results.append((self._repeated(rounds), cost, bench, rounds))
            if results[-1][0] <= least or not watching.wanted:
                break
        _, _, bench, rounds = min(results)
        return bench, rounds

    def _paired(self, benches: Benches, ledger: PairCosts, chance: Random, steps: Iterator[object]) -> Rounds | None:
        """Rounds of new partners only, if such are found, each two against those whom they cost least to meet."""
        seated = [frozenset(at for number, at in self.index.items() if number not in bench) for bench in benches]
        found = new_partners(seated, self._fresh(ledger), chance, steps)
        if found is None:
            return None
        met, rounds = self.ledger(), []
        for row in found:
            pairs, seats = list(zip(row[::2], row[1::2], strict=True)), list[int]()
            chance.shuffle(pairs)
            while pairs:
                two = pairs.pop()
                pairs.sort(key=lambda others: -sum(met.opponent[x][y] for x in two for y in others))
                seats += [*two, *pairs.pop()]
            met.seat(seats)
            rounds.append(seats)
        return rounds

    def _by_lot(self, benches: Benches, chance: Random) -> Rounds:
        rounds = []
        for bench in benches:
            seats = [at for number, at in self.index.items() if number not in bench]
            chance.shuffle(seats)
            rounds.append(seats)
        return rounds

    def _repeated(self, rounds: Rounds) -> int:
        """How many of the new partnerships were there before."""
        ledger, repeated = self.ledger(), 0
        for seats in rounds:
            for x, y in zip(seats[::2], seats[1::2], strict=True):
                repeated += ledger.met(x, y)[0] > 0
                ledger.partners(x, y)
        return repeated

    def _least_repeated(self, benches: Benches, ledger: PairCosts) -> int:
        """How many new partnerships must be old ones, by counting.

        Each one's games, less the partners not yet had, make half a partnership each. Or: of the pairs not yet had,
        those with somebody who has more of them than games are as many as those games at most.
        """
        games = {at: sum(number not in bench for bench in benches) for number, at in self.index.items()}
        fresh = self._fresh(ledger)
        short = sum(max(0, games[at] - len(fresh[at])) for at in games)
        rich = {at for at in games if len(fresh[at]) > games[at]}
        most = (
            sum(games[at] for at in rich)
            + sum(other not in rich for at in fresh if at not in rich for other in fresh[at]) // 2
        )
        return max(-(-short // 2), sum(games.values()) // 2 - most)

    def _fresh(self, ledger: PairCosts) -> dict[int, set[int]]:
        """The partners that each one has not had yet."""
        everybody = self.index.values()
        return {at: {other for other in everybody if at != other and not ledger.met(at, other)[0]} for at in everybody}
