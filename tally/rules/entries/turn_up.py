"""Euchre with a turned-up card: standard, British, Bald, Railroad, for three, for two, Call Ace (seed 003).

The number of cards, the rank of the ace and the jokers do not change the score.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from tally.rules.entries.questions import MOST_POINTS, rule
from tally.rules.entries.shared import (
    ALONE_STATED_OR_NOT,
    ANY_PRICE,
    PACK_24,
    PACK_25,
    PACK_28,
    PACK_32,
    THREE_AND_TWO,
    target,
)
from tally.rules.language import (
    CLUB,
    EACH_ALIKE,
    FOR_THE_BEST,
    LEFT_OF_MAKER,
    NO_NUMBER,
    REDEAL,
    SEVEN_UP,
    AllPass,
    CardPlay,
    Contract,
    Deal,
    GameEnd,
    HouseRule,
    Pack,
    Pay,
    RuleSet,
    RuleValue,
    SplitPoints,
    Variant,
    alone,
    between,
    pay,
)

# ---- Standard Euchre and its two closest relatives
#
# 3 or 4 tricks pay 1 point, all five 2, all five alone 4. With fewer than three the opponents score 2, alone or not.

# Any number that a club may choose pays no less than the hand that it is a greater feat than.
ALL_FIVE, EUCHRE = 2, 2
ANY_LONER = between(ALL_FIVE, MOST_POINTS)

LONER = rule("loner", {4: 4, 5: 5, "5-4": SplitPoints(lone_player=5, side=4)}, any_number=ANY_LONER)
LONER_EUCHRED = rule("loner_euchred", {2: 2, 3: 3, 4: 4}, any_number=ANY_PRICE)


def _euchred(price: int | HouseRule) -> Any:
    """Return what a euchre pays the defenders; at some clubs all five tricks pay them at least 4."""

    def meaning(least: int) -> Any:
        all_five = price.changed(partial(max, least)) if isinstance(price, HouseRule) else max(price, least)
        return {3: price, 4: price, 5: all_five}

    return rule("defense_march", {2: price, 4: meaning(4)}, any_number=between(EUCHRE + 1, MOST_POINTS, meaning))


def _euchre(defenders: Any) -> Any:
    """Return what a euchre pays: points for the defenders or, at some clubs, a loss for the makers (-2, -4)."""

    def meaning(points: int) -> Pay:
        return pay(0, _euchred(defenders or points)) if points > 0 else pay(points, 0)

    offered: dict[RuleValue, Pay] = {points: meaning(points) for points in (EUCHRE, -2, -4)}
    return rule("euchre", offered, any_number=between(-MOST_POINTS, MOST_POINTS, meaning))


WITH_PARTNER = Contract(
    bids=NO_NUMBER,
    needs=3,
    made=pay({3: 1, 4: 1, 5: ALL_FIVE}, 0),
    set=_euchre(defenders=None),
)
LONE_HAND = Contract(
    bids=NO_NUMBER,
    needs=3,
    play=alone(),
    made=pay({3: 1, 4: 1, 5: LONER}, 0),
    set=_euchre(defenders=LONER_EUCHRED),
)

# One defender alone euchres a lone maker; an entry with this price lets a house rule allow it.
DEFEND_ALONE_PAYS = rule("defend_alone_pays", {4: 4, 2: 2, 5: 5}, any_number=ANY_PRICE)
LONE_DEFENDER_EUCHRES = pay(0, DEFEND_ALONE_PAYS)

# Clubs play with 24 cards more often than with the text's 32, and many stick the dealer.
PACKS = {24: PACK_24, 25: PACK_25, 28: PACK_28, 32: PACK_32}
TURNED_UP = "If the joker is turned up, the dealer says which suit it stands for before looking at any cards."
JOKER_TURNED_UP = rule("joker_turned_up", {"dealer-says": TURNED_UP})
BENNY_IS_HIGHEST = (
    "The joker, or benny, is the highest trump. If it is the card turned up, the dealer says which suit it is before "
    "looking at any cards."
)


def by_pack(usual: int, meanings: Mapping[int, Any]) -> Any:
    """Return what the number of cards decides, with the usual pack of the game first."""
    usual_first = sorted(meanings, key=lambda cards: (cards != usual, cards))
    return rule("pack", {cards: meanings[cards] for cards in usual_first}, origin=CLUB)


def packs(usual: int) -> Any:
    """Return the deals for four with every pack that clubs use."""
    return by_pack(usual, {cards: (Deal(players=4, pack=pack, tricks=5),) for cards, pack in PACKS.items()})


def benny(usual: int) -> Any:
    """Return the note on the joker, empty for the packs that have none."""
    return by_pack(usual, {cards: BENNY_IS_HIGHEST if pack.jokers else "" for cards, pack in PACKS.items()})


# Rules of the table that change no points. A farmer's hand is low in every pack, so it is told by its highest card.
MISDEAL = rule(
    "misdeal",
    {
        "none": "",
        "ace-no-face": "Ace, no face: whoever is dealt at least one ace, and nothing else above a 10, may show the "
        "hand before calling or passing. The same dealer deals again.",
        "farmers-hand": "Farmer’s hand: whoever is dealt nothing above a 10 may show the hand before calling or "
        "passing. The same dealer deals again.",
    },
)
GOING_UNDER = rule(
    "going_under",
    {
        False: "",
        True: "Going under: whoever is dealt nothing above a 10 may show three of these cards before calling or "
        "passing, and trade them for three of the cards left over, unseen.",
    },
)
CANADIAN = rule(
    "canadian",
    {
        False: "",
        True: "Canadian: a dealer’s partner who orders up the dealer must go alone.",
    },
)
AT_CLUBS = (MISDEAL, GOING_UNDER, CANADIAN)

# What one tap answers, where a game goes to a target and where it does not.
AMERICAN_CLUB = RuleSet("american-club", "American club", {"pack": 24, "all_pass": "stick-the-dealer"})
BRITISH_PUBS = RuleSet("british", "British, with the benny", {"pack": 25})
CLUBS = (AMERICAN_CLUB, BRITISH_PUBS)
CLUBS_TO_A_TARGET = (
    replace(AMERICAN_CLUB, answers={**AMERICAN_CLUB.answers, "target": 10}),
    replace(BRITISH_PUBS, answers={**BRITISH_PUBS.answers, "target": 11}),
)

STICK_THE_DEALER = AllPass(text="the dealer must name trump", dealer_least=1)
STUCK_OR_NOT = rule("all_pass", {"redeal": REDEAL, "stick-the-dealer": STICK_THE_DEALER}, origin=CLUB)
TARGET = target(5, 7, 10, 11, 13, 15)
TURN_UP = CardPlay(dealt=THREE_AND_TWO, lowest_deals=True, exchange=FOR_THE_BEST)


def turn_up(usual: int) -> CardPlay:
    """Return how the cards are played where the pack is a house rule, so that the card turned up may be the joker."""
    before = by_pack(usual, {cards: TURNED_UP if pack.jokers else "" for cards, pack in PACKS.items()})
    return replace(TURN_UP, before=(before,))


STANDARD = Variant(
    slug="standard",
    name="Euchre",
    about="The game most people know: one card turned up, five tricks, a lone hand.",
    source="003",
    deals=packs(32),
    contracts=(
        WITH_PARTNER,
        replace(LONE_HAND, play=rule("call_for_best", {False: alone(), True: alone(0, 1)})),
        rule(
            "defend_alone",
            {
                False: None,
                True: replace(
                    LONE_HAND,
                    when=("defender_alone",),
                    play=rule("call_for_best", {False: alone(), True: alone(0, 1)}),
                    set=LONE_DEFENDER_EUCHRES,
                    defender_exchange=rule("call_for_best", {False: 0, True: 1}),
                    rare=True,
                ),
            },
        ),
    ),
    all_pass=STUCK_OR_NOT,
    card_play=turn_up(32),
    end=GameEnd(target=TARGET),
    notes=("One card is turned up: order it up, or name another suit in the second round.", benny(32), *AT_CLUBS),
    rule_sets=CLUBS_TO_A_TARGET,
)

STANDARD_24 = replace(
    STANDARD,
    slug="standard-24",
    name="Euchre with 24 Cards",
    about="Euchre as most clubs deal it: 9 to ace in four suits, to 10 points.",
    source="the custom of American clubs",
    deals=packs(24),
    card_play=turn_up(24),
    end=replace(STANDARD.end, target=target(10, 5, 7, 11, 13, 15)),
    notes=("One card is turned up: order it up, or name another suit in the second round.", benny(24), *AT_CLUBS),
)

BRITISH = replace(
    STANDARD,
    slug="british-euchre",
    name="British Euchre",
    about="Euchre as British pubs play it: usually with a joker, the benny, above both bowers.",
    source="the custom of pubs in the west of England",
    deals=packs(25),
    card_play=turn_up(25),
    end=replace(STANDARD.end, target=target(11, 5, 7, 10, 13, 15)),
    notes=("One card is turned up: order it up, or name another suit in the second round.", benny(25), *AT_CLUBS),
)

BALD = replace(
    STANDARD,
    slug="bald",
    name="Bald Euchre",
    about="Up to four cards are turned up; the left bower stays in its own suit.",
    left_bower_stays=True,
    card_play=replace(turn_up(32), turn_ups=4),
    all_pass=REDEAL,
    end=GameEnd(target=TARGET),
    notes=(
        "The left bower stays a card of its own suit, though it ranks as a trump.",
        "Up to four cards are turned up, one after the other, until a suit is accepted or comes up again. "
        "Then each in turn may name a suit that was not turned down. "
        "If all four suits were turned down, or everybody passes, the next dealer deals.",
        benny(32),
        MISDEAL,
        CANADIAN,
    ),
    rule_sets=(),
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
        benny(32),
        *AT_CLUBS,
    ),
    rule_sets=CLUBS,
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
LONE_AGAINST_LONE = replace(
    LONE, when=("defender_alone",), set=LONE_DEFENDER_EUCHRES, defender_exchange=LONE_DEFENDER_FOR_THE_BEST
)
EXPOSED_AGAINST_LONE = replace(
    EXPOSED,
    when=("defender_alone", "exposed"),
    set=LONE_DEFENDER_EUCHRES,
    defender_exchange=LONE_DEFENDER_FOR_THE_BEST,
)


def _lone_defender_wins(points: int) -> str:
    return f"A defender who plays alone and euchres the lone maker wins {points} for the partnership."


# "Optionally": most play jambone without this.
CALLED_LEAD = rule(
    "jambone_lead",
    {
        False: "",
        True: "An exposed maker leads to the first trick, and the player on the maker’s left says which card.",
    },
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
        target=TARGET,
        laps=rule("laps", {True: True, False: False}),
        slams=rule("slams", {True: True, False: False}),
    ),
    card_play=replace(
        TURN_UP,
        before=(rule("joker", {True: JOKER_TURNED_UP, False: ""}),),
        alone=(rule("jambone", {True: CALLED_LEAD, False: ""}),),
    ),
    notes=(
        rule(
            "defend_alone",
            {
                True: DEFEND_ALONE_PAYS.changed(_lone_defender_wins),
                False: "",
            },
        ),
        *AT_CLUBS,
    ),
    rule_sets=(),
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
            made=pay({3: 1, 4: 1, 5: rule("march", {3: 3, 2: 2, 4: 4}, any_number=ANY_PRICE)}, 0),
            set=pay(0, 2),
        ),
    ),
    # The lead of the text's lone hands, as every hand here is one.
    card_play=replace(TURN_UP, leads=LEFT_OF_MAKER),
    end=GameEnd(target=target(5, 7, 10)),
    notes=(
        "The maker always plays alone against the two others; each of them scores for a euchre.",
        "Our rule book’s table of points is lost; these are the standard ones.",
        MISDEAL,
    ),
)

TWO_HANDED = Variant(
    slug="two-handed",
    name="Euchre for Two",
    about="Euchre for two, without lone hands.",
    source="003",
    deals=(Deal(players=2, pack=PACK_24, tricks=5),),
    sides=EACH_ALIKE,
    contracts=(
        Contract(
            bids=NO_NUMBER,
            needs=3,
            made=pay({3: 1, 4: 1, 5: rule("march", {2: 2}, any_number=ANY_PRICE)}, 0),
            set=pay(0, 2),
        ),
    ),
    card_play=TURN_UP,
    end=GameEnd(target=target(5, 7, 10)),
    notes=(
        "Nobody can declare a lone hand: everybody plays alone already.",
        "The text’s table is lost: printed rule books say 1, 2 and 2.",
        MISDEAL,
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
        # A lone hand pays the caller. Only a loner of "5 and 4" has points for the partner who sat out.
        rule("alone", {True: LONE_HAND, False: None}),
        replace(
            WITH_PARTNER,
            when=("no_partner",),
            made=pay({3: 1, 4: 1, 5: rule("no_partner_march", {4: 4, 2: 2}, any_number=ANY_PRICE)}, 0),
        ),
    ),
    card_play=replace(
        TURN_UP,
        before=(
            "The maker then names any suit. Whoever else was dealt the highest card of it is the partner, and does not "
            "say so; the play shows it.",
        ),
    ),
    end=GameEnd(target=target(5, 7, 10)),
    notes=("Points go to every member of the side; two players on the same winning total both win.", MISDEAL),
)
