"""Games with two decks of 9 to ace: Indiana, Florida, Double Hasenpfeffer, Double Deck Bid Euchre."""

from __future__ import annotations

from dataclasses import replace

from tally.rules.entries.questions import rule
from tally.rules.entries.shared import (
    ANY_LOSS,
    ANY_TARGET,
    FOUR_AT_A_TIME,
    NO_TRUMP_PLAYED,
    PACK_48,
    SET_LOSES_BID,
    all_or_nothing,
    all_pass,
    minimum_bid,
    ordinary,
    target,
)
from tally.rules.language import (
    ALL,
    BID,
    BIDDERS,
    EACH_ALIKE,
    EACH_ITS_TRICKS,
    FOR_THE_BEST,
    NINE_UP,
    NO_TRUMP,
    OTHERWISE,
    READING,
    SEVEN_UP,
    SUITS,
    TEN_UP,
    TRICKS,
    UNTIL_PASSED,
    AllPass,
    CardPlay,
    Contract,
    Deal,
    GameEnd,
    Pack,
    Variant,
    alone,
    dealer_must_bid,
    numbers,
    pay,
)

# ---- Indiana and Florida (seed 000)

TWOS_AND_THREES = "two or three at a time"

THREE_PAIRS = rule("six_players", {"three-pairs": 3})

INDIANA_DOUBLE_DECK = Variant(
    slug="indiana-double-deck",
    name="Indiana Double Deck",
    about="Twelve tricks; the bid is scored, and no overtricks.",
    source="000",
    deals=(
        Deal(players=4, pack=PACK_48, tricks=12),
        Deal(players=6, pack=PACK_48, tricks=8, sides=THREE_PAIRS),
    ),
    contracts=(Contract(bids=numbers(3), made=pay(BID, TRICKS), set=SET_LOSES_BID),),
    trumps=NO_TRUMP_PLAYED,
    all_pass=AllPass(text="the player left of the dealer must bid at least 3"),
    card_play=CardPlay(dealt=TWOS_AND_THREES, bidding=UNTIL_PASSED, trump_in_bid=True),
    end=GameEnd(target=target(50), both=BIDDERS),
    notes=(
        "Only the bid is scored, not the overtricks; the others always score their tricks.",
        "Bidding goes on until three passes in a row.",
        rule("no_trump", {True: "A suit may match a no-trump bid of the same number.", False: ""}),
        "Six players are three pairs; each defending pair scores its own tricks.",
    ),
)

FLORIDA_FIVE_HANDED = Variant(
    slug="florida-five-handed",
    name="Florida, Five-Handed",
    about="The bidder names a card, and whoever plays it first is the partner.",
    source="000",
    deals=(
        Deal(players=5, pack=Pack(TEN_UP, copies=2), tricks=8),
        Deal(players=6, pack=PACK_48, tricks=8),
        Deal(players=7, pack=Pack("8 " + NINE_UP, copies=2), tricks=8),
        Deal(players=8, pack=Pack(SEVEN_UP, copies=2), tricks=8),
    ),
    sides=EACH_ALIKE,
    facts=("partner",),
    contracts=(Contract(bids=numbers(1), partners=1, made=EACH_ITS_TRICKS, set=SET_LOSES_BID),),
    all_pass=dealer_must_bid(exactly=6),
    card_play=CardPlay(
        dealt=TWOS_AND_THREES,
        during=("Whoever has the card that the bidder named must play it as soon as the suit allows.",),
    ),
    # One question decides both: "the deal has passed around the table twice" and no target, or a target of 21 and any
    # number of hands. The identifier of the first is that of the usual table, for five.
    end=GameEnd(
        deals_each=rule(
            "target", {"ten-hands": 2, 21: None}, any_number=replace(ANY_TARGET, meaning=lambda points: None)
        ),
        target=rule("target", {"ten-hands": None, 21: 21}, any_number=ANY_TARGET),
    ),
    notes=(
        "The bidder names a card; whoever first plays it is the partner, perhaps nobody.",
        "Each member of the bidding side scores the side’s tricks, each defender the defenders’.",
    ),
)


# ---- Double Hasenpfeffer (seed 000)

A_SET = rule("set", {"six": -6, "the-bid": -BID, "all-the-tricks": -ALL}, any_number=ANY_LOSS)
NO_TRICK = rule("no_trick", {6: -6, 0: 0}, any_number=ANY_LOSS)
TRICKS_OR_SIX = {0: NO_TRICK, OTHERWISE: TRICKS}

# It "may be played without bowers, so all cards rank A K Q J 10 9 in each suit": the score is the same.
PACK_48_OR_NO_BOWERS = replace(PACK_48, bowers=rule("bowers", {True: True, False: False}))

DOUBLE_HASENPFEFFER = Variant(
    slug="double-hasenpfeffer",
    name="Double Hasenpfeffer, or Double Pepper",
    about="Twelve tricks, bids from 6; any bid may be played alone for double.",
    source="000",
    deals=(Deal(players=4, pack=PACK_48_OR_NO_BOWERS, tricks=12), Deal(players=6, pack=PACK_48_OR_NO_BOWERS, tricks=8)),
    contracts=(
        Contract(bids=numbers(6), made=pay(TRICKS, TRICKS_OR_SIX), set=pay(A_SET, TRICKS)),
        Contract(
            bids=numbers(6),
            players=4,
            play=alone(0, 2),
            made=pay(2 * TRICKS, TRICKS_OR_SIX),
            set=pay(2 * A_SET, TRICKS),
        ),
    ),
    trumps=NO_TRUMP_PLAYED,
    all_pass=dealer_must_bid(exactly=6, half_set=True),
    end=GameEnd(target=target(None, 52, origin=READING)),
    notes=(
        "The lowest bid is 6; there are no peppers. A stuck dealer who fails loses half, rounded up.",
        "Four players: the high bidder may exchange two cards and play alone, for double.",
        rule("bowers", {True: "", False: "There are no bowers: in trump, too, a jack ranks below the queen."}),
    ),
)


# ---- Double Hasenpfeffer again, from another book (seed 003)

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
    card_play=CardPlay(dealt=FOUR_AT_A_TIME, exchange=FOR_THE_BEST),
    end=GameEnd(target=target(52), both=BIDDERS),
    notes=(
        "One round of bidding; a bid of 12 ends it at once.",
        "Whoever bids 12 plays alone, and may first exchange two cards for the partner’s best two.",
    ),
)

# Twelve points, or one for each of the eight tricks: for four players the text gives both, for six neither.
SIX_LOSE = rule("set", {8: -8, 12: -12}, any_number=ANY_LOSS)

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
        "Two sides of three, in alternate seats.",
        "One round of bidding; a bid of 8 ends it at once.",
        "Whoever bids 8 plays alone, and may first exchange two cards with each partner for that partner’s best two.",
    ),
)


# ---- Double Deck Bid Euchre (seed 001)

POWERS_DOUBLE_DECK = Variant(
    slug="powers-double-deck",
    name="Double Deck Bid Euchre",
    about="Twelve tricks, and bidding for as many rounds as it takes.",
    source="001",
    deals=(Deal(players=4, pack=PACK_48, tricks=12),),
    contracts=(ordinary(minimum_bid(1, 3, 6, tricks=12)), all_or_nothing(12, 24, alone(0, 1, 2, 3))),
    trumps=NO_TRUMP_PLAYED,
    all_pass=all_pass(1, 3, 6),
    card_play=CardPlay(bidding=UNTIL_PASSED, trump_in_bid=True),
    end=GameEnd(target=target(None, 52, origin=READING), on_offense=True),
    notes=(
        "Bidding goes on for as many rounds as it takes; passing does not bar a later bid.",
        "Going alone ends the bidding; up to three cards may be exchanged with the partner.",
    ),
)
