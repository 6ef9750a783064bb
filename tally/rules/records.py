"""Records: one hand in the neutral form that imports, exports and storage share.

A record is a JSON object with the fields of `Record`. Where the table does not know exactly, tricks may be a range
such as `[3, 4]`, and `alone` and `exchange` may be null. Scoring accepts that if every reading gives the same points.

A hand that a renege ended has no maker and no tricks: `extras.renege` is the side or player that reneged, `alone` says
whether it was a lone hand, and `extras.renege_points` is what the players agreed on where tonight's rules leave it to
them. Its points are given `by_side` or `by_player`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tally.rules.extras import NO_EXTRAS, Extras, check_extras
from tally.rules.language import HIGH_LOW, NO_TRUMP, SUITS, TWO_SIDES, Variant
from tally.rules.refusals import HandRefused, quoted
from tally.rules.variants import find_variant

Tricks = tuple[int, int]  # the fewest and the most that are possible
FIELDS = frozenset(
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
MOST_AGREED = 99  # points that the players may agree on for a renege
TRUMPS = (*SUITS, *NO_TRUMP, *HIGH_LOW)


class Record(NamedTuple):
    """One hand as the table records it.

    - `maker_side`: "A", "B" or "C"; a player's number from 0 where all play for themselves; None when passed out, or
      when somebody reneged.
    - `alone`, `exchange`: None if the table did not say.
    - `maker_tricks`, `defender_tricks`: (fewest, most); None for a hand that was not played.
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
        """Whether everybody passed, so that nobody named trump."""
        return self.extras.get("passed_out") is True

    @property
    def reneged(self) -> str | int | None:
        """The side or player that reneged, so that the hand ended there; None: nobody did."""
        party: str | int | None = self.extras.get("renege")
        return party


def read_record(data: object, game: Variant | None = None) -> Record:
    """Read a record from decoded JSON.

    This checks its form only; `scoring.score` checks whether the hand is possible. `game` is the game that was played
    where that is not in the list of games, as when a club is still writing it.

    :raises HandRefused: if `data` is not a record.
    """
    if not isinstance(data, dict):
        raise HandRefused("not-a-record", "This is not the record of a hand: it has no named fields.")
    if not data.keys() <= FIELDS:
        raise HandRefused("unknown-key", f"A record has no field {quoted(min(map(str, data.keys() - FIELDS)))}.")
    slug, players, extras = data.get("variant"), data.get("players"), data.get("extras")
    if slug is None or slug == "":
        raise HandRefused("variant", 'Say which game was played: "variant" is its name, as in the list of games.')
    variant = game or (find_variant(slug) if isinstance(slug, str) else None)
    if variant is None:
        raise HandRefused("variant", f"There is no game called {quoted(slug)} here.")
    if type(players) is not int:
        raise HandRefused("players", "Say how many players sat at the table.")
    if extras is None or extras == {}:
        return _read_hand(variant, players, data, NO_EXTRAS)
    extras = check_extras(extras)
    if extras.get("renege") is not None:
        return _read_renege(variant, players, data, extras)
    if extras.get("renege_points") is not None:
        raise HandRefused("renege", "Points of a renege need somebody who reneged: say who, or leave the points out.")
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
    may_be_unplayed = "dealer_conceded" in extras or "defenders_declined" in extras
    makers = _read_tricks(data.get("maker_tricks"), "The makers'", may_be_unplayed)
    defenders = _read_tricks(data.get("defender_tricks"), "The defenders'", may_be_unplayed)
    return Record(variant, maker, bid, alone, exchange, trump, makers, defenders, extras, players)


def _read_passed_out(variant: Variant, players: int, data: Mapping[str, object], extras: Extras) -> Record:
    no_maker = all(data.get(field) is None for field in ("maker_side", "bid", "trump"))
    not_alone = data.get("alone") is None or data["alone"] is False
    no_cards = all(_is_none_or_zero(data.get(field)) for field in ("exchange", "maker_tricks", "defender_tricks"))
    if not (no_maker and not_alone and no_cards):
        raise HandRefused("passed-out", "When everybody passed, nobody is the maker and there are no tricks.")
    return Record(variant, None, None, False, 0, None, None, None, extras, players)


def _read_renege(variant: Variant, players: int, data: Mapping[str, object], extras: Extras) -> Record:
    if extras.get("passed_out"):
        raise HandRefused("renege", "When everybody passed, nobody can have reneged: record one or the other.")
    no_maker = all(data.get(field) is None for field in ("maker_side", "bid", "trump"))
    no_cards = all(_is_none_or_zero(data.get(field)) for field in ("exchange", "maker_tricks", "defender_tricks"))
    if not (no_maker and no_cards):
        raise HandRefused("renege", "A renege ends the hand: leave the maker, the bid and the tricks out.")
    alone = data.get("alone", False)
    if alone is not None and not isinstance(alone, bool):
        raise HandRefused("alone", "Say yes or no: did the maker play alone?")
    return Record(variant, None, None, alone, 0, None, None, None, extras, players)


def _is_none_or_zero(value: object) -> bool:
    return value is None or (type(value) is int and value == 0)


def _read_tricks(value: object, whose: str, may_be_unplayed: bool) -> Tricks | None:
    if type(value) is int and value >= 0:
        return value, value
    if value is None and may_be_unplayed:
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
