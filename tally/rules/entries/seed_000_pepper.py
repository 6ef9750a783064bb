"""Seed 000, single deck: Bid Euchre with peppers, Pfeffer, Pepper from Grinnell, Hasenpfeffer, Buck.

A side wins only "on offense": by making its own bid, or by setting the other side. The later texts do not
repeat that, so there it is a reading.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tally.rules.entries.questions import rule
from tally.rules.entries.shared import (
    NO_TRUMP_PLAYED,
    PACK_24,
    PACK_25,
    all_or_nothing,
    all_pass,
    minimum_bid,
    target,
)
from tally.rules.language import (
    ALL,
    BID,
    BIDDERS,
    HIGH_LOW,
    NO_TRUMP,
    ONE_CARD_OR_NOT,
    OTHERWISE,
    READING,
    SUITS,
    TOGETHER,
    TRICKS,
    AllPass,
    Bid,
    Contract,
    Deal,
    GameEnd,
    Pay,
    Play,
    Points,
    Variant,
    alone,
    dealer_must_bid,
    numbers,
    pay,
)

ON_OFFENCE = rule("winning", {"on-offence": True, "at-target": False})
SIX_CARDS_EACH = (Deal(players=4, pack=PACK_24, tricks=6),)

# ---- Bid Euchre with peppers: "set back six points regardless of the value of the contract"; a defence
# without a trick "goes back six points", in a pepper too. What a pepper is, is lost: it may be played alone or
# together, with a card from the partner or without (ONE_CARD_OR_NOT).

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
)
COUPLE = 'A bid of two is said "a couple"; "two" tells the partner of two jacks of the same color.'
A_COUPLE = rule("minimum_bid", {1: COUPLE, 2: COUPLE, 3: ""})

BID_SINGLE_DECK = Variant(
    slug="bid-single-deck",
    name="Single Deck Bid Euchre",
    about="Bid 1 to 6, or a pepper for all six; defenders without a trick go back.",
    source="000",
    deals=SIX_CARDS_EACH,
    contracts=(ONE_TO_SIX, _pepper("little-pepper", 12), _pepper("big-pepper", 14)),
    trumps=rule("high_low", {False: NO_TRUMP_PLAYED, True: SUITS + NO_TRUMP + HIGH_LOW}),
    all_pass=all_pass(3, 4),
    end=GameEnd(target=target(42), on_offense=True),
    notes=(ONE_ROUND, A_COUPLE),
)

BID_SINGLE_DECK_24 = replace(
    BID_SINGLE_DECK,
    slug="bid-single-deck-24",
    name="Single Deck Bid Euchre, Big Pepper 24",
    about="Single deck bid euchre in which a big pepper pays 24.",
    contracts=(ONE_TO_SIX, _pepper("little-pepper", 12), _pepper("big-pepper", 24)),
    end=GameEnd(target=target(None, 42, 52, 62, origin=READING), on_offense=True),
    notes=(ONE_ROUND, A_COUPLE, "The text says only that the target is usually higher than 42."),
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
        "Hawsy is the little pepper, there is no big one. Double hawsy may be bid only over a hawsy.",
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
        # 48: "their partner must take all 6 tricks alone with no pass card"; but what a pepper is was lost with the
        # text that defined it, so a record may say either. Of 96 the text does not say who plays.
        _shoot(48, TOGETHER + alone(), rare=True),
        _shoot(96, TOGETHER + alone(), rare=True),
    ),
    notes=(
        ONE_ROUND,
        A_COUPLE,
        "48 is bid by the partner of a 24, and names trump; the other takes all six alone, no card passed.",
        "96 names the trump before the cards are seen.",
    ),
)

# ---- Pfeffer: a set costs 5 and a hickey, and six tricks set the other side

SIX_TRICKS_SET_THEM: Points = {0: -5, OTHERWISE: TRICKS}
A_HICKEY_FOR_NONE = {0: 1, OTHERWISE: 0}
PFEFFER_MADE = pay(TRICKS, SIX_TRICKS_SET_THEM, hickeys=(0, A_HICKEY_FOR_NONE))
PFEFFER_SET = pay(-5, TRICKS, hickeys=(1, 0))

PFEFFER = Variant(
    slug="pfeffer",
    name="Pfeffer",
    about="Bids from 4; whoever fails goes back 5 and takes a hickey.",
    source="000",
    deals=SIX_CARDS_EACH,
    contracts=(
        Contract(bids=(4,), trumps=SUITS, made=PFEFFER_MADE, set=PFEFFER_SET),
        Contract(bids=numbers(5, 6), made=PFEFFER_MADE, set=PFEFFER_SET),
        Contract(
            bids=("pfeffer",),
            needs=ALL,
            play=alone(),
            made=pay(12, SIX_TRICKS_SET_THEM, hickeys=(0, A_HICKEY_FOR_NONE)),
            set=pay(-10, TRICKS, hickeys=(2, 0)),
        ),
    ),
    trumps=NO_TRUMP_PLAYED,
    all_pass=dealer_must_bid(4, trumps=rule("stuck_no_trump", {True: NO_TRUMP_PLAYED, False: SUITS})),
    end=GameEnd(target=target(42), on_offense=ON_OFFENCE, both=rule("tie", {"both-at-42-or-more": BIDDERS})),
    notes=(
        rule("no_trump", {True: "The lowest no-trump bid is 5.", False: ""}),
        rule(
            "no_trump",
            {
                True: "A pfeffer is all six tricks alone, in a suit or at no-trump.",
                False: "A pfeffer is all six tricks alone.",
            },
        ),
        "Where games are bet on: hickeys of the losers count; losers at 0 or below pay double.",
    ),
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
    end=GameEnd(target=target(42, 32, origin=READING), on_offense=ON_OFFENCE),
    notes=(
        "Whoever trades a card plays without the partner; so does a big, without a trade.",
        'The opponents may decline to play, and a stuck dealer may "take 4 set" instead.',
    ),
)

# ---- Hasenpfeffer with the joker, and Buck

JOKER_DEFENDERS = rule("defenders", {"tricks": TRICKS, "nothing": 0})

HASENPFEFFER_JOKER = Variant(
    slug="hasenpfeffer-joker",
    name="Hasenpfeffer with Joker",
    about="Everybody gets six cards, one card stays out, and the joker is the best bower.",
    source="000",
    deals=(Deal(players=4, pack=PACK_25, tricks=6),),
    contracts=(
        Contract(bids=numbers(1, 6), made=pay(TRICKS, JOKER_DEFENDERS), set=pay(TRICKS - BID, JOKER_DEFENDERS)),
    ),
    trumps=NO_TRUMP_PLAYED,
    all_pass=AllPass(
        text="the holder of the best bower must bid 3; if nobody holds it, the deal is annulled",
        passed_out="joker_undealt",
    ),
    end=GameEnd(target=target(10), on_offense=ON_OFFENCE),
    notes=("Set: minus one point for every trick short of the bid.",),
)

SKUNK: Pay = pay({6: 6 + BID, OTHERWISE: TRICKS}, {0: -BID, OTHERWISE: TRICKS})
BUCK_LOSES = rule("set", {"the-bid": -BID})
BUCK_SET = rule(
    "set_defenders",
    {
        "tricks": pay(BUCK_LOSES, TRICKS),
        "nothing": pay(BUCK_LOSES, 0),
        "skunk": pay(BUCK_LOSES, {6: 6 + BID, OTHERWISE: TRICKS}),
    },
)

BUCK = Variant(
    slug="buck",
    name="Buck, or BuckenPeffer",
    about="Bids from 3, in a suit, high or low; all six tricks pay the bid on top.",
    source="000",
    deals=SIX_CARDS_EACH,
    contracts=(
        Contract(bids=minimum_bid(3, 4), made=SKUNK, set=BUCK_SET),
        Contract(
            bids=("pfeffer",),
            play=alone(),
            needs=ALL,
            made=SKUNK,
            set=BUCK_SET,
            bid_value=rule("pfeffer_counts", {6: 6}),
        ),
    ),
    trumps=SUITS + HIGH_LOW,
    all_pass=dealer_must_bid(exactly=4),
    end=GameEnd(target=target(25), on_offense=ON_OFFENCE),
    notes=(
        "All six tricks: six points plus the bid, and the bid off the other side.",
        "High or low, but no pfeffer: the caller's best card goes to the left for that player's worst.",
    ),
)

VARIANTS = (
    BID_SINGLE_DECK,
    BID_SINGLE_DECK_24,
    HAWSY,
    TWELVES,
    PFEFFER,
    PEPPER_GRINNELL,
    HASENPFEFFER_JOKER,
    BUCK,
)
