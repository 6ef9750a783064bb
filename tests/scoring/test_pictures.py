"""Pictures of the standings: the lines of places and the bars of points, as geometry and on the pages."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, expect

from tally.scores.place_lines import (
    FIRST_NAMED,
    TOP,
    axis_places,
    columns,
    depth,
    names_width,
    picture_of_places,
    places_by_game,
    spread,
)
from tally.scores.points_picture import HEIGHT, picture_of_points
from tally.scores.tallies import SitOutLine, Tally
from tests.scoring.test_prizes import tally
from tests.support.movement_nights import open_guest_night, play_round
from tests.support.night import ORGANIZER, phone_of
from tests.support.serverless_browser import ServerlessBrowser
from tournament.models import Night
from tournament.night.roster_changes import drop_out, substitute

# Places after every game


def test_places_follow_the_totals_game_by_game() -> None:
    places = places_by_game([tally(1, 5, 0, 9), tally(2, 3, 4, 0), tally(3, 5, 1, 1)])
    assert places == {1: (1, 3, 1), 2: (3, 1, 2), 3: (1, 2, 2)}


def test_a_sit_out_counts_its_credit_and_keeps_the_line_going() -> None:
    assert places_by_game([tally(1, 5, None), tally(2, 6, 0)]) == {1: (2, 1), 2: (1, 2)}


def test_who_comes_late_or_leaves_has_no_place_before_or_after() -> None:
    late = Tally(3, tuple(line for line in tally(3, 0, 4, 4).lines if line.game > 1))
    places = places_by_game([tally(1, 5, 5, 5), tally(2, 9), late])
    assert places == {1: (2, 1, 1), 2: (1, None, None), 3: (None, 3, 3)}


# The picture of places


def test_one_game_is_no_picture() -> None:
    assert picture_of_places({1: (1,), 2: (2,)}) is None
    assert picture_of_places({}) is None


def test_a_small_hall_has_a_name_at_every_line() -> None:
    picture = picture_of_places({number: (number, number) for number in range(1, 19)})
    assert picture is not None and picture.others == ""
    assert [line.number for line in picture.lines] == list(range(1, 19))
    assert [line.bold for line in picture.lines] == [1, 2, 3, 4, 5, *[0] * 13]
    assert [place for place, _ in picture.places] == list(range(1, 19))
    assert [at for _, at in picture.places] == pytest.approx([line.end for line in picture.lines], abs=0.1)
    assert picture.lines[0].path == "M0 0L1 0" and picture.lines[-1].path == "M0 100L1 100"
    assert picture.lines[0].end == TOP and picture.lines[-1].end == picture.height - TOP


def test_in_a_large_hall_the_first_places_and_the_viewer_have_names() -> None:
    places = {number: (134 - number, number) for number in range(1, 134)}
    picture = picture_of_places(places, own=77)
    assert picture is not None
    assert [line.number for line in picture.lines] == [*range(1, FIRST_NAMED + 1), 77]
    assert picture.others.count("M") == 133 - FIRST_NAMED - 1
    assert picture.height < 640
    places = [place for place, _ in picture.places]
    assert places[0] == 1 and places[-1] == 133, "the first place and the last have their numbers"


@settings(deadline=None)
@given(st.integers(2, 250))
def test_numbers_of_places_never_overlap(players: int) -> None:
    numbered = axis_places(players, 560)
    assert all(below[1] - above[1] >= 20 for above, below in pairwise(numbered))


def test_the_part_with_the_names_is_as_wide_as_the_longest() -> None:
    assert names_width(["1 Ann M.", "2 Bo"]) == names_width(["1 Ann M."]) > names_width(["2 Bo"])
    assert names_width(["王小明"]) > names_width(["Wan"])


def test_many_games_number_every_other_column() -> None:
    assert columns(3) == ((1, 0), (2, 50), (3, 100))
    assert [game for game, _ in columns(11)] == [1, 3, 5, 7, 9, 11]


@settings(deadline=None)
@given(st.integers(2, 133), st.data())
def test_a_better_place_is_never_drawn_lower(players: int, data: st.DataObject) -> None:
    one, other = sorted(data.draw(st.tuples(st.integers(1, players), st.integers(1, players))))
    assert 0 <= depth(one, players) <= depth(other, players) <= 100


@settings(deadline=None)
@given(st.lists(st.floats(0, 400), min_size=1, max_size=16).map(sorted))
def test_names_never_overlap_and_stay_in_the_picture(wanted: list[float]) -> None:
    placed = spread(wanted, 20, 420)
    assert placed[-1] <= 420
    assert all(below - above >= 19.8 for above, below in pairwise(placed))


# The bars of points


def test_bars_stand_on_zero_and_their_height_is_their_points() -> None:
    picture = picture_of_points(tally(1, 8, 4, 0))
    assert picture is not None
    first, second, third = picture.bars
    assert first.height == pytest.approx(2 * second.height, abs=0.2)
    assert first.top + first.height == pytest.approx(picture.zero, abs=0.2)
    assert third.height > 0, "no points are a thin bar"
    assert all(bar.left >= 0 and bar.left + bar.width <= 100 for bar in picture.bars)
    assert picture.average == "4"


def test_points_below_zero_hang_down() -> None:
    picture = picture_of_points(tally(1, 12, -32))
    assert picture is not None
    assert picture.bars[1].top == picture.zero
    assert picture.bars[1].top + picture.bars[1].height < HEIGHT
    assert picture.text == "Points a game. Game 1: 12, game 2: −32."


def test_a_sit_out_is_a_bar_of_its_own_and_not_in_the_average() -> None:
    picture = picture_of_points(tally(1, 7, None, 4))
    assert picture is not None
    assert [(bar.points, bar.sat_out) for bar in picture.bars] == [(7, False), (2, True), (4, False)]
    assert picture.average == "5.5"
    assert "game 2: 2 for sitting out" in picture.text


def test_before_the_first_game_there_are_no_bars() -> None:
    assert picture_of_points(None) is None
    assert picture_of_points(Tally(1, (), (SitOutLine(1, None, 0),))) is None


# On the pages


def test_the_story_shows_lines_with_the_viewers_own_and_a_table_of_the_same(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 20, games=4)
    address = f"/n/{night.slug}/story/"
    play_round(night, 1)
    assert "place-lines" not in Client().get(address).content.decode(), "one game has no line"
    play_round(night, 2)
    page = Client().get(address).content.decode()
    assert re.search(r'role="img"\s+aria-label="Places after each game\. Guest\d+ X\.: 1 and 1\.', page)
    assert "own" not in page.split('class="place-lines"')[1].split("</figure>")[0]
    last = re.findall(r'<td class="numeric">(\d+)</td>', page.split("<tbody>")[1])[-2]
    own = phone_of(night, int(last)).get(address).content.decode().split('class="place-lines"')[1]
    assert own.count('class="own') == 2, "line and name"
    assert "<summary>Places game by game</summary>" in own


def test_the_picture_of_places_names_everybody_also_in_words_and_the_table_has_every_game(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 18, games=9)
    for number in range(1, 10):
        play_round(night, number)
    page = Client().get(f"/n/{night.slug}/story/").content.decode()
    words = re.findall(r'role="img" aria-label="(Places[^"]*)"', page)[0]
    assert sorted(re.findall(r"Guest(\d+) X", words), key=int) == [str(number) for number in range(1, 19)]
    names = page.split('class="names"')[1].split("</svg>")[0]
    assert names.count("<text") == 18
    head = page.split("<thead>")[1].split("</thead>")[0]
    assert re.findall(r">(\d+)</th>", head) == [str(number) for number in range(1, 10)]


def test_the_lines_name_both_where_a_substitute_took_over_and_end_where_somebody_left(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 9, games=6)
    play_round(night, 1)
    substitute(entry=night.entries.get(number=1), name="Norm Stone", who=ORGANIZER)
    drop_out(entry=night.entries.get(number=9), who=ORGANIZER)
    for number in (2, 3):
        play_round(night, number)
    page = Client().get(f"/n/{night.slug}/story/").content.decode()
    table = page.split("Places game by game")[2]
    assert "Guest1 X. / Norm S." in table
    row = table.split("Guest9 X.")[1].split("</tr>")[0]
    assert re.findall(r">(\d|–)</td>", row)[-1] == "–"


def test_a_tally_shows_the_points_of_its_games(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 9, games=6)
    assert "Points a game" not in Client().get(f"/n/{night.slug}/tally/1/").content.decode()
    play_round(night, 1)
    page = Client().get(f"/n/{night.slug}/tally/1/").content.decode()
    assert 'aria-label="Points a game. Game 1: ' in page and page.count("<rect") == 1


CUT = """() => [...document.querySelectorAll('.place-lines .names text, .place-lines .places text')].filter(text => {
  const own = text.getBoundingClientRect(), part = text.closest('svg').getBoundingClientRect();
  return own.right > part.right + 1 || own.left < part.left - 1 || part.right > innerWidth;
}).map(text => text.textContent)"""


@pytest.mark.long
def test_no_name_in_the_picture_of_places_is_cut_off_on_a_small_phone(empty_night: Night, browser: Browser) -> None:
    night = open_guest_night(empty_night, 18, games=4)
    night.entries.filter(number=3).update(name="Former player 18")
    night.entries.filter(number=4).update(name="MAGDALENA MOMMSEN")
    for number in (1, 2):
        play_round(night, number)
    with ServerlessBrowser(browser, size=(320, 568)) as phone:
        page = phone.open(f"/n/{night.slug}/story/")
        expect(page.locator(".place-lines .names text")).to_have_count(18)
        assert page.evaluate(CUT) == []
        assert page.evaluate("document.documentElement.scrollWidth") == 320
