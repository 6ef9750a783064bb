"""Shares games at the head table and first deals evenly, by the order and the turn of tables.

Rounds are flat lists as in `annealing.py`: each four numbers are a table, the first four the head table.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from math import exp
from random import Random

from tournament.movements.annealing import Rounds
from tournament.movements.seating import as_table, fours
from tournament.movements.seats import Table

THOROUGH_STEPS, QUICK_STEPS = (
    10_000,
    1_000,
)  # tables that may be offered the head table before the search for an even order ends
HOT, COLD = 2.0, 0.4  # temperatures in squares of games; measured


def share_head_table(rounds: Rounds, before: Mapping[int, int], chance: Random, steps: int = THOROUGH_STEPS) -> bool:
    """Reorder the tables of each round so that games at the head table are shared as evenly as possible.

    `before` counts each player's earlier games at the head table. The function anneals the sum of the squares of the
    counts with `steps` swaps of two tables, and returns True when the counts differ by at most one.
    """
    heads, random = dict(before), chance.random
    for numbers in rounds:
        for number in numbers[:4]:
            heads[number] += 1
    for step in range(steps):
        if step % 50 == 0 and max(heads.values()) - min(heads.values()) <= 1:
            return True
        numbers = chance.choice(rounds)
        at = int(random() * (len(numbers) // 4)) * 4
        change = (
            8 + 2 * sum(map(heads.__getitem__, numbers[at : at + 4])) - 2 * sum(map(heads.__getitem__, numbers[:4]))
        )
        if at == 0 or (change > 0 and random() >= exp(-change / (HOT * (COLD / HOT) ** (step / steps)))):
            continue
        for number in numbers[:4]:
            heads[number] -= 1
        for number in numbers[at : at + 4]:
            heads[number] += 1
        numbers[:4], numbers[at : at + 4] = numbers[at : at + 4], numbers[:4]
    return max(heads.values()) - min(heads.values()) <= 1


def share_first_deals(rounds: Rounds, before: Mapping[int, int]) -> list[tuple[Table, ...]]:
    """Turn each table, keeping its clockwise order, so that first deals are shared as evenly as possible.

    `before` counts each player's earlier first deals. Each table's first deal goes to the player with the fewest, and
    is then passed along every path, table by table, from a player to another one with two fewer.

    Source: N. Harvey, R. Ladner, L. Lovász and T. Tamir, Semi-matchings for bipartite graphs and load balancing, 2006:
    without such a path the counts are as even as the seats allow.
    """
    tables = [as_table(four) for numbers in rounds for four in fours(numbers)]
    deals, dealers = dict(before), []
    dealt: dict[int, set[int]] = {number: set() for number in deals}  # the tables where each one deals first
    for index, table in enumerate(tables):
        dealers.append(min(table, key=deals.__getitem__))
        deals[dealers[index]] += 1
        dealt[dealers[index]].add(index)
    for number in sorted(deals, key=deals.__getitem__, reverse=True):
        while deals[number] > min(deals.values()) + 1 and (path := _path_to_fewer(number, tables, deals, dealt)):
            for giver, index, taker in path:
                dealers[index] = taker
                dealt[giver].remove(index)
                dealt[taker].add(index)
            deals[number] -= 1
            deals[path[0][2]] += 1
    turned = iter(dealt_by(table, dealer) for table, dealer in zip(tables, dealers, strict=True))
    return [tuple(next(turned) for _ in range(0, len(numbers), 4)) for numbers in rounds]


def _path_to_fewer(
    start: int, tables: list[Table], deals: Mapping[int, int], dealt: Mapping[int, set[int]]
) -> list[tuple[int, int, int]]:
    """Return a path of (giver, table, taker) from a player with two fewer first deals back to `start`, or nothing."""
    came: dict[int, tuple[int, int, int]] = {}
    queue = deque([start])
    while queue:
        number = queue.popleft()
        if deals[number] <= deals[start] - 2:
            path = []
            while number != start:
                path.append(came[number])
                number = came[number][0]
            return path
        for index in dealt[number]:
            for other in tables[index]:
                if other not in came and other != start:
                    came[other] = (number, index, other)
                    queue.append(other)
    return []


def dealt_by(table: Table, dealer: int) -> Table:
    """Return the table turned until this player deals first, in the same clockwise order (a, c, b, d)."""
    a, b, c, d = table
    return {a: (a, b, c, d), c: (c, d, b, a), b: (b, a, d, c), d: (d, c, a, b)}[dealer]
