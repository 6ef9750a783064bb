"""The rules of a season's standings: each by examples, and all of them against a second count.

These tests use no database.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from tally.scores.results import Meeting, NightResult, PlayerResult
from tally.scores.seasons import (
    Adding,
    SeasonRules,
    SeasonStanding,
    TieBreak,
    Worth,
    compare,
    season_standings,
)
from tests.support.season_count import count_season, random_season
from tests.support.substitutes import night_with_substitutes

ANN, BOB, CAT, DAN, EVE = 1, 2, 3, 4, 5


def night(
    day: int, points: dict[int, int], *, games: int = 4, meetings: tuple[Meeting, ...] = (), **loners: int
) -> NightResult:
    """Make a night's result from its totals."""
    order = sorted(points.values(), reverse=True)
    players = tuple(
        PlayerResult(
            player, total, games, order.index(total) + 1, order.count(total) > 1, loners.get(f"of{player}"), False, ()
        )
        for player, total in points.items()
    )
    return NightResult(
        day, f"n{day}", f"Night {day}", date(2026, 1, day), "standard", games, "closed", players, meetings=meetings
    )


def table(*standings: SeasonStanding) -> list[tuple[str, int, Fraction]]:
    return [(one.place_text, one.player, one.total) for one in standings]


def test_all_points_added_up_and_equal_sums_share_a_place() -> None:
    nights = [night(1, {ANN: 10, BOB: 20, CAT: 5, DAN: 3}), night(2, {ANN: 15, CAT: 20, DAN: 3})]
    assert table(*season_standings(nights, SeasonRules())) == [
        ("T-1", ANN, 25),
        ("T-1", CAT, 25),
        ("3", BOB, 20),
        ("4", DAN, 6),
    ]


def test_the_average_of_a_night_is_exact() -> None:
    nights = [night(1, {ANN: 10, BOB: 11}), night(2, {ANN: 10, BOB: 10}), night(3, {ANN: 11, BOB: 10})]
    standings = season_standings(nights, SeasonRules(adding=Adding.AVERAGE))
    assert table(*standings) == [("T-1", ANN, Fraction(31, 3)), ("T-1", BOB, Fraction(31, 3))]


def test_the_best_nights_count_and_of_fewer_all() -> None:
    nights = [night(1, {ANN: 10, BOB: 30}), night(2, {ANN: 12}), night(3, {ANN: 11}), night(4, {ANN: 12})]
    first, second = season_standings(nights, SeasonRules(adding=Adding.BEST, best=3))
    assert (first.player, first.total, [score.counts for score in first.nights]) == (ANN, 35, [False, True, True, True])
    assert (second.player, second.total) == (BOB, 30)


def test_places_bring_the_clubs_points_and_who_share_a_place_share_them() -> None:
    rules = SeasonRules(worth=Worth.PLACES, place_points=(10, 8, 5))
    standings = season_standings([night(1, {ANN: 20, BOB: 18, CAT: 18, DAN: 9})], rules)
    assert table(*standings) == [
        ("1", ANN, 10),
        ("T-2", BOB, Fraction(13, 2)),
        ("T-2", CAT, Fraction(13, 2)),
        ("4", DAN, 0),
    ]
    last = season_standings([night(1, {ANN: 20, BOB: 19, CAT: 8, DAN: 8})], rules)
    assert table(*last)[2:] == [("T-3", CAT, Fraction(5, 2)), ("T-3", DAN, Fraction(5, 2))]


def test_points_over_the_fields_average() -> None:
    nights = [night(1, {ANN: 20, BOB: 10}), night(2, {ANN: 2, BOB: 4, CAT: 6})]
    standings = season_standings(nights, SeasonRules(worth=Worth.FIELD))
    assert table(*standings) == [("1", ANN, 3), ("2", CAT, 2), ("3", BOB, -5)]
    assert sum(one.total for one in standings) == 0


def test_who_has_too_few_nights_is_listed_without_a_place() -> None:
    nights = [night(1, {ANN: 10, BOB: 30}), night(2, {ANN: 10})]
    assert table(*season_standings(nights, SeasonRules(least_nights=2))) == [("1", ANN, 20), ("–", BOB, 30)]


def test_guests_that_are_left_out_are_in_nobodys_way() -> None:
    nights, guests = [night(1, {ANN: 10, BOB: 30, CAT: 20})], [BOB]
    places = SeasonRules(worth=Worth.PLACES)
    assert table(*season_standings(nights, places, guests))[0] == ("1", BOB, 10)
    without = SeasonRules(worth=Worth.PLACES, with_guests=False)
    assert table(*season_standings(nights, without, guests)) == [("1", CAT, 10), ("2", ANN, 8)]
    field = SeasonRules(worth=Worth.FIELD, with_guests=False)
    assert table(*season_standings(nights, field, guests)) == [("1", CAT, 5), ("2", ANN, -5)]


def test_points_a_game_let_long_nights_weigh_as_much_as_short_ones() -> None:
    nights = [night(1, {ANN: 40, BOB: 20}, games=8), night(2, {ANN: 10, BOB: 20}, games=4)]
    assert table(*season_standings(nights, SeasonRules(per_game=True))) == [
        ("T-1", ANN, Fraction(15, 2)),
        ("T-1", BOB, Fraction(15, 2)),
    ]


def test_points_a_game_are_of_the_games_that_one_played() -> None:
    """A sit-out is no game: its points count in a sum, and not in points a game."""
    whole = night(1, {ANN: 40, BOB: 20}, games=8)
    sat_out = PlayerResult(CAT, 38, 7, 2, False, None, False, (), sat_out=1, sit_out_points=3)
    result = replace(whole, players=(*whole.players, sat_out))
    assert table(*season_standings([result], SeasonRules()))[1] == ("2", CAT, 38)
    per_game = season_standings([result], SeasonRules(per_game=True))
    assert table(*per_game)[:2] == [("T-1", ANN, 5), ("T-1", CAT, 5)]
    field = season_standings([result], SeasonRules(worth=Worth.FIELD, per_game=True))
    assert sum(one.total for one in field) == 0


def test_who_only_sat_out_has_no_night_in_points_a_game() -> None:
    whole = night(1, {ANN: 40, BOB: 20}, games=8)
    sat_out = PlayerResult(CAT, 3, 0, 3, False, None, False, (), sat_out=1, sit_out_points=3)
    result = replace(whole, players=(*whole.players, sat_out))
    assert CAT in [one.player for one in season_standings([result], SeasonRules())]
    assert CAT not in [one.player for one in season_standings([result], SeasonRules(per_game=True))]
    field = season_standings([result], SeasonRules(worth=Worth.FIELD, per_game=True))
    assert table(*field) == [("1", ANN, Fraction(5, 4)), ("2", BOB, Fraction(-5, 4))]


def test_somebody_who_did_not_play_has_no_night() -> None:
    played = night(1, {ANN: 10})
    absent = PlayerResult(BOB, 0, 0, 2, False, None, False, ())
    (only,) = season_standings(
        [NightResult(**{**vars(played), "players": (*played.players, absent)})], SeasonRules(worth=Worth.FIELD)
    )
    assert (only.player, only.total) == (ANN, 0)


# Tie-breaks


def decided(rules: SeasonRules, *nights: NightResult) -> list[tuple[str, int]]:
    return [(one.place_text, one.player) for one in season_standings(nights, rules)]


def test_head_to_head_counts_games_as_opponents_only() -> None:
    meetings = (
        Meeting(1, 1, (BOB, CAT), (ANN, DAN), 5, 3),
        Meeting(2, 1, (ANN, BOB), (CAT, DAN), 0, 9),
        Meeting(3, 1, (ANN, None), (BOB, EVE), 4, 3),
    )
    rules = SeasonRules(tie_breaks=(TieBreak.HEAD_TO_HEAD,))
    (first, second, *_) = season_standings([night(1, {ANN: 9, BOB: 9, CAT: 8}, meetings=meetings)], rules)
    assert (first.player, first.tie_break, second.tie_break) == (
        BOB,
        (TieBreak.HEAD_TO_HEAD, 1),
        (TieBreak.HEAD_TO_HEAD, -1),
    )


def test_the_best_night_most_loners_or_fewer_nights_decide_in_the_clubs_order() -> None:
    nights = (night(1, {ANN: 10, BOB: 20, CAT: 12}, of1=2, of2=0, of3=1), night(2, {ANN: 10, CAT: 8}, of1=0, of3=0))
    assert decided(SeasonRules(), *nights) == [("T-1", ANN), ("T-1", BOB), ("T-1", CAT)]
    assert decided(SeasonRules(tie_breaks=(TieBreak.BEST_NIGHT,)), *nights) == [("1", BOB), ("2", CAT), ("3", ANN)]
    assert decided(SeasonRules(tie_breaks=(TieBreak.LONERS,)), *nights) == [("1", ANN), ("2", CAT), ("3", BOB)]
    fewer = SeasonRules(tie_breaks=(TieBreak.FEWER_NIGHTS, TieBreak.LONERS))
    assert decided(fewer, *nights) == [("1", BOB), ("2", ANN), ("3", CAT)]


def test_equal_in_every_tie_break_is_a_shared_place() -> None:
    rules = SeasonRules(tie_breaks=tuple(TieBreak))
    assert decided(rules, night(1, {ANN: 10, BOB: 10, CAT: 3})) == [("T-1", ANN), ("T-1", BOB), ("3", CAT)]


def test_a_comparison_says_who_rises_who_falls_and_who_gets_a_place() -> None:
    nights = [night(1, {ANN: 10, BOB: 30, CAT: 25}), night(2, {ANN: 25, CAT: 1})]
    before, after = season_standings(nights, SeasonRules()), season_standings(nights, SeasonRules(least_nights=2))
    assert [(move.player, move.rises) for move in compare(before, after)] == [(ANN, 0), (CAT, 1), (BOB, 0)]
    assert [move.player for move in compare(before, ())] == [ANN, BOB, CAT]


# Any season


EVERY_RULE = list(product(Worth, Adding, (False, True), (False, True)))


def check_season(seed: int) -> None:
    """Count one random season by every kind of rule, and compare each with the second count."""
    chance = Random(seed)
    results = random_season(chance)
    compare_counts(results, results, chance)


def compare_counts(results: Sequence[NightResult], plain: Sequence[NightResult], chance: Random) -> None:
    """Compare the standings by every kind of rule with the second count, which is made of the plain results."""
    guests = chance.sample(range(1, 10), 3)
    for worth, adding, per_game, with_guests in EVERY_RULE:
        rules = SeasonRules(
            worth=worth,
            adding=adding,
            best=chance.randint(1, 4),
            place_points=tuple(chance.randint(0, 9) for _ in range(chance.randint(1, 5))),
            least_nights=chance.randint(0, 3),
            with_guests=with_guests,
            per_game=per_game,
            tie_breaks=tuple(chance.sample(list(TieBreak), chance.randint(0, 4))),
        )
        counted = [(s.player, s.place_text, s.total, len(s.nights)) for s in season_standings(results, rules, guests)]
        assert counted == count_season(plain, rules, guests), rules


@pytest.mark.sample(5)
@pytest.mark.parametrize("seed", range(50))
def test_standings_match_a_second_count(seed: int) -> None:
    check_season(seed)


@pytest.mark.parametrize("seed", [*range(5), *(pytest.param(n, marks=pytest.mark.long) for n in range(5, 50))])
def test_with_substitutes_standings_match_a_second_count_game_by_game(seed: int) -> None:
    chance = Random(seed)
    nights = [night_with_substitutes(day, chance) for day in range(1, 5)]
    results, plain = ([both[index] for both in nights] for index in (0, 1))
    assert any(result.has_substitutes for result in results)
    compare_counts(results, plain, chance)


@pytest.mark.long
def test_standings_of_many_seasons_match_a_second_count() -> None:
    for seed in range(50, 1500):
        check_season(seed)
