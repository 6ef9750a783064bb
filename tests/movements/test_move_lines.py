"""Who moves where, as a picture: both sides have everybody, and every line says how its player moves.

These tests need no database but the last one.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.movement_nights import open_guest_night, play_round
from tests.support.night import phone_of
from tests.support.simulated_nights import play_winners_up
from tournament.models import Night
from tournament.movements.move_lines import ROW, Way, picture_of_moves
from tournament.movements.seating import RoundSeating
from tournament.planning.rounds import seatings

BEFORE = RoundSeating(((1, 2, 3, 4), (5, 6, 7, 8)), (9,))
AFTER = RoundSeating(((1, 5, 6, 2), (9, 3, 4, 7)), (8,))


def test_a_line_says_whether_its_player_stays_moves_up_or_down_or_comes_from_the_bench() -> None:
    ways = {line.player: line.way for line in picture_of_moves(BEFORE, AFTER).lines}
    assert ways == dict.fromkeys((1, 2, 7), Way.STAYS) | dict.fromkeys((5, 6), Way.UP) | dict.fromkeys(
        (3, 4), Way.DOWN
    ) | {9: Way.IN, 8: Way.OUT}


def test_a_line_goes_from_the_name_on_the_left_to_the_name_on_the_right() -> None:
    picture = picture_of_moves(BEFORE, AFTER)
    left = {spot.player: spot.at for table in picture.before for spot in table.spots}
    right = {spot.player: spot.at for table in picture.after for spot in table.spots}
    assert all((line.start, line.end) == (left[line.player], right[line.player]) for line in picture.lines)
    assert [table.table for table in picture.after] == [1, 2, 0], "the bench is last"


def test_who_left_or_came_has_a_name_without_a_line() -> None:
    picture = picture_of_moves(BEFORE, RoundSeating(((1, 5, 6, 2), (9, 3, 4, 10))))
    assert {line.player for line in picture.lines} == {1, 2, 3, 4, 5, 6, 9}
    assert picture.players == 8


@settings(deadline=None, max_examples=30)
@given(st.integers(4, 133), st.integers(0, 2**32))
def test_every_player_of_any_hall_has_one_name_on_each_side_and_none_overlap(players: int, seed: int) -> None:
    before, after = play_winners_up(players, 2, Random(seed))
    picture = picture_of_moves(before, after)
    for side in (picture.before, picture.after):
        spots = [spot for table in side for spot in table.spots]
        assert sorted(spot.player for spot in spots) == list(range(1, players + 1))
        assert all(below.at - above.at >= ROW for above, below in pairwise(spots))
        assert spots[-1].at < picture.height
    assert len(picture.lines) == players


@pytest.mark.usefixtures("short_searches")
def test_the_page_of_seats_shows_who_moves_where_after_a_bell(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 10, "winners-up")
    address = f"/n/{night.slug}/"
    assert "Who moves where" not in Client().get(address).content.decode()
    play_round(night, 1)
    page = Client().get(address).content.decode()
    assert "Who moves where: game 1 to game 2" in page and page.count("<line ") == 10
    assert "Sitting out" in page and "come from table 2 and sit" in page
    assert 'class="own"' not in page
    number = seatings(night)[1].tables[0][0]
    assert phone_of(night, number).get(address).content.decode().count(' own"') == 1


def test_a_fixed_rotation_shows_no_moves(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 8)
    play_round(night, 1)
    assert "Who moves where" not in Client().get(f"/n/{night.slug}/").content.decode()
