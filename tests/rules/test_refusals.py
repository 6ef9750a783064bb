"""Hands that are impossible under one game's rules, each refused with its own code."""

from __future__ import annotations

from typing import Any

import pytest

from tally.rules import VARIANTS, calls
from tests.support.records import points, record, refusal, result

NT = {"trump": "NT"}


@pytest.mark.parametrize(
    ("slug", "bid", "tricks", "changes", "code"),
    [
        # bids below the minimum, above the maximum, or of another game
        ("pfeffer", 3, 4, {}, "bid"),
        ("pfeffer", 7, 6, {}, "bid"),
        ("pfeffer", None, 4, {}, "bid"),
        ("shawn", 2, 4, {}, "bid"),
        ("racehorse", 2, 4, {}, "bid"),
        ("buck", 2, 4, {}, "bid"),
        ("indiana-double-deck", 2, 4, {}, "bid"),
        ("double-hasenpfeffer", 5, 6, {}, "bid"),
        ("double-hasenpfeffer-cats", 5, 6, {}, "bid"),
        ("pepper-melton", 6, 6, {}, "bid"),
        ("pepper-cats", 6, 6, {}, "bid"),
        ("hawsy", "big-pepper", 6, {}, "bid"),
        ("bid-single-deck", 12, 6, {}, "bid"),
        ("twelves", "little-pepper", 6, {}, "bid"),
        ("pfeffer", "pepper", 6, {}, "bid"),
        ("standard", 3, 4, {}, "bid"),
        ("auction-five", 6, 5, {}, "bid"),
        ("michigan-family", 0, 6, {}, "bid"),
        ("hoosier", 11, 10, {}, "bid"),
        ("kokomo-kitty", 12, 11, {}, "bid"),
        # trumps and no-trump
        ("standard", None, 3, NT, "trump"),
        ("progressive", 4, 5, NT, "trump"),
        ("michigan-family", 4, 5, NT, "trump"),
        ("hasenpfeffer-cats", 4, 5, NT, "trump"),
        ("double-hasenpfeffer-cats", 8, 9, NT, "trump"),
        ("pfeffer", 4, 5, NT, "trump"),
        ("shawn", 4, 5, NT, "trump"),
        ("bid-single-deck", 4, 5, {"trump": "HIGH"}, "trump"),
        ("barrie", 4, 5, {"trump": "LOW"}, "trump"),
        ("racehorse", 4, 5, NT, "trump"),
        ("dirty-clubs", 2, 3, NT, "trump"),
        # alone
        ("two-handed", None, 3, {"alone": True}, "alone"),
        ("hasenpfeffer-cats", 4, 5, {"alone": True}, "alone"),
        ("pepper-melton", "big-pepper", 6, {"alone": True}, "alone"),
        ("hoosier", 9, 10, {"alone": True}, "alone"),
        ("shawn", 6, 7, {"alone": True}, "alone"),
        ("pfeffer", "pfeffer", 6, {}, "alone"),
        ("buck", "pfeffer", 6, {}, "alone"),
        ("progressive", "loner", 6, {}, "alone"),
        ("double-hasenpfeffer-cats", 12, 12, {}, "alone"),
        ("michigan-family", 24, 6, {}, "alone"),
        ("pepper-grinnell", "big", 6, {}, "alone"),
        # cards exchanged
        ("railroad", None, 3, {"exchange": 1}, "exchange"),
        ("railroad", None, 5, {"alone": True, "exchange": 2}, "exchange"),
        ("progressive", "pepper", 6, {"alone": True}, "exchange"),
        ("progressive", "loner", 6, {"alone": True, "exchange": 1}, "exchange"),
        ("pepper-grinnell", 4, 5, {"exchange": 1}, "exchange"),
        ("pepper-grinnell", 4, 5, {"alone": True}, "exchange"),
        ("pepper-grinnell", "big", 6, {"alone": True, "exchange": 1}, "exchange"),
        ("barrie", 8, 8, {"alone": True, "exchange": 3}, "exchange"),
        ("barrie", 8, 8, {"exchange": 1}, "exchange"),
        ("powers-double-deck", 12, 12, {"alone": True, "exchange": 4}, "exchange"),
        ("hoosier", 10, 10, {"alone": True, "exchange": 1}, "exchange"),
        ("kokomo-kitty", 11, 11, {"alone": True, "exchange": 2}, "exchange"),
        ("alber", 10, 10, {"alone": True}, "exchange"),
        ("shawn", 8, 8, {"alone": True, "exchange": 1}, "exchange"),
        ("double-hasenpfeffer", 8, 9, {"alone": True, "exchange": 1}, "exchange"),
        ("michigan-family", 12, 6, {"alone": True}, "exchange"),
        ("michigan-family", 24, 6, {"alone": True, "exchange": 1}, "exchange"),
        # a lone maker's partner
        ("standard", None, 5, {"alone": True, "partner_tricks": 1}, "partner-tricks"),
        ("standard", None, 2, {"partner_tricks": 3}, "partner-tricks"),
        ("pfeffer", "pfeffer", 6, {"alone": True, "partner_tricks": 2}, "partner-tricks"),
        # all players passed, or the dealer was stuck
        ("hoosier", 4, 5, {"dealer_stuck": True}, "dealer-stuck"),
        ("standard", None, 3, {"dealer_stuck": True}, "dealer-stuck"),
        ("buck", 3, 4, {"dealer_stuck": True}, "dealer-stuck"),
        ("pepper-grinnell", 5, 5, {"dealer_stuck": True}, "dealer-stuck"),
        ("double-hasenpfeffer", 7, 8, {"dealer_stuck": True}, "dealer-stuck"),
        ("florida-five-handed", 5, 8, {"dealer_stuck": True}, "dealer-stuck"),
        # facts of other games
        ("pfeffer", 4, 5, {"defenders_declined": True}, "defenders-declined"),
        ("pfeffer", 4, 0, {"dealer_conceded": True}, "dealer-conceded"),
        ("pepper-grinnell", 5, 0, {"dealer_conceded": True}, "dealer-conceded"),
        ("pepper-grinnell", 4, 0, {"dealer_conceded": True}, "dealer-conceded"),
        ("pepper-grinnell", 4, 0, {"dealer_conceded": True, "dealer_stuck": False}, "dealer-conceded"),
        ("pepper-grinnell", 5, 0, {"dealer_conceded": True, "dealer_stuck": True}, "dealer-conceded"),
        ("twelves", 48, 6, {}, "alone"),
        ("twelves", 48, 6, {"alone": True, "exchange": 1}, "exchange"),
        ("standard", None, 5, {"alone": True, "exposed": True}, "exposed"),
        ("railroad", None, 5, {"exposed": True}, "exposed"),
        ("railroad", None, 2, {"defender_alone": True}, "defender-alone"),
        ("railroad", None, 2, {"alone": True, "defender_exchange": 1}, "defender-exchange"),
        (
            "railroad",
            None,
            2,
            {"alone": True, "defender_alone": True, "defender_exchange": 2},
            "defender-exchange",
        ),
        ("standard", None, 3, {"widow_used": True}, "widow-used"),
        ("auction-five", 15, 5, {"widow_used": True}, "widow-used"),
        ("standard", None, 3, {"joker_undealt": True}, "joker-undealt"),
        ("standard", None, 3, {"partner": 1}, "partner"),
        ("standard", None, 3, {"tricks_by_player": [3, 2, 0, 0]}, "tricks-by-player"),
        ("indiana-double-deck", 3, 3, {"tricks_by_side": [3, 5, 4]}, "tricks-by-side"),
        ("standard", None, 3, {"options": {"bump": True}}, "house-rule"),
        ("standard", None, 3, {"options": {"loner": 21}}, "house-rule-value"),
        # individual games
        ("call-ace", None, 3, {"partner": 0}, "partner"),
        ("call-ace", None, 3, {"partner": 4}, "partner"),
        ("call-ace", None, 3, {"maker_side": 4}, "maker"),
        ("call-ace", None, 3, {"maker_side": "A"}, "maker"),
        ("auction-five", 3, 3, {"partners": [1, 2]}, "partner"),
        ("auction-five", 4, 4, {"partners": [1, 1]}, "partner"),
        ("auction-five", 8, 5, {"partners": [1]}, "partner"),
        ("auction-five", 3, 3, {"partners": [1], "alone": True}, "partner"),
        ("three-handed", None, 3, {"maker_side": 3}, "maker"),
        ("hoosier-three", 4, 4, {"alone": True}, "alone"),
        ("hoosier-three", 4, 4, {"tricks_by_player": [5, 3, 2]}, "tricks-by-player"),
        ("hoosier-three", 4, 4, {"tricks_by_player": [4, 3, 2]}, "sum"),
        ("hoosier-three", 4, 4, {"tricks_by_player": [4, 6]}, "tricks-by-player"),
        ("dirty-clubs", 2, 3, {}, "tricks-by-player"),
        ("dirty-clubs", 2, 3, {"tricks_by_player": [3, 2, 0], "dropped": [2]}, "dropped"),
    ],
)
def test_a_hand_that_the_game_rules_out_is_refused(
    slug: str, bid: object, tricks: int, changes: dict[str, Any], code: str
) -> None:
    assert refusal(record(slug, bid, tricks, **changes)) == code


@pytest.mark.parametrize(
    "slug",
    [
        "pfeffer",
        "pepper-grinnell",
        "buck",
        "racehorse",
        "alber",
        "florida-five-handed",
        "double-hasenpfeffer",
        "indiana-double-deck",
        "hasenpfeffer-cats",
        "hasenpfeffer-joker",
    ],
)
def test_a_deal_cannot_be_passed_out_where_a_player_must_bid(slug: str) -> None:
    assert refusal(_passed_out(slug)) == "passed-out"


@pytest.mark.parametrize(
    "slug",
    [
        "standard",
        "bald",
        "progressive-cats",
        "railroad",
        "pepper-cats",
        "double-hasenpfeffer-cats",
        "bid-single-deck",
        "progressive",
        "barrie",
        "hoosier",
        "kokomo-kitty",
        "shawn",
        "powers-double-deck",
        "pepper-melton",
        "michigan-family",
    ],
)
def test_a_passed_out_deal_scores_nothing(slug: str) -> None:
    assert points(_passed_out(slug)) == (0, 0)


def test_hasenpfeffer_is_thrown_in_when_the_joker_is_undealt() -> None:
    for slug in ("hasenpfeffer-cats", "hasenpfeffer-joker"):
        assert points(_passed_out(slug, joker_undealt=True)) == (0, 0)


def test_a_passed_out_deal_has_no_maker_and_no_tricks() -> None:
    for change in (
        {"maker_side": "A"},
        {"bid": 3},
        {"maker_tricks": 3},
        {"alone": True},
        {"exchange": 1},
        {"trump": "S"},
    ):
        assert refusal({**_passed_out("hoosier"), **change}) == "passed-out"
    assert refusal(_passed_out("hoosier", partner_tricks=2)) == "passed-out"
    assert result(_passed_out("call-ace"))["by_player"] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("slug", "bid", "tricks", "changes", "message"),
    [
        (
            "standard",
            None,
            3,
            NT,
            "There is no no-trump in this game: one of the four suits is always trump.",
        ),
        ("pfeffer", 3, 4, {}, "The lowest bid in Pfeffer is 4, not 3."),
        ("pfeffer", 4, 5, NT, "A bid of 4 may not be played at no-trump here."),
        ("hoosier", 11, 5, {}, "The highest number bid in Hoosier Bid Euchre is 10, not 11."),
        ("standard", None, 3, {"exchange": 1}, "No cards are exchanged in this game."),
        ("progressive", "pepper", 6, {"alone": True}, "This bid allows one card exchanged, not none."),
        ("pepper-melton", 3, 3, {"alone": True}, "Nobody may play alone in this game."),
        (
            "hoosier",
            4,
            4,
            {"dealer_stuck": True},
            "No dealer is ever stuck with a bid in Hoosier Bid Euchre.",
        ),
        (
            "standard",
            None,
            5,
            {"alone": True, "partner_tricks": 1},
            "The maker played alone: the partner cannot have taken a trick.",
        ),
    ],
)
def test_the_messages_explain_the_mistake(
    slug: str, bid: object, tricks: int, changes: dict[str, Any], message: str
) -> None:
    assert result(record(slug, bid, tricks, **changes))["message"] == message


@pytest.mark.parametrize(
    ("slug", "bid", "tricks", "changes", "expected"),
    [
        ("pfeffer", 4, 5, {**NT, "dealer_stuck": True}, (5, 1)),
        ("pfeffer", "pfeffer", 6, {**NT, "alone": True}, (12, -5)),
        ("shawn", 5, 6, NT, (6, 2)),
        ("racehorse", 3, 2, {"trump": "LOW", "dealer_stuck": True}, (-3, 4)),
        ("alber", 1, 1, {"dealer_stuck": True, "trump": "HIGH"}, (1, 9)),
        ("buck", 4, 3, {"dealer_stuck": True}, (-4, 3)),
        ("pepper-grinnell", 4, 3, {"dealer_stuck": True}, (-4, 3)),
        ("double-hasenpfeffer", 6, 5, {"dealer_stuck": True}, (-3, 7)),
        (
            "railroad",
            None,
            2,
            {"alone": True, "exchange": 1, "defender_alone": True, "defender_exchange": 1},
            (0, 4),
        ),
        ("railroad", None, 2, {"alone": True, "exposed": True}, (0, 2)),
        ("kokomo-kitty", 4, 5, {"widow_used": True}, (5, 6)),
        ("auction-five", 8, 5, {"widow_used": True, "alone": True}, (8, 0)),
        ("standard", None, 3, {"dealer_stuck": False}, (1, 0)),
        ("bid-single-deck", 4, 4, {"trump": "LOW", "options": {"high_low": True}}, (4, 2)),
        ("michigan-family", 4, 4, {**NT, "options": {"no_trump": True}}, (4, 2)),
    ],
)
def test_a_hand_that_the_game_allows_is_scored(
    slug: str, bid: object, tricks: int, changes: dict[str, Any], expected: tuple[int, int]
) -> None:
    assert points(record(slug, bid, tricks, **changes)) == expected


@pytest.mark.parametrize("tricks", [(None, None), (0, 0), (6, 0)])
def test_defenders_in_grinnell_may_decline_any_bid(tricks: tuple[object, object]) -> None:
    unplayed = {"maker_tricks": tricks[0], "defender_tricks": tricks[1]}
    for bid, alone, gain in ((4, False, 4), (6, False, 6), ("small", False, 7), ("big", True, 14)):
        data = record("pepper-grinnell", bid, 0, alone=alone, defenders_declined=True)
        assert points({**data, **unplayed}) == (gain, 0)


def test_a_dealer_in_grinnell_may_take_four_set() -> None:
    conceded = record("pepper-grinnell", 4, 0, dealer_stuck=True, dealer_conceded=True)
    for makers, defenders in ((None, None), (0, 0), (0, 6)):
        assert points({**conceded, "maker_tricks": makers, "defender_tricks": defenders}) == (-4, 0)
    assert refusal({**conceded, "maker_tricks": 2, "defender_tricks": 4}) == "tricks"
    played = record("pepper-grinnell", 4, 0, dealer_conceded=False)
    assert refusal({**played, "maker_tricks": 0, "defender_tricks": 0}) == "sum"
    assert refusal({**played, "maker_tricks": None, "defender_tricks": None}) == "tricks"


def test_a_dealer_who_concedes_must_be_stuck() -> None:
    data = record("pepper-grinnell", 4, 0, dealer_conceded=True, maker_tricks=None, defender_tricks=None)
    assert result(data)["message"] == "Only a dealer stuck with 4 can give the hand up: say that the dealer was stuck."
    button = next(call for call in calls(VARIANTS["pepper-grinnell"]) if "dealer_conceded" in call.facts)
    assert (button.slug, button.label, len(button.results)) == ("bid-4-dealer-conceded", "4, dealer conceded", 1)
    told = button.results[0].record(VARIANTS["pepper-grinnell"], "B")
    assert told["extras"] == {"dealer_conceded": True, "dealer_stuck": True}
    assert points(told) == (-4, 0)


def _passed_out(slug: str, **facts: object) -> dict[str, Any]:
    return {
        **record(slug),
        "maker_side": None,
        "maker_tricks": None,
        "defender_tricks": None,
        "extras": {"passed_out": True, **facts},
    }


def test_a_fact_that_is_false_or_zero_changes_nothing() -> None:
    nothing: dict[str, Any] = {
        "dealer_stuck": False,
        "defender_exchange": 0,
        "partner_tricks": 0,
        "partner": None,
        "options": {},
    }
    assert points(record("hoosier-three", 4, 4, **nothing)) == (4, 6)
