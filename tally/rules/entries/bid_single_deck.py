"""Bid Euchre with one deck, where every trick can be bid for more: peppers, Hawsy, Twelves, Michigan (seeds 000, 004).

In the games of seed 000 a side wins only "on offense": by making its own bid, or by setting the other side.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tally.rules.entries.questions import rule
from tally.rules.entries.shared import (
    DEALT_ONE_BY_ONE,
    NO_TRUMP_BANNED,
    NO_TRUMP_PLAYED,
    SIX_CARDS_EACH,
    all_or_nothing,
    all_pass,
    minimum_bid,
    ordinary,
    target,
)
from tally.rules.language import (
    BIDDERS,
    CLUB,
    HIGH_LOW,
    NO_TRUMP,
    ONE_CARD_OR_NOT,
    OTHERWISE,
    PARTNER_LOOKS,
    READING,
    SUITS,
    TOGETHER,
    TRICKS,
    AllPass,
    Bid,
    CardPlay,
    Contract,
    GameEnd,
    Play,
    Points,
    Variant,
    alone,
    between,
    pay,
)

# ---- Bid Euchre with peppers
#
# A failed bid is "set back six points regardless of the value of the contract"; a defense without a trick "goes back
# six points", in a pepper too. The text's definition of a pepper is lost, so it may be played alone or together, with
# or without a card from the partner (ONE_CARD_OR_NOT).

TRICKS_OR_SIX: Points = {0: -6, OTHERWISE: TRICKS}


def _pepper(bid: Bid, points: int, play: Play = ONE_CARD_OR_NOT, *, lose: Any = None, rare: bool = False) -> Contract:
    return all_or_nothing(bid, points, play, defenders=TRICKS_OR_SIX, lose=lose, rare=rare)


# "A 'one' bid is generally not used": it is allowed, and a club may begin at 2 or 3. "6 is maximum".
ONE_TO_SIX = Contract(bids=minimum_bid(1, 2, 3, highest=6), made=pay(TRICKS, TRICKS_OR_SIX), set=pay(-6, TRICKS))

ONE_ROUND = rule(
    "minimum_bid",
    {
        1: "One round of bidding. A bid of one is hardly ever heard.",
        2: "One round of bidding.",
        3: "One round of bidding.",
    },
    any_number=between(1, 6, lambda low: "One round of bidding."),
)
COUPLE = 'A bid of two is said "a couple"; "two" tells the partner of two jacks of the same color.'
A_COUPLE = rule("minimum_bid", {1: COUPLE, 2: COUPLE, 3: ""}, any_number=between(1, 6, lambda low: ""))

BID_SINGLE_DECK = Variant(
    slug="bid-single-deck",
    name="Single Deck Bid Euchre",
    about="Bid 1 to 6, or a pepper for all six; defenders without a trick go back.",
    source="000",
    deals=SIX_CARDS_EACH,
    contracts=(ONE_TO_SIX, _pepper("little-pepper", 12), _pepper("big-pepper", 14)),
    trumps=rule("high_low", {False: NO_TRUMP_PLAYED, True: SUITS + NO_TRUMP + HIGH_LOW}),
    all_pass=all_pass(3, 4),
    card_play=DEALT_ONE_BY_ONE,
    end=GameEnd(target=target(42), on_offense=True),
    notes=(ONE_ROUND, A_COUPLE),
)

BID_SINGLE_DECK_24 = replace(
    BID_SINGLE_DECK,
    slug="bid-single-deck-24",
    name="Single Deck Bid Euchre, Big Pepper 24",
    about="Single deck bid euchre in which a big pepper scores 24.",
    contracts=(ONE_TO_SIX, _pepper("little-pepper", 12), _pepper("big-pepper", 24)),
    end=GameEnd(
        target=target(None, 42, 52, 62, origin=READING),
        on_offense=True,
        notes=("The text says only that the target is usually higher than 42.",),
    ),
)

HAWSY = replace(
    BID_SINGLE_DECK,
    slug="hawsy",
    name="Hawsy",
    about="Single deck bid euchre with a hawsy and a double hawsy for all six tricks.",
    contracts=(ONE_TO_SIX, _pepper("hawsy", 12), _pepper("double-hawsy", 24)),
    end=GameEnd(target=target(32), on_offense=True),
    notes=(
        ONE_ROUND,
        A_COUPLE,
        "Hawsy is the little pepper; there is no big one. Double hawsy may be bid only over a hawsy.",
    ),
)


def _shoot(bid: int, play: Play, *, rare: bool = False) -> Contract:
    """All six tricks for the bid; that a failed one loses as much is a reading."""
    lose = rule("shooting_set", {"the-bid": -bid})
    return _pepper(bid, bid, play, lose=lose, rare=rare)


TWELVES = replace(
    BID_SINGLE_DECK,
    slug="twelves",
    name="Twelves",
    about="Single deck bid euchre with bids of 12, 24, 48 and 96 for all six tricks.",
    contracts=(
        ONE_TO_SIX,
        _shoot(12, ONE_CARD_OR_NOT),
        _shoot(24, ONE_CARD_OR_NOT),
        # 48: "their partner must take all 6 tricks alone with no pass card". The text does not say who plays a 96.
        _shoot(48, alone(), rare=True),
        _shoot(96, TOGETHER + alone(), rare=True),
    ),
    card_play=replace(
        DEALT_ONE_BY_ONE, alone=("A 48 is played, and led to, by the partner of whoever bid it; the bidder sits out.",)
    ),
    notes=(
        ONE_ROUND,
        A_COUPLE,
        "48 is bid by the partner of a 24, and names trump; the other takes all six alone, no card passed.",
        "96 names the trump before the cards are seen.",
    ),
)


# ---- One family's game in southeast Michigan (seed 004)
#
# `all_or_nothing(12, 12, alone(1))` is a bid of 12 that needs all the tricks, played alone after exchanging one card,
# for 12 or minus 12.

SAME_DEALER = AllPass(
    text="the cards are thrown in and the same dealer deals again", passed_out="yes", same_dealer=True
)

MICHIGAN_FAMILY = Variant(
    slug="michigan-family",
    name="Bid Euchre, Michigan Family",
    about="Bid 1 to 6, or 12, 24 and on by doubling for all six tricks alone.",
    source="004",
    deals=SIX_CARDS_EACH,
    contracts=(
        ordinary(minimum_bid(1, 3, tricks=6)),
        all_or_nothing(12, 12, alone(1)),
        all_or_nothing(24, 24, alone()),
        all_or_nothing(48, 48, alone(), rare=True),
        all_or_nothing(96, 96, alone(), rare=True),
        all_or_nothing(192, 192, alone(), rare=True),  # "may theoretically continue to double"; here 192 is the limit
    ),
    trumps=NO_TRUMP_BANNED,
    all_pass=all_pass(3, 4, origin=CLUB, thrown_in=SAME_DEALER),
    card_play=CardPlay(
        dealt="one, two or three at a time",
        exchange=PARTNER_LOOKS,
        during=("Whoever is sure of all the tricks that are left may lay the cards down and show it.",),
    ),
    end=GameEnd(target=target(32), both=BIDDERS),
    renege_agreed=True,  # the text leaves every irregularity to the players
    notes=(
        "12: all six tricks alone, after exchanging one card. 24: alone with the cards as dealt.",
        "48 may be bid only over 24, and so on by doubling.",
        "Four nines in one hand are a misdeal.",
    ),
)
