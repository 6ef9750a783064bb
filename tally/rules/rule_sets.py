"""Named sets of house rules: what one tap answers, and what that changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tally.rules.house_rules import house_rules_of, rules_of_every_game
from tally.rules.language import HouseRule, RuleSet, RuleValue, Variant

AS_IN_THE_BOOK = RuleSet("book", "As in the book", {})


class ChangedAnswer(NamedTuple):
    """A question whose answer a set changes, with both answers as people read them."""

    question: str
    before: str
    after: str


def rule_sets(variant: Variant, last_time: Mapping[str, RuleValue] | None = None) -> tuple[RuleSet, ...]:
    """Every set of a game: its usual rules, the sets of its entry, and last time's rules if there was a last time.

    A set of the entry that a club's own game cannot have, because it has decided one of its rules, is left out.
    """
    rules = house_rules_of(variant)
    possible = tuple(each for each in variant.rule_sets if each.answers.keys() <= rules.keys())
    again = () if last_time is None else (RuleSet("last-time", "As last time", last_time),)
    return (AS_IN_THE_BOOK, *possible, *again)


def answers_with(
    variant: Variant, rule_set: RuleSet, rules: Mapping[str, HouseRule], now: Mapping[str, RuleValue]
) -> dict[str, RuleValue]:
    """The answers to these rules of a game under a set; what the set does not mention becomes usual.

    The sets of an entry leave what every game asks, as the price of a renege.
    """
    stay = left_alone(variant, rule_set, rules)
    usual = {name: now[name] if name in stay else rule.default for name, rule in rules.items()}
    return {name: rule_set.answers.get(name, answer) for name, answer in usual.items()}


def left_alone(variant: Variant, rule_set: RuleSet, rules: Mapping[str, HouseRule]) -> dict[str, HouseRule]:
    """Those of these rules whose answers a set leaves as they are; none for the usual rules and for last time's."""
    every_game = {rule.name for rule in rules_of_every_game(variant)} if rule_set in variant.rule_sets else set()
    return {name: rule for name, rule in rules.items() if name in every_game - rule_set.answers.keys()}


def changed_answers(
    rules: Mapping[str, HouseRule], now: Mapping[str, RuleValue], then: Mapping[str, RuleValue]
) -> tuple[ChangedAnswer, ...]:
    """The questions whose answers are not the same now and then."""
    return tuple(
        ChangedAnswer(rule.question, rule.answer_text(now[name]), rule.answer_text(then[name]))
        for name, rule in rules.items()
        if now[name] != then[name]
    )
