"""Makes rounds fairer by swapping two players of a round, again and again. Pure.

The cost of a night, over all pairs that were partners p times and opponents o times:
20 · p(p−1)/2 + 2 · o(o−1)/2 + p · o. Source of the cost: measured, see `python -m tests.benchmarks.nights`.
It is quadratic, so a swap is priced by two tables alone: 20p + o is what one more game as partners would add,
2o + p what one more game as opponents would.

A round is a flat list of numbers here: each four are a table, `[a, b, c, d]` with a-b against c-d. So the
partner of position i sits at i ^ 1, the opponents at i ^ 2 and i ^ 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import exp
from random import Random

PARTNERS_AGAIN, OPPONENTS_AGAIN = 20, 2
HEAD_TABLE_AGAIN = 20  # weight of the squares of games at the head table; 4 left 3 of 87 nights uneven
HOT, WARM, COLD = 1.5, 0.45, 0.2  # temperatures in units of cost: from scratch, from a good start, at the end
CURIOUS = 8  # every so many sweeps, players without a repeat are moved too
LOOK, TRY = 1, 4  # units of work: looking at a player, pricing a swap
Rounds = list[list[int]]
ProgressCallback = Callable[[float, int], bool]  # (share of the work done, cost) → go on?


@dataclass(slots=True)
class PairCosts:
    """What every pair costs: row x, column y holds the price of one more game of x and y, both ways round."""

    partner: list[list[int]]
    opponent: list[list[int]]

    @classmethod
    def blank(cls, players: int) -> PairCosts:
        """Numbers 0 to `players`; nobody has met anybody."""
        return cls([[0] * (players + 1) for _ in range(players + 1)], [[0] * (players + 1) for _ in range(players + 1)])

    def partners(self, x: int, y: int, times: int = 1) -> None:
        """x and y are partners `times` more games."""
        for one, other in ((x, y), (y, x)):
            self.partner[one][other] += PARTNERS_AGAIN * times
            self.opponent[one][other] += times

    def opponents(self, x: int, y: int, times: int = 1) -> None:
        """x and y are opponents `times` more games."""
        for one, other in ((x, y), (y, x)):
            self.partner[one][other] += times
            self.opponent[one][other] += OPPONENTS_AGAIN * times

    def seat(self, numbers: list[int], times: int = 1) -> None:
        """Write a round down `times` times (−1 takes it back)."""
        for at in range(0, len(numbers), 4):
            a, b, c, d = numbers[at : at + 4]
            self.partners(a, b, times)
            self.partners(c, d, times)
            for x, y in ((a, c), (a, d), (b, c), (b, d)):
                self.opponents(x, y, times)

    def met(self, x: int, y: int) -> tuple[int, int]:
        """How often x and y were partners, and opponents."""
        partner, opponent = self.partner[x][y], self.opponent[x][y]
        against = (PARTNERS_AGAIN * opponent - partner) // (PARTNERS_AGAIN * OPPONENTS_AGAIN - 1)
        return opponent - OPPONENTS_AGAIN * against, against

    def cost(self) -> int:
        """The cost of everything written down."""
        total = 0
        for x, (partner, opponent) in enumerate(zip(self.partner, self.opponent, strict=True)):
            for y in range(1, x):
                if partner[y] > 1 or opponent[y] > 1:
                    p, o = self.met(x, y)
                    total += PARTNERS_AGAIN * p * (p - 1) // 2 + OPPONENTS_AGAIN * o * (o - 1) // 2 + p * o
        return total


@dataclass(slots=True)
class Annealing:
    """Rounds to be made fairer, beside everything that was already played (in `ledger`, which they are part of)."""

    rounds: Rounds
    ledger: PairCosts
    chance: Random
    heads: list[int] | None = None  # games at the head table by number, where they are to be shared

    def __post_init__(self) -> None:
        for numbers in self.rounds:
            self.ledger.seat(numbers)
            for number in numbers[:4] if self.heads is not None else ():
                self.heads[number] += 1  # type: ignore[index]

    def cost(self) -> int:
        """The cost of everything in the ledger, with the head table's squares."""
        return self.ledger.cost() + HEAD_TABLE_AGAIN * sum(games * games for games in self.heads or ())

    def anneal(self, work: int, *, hot: float = HOT, enough: int = 0, watch: ProgressCallback | None = None) -> int:
        """Spend `work` units on swaps, ever colder, and leave the best rounds that were seen; their cost.

        Stops early at a cost of `enough`, or when `watch` says so.
        """
        cost = best = self.cost()
        kept = [list(numbers) for numbers in self.rounds]
        done, sweeps = 0, 0
        while done < work and best > enough and self.rounds:
            heat = hot * (COLD / hot) ** min(1.0, 1.05 * done / work)
            change, tries = self._sweep(heat, 1 if sweeps % CURIOUS else 0)
            cost += change
            sweeps += 1
            done += LOOK * sum(map(len, self.rounds)) + TRY * tries
            if cost < best:
                best, kept = cost, [list(numbers) for numbers in self.rounds]
            if watch is not None and not watch(min(1.0, done / work), best):
                break
        self._put(kept)
        return best

    def _put(self, rounds: Rounds) -> None:
        """Go back to rounds seen before."""
        for before, after in zip(self.rounds, rounds, strict=True):
            if before == after:
                continue
            self.ledger.seat(before, -1)
            self.ledger.seat(after)
            if self.heads is not None:
                for number in before[:4]:
                    self.heads[number] -= 1
                for number in after[:4]:
                    self.heads[number] += 1
            before[:] = after

    def _sweep(self, heat: float, least: int) -> tuple[int, int]:
        """Offer everybody with a repeat of at least `least` another seat in every round; (change of cost, tries)."""
        partner, opponent, heads, random = self.ledger.partner, self.ledger.opponent, self.heads, self.chance.random
        chances = [exp(-change / heat) for change in range(int(12 * heat) + 2)]
        hopeless, change, tries = len(chances), 0, 0
        own = PARTNERS_AGAIN + 2 * OPPONENTS_AGAIN  # of a price: the game itself, which is no repeat
        turned = 2 * (PARTNERS_AGAIN + OPPONENTS_AGAIN - 2)  # the same, where four change roles at a table
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
                    delta = px[b] - ox[b] + py[a] - oy[a] + ox[a] - px[a] + oy[b] - py[b] + turned
                else:
                    continue
                if delta > 0 and (delta >= hopeless or random() >= chances[delta]):
                    continue
                change += delta
                self._swap(seats, i, j)
        return change, tries

    def _swap(self, seats: list[int], i: int, j: int) -> None:
        """Positions i and j of a round change places; the ledger follows."""
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
            if self.heads is not None and (i < 4) != (j < 4):
                self.heads[x] += 1 if j < 4 else -1
                self.heads[y] += 1 if i < 4 else -1
        px, py = self.ledger.partner[x], self.ledger.partner[y]
        ox, oy = self.ledger.opponent[x], self.ledger.opponent[y]
        for other, p, o in changes:
            px[other] += p
            py[other] -= p
            ox[other] += o
            oy[other] -= o
            row = self.ledger.partner[other]
            row[x] += p
            row[y] -= p
            row = self.ledger.opponent[other]
            row[x] += o
            row[y] -= o
        seats[i], seats[j] = y, x
