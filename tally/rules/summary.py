"""Tonight's rules in the order in which a table needs them: what the printed sheet and the rules page say alike."""

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
KINDS = {ELSEWHERE: "from elsewhere", ASSUMED: "an assumption"}


class Part(NamedTuple):
    """A word in the margin and what it says, in one paragraph or several."""

    label: str
    paragraphs: tuple[str, ...]


class Asked(NamedTuple):
    """A house rule: its question, tonight's answer, the usual one; `kind`: whose answer it is, if not the text's."""

    question: str
    answer: str
    usual: str
    kind: str


class Heads(NamedTuple):
    """The names in the table of pay: both sides, and what a contract is that was not made."""

    makers: str
    others: str
    failed: str


class RulesSummary(NamedTuple):
    """The rules of a night, in the order of reading.

    `bid`: whether a number or a name is bid. `tonight`: the house rules that differ from the usual; `open`: those
    that the text leaves open; `rest`: all others.
    """

    name: str
    about: str
    source: str
    bid: bool
    before: tuple[Part, ...]
    heads: Heads
    pay: tuple[PayRow, ...]
    after: tuple[Part, ...]
    tonight: tuple[Asked, ...]
    open: tuple[Asked, ...]
    rest: tuple[Asked, ...]


def summarize_rules(variant: Variant, house_rules: HouseRules = NO_RULES, ends: Sequence[str] = ()) -> RulesSummary:
    """A game's rules under tonight's house rules, in words.

    `ends`: how each game of the night ends, in sentences; without them a table plays the game to its own end.

    :raises HouseRuleRefused: for house rules that this game does not have.
    """
    answers = answers_of(variant, house_rules)
    resolved, rules = resolve(variant, answers), house_rules_of(variant)
    asked = {name: _asked(rule, answers[name]) for name, rule in rules.items()}
    changed = [name for name, rule in rules.items() if answers[name] != rule.default]
    still_open = [name for name, rule in rules.items() if rule.origin != CLUB and name not in changed]
    return RulesSummary(
        name=variant.name,
        about=variant.about,
        source=source_text(variant),
        bid=is_bid(resolved),
        before=tuple(_before(resolved)),
        heads=_heads(resolved),
        pay=pay_table(variant, house_rules),
        after=(Part("Game", tuple(ends) or _own_end(resolved.end)), *_after(variant, resolved, house_rules)),
        tonight=tuple(asked[name] for name in changed),
        open=tuple(asked[name] for name in still_open),
        rest=tuple(asked[name] for name in rules if name not in changed and name not in still_open),
    )


def _before(resolved: Variant) -> Iterator[Part]:
    """What one has to know before the first bid."""
    yield Part("Players", (_players(resolved),))
    yield Part("Cards", (_cards(resolved),))
    yield Part("Trump", (_trump(resolved),))
    yield Part("All pass", (sentence(resolved.all_pass.text),))
    if resolved.sides == TWO_SIDES:
        alone = any(c is not None and any(lone for lone, _ in c.play) for c in resolved.contracts)
        yield Part("Alone", ("The partner of a lone player sits out." if alone else "Nobody plays alone.",))


def _after(variant: Variant, resolved: Variant, house_rules: HouseRules) -> Iterator[Part]:
    """What one has to know after the hand, beside the game's end."""
    together, lone = (renege_points(variant, house_rules, alone=alone) for alone in (False, True))
    cost = f"{number(together)} points" + (f", in a lone hand {number(lone)}" if lone != together else "")
    who = "the side that reneged" if variant.sides == TWO_SIDES else "whoever reneged"
    yield Part("Renege", (f"Costs {who} {cost}.",))
    notes = tuple(note for note in resolved.notes if note != _turned_up(resolved))
    if notes:
        yield Part("Also", notes)


def _own_end(end: GameEnd) -> tuple[str, ...]:
    """How a game ends at a table where nobody rings."""
    ends = sentence(game_end_text(end))
    ends += f" Points above the target are carried to the next game; {end.target} of them win it." if end.laps else ""
    ends += " A game won before the others score counts as two." if end.slams else ""
    return (" ".join((ends, *end.notes)),)


def _asked(rule: HouseRule, answer: RuleValue) -> Asked:
    usual, kind = sentence(rule.answer_text(rule.default)), KINDS.get(rule.origin, "")
    return Asked(rule.question, sentence(rule.answer_text(answer)), usual, kind)


def sentence(words: str) -> str:
    """Words with a capital and a full stop."""
    return words[:1].upper() + words[1:].rstrip(".") + "."


def _heads(resolved: Variant) -> Heads:
    makers, others = ("Makers", "Defenders") if resolved.sides == TWO_SIDES else ("Maker", "Others, each")
    if any(c is not None and c.partners for c in resolved.contracts):
        makers = "Makers, each"
    return Heads(makers, others, "Set" if is_bid(resolved) else "Euchred")


def _players(resolved: Variant) -> str:
    sizes = [number(deal.players) for deal in resolved.deals]
    if resolved.sides != TWO_SIDES:
        return sentence(f"{_either(sizes)}, each for themselves")
    if len({deal.sides for deal in resolved.deals}) > 1:
        return sentence(_either([f"{number(d.players)} in {number(d.sides)} sides" for d in resolved.deals]))
    deal = resolved.deals[0]
    each = number(deal.players // deal.sides)
    return sentence(f"{_either(sizes)}, {f'{each} against {each}' if len(sizes) == 1 else 'in two sides'}")


def _either(words: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _cards(resolved: Variant) -> str:
    deals, first, tricks = resolved.deals, resolved.deals[0], {deal.tricks for deal in resolved.deals}
    each = f"{number(first.tricks)} each"
    if len(tricks) > 1:
        each = ", ".join(f"{number(deal.tricks)} each for {number(deal.players)}" for deal in deals)
    if len({deal.pack for deal in deals}) > 1:
        packs = [f"{number(deal.players)}: {_pack(deal)}" for deal in deals]
        return sentence(f"{'; '.join(packs)}. {each.capitalize()}")
    rest = [f"{number(first.kitty)} in the {resolved.kitty_name}"] if first.kitty else []
    rest += [f"{number(first.undealt)} stay out"] if first.undealt and len(deals) == 1 else []
    return sentence(", ".join((f"{_pack(first)}; {each}", *rest)))


def _pack(deal: Deal) -> str:
    lowest = deal.pack.ranks.split()[0].replace("J", "jack")
    twice = ", each card twice" if deal.pack.copies == 2 else ""
    joker = " and the joker" if deal.pack.jokers else ""
    return f"{deal.pack.cards} cards, {lowest} to ace{twice}{joker}"


def _trump(resolved: Variant) -> str:
    if is_bid(resolved):
        only = resolved.trumps == SUITS and resolved.all_pass.everybody is None  # else it is played without trump
        return f"The highest bidder names {trumps_text(resolved.trumps)}.{' There is no no-trump.' if only else ''}"
    usual = "Accept the suit turned up, or in a second round name another."
    return f"{_turned_up(resolved) or usual} No number is bid."


def _turned_up(resolved: Variant) -> str:
    """The game's own note of how trump is turned up, if it has one."""
    return next((note for note in resolved.notes if "turned up" in note), "")
