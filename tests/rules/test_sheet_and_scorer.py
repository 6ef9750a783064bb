"""The pay table of the printed sheet, read as text, pays what the scorer and the buttons pay, under any house rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

import pytest

from tally.rules import (
    VARIANTS,
    Call,
    HouseRuleRefused,
    calls,
    house_rules_of,
    refuse_contradictions,
    score_data,
)
from tally.rules.house_rules import check_house_rules
from tally.rules.language import OWN_TRICKS, HouseRule
from tally.rules.pay_table import Cell, PayRow, pay_table
from tally.rules.rulebook import DEALER_STUCK, NO_PARTNER, ContractKey, Line, Rulebook, open_rulebook
from tests.support.records import record


class Paid(NamedTuple):
    """What a cell of the sheet says for a hand; `lone` is the lone player's, where it is not the side's."""

    points: int
    lone: int | None = None
    hickeys: int = 0


class Hand(NamedTuple):
    """What the amounts of a hand depend on."""

    bid: int
    deal_tricks: int


# ---- Reading the sheet

OUTCOME = re.compile(r"(?:^| )for (?:(?P<none>none)|all (?P<all>\d+)|(?P<numbers>[\d to or]+) tricks?)$")
TERMS = {"their tricks": "tricks", "the bid": "bid", "a point for every trick of the deal": "all"}


def read_cell(cell: Cell, tricks: int, hand: Hand) -> Paid:
    """The amount of a cell for these tricks of the side that is paid: for them by name, or else the usual one."""
    by_outcome = [(OUTCOME.search(when), figure, when) for figure, when in cell]
    for outcome, figure, when in by_outcome:
        if outcome and tricks in outcomes(outcome):
            return amount(figure, when[: outcome.start()], tricks, hand)
    ((figure, when),) = [(figure, when) for outcome, figure, when in by_outcome if not outcome]
    return amount(figure, when, tricks, hand)


def outcomes(found: re.Match[str]) -> set[int]:
    """The numbers of tricks that an outcome names."""
    if found["none"]:
        return {0}
    numbers = [int(number) for number in re.findall(r"\d+", found["all"] or found["numbers"])]
    return set(range(numbers[0], numbers[-1] + 1)) if " to " in found[0] else set(numbers)


def amount(figure: str, unit: str, tricks: int, hand: Hand) -> Paid:
    """An amount with everything that it depends on filled in."""
    hickeys = re.search(r" ?and (a|\d+) hickeys?$", unit)
    unit = unit[: hickeys.start()] if hickeys else unit
    counted = 0 if hickeys is None else 1 if hickeys[1] == "a" else int(hickeys[1])
    points = formula(figure, tricks, hand)
    if unit == "a trick":
        points *= tricks
    elif unit == "for each trick short":
        points *= hand.bid - tricks
    elif partner := re.fullmatch(r"\(partner (\d+)\)", unit):
        return Paid(int(partner[1]), lone=points, hickeys=counted)
    else:
        assert not unit, unit
    return Paid(points, hickeys=counted)


def formula(text: str, tricks: int, hand: Hand) -> int:
    """A number, or a sum such as "6 + the bid" or "minus 2 × their tricks"."""
    values = {"tricks": tricks, "bid": hand.bid, "all": hand.deal_tricks}
    total = 0
    for sign, term in re.findall(r"([+−]?) ?([^+−]+)", re.sub("^minus ", "−", text)):
        times, _, name = term.strip().rpartition(" × ")
        worth = values[TERMS[name]] if name in TERMS else int(name)
        total += (-1 if sign == "−" else 1) * int(times or 1) * worth
    return total


def is_made(row: PayRow, tricks: int, hand: Hand) -> bool:
    """Whether the sheet says that these tricks are enough."""
    if not row.needs:
        return row.set is None
    needs = {"as bid": hand.bid, "all": hand.deal_tricks}.get(row.needs)
    return tricks >= (needs if needs is not None else int(re.sub(r"\D", "", row.needs)))


def test_the_sheet_can_be_read() -> None:
    hand = Hand(bid=5, deal_tricks=8)
    assert [formula(text, 3, hand) for text in ("6 + the bid", "minus 2 × their tricks", "−4", "+3")] == [11, -6, -4, 3]
    assert formula("minus the bid − 2", 3, hand) == -7
    cell = (("2", "for 3 or 4 tricks"), ("4", "and a hickey for all 5"), ("−1", "a trick"))
    assert [read_cell(cell, tricks, hand) for tricks in (4, 5, 2)] == [Paid(2), Paid(4, hickeys=1), Paid(-2)]
    assert read_cell((("5", "(partner 4)"),), 5, hand) == Paid(4, lone=5)
    assert read_cell((("−1", "for each trick short"),), 2, hand) == Paid(-3)


# ---- The same hand on the sheet, by the scorer and on a button


def check_table(slug: str, players: int, house_rules: Mapping[str, Any]) -> int:
    """Compare every contract at every number of tricks; return how many hands that were."""
    variant = VARIANTS[slug]
    rulebook = open_rulebook(variant, players, check_house_rules(variant, house_rules))
    assert rulebook is not None
    contracts = [id(contract) for contract in rulebook.variant.contracts if contract is not None]
    rows = dict(zip(contracts, pay_table(variant, house_rules), strict=True))
    every_call = calls(variant, house_rules, players)
    hands = 0
    for key, line in rulebook.lines.items():
        if "dealer_conceded" in key.facts and DEALER_STUCK not in key.facts:
            continue  # only a stuck dealer concedes
        if key.alone and line.contract.partners and not line.contract.partners_at_most:
            continue  # the bid is played with its partners
        for tricks in range(rulebook.deal.tricks + 1) if not line.contract.unplayed else (None,):
            check_hand(slug, house_rules, rulebook, key, line, rows[id(line.contract)], tricks, every_call)
            hands += 1
    return hands


def check_hand(
    slug: str,
    house_rules: Mapping[str, Any],
    rulebook: Rulebook,
    key: ContractKey,
    line: Line,
    row: PayRow,
    tricks: int | None,
    every_call: tuple[Call, ...],
) -> None:
    total, contract = rulebook.deal.tricks, line.contract
    hand = Hand(contract.bid_value or (key.bid if isinstance(key.bid, int) else 0), total)
    taken = tricks or 0
    cells = row.made if is_made(row, taken, hand) else row.set
    assert cells is not None
    makers = read_cell(cells[0], taken, hand)
    if rulebook.variant.all_pass.half_set and DEALER_STUCK in key.facts and not is_made(row, taken, hand):
        makers = makers._replace(points=-((1 - makers.points) // 2))  # as the sheet says under "All pass"
    data = record_of(slug, rulebook, key, line, tricks)
    data["extras"]["options"] = dict(house_rules)
    found = score_data(data)
    case = (slug, house_rules, data, row, found)
    assert found["ok"], case
    assert (found["makers"], found.get("lone_player")) == makers[:2], case
    for parties in ("tricks_by_player", "tricks_by_side"):
        for index, own in enumerate(data["extras"].get(parties, ())):
            if index:
                result = found["by_player"][index] if parties == "tricks_by_player" else found["by_side"]["ABC"[index]]
                assert result == read_cell(cells[1], own, hand).points, case
    if rulebook.variant.sides != OWN_TRICKS:
        defenders = read_cell(cells[1], total - taken, hand)
        assert found["defenders"] == defenders.points, case
        if "hickeys" in found:
            assert found["hickeys"] == {"makers": makers.hickeys, "defenders": defenders.hickeys}, case
        assert any(
            (button.score.makers, button.score.defenders) == (makers.points, defenders.points)
            for call in every_call
            if call.bid == key.bid and set(key.facts) - {DEALER_STUCK} == set(call.facts) - {DEALER_STUCK}
            for button in call.results
            if button.alone in (None, key.alone) and button.exchange in (None, key.exchange)
            if not button.played or button.tricks[0] <= taken <= button.tricks[1]
        ), case


def record_of(slug: str, rulebook: Rulebook, key: ContractKey, line: Line, tricks: int | None) -> dict[str, Any]:
    """A record of this contract with everything that the game must know."""
    extras: dict[str, Any] = dict.fromkeys(key.facts, True)
    players, total, contract = rulebook.deal.players, rulebook.deal.tricks, line.contract
    if extras.pop(NO_PARTNER, None):
        extras["partner"] = None
    elif rulebook.asks_partner and not key.alone:
        extras["partner"] = 2
    if contract.partners and not key.alone and "partners" in rulebook.facts:
        extras["partners"] = [*range(1, contract.partners + 1)]
    if tricks is not None and rulebook.variant.sides == OWN_TRICKS:
        extras["tricks_by_player"] = [tricks, *shares(total - tricks, players - 1)]
    if tricks is not None and rulebook.deal.sides > 2:
        extras["tricks_by_side"] = [tricks, *shares(total - tricks, rulebook.deal.sides - 1)]
    data = record(slug, key.bid, tricks or 0, total, players=players, alone=key.alone, exchange=key.exchange)
    unplayed = {"maker_tricks": None, "defender_tricks": None} if tricks is None else {}
    return {**data, **unplayed, "extras": extras}


def shares(tricks: int, parties: int) -> list[int]:
    """The tricks in uneven shares: the first takes what the others leave."""
    rest = [tricks // (parties + 1)] * (parties - 1)
    return [tricks - sum(rest), *rest]


# ---- Random house rules


def random_answer(rule: HouseRule, chance: Random) -> object:
    if rule.any_number and chance.random() < 0.3:
        return chance.randint(rule.any_number.low, rule.any_number.high)
    return chance.choice(list(rule.answers))


def random_house_rules(slug: str, chance: Random) -> Iterator[dict[str, Any]]:
    """House rules without a contradiction, again and again; about half of the rules differ from the usual."""
    variant = VARIANTS[slug]
    rules = {name: rule for name, rule in house_rules_of(variant).items() if rule.has_choice}
    while True:
        changed = [name for name in rules if chance.random() < 0.5]
        answers = {name: random_answer(rules[name], chance) for name in changed}
        try:
            refuse_contradictions(variant, answers)
        except HouseRuleRefused:
            continue
        yield answers


@pytest.mark.parametrize("draws", [1, pytest.param(100, marks=pytest.mark.long)])
@pytest.mark.parametrize("slug", VARIANTS)
def test_sheet_scorer_and_buttons_pay_the_same_under_any_house_rules(slug: str, draws: int) -> None:
    nights = random_house_rules(slug, Random(f"{slug} {draws}"))
    for house_rules in ({}, *(next(nights) for _ in range(draws))):
        for players in VARIANTS[slug].table_sizes:
            assert check_table(slug, players, house_rules) > 5
