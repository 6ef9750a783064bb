"""Auction Euchre for five, six and seven players (seed 003).

A bid is a number of points. If it is made, the bidder and any partners score it; if it fails, each opponent does.
"""

from __future__ import annotations

from dataclasses import replace

from tally.rules.entries.questions import rule
from tally.rules.entries.shared import ALONE_STATED_OR_NOT, THREE_AND_TWO, all_pass, target
from tally.rules.language import (
    BID,
    EACH_ALIKE,
    LEFT_OF_DEALER,
    READING,
    SEVEN_UP,
    CardPlay,
    Contract,
    Deal,
    GameEnd,
    Pack,
    Variant,
    pay,
)

# "Any of the versions of auction Euchre can be played with the addition of one joker": the highest trump.

JOKER = rule("joker", {False: 0, True: 1})
PACK_32_OR_33 = Pack(SEVEN_UP, jokers=JOKER)
PACK_36_OR_37 = Pack("6 " + SEVEN_UP, jokers=JOKER)
PACK_52_OR_53 = Pack("2 3 4 5 6 " + SEVEN_UP, jokers=JOKER)


def _auction(bid: int, tricks: int, partners: int, *, widow: bool = True) -> Contract:
    return Contract(
        bids=(bid,),
        needs=tricks,
        partners=partners,
        partners_at_most=rule("fewer_partners", {True: True, False: False}),
        kitty=widow,
        play=ALONE_STATED_OR_NOT,
        made=pay(BID, 0),
        set=pay(0, BID),
    )


def _widow_note(without: int) -> str:
    """The note on the bidding, with the bid that is played without the widow."""
    return (
        f"One round of bidding; the highest bidder names trump and, except with a {without}, may take the widow and "
        "discard as many."
    )


OVERTRICKS = "Overtricks earn nothing; a bidder who fails scores nothing."
AUCTION = CardPlay(
    leads=LEFT_OF_DEALER,
    lowest_deals=True,
    kitty_may_stay=True,
    before=("Then the maker chooses the partners that the bid allows, wherever they sit.",),
)

FIVE_TRICK_BIDS = (
    _auction(3, tricks=3, partners=1),
    _auction(4, tricks=4, partners=2),
    _auction(5, tricks=5, partners=2),
    _auction(8, tricks=5, partners=0),
    _auction(15, tricks=5, partners=0, widow=False),
)

AUCTION_FIVE = Variant(
    slug="auction-five",
    name="Auction Euchre for Five",
    about="Five players bid for the trump, a widow and partners.",
    source="003",
    deals=(Deal(players=5, pack=PACK_32_OR_33, tricks=5, kitty=2),),
    sides=EACH_ALIKE,
    facts=("partners",),
    kitty_name="widow",
    contracts=FIVE_TRICK_BIDS,
    card_play=replace(AUCTION, dealt=THREE_AND_TWO),
    end=GameEnd(target=target(None, 15, 21, origin=READING)),
    all_pass=all_pass(),
    notes=(
        _widow_note(without=15),
        OVERTRICKS,
    ),
)

AUCTION_SIX = replace(
    AUCTION_FIVE,
    slug="auction-six",
    name="Auction Euchre for Six",
    about="Six players bid for the trump, a widow and partners.",
    deals=rule(
        "pack",
        {
            32: (Deal(players=6, pack=PACK_32_OR_33, tricks=5, kitty=2),),
            36: (Deal(players=6, pack=PACK_36_OR_37, tricks=5, kitty=2),),
        },
    ),
    contracts=rule("bids", {"as-five-handed": FIVE_TRICK_BIDS}),
)

AUCTION_SEVEN = replace(
    AUCTION_FIVE,
    slug="auction-seven",
    name="Auction Euchre for Seven",
    about="Seven players with the full deck bid for the trump, a widow and partners.",
    card_play=AUCTION,
    deals=(Deal(players=7, pack=PACK_52_OR_53, tricks=7, kitty=rule("joker", {False: 3, True: 4})),),
    contracts=rule(
        "bids",
        {
            "seven-tricks": (
                _auction(4, tricks=4, partners=1),
                _auction(5, tricks=5, partners=1),
                _auction(6, tricks=6, partners=2),
                _auction(7, tricks=7, partners=2),
                _auction(10, tricks=7, partners=0),
                _auction(20, tricks=7, partners=0, widow=False),
            )
        },
    ),
    notes=(_widow_note(without=20), OVERTRICKS),
)
