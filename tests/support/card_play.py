"""The play of cards, checked: what must follow suit, which card wins, whether an example's cards are all in the pack.

Nothing here is shared with the program, which has no cards of its own: an example is checked as a player would.
"""

from __future__ import annotations

from collections import Counter

from tally.rules.language import Deal

SAME_COLOR = {"S": "C", "C": "S", "H": "D", "D": "H"}
JOKER = "joker"
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def suit_of(card: str, trump: str, *, left_bower_stays: bool = False) -> str:
    """The suit that a card follows: the left bower and the joker are trumps."""
    if card == JOKER:
        return trump
    if card[:-1] == "J" and card[-1] == SAME_COLOR.get(trump) and not left_bower_stays:
        return trump
    return card[-1]


def strength(card: str, led: str, trump: str, *, left_bower_stays: bool = False) -> int:
    """How high a card ranks in a trick in which the suit `led` was led; 0 for a card that cannot win."""
    if card == JOKER:
        return 400
    rank, suit = card[:-1], card[-1]
    if rank == "J" and suit == trump:
        return 300
    if rank == "J" and suit == SAME_COLOR.get(trump):
        return 200
    if suit == trump:
        return 100 + RANKS.index(rank)
    return 1 + RANKS.index(rank) if suit == led else 0


def winner(cards: list[str], trump: str, *, left_bower_stays: bool = False) -> int:
    """The place, from 0, of the card that wins; of two equal ones the first."""
    led = suit_of(cards[0], trump, left_bower_stays=left_bower_stays)
    return max(range(len(cards)), key=lambda place: (strength(cards[place], led, trump), -place))


def may_play(hand: list[str], led: str, trump: str, *, left_bower_stays: bool = False) -> list[str]:
    """The cards of a hand that follow the card led, or all where none does."""
    suit = suit_of(led, trump, left_bower_stays=left_bower_stays)
    return [card for card in hand if suit_of(card, trump, left_bower_stays=left_bower_stays) == suit] or hand


def pack_of(deal: Deal) -> Counter[str]:
    """Every card of the pack, and how often it is there."""
    pack = Counter({f"{rank}{suit}": deal.pack.copies for rank in deal.pack.ranks.split() for suit in "SHDC"})
    if deal.pack.jokers:
        pack[JOKER] = deal.pack.jokers
    return pack
