"""Any whole number within its limits answers a house rule that is a number."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from tally.rules import (
    VARIANTS,
    HandResult,
    HouseRuleRefused,
    answers_of,
    check_house_rules,
    explain,
    fold_game,
    house_rules_of,
    refuse_contradictions,
    renege_tonight,
    score_data,
    summarize_rules,
)
from tally.rules.house_rules import Renege, _check_cached
from tally.rules.rulebook import Score, open_rulebook
from tests.support.identifiers import IDENTIFIER
from tests.support.records import record

EVERY_GAME = pytest.mark.parametrize("slug", VARIANTS)
FIXED = {"pack", "tricks", "sit_out_credit"}  # cards are as they are; sit_out_credit offers all of its numbers


@EVERY_GAME
def test_every_rule_that_is_a_number_accepts_the_numbers_within_its_limits_and_no_others(slug: str) -> None:
    variant = VARIANTS[slug]
    for name, rule in house_rules_of(variant).items():
        numbers = rule.any_number
        is_a_number = any(type(answer) is int for answer in rule.answers)
        assert numbers is not None or not is_a_number or name in FIXED, name
        if numbers is None:
            continue
        for answer in (numbers.low, numbers.high, (numbers.low + numbers.high) // 2):
            assert answers_of(variant, {name: answer})[name] == answer
            text = rule.answer_text(answer)
            assert (str(abs(answer)) in text or text == "nothing") and not IDENTIFIER.search(text)
            assert str(abs(answer)) in explain(variant, {name: answer})
        below = numbers.low - 1 - rule.offers(numbers.low - 1)  # just below the limit may be an offered answer
        for wrong in (below, numbers.high + 1, True, 3.0, "3"):
            with pytest.raises(HouseRuleRefused, match=f"from −?{abs(numbers.low)} to {numbers.high}"):
                check_house_rules(variant, {name: wrong})


@EVERY_GAME
def test_a_lowest_bid_is_a_bid_that_every_table_has(slug: str) -> None:
    rule = house_rules_of(VARIANTS[slug]).get("minimum_bid")
    if rule and rule.any_number:
        highest = rule.any_number.high
        for players in VARIANTS[slug].table_sizes:
            rulebook = open_rulebook(VARIANTS[slug], players, (("minimum_bid", highest),))
            assert rulebook and highest == min(bid for bid in rulebook.bids if isinstance(bid, int))


@given(st.integers(1, 20), st.integers(2, 20), st.integers(0, 20))
@settings(max_examples=25, deadline=None)
def test_standard_euchre_pays_the_prices_of_the_club(euchre: int, loner: int, loner_euchred: int) -> None:
    rules = {"euchre": euchre, "loner": loner, "loner_euchred": loner_euchred}

    def points(tricks: int, *, alone: bool) -> tuple[Any, Any]:
        found = score_data(record("standard", None, tricks, alone=alone, options=rules))
        return found["makers"], found["defenders"]

    assert points(2, alone=False) == (0, euchre)
    assert points(5, alone=True) == (loner, 0)
    assert points(1, alone=True) == (0, loner_euchred)
    assert points(5, alone=False) == (2, 0)


def test_a_euchre_may_cost_the_makers_any_number_or_nothing() -> None:
    for euchre, makers in ((-7, -7), (0, 0)):
        found = score_data(record("standard", None, 2, options={"euchre": euchre}))
        assert (found["makers"], found["defenders"]) == (makers, 0)
        with pytest.raises(HouseRuleRefused):
            refuse_contradictions(VARIANTS["standard"], {"euchre": euchre, "loner_euchred": 9})


@pytest.mark.parametrize(
    ("slug", "name", "answer", "hand", "makers"),
    [
        ("double-hasenpfeffer", "set", 13, {"bid": 8, "maker_tricks": 7}, -13),
        ("double-hasenpfeffer", "set", 7, {"bid": 8, "maker_tricks": 7, "alone": True}, -14),
        ("pepper-cats", "set", 5, {"bid": "big-pepper", "maker_tricks": 5}, -10),
        ("alber", "one_card_moon", 18, {"bid": 10, "maker_tricks": 9, "alone": True, "exchange": 1}, -18),
        ("buck", "pfeffer_counts", 8, {"bid": "pfeffer", "maker_tricks": 6, "alone": True}, 14),
        ("hoosier", "minimum_bid", 5, {"bid": 5, "maker_tricks": 6}, 6),
    ],
)
def test_a_number_means_what_the_offered_ones_mean(
    slug: str, name: str, answer: int, hand: dict[str, Any], makers: int
) -> None:
    found = score_data(record(slug, hand.pop("bid"), hand.pop("maker_tricks"), options={name: answer}, **hand))
    assert found.get("makers") == makers, found


def test_a_bid_below_the_clubs_lowest_is_refused() -> None:
    assert score_data(record("hoosier", 4, 6, options={"minimum_bid": 5}))["code"] == "bid"


@pytest.mark.parametrize(("slug", "rules"), [("buck", {"minimum_bid": 5}), ("barrie", {"all_pass": "dealer-bids-3"})])
def test_a_lowest_bid_above_what_a_stuck_dealer_must_bid_is_refused(slug: str, rules: dict[str, object]) -> None:
    with pytest.raises(HouseRuleRefused, match="so a stuck dealer cannot bid"):
        refuse_contradictions(VARIANTS[slug], {"minimum_bid": 5, **rules})


@given(st.integers(1, 999))
@settings(max_examples=15, deadline=None)
def test_a_game_ends_at_any_target(target: int) -> None:
    hand = HandResult("A", Score(1, 0, made=True))
    state = fold_game(VARIANTS["standard"], [hand] * 1000, {"target": target})
    assert state.over and state.totals == {"A": target, "B": 0}


def test_a_renege_may_cost_any_number() -> None:
    assert renege_tonight(VARIANTS["standard"], {"renege": 3}) == Renege(3, 3)
    assert (
        "The side that reneged loses three points."
        in summarize_rules(VARIANTS["standard"], {"renege": 3}).after[1][1][0]
    )


def test_the_sheet_has_the_number_among_what_differs_tonight() -> None:
    sheet = summarize_rules(VARIANTS["standard"], {"target": 13, "euchre": 3, "loner": 6})
    answers = {each.question: each.answer for each in sheet.tonight}
    assert answers["What does a euchre score?"] == "3 points to the defenders."
    assert answers["What do all five tricks alone score?"] == "6 points."
    sheet = summarize_rules(VARIANTS["standard"], {"target": 12})
    assert sheet.after[0].paragraphs[0].startswith("The first to 12 points wins.")


def test_the_command_tells_the_limits() -> None:
    out = StringIO()
    call_command("variants", "standard", "--format", "json", stdout=out)
    rules = {rule["name"]: rule["any_number"] for rule in json.loads(out.getvalue())["house_rules"]}
    assert rules["target"] == [1, 999] and rules["euchre"] == [-20, 20] and rules["call_for_best"] is None
    assert "    * 13  13 points" in explain(VARIANTS["pepper-cats"], {"target": 13})


def test_what_is_kept_of_compiled_games_stays_bounded() -> None:
    for target in range(1, 1200):
        assert score_data(record("three-handed", None, 3, options={"target": target}, players=3))["ok"] == (
            target < 1000
        )
    for kept in (open_rulebook, _check_cached):
        info = kept.cache_info()
        assert info.maxsize and info.currsize <= info.maxsize
    open_rulebook.cache_clear()
