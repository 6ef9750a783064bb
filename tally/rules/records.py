"""The record of a hand: what the table said, in one neutral form that imports, exports and storage share.

A record is a JSON object with the keys of `Record`. Where the table did not say more, tricks may be a range
`[3, 4]`, and `alone` and `exchange` null; scoring accepts that when every reading gives the same points.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from tally.rules.extras import check_form
from tally.rules.language import HIGH_LOW, NO_TRUMP, SUITS, TWO_SIDES, Variant
from tally.rules.refusals import HandRefused, quoted
from tally.rules.variants import find_variant

Tricks = tuple[int, int]  # the fewest and the most that the table's words allow
KEYS = frozenset(
    (
        "variant",
        "players",
        "maker_side",
        "bid",
        "alone",
        "exchange",
        "trump",
        "maker_tricks",
        "defender_tricks",
        "extras",
    )
)
TRUMPS = (*SUITS, *NO_TRUMP, *HIGH_LOW)
Extras: TypeAlias = Mapping[str, object]
NO_EXTRAS: Extras = {}


class Record(NamedTuple):
    """One hand as it was told.

    `maker_side` is "A" or "B", a player's number from 0 where everybody plays alone, None when passed out;
    tricks are (fewest, most), None for a hand that was not played.
    """

    variant: Variant
    maker_side: str | int | None
    bid: int | str | None
    alone: bool | None
    exchange: int | None
    trump: str | None
    maker_tricks: Tricks | None
    defender_tricks: Tricks | None
    extras: Extras = NO_EXTRAS
    players: int = 4

    @property
    def passed_out(self) -> bool:
        """Nobody named trump."""
        return self.extras.get("passed_out") is True


def read_record(data: object) -> Record:
    """A record from decoded JSON. Checks its form; `scoring.score` asks if the hand is possible.

    :raises HandRefused: when `data` is no record.
    """
    if not isinstance(data, dict):
        raise HandRefused("not-a-record", "This is not the record of a hand: it has no named fields.")
    if not data.keys() <= KEYS:
        raise HandRefused("unknown-key", f"A record has no field {quoted(min(map(str, data.keys() - KEYS)))}.")
    slug, players, extras = data.get("variant"), data.get("players"), data.get("extras")
    variant = find_variant(slug) if isinstance(slug, str) else None
    if variant is None:
        raise HandRefused("variant", f"There is no game called {quoted(slug)} here.")
    if type(players) is not int:
        raise HandRefused("players", "Say how many players sat at the table.")
    if extras is None or extras == {}:
        return _read_hand(variant, players, data, NO_EXTRAS)
    check_form(extras)
    if extras.get("passed_out"):
        return _read_passed_out(variant, players, data, extras)
    return _read_hand(variant, players, data, extras)


def _read_hand(variant: Variant, players: int, data: Mapping[str, object], extras: Extras) -> Record:
    maker, bid, trump = data.get("maker_side"), data.get("bid"), data.get("trump")
    alone, exchange = data.get("alone", False), data.get("exchange", 0)
    if type(maker) is not int and not isinstance(maker, str):
        sides = "side named trump: A or B" if variant.sides == TWO_SIDES else "player named trump, from 0"
        raise HandRefused("maker", f"Say which {sides}.")
    if bid is not None and not isinstance(bid, str) and type(bid) is not int:
        raise HandRefused("bid", f"A bid is a number or the name of a bid, not {quoted(bid)}.")
    if alone is not None and not isinstance(alone, bool):
        raise HandRefused("alone", "Say yes or no: did the maker play alone?")
    if exchange is not None and (type(exchange) is not int or exchange < 0):
        raise HandRefused("exchange", "The number of cards exchanged must be 0 or more.")
    if trump is not None and (not isinstance(trump, str) or trump not in TRUMPS):
        raise HandRefused("trump", f"{quoted(trump)} is not a trump; use one of {', '.join(TRUMPS)}.")
    unplayed = "dealer_conceded" in extras or "defenders_declined" in extras
    makers = _tricks(data.get("maker_tricks"), "The makers'", unplayed)
    defenders = _tricks(data.get("defender_tricks"), "The defenders'", unplayed)
    return Record(variant, maker, bid, alone, exchange, trump, makers, defenders, extras, players)


def _read_passed_out(variant: Variant, players: int, data: Mapping[str, object], extras: Extras) -> Record:
    nobody = all(data.get(key) is None for key in ("maker_side", "bid", "trump"))
    nothing = all(
        value is None or (type(value) is int and value == 0)
        for value in (data.get(key) for key in ("exchange", "maker_tricks", "defender_tricks"))
    )
    if not (nobody and nothing and (data.get("alone") is None or data["alone"] is False)):
        raise HandRefused("passed-out", "When everybody passed, nobody is the maker and there are no tricks.")
    return Record(variant, None, None, False, 0, None, None, None, extras, players)


def _tricks(value: object, whose: str, may_be_unsaid: bool) -> Tricks | None:
    if type(value) is int and value >= 0:
        return value, value
    if value is None and may_be_unsaid:
        return None
    if isinstance(value, list | tuple) and len(value) == 2:
        low, high = value
        if type(low) is int and type(high) is int and 0 <= low <= high:
            return low, high
    if type(value) is int:
        raise HandRefused("tricks", f"{whose} tricks cannot be below zero.")
    raise HandRefused(
        "tricks", f"{whose} tricks must be a whole number, or a range such as [3, 4]; not {quoted(value)}."
    )
