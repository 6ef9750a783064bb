"""What a player's nights come to, against a recount by other means over random nights."""

from __future__ import annotations

from itertools import groupby
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tally.scores.careers import career_of
from tally.scores.companions import companions_of, head_to_head
from tally.scores.results import NightResult
from tests.support.random_nights import NIGHTS, PEOPLE

PLAYER = st.sampled_from(PEOPLE)


def _attendance(nights: list[NightResult], player: int) -> list[bool]:
    return [
        any(one.player == player for one in night.players) for night in sorted(nights, key=lambda night: night.date)
    ]


def _longest_row(flags: list[bool]) -> int:
    return max((len(list(row)) for does, row in groupby(flags) if does), default=0)


@settings(deadline=None, max_examples=60)
@given(NIGHTS, PLAYER)
def test_figures_are_those_of_a_recount_game_by_game(nights: list[NightResult], player: int) -> None:
    career = career_of(nights, player)
    mine = [one for night in nights for one in night.players if one.player == player]
    assert len(career.nights) == len(mine)
    assert career.points == sum(point for one in mine for point in one.game_points)
    assert career.games == sum(len(one.game_points) - one.sat_out for one in mine)
    assert career.times(1) == sum(one.place == 1 for one in mine)
    assert career.times(1, 2, 3) == sum(one.place < 4 for one in mine)
    assert career.best_place == min((one.place for one in mine), default=None)
    known = [one.loners for one in mine if one.loners is not None]
    assert (career.loners, career.nights_with_loners) == (sum(known) if known else None, len(known))
    played = [sum(one.game_points) - one.sit_out_points for one in mine]
    assert career.points_a_game == pytest.approx(sum(played) / career.games if career.games else 0)
    if mine:
        assert career.points_a_night == pytest.approx(mean(sum(one.game_points) for one in mine))
        assert career.best is not None and career.best.result.points == max(sum(one.game_points) for one in mine)
        assert [one.night.date for one in career.nights] == sorted(one.night.date for one in career.nights)


@settings(deadline=None, max_examples=60)
@given(NIGHTS, PLAYER)
def test_runs_are_the_longest_rows_of_nights(nights: list[NightResult], player: int) -> None:
    career, there = career_of(nights, player), _attendance(nights, player)
    assert len(career.played or ()) == _longest_row(there)
    now = 0
    while now < len(there) and there[-1 - now]:
        now += 1
    assert len(career.played_now or ()) == now
    places = [
        one.place
        for night in sorted(nights, key=lambda night: night.date)
        for one in night.players
        if one.player == player
    ]
    assert len(career.on_top or ()) == _longest_row([place <= 3 for place in places])
    assert len(career.won or ()) == _longest_row([place == 1 for place in places])


@settings(deadline=None, max_examples=60)
@given(NIGHTS, PLAYER)
def test_companions_are_those_at_the_same_tables(nights: list[NightResult], player: int) -> None:
    met = companions_of(nights, player)
    for other in PEOPLE:
        together, against, won = [], [], 0
        for night in nights:
            for meeting in night.meetings:
                for us, them, ours, theirs in (
                    (meeting.ns, meeting.ew, meeting.ns_points, meeting.ew_points),
                    (meeting.ew, meeting.ns, meeting.ew_points, meeting.ns_points),
                ):
                    if {player, other} == {*us}:
                        together.append(ours)
                        won += ours > theirs
                    if player in us and other in them:
                        against.append((ours, theirs))
        if not together and not against:
            assert other not in met
            continue
        assert (met[other].together.played, met[other].together.ours) == (len(together), sum(together))
        assert met[other].together.won == won
        assert met[other].against.played == len(against)
        assert met[other].against.ours == sum(ours for ours, _ in against)
        assert met[other].against.theirs == sum(theirs for _, theirs in against)
        assert met[other].against.enough == (len(against) >= 3)


@settings(deadline=None, max_examples=60)
@given(NIGHTS, st.permutations(PEOPLE))
def test_head_to_head_is_the_same_from_both_sides(nights: list[NightResult], order: list[int]) -> None:
    one, other = order[:2]
    mine, theirs = head_to_head(nights, one, other), head_to_head(nights, other, one)
    assert (mine.ahead, mine.behind, mine.level) == (theirs.behind, theirs.ahead, theirs.level)
    assert mine.companion.together == theirs.companion.together
    assert mine.companion.against.ours == theirs.companion.against.theirs
    assert len(mine.games) == mine.companion.together.played + mine.companion.against.played
    dates = [game.night.date for game in mine.games]
    assert dates == sorted(dates, reverse=True)
    both = [night for night in nights if {one, other} <= {each.player for each in night.players}]
    assert mine.nights == len(both)


def test_nobody_has_no_career() -> None:
    career = career_of([], 1)
    assert (career.nights, career.points_a_night, career.points_a_game, career.best) == ((), 0, 0, None)
    assert career.played is None and career.loners is None
