"""House rules: what a night may change, and what each answer does to the points."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tally.rules import (
    VARIANTS,
    HouseRuleRefused,
    answers_of,
    check_house_rules,
    house_rules_of,
    renege_points,
    score_data,
    sit_out_points,
)
from tally.rules.rulebook import open_rulebook
from tests.support.records import record


def under(house_rules: dict[str, Any], data: dict[str, Any]) -> tuple[object, object]:
    """The points under house rules, which must be the same as with these rules as the record's own options."""
    found = score_data(data, json.loads(json.dumps(house_rules)))
    assert found["ok"], found
    extras = data["extras"]
    assert isinstance(extras, dict)
    assert score_data({**data, "extras": {**extras, "options": house_rules}}) == found
    return found["makers"], found["defenders"]


ALONE = {"alone": True}
STUCK_ALONE = {"alone": True, "dealer_stuck": True}


@pytest.mark.parametrize(
    ("slug", "rules", "bid", "tricks", "changes", "expected"),
    [
        ("standard", {"loner": 5}, None, 5, ALONE, (5, 0)),
        ("standard", {"loner": 5}, None, 4, ALONE, (1, 0)),
        ("standard", {"loner": "5-4"}, None, 5, ALONE, (4, 0)),
        ("standard", {"loner": 5}, None, 5, {}, (2, 0)),
        ("standard", {"loner_euchred": 3}, None, 2, ALONE, (0, 3)),
        ("standard", {"loner_euchred": 4}, None, 0, ALONE, (0, 4)),
        ("standard", {"loner_euchred": 4}, None, 2, {}, (0, 2)),
        ("standard", {"euchre": -2}, None, 2, {}, (-2, 0)),
        ("standard", {"euchre": -4}, None, 2, ALONE, (-4, 0)),
        ("bald", {"loner": 5}, None, 5, ALONE, (5, 0)),
        ("progressive-cats", {"loner_euchred": 4}, None, 1, ALONE, (0, 4)),
        ("railroad", {"loner": 5}, None, 5, {**ALONE, "exchange": 1}, (5, 0)),
        ("three-handed", {"march": 2}, None, 5, {}, (2, 0)),
        ("three-handed", {"march": 4}, None, 5, {}, (4, 0)),
        ("call-ace", {"no_partner_march": 2}, None, 5, {}, (2, 0)),
        ("hasenpfeffer-cats", {"set": "the-bid"}, 5, 3, {}, (-5, 3)),
        ("hasenpfeffer-cats", {"set": "shortfall"}, 5, 3, {}, (-2, 3)),
        ("pepper-cats", {"set": "six"}, 5, 3, {}, (-6, 3)),
        ("pepper-cats", {"set": "six"}, "big-pepper", 5, {}, (-12, 1)),
        ("double-hasenpfeffer-cats", {"solo_set": "double"}, 12, 11, ALONE, (-24, 1)),
        ("double-hasenpfeffer-cats-six", {"set": 12}, 6, 5, {}, (-12, 3)),
        ("double-hasenpfeffer-cats-six", {"set": 12, "solo_set": "double"}, 8, 7, ALONE, (-24, 1)),
        ("double-hasenpfeffer-cats-six", {"solo_set": "double"}, 8, 7, ALONE, (-16, 1)),
        ("double-hasenpfeffer-cats", {"no_trump": True}, 8, 9, {"trump": "NT"}, (9, 3)),
        ("hasenpfeffer-joker", {"defenders": "nothing"}, 4, 5, {}, (5, 0)),
        ("hasenpfeffer-joker", {"defenders": "nothing"}, 4, 3, {}, (-1, 0)),
        ("buck", {"set_defenders": "nothing"}, 4, 3, {}, (-4, 0)),
        ("buck", {"set_defenders": "skunk"}, 4, 0, {}, (-4, 10)),
        ("buck", {"set_defenders": "skunk"}, 4, 1, {}, (-4, 5)),
        ("double-hasenpfeffer", {"set": "the-bid"}, 8, 7, {}, (-8, 5)),
        ("double-hasenpfeffer", {"set": "all-the-tricks"}, 8, 7, {}, (-12, 5)),
        ("double-hasenpfeffer", {"set": "the-bid"}, 8, 7, {**ALONE, "exchange": 2}, (-16, 5)),
        ("double-hasenpfeffer", {"set": "all-the-tricks"}, 6, 5, {"dealer_stuck": True}, (-6, 7)),
        ("double-hasenpfeffer", {"no_trick": 0}, 8, 12, {}, (12, 0)),
        ("alber", {"one_card_moon": 20}, 10, 10, {**ALONE, "exchange": 1}, (20, 0)),
        ("alber", {"one_card_moon": 20}, 10, 9, {**ALONE, "exchange": 1}, (-20, 1)),
        ("alber", {"one_card_moon": 20}, 10, 10, {**ALONE, "exchange": 2}, (15, 0)),
        ("kokomo-kitty", {"shooter_swap": True}, 11, 11, {**ALONE, "exchange": 2}, (22, 0)),
        ("michigan-family", {"all_pass": "dealer-bids-3"}, 3, 3, {"dealer_stuck": True}, (3, 3)),
        ("michigan-family", {"minimum_bid": 3}, 3, 3, {}, (3, 3)),
        ("pfeffer", {"stuck_no_trump": False}, 5, 5, {"dealer_stuck": True, "trump": "NT"}, (5, 1)),
        ("pfeffer", {"stuck_no_trump": False}, "pfeffer", 6, {**STUCK_ALONE, "trump": "NT"}, (12, -5)),
        ("progressive", {"reading": "P3"}, 4, 5, {}, (1, 0)),
        ("progressive", {"reading": "P3"}, 4, 6, {}, (2, 0)),
        ("progressive", {"reading": "P4"}, "pepper", 6, {**ALONE, "exchange": 1}, (4, 0)),
        ("progressive", {"reading": "P5"}, 1, 2, {}, (1, 0)),
        ("progressive", {"reading": "P5"}, 3, 2, {}, (0, 2)),
        ("progressive", {"reading": "P6"}, 2, 3, {}, (1, 1)),
        ("progressive", {"reading": "P6"}, 1, 1, {}, (0, 2)),
        ("progressive", {"reading": "P6"}, 4, 2, {}, (0, 2)),
        ("standard", {"renege": 4, "sit_out_credit": 7, "target": 10}, None, 3, {}, (1, 0)),
    ],
)
def test_a_house_rule_changes_the_points(
    slug: str,
    rules: dict[str, Any],
    bid: object,
    tricks: int,
    changes: dict[str, Any],
    expected: tuple[int, int],
) -> None:
    assert under(rules, record(slug, bid, tricks, **changes)) == expected


@pytest.mark.parametrize(
    ("slug", "rules", "bid", "tricks", "changes", "code"),
    [
        ("barrie", {"no_trump": False}, 4, 5, {"trump": "NT"}, "trump"),
        ("barrie", {"minimum_bid": 3}, 2, 5, {}, "bid"),
        ("railroad", {"call_for_best": False}, None, 5, {**ALONE, "exchange": 1}, "exchange"),
        ("railroad", {"jambone": False}, None, 5, {**ALONE, "exposed": True}, "exposed"),
        ("railroad", {"jambone_call": False}, None, 5, {**ALONE, "exposed": True, "exchange": 1}, "exchange"),
        ("railroad", {"defend_alone": False}, None, 2, {**ALONE, "defender_alone": True}, "defender-alone"),
        ("railroad", {"joker": False}, None, 3, {"joker_undealt": True}, "joker-undealt"),
        ("kokomo-kitty", {"shooter_kitty": False}, 11, 11, {**ALONE, "widow_used": True}, "widow-used"),
        ("pfeffer", {"stuck_no_trump": False}, 4, 5, {"dealer_stuck": True, "trump": "NT"}, "trump"),
        ("pfeffer", {"no_trump": False}, 4, 5, {"dealer_stuck": True, "trump": "NT"}, "trump"),
        ("pfeffer", {"no_trump": False}, 5, 5, {"dealer_stuck": True, "trump": "NT"}, "trump"),
        ("auction-five", {"fewer_partners": False}, 4, 4, {"partners": [1]}, "partner"),
        ("auction-five", {"fewer_partners": False}, 4, 4, {}, "partner"),
        ("call-ace", {"alone": False}, None, 5, ALONE, "alone"),
        ("michigan-family", {"all_pass": "dealer-bids-4"}, 3, 3, {"dealer_stuck": True}, "dealer-stuck"),
        ("progressive", {"reading": "P2"}, 6, 5, {"defender_tricks": 0}, "bid"),
        ("progressive", {"reading": "P2"}, 5, 6, {}, "tricks"),
    ],
)
def test_a_house_rule_forbids_a_hand(
    slug: str, rules: dict[str, Any], bid: object, tricks: int, changes: dict[str, Any], code: str
) -> None:
    assert score_data(record(slug, bid, tricks, **changes), rules)["code"] == code


def test_a_loner_may_pay_five_to_the_lone_player_and_four_to_the_partner() -> None:
    found = score_data(record("standard", None, 5, alone=True), {"loner": "5-4"})
    assert found == {"ok": True, "makers": 4, "defenders": 0, "lone_player": 5}
    found = score_data(record("call-ace", None, 5, alone=True, partner=2), {"loner": "5-4"})
    assert found["by_player"] == [5, 0, 4, 0]


def test_a_records_own_options_override_the_nights() -> None:
    data = record("standard", None, 5, alone=True, options={"loner": 4})
    assert score_data(data, {"loner": 5})["makers"] == 4


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"lonre": 5}, "house-rule"),
        ({"loner": 6}, "house-rule-value"),
        ({"loner": "5"}, "house-rule-value"),
        ({"loner": 5.0}, "house-rule-value"),
        ({"loner": None}, "house-rule-value"),
        ({"loner": [5]}, "house-rule-value"),
        ({"sit_out_credit": 21}, "house-rule-value"),
        ({"renege": True}, "house-rule-value"),
    ],
)
def test_unknown_house_rules_are_refused_with_a_sentence(rules: dict[str, Any], code: str) -> None:
    with pytest.raises(HouseRuleRefused) as why:
        check_house_rules(VARIANTS["standard"], rules)
    assert why.value.code == code and why.value.message.endswith(".")
    assert score_data(record("standard", None, 3), rules)["code"] == code


def test_true_is_not_the_answer_one() -> None:
    with pytest.raises(HouseRuleRefused):
        check_house_rules(VARIANTS["michigan-family"], {"minimum_bid": True})
    with pytest.raises(HouseRuleRefused):
        check_house_rules(VARIANTS["michigan-family"], {"no_trump": 1})


def test_a_renege_costs_two_or_four() -> None:
    standard = VARIANTS["standard"]
    assert renege_points(standard, {}, alone=True) == 2
    assert renege_points(standard, {"renege": "4-alone"}, alone=True) == 4
    assert renege_points(standard, {"renege": "4-alone"}, alone=False) == 2


@pytest.mark.parametrize("slug", VARIANTS)
def test_a_sit_out_scores_what_the_night_gives_in_every_game(slug: str) -> None:
    assert sit_out_points(VARIANTS[slug], {}) == 0
    assert sit_out_points(VARIANTS[slug], {"sit_out_credit": 20}) == 20
    with pytest.raises(HouseRuleRefused):
        sit_out_points(VARIANTS[slug], {"sit_out_credit": 21})


@pytest.mark.parametrize("slug", VARIANTS)
def test_every_answer_to_every_house_rule_gives_a_playable_game(slug: str) -> None:
    variant = VARIANTS[slug]
    for name, rule in house_rules_of(variant).items():
        assert rule.question.endswith(("?", ")")), name
        for answer in rule.answers:
            assert answers_of(variant, {name: answer})[name] == answer
            data = record(slug, _lowest_bid(slug), 0, options={name: answer})
            assert score_data(data).get("code") in (
                None,
                "bid",
                "tricks",
                "sum",
                "partner",
                "tricks-by-player",
            )


def _lowest_bid(slug: str) -> object:
    rulebook = open_rulebook(VARIANTS[slug], VARIANTS[slug].players)
    assert rulebook is not None
    return rulebook.bids[0]
