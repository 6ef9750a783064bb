"""Perfect rotations: whist designs Wh(v), constructed in milliseconds.

With 4n players there are 4n − 1 games; everybody partners everybody else exactly once and opposes them exactly twice.
With 4n + 1 there are 4n + 1 games; also, everybody sits out exactly once, and sits exactly once in every seat of
every table. They exist for all these numbers (I. Anderson, "Whist tournaments", in the Handbook of Combinatorial
Designs). The four constructions here give every one from 4 to 133; the designs that they start
from, in `fixtures/whist/designs.json`, were found by search, and the tests prove every rotation by counting.

Inside this module players are 0 … v − 1. A *base* is the first round over a group: round g adds g to everybody. In a
base, -1 stands for ∞, the last player, to whom adding changes nothing.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TypeAlias, TypedDict

from tournament.installation import FIXTURES
from tournament.movements.charts import MAX_PLAYERS
from tournament.movements.closed_forms import difference_matrix
from tournament.movements.rotation import Rotation
from tournament.movements.seats import Table
from tournament.movements.table_order import dealt_by
from tournament.people.errors import Refused

MIN_PLAYERS, MAX_PLAYERS = 4, MAX_PLAYERS + 1  # players: one table; 33 tables and one who sits out
DATA = FIXTURES / "whist" / "designs.json"

Rounds: TypeAlias = list[list[Table]]
Group: TypeAlias = tuple[int, ...]  # the orders of its cyclic factors; its elements are numbered in mixed radix


class NoPerfectRotation(Refused):
    """No perfect rotation exists for this number of players; the sentence says which numbers have one."""


class _Designs(TypedDict):
    starters: dict[str, list[Table]]  # v -> a base over the integers modulo v − 1, with ∞, or modulo v
    products: dict[str, tuple[int, int]]  # v -> (q, p): v = (q − 1) p + 1
    blowups: dict[str, tuple[int, int]]  # v -> (u, w): v = u w


def perfect_rotation(players: int) -> Rotation:
    """Return the perfect rotation for 4n or 4n + 1 players, the same every time.

    Its first games make a shorter night. First deals are shared as evenly as possible, and with 4n + 1 players so is
    every table. With 4n players, where 3 or 4 games at the head table would be even, everybody has 2 to 6, mostly 3 to
    5 (measured for all sizes).

    :raises NoPerfectRotation: for any other number of players, and below 4 or above 133.
    """
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise NoPerfectRotation(
            f"Perfect rotations are drawn up for {MIN_PLAYERS} to {MAX_PLAYERS} players, not for {players}."
        )
    if players % 4 > 1:
        below = players - players % 4 + 1
        raise NoPerfectRotation(
            f"{players} players have no perfect rotation: {below} have one, where one sits out each game, "
            f"and {below + 3} have one, where everybody plays."
        )
    rounds = _rounds(players)
    if players % 4 == 0:
        _share_head_table(rounds, players)
        _share_first_deals(rounds, players)
    return Rotation(
        players=players,
        rounds=tuple(tuple((a + 1, b + 1, c + 1, d + 1) for a, b, c, d in tables) for tables in rounds),
        sitting_out=tuple((_sits_out(tables, players) + 1,) for tables in rounds) if players % 4 else (),
    )


@cache
def _designs() -> _Designs:
    designs: _Designs = json.loads(DATA.read_text(encoding="utf-8"))
    return designs


def _rounds(players: int) -> Rounds:
    if factors := _designs()["blowups"].get(str(players)):
        return _blow_up(*factors)
    group, base = _base(players)
    return [[(row[a], row[b], row[c], row[d]) for a, b, c, d in base] for row in _addition(group)]


def _base(players: int) -> tuple[Group, list[Table]]:
    """Return a group and the first round over it."""
    if starter := _designs()["starters"].get(str(players)):
        return (players - 1 + players % 4,), starter
    if factors := _designs()["products"].get(str(players)):
        return _product(*factors)
    return _gauss(players)


def _addition(group: Group) -> list[list[int]]:
    """Return the addition table of a group: `[g][x]` is g + x, and `[g][-1]` is ∞."""
    table = [[0]]
    for order in reversed(group):
        table = [
            [(g + x) % order * len(table) + y for x in range(order) for y in row] for g in range(order) for row in table
        ]
    return [[*row, len(row)] for row in table]


def _sits_out(tables: list[Table], players: int) -> int:
    return set(range(players)).difference(*tables).pop()


# The constructions


def _gauss(players: int) -> tuple[Group, list[Table]]:
    """Return a base of tables a, −a against ja, −ja, one for each orbit of the quarter turn j.

    Partners differ by ±2a and ±2ja, opponents by ±(1 + j)a and ±(1 − j)a, twice each; over all tables that is every
    difference once and twice.
    """
    group, j = _quarter_turn(players)
    tables = [(a, j[j[a]], j[a], j[j[j[a]]]) for a in range(1, players)]
    return group, [table for table in tables if table[0] == min(table)]


def _quarter_turn(order: int) -> tuple[Group, list[int]]:
    """Return a group of odd order and the images of its elements under a quarter turn j, for which j(j(x)) = −x.

    It is Z_m × Z_m × Z_n, turned (x, y, z) → (−y, x, iz), with the least m for which −1 is a square i² modulo n.
    It exists where the order is a sum of two squares: 5, 9, 13, 17, 25, 29 …, not 21 or 33.
    """
    m, n, i = next(
        (m, n, i)
        for m in range(1, order)
        if order % m**2 == 0
        for n in (order // m**2,)
        for i in range(n)
        if (i * i + 1) % n == 0
    )
    return (m, m, n), [(-y % m * m + x) * n + i * z % n for x in range(m) for y in range(m) for z in range(n)]


def _product(q: int, p: int) -> tuple[Group, list[Table]]:
    """Return a base over P × Q from one over P, for p = 4m + 1, and one over Q and ∞, for q = 4n; q − 1 is prime to 6.

    Each table (a, b, c, d) over P is lifted to the tables (a, x) (b, 2x) against (c, 3x) (d, 4x) for every x in Q.
    Two seats differ there by x, 2x or 3x, and that is all of Q. The differences in Q alone are the other base's.
    """
    group, base = _base(p)
    order = q - 1
    lifted = [
        (a * order + x, b * order + 2 * x % order, c * order + 3 * x % order, d * order + 4 * x % order)
        for a, b, c, d in base
        for x in range(order)
    ]
    return (*group, order), lifted + _base(q)[1]


def _blow_up(u: int, w: int) -> Rounds:
    """Return Wh(uw) from Wh(u) and Wh(w), where player a of Wh(u) becomes the w players aw, aw + 1 …

    Each round of Wh(u) gives w rounds, one for each column of a difference matrix: adding every element to a column
    gives w tables for every table, and over all columns any two players of different places meet once. Then each group
    of w plays Wh(w) by itself. Where one player sits out in Wh(w), those players play the first round of Wh(u), which
    replaces the round of the matrix's first column, all zeros.
    """
    outer, inner = _rounds(u), _rounds(w)
    matrix = difference_matrix(w)
    assert matrix is not None, "every w of the data has one"
    group, rows = matrix
    addition = _addition(group)
    columns = [[(row[x], row[y], row[z], row[t]) for row in addition] for x, y, z, t in zip(*rows[:4], strict=True)]
    across = [
        [(a * w + x, b * w + y, c * w + z, d * w + t) for a, b, c, d in tables for x, y, z, t in column]
        for tables in outer
        for column in columns
    ]
    within = [[(k + a, k + b, k + c, k + d) for k in range(0, u * w, w) for a, b, c, d in tables] for tables in inner]
    if w % 4 == 0:
        return across + within
    for tables, small in zip(within, inner, strict=True):
        k = _sits_out(small, w)
        tables += [(a * w + k, b * w + k, c * w + k, d * w + k) for a, b, c, d in outer[0]]
    return across[1:] + within


# With 4n players ∞ would keep one table, and one seat, all night: these functions share the head table and deals


def _share_head_table(rounds: Rounds, players: int) -> None:
    """Choose as each round's head table the one whose players sat there least: by the minimum, then by the sum."""
    been = [0] * players
    for tables in rounds:
        times = [[been[a], been[b], been[c], been[d]] for a, b, c, d in tables]
        owed = min(range(len(tables)), key=lambda t: (min(times[t]), sum(times[t])))
        tables[0], tables[owed] = tables[owed], tables[0]
        for player in tables[0]:
            been[player] += 1


def _share_first_deals(rounds: Rounds, players: int) -> None:
    """Give each first deal to the player at the table with the fewest, and repeat until no deal moves.

    Each deal that moves lowers the sum of squares, so the loop ends: after two or three passes (measured).
    """
    nobody = players
    deals = [0] * players + [players * players]
    dealer = [[nobody] * len(tables) for tables in rounds]
    moved = True
    while moved:
        moved, enough = False, min(deals) + 1
        for tables, dealing in zip(rounds, dealer, strict=True):
            for t, table in enumerate(tables):
                if deals[dealing[t]] <= enough:
                    continue  # nobody at all has two fewer
                fewest = min(table, key=deals.__getitem__)
                if deals[fewest] + 1 < deals[dealing[t]]:
                    deals[dealing[t]] -= 1
                    deals[fewest] += 1
                    dealing[t], moved = fewest, True
    for tables, dealing in zip(rounds, dealer, strict=True):
        tables[:] = map(dealt_by, tables, dealing)
