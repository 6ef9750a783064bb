"""Pairs of players: who are partners or opponents at a table, and how often in the rounds played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from tournament.movements.seating import RoundSeating
from tournament.movements.seats import Table

Pair: TypeAlias = tuple[int, int]  # two players, the lower number first


def as_pair(one: int, other: int) -> Pair:
    """Return two players, the lower number first."""
    return (one, other) if one < other else (other, one)


def partner_pairs(table: Table) -> tuple[Pair, Pair]:
    """Return the two pairs of partners at a table."""
    a, b, c, d = table
    return as_pair(a, b), as_pair(c, d)


def opponent_pairs(table: Table) -> tuple[Pair, Pair, Pair, Pair]:
    """Return the four pairs of opponents at a table."""
    a, b, c, d = table
    return as_pair(a, c), as_pair(a, d), as_pair(b, c), as_pair(b, d)


def count_partners(played: Sequence[RoundSeating]) -> Counter[Pair]:
    """Count how often each pair were partners."""
    return Counter(pair for seating in played for table in seating.tables for pair in partner_pairs(table))


def count_opponents(played: Sequence[RoundSeating]) -> Counter[Pair]:
    """Count how often each pair were opponents."""
    return Counter(pair for seating in played for table in seating.tables for pair in opponent_pairs(table))
