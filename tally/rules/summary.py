"""The summary of tonight's rules, in the order in which a table needs them, for the printed sheet and the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tally.rules.cards import Card
from tally.rules.house_rules import (
    NO_RULES,
    HouseRules,
    answers_of,
    house_rules_of,
    renege_tonight,
    resolve,
    rules_of_night,
)
from tally.rules.language import (
    ASSUMED,
    CLUB,
    ELSEWHERE,
    SUITS,
    TWO_SIDES,
    HouseRule,
    Pack,
    RuleValue,
    Variant,
)
from tally.rules.pay_table import PayRow, pay_table
from tally.rules.refusals import number
from tally.rules.renege import renege_text
from tally.rules.rulebook import is_bid
from tally.rules.teaching import how_to_play, trumps_caption, trumps_in_order
from tally.rules.variants import source_text
from tally.rules.wording import Part, game_end_text, may_lose, trumps_text

GAME = "Game"  # the label of how a game ends, the first part after a hand
NOTHING_DIFFERS = "Every house rule is standard tonight."
OUR_OWN_RULES = "Our own rules"
WHERE_OPEN = "Where our rule book is silent, tonight’s answer is:"
NOT_FROM_THE_TEXT = {ELSEWHERE: "from elsewhere", ASSUMED: "an assumption"}


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
    - `own`: the club's own rules, by paragraph.
    - `how_to_play`: the game taught to somebody who has never played.
    - `trumps`: when spades are trump, the highest first, to be drawn after the ranks; `trumps_caption` says so.
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
    how_to_play: tuple[Part, ...]
    trumps: tuple[Card, ...]
    trumps_caption: str
    own: tuple[str, ...] = ()


def summarize_rules(
    variant: Variant,
    house_rules: HouseRules = NO_RULES,
    ends: Sequence[str] = (),
    used: Mapping[str, HouseRule] | None = None,
    own: str = "",
) -> RulesSummary:
    """Summarize a game's rules under tonight's house rules.

    `ends` are sentences on how each game of the night ends; without them a table plays the game to its own end.
    `used` are the house rules to list; without them those of a progressive night, or if that has no `ends` all.
    `own` are the club's own rules, a paragraph a line.

    :raises HouseRuleRefused: for house rules that this game does not have.
    """
    answers = answers_of(variant, house_rules)
    resolved = resolve(variant, answers)
    rules = used or (rules_of_night(variant) if ends else house_rules_of(variant))
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
        after=(
            Part(GAME, _game(resolved, ends, rubber=answers["rubber"] is True)),
            *_after(variant, resolved, house_rules),
        ),
        tonight=tuple(answered[name] for name in tonight),
        open=tuple(answered[name] for name in still_open),
        rest=tuple(answered[name] for name in rules if name not in tonight and name not in still_open),
        own=tuple(own.splitlines()),
        how_to_play=how_to_play(resolved),
        trumps=trumps_in_order(resolved),
        trumps_caption=trumps_caption(resolved),
    )


def game_end(summary: RulesSummary) -> str:
    """How a game ends, in one paragraph."""
    return " ".join(next(part for part in summary.after if part.label == GAME).paragraphs)


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
    costs = renege_text(resolved, renege_tonight(variant, house_rules))
    yield Part("Renege", (f"{costs} The hand is over and counts as played.",))
    notes = tuple(note for note in resolved.notes if note != _turned_up(resolved))
    if notes:
        yield Part("Also", notes)


def _game(resolved: Variant, ends: Sequence[str], *, rubber: bool) -> tuple[str, ...]:
    """How a game ends, tonight or at a table of its own, and whether a score may go below 0."""
    *others, last = ends or (_own_end(resolved, rubber=rubber),)
    return (*others, f"{last} Scores may go below 0." if may_lose(resolved) else last)


def _own_end(resolved: Variant, *, rubber: bool) -> str:
    """How a game ends at a table where no bell rings."""
    end = resolved.end
    sentences = [sentence(game_end_text(resolved))]
    if end.laps:
        sentences.append(
            f"Points above the target are carried to the next game; if {end.target} or more are carried, they win that "
            "game too."
        )
    if end.slams:
        sentences.append("A game won before the others score counts as two.")
    if rubber:
        sentences.append("A rubber is the best of three games: who first wins two wins it.")
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
        packs = "; ".join(f"{number(deal.players)}: {pack_text(deal.pack)}" for deal in deals)
        rest = ", the rest not dealt" if any(deal.undealt for deal in deals) else ""
        return sentence(f"{packs}. {each.capitalize()}{rest}")
    parts = [f"{pack_text(first.pack)}; {each}"]
    if first.kitty:
        parts.append(f"{number(first.kitty)} in the {resolved.kitty_name}")
    if first.undealt and len(deals) == 1:
        parts.append(f"{number(first.undealt)} not dealt")
    return sentence(", ".join(parts))


def pack_text(pack: Pack) -> str:
    """A pack as people read it: "25 cards, 9 to ace and the joker"."""
    lowest = pack.ranks.split()[0].replace("J", "jack")
    twice = ", each card twice" if pack.copies == 2 else ""
    joker = " and the joker" if pack.jokers else ""
    return f"{pack.cards} cards, {lowest} to ace{twice}{joker}"


def _trump(resolved: Variant) -> str:
    if not is_bid(resolved):
        usual = "Order up the upcard, or name another suit in the second round."
        return f"{_turned_up(resolved) or usual} No number is bid."
    text = f"The highest bidder names {trumps_text(resolved.trumps)}."
    played_without_trump = resolved.all_pass.everybody is not None
    if resolved.trumps == SUITS and not played_without_trump:
        text += " There is no no-trump."
    return text


def _turned_up(resolved: Variant) -> str:
    """The game's own note on how trump is turned up, or ""."""
    return next((note for note in resolved.notes if "is turned up" in note or "are turned up" in note), "")
