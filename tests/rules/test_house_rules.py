"""House rules: what a night may change, and how each answer changes the points."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tally.rules import (
    VARIANTS,
    HouseRuleRefused,
    answers_of,
    check_house_rules,
    explain,
    house_rules_of,
    may_pass_out,
    passed_out,
    renege_tonight,
    result_buttons,
    score_data,
    sit_out_points,
    summarize_rules,
)
from tally.rules.house_rules import Renege, resolve
from tally.rules.language import RuleValue
from tally.rules.rulebook import open_rulebook
from tests.support.records import record


def points_under(house_rules: dict[str, Any], data: dict[str, Any]) -> tuple[object, object]:
    """Score a record under house rules, which must give the same as these rules in the record's own options."""
    found = score_data(data, json.loads(json.dumps(house_rules)))
    assert found["ok"], found
    extras = data["extras"]
    assert isinstance(extras, dict)
    assert score_data({**data, "extras": {**extras, "options": house_rules}}) == found
    return found["makers"], found["defenders"]


ALONE = {"alone": True}
STUCK_ALONE = {"alone": True, "dealer_stuck": True}
NEEDED = {"defend_alone_pays": {"defend_alone": True}}  # answers without which others contradict the usual ones


@pytest.mark.parametrize(
    ("slug", "rules", "bid", "tricks", "changes", "expected"),
    [
        ("standard", {"loner": 5}, None, 5, ALONE, (5, 0)),
        ("standard", {"loner": 5}, None, 4, ALONE, (1, 0)),
        ("standard", {"loner": "5-4"}, None, 5, ALONE, (4, 0)),
        ("standard", {"loner": 5}, None, 5, {}, (2, 0)),
        ("standard", {"loner_euchred": 3}, None, 2, ALONE, (0, 3)),
        ("standard", {"defense_march": 4}, None, 0, {}, (0, 4)),
        ("standard", {"defense_march": 4}, None, 1, {}, (0, 2)),
        ("standard", {"defense_march": 4}, None, 0, ALONE, (0, 4)),
        ("standard", {"defense_march": 4}, None, 2, ALONE, (0, 2)),
        ("standard", {"defense_march": 4, "loner_euchred": 3}, None, 0, ALONE, (0, 4)),
        ("standard", {"defense_march": 4, "loner_euchred": 3}, None, 1, ALONE, (0, 3)),
        ("railroad", {"defense_march": 4}, None, 0, {**ALONE, "exposed": True}, (0, 4)),
        ("railroad", {"defend_alone_pays": 2}, None, 2, {**ALONE, "defender_alone": True}, (0, 2)),
        ("british-euchre", {"defend_alone": True}, None, 0, {**ALONE, "defender_alone": True}, (0, 4)),
        (
            "british-euchre",
            {"defend_alone": True, "defend_alone_pays": 5, "defense_march": 4},
            None,
            0,
            {**ALONE, "defender_alone": True},
            (0, 5),
        ),
        ("standard-24", {"misdeal": "farmers-hand", "canadian": True}, None, 5, ALONE, (4, 0)),
        ("standard-24", {"misdeal": "ace-no-face", "going_under": True}, None, 2, {}, (0, 2)),
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
    assert points_under(rules, record(slug, bid, tricks, **changes)) == expected


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


CLUB = {"pack": 24, "all_pass": "stick-the-dealer", "target": 10}  # the usual night of an American club


@pytest.mark.parametrize("slug", ["standard", "progressive-cats", "railroad"])
def test_a_club_may_stick_the_dealer(slug: str) -> None:
    stick = {"all_pass": "stick-the-dealer"}
    variant, data = VARIANTS[slug], record(slug, None, 2, dealer_stuck=True)
    assert score_data(data)["code"] == "dealer-stuck"
    assert points_under(stick, data) == (0, 2)
    assert points_under(stick, record(slug, None, 5, alone=True, dealer_stuck=True)) == (4, 0)
    assert may_pass_out(variant) and not may_pass_out(variant, stick)
    assert result_buttons(variant, stick) == result_buttons(variant)
    refusal = score_data(passed_out(variant), stick)
    assert refusal["message"] == "This deal cannot be passed out: the dealer must name trump."


@pytest.mark.parametrize("slug", ["standard", "bald", "progressive-cats"])
def test_a_club_may_let_a_defender_play_alone_for_four(slug: str) -> None:
    data = record(slug, None, 2, alone=True, defender_alone=True)
    assert score_data(data)["code"] == "defender-alone"
    assert points_under({"defend_alone": True}, data) == (0, 4)
    assert points_under({"defend_alone": True}, record(slug, None, 2, alone=True)) == (0, 2)
    assert points_under({"defend_alone": True}, record(slug, None, 5, alone=True, defender_alone=True)) == (4, 0)
    assert score_data(record(slug, None, 2, defender_alone=True), {"defend_alone": True})["code"] == "defender-alone"


@pytest.mark.parametrize("slug", ["standard", "bald", "progressive-cats"])
def test_a_club_may_let_a_lone_player_call_for_the_partners_best(slug: str) -> None:
    data, best = record(slug, None, 5, alone=True, exchange=1), {"call_for_best": True}
    assert score_data(data)["code"] == "exchange"
    assert points_under(best, data) == (4, 0)
    assert points_under(best, record(slug, None, 5, alone=True)) == (4, 0)
    assert score_data(record(slug, None, 5, exchange=1), best)["code"] == "exchange"
    defended = record(slug, None, 1, alone=True, defender_alone=True, defender_exchange=1)
    assert points_under({**best, "defend_alone": True}, defended) == (0, 4)
    assert score_data(defended, {"defend_alone": True})["code"] == "defender-exchange"
    assert len(result_buttons(VARIANTS[slug], best)) == 4


@pytest.mark.parametrize(("pack", "undealt"), [(32, 12), (24, 4), (25, 5), (28, 8)])
@pytest.mark.parametrize("slug", ["standard", "bald", "progressive-cats"])
def test_euchre_is_played_with_the_clubs_pack(slug: str, pack: int, undealt: int) -> None:
    rulebook = open_rulebook(VARIANTS[slug], 4, check_house_rules(VARIANTS[slug], {"pack": pack}))
    assert rulebook is not None
    assert (rulebook.deal.pack.cards, rulebook.deal.undealt, rulebook.deal.tricks) == (pack, undealt, 5)
    assert ("joker_undealt" in rulebook.facts) == (pack == 25)


def test_the_benny_is_explained_where_it_is_played() -> None:
    benny = "The joker, or benny, is the highest trump."
    assert benny in explain(VARIANTS["standard"], {"pack": 25})
    assert benny not in explain(VARIANTS["standard"], {"pack": 24})


def test_an_american_clubs_night_has_24_cards_a_stuck_dealer_and_ten_points() -> None:
    text = explain(VARIANTS["standard"], CLUB)
    for sentence in (
        "24 cards (9 10 J Q K A)",
        "Everybody passes: the dealer must name trump.",
        "Game: the first to 10 points wins.",
    ):
        assert sentence in text


@pytest.mark.parametrize("slug", ["standard", "bald", "railroad"])
@pytest.mark.parametrize("points", [5, 7, 10, 11, 13, 15])
def test_a_game_of_euchre_ends_at_the_clubs_target(slug: str, points: int) -> None:
    assert answers_of(VARIANTS[slug], {"target": points})["target"] == points


def test_a_loner_may_score_five_for_the_lone_player_and_four_for_the_partner() -> None:
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
        ({"loner": 21}, "house-rule-value"),
        ({"loner": -1}, "house-rule-value"),
        ({"loner": True}, "house-rule-value"),
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


def test_true_does_not_count_as_the_answer_1() -> None:
    with pytest.raises(HouseRuleRefused):
        check_house_rules(VARIANTS["michigan-family"], {"minimum_bid": True})
    with pytest.raises(HouseRuleRefused):
        check_house_rules(VARIANTS["michigan-family"], {"no_trump": 1})


def test_a_renege_costs_two_or_four_points() -> None:
    standard = VARIANTS["standard"]
    assert renege_tonight(standard, {}) == Renege(2, 2)
    assert renege_tonight(standard, {"renege": "4-alone"}) == Renege(2, 4)
    assert renege_tonight(standard, {"renege": 4, "renege_goes_to": "others"}) == Renege(4, 4, to_others=True)
    assert renege_tonight(VARIANTS["michigan-family"], {}) == Renege(None, None)


@pytest.mark.parametrize("slug", VARIANTS)
def test_a_sit_out_scores_the_nights_credit_in_every_game(slug: str) -> None:
    assert sit_out_points(VARIANTS[slug], {}) == 0
    assert sit_out_points(VARIANTS[slug], {"sit_out_credit": 20}) == 20
    with pytest.raises(HouseRuleRefused):
        sit_out_points(VARIANTS[slug], {"sit_out_credit": 21})


@pytest.mark.sample(5)
@pytest.mark.parametrize("slug", VARIANTS)
def test_every_answer_to_every_house_rule_gives_a_playable_game(slug: str) -> None:
    variant = VARIANTS[slug]
    for name, rule in house_rules_of(variant).items():
        assert rule.question.endswith(("?", ")")), name
        for answer in rule.answers:
            assert answers_of(variant, {name: answer})[name] == answer
            data = record(slug, _lowest_bid(slug), 0, options={**NEEDED.get(name, {}), name: answer})
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


def notes_under(slug: str, **answers: RuleValue) -> str:
    """What the printed sheet says beside points and trump, under these house rules."""
    return " ".join(dict(summarize_rules(VARIANTS[slug], answers).after).get("Also", ()))


@pytest.mark.parametrize(("slug", "bid"), [("auction-five", 15), ("auction-six", 15), ("auction-seven", 20)])
def test_the_highest_bid_of_an_auction_leaves_the_widow(slug: str, bid: int) -> None:
    assert [contract.bids for contract in resolve(VARIANTS[slug], {}).contracts if not contract.kitty] == [(bid,)]
    assert f"except with a {bid}, may take the widow and discard as many." in notes_under(slug)


@pytest.mark.parametrize(
    ("slug", "answers", "sentence"),
    [
        ("standard", {"misdeal": "ace-no-face"}, "at least one ace, and nothing else above a 10"),
        ("bald", {"misdeal": "farmers-hand"}, "whoever is dealt nothing above a 10 may show the hand"),
        ("three-handed", {"misdeal": "farmers-hand"}, "The same dealer deals again."),
        ("two-handed", {"misdeal": "ace-no-face"}, "Ace, no face:"),
        ("call-ace", {"misdeal": "ace-no-face"}, "Ace, no face:"),
        ("british-euchre", {"going_under": True}, "trade them for three of the cards left over"),
        ("progressive-cats", {"canadian": True}, "must go alone"),
        ("railroad", {"defend_alone_pays": 5}, "euchres the lone maker wins 5 for the partnership"),
    ],
)
def test_a_rule_of_the_table_is_a_sentence_on_the_sheet_and_no_points(
    slug: str, answers: dict[str, RuleValue], sentence: str
) -> None:
    assert sentence in notes_under(slug, **answers) and sentence not in notes_under(slug)


def test_the_joker_turned_up_is_explained_beside_how_trump_is_named() -> None:
    sheet = summarize_rules(VARIANTS["progressive-cats"], {"pack": 25})
    assert "order up the upcard" in dict(sheet.before)["Trump"][0].lower()
    assert "If it is the card turned up, the dealer says which suit it is" in notes_under("progressive-cats", pack=25)
