"""The sentences of refusals and explanations read as a card player would say them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tally.rules import VARIANTS, explain, score_json
from tally.rules.house_rules import resolve
from tally.rules.wording import game_end_text

MANY_DIGITS = int("9" * 4000)


def refusal_of(**record: Any) -> str:
    """Score a record of Euchre with these fields changed, and return the sentence that refuses it."""
    usual = {
        "variant": "standard",
        "players": 4,
        "maker_side": "A",
        "alone": False,
        "maker_tricks": 3,
        "defender_tricks": 2,
    }
    result = score_json(json.dumps({k: v for k, v in (usual | record).items() if v is not ...}))
    assert result["ok"] is False
    message: str = result["message"]
    return message


@pytest.mark.parametrize("missing", [..., None, ""])
def test_a_record_without_a_game_is_asked_for_one(missing: Any) -> None:
    assert refusal_of(variant=missing) == 'Say which game was played: "variant" is its name, as in the list of games.'


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ({"maker_tricks": 1}, "One trick and two make three; this game has five."),
        ({"maker_tricks": 2, "defender_tricks": 1}, "Two tricks and one make three; this game has five."),
        (
            {"variant": "auction-five", "players": 5, "maker_side": 0, "bid": 3, "extras": {"partners": [1, 2]}},
            "This bid allows one partner, not two.",
        ),
        (
            {"variant": "pepper-three", "players": 3, "maker_side": 0, "bid": 1, "maker_tricks": 2}
            | {"defender_tricks": 6, "extras": {"tricks_by_player": [1, 3, 4]}},
            "The players on the maker’s side took one trick in all, not two.",
        ),
        (
            {"maker_tricks": 3, "extras": {"partner_tricks": 4}},
            "The partner cannot have taken four tricks when the side took three.",
        ),
    ],
)
def test_one_is_singular(record: dict[str, Any], sentence: str) -> None:
    assert refusal_of(**record) == sentence


@pytest.mark.parametrize(
    "record",
    [
        {"maker_tricks": MANY_DIGITS},
        {"maker_tricks": MANY_DIGITS, "defender_tricks": MANY_DIGITS},
        {"players": MANY_DIGITS},
        {"variant": "pfeffer", "bid": MANY_DIGITS, "maker_tricks": 4},
        {"variant": "pfeffer", "bid": -MANY_DIGITS, "maker_tricks": 4},
        {"exchange": MANY_DIGITS},
        {"extras": {"partner_tricks": MANY_DIGITS}},
        {"extras": {"options": {"loner": MANY_DIGITS}}},
        {"maker_side": MANY_DIGITS},
    ],
)
def test_a_number_of_many_digits_is_not_repeated(record: dict[str, Any]) -> None:
    assert len(refusal_of(**record)) < 300


def test_a_game_that_counts_down_adds_and_subtracts() -> None:
    text = explain(VARIANTS["dirty-clubs"])
    assert "made: makers subtract their tricks; each defender, by own tricks, subtracts their tricks" in text
    assert "set:  makers add 5; each defender, by own tricks, subtracts their tricks" in text
    assert not re.search(r"\b(lose|score)s? (their|\d)", text)


@pytest.mark.parametrize(
    ("slug", "text"),
    [
        ("standard", "the first to 5 points wins."),
        ("railroad", "the first to 5 points wins."),
        ("pepper-melton", "to 30; if both reach it in one hand, the higher total wins; equal totals are a tie."),
        ("three-handed", "to 5; if several reach it in one hand, the higher total wins; equal totals are a tie."),
    ],
)
def test_both_reach_the_target_only_where_both_can_score(slug: str, text: str) -> None:
    assert game_end_text(resolve(VARIANTS[slug], {})) == text
