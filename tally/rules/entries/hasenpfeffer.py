"""Hasenpfeffer, Pfeffer and Buck: one deck, six cards each (seeds 003 and 000).

In the games of seed 000 a side wins only "on offense": by making its own bid, or by setting the other side. The
text says so only of the games in `bid_single_deck`; here it is a reading.
"""

from __future__ import annotations

from dataclasses import replace

from tally.rules.entries.questions import MOST_POINTS, rule
from tally.rules.entries.shared import (
    DEALT_ONE_BY_ONE,
    NO_TRUMP_BANNED,
    NO_TRUMP_PLAYED,
    ON_OFFENSE,
    PACK_25,
    SIX_CARDS_EACH,
    THREE_AT_A_TIME,
    minimum_bid,
    target,
)
from tally.rules.language import (
    ALL,
    BID,
    BIDDERS,
    EACH_ITS_TRICKS,
    HIGH_LOW,
    LEFT_OF_DEALER,
    OTHERWISE,
    RIGHT_OF_MAKER,
    SUITS,
    TRICKS,
    UNTIL_PASSED,
    AllPass,
    CardPlay,
    Contract,
    Deal,
    GameEnd,
    Pay,
    Points,
    Variant,
    alone,
    between,
    dealer_must_bid,
    numbers,
    pay,
)

# ---- Hasenpfeffer with a widow (seed 003)

# "If they are unable to score at least as many tricks as their bid, they lose one point for every trick they
# have won": taken literally. Most books say the bid; another seed says one point for each trick short.
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
    card_play=CardPlay(dealt=THREE_AT_A_TIME, lowest_deals=True, bidding=UNTIL_PASSED, leads=LEFT_OF_DEALER),
    end=GameEnd(target=target(10), both=BIDDERS),
    notes=("Bidding goes on until three passes follow a bid; the bidder takes the widow and discards one card.",),
)


# ---- Pfeffer: a set costs 5 and a hickey, and six tricks set the other side

SIX_TRICKS_SET_THEM: Points = {0: -5, OTHERWISE: TRICKS}
A_HICKEY_FOR_NONE = {0: 1, OTHERWISE: 0}
PFEFFER_MADE = pay(TRICKS, SIX_TRICKS_SET_THEM, hickeys=(0, A_HICKEY_FOR_NONE))
PFEFFER_SET = pay(-5, TRICKS, hickeys=(1, 0))

STUCK_AT_NO_TRUMP = rule("stuck_no_trump", {True: "Only a stuck dealer may play 4 at no-trump.", False: ""})

PFEFFER = Variant(
    slug="pfeffer",
    name="Pfeffer",
    about="Bids from 4; whoever is set goes back 5 and takes a hickey.",
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
    card_play=replace(DEALT_ONE_BY_ONE, leads=LEFT_OF_DEALER, leads_no_trump=RIGHT_OF_MAKER),
    end=GameEnd(
        target=target(42),
        on_offense=ON_OFFENSE,
        both=rule("tie", {"both-at-42-or-more": BIDDERS}),
        pays_double=rule("pays_double", {True: True, False: False}),
        notes=(rule("pays_double", {True: "If you play for money, losers at 0 or below pay double.", False: ""}),),
    ),
    notes=(
        rule("no_trump", {True: "The lowest no-trump bid is 5.", False: ""}),
        rule("no_trump", {True: STUCK_AT_NO_TRUMP, False: ""}),
        rule(
            "no_trump",
            {
                True: "A pfeffer is all six tricks alone, in a suit or at no-trump.",
                False: "A pfeffer is all six tricks alone.",
            },
        ),
        "If you play for money, the losers’ hickeys count.",
    ),
)


# ---- Hasenpfeffer with the joker, and Buck

# The text has no-trump and a joker, and does not say what the one does to the other: this is how most play it.
JOKER_WITHOUT_TRUMP = rule(
    "joker_no_trump",
    {
        "wins": "At no-trump the joker has no suit: only somebody who cannot follow suit may play it, and it wins the "
        "trick. Whoever leads it says which suit the others must follow.",
    },
)

JOKER_DEFENDERS = rule("defenders", {"tricks": TRICKS, "nothing": 0})

HASENPFEFFER_JOKER = Variant(
    slug="hasenpfeffer-joker",
    name="Hasenpfeffer with Joker",
    about="Everybody gets six cards, one card is not dealt, and the joker is the best bower.",
    source="000",
    deals=(Deal(players=4, pack=PACK_25, tricks=6),),
    contracts=(
        Contract(bids=numbers(1, 6), made=pay(TRICKS, JOKER_DEFENDERS), set=pay(TRICKS - BID, JOKER_DEFENDERS)),
    ),
    trumps=NO_TRUMP_PLAYED,
    all_pass=AllPass(
        text="the holder of the best bower must bid 3; if nobody holds it, the cards are thrown in",
        passed_out="joker_undealt",
    ),
    card_play=CardPlay(dealt=THREE_AT_A_TIME, joker_without_trump=JOKER_WITHOUT_TRUMP),
    end=GameEnd(target=target(10), on_offense=ON_OFFENSE),
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
    about="Bids from 3, in a suit, high or low; all six tricks score the bid on top.",
    source="000",
    deals=SIX_CARDS_EACH,
    contracts=(
        Contract(bids=minimum_bid(3, 4, tricks=6), made=SKUNK, set=BUCK_SET),
        Contract(
            bids=("pfeffer",),
            play=alone(),
            needs=ALL,
            made=SKUNK,
            set=BUCK_SET,
            bid_value=rule("pfeffer_counts", {6: 6}, any_number=between(1, MOST_POINTS)),
        ),
    ),
    trumps=SUITS + HIGH_LOW,
    all_pass=dealer_must_bid(exactly=4),
    card_play=CardPlay(
        before=(
            "Whoever calls high or low, but not with a pfeffer, first gives the best card to the player on the left "
            "for that player’s worst: at high an ace for a 9, at low a 9 for an ace.",
        )
    ),
    end=GameEnd(target=target(25), on_offense=ON_OFFENSE),
    notes=(
        "All six tricks: six points plus the bid, and the bid off the other side.",
        "High or low, but no pfeffer: the caller’s best card goes to the left for that player’s worst.",
    ),
)
