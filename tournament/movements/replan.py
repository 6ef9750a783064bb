"""Plans the remaining rounds of a night after somebody arrived or left, and takes the rounds played into account."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from random import Random

from tournament.movements.annealing import HOT, WARM, Annealing, PairCosts, ProgressCallback, Rounds
from tournament.movements.new_partners import pair_new_partners
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

REPLAN_SECONDS = 0.3  # of search, because people are waiting
MAX_RETRIES = 20  # shorter searches after the first, while partners meet again who need not
RETRY_SHARE = 0.08  # of the first search
PAIR_WORK = 10  # units of work for each player when backtracking tries a pair of partners
MAX_PAIRS = 1000  # tried by backtracking in one retry
Played = Sequence[Sequence[Table]]
SitOuts = list[tuple[int, ...]]


class ReplanError(Refused):
    """The remaining rounds cannot be planned; the sentence says why."""


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
    """Plan `games` more games for the players present, after the rounds that were played or have started.

    Earlier partners and opponents count as in the new rounds. A round without a seat counts as a sit-out, also before a
    late arrival, so that latecomers sit out last. The rounds played do not change, nor does the round that has started,
    which is one of them.

    :param played: every round so far, the current one last, as tables of players' numbers.
    :param present: the numbers of everybody who plays on, four or more.
    :param budget: seconds of the first search, approximate because they become a fixed number of swaps. While partners
        meet again who, by counting, need not, shorter searches follow: with other sit-outs among equals, and from
        rounds of new partners where backtracking finds them.
    :param head_table: whether to share games at the head table to within one, as far as the rounds played allow.
    :raises ReplanError: for fewer than four players, too many players, or too few or too many games.
    """
    numbers = _checked(present, games)
    missed = {
        number: [game for game, tables in enumerate(played) if not any(number in table for table in tables)]
        for number in numbers
    }
    chance, index = Random(seed), {number: at for at, number in enumerate(numbers, 1)}
    head_games = _past_counts(missed, [number for tables in played for number in tables[0]])
    first_deals = _past_counts(missed, [table[0] for tables in played for table in tables])
    replanning = _Replanning(index, missed, played, [0, *head_games.values()] if head_table else None)
    sit_outs, rounds = replanning.search(games, int(budget * WORK_PER_SECOND), chance, SearchProgress(progress))
    new = [[numbers[at - 1] for at in seats] for seats in rounds]
    share_head_table(new, head_games, chance, THOROUGH_STEPS if head_table else QUICK_STEPS)
    return tuple(map(RoundSeating, share_first_deals(new, first_deals), sit_outs))


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


def _past_counts(missed: Mapping[int, Sequence[int]], counted: Sequence[int]) -> dict[int, int]:
    """Count how often each player present occurs in `counted`.

    A latecomer gets at least the lowest count of those who were there from the start, so as not to be favored.
    """
    counts = dict.fromkeys(missed, 0)
    for number in counted:
        if number in counts:
            counts[number] += 1
    fewest_missed = min(map(len, missed.values()))
    lowest = min(counts[number] for number in missed if len(missed[number]) <= fewest_missed + 1)
    return {number: max(count, lowest) for number, count in counts.items()}


class _Replanning:
    """The players present as 1 … n, with the rounds that they played and missed."""

    def __init__(
        self,
        index: Mapping[int, int],
        missed: Mapping[int, Sequence[int]],
        played: Played,
        head_games: list[int] | None,
    ) -> None:
        self.index, self.missed, self.head_games, self.started = index, missed, head_games, len(played)
        self.played = [[index.get(number, 0) for table in tables for number in table] for tables in played]

    def past_costs(self) -> PairCosts:
        """Return the costs of the rounds played; player 0 stands for everybody who left and costs nothing."""
        pair_costs = PairCosts.blank(len(self.index))
        for seats in self.played:
            pair_costs.add_round(seats)
        for row in (*pair_costs.partner, *pair_costs.opponent):
            row[0] = 0
        return pair_costs

    def search(self, games: int, work: int, chance: Random, search_progress: SearchProgress) -> tuple[SitOuts, Rounds]:
        """Return the sit-outs and rounds with the fewest repeated partners, then the lowest cost, of all searches."""
        results: list[tuple[int, int, SitOuts, Rounds]] = []
        steps = iter(range(work // (PAIR_WORK * len(self.index))))
        for attempt in range(1 + MAX_RETRIES):
            sit_outs = remaining_sit_outs(self.missed, self.started, games, chance if attempt else None)
            pair_costs = self.past_costs()
            least = self._fewest_repeated_partners(sit_outs, pair_costs)
            paired = None
            if attempt and not least:
                paired = self._new_partner_rounds(sit_outs, pair_costs, chance, islice(steps, MAX_PAIRS))
            rounds = paired or self._random_rounds(sit_outs, chance)
            head_games = None if self.head_games is None else list(self.head_games)
            enough = pair_costs.cost()
            if head_games is not None:
                enough += least_head_table_cost(head_games[1:], 4 * games)
            cost = Annealing(rounds, pair_costs, chance, head_games).anneal(
                int(work * (RETRY_SHARE if attempt else 1)),
                hot=WARM if paired else HOT,
                enough=enough,
                progress=search_progress.for_pass(0.0 if attempt else 1.0),
            )
            results.append((self._count_repeated_partners(rounds), cost, sit_outs, rounds))
            if results[-1][0] <= least or not search_progress.wanted:
                break
        _, _, sit_outs, rounds = min(results)
        return sit_outs, rounds

    def _new_partner_rounds(
        self, sit_outs: SitOuts, pair_costs: PairCosts, chance: Random, steps: Iterator[object]
    ) -> Rounds | None:
        """Return rounds of new partners only, if found, each pair against the opponents who cost least."""
        seated = [frozenset(at for number, at in self.index.items() if number not in out) for out in sit_outs]
        found = pair_new_partners(seated, self._new_partners(pair_costs), chance, steps)
        if found is None:
            return None
        costs, rounds = self.past_costs(), []
        for row in found:
            pairs, seats = list(zip(row[::2], row[1::2], strict=True)), list[int]()
            chance.shuffle(pairs)
            while pairs:
                pair = pairs.pop()
                pairs.sort(key=lambda others: -sum(costs.opponent[x][y] for x in pair for y in others))
                seats += [*pair, *pairs.pop()]
            costs.add_round(seats)
            rounds.append(seats)
        return rounds

    def _random_rounds(self, sit_outs: SitOuts, chance: Random) -> Rounds:
        rounds = []
        for out in sit_outs:
            seats = [at for number, at in self.index.items() if number not in out]
            chance.shuffle(seats)
            rounds.append(seats)
        return rounds

    def _count_repeated_partners(self, rounds: Rounds) -> int:
        """Count the partnerships of these rounds that existed before."""
        pair_costs, repeated = self.past_costs(), 0
        for seats in rounds:
            for x, y in zip(seats[::2], seats[1::2], strict=True):
                repeated += pair_costs.times_met(x, y)[0] > 0
                pair_costs.add_partners(x, y)
        return repeated

    def _fewest_repeated_partners(self, sit_outs: SitOuts, pair_costs: PairCosts) -> int:
        """Return a lower bound, by counting, of the partnerships that have to repeat.

        Each game of a player beyond the new partners left is half a repeated partnership. A second bound: the new
        partnerships cannot outnumber the games of the players with more new partners left than games, plus the new
        pairs among all others.
        """
        games = {at: sum(number not in out for out in sit_outs) for number, at in self.index.items()}
        new = self._new_partners(pair_costs)
        missing = sum(max(0, games[at] - len(new[at])) for at in games)
        ample = {at for at in games if len(new[at]) > games[at]}
        most = (
            sum(games[at] for at in ample)
            + sum(other not in ample for at in new if at not in ample for other in new[at]) // 2
        )
        return max(-(-missing // 2), sum(games.values()) // 2 - most)

    def _new_partners(self, pair_costs: PairCosts) -> dict[int, set[int]]:
        """Return, by player, everybody who has not been a partner yet."""
        players = self.index.values()
        return {
            at: {other for other in players if at != other and not pair_costs.times_met(at, other)[0]} for at in players
        }
