"""House rules that cannot hold together, and the sentence that refuses them.

They are refused where somebody chooses them or sends them with a record. A night that has them already, from a version
that accepted them, goes on as it started.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from tally.rules.house_rules import Answers, HouseRules, answers_of, check_house_rules, house_rules_of
from tally.rules.language import HouseRule, RuleValue, Variant
from tally.rules.refusals import HouseRuleRefused
from tally.rules.rulebook import open_rulebook


def refuse_contradictions(variant: Variant, house_rules: HouseRules) -> None:
    """Refuse house rules of which two contradict each other.

    :raises HouseRuleRefused: for the first contradiction, and for house rules that this game does not have.
    """
    sentence = _first_contradiction(variant, check_house_rules(variant, house_rules))
    if sentence:
        raise HouseRuleRefused("house-rules-contradict", sentence)


@lru_cache(maxsize=1024)
def _first_contradiction(variant: Variant, answers: Answers) -> str:
    return next(_contradictions(variant, answers), "")


def _contradictions(variant: Variant, answers: Answers) -> Iterator[str]:
    """The sentence of every contradiction."""
    tonight = answers_of(variant, dict(answers))
    for name, rule in house_rules_of(variant).items():
        yield from _with_other_rules(rule, tonight[name], tonight)
    yield from _no_contract(variant, answers)
    yield from _stuck_with_no_bid(variant, answers)


def _with_other_rules(rule: HouseRule, answer: RuleValue, tonight: Mapping[str, RuleValue]) -> Iterator[str]:
    """The contradictions of an answer with the answers to other rules."""
    for contradiction in rule.contradictions:
        holds = answer in contradiction.answers if contradiction.answers else answer != rule.default
        if holds and tonight.get(contradiction.other) in contradiction.other_answers:
            yield contradiction.sentence


def _no_contract(variant: Variant, answers: Answers) -> Iterator[str]:
    """The contradiction of answers that take away all contracts that players can bid: only in a club's own game."""
    for players in variant.table_sizes:
        rulebook = open_rulebook(variant, players, answers)
        if rulebook and all(line.contract.rare for line in rulebook.lines.values()):
            yield "No contract is left with these house rules together: choose another answer for one of them."


def _stuck_with_no_bid(variant: Variant, answers: Answers) -> Iterator[str]:
    """The contradiction of the bid that a stuck dealer must make with the bids that there are."""
    for players in variant.table_sizes:
        rulebook = open_rulebook(variant, players, answers)
        all_pass = rulebook.variant.all_pass if rulebook else variant.all_pass
        bids = [bid for bid in rulebook.bids if isinstance(bid, int)] if rulebook else []
        least = all_pass.dealer_exactly or all_pass.dealer_least
        if bids and least not in (None, 1, *bids):  # "at least 1" is the lowest bid, whatever it is
            yield (
                f"The lowest bid is {min(bids)}, so a stuck dealer cannot bid {least}: choose a higher bid for a stuck "
                "dealer, or a lower lowest bid."
            )
