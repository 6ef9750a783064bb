"""Games in which players play for themselves, and tables of other sizes: what each player scores."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.records import points, record, refusal, result


@pytest.mark.parametrize(
    ("slug", "bid", "tricks", "changes", "by_player"),
    [
        ("three-handed", None, 5, {}, [3, 0, 0]),
        ("three-handed", None, 2, {"maker_side": 1}, [2, 0, 2]),
        ("two-handed", None, 5, {}, [2, 0]),
        ("two-handed", None, 0, {}, [0, 2]),
        ("auction-five", 4, 4, {"partners": [1, 3]}, [4, 4, 0, 4, 0]),
        ("auction-five", 4, 3, {"partners": [1, 3]}, [0, 0, 4, 0, 4]),
        ("auction-five", 4, 5, {"partners": [2]}, [4, 0, 4, 0, 0]),
        ("auction-five", 3, 3, {"partners": None}, [3, 0, 0, 0, 0]),
        ("auction-five", 15, 4, {"alone": True}, [0, 15, 15, 15, 15]),
        ("auction-six", 5, 5, {"partners": [4, 5]}, [5, 0, 0, 0, 5, 5]),
        ("auction-seven", 20, 7, {"alone": True}, [20, 0, 0, 0, 0, 0, 0]),
        ("call-ace", None, 5, {"partner": 2}, [2, 0, 2, 0]),
        ("call-ace", None, 2, {"partner": 2}, [0, 2, 0, 2]),
        ("call-ace", None, 5, {"partner": None}, [4, 0, 0, 0]),
        ("call-ace", None, 5, {"alone": True}, [4, 0, 0, 0]),
        ("call-ace", None, 5, {"partner": 1, "alone": True}, [4, 0, 0, 0]),
        ("call-ace", None, 3, {"partner": 1, "alone": True}, [1, 0, 0, 0]),
        ("call-ace", None, 2, {"partner": 1, "alone": True}, [0, 0, 2, 2]),
        ("call-ace", None, 5, {"partner": None, "alone": None}, [4, 0, 0, 0]),
        ("hoosier-three", 4, 5, {"tricks_by_player": [5, 2, 3]}, [5, 2, 3]),
        ("hoosier-three", 4, 3, {"tricks_by_player": [3, 7, 0]}, [-4, 7, 0]),
        ("cutthroat-purdue", 7, 7, {"tricks_by_player": [7, 0, 0]}, [16, 0, 0]),
        ("pepper-three", 7, 6, {"tricks_by_player": [6, 1, 1]}, [-8, 1, 1]),
        ("pepper-two", 3, 5, {}, [5, 3]),
        ("pepper-two", "big-pepper", 7, {"maker_side": 1}, [1, -16]),
        ("florida-five-handed", 5, 6, {"partner": 3}, [6, 2, 2, 6, 2]),
        ("florida-five-handed", 5, 4, {"partner": 3}, [-5, 4, 4, -5, 4]),
        ("florida-five-handed", 6, 6, {"dealer_stuck": True}, [6, 2, 2, 2, 2]),
        ("dirty-clubs", 3, 3, {"tricks_by_player": [3, 2, 0]}, [-3, -2, 0]),
        ("dirty-clubs", 3, 2, {"tricks_by_player": [2, 3, 0]}, [5, -3, 0]),
        ("dirty-clubs", 3, 2, {"tricks_by_player": [2, 3, 0], "options": {"bump": True}}, [5, -3, 5]),
        ("dirty-clubs", 3, 0, {"tricks_by_player": [0, 5, 0], "options": {"bump": True}}, [5, -5, 5]),
        (
            "dirty-clubs",
            3,
            3,
            {"tricks_by_player": [3, 2, 0], "dropped": [2], "options": {"bump": True}},
            [-3, -2, 0],
        ),
    ],
)
def test_every_player_scores_what_the_source_says(
    slug: str, bid: object, tricks: int, changes: dict[str, Any], by_player: list[int]
) -> None:
    assert result(record(slug, bid, tricks, **changes))["by_player"] == by_player


def test_defenders_points_count_for_each_or_for_all_together() -> None:
    assert points(record("three-handed", None, 2)) == (0, 2)
    assert points(record("auction-five", 4, 3)) == (0, 4)
    assert points(record("florida-five-handed", 5, 4, partner=3)) == (-5, 4)
    assert points(record("hoosier-three", 4, 5, tricks_by_player=[5, 2, 3])) == (5, 5)
    assert points(record("dirty-clubs", 3, 3, tricks_by_player=[3, 2, 0], options={"bump": True})) == (-3, 3)
    assert points(record("pepper-two", 3, 5)) == (5, 3)


def test_without_each_players_tricks_only_the_totals_are_known() -> None:
    assert result(record("hoosier-three", 4, 5)) == {"ok": True, "makers": 5, "defenders": 5}


def test_a_missing_partner_in_call_ace_is_not_nobody() -> None:
    """Without the partner nobody knows whom to pay; a march pays 2 with a partner, and 4 where nobody held the suit."""
    assert result(record("call-ace", None, 3)) == {"ok": True, "makers": 1, "defenders": 0}
    assert result(record("call-ace", None, [0, 2], defender_tricks=[3, 5])) == {"ok": True, "makers": 0, "defenders": 2}
    assert refusal(record("call-ace", None, 5)) == "partner"
    assert refusal(record("call-ace", None, 5, alone=None)) == "range"
    assert points(record("call-ace", None, 5, partner=None)) == (4, 0)


def test_dirty_clubs_may_be_played_without_trump_when_all_pass() -> None:
    data = {**record("dirty-clubs"), "maker_side": None, "maker_tricks": None, "defender_tricks": None}
    played = {"passed_out": True, "tricks_by_player": [3, 2, 0], "options": {"no_trump": True}}
    assert result({**data, "extras": played})["by_player"] == [-3, -2, 0]
    assert refusal({**data, "extras": {**played, "tricks_by_player": [3, 1, 0]}}) == "sum"
    assert refusal({**data, "extras": {**played, "options": {}}}) == "passed-out"


@pytest.mark.parametrize(
    ("slug", "players", "tricks"),
    [
        ("racehorse", 6, 8),
        ("racehorse", 8, 6),
        ("double-hasenpfeffer", 6, 8),
        ("indiana-double-deck", 6, 8),
        ("florida-five-handed", 6, 8),
        ("florida-five-handed", 7, 8),
        ("florida-five-handed", 8, 8),
    ],
)
def test_bigger_tables_have_their_own_number_of_tricks(slug: str, players: int, tricks: int) -> None:
    assert points(record(slug, 6, 6, tricks, players=players)) == (
        6,
        tricks - 6 or (-6 if slug[:2] == "do" else 0),
    )
    assert refusal(record(slug, 6, 6, tricks + 1, players=players)) in ("sum", "tricks")
    assert refusal(record(slug, tricks + 1, tricks, tricks, players=players)) == "bid"


def test_nobody_plays_double_hasenpfeffer_for_six_alone() -> None:
    assert refusal(record("double-hasenpfeffer", 8, 8, 8, players=6, alone=True, exchange=2)) == "alone"


def test_three_pairs_in_indiana_score_their_own_tricks() -> None:
    data = record("indiana-double-deck", 4, 5, 8, players=6, maker_side="C", tricks_by_side=[1, 2, 5])
    assert result(data) == {"ok": True, "makers": 4, "defenders": 3, "by_side": {"A": 1, "B": 2, "C": 4}}
    by_name = {**data, "extras": {"tricks_by_side": {"A": 1, "B": 2, "C": 5}}}
    assert result(by_name) == result(data)
    assert refusal({**data, "maker_side": "B"}) == "tricks-by-side"
    assert refusal({**data, "extras": {"tricks_by_side": [1, 1, 5]}}) == "sum"


def test_pfeffer_counts_hickeys() -> None:
    assert result(record("pfeffer", 4, 5))["hickeys"] == {"makers": 0, "defenders": 0}
    assert result(record("pfeffer", 4, 6))["hickeys"] == {"makers": 0, "defenders": 1}
    assert result(record("pfeffer", 4, 3))["hickeys"] == {"makers": 1, "defenders": 0}
    assert result(record("pfeffer", "pfeffer", 5, alone=True))["hickeys"] == {"makers": 2, "defenders": 0}
    assert result(record("pfeffer", "pfeffer", 6, alone=True))["hickeys"] == {"makers": 0, "defenders": 1}
