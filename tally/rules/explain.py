"""A variant in words, made from its entry: for a page, a terminal, or a printed rules sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

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
    Play,
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
    yield f"Trump: {named_trumps(settled.trumps)}. {_suits(deal) if 'S' in settled.trumps else ''}".rstrip()
    numbered = any(contract is not None and contract.bids != (None,) for contract in settled.contracts)
    yield f"Everybody passes: {settled.all_pass.words}.{'' if numbered else ' No number is bid.'}"
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


def named_trumps(trumps: tuple[str, ...]) -> str:
    """What may be named: "a suit or no-trump"."""
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
        parts.append(f"trump is {named_trumps(contract.trumps)}")
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
    terms = {"": points.points, "their tricks": points.tricks, "the bid": points.bid}
    words = ""
    for what, times in {**terms, "a point for every trick of the deal": points.all}.items():
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
    now = type(tonight), tonight  # true and 1 are equal in Python
    shown = [as_json(answer) + ("*" if (type(answer), answer) == now else "") for answer in rule.answers]
    span = f"0 to {len(shown) - 1}, now {tonight}" if len(shown) > 10 else ", ".join(shown)
    return f"  {rule.name}: {rule.question}\n      {span}  [{rule.mark}: {MARKS[rule.mark]}]"


# ---- What every contract pays, in parts: for a table on paper

Item: TypeAlias = tuple[str, str]  # points, and what for: ("1", "for 3 or 4 tricks")
Cell: TypeAlias = tuple[Item, ...]


class PayRow(NamedTuple):
    """A contract as a line: `made` and `set` are (the makers', the defenders'), None where it cannot end so."""

    call: str
    note: str
    needs: str
    made: tuple[Cell, Cell] | None
    set: tuple[Cell, Cell] | None


class _Known(NamedTuple):
    """What every hand of a contract shares: the bid, the tricks of the deal; `signed`: a plus is written."""

    bid: int | None
    every: int | None
    signed: bool


def pay_table(variant: Variant, house_rules: HouseRules = NO_RULES) -> tuple[PayRow, ...]:
    """Every contract of a game under tonight's house rules, in the order of its entry.

    :raises HouseRuleRefused: for house rules that this game does not have.
    """
    settled = settle(variant, answers_of(variant, house_rules))
    return tuple(_pay_row(contract, settled) for contract in settled.contracts if contract is not None)


def _pay_row(contract: Contract, variant: Variant) -> PayRow:
    deals = [deal for deal in variant.deals if contract.players in (None, deal.players)]
    sizes = {deal.tricks for deal in deals}
    bids = sorted({bid for deal in deals for bid in bids_of(contract, deal) if isinstance(bid, int)})
    low = high = most = max(sizes)
    if contract.needs != ALL:
        low, high = (bids[0], bids[-1]) if isinstance(contract.needs, Amount) else (contract.needs,) * 2
    bid, every = contract.worth or (bids[0] if len(bids) == 1 else None), most if len(sizes) == 1 else None
    known = _Known(bid, every, signed=variant.game.starts > (variant.game.target or 0))
    apart = variant.sides == OWN_TRICKS and variant.players > 2  # one of the defenders may take any share
    made = _both(contract.made, range(low, most + 1), range(most - low + 1), known)
    failed = _both(contract.set, range(high), range(0 if apart else most - high + 1, most + 1), known)
    needs, unplayed = _tricks_needed(contract.needs, every), contract.unplayed
    ends = None if unplayed == "set" else made, None if unplayed == "made" else failed
    return PayRow(*_called(contract, variant, bids), "" if unplayed else needs, *ends)


def _called(contract: Contract, variant: Variant, bids: list[int]) -> tuple[str, str]:
    """The call, and how it is played."""
    if contract.called:
        call = contract.called[0].upper() + contract.called[1:]
    elif bids and isinstance(contract.bids, Numbers) and not contract.bids.high and len(variant.deals) > 1:
        call = f"Bid {bids[0]} or more"
    elif bids:
        call = f"Bid {_span(bids)}"
    elif isinstance(contract.bids, tuple) and contract.bids[0] is not None:
        call = _bid(contract.bids[0]).capitalize()
    elif all(alone for alone, _ in contract.play):
        call = "Alone"
    else:
        call = "Trump named" if len(variant.contracts) == 1 else "With a partner"
        call = "Without a partner" if "no_partner" in contract.when else call
    how = _how(contract.play) if variant.sides == TWO_SIDES and not contract.unplayed else ""
    notes = [TERMS[fact] for fact in contract.when]
    notes += [how.removeprefix("alone").lstrip(", ") if "alone" in call.lower() else how]
    notes += [f"bid {bids[0]}"] if contract.called and str(bids[0]) not in call else []
    return call, ", ".join(note for note in (*notes, *_terms(contract, variant)) if note)


def _span(numbers: list[int]) -> str:
    return f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 2 else " or ".join(map(str, numbers))


def _how(play: Play) -> str:
    """Who plays, and how many cards are exchanged; nothing for both partners with their own cards."""
    together, apart = ({cards for alone, cards in play if alone == lone} for lone in (False, True))
    if not apart:
        return ""
    swap = f"{max(apart)} {'card' if max(apart) == 1 else 'cards'} exchanged" if any(apart) else ""
    swap = f"up to {swap}" if len(apart) > 2 else f"{swap} or none" if len(apart) == 2 else swap
    if not together or together == apart:
        return ", ".join(part for part in ("alone or together" if together else "alone", swap) if part)
    return "together, or alone" + (f" with {swap}" if swap else "")


TERMS = {
    "exposed": "cards exposed",
    "defender_alone": "against a lone defender",
    "defenders_declined": "the others decline",
    "dealer_conceded": "a stuck dealer gives up",
    "no_partner": "nobody else held the suit called",
}


def _terms(contract: Contract, variant: Variant) -> list[str]:
    terms = []
    if "partners" in variant.facts and not contract.partners:
        terms.append("alone")
    elif "partners" in variant.facts:
        some = f"{contract.partners} {'partner' if contract.partners == 1 else 'partners'}"
        terms.append(some if contract.partners_exactly else f"{some} at most")
    terms += [] if contract.widow else ["without the widow"]
    terms += [] if contract.trumps in (None, variant.trumps) else [f"in {named_trumps(contract.trumps or ())}"]
    return terms + ([f"{contract.players} players only"] if contract.players else [])


def _tricks_needed(needs: int | Amount, every: int | None) -> str:
    if needs == BID:
        return "as bid"
    return f"{needs} tricks" if isinstance(needs, int) else f"all {every}" if every else "all"


def _both(paid: Pay, makers: range, defenders: range, known: _Known) -> tuple[Cell, Cell]:
    hickeys = paid.hickeys or (0, 0)
    return _cell(paid.makers, hickeys[0], makers, known), _cell(paid.defenders, hickeys[1], defenders, known)


def _cell(paid: Points, hickeys: Points, tricks: range, known: _Known) -> Cell:
    """An amount for every number of tricks that this side may have; what is paid for most of them comes first."""
    groups: dict[tuple[Any, Any], list[int]] = {}
    for taken in tricks:
        groups.setdefault((_at(paid, taken), _at(hickeys, taken)), []).append(taken)
    usual = paid.get(OTHERWISE) if isinstance(paid, Mapping) and len(groups) > 1 else None
    cell = []
    for (points, marks), taken_by in sorted(groups.items(), key=lambda group: group[0][0] != usual):
        size, words = _item(points, known, taken_by[0] if len(taken_by) == 1 and points != usual else None)
        hickey = "" if not marks else "and a hickey" if marks == 1 else f"and {marks} hickeys"
        when = "" if len(groups) == 1 or points == usual else _for(taken_by, known.every)
        cell.append((size, " ".join(filter(None, (words, hickey, when)))))
    return tuple(cell)


def _at(points: Points, tricks: int) -> Points:
    return points.get(tricks, points.get(OTHERWISE, 0)) if isinstance(points, Mapping) else points


def _for(tricks: list[int], every: int | None) -> str:
    if tricks in ([0], [every]):
        return "for none" if tricks == [0] else f"for all {every}"
    return f"for {_span(tricks)} {'trick' if tricks == [1] else 'tricks'}"


def _item(points: Points, known: _Known, tricks: int | None) -> Item:
    """One amount, as far as it can be worked out beforehand."""
    if isinstance(points, Apart):
        return str(points.lone_player), f"(partner {points.side})"
    left = points if isinstance(points, Amount) else Amount(points if isinstance(points, int) else 0)
    for name, value in (("tricks", tricks), ("bid", known.bid), ("all", known.every)):
        if value is not None:
            left = replace(left, points=left.points + getattr(left, name) * value, **{name: 0})
    plain = {
        Amount(left.points): (left.points, ""),
        Amount(tricks=left.tricks or 1): (left.tricks, "a trick"),
        Amount(tricks=1, bid=-1): (-1, "for each trick short"),
    }
    if left not in plain:
        return _formula(left), ""
    figure, words = plain[left]
    return ("+" if known.signed and figure > 0 else "") + str(figure).replace("-", "−"), words
