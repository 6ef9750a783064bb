"""A hand as an example: the call, the cards as they were played, and what tonight's scorer pays for it.

The examples are data beside the entries (`entries.examples`). Where a night's house rules make one impossible, as with
another pack or a bid that is not allowed, it is not shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from tally.rules.cards import SUIT_NAMES, Card, read_card, sort_hand
from tally.rules.language import OWN_TRICKS, TWO_SIDES, Bid, Deal
from tally.rules.records import read_record
from tally.rules.refusals import HandRefused, spelled
from tally.rules.taps import TableSetup
from tally.rules.what_it_pays import WhatItPays, party_names, pay_of_record
from tally.rules.wording import bid_text


class Trick(NamedTuple):
    """The cards of a trick as they were played, the seat that led, and the seat that won; seats from 0, clockwise."""

    led: int
    cards: tuple[Card, ...]
    won: int

    def by_seat(self) -> dict[int, Card]:
        """Which card each seat played."""
        return {(self.led + place) % len(self.cards): card for place, card in enumerate(self.cards)}


class Played(NamedTuple):
    """A card in a trick: whether it was led, and whether it won."""

    card: Card
    led: bool
    won: bool


@dataclass(frozen=True, kw_only=True)
class Example:
    """A hand that was played.

    - `games`: the slugs of the games that it fits.
    - `maker`: the seat that named trump; seat 0 sits on the dealer's left, the dealer's seat is the last.
    - `bid`: None where a card is turned up.
    - `played`: the tricks, each as the seat that led, the cards in the order of play, and the seat that won.
    - `turned_up`, `laid_away`: the card that the dealer took up, and the one laid away for it.
    - `called`, `partners`: the card that the maker called, and the seats that played with the maker.
    - `left_out`: cards that were not dealt, or that the maker laid away for the kitty.
    """

    games: tuple[str, ...]
    maker: int
    trump: str
    played: tuple[str, ...]
    bid: Bid = None
    turned_up: str = ""
    laid_away: str = ""
    called: str = ""
    partners: tuple[int, ...] = ()
    left_out: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks, read."""
        read = (line.split() for line in self.played)
        return tuple(Trick(int(led), tuple(map(read_card, cards)), int(won)) for led, *cards, won in read)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.tricks[0].cards)

    def hand(self, seat: int) -> list[Card]:
        """The cards that a seat had when the play began, as players hold them."""
        return sort_hand([trick.by_seat()[seat] for trick in self.tricks], self.trump)


@dataclass(frozen=True, slots=True)
class ShownExample:
    """An example under tonight's house rules, as a page shows it.

    - `told`: the call, as sentences.
    - `hand`: the maker's cards.
    - `seats`: the seats with what they are called, the maker first.
    - `pays`: what tonight's scorer pays for it, and why.
    """

    example: Example
    told: str
    hand: list[Card]
    seats: tuple[tuple[int, str], ...]
    pays: WhatItPays

    @property
    def names(self) -> list[str]:
        """What the seats are called, the maker first."""
        return [name for _, name in self.seats]

    @property
    def said(self) -> list[str]:
        """Every trick as a sentence, for people who hear the page: who led what, who played what, who won."""
        names, sentences = dict(self.seats), []
        for number, trick in enumerate(self.example.tricks, 1):
            (led, first), *others = trick.by_seat().items()
            played = "".join(f", {names[seat]} the {card.name}" for seat, card in others)
            sentences.append(f"Trick {number}: {names[led]} leads the {first.name}{played}. {names[trick.won]} wins.")
        return sentences

    @property
    def rows(self) -> list[list[Played]]:
        """The tricks in their order, each with the cards in the order of `seats`."""
        return [
            [Played(trick.by_seat()[seat], seat == trick.led, seat == trick.won) for seat, _ in self.seats]
            for trick in self.example.tricks
        ]


def example_of(setup: TableSetup) -> ShownExample | None:
    """The example for a game at this table, if tonight's house rules allow one."""
    from tally.rules.entries.examples import EXAMPLES

    for example in EXAMPLES:
        if setup.variant.slug in example.games and _can_be_dealt(example, setup.rulebook.deal):
            try:
                pays = pay_of_record(setup, read_record(_record(example, setup), setup.variant))
            except HandRefused:
                continue
            seats = tuple(_seats(example, setup))
            return ShownExample(example, _told(example, setup, dict(seats)), example.hand(example.maker), seats, pays)
    return None


def _can_be_dealt(example: Example, deal: Deal) -> bool:
    """Whether the pack has the cards, and everybody gets as many as in the example."""
    used = Counter(card for trick in example.tricks for card in trick.cards)
    used.update(map(read_card, (*example.left_out, *filter(None, (example.laid_away,)))))
    ranks = deal.pack.ranks.split()
    known = all(card.rank in ranks if card.suit else deal.pack.jokers for card in used)
    enough = all(count <= (deal.pack.copies if card.suit else deal.pack.jokers) for card, count in used.items())
    return (deal.players, deal.tricks) == (example.players, len(example.tricks)) and known and enough


def _record(example: Example, setup: TableSetup) -> dict[str, Any]:
    """The record of the hand, as JSON data."""
    won = Counter(trick.won for trick in example.tricks)
    maker = next(party for party, seats in setup.parties.items() if example.maker in seats)
    makers = {*setup.parties[maker], *example.partners}
    tricks = sum(won[seat] for seat in makers)
    extras = dict(example.facts)
    if setup.variant.sides == OWN_TRICKS:
        extras["tricks_by_player"] = [won[seat] for seat in range(example.players)]
    return {
        "variant": setup.variant.slug,
        "players": example.players,
        "maker_side": maker,
        "bid": example.bid,
        "alone": False,
        "exchange": 0,
        "trump": example.trump,
        "maker_tricks": tricks,
        "defender_tricks": len(example.tricks) - tricks,
        "extras": extras,
    }


def _seats(example: Example, setup: TableSetup) -> Iterator[tuple[int, str]]:
    """What every seat is called, from the maker on around the table."""
    names = party_names(setup.rulebook, example.maker) if setup.variant.sides != TWO_SIDES else {}
    for place in range(example.players):
        seat = (example.maker + place) % example.players
        yield seat, names.get(seat) or ("Maker", "Left", "Partner", "Right")[place]


def _told(example: Example, setup: TableSetup, names: Mapping[int, str]) -> str:
    """The call in words."""
    trump, dealer = SUIT_NAMES[example.trump], example.players - 1
    if example.turned_up:
        text = (
            f"The maker deals and turns up the {read_card(example.turned_up).name}. The others pass; the maker picks "
            f"it up, so that {trump} are trump, and discards the {read_card(example.laid_away).name}."
        )
    else:
        where = "sits on the dealer’s left and " if example.maker == (dealer + 1) % example.players else ""
        text = f"The maker {where}bids {bid_text(example.bid)}; the others pass. Trump is {trump}."
        if setup.rulebook.deal.kitty:
            cards = spelled(setup.rulebook.deal.kitty, "card")
            text += f" The maker picks up the {setup.variant.kitty_name} and discards {cards}."
    partners = " and ".join(names[seat] for seat in example.partners)
    if example.called:
        text += f" The maker calls the {read_card(example.called).name}: {partners} has it."
    elif partners:
        text += f" The maker chooses {partners} as {'partners' if len(example.partners) > 1 else 'partner'}."
    return text
