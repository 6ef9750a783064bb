"""The club's book of records, from the results of its nights: what was done best, longest and closest, and by whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tally.scores.careers import Run, career_of, in_order
from tally.scores.results import Meeting, NightResult, PlayerResult


class RecordKind(StrEnum):
    """What is compared."""

    HIGHEST = "highest"
    LOWEST = "lowest"
    LONERS = "loners"
    BIGGEST_GAME = "biggest-game"
    CLOSEST_WIN = "closest-win"
    WIDEST_WIN = "widest-win"
    PLAYED_RUN = "played-run"
    TOP_RUN = "top-run"
    WON_RUN = "won-run"
    MOST_NIGHTS = "most-nights"
    MOST_WINS = "most-wins"


@dataclass(frozen=True, slots=True)
class Feat:
    """Something done that a record counts: how much, by whom, on which nights, and at which table if it was a game."""

    value: float
    players: tuple[int, ...]
    nights: tuple[NightResult, ...]
    meeting: Meeting | None = None

    @property
    def night(self) -> NightResult:
        """The night on which it was done."""
        return self.nights[-1]


@dataclass(frozen=True, slots=True)
class ClubRecord:
    """One record: everybody who holds it, the first to reach it first."""

    kind: RecordKind
    feats: tuple[Feat, ...]

    @property
    def value(self) -> float:
        """What the record stands at."""
        return self.feats[0].value


def club_records(nights: Iterable[NightResult], *, per_game: bool = False) -> list[ClubRecord]:
    """Return every record that these nights, of one game, have.

    :param per_game: whether nights are compared by points a game, so that long ones are no better than short ones.
    """
    every = in_order(nights)
    return [
        *records_of_nights(every, per_game=per_game),
        *filter(None, (_record(kind, feats, max) for kind, feats in _feats_of_careers(every).items())),
    ]


def records_of_nights(nights: Sequence[NightResult], *, per_game: bool = False) -> list[ClubRecord]:
    """Return the records that a single night can set; `nights` are in order."""
    found = (
        _record(RecordKind.HIGHEST, _totals(nights, per_game), max),
        _record(RecordKind.LOWEST, _totals(nights, per_game), min),
        _record(RecordKind.LONERS, _loners(nights), max),
        _record(RecordKind.BIGGEST_GAME, _games(nights), max),
        _record(RecordKind.CLOSEST_WIN, _wins(nights, per_game), min),
        _record(RecordKind.WIDEST_WIN, _wins(nights, per_game), max),
    )
    return [record for record in found if record]


def set_on(night: NightResult, nights: Iterable[NightResult]) -> list[ClubRecord]:
    """Return the records that stood after a night and were set or equaled on it; none on the first night of a game."""
    until = [one for one in in_order(nights) if one.variant == night.variant and _when(one) <= _when(night)]
    if len(until) < 2:
        return []
    return [
        record for record in records_of_nights(until) if any(feat.night.night == night.night for feat in record.feats)
    ]


def games_by_night(nights: Iterable[NightResult]) -> tuple[int, int]:
    """Return how many games the shortest and the longest of these nights had."""
    games = [night.games for night in nights]
    return min(games, default=0), max(games, default=0)


def stayed(night: NightResult) -> tuple[PlayerResult, ...]:
    """Return the results of those who took part in every game of a night, whose totals can be compared."""
    return tuple(one for one in night.players if not one.left and one.games == night.games)


def _when(night: NightResult) -> tuple[object, int]:
    return night.date, night.night


def _record(kind: RecordKind, feats: Iterable[Feat], best: Callable[..., float]) -> ClubRecord | None:
    every = list(feats)
    if not every:
        return None
    value = best(feat.value for feat in every)
    return ClubRecord(kind, tuple(feat for feat in every if feat.value == value))


def _totals(nights: Iterable[NightResult], per_game: bool) -> Iterator[Feat]:
    for night in nights:
        for one in stayed(night):
            yield Feat(one.points / one.games if per_game else one.points, (one.player,), (night,))


def _loners(nights: Iterable[NightResult]) -> Iterator[Feat]:
    return (Feat(one.loners, (one.player,), (night,)) for night in nights for one in night.players if one.loners)


def _games(nights: Iterable[NightResult]) -> Iterator[Feat]:
    for night in nights:
        for meeting in night.meetings:
            for pair, points in ((meeting.ns, meeting.ns_points), (meeting.ew, meeting.ew_points)):
                players = tuple(player for player in pair if player is not None)
                yield Feat(points, players, (night,), meeting)


def _wins(nights: Iterable[NightResult], per_game: bool) -> Iterator[Feat]:
    """By how much somebody alone at the top was ahead of the next; a shared first place is no win."""
    for night in nights:
        if len(night.players) > 1 and not night.players[0].shared and night.games:
            first, second = night.players[:2]
            ahead = first.points - second.points
            yield Feat(ahead / night.games if per_game else ahead, (first.player,), (night,))


def _feats_of_careers(nights: Sequence[NightResult]) -> dict[RecordKind, list[Feat]]:
    """What players did over several nights, of those who did it at least twice."""
    found: defaultdict[RecordKind, list[Feat]] = defaultdict(list)
    for player in dict.fromkeys(one.player for night in nights for one in night.players if one.games):
        career = career_of(nights, player)
        own = tuple(one.night for one in career.nights)
        won = tuple(one.night for one in career.nights if one.result.place == 1)
        for kind, row in (
            (RecordKind.PLAYED_RUN, _nights(career.played)),
            (RecordKind.TOP_RUN, _nights(career.on_top)),
            (RecordKind.WON_RUN, _nights(career.won)),
            (RecordKind.MOST_NIGHTS, own),
            (RecordKind.MOST_WINS, won),
        ):
            if len(row) > 1:
                found[kind].append(Feat(len(row), (player,), row))
    for feats in found.values():
        feats.sort(key=lambda feat: _when(feat.night))
    return {kind: found[kind] for kind in RecordKind if kind in found}


def _nights(run: Run | None) -> tuple[NightResult, ...]:
    return run.nights if run else ()
