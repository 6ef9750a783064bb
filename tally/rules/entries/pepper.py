"""Pepper: bids by number, and a pepper for all the tricks (seeds 003, 000 and 002).

`all_or_nothing("big-pepper", 12)` is a bid that needs all the tricks, for 12 or minus 12.
"""

from __future__ import annotations

from dataclasses import replace

from tally.rules.entries.questions import rule
from tally.rules.entries.shared import (
    ANY_LOSS,
    DEALT_ONE_BY_ONE,
    NO_TRUMP_PLAYED,
    ON_OFFENSE,
    ONE_AT_A_TIME,
    PACK_24,
    SIX_CARDS_EACH,
    THREE_AT_A_TIME,
    all_or_nothing,
    all_pass,
    minimum_bid,
    target,
)
from tally.rules.language import (
    ALL,
    BID,
    EACH_ITS_TRICKS,
    HIGHER_OR_BIDDERS,
    HIGHER_OR_TIE,
    LEFT_OF_DEALER,
    OTHERWISE,
    OWN_TRICKS,
    PASSING_BARS,
    READING,
    TOGETHER,
    TRICKS,
    UNTIL_PASSED,
    CardPlay,
    Contract,
    Deal,
    GameEnd,
    Play,
    Points,
    Variant,
    alone,
    dealer_must_bid,
    numbers,
    pay,
)

# ---- Pepper (seed 003)

# "Same as Hasenpfeffer", so a set costs the tricks won, and a big pepper twice that; seed 002 has 6 and 12.
PEPPER_LOSES = rule("set", {"tricks-won": -TRICKS, "six": -6}, any_number=ANY_LOSS)

PEPPER_CATS = Variant(
    slug="pepper-cats",
    name="Pepper",
    about="Bid 1 to 5, or a little or big pepper for all six tricks.",
    source="003",
    deals=SIX_CARDS_EACH,
    contracts=(
        Contract(bids=numbers(1, 5), made=EACH_ITS_TRICKS, set=pay(PEPPER_LOSES, TRICKS)),
        Contract(bids=("little-pepper",), needs=ALL, made=EACH_ITS_TRICKS, set=pay(PEPPER_LOSES, TRICKS)),
        Contract(bids=("big-pepper",), needs=ALL, made=pay(12, TRICKS), set=pay(2 * PEPPER_LOSES, TRICKS)),
    ),
    trumps=NO_TRUMP_PLAYED,
    all_pass=all_pass(1, 3, 4),
    card_play=CardPlay(dealt=THREE_AT_A_TIME, bidding=PASSING_BARS, leads=LEFT_OF_DEALER),
    end=GameEnd(target=target(30), both=HIGHER_OR_BIDDERS),
    notes=("A player who has passed may not bid again in this hand.",),
)


# ---- Pepper from Grinnell: the bid is scored, not the tricks; the opponents may refuse to play

TRICKS_OR_BID: Points = {0: -BID, OTHERWISE: TRICKS}
TRADE_OR_PLAY: Play = TOGETHER + alone(1)

FOUR_TO_SIX = Contract(
    bids=numbers(4, 6),
    play=TRADE_OR_PLAY,
    made=pay(BID, TRICKS_OR_BID),
    set=pay(rule("set", {"the-bid": -BID}), TRICKS),
)
SMALL = Contract(bids=("small",), needs=ALL, play=TRADE_OR_PLAY, made=pay(7, -7), set=pay(-7, 7))
BIG = Contract(bids=("big",), needs=ALL, play=alone(), made=pay(14, -14), set=pay(-14, 14))


def _declined(contract: Contract) -> Contract:
    # "If opponents pass and don't play the hand, no points are awarded to them and bidder scores."
    scored = pay(contract.made.makers, 0)
    return replace(contract, when=("defenders_declined",), unplayed="made", made=scored, rare=True)


PEPPER_GRINNELL = Variant(
    slug="pepper-grinnell",
    name="Pepper, Grinnell",
    about="The bid is scored, not the tricks; the opponents may decline to play.",
    source="000",
    deals=SIX_CARDS_EACH,
    contracts=(
        FOUR_TO_SIX,
        SMALL,
        BIG,
        _declined(FOUR_TO_SIX),
        _declined(SMALL),
        _declined(BIG),
        # a stuck dealer may "opt to take 4 set to prevent opponents from gaining points": minus 4, and no play
        Contract(bids=(4,), when=("dealer_conceded",), unplayed="set", set=pay(-4, 0), rare=True),
    ),
    trumps=NO_TRUMP_PLAYED,
    all_pass=dealer_must_bid(exactly=4),
    card_play=DEALT_ONE_BY_ONE,
    end=GameEnd(target=target(42, 32, origin=READING), on_offense=ON_OFFENSE),
    notes=(
        "Whoever trades a card plays without the partner; so does whoever bids a big, with no trade.",
        'The opponents may decline to play, and a stuck dealer may "take 4 set" instead.',
    ),
)


# ---- Pepper from Iowa and Ohio, for four, three and two (seed 002)

IOWA = CardPlay(dealt=ONE_AT_A_TIME, bidding=UNTIL_PASSED)

PEPPER_MELTON = Variant(
    slug="pepper-melton",
    name="Pepper, Iowa",
    about="Bid 1 to 5, or a pepper for all six; nobody ever sits out.",
    source="002",
    deals=SIX_CARDS_EACH,
    contracts=(
        Contract(bids=minimum_bid(1, 2, 3, highest=5), made=EACH_ITS_TRICKS, set=pay(-6, TRICKS)),
        Contract(bids=("little-pepper",), needs=ALL, made=EACH_ITS_TRICKS, set=pay(-6, TRICKS)),
        all_or_nothing("big-pepper", 12),
    ),
    trumps=NO_TRUMP_PLAYED,
    all_pass=all_pass(1, 3, 4),
    card_play=IOWA,
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
    card_play=IOWA,
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
