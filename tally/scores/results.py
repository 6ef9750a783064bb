"""A night's result by regular: what seasons, careers, records and exports are computed from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple


class PlayerResult(NamedTuple):
    """One regular on one night; `player` is the regular's id in the club.

    - `points`: what the player made in the night, points for sitting out included.
    - `games`: games played; a sit-out is none. 0 for somebody who was on the list and has not played.
    - `place`: 1 is first; equal totals share the smaller place.
    - `loners`: hands made alone; None where the night did not record them.
    - `left`: went home before the end.
    - `game_points`: points of each game taken part in, in order, so that their sum is `points`. Empty for a night that
      was entered as totals.
    - `sat_out`: games without a seat, and `sit_out_points`: what the house gave for them, which `points` includes.
    - `number`: tonight's number, for links to the tally; 0 for a night that was entered as totals. Several people have
      the same where a substitute took it over: then each has their own games, and all have the number's place.
    - `number_total`: the number's total in the night's standings; None where it is `points`.
    - `nameless`: nobody knows who had the number: they are in the night's standings, and in nothing across nights.
    """

    player: int
    points: int
    games: int
    place: int
    shared: bool
    loners: int | None
    left: bool
    game_points: tuple[int, ...]
    sat_out: int = 0
    sit_out_points: int = 0
    number: int = 0
    number_total: int | None = None
    nameless: bool = False

    @property
    def place_text(self) -> str:
        """The place as people write it: "3", "T-3" where others have the same."""
        return f"T-{self.place}" if self.shared else str(self.place)

    @property
    def took_part(self) -> int:
        """Games played or sat out."""
        return self.games + self.sat_out

    @property
    def points_a_game(self) -> Fraction:
        """What the player made in a game on average, of those that they played; 0 without one."""
        return Fraction(self.points - self.sit_out_points, self.games) if self.games else Fraction()

    @property
    def standing_points(self) -> int:
        """The total on the line of the night's standings where this player stands."""
        return self.points if self.number_total is None else self.number_total


class Meeting(NamedTuple):
    """One game at one table: which regulars sat there, and the points of both sides.

    None is an empty chair, or somebody whose name nobody knows.
    """

    round: int
    table: int
    ns: tuple[int | None, int | None]
    ew: tuple[int | None, int | None]
    ns_points: int
    ew_points: int


@dataclass(frozen=True)
class NightResult:
    """One night as it counts across nights, "if it ended now" while it is played.

    - `games`: games that have started, in which something counts.
    - `status`: "playing" or "closed".
    - `players`: by place, then as the night's standings have them.
    - `totals_only`: entered as totals, from before the software.
    - `meetings`: the games that were played, by round and table; empty where only totals are known.
    """

    night: int
    slug: str
    name: str
    date: date
    variant: str
    games: int
    status: str
    players: tuple[PlayerResult, ...]
    totals_only: bool = False
    meetings: tuple[Meeting, ...] = ()

    @cached_property
    def by_player(self) -> Mapping[int, PlayerResult]:
        """Everybody's result by the regular's id."""
        return {result.player: result for result in self.players}

    @cached_property
    def people(self) -> tuple[PlayerResult, ...]:
        """The results of those whose names are known."""
        return tuple(result for result in self.players if not result.nameless)

    @cached_property
    def lines(self) -> Sequence[Sequence[PlayerResult]]:
        """The lines of the night's standings, by place: several people on one where a substitute took a number over."""
        found: dict[tuple[int, int], list[PlayerResult]] = {}
        for own in self.players:
            found.setdefault((own.number, 0 if own.number else own.player), []).append(own)
        return list(found.values())

    @property
    def has_substitutes(self) -> bool:
        """Whether several people played under one number."""
        return len(self.lines) < len(self.players)
