"""The record of a hand: what the table said, in one neutral form that imports, exports and storage share.

A record is a JSON object with the keys of `Record`. Where the table did not say more, tricks may be a
range `[3, 4]` and `alone` may be null; scoring accepts that when every value gives the same points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tally.rules.variants import Variant, find_variant
from tournament.errors import Refused

Tricks = tuple[int, int]  # the fewest and the most that the table's words allow
KEYS = ("variant", "players", "maker_side", "bid", "alone", "exchange", "trump",
        "maker_tricks", "defender_tricks", "extras")
TRUMPS = ("S", "H", "D", "C", "NT", "HIGH", "LOW")
EXTRAS = ("passed_out",)


class HandRefused(Refused):
    """A hand that cannot have happened in this game: `code` for programs, the sentence for the table."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Record:
    """One hand as it was told. `maker_side` is "A" or "B", None when passed out; tricks are (fewest, most)."""

    variant: Variant
    maker_side: str | None
    bid: int | str | None
    alone: bool | None
    exchange: int
    trump: str | None
    maker_tricks: Tricks
    defender_tricks: Tricks
    extras: Mapping[str, object] = field(default_factory=dict)

    @property
    def passed_out(self) -> bool:
        """Nobody named trump."""
        return bool(self.extras.get("passed_out"))


def read_record(data: object) -> Record:
    """A record from decoded JSON. Checks its form; whether the hand is possible is `scoring.score`'s question.

    :raises HandRefused: when `data` is no record.
    """
    if not isinstance(data, dict):
        raise HandRefused("not-a-record", "This is not the record of a hand: it has no named fields.")
    unknown = sorted(str(key) for key in data if key not in KEYS)
    if unknown:
        raise HandRefused("unknown-key", f'A record has no field "{unknown[0]}".')
    slug = data.get("variant")
    variant = find_variant(slug) if isinstance(slug, str) else None
    if variant is None:
        raise HandRefused("variant", f"There is no game called {slug!r} here.")
    if not _whole(data.get("players")) or data["players"] != variant.players:
        raise HandRefused("players", f"{variant.name} is played by {variant.players} at a table.")
    extras = _extras(data.get("extras"))
    if extras.get("passed_out"):
        return _read_passed_out(variant, data, extras)
    bid = data.get("bid")
    if bid is not None and not isinstance(bid, str) and not _whole(bid):
        raise HandRefused("bid", f"A bid is a number or the name of a bid, not {bid!r}.")
    alone = data.get("alone", False)
    if alone is not None and not isinstance(alone, bool):
        raise HandRefused("alone", "Say yes or no: did the maker play alone?")
    exchange = data.get("exchange", 0)
    if not _whole(exchange) or exchange < 0:
        raise HandRefused("exchange", "The number of cards exchanged must be 0 or more.")
    trump = data.get("trump")
    if trump is not None and trump not in TRUMPS:
        raise HandRefused("trump", f"{trump!r} is not a trump; use one of {', '.join(TRUMPS)}.")
    if data.get("maker_side") not in ("A", "B"):
        raise HandRefused("maker", "Say which side named trump: A or B.")
    return Record(variant, data["maker_side"], bid, alone, exchange, trump,
                  _tricks(variant, data.get("maker_tricks"), "The makers'"),
                  _tricks(variant, data.get("defender_tricks"), "The defenders'"), extras)


def _read_passed_out(variant: Variant, data: Mapping[str, object], extras: Mapping[str, object]) -> Record:
    said = [key for key in ("maker_side", "bid", "trump") if data.get(key) is not None]
    said += [key for key in ("alone", "exchange", "maker_tricks", "defender_tricks") if data.get(key)]
    if said:
        raise HandRefused("passed-out", "When everybody passed, nobody is the maker and there are no tricks.")
    return Record(variant, None, None, False, 0, None, (0, 0), (0, 0), extras)


def _extras(value: object) -> Mapping[str, object]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise HandRefused("extras", "The extra facts of a hand must have names.")
    for key, fact in value.items():
        if key not in EXTRAS:
            raise HandRefused("unknown-extra", f'There is no extra fact "{key}".')
        if not isinstance(fact, bool):
            raise HandRefused("extras", f'Say yes or no to "{key}".')
    return value


def _tricks(variant: Variant, value: object, whose: str) -> Tricks:
    low, high = (value[0], value[1]) if isinstance(value, list | tuple) and len(value) == 2 else (value, value)
    if not (_whole(low) and _whole(high)):
        raise HandRefused("tricks", f"{whose} tricks must be a whole number from 0 to {variant.tricks}.")
    assert isinstance(low, int) and isinstance(high, int)
    if not 0 <= low <= high <= variant.tricks:
        raise HandRefused("tricks", f"{whose} tricks must be from 0 to {variant.tricks}: "
                                    f"this game has {variant.tricks} tricks.")
    return low, high


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
