"""How fair a rotation is: who partners, opposes and meets whom how often, who sits at the head table, deals, sits out.

A repeat is a time too many: a pair that meets three times repeats twice. Meeting is in any role, partner or opponent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournament.movements.pairs import Pair, as_pair, opponent_pairs, partner_pairs
from tournament.movements.rotation import Rotation
from tournament.movements.seats import Table
from tournament.people.names import listed

NAMED = 4  # players that a sentence names; of more it gives the number
_TIMES = ("never", "once", "twice", "three times", "four times", "five times", "six times")


class Repeats(NamedTuple):
    """Sums over all pairs of the times too many."""

    partners: int
    opponents: int
    meetings: int


class TimesMet(NamedTuple):
    """How often two players sat together and how often against each other."""

    partnered: int
    opposed: int


@dataclass(frozen=True, slots=True)
class Balance:
    """What was counted. `partners` and `opponents` hold the pairs that came up; every other pair is 0 there."""

    numbers: tuple[int, ...]  # everybody, in order
    games: int
    seats: int  # taken in all games together: four a table
    partners: Counter[Pair]
    opponents: Counter[Pair]
    head_table: dict[int, int]  # by player: games at table 1
    first_deals: dict[int, int]
    sit_outs: dict[int, int]

    @property
    def pairs(self) -> int:
        """How many pairs there are among the players."""
        return len(self.numbers) * (len(self.numbers) - 1) // 2

    @property
    def meetings(self) -> Counter[Pair]:
        """How often each pair met in any role."""
        return self.partners + self.opponents

    @property
    def repeats(self) -> Repeats:
        """What came up more than once."""
        return Repeats(
            *(sum(counts.values()) - len(counts) for counts in (self.partners, self.opponents, self.meetings))
        )

    @property
    def fewest(self) -> Repeats:
        """The repeats that no seating of as many players at as many tables avoids."""
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
        partners=Counter(two for table in tables for two in partner_pairs(table)),
        opponents=Counter(two for table in tables for two in opponent_pairs(table)),
        head_table={number: head[number] for number in numbers},
        first_deals={number: deals[number] for number in numbers},
        sit_outs={number: out[number] for number in numbers},
    )


def fewest_repeats(players: int, seats: int) -> Repeats:
    """The repeats that nobody avoids who gives so many seats to so many players: a bound by counting.

    In a game a player has 1 partner, 2 opponents and 3 of both, and only players − 1 to share these among. What is over
    is a repeat, seen from both sides. It is least when everybody plays equally often, give or take one. The sum is
    even, as four sit at a table. The bound need not be reached: with 32 players and 10 games it is 0, and that took a
    paper (Aguado 2004).
    """
    often, more = divmod(seats, players) if players else (0, 0)

    def over(a_game: int) -> int:
        rare, frequent = (max(0, a_game * played - (players - 1)) for played in (often, often + 1))
        return ((players - more) * rare + more * frequent) // 2

    return Repeats(over(1), over(2), over(3))


def meeting_matrix(balance: Balance) -> tuple[tuple[TimesMet, ...], ...]:
    """Who sat with and against whom: a row and a column for each of `balance.numbers`, nothing on the diagonal."""
    return tuple(
        tuple(
            TimesMet(balance.partners[as_pair(one, other)], balance.opponents[as_pair(one, other)])
            for other in balance.numbers
        )
        for one in balance.numbers
    )


# In words


def describe_balance(balance: Balance) -> list[str]:
    """What a player would want to know, a sentence each: partners, opponents, meetings, sit-outs, head table, deals."""
    if not balance.seats:
        return ["No game has been played."]
    repeats, fewest = balance.repeats, balance.fewest
    return [
        _repeated(balance.partners, balance.pairs, "partner", repeats.partners, fewest.partners)
        or "Nobody has the same partner twice.",
        _repeated(balance.opponents, balance.pairs, "oppose each other", repeats.opponents, fewest.opponents)
        or "Nobody has the same opponent twice.",
        _repeated(balance.meetings, balance.pairs, "meet", repeats.meetings, fewest.meetings)
        or "Nobody meets anybody twice, as partner or opponent.",
        _shared(balance.sit_outs, "sit", "out"),
        _shared(balance.head_table, "play", "at the head table"),
        _shared(balance.first_deals, "deal", "first"),
    ]


def _repeated(counts: Counter[Pair], pairs: int, verb: str, repeats: int, fewest: int) -> str:
    """Such as "12 of 190 pairs meet twice; the fewest to hope for is 10."; empty when nothing is repeated."""
    often = sorted(Counter(counts.values()).items())
    if not repeats:
        return ""
    if len(often) == 1 and len(counts) == pairs:
        text = f"Every two players {verb} {_times(often[0][0])}"
    else:
        (times, number), *more = [(times, number) for times, number in often if times > 1]
        ones = verb if number > 1 else _third(verb)
        text = listed([f"{number} of {pairs} pairs {ones} {_times(times)}", *(f"{n} {_times(t)}" for t, n in more)])
        if more or times > 2:
            text += f", which makes {repeats} repeats"
    return text + (", the fewest possible." if repeats == fewest else f"; the fewest to hope for is {fewest}.")


def _shared(counts: dict[int, int], verb: str, rest: str) -> str:
    """Such as "Everybody sits out once or twice.", or who does most and least often where that is further apart."""
    low, high = min(counts.values()), max(counts.values())
    everybody = f"{_third(verb)} {rest}"
    if high == 0:
        return f"Nobody {everybody}."
    if high == low:
        return f"Everybody {everybody} {_times(low)}."
    if high == low + 1:
        return (
            f"Nobody {everybody} more than once."
            if high == 1
            else (f"Everybody {everybody} {_times(low).removesuffix(' times')} or {_times(high)}.")
        )
    most, fewest = ([number for number, times in counts.items() if times == wanted] for wanted in (high, low))
    return (
        f"{_people(most)} {_third(verb) if len(most) == 1 else verb} {rest} {_times(high)}, "
        f"{_people(fewest).lower()} {'' if low == 0 else 'only '}{_times(low)}."
    )


def _people(numbers: list[int]) -> str:
    if len(numbers) > NAMED:
        return f"{len(numbers)} players"
    return f"Player{'s' if len(numbers) > 1 else ''} {listed(numbers)}"


def _third(verb: str) -> str:
    """One player's verb: "meets", "opposes each other"."""
    first, space, rest = verb.partition(" ")
    return f"{first}s{space}{rest}"


def _times(number: int) -> str:
    return _TIMES[number] if number < len(_TIMES) else f"{number} times"
