"""Seed 000: the tournament's own Progressive Euchre, Dirty Clubs, and the games with two decks."""

from __future__ import annotations

from typing import Any

from tally.rules.entries.questions import rule
from tally.rules.entries.shared import NO_TRUMP_PLAYED, PACK_24, PACK_32, PACK_48, SET_LOSES_BID, target
from tally.rules.language import (
    ALL,
    BID,
    BIDDERS,
    EACH_ALIKE,
    EACH_ITS_TRICKS,
    NINE_UP,
    OTHERWISE,
    OWN_TRICKS,
    READING,
    REDEAL,
    TEN_UP,
    TRICKS,
    AllPass,
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

# ---- Progressive: "one point for 3 or 4 tricks, 2 points for all 5 tricks, 4 points for a loner. A team
# failing receives no points and 2 points goes to other partners." Six are dealt: "all 5" has to be read.
#
# P1, the usual answer: by the tricks taken, 3 or 4 for 1 point, 5 or 6 for 2; a made bid of 1 or 2 that takes no
# more earns nothing, and only the makers score. The others differ from it in one thing:
# P2: five cards are dealt, so that there are five tricks.   P3: "all" is all six, and 5 tricks pay 1.
# P4: a pepper pays 4, as a loner does.                      P5: 1 or 2 tricks, if bid, pay 1.
# P6: "teams" are both sides: the defenders score for 3 tricks and more, too.

P1 = {3: 1, 4: 1, 5: 2, 6: 2}


def _reading(others: Any, **answers: Any) -> Any:
    """What a value is under the readings named, and what it is under all the others."""
    return rule("reading", {name: answers.get(name, others) for name in ("P1", "P2", "P3", "P4", "P5", "P6")})


PROGRESSIVE = Variant(
    slug="progressive",
    name="Progressive Bid Euchre",
    about="Bid euchre made for progressive nights: a hand pays 1, 2 or 4.",
    source="000",
    deals=_reading(others=(Deal(players=4, pack=PACK_24, tricks=6),), P2=(Deal(players=4, pack=PACK_24, tricks=5),)),
    contracts=(
        Contract(
            bids=numbers(1),
            set=pay(0, 2),
            made=_reading(
                others=pay(P1, 0),
                P3=pay({3: 1, 4: 1, 5: 1, 6: 2}, 0),
                P5=pay({1: 1, 2: 1, **P1}, 0),
                P6=pay(P1, P1),
            ),
        ),
        Contract(bids=("pepper",), needs=ALL, play=alone(1), made=pay(_reading(others=2, P4=4), 0), set=pay(0, 2)),
        Contract(bids=("loner",), needs=ALL, play=alone(), made=pay(4, 0), set=pay(0, 2)),
    ),
    end=GameEnd(
        deals=8,
        notes=("The head table plays eight hands and rings the bell; the others finish their hand. Ten games.",),
    ),
    notes=(
        "One round of bidding. Pepper: every trick, after one card from the partner, who sits out.",
        "Loner: every trick, unaided.",
    ),
)

# ---- Dirty Clubs: everybody counts down to 0, so what a player gains is written with a minus, and a loss as plus 5.
# Bumped: "a player who takes no tricks is penalized 5 points"; then one may also drop out before the play.

DEFENDERS_OR_BUMPED = rule("bump", {False: -TRICKS, True: {0: 5, OTHERWISE: -TRICKS}})

DIRTY_CLUBS = Variant(
    slug="dirty-clubs",
    name="Dirty Clubs, or Buck Euchre",
    about="Everybody counts down to 0, a point for each trick.",
    source="000",
    deals=rule(
        "tricks",
        {
            5: (
                Deal(players=3, pack=Pack(TEN_UP), tricks=5),
                Deal(players=4, pack=Pack(NINE_UP), tricks=5),
                Deal(players=5, pack=Pack("8 " + NINE_UP), tricks=5),
                Deal(players=6, pack=PACK_32, tricks=5),
            )
        },
    ),
    sides=OWN_TRICKS,
    facts=rule("bump", {False: (), True: ("dropped",)}),
    must_state=("tricks_by_player",),
    contracts=(Contract(bids=numbers(1), made=pay(-TRICKS, DEFENDERS_OR_BUMPED), set=pay(5, DEFENDERS_OR_BUMPED)),),
    all_pass=rule(
        "no_trump",
        {
            False: REDEAL,
            True: AllPass(
                text="played without trump, nobody drops out",
                passed_out="yes",
                everybody=DEFENDERS_OR_BUMPED,
            ),
        },
        question="If nobody bids, is the hand played without trump?",
    ),
    end=GameEnd(starts=rule("start", {15: 15, 20: 20, 25: 25}), target=0),
    notes=(
        "Everybody subtracts the tricks taken; the bidder who falls short adds 5 instead.",
        "The first at 0 wins.",
    ),
)

# ---- Two decks

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
    ),
    sides=EACH_ALIKE,
    facts=("partner",),
    contracts=(Contract(bids=numbers(1), partners=1, made=EACH_ITS_TRICKS, set=SET_LOSES_BID),),
    all_pass=dealer_must_bid(exactly=6),
    # one question settles both: ten hands and no target, or a target of 21 and any number of hands
    end=GameEnd(deals=rule("target", {"ten-hands": 10, 21: None}), target=rule("target", {"ten-hands": None, 21: 21})),
    notes=(
        "The bidder names a card; whoever first plays it is the partner, perhaps nobody.",
        "Each member of the bidding side scores the side's tricks, each defender the defenders'.",
    ),
)

A_SET = rule("set", {"six": -6, "the-bid": -BID, "all-the-tricks": -ALL})
NO_TRICK = rule("no_trick", {6: -6, 0: 0})
TRICKS_OR_SIX = {0: NO_TRICK, OTHERWISE: TRICKS}

DOUBLE_HASENPFEFFER = Variant(
    slug="double-hasenpfeffer",
    name="Double Hasenpfeffer, or Double Pepper",
    about="Twelve tricks, bids from 6; any bid may be played alone for double.",
    source="000",
    deals=(Deal(players=4, pack=PACK_48, tricks=12), Deal(players=6, pack=PACK_48, tricks=8)),
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
    ),
)

VARIANTS = (PROGRESSIVE, DIRTY_CLUBS, INDIANA_DOUBLE_DECK, FLORIDA_FIVE_HANDED, DOUBLE_HASENPFEFFER)
