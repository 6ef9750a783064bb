"""The buttons of a scoring screen, and the explanation of a game."""

from __future__ import annotations

import pytest

from tally.rules import (
    VARIANTS,
    calls,
    explain,
    house_rules_of,
    may_pass_out,
    passed_out,
    result_buttons,
    score_data,
    summarize_rules,
)
from tally.rules.house_rules import as_json, resolve
from tally.rules.variants import source_text
from tests.support.shipped_games import SHIPPED

TABLE_OF_FOUR = [slug for slug, variant in SHIPPED.items() if variant.table_of_four]
TURN_UP = ["standard", "standard-24", "british-euchre", "bald", "progressive-cats", "railroad"]


def test_42_games_of_which_29_seat_two_pairs() -> None:
    assert len(SHIPPED) == 42 and len(TABLE_OF_FOUR) == 29


@pytest.mark.parametrize("slug", TURN_UP)
def test_turn_up_games_have_four_results(slug: str) -> None:
    rows = [(c.slug, c.made, c.march, c.score.makers, c.score.defenders) for c in result_buttons(VARIANTS[slug])]
    assert rows == [
        ("3-4", True, False, 1, 0),
        ("5", True, True, 2, 0),
        ("5-alone", True, True, 4, 0),
        ("0-2", False, False, 0, 2),
    ]
    assert [c.alone for c in result_buttons(VARIANTS[slug])] == [None, False, True, None]


def test_a_lone_euchre_that_scores_more_has_its_own_button() -> None:
    rows = result_buttons(VARIANTS["standard"], {"loner_euchred": 4, "loner": "5-4"})
    assert [(c.slug, c.score.defenders) for c in rows[-2:]] == [("0-2", 2), ("0-2-alone", 4)]
    assert rows[2].score.lone_player == 5


def test_railroad_has_rare_results_of_its_own() -> None:
    rare = result_buttons(VARIANTS["railroad"], rare=True)
    assert {(c.facts, c.score.makers) for c in rare if c.march} == {
        (("exposed",), 8),
        (("defender_alone",), 4),
        (("defender_alone", "exposed"), 8),
    }


def test_a_bid_game_asks_for_the_bid_first() -> None:
    found = calls(VARIANTS["bid-single-deck"])
    assert [call.label for call in found] == ["1", "2", "3", "4", "5", "6", "Little pepper", "Big pepper"]
    three = found[2]
    assert [(c.tricks, c.made, c.score.makers, c.score.defenders) for c in three.results][2:4] == [
        ((2, 2), False, -6, 4),
        ((3, 3), True, 3, 3),
    ]


@pytest.mark.parametrize(
    ("slug", "labels"),
    [
        (
            "barrie",
            ["1", "2", "3", "4", "5", "6", "7", "8", "8 alone, calling two", "8 alone, calling one", "Moon"],
        ),
        ("shawn", ["3", "4", "5", "6", "7", "7 alone", "8", "8 alone"]),
        ("pfeffer", ["4", "5", "6", "Pfeffer"]),
        ("michigan-family", ["1", "2", "3", "4", "5", "6", "12", "24"]),
        ("twelves", ["1", "2", "3", "4", "5", "6", "12", "24"]),
        ("progressive", ["1", "2", "3", "4", "5", "6", "Pepper", "Loner"]),
        ("pepper-grinnell", ["4", "5", "6", "Small", "Big"]),
    ],
)
def test_calls_have_the_names_that_players_use(slug: str, labels: list[str]) -> None:
    assert [call.label for call in calls(VARIANTS[slug]) if not call.rare] == labels


def test_bids_below_the_minimum_are_not_shown() -> None:
    assert [call.label for call in calls(VARIANTS["michigan-family"], {"minimum_bid": 3})][:4] == [
        "3",
        "4",
        "5",
        "6",
    ]


def test_rare_calls_score_differently() -> None:
    assert [c.slug for c in calls(VARIANTS["double-hasenpfeffer"]) if c.rare] == [
        "bid-6-dealer-stuck",
        "bid-6-alone-dealer-stuck",
    ]
    assert not [c for c in calls(VARIANTS["pfeffer"]) if c.rare]
    assert "bid-4-dealer-conceded" in [c.slug for c in calls(VARIANTS["pepper-grinnell"]) if c.rare]


@pytest.mark.parametrize("slug", TABLE_OF_FOUR)
def test_every_button_records_a_hand_with_the_score_on_it(slug: str) -> None:
    variant = VARIANTS[slug]
    every = result_buttons(variant) + result_buttons(variant, rare=True)
    assert len({choice.slug for choice in every}) == len(every)
    for choice in every:
        found = score_data(choice.record(variant, "B"))
        assert found["ok"], found
        assert (found["makers"], found["defenders"]) == (choice.score.makers, choice.score.defenders)


@pytest.mark.parametrize("slug", TABLE_OF_FOUR)
def test_the_results_of_a_call_cover_every_number_of_tricks_once(slug: str) -> None:
    variant = VARIANTS[slug]
    for call in calls(variant):
        if call.results[0].played:
            covered = [t for c in call.results for t in range(c.tricks[0], c.tricks[1] + 1)]
            assert covered == list(range(variant.tricks + 1))
        for choice in call.results:
            assert not choice.played or choice.march == (choice.tricks[0] == choice.of)


@pytest.mark.parametrize("slug", TABLE_OF_FOUR)
def test_a_deal_can_be_passed_out_where_the_game_allows_it(slug: str) -> None:
    variant = VARIANTS[slug]
    ok = score_data(passed_out(variant))["ok"]
    assert ok == may_pass_out(variant)


def test_a_deal_of_five_cards_has_buttons_for_five_tricks() -> None:
    found = calls(VARIANTS["progressive"], {"reading": "P2"})
    assert [call.label for call in found] == ["1", "2", "3", "4", "5", "Pepper", "Loner"]
    assert found[0].results[-1].tricks == (5, 5)


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_game_is_explained_from_its_entry(slug: str) -> None:
    text, variant = explain(VARIANTS[slug]), VARIANTS[slug]
    assert variant.name in text and source_text(variant) in text
    for name, rule in house_rules_of(variant).items():
        assert f"{name}: " in text and f"[{rule.origin}: " in text
        assert f"    * {as_json(rule.default)}" in text or f"now {as_json(rule.default)}" in text
        assert len(rule.answers) > 10 or all(rule.answer_text(answer) in text for answer in rule.answers)
    for note in resolve(variant, {}).notes:
        assert note in text


@pytest.mark.parametrize(
    ("slug", "lines"),
    [
        ("standard", ["Of 32 cards 9 are trumps once a suit is named; the next suit has 7, each other suit 8."]),
        (
            "bald",
            [
                "Of 32 cards 9 are trumps once a suit is named; "
                "the next suit has 8, its jack among them, each other suit 8."
            ],
        ),
        (
            "racehorse",
            [
                "Of 24 cards 7 are trumps once a suit is named; the next suit has 5, each other suit 6.",
                "Of 48 cards 14 are trumps once a suit is named; the next suit has 10, each other suit 12.",
            ],
        ),
        (
            "florida-five-handed",
            [
                "Of 40 cards 12 are trumps once a suit is named; the next suit has 8, each other suit 10.",
                "Of 48 cards 14 are trumps once a suit is named; the next suit has 10, each other suit 12.",
                "Of 56 cards 16 are trumps once a suit is named; the next suit has 12, each other suit 14.",
                "Of 64 cards 18 are trumps once a suit is named; the next suit has 14, each other suit 16.",
            ],
        ),
    ],
)
def test_trumps_are_counted_in_every_pack_of_a_game(slug: str, lines: list[str]) -> None:
    text = explain(VARIANTS[slug]).splitlines()
    assert [line.strip() for line in text if " are trumps " in line] == lines


def test_bald_euchre_explains_what_happens_when_a_suit_comes_up_again() -> None:
    trump = next(part for part in summarize_rules(VARIANTS["bald"]).before if part.label == "Trump")
    assert "Then each in turn may name a suit that was not turned down." in trump.paragraphs[0]
    assert "the next dealer deals. No number is bid." in trump.paragraphs[0]


def test_an_explanation_has_cards_contracts_points_and_end() -> None:
    text = explain(VARIANTS["bid-single-deck"], {"high_low": True})
    for line in (
        "24 cards (9 10 J Q K A), 6 each; 6 tricks.",
        "Bid 1 to 6, both partners play",
        "makers score their tricks; defenders score minus 6 for no trick, otherwise their tricks",
        "makers lose 6; defenders score their tricks",
        "or no-trump or high or low",
        "    * true   yes\n",
        "to 42; a side wins only by making its own bid, or by setting the other side.",
    ):
        assert line in text, line
    assert "makers score 6 + the bid for 6 tricks" in explain(VARIANTS["buck"])
    assert "?: an assumption" in explain(VARIANTS["auction-six"])
