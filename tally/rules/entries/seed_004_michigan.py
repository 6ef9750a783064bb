"""Seed 004: the Bid Euchre of one family in southeast Michigan.

`ordinary` is a bid by number. Made: each side scores its tricks. Set: minus the bid, and the others score their
tricks. `all_or_nothing(12, 12, alone(1))` is a bid of 12 that needs all the tricks, alone after exchanging one
card, for 12 or minus 12.
"""

from __future__ import annotations

from tally.rules.entries.shared import (
    NO_TRUMP_BANNED,
    PACK_24,
    all_or_nothing,
    all_pass,
    minimum_bid,
    ordinary,
    target,
)
from tally.rules.language import BIDDERS, CLUB, AllPass, Deal, GameEnd, Variant, alone

SAME_DEALER = AllPass(text="the cards are thrown in, the same dealer deals again", passed_out="yes", same_dealer=True)

MICHIGAN_FAMILY = Variant(
    slug="michigan-family",
    name="Bid Euchre, Michigan Family",
    about="Bid 1 to 6, or 12, 24 and on by doubling for all six tricks alone.",
    source="004",
    deals=(Deal(players=4, pack=PACK_24, tricks=6),),
    contracts=(
        ordinary(minimum_bid(1, 3)),
        all_or_nothing(12, 12, alone(1)),
        all_or_nothing(24, 24, alone()),
        all_or_nothing(48, 48, alone(), rare=True),
        all_or_nothing(96, 96, alone(), rare=True),
        all_or_nothing(192, 192, alone(), rare=True),  # "may theoretically continue to double"; 192 is the most here
    ),
    trumps=NO_TRUMP_BANNED,
    all_pass=all_pass(3, 4, origin=CLUB, thrown_in=SAME_DEALER),
    end=GameEnd(target=target(32), both=BIDDERS),
    notes=(
        "12: all six tricks alone, after exchanging one card. 24: alone with the cards as dealt.",
        "48 may be bid only over 24, and so on by doubling.",
        "Four nines in one hand are a misdeal.",
    ),
)

VARIANTS = (MICHIGAN_FAMILY,)
