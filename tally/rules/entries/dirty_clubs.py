"""Dirty Clubs, or Buck Euchre: everybody counts down to 0 (seed 000)."""

from __future__ import annotations

from tally.rules.entries.questions import rule
from tally.rules.entries.shared import ANY_TARGET, PACK_32
from tally.rules.language import (
    MAKER,
    NINE_UP,
    OTHERWISE,
    OWN_TRICKS,
    REDEAL,
    TEN_UP,
    TRICKS,
    AllPass,
    CardPlay,
    Contract,
    Deal,
    GameEnd,
    Pack,
    Variant,
    numbers,
    pay,
)

# Points count down, so a gain is negative and a loss is plus 5.
#
# Bumping: "a player who takes no tricks is penalized 5 points"; players may then drop out before the play.

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
    card_play=CardPlay(
        leads=rule("lead", {"bidder": MAKER}),
        before=(
            rule(
                "bump",
                {
                    False: "",
                    True: "Once trump is named, each of the others may drop out by laying the cards down: no tricks, "
                    "and no 5 for taking none.",
                },
            ),
        ),
    ),
    end=GameEnd(starts=rule("start", {15: 15, 20: 20, 25: 25}, any_number=ANY_TARGET), target=0),
    notes=("Everybody subtracts the tricks taken; the bidder who falls short adds 5 instead.",),
)
