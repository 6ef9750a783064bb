"""The standings of a season: results of nights → everybody ranked by the club's rules. Exact: no rounding anywhere.

`SeasonRules` says which rules there are. A night counts for whoever played or sat out a game in it; guests who are
left out are left out of everything, also of places and of the field's average.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from tally.scores.results import NightResult, PlayerResult

USUAL_PLACE_POINTS = (10, 8, 6, 5, 4, 3, 2, 1)


class Worth(StrEnum):
    """What one night is worth to a player.

    - `POINTS`: the night's points.
    - `PLACES`: points for the place in the night, by the club's table; nothing below its end. Who share a place share
      equally what these places bring: two at the top get half of the first two lines each.
    - `FIELD`: the night's points less the average of everybody who played that night; below the average it is negative.
    """

    POINTS = "points"
    PLACES = "places"
    FIELD = "field"


class Adding(StrEnum):
    """How a player's nights become one figure.

    - `SUM`: all nights added up.
    - `AVERAGE`: all nights added up, divided by their number.
    - `BEST`: the best so many nights added up; of fewer nights, all.
    """

    SUM = "sum"
    AVERAGE = "average"
    BEST = "best"


class TieBreak(StrEnum):
    """What puts one of several players with the same figure ahead.

    - `HEAD_TO_HEAD`: the points of games in which they sat at the same table against each other: own side's less the
      other side's, added up over the season. Games as partners do not matter.
    - `BEST_NIGHT`: the night that was worth most.
    - `LONERS`: most hands made alone, in the nights that recorded them.
    - `FEWER_NIGHTS`: as much in fewer nights.
    """

    HEAD_TO_HEAD = "head-to-head"
    BEST_NIGHT = "best-night"
    LONERS = "loners"
    FEWER_NIGHTS = "fewer-nights"


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """The rules of a season's standings.

    - `best`: how many nights count, where the best ones do.
    - `place_points`: what the first, second, third … place brings.
    - `least_nights`: whoever has fewer is listed, without a place.
    - `per_game`: points a game played are compared, so that a long night weighs as much as a short one. A sit-out is no
      game: what it brings does not count then. It is nothing to `PLACES`.
    - `tie_breaks`: in the order in which they are asked; who are equal in all of them share a place.
    """

    worth: Worth = Worth.POINTS
    adding: Adding = Adding.SUM
    best: int = 5
    place_points: tuple[int, ...] = USUAL_PLACE_POINTS
    least_nights: int = 0
    with_guests: bool = True
    per_game: bool = False
    tie_breaks: tuple[TieBreak, ...] = ()


@dataclass(frozen=True, slots=True)
class NightScore:
    """One night of one player: the night's own points and place, what it is worth, and whether it counts."""

    night: int
    result: PlayerResult
    worth: Fraction
    counts: bool = True


@dataclass(frozen=True, slots=True)
class SeasonStanding:
    """A player's line. `place` is None for somebody with too few nights; `nights` are by date.

    `tie_break` is what decided among equals, with this player's figure for it; None where nothing had to.
    """

    player: int
    total: Fraction
    nights: tuple[NightScore, ...]
    place: int | None = None
    shared: bool = False
    tie_break: tuple[TieBreak, Fraction] | None = None

    @property
    def place_text(self) -> str:
        """The place as people write it: "3", "T-3" where others have the same, "–" without one."""
        return "–" if self.place is None else f"T-{self.place}" if self.shared else str(self.place)


def season_standings(
    results: Sequence[NightResult], rules: SeasonRules, guests: Collection[int] = ()
) -> tuple[SeasonStanding, ...]:
    """Everybody by place; after them, without a place, those with too few nights.

    :param results: of the season's nights, by date.
    :param guests: the ids of the players who are guests.
    """
    left_out = frozenset(() if rules.with_guests else guests)
    nights: defaultdict[int, list[NightScore]] = defaultdict(list)
    for result in results:
        for score in _night_scores(result, rules, left_out):
            nights[score.result.player].append(score)
    everybody = [_added_up(player, scores, rules) for player, scores in nights.items()]
    ranked = [one for one in everybody if len(one.nights) >= rules.least_nights]
    others = [one for one in everybody if len(one.nights) < rules.least_nights]
    return (
        *_Ranking(ranked, results, rules.tie_breaks).rank(),
        *sorted(others, key=lambda one: (-one.total, one.player)),
    )


def _night_scores(result: NightResult, rules: SeasonRules, left_out: Collection[int]) -> list[NightScore]:
    """What a night is worth to everybody who counts in the season."""
    per_game = rules.per_game and rules.worth is not Worth.PLACES
    field = [
        own
        for own in result.people
        if own.player not in left_out and (result.totals_only or (own.games if per_game else own.took_part))
    ]
    if not field:
        return []
    points = {own.player: own.points_a_game if per_game else Fraction(own.points) for own in field}
    match rules.worth:
        case Worth.POINTS:
            worths = points
        case Worth.FIELD:
            average = sum(points.values(), Fraction()) / len(points)
            worths = {player: own - average for player, own in points.items()}
        case Worth.PLACES:
            worths = _points_for_places(field, rules.place_points)
    return [NightScore(result.night, own, worths[own.player]) for own in field]


def _points_for_places(field: Sequence[PlayerResult], table: Sequence[int]) -> dict[int, Fraction]:
    """What the table gives each player; equal points share equally what their places bring together."""
    ordered = sorted((own.points for own in field), reverse=True)
    brings = [*table[: len(ordered)], *[0] * (len(ordered) - len(table))]
    shares: dict[int, Fraction] = {}
    for points in set(ordered):
        first, equal = ordered.index(points), ordered.count(points)
        shares[points] = Fraction(sum(brings[first : first + equal]), equal)
    return {own.player: shares[own.points] for own in field}


def _added_up(player: int, scores: Sequence[NightScore], rules: SeasonRules) -> SeasonStanding:
    """A player's figure, and which nights are in it."""
    if rules.adding is Adding.BEST:
        best = set(sorted(range(len(scores)), key=lambda index: scores[index].worth, reverse=True)[: rules.best])
        nights = tuple(score if index in best else replace(score, counts=False) for index, score in enumerate(scores))
    else:
        nights = tuple(scores)
    total = sum((score.worth for score in nights if score.counts), Fraction())
    return SeasonStanding(player, total / len(nights) if rules.adding is Adding.AVERAGE else total, nights)


class _Ranking:
    """Puts players in order, and asks the tie-breaks where figures are equal."""

    def __init__(
        self, everybody: Iterable[SeasonStanding], results: Sequence[NightResult], tie_breaks: Sequence[TieBreak]
    ) -> None:
        self._of = {one.player: one for one in everybody}
        self._results, self._tie_breaks = results, tie_breaks
        self._decided: dict[int, tuple[TieBreak, Fraction]] = {}

    def rank(self) -> list[SeasonStanding]:
        """Return the players with their places; equals share one: 1, 2, 2, 4."""
        ranked: list[SeasonStanding] = []
        for equal in _by_value({player: one.total for player, one in self._of.items()}):
            for group in self._broken(equal, self._tie_breaks):
                place, shared = len(ranked) + 1, len(group) > 1
                ranked += [
                    replace(self._of[player], place=place, shared=shared, tie_break=self._decided.get(player))
                    for player in sorted(group)
                ]
        return ranked

    def _broken(self, group: list[int], tie_breaks: Sequence[TieBreak]) -> list[list[int]]:
        """Split players with the same figure into groups that are equal in everything, the first ahead."""
        if len(group) == 1 or not tie_breaks:
            return [group]
        asked, rest = tie_breaks[0], tie_breaks[1:]
        values = self._values(asked, group)
        if len(set(values.values())) > 1:
            self._decided |= {player: (asked, value) for player, value in values.items()}
        return [part for equal in _by_value(values) for part in self._broken(equal, rest)]

    def _values(self, tie_break: TieBreak, group: Sequence[int]) -> dict[int, Fraction]:
        """Everybody's figure for a tie-break; the higher one is ahead."""
        nights = {player: self._of[player].nights for player in group}
        match tie_break:
            case TieBreak.BEST_NIGHT:
                return {player: max(score.worth for score in own) for player, own in nights.items()}
            case TieBreak.LONERS:
                return {player: Fraction(sum(s.result.loners or 0 for s in own)) for player, own in nights.items()}
            case TieBreak.FEWER_NIGHTS:
                return {player: Fraction(-len(own)) for player, own in nights.items()}
        return {player: Fraction(sum(self._ahead[player, other] for other in group)) for player in group}

    @cached_property
    def _ahead(self) -> Mapping[tuple[int, int], int]:
        """By how many points one player is ahead of another with the same figure, from all games as opponents."""
        figure = {player: one.total for player, one in self._of.items()}
        groups = [group for group in _by_value(figure) if len(group) > 1]
        group_of = {player: index for index, group in enumerate(groups) for player in group}
        ahead: defaultdict[tuple[int, int], int] = defaultdict(int)
        for result in self._results:
            for meeting in result.meetings:
                for one in meeting.ns:
                    if one is None or one not in group_of:
                        continue
                    for other in meeting.ew:
                        if other is not None and group_of.get(other) == group_of[one]:
                            ahead[one, other] += meeting.ns_points - meeting.ew_points
                            ahead[other, one] -= meeting.ns_points - meeting.ew_points
        return ahead


def _by_value(values: Mapping[int, Fraction]) -> list[list[int]]:
    """Players in groups of the same value, the highest first."""
    groups: defaultdict[Fraction, list[int]] = defaultdict(list)
    for player, value in values.items():
        groups[value].append(player)
    return [groups[value] for value in sorted(groups, reverse=True)]


@dataclass(frozen=True, slots=True)
class Move:
    """A player whose place another choice of rules or nights would change; None is no place."""

    player: int
    before: SeasonStanding | None
    after: SeasonStanding | None

    @property
    def rises(self) -> int:
        """By how many places the player rises, negative when falling; 0 where one of the places is none."""
        places = [one.place if one else None for one in (self.before, self.after)]
        return places[0] - places[1] if places[0] is not None and places[1] is not None else 0


def compare(before: Iterable[SeasonStanding], after: Iterable[SeasonStanding]) -> tuple[Move, ...]:
    """Everybody's line in two standings, in the order of the second; then those who are only in the first."""
    old, new = ({one.player: one for one in standings} for standings in (before, after))
    return tuple(Move(player, old.get(player), new.get(player)) for player in (*new, *(p for p in old if p not in new)))
