"""The summary of tonight's rules, in the order in which a table needs them, for the printed sheet and the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tally.rules.house_rules import NO_RULES, HouseRules, answers_of, house_rules_of, renege_points, resolve
from tally.rules.language import (
    ASSUMED,
    CLUB,
    ELSEWHERE,
    SUITS,
    TWO_SIDES,
    Deal,
    GameEnd,
    HouseRule,
    RuleValue,
    Variant,
)
from tally.rules.pay_table import PayRow, pay_table
from tally.rules.refusals import number
from tally.rules.rulebook import is_bid
from tally.rules.variants import source_text
from tally.rules.wording import game_end_text, trumps_text

NOTHING_DIFFERS = "No house rule differs from the usual ones."
WHERE_OPEN = "Where the text leaves a question, tonight's answer is:"
NOT_FROM_THE_TEXT = {ELSEWHERE: "from elsewhere", ASSUMED: "an assumption"}


class Part(NamedTuple):
    """A label in the margin, and what it labels, in one or more paragraphs."""

    label: str
    paragraphs: tuple[str, ...]


class AnsweredRule(NamedTuple):
    """A house rule with tonight's answer and the usual one; `kind` tells where an answer is not from the text."""

    question: str
    answer: str
    usual: str
    kind: str


class PayHeadings(NamedTuple):
    """The headings of the pay table: both sides, and what a contract is called that was not made."""

    makers: str
    others: str
    failed: str


class RulesSummary(NamedTuple):
    """The rules of a night, in reading order.

    - `bid`: whether a number or a name is bid.
    - `before`, `after`: what players need before the first bid, and after a hand.
    - `tonight`: the house rules that differ from the usual ones.
    - `open`: those that the text leaves open, with their usual answers.
    - `rest`: all others.
    """

    name: str
    about: str
    source: str
    bid: bool
    before: tuple[Part, ...]
    heads: PayHeadings
    pay: tuple[PayRow, ...]
    after: tuple[Part, ...]
    tonight: tuple[AnsweredRule, ...]
    open: tuple[AnsweredRule, ...]
    rest: tuple[AnsweredRule, ...]


def summarize_rules(variant: Variant, house_rules: HouseRules = NO_RULES, ends: Sequence[str] = ()) -> RulesSummary:
    """Summarize a game's rules under tonight's house rules.

    `ends` are sentences on how each game of the night ends; without them a table plays the game to its own end.

    :raises HouseRuleRefused: for house rules that this game does not have.
    """
    answers = answers_of(variant, house_rules)
    resolved, rules = resolve(variant, answers), house_rules_of(variant)
    answered = {name: _answered(rule, answers[name]) for name, rule in rules.items()}
    tonight = [name for name, rule in rules.items() if answers[name] != rule.default]
    still_open = [name for name, rule in rules.items() if rule.origin != CLUB and name not in tonight]
    return RulesSummary(
        name=variant.name,
        about=variant.about,
        source=source_text(variant),
        bid=is_bid(resolved),
        before=tuple(_before(resolved)),
        heads=_headings(resolved),
        pay=pay_table(variant, house_rules),
        after=(Part("Game", tuple(ends) or (_own_end(resolved.end),)), *_after(variant, resolved, house_rules)),
        tonight=tuple(answered[name] for name in tonight),
        open=tuple(answered[name] for name in still_open),
        rest=tuple(answered[name] for name in rules if name not in tonight and name not in still_open),
    )


def sentence(text: str) -> str:
    """The text with a capital letter and a period."""
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _answered(rule: HouseRule, answer: RuleValue) -> AnsweredRule:
    return AnsweredRule(
        question=rule.question,
        answer=sentence(rule.answer_text(answer)),
        usual=sentence(rule.answer_text(rule.default)),
        kind=NOT_FROM_THE_TEXT.get(rule.origin, ""),
    )


def _before(resolved: Variant) -> Iterator[Part]:
    """What players need to know before the first bid."""
    yield Part("Players", (_players(resolved),))
    yield Part("Cards", (_cards(resolved),))
    yield Part("Trump", (_trump(resolved),))
    yield Part("All pass", (sentence(resolved.all_pass.text),))
    if resolved.sides == TWO_SIDES:
        plays = [play for contract in resolved.contracts if contract is not None for play in contract.play]
        alone = any(lone for lone, _ in plays)
        yield Part("Alone", ("The partner of a lone player sits out." if alone else "Nobody plays alone.",))


def _after(variant: Variant, resolved: Variant, house_rules: HouseRules) -> Iterator[Part]:
    """What players need to know after a hand, other than how the game ends."""
    together = renege_points(variant, house_rules, alone=False)
    lone = renege_points(variant, house_rules, alone=True)
    cost = f"{number(together)} points" + (f", in a lone hand {number(lone)}" if lone != together else "")
    who = "the side that reneged" if variant.sides == TWO_SIDES else "whoever reneged"
    yield Part("Renege", (f"Costs {who} {cost}.",))
    notes = tuple(note for note in resolved.notes if note != _turned_up(resolved))
    if notes:
        yield Part("Also", notes)


def _own_end(end: GameEnd) -> str:
    """How a game ends at a table where no bell rings."""
    sentences = [sentence(game_end_text(end))]
    if end.laps:
        sentences.append(f"Points above the target are carried to the next game; {end.target} of them win it.")
    if end.slams:
        sentences.append("A game won before the others score counts as two.")
    return " ".join((*sentences, *end.notes))


def _headings(resolved: Variant) -> PayHeadings:
    makers, others = ("Makers", "Defenders") if resolved.sides == TWO_SIDES else ("Maker", "Others, each")
    if any(contract is not None and contract.partners for contract in resolved.contracts):
        makers = "Makers, each"
    return PayHeadings(makers, others, "Set" if is_bid(resolved) else "Euchred")


def _players(resolved: Variant) -> str:
    sizes = [number(deal.players) for deal in resolved.deals]
    if resolved.sides != TWO_SIDES:
        return sentence(f"{_either(sizes)}, each for themselves")
    if len({deal.sides for deal in resolved.deals}) > 1:
        return sentence(_either([f"{number(deal.players)} in {number(deal.sides)} sides" for deal in resolved.deals]))
    if len(sizes) > 1:
        return sentence(f"{_either(sizes)}, in two sides")
    (deal,) = resolved.deals
    side = number(deal.players // deal.sides)
    return sentence(f"{sizes[0]}, {side} against {side}")


def _either(texts: Sequence[str]) -> str:
    """The texts as alternatives: "four, five or six"."""
    *others, last = texts
    return f"{', '.join(others)} or {last}" if others else last


def _cards(resolved: Variant) -> str:
    deals = resolved.deals
    first = deals[0]
    each = f"{number(first.tricks)} each"
    if len({deal.tricks for deal in deals}) > 1:
        each = ", ".join(f"{number(deal.tricks)} each for {number(deal.players)}" for deal in deals)
    if len({deal.pack for deal in deals}) > 1:
        packs = "; ".join(f"{number(deal.players)}: {_pack(deal)}" for deal in deals)
        return sentence(f"{packs}. {each.capitalize()}")
    parts = [f"{_pack(first)}; {each}"]
    if first.kitty:
        parts.append(f"{number(first.kitty)} in the {resolved.kitty_name}")
    if first.undealt and len(deals) == 1:
        parts.append(f"{number(first.undealt)} stay out")
    return sentence(", ".join(parts))


def _pack(deal: Deal) -> str:
    lowest = deal.pack.ranks.split()[0].replace("J", "jack")
    twice = ", each card twice" if deal.pack.copies == 2 else ""
    joker = " and the joker" if deal.pack.jokers else ""
    return f"{deal.pack.cards} cards, {lowest} to ace{twice}{joker}"


def _trump(resolved: Variant) -> str:
    if not is_bid(resolved):
        usual = "Accept the suit turned up, or in a second round name another."
        return f"{_turned_up(resolved) or usual} No number is bid."
    text = f"The highest bidder names {trumps_text(resolved.trumps)}."
    played_without_trump = resolved.all_pass.everybody is not None
    if resolved.trumps == SUITS and not played_without_trump:
        text += " There is no no-trump."
    return text


def _turned_up(resolved: Variant) -> str:
    """The game's own note on how trump is turned up, or ""."""
    return next((note for note in resolved.notes if "turned up" in note), "")
