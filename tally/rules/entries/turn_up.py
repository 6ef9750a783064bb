"""Euchre with a turned-up card: standard, Bald, Railroad, for three, for two, Call Ace (seed 003).

The number of cards, the rank of the ace and the jokers do not change the score.
"""

from __future__ import annotations

from dataclasses import replace

from tally.rules.entries.questions import rule
from tally.rules.entries.shared import ALONE_STATED_OR_NOT, PACK_24, PACK_32, target
from tally.rules.language import (
    EACH_ALIKE,
    NO_NUMBER,
    SEVEN_UP,
    Contract,
    Deal,
    GameEnd,
    Pack,
    SplitPoints,
    Variant,
    alone,
    pay,
)

# ---- Standard Euchre and its two closest relatives
#
# 3 or 4 tricks pay 1 point, all five 2, all five alone 4. With fewer than three the opponents score 2, alone or not.

LONER = rule("loner", {4: 4, 5: 5, "5-4": SplitPoints(lone_player=5, side=4)})
LONER_EUCHRED = rule("loner_euchred", {2: 2, 3: 3, 4: 4})

# A euchre pays the defenders; at some clubs it costs the makers instead (-2, -4), and the defenders score nothing.
WITH_PARTNER = Contract(
    bids=NO_NUMBER,
    needs=3,
    made=pay({3: 1, 4: 1, 5: 2}, 0),
    set=rule("euchre", {2: pay(0, 2), -2: pay(-2, 0), -4: pay(-4, 0)}),
)
LONE_HAND = Contract(
    bids=NO_NUMBER,
    needs=3,
    play=alone(),
    made=pay({3: 1, 4: 1, 5: LONER}, 0),
    set=rule("euchre", {2: pay(0, LONER_EUCHRED), -2: pay(-2, 0), -4: pay(-4, 0)}),
)

STANDARD = Variant(
    slug="standard",
    name="Euchre",
    about="The game most people know: one card turned up, five tricks, a lone hand.",
    source="003",
    deals=(Deal(players=4, pack=PACK_32, tricks=5),),
    contracts=(WITH_PARTNER, LONE_HAND),
    end=GameEnd(target=target(5, 7, 10), notes=("A rubber is the best of three games.",)),
    notes=("One card is turned up: accept its suit, or in a second round name another.",),
)

BALD = replace(
    STANDARD,
    slug="bald",
    name="Bald Euchre",
    about="Up to four cards are turned up; the left bower stays in its own suit.",
    left_bower_stays=True,
    end=GameEnd(target=target(5, 7, 10)),
    notes=(
        "The left bower stays a card of its own suit, though it ranks as a trump.",
        "Up to four cards are turned up, one after the other, until a suit is accepted or comes up again. "
        "Then each in turn may name a suit that was not turned down. "
        "If all four suits were turned down, or everybody passes, the next dealer deals anew.",
    ),
)

PROGRESSIVE_CATS = replace(
    STANDARD,
    slug="progressive-cats",
    name="Progressive Euchre",
    about="Euchre with another partner in every game; usually each player deals once.",
    end=GameEnd(deals=4, notes=("Each of the four players deals once; there is no limit to the points.",)),
    notes=(
        "Every game starts again from 0; the highest total of the whole session wins.",
        "The player named first on the chart deals the first hand.",
    ),
)

# ---- Railroad: standard with options, "one or more may be added"
#
# A lone maker may call for the partner's best card, or play with all cards exposed (jambone), and a defender may play
# alone too. So the contracts are: with a partner; alone; alone and exposed; alone against a lone defender; and both
# of these at once. `alone(0, 1)` means after exchanging no card or one. A lone maker and a lone defender may both
# call for the best; the text does not say whether that also holds with the cards exposed.

ONE_CARD_FOR_THE_BEST = rule("call_for_best", {True: alone(0, 1), False: alone()})
EXPOSED_FOR_THE_BEST = rule(
    "call_for_best", {True: rule("jambone_call", {True: alone(0, 1), False: alone()}), False: alone()}
)
LONE_DEFENDER_FOR_THE_BEST = rule("call_for_best", {True: 1, False: 0})

LONE = replace(LONE_HAND, play=ONE_CARD_FOR_THE_BEST)
EXPOSED = replace(
    LONE_HAND,
    when=("exposed",),
    play=EXPOSED_FOR_THE_BEST,
    made=pay({3: 1, 4: 1, 5: 8}, 0),
    set=rule("jambone_euchred", {"as-alone": LONE_HAND.set}),
)
LONE_AGAINST_LONE = replace(LONE, when=("defender_alone",), set=pay(0, 4), defender_exchange=LONE_DEFENDER_FOR_THE_BEST)
EXPOSED_AGAINST_LONE = replace(
    EXPOSED, when=("defender_alone", "exposed"), set=pay(0, 4), defender_exchange=LONE_DEFENDER_FOR_THE_BEST
)

RAILROAD = replace(
    STANDARD,
    slug="railroad",
    name="Railroad Euchre",
    about="Euchre with a joker and more ways to play alone: cards exposed, or a lone defender.",
    deals=(Deal(players=4, pack=Pack(SEVEN_UP, jokers=rule("joker", {True: 1, False: 0})), tricks=5),),
    contracts=(
        WITH_PARTNER,
        LONE,
        rule("jambone", {True: EXPOSED, False: None}),
        rule("defend_alone", {True: LONE_AGAINST_LONE, False: None}),
        # None: a night without the option does not have this contract. The last one needs both options.
        rule("defend_alone", {True: rule("jambone", {True: EXPOSED_AGAINST_LONE, False: None}), False: None}),
    ),
    end=GameEnd(
        target=target(5, 7, 10),
        laps=rule("laps", {True: True, False: False}),
        slams=rule("slams", {True: True, False: False}),
    ),
    notes=(
        rule(
            "defend_alone",
            {
                True: "A defender who plays alone and euchres the lone maker wins 4 for the partnership.",
                False: "",
            },
        ),
    ),
)

# ---- For three and for two; the text's tables of points are lost

THREE_HANDED = Variant(
    slug="three-handed",
    name="Euchre for Three",
    about="The maker plays alone against the two others.",
    source="003",
    deals=(Deal(players=3, pack=PACK_32, tricks=5),),
    sides=EACH_ALIKE,
    contracts=(
        Contract(
            bids=NO_NUMBER,
            needs=3,
            play=ALONE_STATED_OR_NOT,
            made=pay({3: 1, 4: 1, 5: rule("march", {3: 3, 2: 2, 4: 4})}, 0),
            set=pay(0, 2),
        ),
    ),
    end=GameEnd(target=target(5, 7, 10)),
    notes=(
        "The maker always plays alone against the two others; each of them scores for a euchre.",
        "The text's table is lost: two published pages say 1, 3 and 2.",
    ),
)

TWO_HANDED = Variant(
    slug="two-handed",
    name="Euchre for Two",
    about="Euchre for two, without lone hands.",
    source="003",
    deals=(Deal(players=2, pack=PACK_24, tricks=5),),
    sides=EACH_ALIKE,
    contracts=(Contract(bids=NO_NUMBER, needs=3, made=pay({3: 1, 4: 1, 5: rule("march", {2: 2})}, 0), set=pay(0, 2)),),
    end=GameEnd(target=target(5, 7, 10)),
    notes=(
        "Nobody can declare a lone hand: everybody plays alone already.",
        "The text's table is lost: printed rule books say 1, 2 and 2.",
    ),
)


# ---- Call Ace: the holder of the highest card of a named suit is the secret partner

CALL_ACE = Variant(
    slug="call-ace",
    name="Call Ace Euchre",
    about="Everybody for themselves; whoever holds the highest card of the suit called is the partner.",
    source="003",
    deals=(
        Deal(players=4, pack=PACK_32, tricks=5),
        Deal(players=5, pack=PACK_32, tricks=5),
        Deal(players=6, pack=PACK_32, tricks=5),
    ),
    sides=EACH_ALIKE,
    facts=("partner",),
    contracts=(
        replace(WITH_PARTNER, partners=1),
        # The secret partner sits out, but scores with the maker.
        rule("alone", {True: replace(LONE_HAND, partners=1), False: None}),
        replace(
            WITH_PARTNER,
            when=("no_partner",),
            made=pay({3: 1, 4: 1, 5: rule("no_partner_march", {4: 4, 2: 2})}, 0),
        ),
    ),
    end=GameEnd(target=target(5, 7, 10)),
    notes=("Points go to every member of the side; two players on the same winning total both win.",),
)
