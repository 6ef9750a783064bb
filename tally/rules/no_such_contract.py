"""Why no contract fits what was bid: the sentence that helps the table to find its slip."""

from __future__ import annotations

from tally.rules.records import Record
from tally.rules.refusals import HandRefused, number, quoted
from tally.rules.rulebook import Key, Rulebook

NOT_HERE = {
    "dealer_stuck": "A stuck dealer cannot have this bid: {all_pass}.",
    "dealer_conceded": "Only a dealer stuck with 4 can give the hand up.",
    "defenders_declined": "The defenders cannot decline this bid.",
    "defender_alone": "A defender may play alone only against a lone maker.",
    "exposed": "Only a lone maker may play with the cards exposed.",
    "no_partner": "Without a partner the maker plays a lone hand, but no bid says so.",
}
TRUMP_NAMES = {"NT": "no-trump", "HIGH": "high", "LOW": "low"}


def no_such_contract(
    record: Record, rulebook: Rulebook, facts: tuple[str, ...], alone: bool, exchange: int
) -> HandRefused:
    """The refusal of a record that matches no line of the rulebook."""
    of_bid = [key for key in rulebook.lines if key[0] == record.bid]
    if not of_bid:
        return HandRefused("bid", _no_such_bid(record, rulebook))
    right_play = [key for key in of_bid if key[1] == alone]
    if not right_play:
        return HandRefused("alone", _not_alone(rulebook, alone, of_bid))
    right_facts = [key for key in right_play if key[3] == facts]
    if not right_facts and not facts:
        return HandRefused("extras", f"With this bid, say {' and '.join(right_play[0][3])}.")
    if not right_facts:
        fact = next((f for f in facts if not any(f in key[3] for key in right_play)), facts[0])
        return HandRefused(fact.replace("_", "-"), NOT_HERE[fact].format(all_pass=rulebook.variant.all_pass.text))
    if exchange not in [key[2] for key in right_facts]:
        return HandRefused("exchange", _no_exchange(rulebook, exchange, right_facts, of_bid))
    return HandRefused("trump", _no_trump(record, rulebook))


def _no_such_bid(record: Record, rulebook: Rulebook) -> str:
    game, bid = record.variant.name, record.bid
    if rulebook.bids == (None,):
        return f"No number is bid in {game}."
    if bid is None:
        return "Say what was bid."
    bids = [each for each in rulebook.bids if isinstance(each, int)]
    if isinstance(bid, int) and bids and bid < min(bids):
        return f"The lowest bid in {game} is {min(bids)}, not {bid}."
    if isinstance(bid, int) and bids and bid > max(bids):
        return f"The highest number bid in {game} is {max(bids)}, not {bid}."
    return f"There is no bid of {quoted(bid) if isinstance(bid, str) else bid} in {game}."


def _not_alone(rulebook: Rulebook, alone: bool, of_bid: list[Key]) -> str:
    if not alone:
        return "This bid is always played alone: the partner sits out."
    if not any(key[1] for key in rulebook.lines):
        return "Nobody may play alone in this game."
    return f"A bid of {of_bid[0][0]} is not played alone in this game."


def _no_exchange(rulebook: Rulebook, exchange: int, right: list[Key], of_bid: list[Key]) -> str:
    if not any(key[2] for key in rulebook.lines):
        return "No cards are exchanged in this game."
    allowed = " or ".join(number(n) for n in sorted({key[2] for key in right}))
    cards = "card" if allowed == "one" else "cards"
    who = ""
    if len({key[1] for key in of_bid}) == 2:
        who = " when the partner sits out" if right[0][1] else " when both partners play"
    told = number(exchange) if exchange else "none"
    return f"This bid allows {allowed} {cards} exchanged{who}, not {told}."


def _no_trump(record: Record, rulebook: Rulebook) -> str:
    named = TRUMP_NAMES.get(record.trump or "", "")
    if not any(record.trump in line.trumps for line in rulebook.lines.values()):
        if not any(trump in line.trumps for line in rulebook.lines.values() for trump in TRUMP_NAMES):
            return "There is no no-trump in this game: one of the four suits is always trump."
        return f"Nobody may name {named} in this game."
    return f"A bid of {record.bid} may not be played at {named} here."
