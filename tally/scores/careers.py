"""What a player's nights come to: figures, runs of nights. Computed from the results of nights, oldest first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tally.scores.results import NightResult, PlayerResult

TOP_PLACES = 3  # that count as being among the first


@dataclass(frozen=True, slots=True)
class NightOfPlayer:
    """A night that a player took part in, with the player's own result."""

    night: NightResult
    result: PlayerResult

    @property
    def points_a_game(self) -> float:
        """What the player made in a game on average, of those that they played."""
        return float(self.result.points_a_game)


@dataclass(frozen=True, slots=True)
class Run:
    """Nights in a row, oldest first. `goes_on` when the last of them is the newest night that counts."""

    nights: tuple[NightResult, ...]
    goes_on: bool

    def __len__(self) -> int:
        return len(self.nights)

    @property
    def last(self) -> NightResult:
        """The newest of these nights."""
        return self.nights[-1]


@dataclass(frozen=True)
class Career:
    """A player's nights, oldest first, and what they come to.

    - `played`: the longest run of the club's nights that the player took part in.
    - `on_top`, `won`: the longest runs among the player's own nights with a place in the first three, or first.
    - `played_now`: the run of nights taken part in that still goes on; None: the player missed the newest night.
    """

    player: int
    nights: tuple[NightOfPlayer, ...]
    played: Run | None = None
    on_top: Run | None = None
    won: Run | None = None
    played_now: Run | None = None

    @cached_property
    def points(self) -> int:
        """Points of all nights."""
        return sum(one.result.points for one in self.nights)

    @cached_property
    def games(self) -> int:
        """Games played on all nights."""
        return sum(one.result.games for one in self.nights)

    @cached_property
    def sit_out_points(self) -> int:
        """What games without a seat have brought on all nights."""
        return sum(one.result.sit_out_points for one in self.nights)

    @property
    def points_a_night(self) -> float:
        """The average of a night; 0 without one."""
        return self.points / len(self.nights) if self.nights else 0

    @property
    def points_a_game(self) -> float:
        """The average of a game played; 0 without one."""
        return (self.points - self.sit_out_points) / self.games if self.games else 0

    @property
    def best(self) -> NightOfPlayer | None:
        """The night with the most points; of equal ones the first."""
        return max(self.nights, key=lambda one: one.result.points, default=None)

    @property
    def best_place(self) -> int | None:
        """The best place of all nights."""
        return min((one.result.place for one in self.nights), default=None)

    def times(self, *places: int) -> int:
        """How often the player came in at one of these places."""
        return sum(one.result.place in places for one in self.nights)

    @property
    def loners(self) -> int | None:
        """Hands made alone on the nights that recorded them; None where none did."""
        known = [one.result.loners for one in self.nights if one.result.loners is not None]
        return sum(known) if known else None

    @property
    def nights_with_loners(self) -> int:
        """How many of the nights recorded who made a hand alone."""
        return sum(one.result.loners is not None for one in self.nights)


def in_order(nights: Iterable[NightResult]) -> list[NightResult]:
    """Nights as they were played, oldest first."""
    return sorted(nights, key=lambda night: (night.date, night.night))


def took_part(night: NightResult, player: int) -> PlayerResult | None:
    """A player's result of a night; None for somebody who was not there, or who has neither played nor sat out."""
    result = night.by_player.get(player)
    return result if result and result.took_part else None


def career_of(nights: Iterable[NightResult], player: int) -> Career:
    """Return what a player's nights come to, of all nights that count."""
    every = in_order(nights)
    mine = {
        index: NightOfPlayer(night, result)
        for index, night in enumerate(every)
        if (result := took_part(night, player)) is not None
    }
    return _career(player, every, mine)


def careers_of(nights: Iterable[NightResult]) -> dict[int, Career]:
    """Return what everybody's nights come to, by player; those who came first are first."""
    every = in_order(nights)
    found: defaultdict[int, dict[int, NightOfPlayer]] = defaultdict(dict)
    for index, night in enumerate(every):
        for result in night.people:
            if result.took_part:
                found[result.player][index] = NightOfPlayer(night, result)
    return {player: _career(player, every, mine) for player, mine in found.items()}


def _career(player: int, every: Sequence[NightResult], mine: Mapping[int, NightOfPlayer]) -> Career:
    """Return a career from all nights in order, and the player's own by their index among these."""
    own, places = [one.night for one in mine.values()], [one.result.place for one in mine.values()]
    played = runs(every, [index in mine for index in range(len(every))])
    return Career(
        player,
        tuple(mine.values()),
        played=longest(played),
        on_top=longest(runs(own, [place <= TOP_PLACES for place in places])),
        won=longest(runs(own, [place == 1 for place in places])),
        played_now=next((run for run in played if run.goes_on), None),
    )


def runs(nights: Sequence[NightResult], counts: Sequence[bool]) -> list[Run]:
    """Return the runs of nights in a row that count, oldest first."""
    found: list[Run] = []
    row: list[NightResult] = []
    for night, does in zip(nights, counts, strict=True):
        if does:
            row.append(night)
        elif row:
            found.append(Run(tuple(row), goes_on=False))
            row = []
    return [*found, Run(tuple(row), goes_on=True)] if row else found


def longest(found: Iterable[Run]) -> Run | None:
    """Return the longest run, of equal ones the first; None without one."""
    return max(found, key=len, default=None)
