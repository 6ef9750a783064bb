"""A night's result by regular: what seasons, careers, records and exports are computed from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One regular on one night; `player` is the regular's id in the club.

    - `points`: the night's total, points for sitting out included.
    - `games`: games taken part in, played or sat out; 0 for somebody who was on the list and has not played.
    - `place`: 1 is first; equal totals share the smaller place.
    - `loners`: hands made alone; None where the night did not record them.
    - `left`: went home before the end.
    - `game_points`: points of each game taken part in, in order, so that their sum is `points`. Empty for a night that
      was entered as totals.
    - `sat_out`: how many of these games were sat out.
    - `number`: tonight's number, for links to the tally; 0 for a night that was entered as totals.
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
    number: int = 0


@dataclass(frozen=True, slots=True)
class Meeting:
    """One game at one table: which regulars sat there, and the points of both sides. None is nobody, an empty chair."""

    round: int
    table: int
    ns: tuple[int | None, int | None]
    ew: tuple[int | None, int | None]
    ns_points: int
    ew_points: int


@dataclass(frozen=True)
class NightResult:
    """One night as it counts across nights, "if it ended now" while it is played.

    - `games`: games in which something counts.
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
