"""The pay table: what every contract pays, in parts that the rules sheet and the rules page lay out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, TypeAlias

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

CONDITION_TEXTS = {
    "exposed": "cards exposed",
    "defender_alone": "against a lone defender",
    "defenders_declined": "the others decline",
    "dealer_conceded": "a stuck dealer gives up",
    "no_partner": "nobody else held the suit called",
}


class PayRow(NamedTuple):
    """A contract as a row; `made` and `set` are (the makers', the defenders'), None where it cannot end so."""

    call: str
    note: str
    needs: str
    made: tuple[Cell, Cell] | None
    set: tuple[Cell, Cell] | None


class _Known(NamedTuple):
    """What all hands of a contract have in common; `signed` means that gains are written with a plus."""

    bid: int | None
    deal_tricks: int | None
    signed: bool


def pay_table(variant: Variant, house_rules: HouseRules = NO_RULES) -> tuple[PayRow, ...]:
    """Every contract of a game under tonight's house rules, in the order of its entry.

    :raises HouseRuleRefused: for house rules that this game does not have.
    """
    resolved = resolve(variant, answers_of(variant, house_rules))
    return tuple(pay_row(contract, resolved) for contract in resolved.contracts if contract is not None)


def pay_row(contract: Contract, variant: Variant) -> PayRow:
    """One contract of a game whose house rules are answered."""
    deals = [deal for deal in variant.deals if contract.players in (None, deal.players)]
    sizes = {deal.tricks for deal in deals}
    most = max(sizes)
    bids = sorted({bid for deal in deals for bid in bids_of(contract, deal) if isinstance(bid, int)})
    known = _Known(
        bid=contract.bid_value or (bids[0] if len(bids) == 1 else None),
        deal_tricks=most if len(sizes) == 1 else None,
        signed=variant.end.starts > (variant.end.target or 0),
    )
    # The fewest tricks that the lowest and the highest bid of this contract need.
    if contract.needs == ALL:
        low_need = high_need = most
    elif isinstance(contract.needs, Amount):
        low_need, high_need = bids[0], bids[-1]
    else:
        low_need = high_need = contract.needs
    # Where each defender scores separately, one of them may take any share of the others' tricks.
    separate = variant.sides == OWN_TRICKS and variant.players > 2
    made = _both(contract.made, range(low_need, most + 1), range(most - low_need + 1), known)
    failed = _both(contract.set, range(high_need), range(0 if separate else most - high_need + 1, most + 1), known)
    call, note = _call(contract, variant, bids)
    return PayRow(
        call=call,
        note=note,
        needs="" if contract.unplayed else _tricks_needed(contract.needs, known.deal_tricks),
        made=None if contract.unplayed == "set" else made,
        set=None if contract.unplayed == "made" else failed,
    )


def _call(contract: Contract, variant: Variant, bids: list[int]) -> tuple[str, str]:
    """The call, and a note on how it is played."""
    call = _call_name(contract, variant, bids)
    notes = [CONDITION_TEXTS[fact] for fact in contract.when]
    if variant.sides == TWO_SIDES and not contract.unplayed:
        how = _how_played(contract.play)
        notes.append(how.removeprefix("alone").lstrip(", ") if "alone" in call.lower() else how)
    if contract.label and str(bids[0]) not in call:
        notes.append(f"bid {bids[0]}")
    notes += _terms(contract, variant)
    return call, ", ".join(note for note in notes if note)


def _call_name(contract: Contract, variant: Variant, bids: list[int]) -> str:
    if contract.label:
        return contract.label[0].upper() + contract.label[1:]
    if bids:
        up_to_all = isinstance(contract.bids, Numbers) and not contract.bids.high
        sizes = {deal.tricks for deal in variant.deals}
        return f"Bid {bids[0]} or more" if up_to_all and len(sizes) > 1 else f"Bid {_span(bids)}"
    if isinstance(contract.bids, tuple) and contract.bids[0] is not None:
        return bid_text(contract.bids[0]).capitalize()
    if all(alone for alone, _ in contract.play):
        return "Alone"
    if "no_partner" in contract.when:
        return "Without a partner"
    return "Trump named" if len(variant.contracts) == 1 else "With a partner"


def _span(numbers: list[int]) -> str:
    return f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 2 else " or ".join(map(str, numbers))


def _how_played(play: Play) -> str:
    """Who plays, and how many cards are exchanged; "" if both partners play their own cards."""
    together = {cards for alone, cards in play if not alone}
    apart = {cards for alone, cards in play if alone}
    if not apart:
        return ""
    exchange = f"{max(apart)} {'card' if max(apart) == 1 else 'cards'} exchanged" if any(apart) else ""
    if len(apart) > 2:
        exchange = f"up to {exchange}"
    elif len(apart) == 2:
        exchange = f"{exchange} or none"
    if together and together != apart:
        return "together, or alone" + (f" with {exchange}" if exchange else "")
    who = "alone or together" if together else "alone"
    return f"{who}, {exchange}" if exchange else who


def _terms(contract: Contract, variant: Variant) -> list[str]:
    terms = []
    if "partners" in variant.facts and not contract.partners:
        terms.append("alone")
    elif "partners" in variant.facts:
        partners = counted(contract.partners, "partner")
        terms.append(f"{partners} at most" if contract.partners_at_most else partners)
    if not contract.kitty:
        terms.append(f"without the {variant.kitty_name}")
    if contract.trumps is not None and contract.trumps != variant.trumps:
        terms.append(f"in {trumps_text(contract.trumps)}")
    if contract.players:
        terms.append(f"{contract.players} players only")
    return terms


def _tricks_needed(needs: int | Amount, deal_tricks: int | None) -> str:
    if needs == BID:
        return "as bid"
    if isinstance(needs, int):
        return f"{needs} tricks"
    return f"all {deal_tricks}" if deal_tricks else "all"


def _both(pay: Pay, makers: range, defenders: range, known: _Known) -> tuple[Cell, Cell]:
    """The cells of both sides, for the numbers of tricks that each may have."""
    hickeys = pay.hickeys or (0, 0)
    return _cell(pay.makers, hickeys[0], makers, known), _cell(pay.defenders, hickeys[1], defenders, known)


def _cell(points: Points, hickeys: Points, tricks: range, known: _Known) -> Cell:
    """The amounts for every number of tricks that a side may have; what OTHERWISE pays comes first."""
    groups: dict[tuple[Points, Points], list[int]] = {}
    for taken in tricks:
        groups.setdefault((_for_tricks(points, taken), _for_tricks(hickeys, taken)), []).append(taken)
    usual = points.get(OTHERWISE) if isinstance(points, Mapping) and len(groups) > 1 else None
    cell = []
    for (paid, hickeys_paid), taken_by in sorted(groups.items(), key=lambda group: group[0][0] != usual):
        is_usual = paid == usual
        figure, unit = _item(paid, known, taken_by[0] if len(taken_by) == 1 and not is_usual else None)
        texts = [unit]
        if hickeys_paid:
            texts.append("and a hickey" if hickeys_paid == 1 else f"and {hickeys_paid} hickeys")
        if len(groups) > 1 and not is_usual:
            texts.append(_when(taken_by, known.deal_tricks))
        cell.append((figure, " ".join(filter(None, texts))))
    return tuple(cell)


def _for_tricks(points: Points, tricks: int) -> Points:
    return points.get(tricks, points.get(OTHERWISE, 0)) if isinstance(points, Mapping) else points


def _when(tricks: list[int], deal_tricks: int | None) -> str:
    if tricks == [0]:
        return "for none"
    if tricks == [deal_tricks]:
        return f"for all {deal_tricks}"
    return f"for {_span(tricks)} {'trick' if tricks == [1] else 'tricks'}"


def _item(points: Points, known: _Known, tricks: int | None) -> Item:
    """One amount, with everything that is known filled in."""
    if isinstance(points, SplitPoints):
        return str(points.lone_player), f"(partner {points.side})"
    amount = points if isinstance(points, Amount) else Amount(points if isinstance(points, int) else 0)
    for name, value in (("tricks", tricks), ("bid", known.bid), ("all", known.deal_tricks)):
        if value is not None:
            amount = replace(amount, points=amount.points + getattr(amount, name) * value, **{name: 0})
    if amount == Amount(amount.points):
        figure, unit = amount.points, ""
    elif amount == Amount(tricks=amount.tricks):
        figure, unit = amount.tricks, "a trick"
    elif amount == Amount(tricks=1, bid=-1):
        figure, unit = -1, "for each trick short"
    else:
        return formula_text(amount), ""
    plus = "+" if known.signed and figure > 0 else ""
    return plus + str(figure).replace("-", "−"), unit
