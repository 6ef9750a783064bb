"""What a hand would pay, and why: the taps of a hand → everybody's points, and two sentences.

The points are the scorer's. The reasons are read from the same contract that the scorer looks the hand up in:

    The makers bid 4 and took 3 of 6 tricks: set.
    The makers lose 4, the bid; the defenders score 3, one for each trick.

A game that is still being written can be tried too: nothing here needs it to be in the list of games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tally.rules.facts import check_facts, makers_of
from tally.rules.games import HandResult, Party, points_of
from tally.rules.language import OTHERWISE, TWO_SIDES, Amount, Points, SplitPoints, Variant
from tally.rules.pay_table import Cell, pay_row
from tally.rules.records import Record, Tricks, read_record
from tally.rules.refusals import number, spelled
from tally.rules.rulebook import DEALER_STUCK, NO_PARTNER, ContractKey, Rulebook, Score, evaluate, is_bid, side_points
from tally.rules.scoring import score
from tally.rules.taps import Question, TableSetup, ask
from tally.rules.wording import bid_text, formula_text

# How a contract was played, by the fact that says so.
HOW = {
    "exposed": "with the cards exposed",
    "defender_alone": "against a lone defender",
    NO_PARTNER: "without a partner",
    DEALER_STUCK: "as a stuck dealer",
}
UNPLAYED = {"defenders_declined": "the others declined", "dealer_conceded": "gave the hand up"}
PLURAL = ("Makers", "Defenders", "Partners", "Others")
SCORE_OR_LOSE, SUBTRACT_OR_ADD = ("score", "lose"), ("subtract", "add")  # verbs for what is good and what is not


class Payment(NamedTuple):
    """What one side or player would get: the name as a heading has it ("Makers"), the points, and what they are for."""

    name: str
    points: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class WhatItPays:
    """What a hand would pay.

    - `points`: each party's, as the scorer adds them to the totals.
    - `payments`: the same by name, with the reasons; a lone player and the partner where they get different points.
    - `happened`: the hand as a sentence.
    - `why`: who scores what, and for what, as a sentence.
    - `made`: whether the contract was made; None where everybody passed, or a renege ended the hand.
    """

    points: Mapping[Party, int]
    payments: tuple[Payment, ...]
    happened: str
    why: str
    made: bool | None


def what_it_pays(setup: TableSetup, path: str) -> WhatItPays | Question:
    """What the hand of these taps would pay under the table's house rules, or the question that is still open.

    `path` is a hand as `taps` writes it: "A:bid-4/took-3", or "passed".

    :raises HandRefused: for a hand that this game cannot have; its message is a sentence for the table.
    """
    answer = ask(setup, path)
    if isinstance(answer, Question):
        return answer
    return pay_of_record(setup, read_record(answer, setup.variant))


def pay_of_record(setup: TableSetup, record: Record) -> WhatItPays:
    """What a recorded hand would pay under the table's house rules.

    :raises HandRefused: for a hand that this game cannot have.
    """
    points = score(record, setup.house_rules)
    by_party = points_of(setup.rulebook, HandResult(record.maker_side, points))
    if record.reneged is not None:
        payments = tuple(_after_renege(setup.rulebook, record.reneged, by_party))
        why = _why(payments, setup.rulebook.variant)
        return WhatItPays(by_party, payments, "A renege: the hand is over where it stands.", why, None)
    if record.passed_out:
        payments = tuple(_of_nobody(setup.rulebook, record, by_party))
        happened = f"Everybody passed: {setup.rulebook.variant.all_pass.text}."
    else:
        key = _contract_played(setup.rulebook, record)
        payments = tuple(_payments(setup.rulebook, key, record, points, by_party))
        happened = _happened(setup.rulebook, key, record, points)
    why = _why(payments, setup.rulebook.variant) + _hickeys(points) if payments else ""
    return WhatItPays(by_party, payments, happened, why, points.made)


def party_names(rulebook: Rulebook, maker: Party | None) -> dict[Party, str]:
    """What everybody is called when `maker` has the bid, in the order of the seats: "Makers", "Player 2"."""
    parties: list[Party] = list(rulebook.makers)
    first = parties.index(maker) if maker is not None else 0
    order = parties[first:] + parties[:first]
    if rulebook.variant.sides != TWO_SIDES:
        leader, others = "Maker", [f"Player {place}" for place in range(2, len(order) + 1)]
        if maker is None:
            leader = "Player 1"
        elif len(order) == 2:
            others = ["The other"]
    elif len(order) == 2:
        leader, others = "Makers", ["Defenders"]
    else:
        leader, others = "Makers", ["Second pair", "Third pair"]
    return dict(zip(order, (leader, *others), strict=True))


# ---- The points, and what they are for


def _contract_played(rulebook: Rulebook, record: Record) -> ContractKey:
    """The contract that the record means; of several that pay the same, the first."""
    facts = check_facts(record, rulebook)
    return next(
        key
        for key in rulebook.lines
        if key.bid == record.bid and key.facts == facts
        if record.alone in (None, key.alone) and record.exchange in (None, key.exchange)
    )


def _payments(
    rulebook: Rulebook, key: ContractKey, record: Record, points: Score, by_party: Mapping[Party, int]
) -> Iterator[Payment]:
    """Everybody's points with their reasons, the makers first."""
    contract = rulebook.lines[key].contract
    paid = contract.made if points.made else contract.set
    bid = contract.bid_value or (record.bid if isinstance(record.bid, int) else 0)
    tricks = record.maker_tricks[0] if record.maker_tricks else 0
    total = rulebook.deal.tricks
    row = pay_row(contract, rulebook.variant)
    for_makers_cell, for_others_cell = (row.made if points.made else row.set) or ((), ())

    def reason(formula: Points, taken: int, worth: int, cell: Cell) -> str:
        if worth and worth != side_points(evaluate(formula, taken, bid, total)):
            return "half of a set, rounded up"  # only a stuck dealer's price is not the contract's
        return _reason(formula, taken, total) if worth and not _is_plain_number(cell) else ""

    for_makers = reason(paid.makers, tricks, points.makers, for_makers_cell)
    own_tricks = _own_tricks(record)
    side = makers_of(record)
    for party, name in party_names(rulebook, record.maker_side).items():
        worth = by_party[party]
        if party == record.maker_side:
            if points.lone_player is not None and rulebook.variant.sides == TWO_SIDES:
                yield Payment("Lone player", points.lone_player, for_makers)
                name = "Partner"
            yield Payment(name, worth, for_makers)
        elif party in side:
            yield Payment("Partner", worth, for_makers)
        elif party in (record.extras.get("dropped") or ()):
            yield Payment(name, worth, "for dropping out")
        else:
            taken = own_tricks[list(rulebook.makers).index(party)] if own_tricks else total - tricks
            yield Payment(name, worth, reason(paid.defenders, taken, worth, for_others_cell))


def _is_plain_number(cell: Cell) -> bool:
    """Whether the table of points has one number here, which needs no reason: 12, not "a trick" or "the bid"."""
    return len(cell) == 1 and not cell[0][1] and cell[0][0].lstrip("+−").isdigit()


def _own_tricks(record: Record) -> tuple[int, ...]:
    return tuple(record.extras.get("tricks_by_player") or record.extras.get("tricks_by_side") or ())


def _of_nobody(rulebook: Rulebook, record: Record, by_party: Mapping[Party, int]) -> Iterator[Payment]:
    """Everybody's points after a deal that everybody passed; none where it is thrown in."""
    formula, total = rulebook.variant.all_pass.everybody, rulebook.deal.tricks
    if formula is not None:
        for (party, name), taken in zip(party_names(rulebook, None).items(), _own_tricks(record), strict=True):
            yield Payment(name, by_party[party], _reason(formula, taken, total))


def _after_renege(rulebook: Rulebook, party: Party, by_party: Mapping[Party, int]) -> Iterator[Payment]:
    """Everybody's points after a renege, first those of whoever reneged."""
    names = party_names(rulebook, party)
    if rulebook.variant.sides == TWO_SIDES:
        names |= {party: "The side that reneged"}
        names = {each: "The other side" if name == PLURAL[1] else name for each, name in names.items()}
    else:
        names |= {party: "The player who reneged"}
    for each, name in names.items():
        yield Payment(name, by_party[each])


def _reason(points: Points, tricks: int, deal_tricks: int) -> str:
    """What an amount is for: "the bid", "one for each trick"; "" where the contract has one price for all."""
    if isinstance(points, Mapping):
        paid = points.get(tricks, points.get(OTHERWISE, 0))
        if tricks in points and tricks in (0, deal_tricks) and not isinstance(paid, Amount):
            return f"for {_tricks_text((tricks, tricks), deal_tricks)}"
        return _reason(paid, tricks, deal_tricks)
    if isinstance(points, SplitPoints) or not isinstance(points, Amount):
        return ""
    match (points.points, points.tricks, points.bid, points.all):
        case (0, 1 | -1, 0, 0):
            return "one for each trick"
        case (0, times, 0, 0):
            return f"{number(abs(times))} for each trick"
        case (0, 0, 1 | -1, 0):
            return "the bid"
        case (0, 0, 2 | -2, 0):
            return "twice the bid"
        case (0, 1, -1, 0):
            return "one for each trick short"
    return formula_text(points)


# ---- The sentences


def _happened(rulebook: Rulebook, key: ContractKey, record: Record, points: Score) -> str:
    """The hand as a sentence: who named or bid what, how it was played, and how it ended."""
    contract, unplayed = rulebook.lines[key].contract, next((fact for fact in key.facts if fact in UNPLAYED), "")
    who = "The makers" if rulebook.variant.sides == TWO_SIDES else "The maker"
    did = ["named trump" if record.bid is None else f"bid {contract.label or bid_text(record.bid)}"]
    if record.alone and "alone" not in contract.label:
        did.append("played alone")
    if record.exchange:
        did.append(f"exchanged {spelled(record.exchange, 'card')}")
    did[-1] = " ".join((did[-1], *_how(rulebook, key, record)))
    if unplayed:
        return f"{who} {_and([*did, UNPLAYED[unplayed]])}, so nothing was played."
    assert record.maker_tricks is not None
    took = f"took {_tricks_text(record.maker_tricks, rulebook.deal.tricks)}"
    return f"{who} {_and([*did, took])}: {_ending(rulebook, record, points)}."


def _how(rulebook: Rulebook, key: ContractKey, record: Record) -> Iterator[str]:
    """How the contract was played, and with whom."""
    yield from (HOW[fact] for fact in key.facts if fact in HOW)
    partners = len(makers_of(record)) - 1
    if partners > 0:
        yield f"with {'a partner' if partners == 1 else f'{number(partners)} partners'}"
    played = not rulebook.lines[key].contract.unplayed
    if record.alone is None and played and rulebook.variant.sides == TWO_SIDES:
        yield "with a partner or alone"


def _ending(rulebook: Rulebook, record: Record, points: Score) -> str:
    assert record.maker_tricks is not None
    if points.made:
        march = not is_bid(rulebook.variant) and record.maker_tricks[0] == rulebook.deal.tricks
        return "a march" if march else "made"
    return "set" if is_bid(rulebook.variant) else "euchred"


def _tricks_text(tricks: Tricks, total: int) -> str:
    """The tricks as a sentence has them: "3 of 6 tricks", "all 6 tricks", "no trick", "2 tricks or fewer"."""
    low, high = tricks
    if low == total:
        return f"all {total} tricks"
    if high == 0:
        return "no trick"
    if low == high:
        return f"{low} of {total} tricks"
    if low == 0:
        return f"{high} {'trick' if high == 1 else 'tricks'} or fewer"
    return f"{low} {'or' if high == low + 1 else 'to'} {high} tricks"


def _why(payments: tuple[Payment, ...], variant: Variant) -> str:
    """Who scores what, and for what; those who score the same for the same share a clause."""
    groups: dict[tuple[int, str], list[str]] = {}
    for payment in payments:
        names = groups.setdefault((payment.points, payment.reason), [])
        if payment.name == "Partner" and names[-1:] in (["Partner"], ["Partners"]):
            names[-1] = "Partners"
        else:
            names.append(payment.name)
    if len(groups) == 1 and len(payments) > 2:
        groups = {paid: ["Everybody"] for paid in groups}
    others = [payment.name for payment in payments if payment.name.startswith("Player")]
    return _sentence(
        [
            _clause(["Others"] if names == others and len(names) > 1 else names, *paid, variant)
            for paid, names in groups.items()
        ]
    )


def _clause(names: list[str], points: int, reason: str, variant: Variant) -> str:
    """One clause: "the makers lose 4, the bid"."""
    good, bad = SUBTRACT_OR_ADD if variant.end.counts_down else SCORE_OR_LOSE
    gain = -points if variant.end.counts_down else points
    subjects = [_subject(name) for name in names]
    plural = len(names) > 1 or names[0] in PLURAL
    each = " each" if len(names) > 1 or names[0] == "Others" else ""
    worth = f"{abs(points)}{each}" if points else "nothing"
    verb = (good if gain >= 0 else bad) + ("" if plural else "s")
    for_what = "" if not reason or not points else f" {reason}" if reason.startswith("for ") else f", {reason}"
    return f"{_and(subjects)} {verb} {worth}{for_what}"


def _subject(name: str) -> str:
    lower = name.lower()
    return lower if lower.split()[0] in ("player", "everybody", "the") else f"the {lower}"


def _hickeys(points: Score) -> str:
    """A sentence on the hickeys of this hand, in the games that count them."""
    clauses = []
    for who, hickeys in zip(("the makers", "the defenders"), points.hickeys or (), strict=False):
        if hickeys:
            clauses.append(f"{who} take {'a hickey' if hickeys == 1 else f'{hickeys} hickeys'}")
    return f" {_sentence(clauses)}" if clauses else ""


def _sentence(clauses: list[str]) -> str:
    text = "; ".join(clauses)
    return text[:1].upper() + text[1:] + "."


def _and(parts: list[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last
