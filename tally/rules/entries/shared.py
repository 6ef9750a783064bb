"""What several entries share: packs, deals, ways to pay, and house rules of many games."""

from __future__ import annotations

from operator import neg
from typing import Any

from tally.rules.entries.questions import MOST_POINTS, rule
from tally.rules.language import (
    ALL,
    BID,
    CLUB,
    EACH_ITS_TRICKS,
    EITHER_WAY,
    NINE_UP,
    NO_TRUMP,
    READING,
    REDEAL,
    SEVEN_UP,
    SUITS,
    TOGETHER,
    TRICKS,
    AllPass,
    Bid,
    CardPlay,
    Contract,
    Deal,
    Numbers,
    Pack,
    Pay,
    Play,
    Points,
    RuleValue,
    between,
    dealer_must_bid,
    numbers,
    pay,
)

PACK_24 = Pack(NINE_UP)
PACK_25 = Pack(NINE_UP, jokers=1)
PACK_28 = Pack("8 " + NINE_UP)
PACK_32 = Pack(SEVEN_UP)
PACK_48 = Pack(NINE_UP, copies=2)

SIX_CARDS_EACH = (Deal(players=4, pack=PACK_24, tricks=6),)

# Each text says how many cards are dealt at a time, if it does.
ONE_AT_A_TIME, THREE_AT_A_TIME, FOUR_AT_A_TIME = "one at a time", "three at a time", "four at a time"
THREE_AND_TWO = "three and then two at a time, or two and then three"
DEALT_ONE_BY_ONE = CardPlay(dealt=ONE_AT_A_TIME)

# Where the maker has no partner anyway, a record may say "alone" or not: it pays the same.
ALONE_STATED_OR_NOT: Play = EITHER_WAY

# ---- Ways to pay

SET_LOSES_BID: Pay = pay(-BID, TRICKS)  # the usual set of bid euchre; the defenders always score their tricks


def ordinary(bids: Numbers | tuple[Bid, ...], **more: Any) -> Contract:
    """Return a usual bid: each side scores its tricks; a set costs the bid, and the defenders score their tricks."""
    return Contract(bids=bids, **{"made": EACH_ITS_TRICKS, "set": SET_LOSES_BID, **more})


def all_or_nothing(
    bid: Bid,
    points: Points | Any,
    play: Play = TOGETHER,
    *,
    defenders: Points = TRICKS,
    lose: Points | Any = None,
    **more: Any,
) -> Contract:
    """Return a bid that needs all the tricks for `points`, or loses as many; the defenders score their tricks."""
    amount: Any = points  # may be a house rule, which can be multiplied too
    lost = -1 * amount if lose is None else lose
    return Contract(bids=(bid,), needs=ALL, play=play, made=pay(points, defenders), set=pay(lost, TRICKS), **more)


# ---- House rules

ANY_TARGET = between(1, 999)
ANY_PRICE = between(0, MOST_POINTS)
ANY_LOSS = between(0, MOST_POINTS, neg)
ON_OFFENSE: Any = rule("winning", {"on-offence": True, "at-target": False})

NO_TRUMP_PLAYED: Any = rule("no_trump", {True: SUITS + NO_TRUMP, False: SUITS})
NO_TRUMP_BANNED: Any = rule("no_trump", {False: SUITS, True: SUITS + NO_TRUMP})


def minimum_bid(usual: int, *others: int, highest: int | None = None, tricks: int = 0) -> Any:
    """Return bids by number, from the usual lowest bid or from one that a club chooses.

    A club may choose any lowest bid up to the `highest` or, where that is all the `tricks`, up to these.
    """
    offered: dict[RuleValue, Any] = {low: numbers(low, highest) for low in (usual, *others)}
    most = highest or tricks
    any_number = between(1, most, lambda low: numbers(low, highest)) if most else None
    return rule("minimum_bid", offered, any_number=any_number)


def all_pass(*dealer_bids: int, origin: str = READING, thrown_in: AllPass = REDEAL) -> Any:
    """Return what happens when everybody passes: thrown in, or at some clubs the dealer is stuck with a bid."""
    answers: dict[RuleValue, Any] = {"redeal": thrown_in}
    answers.update({f"dealer-bids-{least}": dealer_must_bid(least) for least in dealer_bids})
    return rule("all_pass", answers, origin=origin)


def target(usual: int | None, *others: int | None, origin: str = CLUB) -> Any:
    """Return the points that end a game; None, as "none", where the text gives no number."""
    answers = {"none" if points is None else points: points for points in (usual, *others)}
    return rule("target", answers, origin=origin, any_number=ANY_TARGET)
