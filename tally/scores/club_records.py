"""The club's book of records, from the results of its nights: what was done best, longest and closest, and by whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tally.scores.careers import Run, careers_of, in_order
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
    return [*records_of_nights(every, per_game=per_game), *_records_of_careers(every)]


def records_of_nights(nights: Sequence[NightResult], *, per_game: bool = False) -> list[ClubRecord]:
    """Return the records that a single night can set; `nights` are in order."""
    found = (
        _record(RecordKind.HIGHEST, _totals(nights, per_game)),
        _record(RecordKind.LOWEST, _totals(nights, per_game), least=True),
        _record(RecordKind.LONERS, _loners(nights)),
        _record(RecordKind.BIGGEST_GAME, _games(nights)),
        _record(RecordKind.CLOSEST_WIN, _wins(nights, per_game), least=True),
        _record(RecordKind.WIDEST_WIN, _wins(nights, per_game)),
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
    return tuple(one for one in night.people if not one.left and one.took_part == night.games)


def _when(night: NightResult) -> tuple[object, int]:
    return night.date, night.night


@dataclass(frozen=True, slots=True)
class _Try:
    """Something that could be a record; most of many thousands are not, so this is little."""

    value: float
    night: NightResult
    players: tuple[int | None, ...]
    meeting: Meeting | None = None

    @property
    def feat(self) -> Feat:
        """The same as a feat, without an empty chair or somebody whose name nobody knows."""
        players = tuple(player for player in self.players if player is not None)
        return Feat(self.value, players, (self.night,), self.meeting)


def _record(kind: RecordKind, tries: Iterable[_Try], *, least: bool = False) -> ClubRecord | None:
    """Return the record of these, highest or `least`; None where there are none."""
    best: list[_Try] = []
    for one in tries:
        if not best or one.value == best[0].value:
            best.append(one)
        elif (one.value < best[0].value) is least:
            best = [one]
    return ClubRecord(kind, tuple(one.feat for one in best)) if best else None


def _totals(nights: Iterable[NightResult], per_game: bool) -> Iterator[_Try]:
    for night in nights:
        for one in stayed(night):
            if one.games or not per_game:
                yield _Try(float(one.points_a_game) if per_game else one.points, night, (one.player,))


def _loners(nights: Iterable[NightResult]) -> Iterator[_Try]:
    return (_Try(one.loners, night, (one.player,)) for night in nights for one in night.people if one.loners)


def _games(nights: Iterable[NightResult]) -> Iterator[_Try]:
    for night in nights:
        for meeting in night.meetings:
            for pair, points in ((meeting.ns, meeting.ns_points), (meeting.ew, meeting.ew_points)):
                if pair != (None, None):
                    yield _Try(points, night, pair, meeting)


def _wins(nights: Iterable[NightResult], per_game: bool) -> Iterator[_Try]:
    """By how much somebody alone at the top was ahead of the next; a shared first place is no win.

    Whoever played under the number at the top won, and it is the number's total that was ahead.
    """
    for night in nights:
        if len(night.lines) > 1 and not night.lines[0][0].shared and night.games:
            first, second = night.lines[:2]
            ahead = first[0].standing_points - second[0].standing_points
            if winners := tuple(own.player for own in first if not own.nameless):
                yield _Try(ahead / night.games if per_game else ahead, night, winners)


def _records_of_careers(nights: Sequence[NightResult]) -> Iterator[ClubRecord]:
    """What players did over several nights, of those who did it at least twice."""
    careers = careers_of(nights).values()
    rows: dict[RecordKind, list[tuple[int, tuple[NightResult, ...]]]] = {
        RecordKind.PLAYED_RUN: [(one.player, _nights(one.played)) for one in careers],
        RecordKind.TOP_RUN: [(one.player, _nights(one.on_top)) for one in careers],
        RecordKind.WON_RUN: [(one.player, _nights(one.won)) for one in careers],
        RecordKind.MOST_NIGHTS: [(one.player, tuple(own.night for own in one.nights)) for one in careers],
        RecordKind.MOST_WINS: [
            (one.player, tuple(own.night for own in one.nights if own.result.place == 1)) for one in careers
        ],
    }
    for kind, each in rows.items():
        most = max((len(row) for _, row in each), default=0)
        feats = [Feat(most, (player,), row) for player, row in each if len(row) == most]
        if most > 1:
            yield ClubRecord(kind, tuple(sorted(feats, key=lambda feat: _when(feat.night))))


def _nights(run: Run | None) -> tuple[NightResult, ...]:
    return run.nights if run else ()
