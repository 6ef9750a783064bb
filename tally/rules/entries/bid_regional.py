"""Bid Euchre as different places play it (seed 001).

`ordinary` is the usual bid. If it is made, each side scores its tricks; if it is set, the makers lose the bid and the
defenders score their tricks. `all_or_nothing(10, 16)` is a bid of 10 that needs all the tricks, for 16 or minus 16.
A side wins only by making its own bid or by setting the other side, so it can stand above the target and not
have won. Alber's text ends the game in its own way; see there.
"""

from __future__ import annotations

from dataclasses import replace

from tally.rules.entries.questions import rule
from tally.rules.entries.shared import (
    NO_TRUMP_PLAYED,
    PACK_24,
    PACK_48,
    all_or_nothing,
    all_pass,
    minimum_bid,
    ordinary,
    target,
)
from tally.rules.language import (
    BIDDERS,
    HIGH_LOW,
    JACK_UP,
    MAKER_LOOKS,
    OWN_TRICKS,
    SUITS,
    TEN_UP,
    TRICKS,
    CardPlay,
    Contract,
    Deal,
    GameEnd,
    Pack,
    Variant,
    alone,
    between,
    dealer_must_bid,
    numbers,
    pay,
)

# In the general rules a bid names the trump too, and of two who exchange cards neither sees the other's first.
GENERAL = CardPlay(trump_in_bid=True)

PACK_32_FROM_JACK, PACK_40 = Pack(JACK_UP, copies=2), Pack(TEN_UP, copies=2)

# The text's table for eight alone is lost; a public program for the same 32 cards has 12, 18 and 24.
CALLING_TWO = rule("alone_pays", {"12-18-24": 12})
CALLING_ONE = rule("alone_pays", {"12-18-24": 18})
MOON = rule("alone_pays", {"12-18-24": 24})

BARRIE = Variant(
    slug="barrie",
    name="Bid Euchre, Barrie",
    about="Jack to ace; all eight tricks may be bid alone, calling two cards, one or none.",
    source="001",
    deals=(Deal(players=4, pack=PACK_32_FROM_JACK, tricks=8),),
    contracts=(
        ordinary(minimum_bid(1, 2, 3, tricks=8)),
        all_or_nothing(8, CALLING_TWO, alone(2), label="8 alone, calling two"),
        all_or_nothing(8, CALLING_ONE, alone(1), label="8 alone, calling one"),
        all_or_nothing(8, MOON, alone(0), label="moon"),
    ),
    trumps=NO_TRUMP_PLAYED,
    all_pass=all_pass(1, 3),
    card_play=GENERAL,
    end=GameEnd(
        target=target(52),
        on_offense=True,
        notes=("The text speaks of two versions of the end of a game; its list is lost.",),
    ),
    notes=("A moon is eight tricks alone with the cards as dealt; it is the highest bid.",),
)


HOOSIER = Variant(
    slug="hoosier",
    name="Hoosier Bid Euchre",
    about="Ten tricks; a moon is all ten, with a partner or alone.",
    source="001",
    deals=(Deal(players=4, pack=PACK_40, tricks=10),),
    contracts=(
        ordinary(minimum_bid(1, 2, 3, highest=9)),
        all_or_nothing(10, 16, label="moon"),
        all_or_nothing(10, 32, alone(), label="moon alone"),
    ),
    trumps=NO_TRUMP_PLAYED,
    all_pass=all_pass(1, 3),
    card_play=GENERAL,
    end=GameEnd(target=target(32), on_offense=True),
)

HOOSIER_THREE = Variant(
    slug="hoosier-three",
    name="Hoosier Bid Euchre for Three",
    about="Hoosier for three, each for themselves, with a kitty of two.",
    source="001",
    deals=(Deal(players=3, pack=PACK_32_FROM_JACK, tricks=10, kitty=2),),
    sides=OWN_TRICKS,
    contracts=(ordinary(numbers(1, 9)), all_or_nothing(10, 16, label="moon")),
    trumps=NO_TRUMP_PLAYED,
    all_pass=all_pass(1, 3),
    card_play=GENERAL,
    end=GameEnd(target=target(32), on_offense=True),
    notes=("The highest bidder takes the kitty unseen by the others and discards as many cards.",),
)

CUTTHROAT_PURDUE = replace(
    HOOSIER_THREE,
    slug="cutthroat-purdue",
    name="Cutthroat Euchre, Purdue",
    about="Hoosier for three with one deck, seven tricks and a kitty of three.",
    deals=(Deal(players=3, pack=PACK_24, tricks=7, kitty=3),),
    contracts=(ordinary(numbers(1, 6)), all_or_nothing(7, 16, label="moon")),
)

KOKOMO_KITTY = Variant(
    slug="kokomo-kitty",
    name="Bid Euchre with a Kitty, Kokomo",
    about="A kitty of four for the highest bidder; suits, high or low.",
    source="001",
    deals=(Deal(players=4, pack=PACK_48, tricks=11, kitty=4),),
    contracts=(
        ordinary(minimum_bid(1, 3, 4, tricks=11)),
        all_or_nothing(
            11,
            22,
            rule("shooter_swap", {False: alone(0), True: alone(0, 2)}),  # no exchange, or none or two cards
            kitty=rule("shooter_kitty", {True: True, False: False}),
            label="shooter",
        ),
    ),
    trumps=SUITS + HIGH_LOW,
    all_pass=all_pass(1, 3),
    card_play=GENERAL,
    end=GameEnd(target=target(52), on_offense=True),
    notes=(
        "The high bidder picks up the kitty and discards four cards.",
        rule(
            "shooter_kitty",
            {
                True: "A shooter is all eleven tricks alone.",
                False: "A shooter is all eleven tricks alone, without the kitty.",
            },
        ),
    ),
)

SHAWN = Variant(
    slug="shawn",
    name="Shawn’s Bid Euchre",
    about="Jack to ace; bids from 3, at no-trump from 5, and seven alone between 7 and 8.",
    source="001",
    deals=(Deal(players=4, pack=PACK_32_FROM_JACK, tricks=8),),
    contracts=(
        ordinary(numbers(3, 4), trumps=SUITS),
        ordinary(numbers(5, 8)),
        # Seven alone needs seven tricks, not all eight.
        Contract(bids=(7,), play=alone(), made=pay(14, TRICKS), set=pay(-14, TRICKS)),
        all_or_nothing(8, 16, alone()),
    ),
    trumps=NO_TRUMP_PLAYED,
    all_pass=all_pass(3),
    card_play=GENERAL,
    end=GameEnd(target=target(32), on_offense=True),
    notes=(
        rule("no_trump", {True: "The lowest bid at no-trump is 5.", False: ""}),
        "Seven alone ranks between 7 and 8; no cards are exchanged.",
    ),
)

RACEHORSE = Variant(
    slug="racehorse",
    name="Racehorse, or Six-Card Euchre",
    about="Bids from 3 in a suit, high or low; the dealer may equal the highest bid.",
    source="001",
    deals=(
        Deal(players=4, pack=PACK_24, tricks=6),
        Deal(players=6, pack=PACK_48, tricks=8),
        Deal(players=8, pack=PACK_48, tricks=6),
    ),
    contracts=(ordinary(numbers(3)),),
    trumps=SUITS + HIGH_LOW,
    all_pass=dealer_must_bid(3),
    card_play=CardPlay(dealer_may_equal=True),
    end=GameEnd(target=target(32), on_offense=True),
    notes=(
        "The dealer may equal the highest bid instead of bidding higher.",
        "Six or eight players form two sides, in alternate seats.",
    ),
)

ALBER = Variant(
    slug="alber",
    name="Scott Alber’s Bid Euchre",
    about="Ten tricks, suits, high or low; a moon is all ten alone, with one or two cards exchanged.",
    source="001",
    deals=(Deal(players=4, pack=PACK_40, tricks=10),),
    contracts=(
        ordinary(numbers(1)),
        all_or_nothing(10, 15, alone(2), label="moon with two cards"),
        all_or_nothing(
            10,
            rule("one_card_moon", {15: 15, 20: 20}, any_number=between(0, 100)),
            alone(1),
            label="moon with one card",
        ),
    ),
    trumps=SUITS + HIGH_LOW,
    all_pass=dealer_must_bid(1),
    card_play=replace(GENERAL, exchange=MAKER_LOOKS),
    # "The first team to reach 52 or more points wins": the text does not ask for a bid, as the general rules do.
    end=GameEnd(target=target(52), both=BIDDERS, on_offense=rule("winning", {"at-target": False, "on-offence": True})),
    notes=("Only the dealer may overcall a moon, with another moon.",),
)
