"""A night's history as JSON: what is read and written, and what is refused with a sentence.

These tests need no database.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.movements.history import HistoryError, NightHistory, history_data, read_history
from tournament.movements.rotation import Rotation
from tournament.movements.seating import RoundSeating
from tournament.movements.seats import Side

NIGHT = {"players": 9, "rounds": [[[1, 2, 3, 4], [5, 6, 7, 8]]], "sitouts": [[9]]}
TABLES = ((1, 2, 3, 4), (5, 6, 7, 8))
LATER = {
    "rounds": [*NIGHT["rounds"], [[1, 3, 5, 9], [2, 4, 7, 8]]],
    "sitouts": [[9], []],
    "active": [[1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 2, 3, 4, 5, 7, 8, 9]],
}  # 6 left after game 1


def read(data: dict[str, Any]) -> NightHistory:
    return read_history(json.dumps(data))


def test_a_night_is_read_with_its_sit_outs_and_all_players_play_on() -> None:
    assert read(NIGHT) == NightHistory(9, (RoundSeating(TABLES, (9,)),), tuple(range(1, 10)))


def test_without_sit_outs_players_without_a_seat_were_not_there() -> None:
    night = read({"players": 9, "rounds": NIGHT["rounds"]})
    assert night.rotation == Rotation(9, (TABLES,))
    assert night.active == (tuple(range(1, 9)),)


def test_only_the_games_that_were_played_count() -> None:
    night = read(NIGHT | LATER | {"played": 1, "winners": [["NS", "EW"], ["EW", None]]})
    assert night.rounds == (RoundSeating(TABLES, (9,)),)
    assert night.winners == ((Side.NS, Side.EW),)


@pytest.mark.parametrize(
    ("changed", "here"),
    [
        ({}, (1, 2, 3, 4, 5, 7, 8, 9)),  # as in the last game
        ({"played": 1}, (1, 2, 3, 4, 5, 7, 8, 9)),  # as in the game that comes next
        ({"active": LATER["active"] + [[1, 2, 3, 4]]}, (1, 2, 3, 4)),
        ({"active": [5, 4, 3, 2, 1]}, (1, 2, 3, 4, 5)),
        ({"here": [4, 3, 2, 1]}, (1, 2, 3, 4)),
        ({"here": [1, 2, 3, 4, 11]}, (1, 2, 3, 4, 11)),
    ],
)
def test_here_or_active_says_who_plays_on(changed: dict[str, Any], here: tuple[int, ...]) -> None:
    night = read(NIGHT | LATER | changed)
    assert (night.here, night.players) == (here, max(9, *here))


def test_a_night_is_written_as_it_was_read() -> None:
    winners = {"winners": [["NS", "EW"], [None, "EW"]]}
    assert json.loads(json.dumps(history_data(read(NIGHT | LATER | winners)))) == NIGHT | LATER | winners
    assert json.loads(json.dumps(history_data(read(NIGHT)))) == NIGHT


def test_the_games_of_a_rotation_have_their_sit_outs() -> None:
    assert Rotation(9, (TABLES, TABLES), ((9,), (9,))).seatings() == (RoundSeating(TABLES, (9,)),) * 2
    assert Rotation(8, (TABLES,)).seatings() == (RoundSeating(TABLES),)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"rounds": []}, "No game has been played"),
        ({"rounds": 7}, '"rounds" has to be a list'),
        ({"rounds": [[]]}, "Game 1 has to be a list of tables"),
        ({"rounds": [[[1, 2, 3]]]}, "Game 1 has to be a list of tables of four"),
        ({"rounds": [[[1, 2, 3, 3]]]}, "Game 1: player 3 has two places"),
        ({"rounds": [[[1, 2, 3, 9]]]}, "Game 1: player 9 has two places"),
        ({"rounds": [[[1, 2, 3, 10]]]}, "no player 10; this night has players 1 to 9"),
        ({"rounds": [[[1, 2, 3, "4"]]]}, "a whole number from 1 to 999"),
        ({"rounds": [[[1, 2, 3, True]]]}, "a whole number from 1 to 999"),
        ({"players": 10**9}, "a whole number from 1 to 999"),
        ({"sitouts": [[9], [1]]}, '"rounds" has 1 and "sitouts" 2'),
        ({"here": [1, 2, 3, 3]}, '"here" names player 3 twice'),
        ({"here": []}, '"here" is empty'),
        ({"here": "all"}, '"here" has to be a list'),
        ({"played": 2}, "1 to 1"),
        ({"winners": [["N", "S"]]}, '"NS" (the first pair)'),
        ({"winners": [[[], {}]]}, '"NS" (the first pair)'),
        ({"winners": [["NS", "EW"], ["NS", "EW"]]}, '"rounds" has 1 and "winners" 2'),
    ],
)
def test_a_night_that_cannot_be_continued_is_refused_with_a_sentence(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(HistoryError) as refused:
        read(NIGHT | changed)
    assert message in str(refused.value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 12) | st.floats() | st.sampled_from(["NS", "", "x"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=20,
)


@settings(deadline=None, max_examples=300)
@given(
    st.fixed_dictionaries(
        {"players": JSON | st.just(9), "rounds": JSON | st.just(NIGHT["rounds"])},
        optional={key: JSON | st.just([[9]]) for key in ("sitouts", "here", "active", "winners", "played")},
    )
)
def test_any_json_is_a_night_or_refused_with_a_sentence(data: dict[str, Any]) -> None:
    try:
        night = read_history(json.dumps(data))
    except HistoryError as refused:
        assert str(refused).endswith((".", "}"))
    else:
        assert read_history(json.dumps(history_data(night) | {"here": night.here})) == night
