"""What a game calls a hand that falls short."""

from __future__ import annotations

from tally.rules.house_rules import resolve
from tally.rules.rulebook import is_bid
from tally.rules.variants import find_variant


def euchre_word(variant: str) -> str:
    """What a game calls a hand that falls short: "euchre", or in bid games "set"."""
    found = find_variant(variant)
    return "set" if found and is_bid(resolve(found, {})) else "euchre"
