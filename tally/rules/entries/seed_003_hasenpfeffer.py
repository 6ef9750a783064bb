"""Seed 003: Hasenpfeffer, Pepper and Double Hasenpfeffer. The bidders' side is always counted first."""

from __future__ import annotations

from dataclasses import replace

from tally.rules.entries.questions import rule
from tally.rules.entries.shared import (
    NO_TRUMP_BANNED,
    NO_TRUMP_PLAYED,
    PACK_24,
    PACK_25,
    PACK_48,
    all_pass,
    target,
)
from tally.rules.language import (
    ALL,
    BID,
    BIDDERS,
    EACH_ITS_TRICKS,
    HIGHER_OR_BIDDERS,
    NO_TRUMP,
    READING,
    SUITS,
    TRICKS,
    AllPass,
    Contract,
    Deal,
    GameEnd,
    Variant,
    alone,
    numbers,
    pay,
)

# "If they are unable to score at least as many tricks as their bid, they lose one point for every trick they
# have won": taken literally. Most books say the bid, another seed the tricks it fell short.
LOSES = rule("set", {"tricks-won": -TRICKS, "the-bid": -BID, "shortfall": TRICKS - BID})

HASENPFEFFER_CATS = Variant(
    slug="hasenpfeffer-cats",
    name="Hasenpfeffer",
    about="A joker, and a widow of one card for the highest bidder.",
    source="003",
    deals=(Deal(players=4, pack=PACK_25, tricks=6, kitty=1),),
    kitty_name="widow",
    contracts=(Contract(bids=numbers(1, 6), made=EACH_ITS_TRICKS, set=pay(LOSES, TRICKS)),),
    trumps=NO_TRUMP_BANNED,
    all_pass=AllPass(
        text="the holder of the joker must bid 3; with the joker in the widow the cards are thrown in",
        passed_out="joker_undealt",
    ),
    end=GameEnd(target=target(10), both=BIDDERS),
    notes=("Bidding goes on until three passes follow a bid; the bidder takes the widow and discards one card.",),
)

# "Same as Hasenpfeffer", so a set costs the tricks won, twice that for big pepper; seed 002 has 6 and 12.
PEPPER_LOSES = rule("set", {"tricks-won": -TRICKS, "six": -6})

PEPPER_CATS = Variant(
    slug="pepper-cats",
    name="Pepper",
    about="Bid 1 to 5, or a little or big pepper for all six tricks.",
    source="003",
    deals=(Deal(players=4, pack=PACK_24, tricks=6),),
    contracts=(
        Contract(bids=numbers(1, 5), made=EACH_ITS_TRICKS, set=pay(PEPPER_LOSES, TRICKS)),
        Contract(bids=("little-pepper",), needs=ALL, made=EACH_ITS_TRICKS, set=pay(PEPPER_LOSES, TRICKS)),
        Contract(bids=("big-pepper",), needs=ALL, made=pay(12, TRICKS), set=pay(2 * PEPPER_LOSES, TRICKS)),
    ),
    trumps=NO_TRUMP_PLAYED,
    all_pass=all_pass(1, 3, 4),
    end=GameEnd(target=target(30), both=HIGHER_OR_BIDDERS),
    notes=("A player who has passed may not bid again in this hand.",),
)

DOUBLE_HASENPFEFFER_CATS = Variant(
    slug="double-hasenpfeffer-cats",
    name="Double Hasenpfeffer",
    about="Twelve tricks, bids from 6; a bid of 12 is played alone.",
    source="003",
    deals=(Deal(players=4, pack=PACK_48, tricks=12),),
    contracts=(
        # "They lose 12 points (one point per trick in the deal)"
        Contract(bids=numbers(6, 11), made=EACH_ITS_TRICKS, set=pay(-ALL, TRICKS)),
        Contract(
            bids=(12,),
            needs=ALL,
            play=alone(0, 2),
            made=pay(2 * TRICKS, TRICKS),
            set=pay(rule("solo_set", {"same": -ALL, "double": -2 * ALL}), TRICKS),
        ),
    ),
    trumps=rule("no_trump", {False: SUITS, True: SUITS + NO_TRUMP}, origin=READING),
    all_pass=all_pass(6),
    end=GameEnd(target=target(52), both=BIDDERS),
    notes=(
        "One round of bidding; a bid of 12 ends it at once.",
        "Whoever bids 12 plays alone, after exchanging two cards for the partner's best two.",
    ),
)

# Twelve points, or one for each of the eight tricks: the text gives both for four players, and neither for six.
SIX_LOSE = rule("set", {8: -8, 12: -12})

DOUBLE_HASENPFEFFER_CATS_SIX = replace(
    DOUBLE_HASENPFEFFER_CATS,
    slug="double-hasenpfeffer-cats-six",
    name="Double Hasenpfeffer for Six",
    about="Three against three with eight tricks; a bid of 8 is played alone.",
    deals=(Deal(players=6, pack=PACK_48, tricks=8),),
    contracts=(
        Contract(bids=numbers(6, 7), made=EACH_ITS_TRICKS, set=pay(SIX_LOSE, TRICKS)),
        Contract(
            bids=(8,),
            needs=ALL,
            play=alone(0, 2),
            made=pay(2 * TRICKS, TRICKS),
            set=pay(rule("solo_set", {"same": SIX_LOSE, "double": 2 * SIX_LOSE}), TRICKS),
        ),
    ),
    notes=(
        "Two sides of three, sitting alternately.",
        "One round of bidding; a bid of 8 ends it at once.",
        "Whoever bids 8 plays alone, after exchanging two cards with each partner.",
    ),
)

VARIANTS = (HASENPFEFFER_CATS, PEPPER_CATS, DOUBLE_HASENPFEFFER_CATS, DOUBLE_HASENPFEFFER_CATS_SIX)
