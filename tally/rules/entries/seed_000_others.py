"""Seed 000: the tournament's own Progressive Euchre, Dirty Clubs, and the games with two decks."""

from __future__ import annotations

from typing import Any

from tally.rules.entries.shared import (
    NO_TRUMP_PLAYED,
    PACK_24,
    PACK_32,
    PACK_48,
    SET_LOSES_BID,
    target,
)
from tally.rules.language import (
    ALL,
    BID,
    BIDDERS,
    CLUB,
    EACH_ALIKE,
    EACH_ITS_TRICKS,
    HIGHER_OR_TIE,
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
    Game,
    Pack,
    Variant,
    alone,
    dealer_must_bid,
    numbers,
    pay,
    rule,
)

# ---- Progressive: "one point for 3 or 4 tricks, 2 points for all 5 tricks, 4 points for a loner. A team
# failing receives no points and 2 points goes to other partners." Six are dealt: "all 5" has to be read.

_P1 = {3: 1, 4: 1, 5: 2, 6: 2}


def _reading(others: Any, **answers: Any) -> Any:
    return rule(
        "reading",
        READING,
        "P1: five or six tricks are 2. P2: five cards are dealt. "
        "P3: only six tricks are 2. P4: a pepper pays as a loner. P5: a made bid of 1 or 2 earns 1. "
        "P6: defenders with three tricks or more score for them too. Which reading of the pay?",
        {name: answers.get(name, others) for name in ("P1", "P2", "P3", "P4", "P5", "P6")},
    )


PROGRESSIVE = Variant(
    slug="progressive",
    name="Progressive Bid Euchre",
    source="000",
    deals=_reading(
        others=(Deal(players=4, pack=PACK_24, tricks=6),), P2=(Deal(players=4, pack=PACK_24, tricks=5),)
    ),
    contracts=(
        Contract(
            bids=numbers(1),
            set=pay(0, 2),
            made=_reading(
                others=pay(_P1, 0),
                P3=pay({3: 1, 4: 1, 5: 1, 6: 2}, 0),
                P5=pay({1: 1, 2: 1, **_P1}, 0),
                P6=pay(_P1, _P1),
            ),
        ),
        Contract(
            bids=("pepper",), needs=ALL, play=alone(1), made=pay(_reading(others=2, P4=4), 0), set=pay(0, 2)
        ),
        Contract(bids=("loner",), needs=ALL, play=alone(), made=pay(4, 0), set=pay(0, 2)),
    ),
    game=Game(deals=8),
    notes=(
        "One round of bidding. Pepper: every trick, after one card from the partner, who sits out.",
        "Loner: every trick, unaided.",
        "The head table plays eight hands and rings the bell; the others finish their hand. Ten games.",
        "No-trump is not permitted.",
    ),
)

# ---- Dirty Clubs: everybody counts down to 0


def _bump(no: Any, yes: Any) -> Any:
    return rule(
        "bump",
        CLUB,
        "Does a player without a trick add 5, and may players drop out before the play?",
        {False: no, True: yes},
    )


_EVERYBODY = _bump(-TRICKS, {0: 5, OTHERWISE: -TRICKS})

DIRTY_CLUBS = Variant(
    slug="dirty-clubs",
    name="Dirty Clubs, or Buck Euchre",
    source="000",
    deals=(
        Deal(players=3, pack=Pack(TEN_UP), tricks=5),
        Deal(players=4, pack=Pack(NINE_UP), tricks=5),
        Deal(players=5, pack=Pack("8 " + NINE_UP), tricks=5),
        Deal(players=6, pack=PACK_32, tricks=5),
    ),
    sides=OWN_TRICKS,
    facts=_bump((), ("dropped",)),
    must_state=("tricks_by_player",),
    contracts=(Contract(bids=numbers(1), made=pay(-TRICKS, _EVERYBODY), set=pay(5, _EVERYBODY)),),
    all_pass=rule(
        "no_trump",
        CLUB,
        "If nobody bids, is the hand played without trump?",
        {
            False: REDEAL,
            True: AllPass(
                words="played without trump, nobody drops out", passed_out="yes", everybody=_EVERYBODY
            ),
        },
    ),
    game=Game(
        starts=rule("start", READING, "At how many points does everybody start?", {15: 15, 20: 20, 25: 25}),
        target=0,
        both=HIGHER_OR_TIE,
    ),
    notes=(
        "Everybody subtracts the tricks taken; the bidder who falls short adds 5 instead.",
        "The first at 0 wins.",
    ),
)

# ---- Two decks

INDIANA_DOUBLE_DECK = Variant(
    slug="indiana-double-deck",
    name="Indiana Double Deck",
    source="000",
    deals=(Deal(players=4, pack=PACK_48, tricks=12), Deal(players=6, pack=PACK_48, tricks=8, sides=3)),
    contracts=(Contract(bids=numbers(3), made=pay(BID, TRICKS), set=SET_LOSES_BID),),
    trumps=NO_TRUMP_PLAYED,
    all_pass=AllPass(words="cannot happen: the player left of the dealer must bid at least 3"),
    game=Game(target=target(50), both=BIDDERS),
    notes=(
        "Only the bid is scored, not the overtricks; the others always score their tricks.",
        "Bidding goes on until three passes in a row; a suit may match a no-trump bid of the same number.",
        "Six players: three pairs, each defending pair scores its own tricks (a reading).",
    ),
)


def _ten_hands(ten: int | None, points: int | None) -> Any:
    return rule(
        "target",
        CLUB,
        "How does a game end: after ten hands, or at 21 points?",
        {"ten-hands": ten, 21: points},
    )


FLORIDA_FIVE_HANDED = Variant(
    slug="florida-five-handed",
    name="Florida, Five-Handed",
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
    game=Game(deals=_ten_hands(10, None), target=_ten_hands(None, 21), both=HIGHER_OR_TIE),
    notes=(
        "The bidder names a card; whoever first plays it is the partner, perhaps nobody.",
        "Each member of the bidding side scores the side's tricks, each defender the defenders'.",
    ),
)

_A_SET = rule(
    "set", READING, "What does a failed bid lose?", {"six": -6, "the-bid": -BID, "all-the-tricks": -ALL}
)
_NO_TRICK = rule("no_trick", READING, "What do defenders without a trick lose?", {6: -6, 0: 0})
_TRICKS_OR_SIX = {0: _NO_TRICK, OTHERWISE: TRICKS}

DOUBLE_HASENPFEFFER = Variant(
    slug="double-hasenpfeffer",
    name="Double Hasenpfeffer, or Double Pepper",
    source="000",
    deals=(Deal(players=4, pack=PACK_48, tricks=12), Deal(players=6, pack=PACK_48, tricks=8)),
    contracts=(
        Contract(bids=numbers(6), made=pay(TRICKS, _TRICKS_OR_SIX), set=pay(_A_SET, TRICKS)),
        Contract(
            bids=numbers(6),
            players=4,
            play=alone(0, 2),
            made=pay(2 * TRICKS, _TRICKS_OR_SIX),
            set=pay(2 * _A_SET, TRICKS),
        ),
    ),
    trumps=NO_TRUMP_PLAYED,
    all_pass=dealer_must_bid(exactly=6, half_set=True),
    game=Game(target=target(None, 52, mark=READING)),
    notes=(
        "The lowest bid is 6; there are no peppers. A stuck dealer who fails loses half, rounded up.",
        "Four players: the high bidder may exchange two cards and play alone, for double.",
    ),
)

VARIANTS = (PROGRESSIVE, DIRTY_CLUBS, INDIANA_DOUBLE_DECK, FLORIDA_FIVE_HANDED, DOUBLE_HASENPFEFFER)
