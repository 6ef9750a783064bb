"""Counts how fair a rotation is: partners, opponents, meetings, sit-outs, games at the head table and first deals.

Two players meet when they sit at one table, as partners or opponents. Every meeting of a pair after the first is a
repeat: a pair that meets three times has two repeats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournament.movements.pairs import Pair, as_pair, opponent_pairs, partner_pairs
from tournament.movements.rotation import Rotation
from tournament.movements.seats import Table


class Repeats(NamedTuple):
    """Repeats, summed over all pairs of players."""

    partners: int
    opponents: int
    meetings: int


class TimesMet(NamedTuple):
    """How often two players were partners and how often opponents."""

    partnered: int
    opposed: int


@dataclass(frozen=True, slots=True)
class Balance:
    """The counts of a rotation. `partners` and `opponents` hold only the pairs that came up."""

    numbers: tuple[int, ...]  # all players, in order
    games: int
    seats: int  # seats taken in all games together, four a table
    partners: Counter[Pair]
    opponents: Counter[Pair]
    head_table: dict[int, int]  # by player: games at table 1
    first_deals: dict[int, int]
    sit_outs: dict[int, int]

    @property
    def pairs(self) -> int:
        """The number of pairs that the players form."""
        return len(self.numbers) * (len(self.numbers) - 1) // 2

    @property
    def meetings(self) -> Counter[Pair]:
        """How often each pair met in any role."""
        return self.partners + self.opponents

    @property
    def repeats(self) -> Repeats:
        """The repeats of all pairs."""
        return Repeats(
            *(sum(counts.values()) - len(counts) for counts in (self.partners, self.opponents, self.meetings))
        )

    @property
    def fewest(self) -> Repeats:
        """The repeats that no rotation of as many players at as many tables avoids."""
        return fewest_repeats(len(self.numbers), self.seats)


def count_rotation(rotation: Rotation, games: int | None = None) -> Balance:
    """Count a rotation, or only its first games."""
    return count_rounds(rotation.rounds[:games], rotation.sitting_out[:games], range(1, rotation.players + 1))


def count_rounds(
    rounds: Sequence[Sequence[Table]], sitting_out: Iterable[Collection[int]] = (), players: Iterable[int] = ()
) -> Balance:
    """Count the games of players with any numbers.

    :param rounds: `rounds[r][t]` is table t + 1 in game r + 1.
    :param sitting_out: game by game, the players who sat out.
    :param players: further players to include, who may not come up in the games.
    """
    tables = [table for games in rounds for table in games]
    out = Counter(number for absent in sitting_out for number in absent)
    numbers = sorted({*players, *out}.union(*tables))
    head = Counter(number for games in rounds for table in games[:1] for number in table)
    deals = Counter(table[0] for table in tables)
    return Balance(
        numbers=tuple(numbers),
        games=len(rounds),
        seats=4 * len(tables),
        partners=Counter(pair for table in tables for pair in partner_pairs(table)),
        opponents=Counter(pair for table in tables for pair in opponent_pairs(table)),
        head_table={number: head[number] for number in numbers},
        first_deals={number: deals[number] for number in numbers},
        sit_outs={number: out[number] for number in numbers},
    )


def fewest_repeats(players: int, seats: int) -> Repeats:
    """Return a lower bound, by counting, of the repeats when `players` take `seats` in all games together.

    In each game a player has 1 partner, 2 opponents and so 3 meetings, all of them among players − 1 others. The excess
    is repeats, and each one is counted from both sides. It is smallest when all play equally often, give or take one;
    the sum is even, because four sit at a table. The bound is not always reached: that it is 0 for 32 players and 10
    games took a paper to show (Aguado 2004).
    """
    games, extra = divmod(seats, players) if players else (0, 0)  # `extra` players play one game more

    def excess(meetings: int) -> int:
        fewer, more = (max(0, meetings * played - (players - 1)) for played in (games, games + 1))
        return ((players - extra) * fewer + extra * more) // 2

    return Repeats(excess(1), excess(2), excess(3))


def meeting_matrix(balance: Balance) -> tuple[tuple[TimesMet, ...], ...]:
    """Return how often each two players met, with a row and a column for each of `balance.numbers`."""
    return tuple(
        tuple(
            TimesMet(balance.partners[as_pair(one, other)], balance.opponents[as_pair(one, other)])
            for other in balance.numbers
        )
        for one in balance.numbers
    )
