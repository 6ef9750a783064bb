"""Playing cards by name: "JS" is the jack of spades, "10H" the ten of hearts, "joker" the joker."""

from __future__ import annotations

from typing import NamedTuple

from tally.rules.refusals import number

SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RED_SUITS = ("H", "D")
COURT = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
HIGHEST_FIRST = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
JOKER = "joker"


class Card(NamedTuple):
    """A card: its rank as printed on it ("A", "10"), and its suit; the joker has no suit."""

    rank: str
    suit: str

    @property
    def name(self) -> str:
        """The card as people say it: "jack of spades"."""
        if not self.suit:
            return "joker"
        return f"{COURT.get(self.rank) or number(int(self.rank))} of {SUIT_NAMES[self.suit]}"

    @property
    def red(self) -> bool:
        """Whether it is a heart or a diamond."""
        return self.suit in RED_SUITS


def read_card(text: str) -> Card:
    """Read a card as examples write it.

    :raises KeyError: for a suit that does not exist.
    """
    if text == JOKER:
        return Card("Joker", "")
    assert SUIT_NAMES[text[-1]]
    return Card(text[:-1], text[-1])


def sort_hand(cards: list[Card], trump: str) -> list[Card]:
    """A hand as players hold it: the trumps first with both bowers, then suit by suit, high cards first."""
    around = "SHCD"
    suits = around[around.index(trump) :] + around[: around.index(trump)]

    def place(card: Card) -> tuple[int, bool, int]:
        if not card.suit:
            return -1, False, 0
        bower = card.rank == "J" and card.red == (trump in RED_SUITS)
        suit = 0 if bower else suits.index(card.suit)
        return suit, not bower, suits.index(card.suit) if bower else HIGHEST_FIRST.index(card.rank)

    return sorted(cards, key=place)
