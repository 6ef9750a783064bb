"""Constructs rounds in which nobody meets anybody twice, without a search.

Two constructions, both for players 0 … v − 1:

- A resolvable transversal design on v = 4g players, from a (g, 4; 1) difference matrix: four rows over a group of g,
  where the differences of any two rows are the whole group. In round c, table y seats player (i, row i at c, plus y)
  for i = 0 … 3: g rounds. Two players of the same i never meet; so when g is a multiple of four, each of the four
  sets of g plays further rounds by itself. A fifth row selects the head table, where everybody then sits once.
- A resolvable (v, 4, 1) design: everybody meets everybody exactly once in (v − 1)/3 rounds. One player stays, the
  others move through a group (one-rotational).

Sources: C. J. Colbourn and J. H. Dinitz (editors), Handbook of Combinatorial Designs, second edition, 2007.
The matrices and base tables below were found by search and are proved by counting in
`tests/movements/test_rotation_search.py`.
"""

from __future__ import annotations

from itertools import product
from math import prod

# Difference matrices besides those of the fields; row 0 is zero, row 1 counts up.
MATRICES: dict[int, tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]] = {
    12: ((2, 6), (0, 5, 3, 7, 10, 6, 8, 4, 11, 2, 9, 1), (0, 3, 5, 6, 11, 9, 2, 8, 1, 7, 4, 10)),
    15: ((15,), (0, 3, 7, 11, 5, 12, 9, 1, 14, 4, 6, 8, 10, 2, 13), (0, 10, 8, 2, 1, 9, 4, 3, 13, 12, 11, 6, 14, 5, 7)),
    21: (
        (21,),
        (0, 15, 4, 19, 17, 20, 13, 11, 7, 6, 18, 12, 8, 16, 2, 5, 14, 1, 3, 10, 9),
        (0, 20, 11, 17, 7, 16, 10, 15, 9, 5, 12, 3, 1, 19, 8, 6, 2, 14, 13, 18, 4),
    ),
    33: (
        (33,),
        (
            0,
            3,
            23,
            30,
            16,
            24,
            20,
            13,
            26,
            29,
            17,
            6,
            28,
            18,
            25,
            12,
            8,
            7,
            14,
            27,
            11,
            19,
            15,
            22,
            1,
            5,
            10,
            9,
            4,
            32,
            31,
            2,
            21,
        ),
        (
            0,
            11,
            18,
            10,
            26,
            9,
            27,
            4,
            31,
            22,
            16,
            23,
            7,
            32,
            17,
            2,
            14,
            1,
            3,
            24,
            12,
            15,
            30,
            25,
            5,
            21,
            19,
            28,
            6,
            20,
            29,
            13,
            8,
        ),
    ),
}
# Fields by order: the prime p, and what x^e is instead, lowest coefficient first (x³ = 1 + x over two: 1, 1, 0).
FIELDS: dict[int, tuple[int, tuple[int, ...]]] = {
    4: (2, (1, 1)),
    8: (2, (1, 1, 0)),
    9: (3, (2, 0)),
    16: (2, (1, 1, 0, 0)),
    27: (3, (2, 1, 0)),
    32: (2, (1, 0, 1, 0, 0)),
}
# One-rotational designs by players: the group, the subgroup that sits with the player who stays, the base tables.
ROTATIONAL: dict[int, tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[int, ...], ...]]] = {
    16: ((15,), (0, 5, 10), ((1, 12, 3, 4),)),
    28: ((3, 3, 3), (0, 1, 2), ((3, 6, 9, 19), (12, 16, 23, 25))),
    40: ((39,), (0, 13, 26), ((1, 21, 25, 18), (16, 24, 10, 15), (22, 33, 4, 6))),
    52: ((51,), (0, 17, 34), ((1, 20, 28, 5), (2, 23, 24, 33), (4, 42, 30, 48), (9, 49, 44, 46))),
    88: (
        (87,),
        (0, 29, 58),
        (
            (1, 73, 11, 5),
            (7, 76, 77, 35),
            (49, 10, 17, 71),
            (82, 70, 32, 62),
            (52, 55, 50, 86),
            (16, 37, 2, 80),
            (25, 85, 14, 38),
        ),
    ),
}
Blocks = list[list[int]]  # a round: four players a table


def closed_forms(players: int) -> list[list[Blocks]]:
    """Return the known designs for players 0 … `players` − 1 in which no two meet twice, the longest first.

    Each design is a list of rounds. Every multiple of four has at least a design of one round, other numbers have none.
    """
    if players % 4:
        return []
    part, ways = players // 4, []
    if players in ROTATIONAL:
        ways.append(_one_rotational(*ROTATIONAL[players]))
    if apart := _transversal(part):
        inside = closed_forms(part)[0] if part % 4 == 0 else []
        ways.append(
            apart + [[[of * part + x for x in table] for of in range(4) for table in tables] for tables in inside]
        )
    return ways or [[[[first, first + 1, first + 2, first + 3] for first in range(0, players, 4)]]]


def _one_rotational(
    group: tuple[int, ...], stays_with: tuple[int, ...], base: tuple[tuple[int, ...], ...]
) -> list[Blocks]:
    """Return a round for every coset of the subgroup: the base tables moved by the subgroup, all moved to the coset."""
    order = prod(group)
    whole = [[add_in_group(group, x, by) for x in table] for table in base for by in stays_with]
    rounds, reached = [], set[int]()
    for by in range(order):
        if by not in reached:
            reached |= {add_in_group(group, by, x) for x in stays_with}
            head = [order, *(add_in_group(group, x, by) for x in stays_with)]
            rounds.append([head] + [[add_in_group(group, x, by) for x in table] for table in whole])
    return rounds


def _transversal(size: int) -> list[Blocks]:
    """Return the rounds of a resolvable transversal design with four groups of `size`, or none without a matrix."""
    found = difference_matrix(size)
    if found is None:
        return []
    group, rows = found
    heads = rows[4] if len(rows) > 4 else [0] * size
    return [
        [
            [
                part * size + add_in_group(group, rows[part][column], add_in_group(group, y, -heads[column]))
                for part in range(4)
            ]
            for y in range(size)
        ]
        for column in range(size)
    ]


def difference_matrix(size: int) -> tuple[tuple[int, ...], list[list[int]]] | None:
    """Return a difference matrix: the orders of the group's cyclic factors, and four or five rows; None if unknown.

    The rows are the multiples 0 … 4 where 2 and 3 are invertible, multiples by elements of a field, or a product.
    """
    if size % 2 and size % 3 and size > 1:
        return (size,), [[times * x % size for x in range(size)] for times in range(5)]
    if size in MATRICES:
        group, third, fourth = MATRICES[size]
        return group, [[0] * size, list(range(size)), list(third), list(fourth)]
    if size in FIELDS:
        prime, instead = FIELDS[size]
        rows = [[_times(prime, instead, x, y) for x in range(size)] for y in range(min(size, 5))]
        return (prime,) * len(instead), rows
    if size % 4 == 0 and size > 4 and (one := difference_matrix(4)) and (two := difference_matrix(size // 4)):
        rows = [[x * (size // 4) + y for x, y in product(*pair)] for pair in zip(one[1], two[1], strict=False)]
        return one[0] + two[0], rows
    return None


def add_in_group(group: tuple[int, ...], x: int, y: int) -> int:
    """Return x + y in a product of cyclic groups, or x − |y| for y < 0.

    Elements are numbers in mixed radix, the first factor the most significant.
    """
    total, place, sign = 0, 1, 1 if y >= 0 else -1
    y = abs(y)
    for order in reversed(group):
        total += (x + sign * y) % order * place
        x, y, place = x // order, y // order, place * order
    return total


def _times(prime: int, instead: tuple[int, ...], x: int, y: int) -> int:
    """Return x · y in a field; elements are numbers in base `prime` whose digits are coefficients, the lowest last."""
    total = [0] * (2 * len(instead) - 1)
    for i, j in product(range(len(instead)), repeat=2):
        total[i + j] += (x // prime**i % prime) * (y // prime**j % prime)
    while len(total) > len(instead):
        top = total.pop()
        for i, coefficient in enumerate(instead, len(total) - len(instead)):
            total[i] += top * coefficient
    return sum(digit % prime * prime**i for i, digit in enumerate(total))
