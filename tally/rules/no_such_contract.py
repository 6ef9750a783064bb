"""The refusal of a record that matches no contract: the sentence that helps a table to find its mistake."""

from __future__ import annotations

from tally.rules.records import Record
from tally.rules.refusals import HandRefused, figures, number, quoted
from tally.rules.rulebook import ContractKey, Rulebook
from tally.rules.wording import OTHER_TRUMPS

FACT_NOT_HERE = {
    "dealer_stuck": "A stuck dealer cannot have this bid: {all_pass}.",
    "dealer_conceded": "Only a dealer stuck with 4 can give the hand up.",
    "defenders_declined": "The defenders cannot decline this bid.",
    "defender_alone": "A defender may play alone only against a lone maker.",
    "exposed": "Only a lone maker may play with the cards exposed.",
    "no_partner": "Without a partner the maker plays a lone hand, but no bid says so.",
}


def no_such_contract(record: Record, rulebook: Rulebook, wanted: ContractKey) -> HandRefused:
    """The refusal of a record whose contract is not in the rulebook, or not with its trump.

    It names the first thing that rules the contract out: the bid, playing alone, a fact, the exchange, the trump.
    """
    same_bid = [key for key in rulebook.lines if key.bid == wanted.bid]
    if not same_bid:
        return HandRefused("bid", _no_such_bid(record, rulebook))
    same_play = [key for key in same_bid if key.alone == wanted.alone]
    if not same_play:
        return HandRefused("alone", _not_alone(rulebook, wanted))
    same_facts = [key for key in same_play if key.facts == wanted.facts]
    if not same_facts:
        return _wrong_facts(rulebook, wanted, same_play)
    if wanted.exchange not in [key.exchange for key in same_facts]:
        return HandRefused("exchange", _no_exchange(rulebook, wanted, same_bid, same_facts))
    return HandRefused("trump", _no_trump(record, rulebook))


def _no_such_bid(record: Record, rulebook: Rulebook) -> str:
    game, bid = record.variant.name, record.bid
    if rulebook.bids == (None,):
        return f"No number is bid in {game}."
    if bid is None:
        return "Say what was bid."
    if isinstance(bid, str):
        return f"There is no bid of {quoted(bid)} in {game}."
    numbers = [each for each in rulebook.bids if isinstance(each, int)]
    if numbers and bid < min(numbers):
        return f"The lowest bid in {game} is {min(numbers)}, not {figures(bid)}."
    if numbers and bid > max(numbers):
        return f"The highest number bid in {game} is {max(numbers)}, not {figures(bid)}."
    return f"There is no bid of {bid} in {game}."


def _not_alone(rulebook: Rulebook, wanted: ContractKey) -> str:
    if not wanted.alone:
        return "This bid is always played alone: the partner sits out."
    if not any(key.alone for key in rulebook.lines):
        return "Nobody may play alone in this game."
    return f"A bid of {wanted.bid} is not played alone in this game."


def _wrong_facts(rulebook: Rulebook, wanted: ContractKey, same_play: list[ContractKey]) -> HandRefused:
    if not wanted.facts:
        return HandRefused("extras", f"With this bid, say {' and '.join(same_play[0].facts)}.")
    known = {fact for key in same_play for fact in key.facts}
    fact = next((fact for fact in wanted.facts if fact not in known), wanted.facts[0])
    message = FACT_NOT_HERE[fact].format(all_pass=rulebook.variant.all_pass.text)
    return HandRefused(fact.replace("_", "-"), message)


def _no_exchange(
    rulebook: Rulebook, wanted: ContractKey, same_bid: list[ContractKey], same_facts: list[ContractKey]
) -> str:
    if not any(key.exchange for key in rulebook.lines):
        return "No cards are exchanged in this game."
    allowed = " or ".join(number(cards) for cards in sorted({key.exchange for key in same_facts}))
    cards = "card" if allowed == "one" else "cards"
    when = ""
    if {key.alone for key in same_bid} == {True, False}:
        when = " when the partner sits out" if wanted.alone else " when both partners play"
    exchanged = number(wanted.exchange) if wanted.exchange else "none"
    return f"This bid allows {allowed} {cards} exchanged{when}, not {exchanged}."


def _no_trump(record: Record, rulebook: Rulebook) -> str:
    trumps = {trump for line in rulebook.lines.values() for trump in line.trumps}
    name = OTHER_TRUMPS.get(record.trump or "", "")
    if record.trump in trumps:
        return f"A bid of {record.bid} may not be played at {name} here."
    if trumps.isdisjoint(OTHER_TRUMPS):
        return "There is no no-trump in this game: one of the four suits is always trump."
    return f"Nobody may name {name} in this game."
