"""What every contract pays, in parts: the table of pay on the rules sheet and on the rules page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

from tally.rules.house_rules import NO_RULES, HouseRules, answers_of, resolve
from tally.rules.language import (
    ALL,
    BID,
    OTHERWISE,
    OWN_TRICKS,
    TWO_SIDES,
    Amount,
    Contract,
    Numbers,
    Pay,
    Play,
    Points,
    SplitPoints,
    Variant,
)
from tally.rules.rulebook import bids_of
from tally.rules.wording import bid_text, counted, formula_text, trumps_text

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
    resolved = resolve(variant, answers_of(variant, house_rules))
    return tuple(_pay_row(contract, resolved) for contract in resolved.contracts if contract is not None)


def _pay_row(contract: Contract, variant: Variant) -> PayRow:
    deals = [deal for deal in variant.deals if contract.players in (None, deal.players)]
    sizes = {deal.tricks for deal in deals}
    bids = sorted({bid for deal in deals for bid in bids_of(contract, deal) if isinstance(bid, int)})
    low = high = most = max(sizes)
    if contract.needs != ALL:
        low, high = (bids[0], bids[-1]) if isinstance(contract.needs, Amount) else (contract.needs,) * 2
    bid, every = contract.bid_value or (bids[0] if len(bids) == 1 else None), most if len(sizes) == 1 else None
    known = _Known(bid, every, signed=variant.end.starts > (variant.end.target or 0))
    apart = variant.sides == OWN_TRICKS and variant.players > 2  # one of the defenders may take any share
    made = _both(contract.made, range(low, most + 1), range(most - low + 1), known)
    failed = _both(contract.set, range(high), range(0 if apart else most - high + 1, most + 1), known)
    needs, unplayed = _tricks_needed(contract.needs, every), contract.unplayed
    ends = None if unplayed == "set" else made, None if unplayed == "made" else failed
    return PayRow(*_called(contract, variant, bids), "" if unplayed else needs, *ends)


def _called(contract: Contract, variant: Variant, bids: list[int]) -> tuple[str, str]:
    """The call, and how it is played."""
    if contract.label:
        call = contract.label[0].upper() + contract.label[1:]
    elif bids and isinstance(contract.bids, Numbers) and not contract.bids.high and len(variant.deals) > 1:
        call = f"Bid {bids[0]} or more"
    elif bids:
        call = f"Bid {_span(bids)}"
    elif isinstance(contract.bids, tuple) and contract.bids[0] is not None:
        call = bid_text(contract.bids[0]).capitalize()
    elif all(alone for alone, _ in contract.play):
        call = "Alone"
    else:
        call = "Trump named" if len(variant.contracts) == 1 else "With a partner"
        call = "Without a partner" if "no_partner" in contract.when else call
    how = _how(contract.play) if variant.sides == TWO_SIDES and not contract.unplayed else ""
    notes = [TERMS[fact] for fact in contract.when]
    notes += [how.removeprefix("alone").lstrip(", ") if "alone" in call.lower() else how]
    notes += [f"bid {bids[0]}"] if contract.label and str(bids[0]) not in call else []
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
        some = counted(contract.partners, "partner")
        terms.append(f"{some} at most" if contract.partners_at_most else some)
    terms += [] if contract.kitty else [f"without the {variant.kitty_name}"]
    terms += [] if contract.trumps in (None, variant.trumps) else [f"in {trumps_text(contract.trumps or ())}"]
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
    if isinstance(points, SplitPoints):
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
        return formula_text(left), ""
    figure, words = plain[left]
    return ("+" if known.signed and figure > 0 else "") + str(figure).replace("-", "−"), words
