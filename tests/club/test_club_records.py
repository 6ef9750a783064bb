"""The club's book of records, against a recount by other means over random nights."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from random import Random

from hypothesis import given, settings

from tally.scores.club_records import ClubRecord, RecordKind, club_records, set_on
from tally.scores.results import NightResult
from tests.support.random_nights import NIGHTS, PEOPLE, random_nights
from tests.support.substitutes import night_with_substitutes


def _by_kind(records: list[ClubRecord]) -> dict[RecordKind, ClubRecord]:
    return {record.kind: record for record in records}


@settings(deadline=None, max_examples=60)
@given(NIGHTS)
def test_records_of_nights_and_games_are_those_of_a_recount(nights: list[NightResult]) -> None:
    book = _by_kind(club_records(nights))
    totals = {(night.night, one.player): sum(one.game_points) for night in nights for one in night.players}
    for kind, value in (
        (RecordKind.HIGHEST, max(totals.values())),
        (RecordKind.LOWEST, min(totals.values())),
    ):
        assert book[kind].value == value
        holders = {(feat.night.night, *feat.players) for feat in book[kind].feats}
        assert holders == {who for who, total in totals.items() if total == value}
    points = [p for night in nights for game in night.meetings for p in (game.ns_points, game.ew_points)]
    assert book[RecordKind.BIGGEST_GAME].value == max(points)
    loners = [one.loners for night in nights for one in night.players if one.loners]
    assert (RecordKind.LONERS in book) == bool(loners)
    if loners:
        assert book[RecordKind.LONERS].value == max(loners)
    margins = [first - second for night in nights for first, second, *_ in [_ordered(night)] if first > second]
    assert (RecordKind.CLOSEST_WIN in book) == bool(margins)
    if margins:
        assert (book[RecordKind.CLOSEST_WIN].value, book[RecordKind.WIDEST_WIN].value) == (min(margins), max(margins))


def _ordered(night: NightResult) -> list[int]:
    return sorted((sum(one.game_points) for one in night.players), reverse=True)


@settings(deadline=None, max_examples=60)
@given(NIGHTS)
def test_longest_runs_are_those_of_a_recount(nights: list[NightResult]) -> None:
    book = _by_kind(club_records(nights))
    order = sorted(nights, key=lambda night: night.date)

    def row(flags: list[bool]) -> int:
        return max((len(list(group)) for does, group in groupby(flags) if does), default=0)

    places = {
        player: [next((one.place for one in night.players if one.player == player), None) for night in order]
        for player in PEOPLE
    }
    own = {player: [place for place in row if place] for player, row in places.items()}
    for kind, values in (
        (RecordKind.PLAYED_RUN, [row([place is not None for place in each]) for each in places.values()]),
        (RecordKind.TOP_RUN, [row([place <= 3 for place in each]) for each in own.values()]),
        (RecordKind.WON_RUN, [row([place == 1 for place in each]) for each in own.values()]),
        (RecordKind.MOST_NIGHTS, [len(each) for each in own.values()]),
        (RecordKind.MOST_WINS, [each.count(1) for each in own.values()]),
    ):
        assert (book[kind].value if kind in book else 1) == max(1, *values), kind


def test_who_left_early_is_not_the_lowest() -> None:
    night = random_nights(3, most=1)[0]
    *others, last = night.players
    early = last._replace(points=-50, left=True)
    book = _by_kind(club_records([replace(night, players=(*others, early))]))
    assert book[RecordKind.LOWEST].value == min(one.points for one in others)


def test_points_a_game_compare_a_short_night_with_a_long_one() -> None:
    night = random_nights(3, most=1)[0]
    short = replace(night, games=2, players=tuple(one._replace(points=10, games=2) for one in night.players))
    long_night = replace(
        night, night=99, games=4, players=tuple(one._replace(points=12, games=4) for one in night.players)
    )
    by_total = _by_kind(club_records([short, long_night]))[RecordKind.HIGHEST]
    by_game = _by_kind(club_records([short, long_night], per_game=True))[RecordKind.HIGHEST]
    assert (by_total.value, by_total.feats[0].night) == (12, long_night)
    assert (by_game.value, by_game.feats[0].night) == (5, short)


def test_a_night_sets_what_stood_after_it_whatever_came_later() -> None:
    first, second, third = sorted(random_nights(8, most=9), key=lambda night: night.date)[:3]
    best = replace(second, players=(second.players[0]._replace(points=500), *second.players[1:]))
    later = replace(third, players=(third.players[0]._replace(points=600), *third.players[1:]))
    kinds = {record.kind for record in set_on(best, [later, best, first])}
    assert RecordKind.HIGHEST in kinds
    assert set_on(first, [first, best, later]) == [], "everything is a first on the first night"


def test_a_win_is_of_everybody_who_played_under_the_number_and_by_its_total() -> None:
    night, _ = next(both for seed in range(99) if _won_together(both := night_with_substitutes(1, Random(seed))))
    (record,) = [one for one in club_records([night]) if one.kind is RecordKind.WIDEST_WIN]
    first, second = night.lines[:2]
    assert (record.value, record.feats[0].players) == (
        first[0].standing_points - second[0].standing_points,
        tuple(own.player for own in first),
    )
    assert sum(own.points for own in first) == first[0].standing_points


def _won_together(both: tuple[NightResult, NightResult]) -> bool:
    first = both[0].lines[0]
    return len(first) > 1 and not first[0].shared
