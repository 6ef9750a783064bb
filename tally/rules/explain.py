"""A variant in words, made from its entry: for a page, a terminal, or a printed rules sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tally.rules.book import bids_of
from tally.rules.house_rules import HouseRules, answers_of, as_json, house_rules_of, settle
from tally.rules.language import (
    ALL,
    BID,
    BIDDERS,
    EACH_ALIKE,
    HIGHER_OR_BIDDERS,
    HIGHER_OR_TIE,
    MARKS,
    OTHERWISE,
    OWN_TRICKS,
    TWO_SIDES,
    Amount,
    Apart,
    Bid,
    Contract,
    Deal,
    Game,
    HouseRule,
    Numbers,
    Pay,
    Points,
    RuleValue,
    Variant,
)

NO_RULES: Mapping[str, object] = {}
TRUMP_WORDS = {"S": "", "H": "", "D": "", "C": "", "NT": "no-trump", "HIGH": "high", "LOW": "low"}


def explain(variant: Variant, house_rules: HouseRules = NO_RULES) -> str:
    """The rules of a game as text, under tonight's house rules.

    :raises HouseRuleRefused: for house rules that this game does not have.
    """
    return "\n".join(_lines(variant, house_rules)) + "\n"


def _lines(variant: Variant, house_rules: HouseRules) -> Iterator[str]:
    answers = answers_of(variant, house_rules)
    settled = settle(variant, answers)
    deal = settled.deals[0]
    yield f"{variant.name} ({variant.slug}), from seed {variant.source}"
    yield ""
    for each in settled.deals:
        yield f"Players: {each.players}, {_company(settled, each)}. {_cards(each)}"
    yield f"Trump: {_trumps(settled.trumps)}. {_suits(deal) if 'S' in settled.trumps else ''}".rstrip()
    if any(contract is not None and contract.bids != (None,) for contract in settled.contracts):
        yield f"Everybody passes: {settled.all_pass.words}."
    else:
        yield f"Everybody passes: {settled.all_pass.words}. No number is bid."
    yield ""
    for contract in settled.contracts:
        if contract is not None:
            yield from _contract(contract, deal, settled)
    yield ""
    yield f"Game: {game_words(settled.game)}"
    yield from variant.notes
    yield ""
    yield "House rules (the first answer is the default; * is tonight's)"
    for rule in house_rules_of(variant).values():
        yield _house_rule(rule, answers[rule.name])


def _company(variant: Variant, deal: Deal) -> str:
    if variant.sides != TWO_SIDES:
        return "each for themselves"
    return f"in {deal.sides} sides of {deal.players // deal.sides}"


def _cards(deal: Deal) -> str:
    rest = [f"{deal.kitty} in the kitty"] if deal.kitty else []
    rest += [f"{deal.undealt} undealt"] if deal.undealt else []
    jokers = " and a joker" if deal.pack.jokers else ""
    packs = "" if deal.pack.copies == 1 else " twice"
    return (
        f"{deal.pack.cards} cards ({deal.pack.ranks}{packs}{jokers}), {deal.tricks} each"
        f"{''.join(', ' + part for part in rest)}; {deal.tricks} tricks."
    )


def _suits(deal: Deal) -> str:
    trumps, following, other = deal.pack.suits_with_trump
    return f"A suit named has {trumps} trumps, the next suit {following} cards, each other suit {other}."


def _trumps(trumps: tuple[str, ...]) -> str:
    named = [TRUMP_WORDS[trump] for trump in trumps if TRUMP_WORDS[trump]]
    return " or ".join((["a suit"] if "S" in trumps else []) + named)


def _contract(contract: Contract, deal: Deal, variant: Variant) -> Iterator[str]:
    lone = all(alone for alone, _ in contract.play)
    parts = [_play(contract)] if variant.sides == TWO_SIDES or lone else []
    yield ", ".join(
        (_title(contract, deal, several=len(variant.deals) > 1), *parts, *_conditions(contract, variant))
    )
    if not contract.unplayed:
        yield f"  needs {_needs(contract.needs)}"
    if contract.unplayed != "set":
        yield f"  made: {_pay(contract.made, contract.worth, variant)}"
    if contract.unplayed != "made":
        yield f"  set:  {_pay(contract.set, contract.worth, variant)}"


def _title(contract: Contract, deal: Deal, *, several: bool) -> str:
    if contract.bids == (None,):
        return "Trump named"
    bids = bids_of(contract, deal)
    span = f"{bids[0]} to {bids[-1]}" if len(bids) > 1 else _bid(bids[0])
    if several and isinstance(contract.bids, Numbers) and contract.bids.high is None:
        span = f"{bids[0]} to all the tricks"
    return f"Bid {span}{f' ({contract.called})' if contract.called else ''}"


def _bid(bid: Bid) -> str:
    return str(bid).replace("-", " ")


def _play(contract: Contract) -> str:
    """Who plays, after how many cards exchanged."""
    parts = []
    for alone, words in ((False, "both partners play"), (True, "alone")):
        cards = sorted(exchange for lone, exchange in contract.play if lone == alone)
        if cards:
            some = f"{' or '.join(map(str, cards))} {'card' if cards[-1] == 1 else 'cards'}"
            swapped = "" if cards == [0] else f" ({some} exchanged)"
            parts.append(words + swapped)
    return " or ".join(parts)


def _conditions(contract: Contract, variant: Variant) -> list[str]:
    """What else must hold for this contract."""
    parts = [fact.replace("_", " ") for fact in contract.when]
    if contract.partners:
        parts.append(f"{contract.partners} {'partner' if contract.partners == 1 else 'partners'}")
    if not contract.widow:
        parts.append("without the widow")
    if contract.trumps is not None and contract.trumps != variant.trumps:
        parts.append(f"trump is {_trumps(contract.trumps)}")
    if contract.players is not None:
        parts.append(f"only with {contract.players} players")
    return parts


def _needs(tricks: int | Amount) -> str:
    if tricks == ALL:
        return "all the tricks"
    return "as many tricks as bid" if tricks == BID else f"{tricks} tricks"


def _pay(paid: Pay, worth: int, variant: Variant) -> str:
    each = {TWO_SIDES: "defenders", EACH_ALIKE: "each defender", OWN_TRICKS: "each defender, by own tricks,"}
    one = variant.sides != TWO_SIDES
    text = f"makers {_scores(paid.makers)}; {each[variant.sides]} {_scores(paid.defenders, one=one)}"
    if paid.hickeys and paid.hickeys != (0, 0):
        text += f"; hickeys: makers {amount(paid.hickeys[0])}, defenders {amount(paid.hickeys[1])}"
    return text + (f" (the bid counts as {worth})" if worth else "")


def _scores(points: Points, *, one: bool = False) -> str:
    """What they score or lose, or what one of them scores or loses."""
    words, s = amount(points), "s" if one else ""
    if words.startswith("minus ") and not isinstance(points, Mapping):
        return f"lose{s} {words[6:]}"
    return f"score{s} {'nothing' if words == '0' else words}"


def amount(points: Points) -> str:
    """An amount of points in words."""
    if isinstance(points, Amount):
        return _formula(points)
    if isinstance(points, Apart):
        return f"{points.lone_player} to the lone player, {points.side} to the partner"
    if isinstance(points, Mapping):
        runs: dict[str, list[int]] = {}
        for tricks, paid in points.items():
            runs.setdefault(amount(paid), []).append(tricks)
        return ", ".join(
            f"otherwise {paid}" if tricks == [OTHERWISE] else f"{paid} for {_or(tricks)}"
            for paid, tricks in runs.items()
        )
    return f"minus {-points}" if points < 0 else str(points)


def _or(tricks: list[int]) -> str:
    return "no trick" if tricks == [0] else f"{' or '.join(map(str, tricks))} tricks"


def _formula(points: Amount) -> str:
    terms = [
        (points.points, ""),
        (points.tricks, "their tricks"),
        (points.bid, "the bid"),
        (points.all, "a point for every trick of the deal"),
    ]
    words = ""
    for times, what in terms:
        if times:
            size = str(abs(times)) if not what else what if abs(times) == 1 else f"{abs(times)} × {what}"
            joined = (" − " if times < 0 else " + ") if words else ("minus " if times < 0 else "")
            words += joined + size
    return words or "0"


BOTH = {
    BIDDERS: "the bidders win",
    HIGHER_OR_TIE: "the higher total wins; equal totals are a tie",
    HIGHER_OR_BIDDERS: "the higher total wins, then the bidders",
}


def game_words(game: Game) -> str:
    """How a game ends, in a sentence."""
    if game.deals is not None:
        return f"{game.deals} deals; the highest total wins."
    if game.target is None:
        return "no target is given; agree on one, or on a time."
    if game.starts > game.target:
        return f"from {game.starts} down to {game.target}; equal totals share the win."
    if game.on_offence:
        tie = "; with both at it, the bidders win" if game.both == BIDDERS else ""
        return f"to {game.target}; a side wins only by making its own bid, or by setting the other side{tie}."
    return f"to {game.target}; if both reach it in one hand, {BOTH[game.both]}."


def _house_rule(rule: HouseRule, tonight: RuleValue) -> str:
    shown = [
        as_json(answer) + ("*" if answer == tonight and type(answer) is type(tonight) else "")
        for answer in rule.answers
    ]
    span = f"0 to {len(shown) - 1}, now {tonight}" if len(shown) > 10 else ", ".join(shown)
    return f"  {rule.name}: {rule.question}\n      {span}  [{rule.mark}: {MARKS[rule.mark]}]"
