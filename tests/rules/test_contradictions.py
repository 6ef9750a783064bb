"""House rules that contradict each other are refused, in every game and for every pair; all others are accepted.

What contradicts is decided here by an account of its own: what a game's answers change in its deals, contracts, points,
end and notes. An answer contradicts another if the two together do not do what the first one says: a change that has no
effect, or something forbidden that is played all the same. So do a bid for a stuck dealer that nobody can make, and two
rules for the same poor hand.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from tally.rules import (
    VARIANTS,
    HouseRule,
    HouseRuleRefused,
    house_rules_of,
    refuse_contradictions,
    rules_of_night,
    rules_of_table,
    score_data,
    summarize_rules,
)
from tally.rules.house_rules import RUBBER, check_house_rules, rules_of_every_game
from tally.rules.rulebook import open_rulebook
from tests.rules.test_mutations import every_hand
from tests.support.identifiers import IDENTIFIER
from tests.support.shipped_games import SHIPPED

EVERY = pytest.mark.parametrize("slug", VARIANTS)
# One or two games of each family; the long run has all.
FEW = {"standard", "railroad", "call-ace", "pfeffer", "bid-single-deck", "michigan-family", "double-hasenpfeffer"}
FEW_OR_LONG = pytest.mark.parametrize(
    "slug", [slug if slug in FEW else pytest.param(slug, marks=pytest.mark.long) for slug in VARIANTS]
)
Answer = tuple[str, Any]
WITH_ANOTHER_NUMBER = ("bald", "barrie", "buck", "two-handed")


@cache
def effects(slug: str, answers: tuple[Answer, ...] = ()) -> frozenset[object]:
    """Everything that a game does under these answers, as single facts."""
    return frozenset(_effects(slug, dict(answers)))


def _effects(slug: str, answers: Mapping[str, Any]) -> Iterator[object]:
    variant = VARIANTS[slug]
    for players in variant.table_sizes:
        rulebook = open_rulebook(variant, players, check_house_rules(variant, answers))
        assert rulebook is not None
        yield ("deal", players, rulebook.deal)
        all_pass, end = rulebook.variant.all_pass, rulebook.variant.end
        yield ("all pass", all_pass.passed_out, all_pass.dealer_least, all_pass.dealer_exactly, str(all_pass.everybody))
        yield from (("end", field.name, getattr(end, field.name)) for field in fields(end))
        card_play = rulebook.variant.card_play
        yield from (("card play", field.name, getattr(card_play, field.name)) for field in fields(card_play))
        yield from (("note", note) for note in rulebook.variant.notes)
        yield from (("fact", fact) for fact in rulebook.facts)
        for key, line in rulebook.lines.items():
            contract = line.contract
            terms = (contract.partners, contract.partners_at_most, contract.kitty, contract.defender_exchange)
            for trump in line.trumps:
                for tricks, score in enumerate(line.scores):
                    yield (players, key, trump, tricks, score, score.made, line.own_tricks, terms)


def changes_of(slug: str) -> list[Answer]:
    """Every answer that changes a game: not the usual ones, and not those that change no points."""
    every_night = {rule.name for rule in (*rules_of_every_game(VARIANTS[slug]), RUBBER)}
    return [
        (name, answer)
        for name, rule in house_rules_of(VARIANTS[slug]).items()
        for answer in (*rule.answers, *another_number(slug, rule))
        if name not in every_night and answer != rule.default
    ]


def another_number(slug: str, rule: HouseRule) -> list[int]:
    """The largest number that a rule does not offer and that does not contradict the usual answers; in a few games."""
    numbers = rule.any_number if slug in WITH_ANOTHER_NUMBER else None
    if numbers is None:
        return []
    others = sorted(set(range(numbers.low, numbers.high + 1)) - set(rule.answers), reverse=True)
    return [next((number for number in others if not refusal_of(slug, {rule.name: number})), others[0])]


@cache
def needs(slug: str, answer: Answer) -> frozenset[str]:
    """The other rules without which an answer changes nothing, as the price of something that is not allowed."""
    if effects(slug, (answer,)) != effects(slug):
        return frozenset()
    others = [other for other in changes_of(slug) if other[0] != answer[0]]
    found = frozenset(other[0] for other in others if effects(slug, (answer, other)) != effects(slug, (other,)))
    assert found, "an answer that changes nothing"
    return found


def pairs_of(slug: str) -> Iterator[tuple[Answer, Answer]]:
    """Every two answers to different rules that may contradict: changes, and the usual answers that a change needs."""
    for one, other in combinations(changes_of(slug), 2):
        if one[0] != other[0]:
            yield one, other
    for answer in changes_of(slug):
        for name in needs(slug, answer):
            yield answer, (name, house_rules_of(VARIANTS[slug])[name].default)


def is_ignored(slug: str, answer: Answer, other: Answer) -> bool:
    """Whether the first answer does not do what it says beside the other."""
    usual, by_itself, together = effects(slug), effects(slug, (answer,)), effects(slug, (answer, other))
    if by_itself == usual:
        return other[0] in needs(slug, answer) and together == effects(slug, (other,))
    if by_itself - usual:
        return together == effects(slug, (other,))
    return bool((usual - by_itself) & together)  # it only forbids


def is_stuck_with_no_bid(slug: str, *answers: Answer) -> bool:
    """Whether a stuck dealer must make a bid that nobody can make."""
    variant = VARIANTS[slug]
    rulebook = open_rulebook(variant, variant.players, check_house_rules(variant, dict(answers)))
    assert rulebook is not None
    all_pass = rulebook.variant.all_pass
    must_bid = all_pass.dealer_exactly or all_pass.dealer_least
    return must_bid not in (None, 1, *rulebook.bids)  # "at least 1" is the lowest bid, whatever it is


def is_ruled_twice(slug: str, *answers: Answer) -> bool:
    """Whether two notes give the same poor hand two different rights."""
    notes = {str(effect[1]) for effect in effects(slug, answers) if effect[0] == "note"}  # type: ignore[index]
    return sum("whoever is dealt nothing above a 10" in note for note in notes) > 1


def contradict(slug: str, one: Answer, other: Answer) -> bool:
    if is_stuck_with_no_bid(slug, one, other) or is_ruled_twice(slug, one, other):
        return True
    usual = other[1] == house_rules_of(VARIANTS[slug])[other[0]].default
    return is_ignored(slug, one, other) or (not usual and is_ignored(slug, other, one))


@cache
def contradictions(slug: str) -> frozenset[frozenset[Answer]]:
    """Every pair of answers in a game that contradict each other."""
    return frozenset(frozenset(pair) for pair in pairs_of(slug) if contradict(slug, *pair))


def is_contradicted(slug: str, answers: Mapping[str, Any]) -> bool:
    """Whether two of these answers contradict each other, the usual ones to all other rules among them."""
    usual = {name: rule.default for name, rule in house_rules_of(VARIANTS[slug]).items()}
    tonight = {**usual, **answers}.items()
    return any(pair <= tonight for pair in contradictions(slug))


def refusal_of(slug: str, answers: Mapping[str, Any]) -> str:
    """The sentence that refuses these answers; empty if they are accepted."""
    try:
        refuse_contradictions(VARIANTS[slug], answers)
    except HouseRuleRefused as refused:
        assert refused.code == "house-rules-contradict"
        return refused.message
    return ""


@FEW_OR_LONG
def test_exactly_the_pairs_that_contradict_each_other_are_refused(slug: str) -> None:
    for pair in pairs_of(slug):
        sentence = refusal_of(slug, dict(pair))
        assert bool(sentence) == is_contradicted(slug, dict(pair)), (pair, sentence)
        assert not sentence or (sentence.endswith(".") and not IDENTIFIER.search(sentence))


def test_the_pairs_are_these() -> None:
    found = {
        slug: {frozenset(name for name, _ in pair) for pair in contradictions(slug)}
        for slug in SHIPPED
        if contradictions(slug)
    }
    high_low, no_trade = frozenset(("high_low", "no_trump")), frozenset(("misdeal", "going_under"))
    euchre = {frozenset(("euchre", "loner_euchred")), frozenset(("euchre", "defense_march"))}
    defender = frozenset(("defend_alone", "defend_alone_pays"))
    alone = {frozenset(("alone", "loner")), frozenset(("alone", "loner_euchred"))}
    dealer = frozenset(("all_pass", "minimum_bid"))
    assert found == {
        "standard": {*euchre, defender, no_trade},
        "standard-24": {*euchre, defender, no_trade},
        "british-euchre": {*euchre, defender, no_trade},
        "bald": {*euchre, defender},
        "progressive-cats": {*euchre, defender, no_trade},
        "railroad": {*euchre, defender, no_trade, frozenset(("jambone", "jambone_lead"))},
        "call-ace": {*euchre, *alone},
        "bid-single-deck": {high_low},
        "bid-single-deck-24": {high_low},
        "hawsy": {high_low},
        "twelves": {high_low},
        "powers-double-deck": {dealer},
        "kokomo-kitty": {dealer},
        "barrie": {dealer},
    }


@FEW_OR_LONG
def test_many_answers_together_are_accepted_unless_two_of_them_contradict(slug: str) -> None:
    chance, rules = random.Random(slug), house_rules_of(VARIANTS[slug])
    for _ in range(30):
        answers = {name: chance.choice(list(rule.answers)) for name, rule in rules.items()}
        assert bool(refusal_of(slug, answers)) == is_contradicted(slug, answers), answers


@pytest.mark.parametrize(
    ("slug", "answers", "sentence"),
    [
        (
            "bid-single-deck",
            {"high_low": True, "no_trump": False},
            "High and low are played without a trump suit, so they cannot be called where no-trump may not be named: "
            "allow no-trump, or do not allow high and low.",
        ),
        (
            "powers-double-deck",
            {"minimum_bid": 6, "all_pass": "dealer-bids-3"},
            "The lowest bid is 6, so a stuck dealer cannot bid 3: choose a higher bid for a stuck dealer, or a lower "
            "lowest bid.",
        ),
        (
            "standard",
            {"euchre": -2, "loner_euchred": 4},
            "Where a euchre takes points off the makers, the defenders get nothing for euchring a lone maker: choose a "
            "euchre that scores for the defenders, or the standard points for a lone one.",
        ),
        (
            "standard",
            {"euchre": -4, "defense_march": 4},
            "Where a euchre takes points off the makers, the defenders get nothing for all five tricks: choose a "
            "euchre that scores for the defenders, or the standard points for all five.",
        ),
        (
            "standard",
            {"defend_alone_pays": 2},
            "No defender may play alone, so there are no points for a lone defender: allow defending alone, or choose "
            "the standard points.",
        ),
        (
            "standard",
            {"renege": 0, "renege_goes_to": "others"},
            "A renege costs nothing, so nobody has points to score for it: choose what it costs, or that nobody gets "
            "the points.",
        ),
        (
            "british-euchre",
            {"misdeal": "farmers-hand", "going_under": True},
            "A farmer’s hand cannot be thrown in and also go under for three cards: choose another misdeal, or no "
            "going under.",
        ),
        (
            "call-ace",
            {"alone": False, "loner": 5},
            "Nobody may play alone, so a lone hand has no points of its own: allow playing alone, or choose the "
            "standard points.",
        ),
    ],
)
def test_one_sentence_names_both_rules_and_says_what_to_do(slug: str, answers: dict[str, Any], sentence: str) -> None:
    assert refusal_of(slug, answers) == sentence


@pytest.mark.parametrize(
    ("seed", "records"), [(14, 2_000), *(pytest.param(seed, 25_000, marks=pytest.mark.long) for seed in range(4))]
)
def test_no_record_is_scored_under_rules_that_contradict_each_other(seed: int, records: int) -> None:
    """Try some records here, and 100,000 in the long tests."""
    chance, refused = random.Random(seed), 0
    hands = every_hand()
    for _ in range(records):
        hand = chance.choice(hands)
        slug, rules = hand["variant"], house_rules_of(VARIANTS[hand["variant"]])
        names = chance.sample(sorted(rules), min(3, len(rules)))
        answers = {name: chance.choice(list(rules[name].answers)) for name in names}
        found = score_data({**hand, "extras": {**hand["extras"], "options": answers}})
        if is_contradicted(slug, answers):
            refused += 1
            assert found == {"ok": False, "code": "house-rules-contradict", "message": refusal_of(slug, answers)}
        else:
            assert found.get("code") != "house-rules-contradict"
    assert refused >= records / 400


def test_a_nights_rules_and_a_records_own_may_contradict_each_other_too() -> None:
    data = {**every_hand()[0], "extras": {"options": {"loner_euchred": 4}}}
    assert score_data(data)["ok"]
    assert score_data(data, {"euchre": -2})["code"] == "house-rules-contradict"


@FEW_OR_LONG
def test_a_night_asks_only_what_changes_a_hand(slug: str) -> None:
    """A bell ends each of its games, so nothing that decides only how a game ends is asked."""
    every_night = {rule.name for rule in rules_of_every_game(VARIANTS[slug])}

    def hands(answers: tuple[Answer, ...] = ()) -> frozenset[object]:
        return frozenset(effect for effect in effects(slug, answers) if effect[0] != "end")  # type: ignore[index]

    changes_a_hand = {
        name for name, answer in changes_of(slug) if needs(slug, (name, answer)) or hands(((name, answer),)) != hands()
    }
    chosen = {name for name, rule in rules_of_night(VARIANTS[slug]).items() if rule.has_choice}
    assert chosen == changes_a_hand | every_night


@EVERY
def test_a_single_table_asks_everything_but_the_points_for_sitting_out(slug: str) -> None:
    asked = house_rules_of(VARIANTS[slug]).keys() - {"sit_out_credit"}
    assert rules_of_table(VARIANTS[slug]).keys() == asked


@EVERY
def test_a_summary_has_only_the_rules_of_its_night_or_table(slug: str) -> None:
    variant = VARIANTS[slug]
    for ends, rules in (((), rules_of_table(variant)), (("Every table plays 4 hands.",), rules_of_night(variant))):
        sheet = summarize_rules(variant, {}, ends, rules)
        listed = [each.question for each in (*sheet.tonight, *sheet.open, *sheet.rest)]
        assert sorted(listed) == sorted(rule.question for rule in rules.values())


@EVERY
def test_no_night_speaks_of_the_end_of_a_game_to_a_target(slug: str) -> None:
    summary = str(summarize_rules(VARIANTS[slug], {}, ("Every table plays 4 hands.",)))
    assert "target" not in summary and "end of a game" not in summary


def test_a_night_says_nothing_of_a_target() -> None:
    sheet = summarize_rules(VARIANTS["standard"], {"target": 10, "loner": 5}, ("Every table plays 4 hands.",))
    assert [each.answer for each in sheet.tonight] == ["5 points."]
    assert "10 points" not in str(sheet)
    assert "10 points" in str(summarize_rules(VARIANTS["standard"], {"target": 10}))


@pytest.mark.parametrize("answers", [{"renege": 0}, {"renege": "players-agree", "renege_goes_to": "others"}])
def test_what_a_club_may_want_of_a_renege_is_accepted(answers: dict[str, Any]) -> None:
    assert not refusal_of("standard", answers)


@pytest.mark.parametrize("slug", ["standard", "british-euchre", "railroad", "call-ace"])
@pytest.mark.parametrize("answers", [{"loner": 1}, {"loner": 0}, {"defense_march": 1}, {"defense_march": 0}])
def test_no_greater_feat_pays_less_than_the_lesser_one(slug: str, answers: dict[str, Any]) -> None:
    """All five tricks alone pay no less than with a partner, and on defense no less than any euchre."""
    with pytest.raises(HouseRuleRefused, match="a whole number from"):
        check_house_rules(VARIANTS[slug], answers)
    for least in ({"loner": 2}, {"defense_march": 3}):
        assert check_house_rules(VARIANTS[slug], least)
