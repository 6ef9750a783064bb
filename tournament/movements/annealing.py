"""Makes rounds fairer by simulated annealing: it swaps two players of a round, again and again.

The cost of a night is, over all pairs that were partners p times and opponents o times, the sum of
20 · p(p−1)/2 + 2 · o(o−1)/2 + p · o. Source of the weights: measured, see `python -m tests.benchmarks.rotation_search`.
The cost is quadratic, so the two tables of a swap are enough to price it: one more game as partners adds 20p + o,
one more game as opponents adds 2o + p.

In this module a round is a flat list of numbers: each four are a table, `[a, b, c, d]` with a-b against c-d. So the
partner of position i is at i ^ 1, and the opponents are at i ^ 2 and i ^ 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import exp
from random import Random

PARTNERS_AGAIN, OPPONENTS_AGAIN = 20, 2
HEAD_TABLE_AGAIN = 20  # weight of the squares of games at the head table; with 4, 3 of 87 nights stayed uneven
HOT, WARM, COLD = 1.5, 0.45, 0.2  # temperatures in units of cost: random start, good start, end
FULL_SWEEP = 8  # every so many sweeps, players without a repeat are moved too
VISIT_WORK, SWAP_WORK = 1, 4  # units of work: visiting a player, pricing a swap
Rounds = list[list[int]]
ProgressCallback = Callable[[float, int], bool]  # (share of the work done, cost) → whether to continue


@dataclass(slots=True)
class PairCosts:
    """The cost of one more game of each pair, as partners or opponents: row x, column y and row y, column x."""

    partner: list[list[int]]
    opponent: list[list[int]]

    @classmethod
    def blank(cls, players: int) -> PairCosts:
        """Return the costs for players 0 … `players` of whom nobody has met."""
        return cls([[0] * (players + 1) for _ in range(players + 1)], [[0] * (players + 1) for _ in range(players + 1)])

    def add_partners(self, x: int, y: int, times: int = 1) -> None:
        """Count x and y as partners in `times` more games."""
        for one, other in ((x, y), (y, x)):
            self.partner[one][other] += PARTNERS_AGAIN * times
            self.opponent[one][other] += times

    def add_opponents(self, x: int, y: int, times: int = 1) -> None:
        """Count x and y as opponents in `times` more games."""
        for one, other in ((x, y), (y, x)):
            self.partner[one][other] += times
            self.opponent[one][other] += OPPONENTS_AGAIN * times

    def add_round(self, numbers: list[int], times: int = 1) -> None:
        """Count a round `times` times; −1 removes it."""
        for at in range(0, len(numbers), 4):
            a, b, c, d = numbers[at : at + 4]
            self.add_partners(a, b, times)
            self.add_partners(c, d, times)
            for x, y in ((a, c), (a, d), (b, c), (b, d)):
                self.add_opponents(x, y, times)

    def times_met(self, x: int, y: int) -> tuple[int, int]:
        """Return how often x and y were partners, and opponents."""
        partner, opponent = self.partner[x][y], self.opponent[x][y]
        # partner = 20p + o and opponent = 2o + p, solved for o
        against = (PARTNERS_AGAIN * opponent - partner) // (PARTNERS_AGAIN * OPPONENTS_AGAIN - 1)
        return opponent - OPPONENTS_AGAIN * against, against

    def cost(self) -> int:
        """Return the cost of all rounds counted."""
        total = 0
        for x, (partner, opponent) in enumerate(zip(self.partner, self.opponent, strict=True)):
            for y in range(1, x):
                if partner[y] > 1 or opponent[y] > 1:
                    p, o = self.times_met(x, y)
                    total += PARTNERS_AGAIN * p * (p - 1) // 2 + OPPONENTS_AGAIN * o * (o - 1) // 2 + p * o
        return total


@dataclass(slots=True)
class Annealing:
    """Rounds to make fairer. `pair_costs` holds what was played before, and these rounds are added to it."""

    rounds: Rounds
    pair_costs: PairCosts
    chance: Random
    head_games: list[int] | None = None  # by player: games at the head table; None where they need not be shared

    def __post_init__(self) -> None:
        for numbers in self.rounds:
            self.pair_costs.add_round(numbers)
            if self.head_games is not None:
                for number in numbers[:4]:
                    self.head_games[number] += 1

    def cost(self) -> int:
        """Return the cost of all pairs, and of the squares of games at the head table."""
        return self.pair_costs.cost() + HEAD_TABLE_AGAIN * sum(games * games for games in self.head_games or ())

    def anneal(self, work: int, *, hot: float = HOT, enough: int = 0, progress: ProgressCallback | None = None) -> int:
        """Spend `work` units on swaps while the temperature falls, keep the best rounds, and return their cost.

        It stops early at a cost of `enough`, or when `progress` returns False.
        """
        cost = best = self.cost()
        best_rounds = [list(numbers) for numbers in self.rounds]
        done, sweeps = 0, 0
        while done < work and best > enough and self.rounds:
            heat = hot * (COLD / hot) ** min(1.0, 1.05 * done / work)
            change, tries = self._sweep(heat, 1 if sweeps % FULL_SWEEP else 0)
            cost += change
            sweeps += 1
            done += VISIT_WORK * sum(map(len, self.rounds)) + SWAP_WORK * tries
            if cost < best:
                best, best_rounds = cost, [list(numbers) for numbers in self.rounds]
            if progress is not None and not progress(min(1.0, done / work), best):
                break
        self._restore(best_rounds)
        return best

    def _restore(self, rounds: Rounds) -> None:
        """Return to earlier rounds."""
        for before, after in zip(self.rounds, rounds, strict=True):
            if before == after:
                continue
            self.pair_costs.add_round(before, -1)
            self.pair_costs.add_round(after)
            if self.head_games is not None:
                for number in before[:4]:
                    self.head_games[number] -= 1
                for number in after[:4]:
                    self.head_games[number] += 1
            before[:] = after

    def _sweep(self, heat: float, least: int) -> tuple[int, int]:
        """Try a swap for each player and round whose repeats cost at least `least`.

        Returns the change of cost, and how many swaps were priced.
        """
        partner, opponent = self.pair_costs.partner, self.pair_costs.opponent
        heads, random = self.head_games, self.chance.random
        chances = [exp(-change / heat) for change in range(int(12 * heat) + 2)]
        hopeless, change, tries = len(chances), 0, 0
        own = PARTNERS_AGAIN + 2 * OPPONENTS_AGAIN  # the part of a cost that is this game itself, not a repeat
        own_turned = 2 * (PARTNERS_AGAIN + OPPONENTS_AGAIN - 2)  # the same for a swap within one table
        for seats in self.rounds:
            count = len(seats)
            for i in range(count):
                x = seats[i]
                a, e, f = seats[i ^ 1], seats[i ^ 2], seats[i ^ 3]
                px, ox = partner[x], opponent[x]
                gain = px[a] + ox[e] + ox[f] - own
                if gain < least:
                    continue
                tries += 1
                j = int(random() * count)
                y = seats[j]
                py, oy = partner[y], opponent[y]
                b, g, h = seats[j ^ 1], seats[j ^ 2], seats[j ^ 3]
                if i >> 2 != j >> 2:
                    delta = px[b] + ox[g] + ox[h] - gain + py[a] + oy[e] + oy[f] - py[b] - oy[g] - oy[h] + own
                    if heads is not None and (i < 4) != (j < 4):
                        up, down = (y, x) if i < 4 else (x, y)
                        delta += 2 * HEAD_TABLE_AGAIN * (heads[up] - heads[down] + 1)
                elif y in (e, f):
                    delta = px[b] - ox[b] + py[a] - oy[a] + ox[a] - px[a] + oy[b] - py[b] + own_turned
                else:
                    continue
                if delta > 0 and (delta >= hopeless or random() >= chances[delta]):
                    continue
                change += delta
                self._swap(seats, i, j)
        return change, tries

    def _swap(self, seats: list[int], i: int, j: int) -> None:
        """Swap positions i and j of a round, and update the costs."""
        x, y = seats[i], seats[j]
        a, b = seats[i ^ 1], seats[j ^ 1]
        again, against = PARTNERS_AGAIN, OPPONENTS_AGAIN
        if i >> 2 == j >> 2:
            changes: Iterable[tuple[int, int, int]] = ((a, 1 - again, against - 1), (b, again - 1, 1 - against))
        else:
            changes = (
                (a, -again, -1),
                (seats[i ^ 2], -1, -against),
                (seats[i ^ 3], -1, -against),
                (b, again, 1),
                (seats[j ^ 2], 1, against),
                (seats[j ^ 3], 1, against),
            )
            if self.head_games is not None and (i < 4) != (j < 4):
                self.head_games[x] += 1 if j < 4 else -1
                self.head_games[y] += 1 if i < 4 else -1
        px, py = self.pair_costs.partner[x], self.pair_costs.partner[y]
        ox, oy = self.pair_costs.opponent[x], self.pair_costs.opponent[y]
        for other, p, o in changes:
            px[other] += p
            py[other] -= p
            ox[other] += o
            oy[other] -= o
            row = self.pair_costs.partner[other]
            row[x] += p
            row[y] -= p
            row = self.pair_costs.opponent[other]
            row[x] += o
            row[y] -= o
        seats[i], seats[j] = y, x
