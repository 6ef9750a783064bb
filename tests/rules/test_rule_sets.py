"""Named sets of house rules: every one can be saved, and says what it changes."""

from __future__ import annotations

from itertools import chain

import pytest

from tally.rules import (
    VARIANTS,
    answers_of,
    house_rules_of,
    refuse_contradictions,
    rules_of_night,
    rules_of_table,
    score_data,
)
from tally.rules.language import RuleSet, Variant
from tally.rules.rule_sets import answers_with, changed_answers, left_alone, rule_sets
from tests.support.identifiers import IDENTIFIER

EVERY = pytest.mark.parametrize("slug", VARIANTS)
CLUB_GAMES = ("standard", "standard-24", "british-euchre", "progressive-cats")


def named(variant: Variant, slug: str) -> RuleSet:
    return next(each for each in rule_sets(variant) if each.slug == slug)


@EVERY
def test_a_set_names_only_rules_and_answers_of_its_game_without_a_contradiction(slug: str) -> None:
    variant = VARIANTS[slug]
    assert rule_sets(variant)[1:] == variant.rule_sets, "none is left out"
    for rule_set in rule_sets(variant):
        refuse_contradictions(variant, rule_set.answers)
        assert answers_of(variant, rule_set.answers).items() >= rule_set.answers.items()
        assert not IDENTIFIER.search(rule_set.name)
    slugs = [each.slug for each in rule_sets(variant, last_time={})]
    assert slugs[0] == "book" and slugs[-1] == "last-time" and len(set(slugs)) == len(slugs)


def test_the_games_of_clubs_have_their_sets() -> None:
    having = {slug: [each.name for each in variant.rule_sets] for slug, variant in VARIANTS.items()}
    names = ["American club", "British, with the benny"]
    assert {slug: found for slug, found in having.items() if found} == dict.fromkeys(CLUB_GAMES, names)


@pytest.mark.parametrize("slug", CLUB_GAMES)
def test_an_american_club_has_24_cards_and_sticks_the_dealer(slug: str) -> None:
    variant, rules = VARIANTS[slug], rules_of_table(VARIANTS[slug])
    then = answers_with(
        variant, named(variant, "american-club"), rules, answers_of(variant, {"pack": 28, "euchre": -2})
    )
    assert (then["pack"], then["all_pass"], then["euchre"]) == (24, "stick-the-dealer", 2)
    assert then.get("target", 10) == 10
    british = answers_with(variant, named(variant, "british"), rules, then)
    assert (british["pack"], british["all_pass"], british.get("target", 11)) == (25, "redeal", 11)


@EVERY
def test_a_set_of_a_game_leaves_what_every_game_asks_and_the_book_and_last_time_do_not(slug: str) -> None:
    variant = VARIANTS[slug]
    for rules in (rules_of_night(variant), rules_of_table(variant)):
        now = answers_of(variant, {"renege": 4, "sit_out_credit": 7})
        for rule_set in variant.rule_sets:
            then = answers_with(variant, rule_set, rules, now)
            assert then.keys() == rules.keys() and then["renege"] == 4
            assert then.get("sit_out_credit", 7) == 7
            left = left_alone(variant, rule_set, rules)
            assert list(left) == [name for name in ("renege", "renege_goes_to", "sit_out_credit") if name in rules]
        book, *_, again = rule_sets(variant, last_time=answers_of(variant, {}))
        for rule_set in (book, again):
            then = answers_with(variant, rule_set, rules, now)
            assert then == {name: rule.default for name, rule in rules.items()}
            assert not left_alone(variant, rule_set, rules)
            asked = {each.question for each in changed_answers(rules, now, then)}
            assert asked == {rules[name].question for name in ("renege", "sit_out_credit") if name in rules}


def test_a_change_is_said_with_both_answers() -> None:
    variant, rules = VARIANTS["standard"], rules_of_night(VARIANTS["standard"])
    now = answers_of(variant, {})
    changes = changed_answers(rules, now, answers_with(variant, named(variant, "american-club"), rules, now))
    assert [tuple(each) for each in changes] == [
        ("How many cards?", "32, 7 to ace", "24, 9 to ace"),
        (
            "What happens when everybody passes?",
            "the cards are thrown in and nobody scores",
            "the dealer must name trump",
        ),
    ]


def test_hands_are_scored_under_every_set() -> None:
    sets = chain.from_iterable(((variant, each) for each in variant.rule_sets) for variant in VARIANTS.values())
    for variant, rule_set in sets:
        assert house_rules_of(variant).keys() >= rule_set.answers.keys()
        hand = {"variant": variant.slug, "players": 4, "maker_side": "A", "maker_tricks": 5, "defender_tricks": 0}
        scored = score_data({**hand, "extras": {"options": dict(rule_set.answers)}})
        assert scored == {"ok": True, "makers": 2, "defenders": 0}
