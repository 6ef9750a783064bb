"""Record → points, or the sentence that says why this hand cannot be."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from tally.rules.records import HandRefused, Record
from tally.rules.variants import Contract

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand is worth to the makers and to the defenders, in points; zero for both when passed out."""

    makers: int
    defenders: int


def score(record: Record) -> Score:
    """The points of a hand. A record that leaves something open is scored when every reading scores the same.

    :raises HandRefused: when the hand is impossible, or its readings score differently.
    """
    if record.passed_out:
        if not record.variant.may_pass_out:
            raise HandRefused("passed-out", "In this game somebody must bid; a deal cannot be passed out.")
        return Score(0, 0)
    contract = _contract(record)
    _check_sum(record)
    readings = {_points(record, contract, alone, tricks)
                for alone, tricks in product(_alone_readings(record, contract), _trick_readings(record))}
    if len(readings) > 1:
        raise HandRefused("range", "These do not all score the same: say how many tricks the makers took, "
                                   "and whether they played alone.")
    return readings.pop()


def _contract(record: Record) -> Contract:
    contract = record.variant.contract(record.bid)
    if contract is None and record.variant.contract(None):
        raise HandRefused("bid", f"No number is bid in {record.variant.name}.")
    if contract is None:
        raise HandRefused("bid", f"There is no bid of {record.bid} in {record.variant.name}.")
    if record.trump is not None and record.trump not in contract.trumps:
        raise HandRefused("trump", "There is no no-trump in this game: one of the four suits is always trump.")
    if record.exchange:
        raise HandRefused("exchange", "No cards are exchanged in this game.")
    if record.alone and contract.made_alone is None:
        raise HandRefused("alone", "Nobody may play alone in this game.")
    return contract


def _check_sum(record: Record) -> None:
    (low, high), (fewest, most) = record.maker_tricks, record.defender_tricks
    total = record.variant.tricks
    if low + most != total or high + fewest != total:
        said = (f"{_number(low).capitalize()} tricks and {_number(most)} make {_number(low + most)}"
                if low == high and fewest == most else "The tricks of both sides do not add up")
        raise HandRefused("sum", f"{said}; this game has {_number(total)}.")


def _alone_readings(record: Record, contract: Contract) -> tuple[bool, ...]:
    if record.alone is not None:
        return (record.alone,)
    return (False,) if contract.made_alone is None else (False, True)


def _trick_readings(record: Record) -> range:
    low, high = record.maker_tricks
    return range(low, high + 1)


def _points(record: Record, contract: Contract, alone: bool, tricks: int) -> Score:
    if tricks < contract.needs:
        return Score(0, contract.euchred)
    paid = contract.made_alone if alone and contract.made_alone is not None else contract.made
    return Score(paid[tricks], 0)


def _number(n: int) -> str:
    return NUMBERS[n] if n < len(NUMBERS) else str(n)
