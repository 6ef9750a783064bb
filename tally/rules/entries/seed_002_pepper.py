"""Seed 002: Pepper from Iowa and Ohio, for four, three and two.

`all_or_nothing("big-pepper", 12)` is a bid that needs all the tricks, for 12 or minus 12.
The form mentioned only in passing, where opponents may surrender, is `pepper-grinnell` of seed 000.
"""

from __future__ import annotations

from dataclasses import replace

from tally.rules.entries.shared import NO_TRUMP_PLAYED, PACK_24, all_or_nothing, all_pass, minimum_bid, target
from tally.rules.language import (
    ALL,
    EACH_ITS_TRICKS,
    HIGHER_OR_TIE,
    OWN_TRICKS,
    READING,
    TRICKS,
    Contract,
    Deal,
    GameEnd,
    Variant,
    numbers,
    pay,
)

PEPPER_MELTON = Variant(
    slug="pepper-melton",
    name="Pepper, Iowa",
    about="Bid 1 to 5, or a pepper for all six; nobody ever sits out.",
    source="002",
    deals=(Deal(players=4, pack=PACK_24, tricks=6),),
    contracts=(
        Contract(bids=minimum_bid(1, 2, 3, highest=5), made=EACH_ITS_TRICKS, set=pay(-6, TRICKS)),
        Contract(bids=("little-pepper",), needs=ALL, made=EACH_ITS_TRICKS, set=pay(-6, TRICKS)),
        all_or_nothing("big-pepper", 12),
    ),
    trumps=NO_TRUMP_PLAYED,
    all_pass=all_pass(1, 3, 4),
    end=GameEnd(target=target(30), both=HIGHER_OR_TIE),
    notes=("Bidding goes on until the other three have passed a bid. Nobody sits out, not even in a pepper.",),
)

PEPPER_THREE = Variant(
    slug="pepper-three",
    name="Pepper for Three",
    about="Pepper with eight tricks, each for themselves.",
    source="002",
    deals=(Deal(players=3, pack=PACK_24, tricks=8),),
    sides=OWN_TRICKS,
    contracts=(
        Contract(bids=numbers(1, 7), made=EACH_ITS_TRICKS, set=pay(-8, TRICKS)),
        Contract(bids=("little-pepper",), needs=ALL, made=EACH_ITS_TRICKS, set=pay(-8, TRICKS)),
        all_or_nothing("big-pepper", 16),
    ),
    trumps=NO_TRUMP_PLAYED,
    all_pass=all_pass(1, 3, 4),
    end=GameEnd(target=target(30, origin=READING), both=HIGHER_OR_TIE),
    notes=("Everybody plays alone and scores one point for each trick.",),
)

PEPPER_TWO = replace(
    PEPPER_THREE,
    slug="pepper-two",
    name="Pepper for Two",
    about="Pepper for two; a third hand stays face down.",
    deals=(Deal(players=2, pack=PACK_24, tricks=8),),
    notes=("A third hand of eight cards stays face down and is not played.",),
)

VARIANTS = (PEPPER_MELTON, PEPPER_THREE, PEPPER_TWO)
