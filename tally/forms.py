"""What a scoring page sends, doubted."""

from __future__ import annotations

from typing import Any

from django import forms

from tally.load import MAKERS
from tally.rules import VARIANTS, Choice, choices, passed_out
from tournament.errors import Refused
from tournament.models import Night
from tournament.seats import Side

LETTER = {side: letter for letter, side in MAKERS.items()}


class HandForm(forms.Form):
    """One tap: hand number, result, the client's key; who went alone where the night counts loners."""

    game = forms.IntegerField(min_value=1)
    hand = forms.IntegerField(min_value=1, max_value=99)
    result = forms.CharField(max_length=40)
    key = forms.CharField(min_length=8, max_length=64)
    alone_by = forms.IntegerField(required=False)
    why = forms.CharField(required=False, max_length=200)


def read_result(night: Night, result: str) -> dict[str, Any]:
    """The record behind a button's value: "NS:3-4", "EW:5-alone", or "passed".

    :raises Refused: when this game has no such button.
    """
    variant = VARIANTS[night.variant]
    if result == "passed":
        return passed_out(variant, night.house_rules)
    side, _, slug = result.partition(":")
    chosen = next((choice for choice in _every_choice(night) if choice.slug == slug), None)
    if chosen is None or side not in list(Side):
        raise Refused("This game has no such result. Reload the page and tap again.")
    return chosen.record(variant, LETTER[Side(side)])


def result_of(night: Night, record: dict[str, Any]) -> str:
    """The button's value behind a record, empty when no button says exactly this."""
    variant = VARIANTS[night.variant]
    if record.get("extras", {}).get("passed_out"):
        return "passed"
    return next((f"{side}:{choice.slug}" for side in Side for choice in _every_choice(night)
                 if choice.record(variant, LETTER[side]) == record), "")


def _every_choice(night: Night) -> tuple[Choice, ...]:
    variant = VARIANTS[night.variant]
    return choices(variant, night.house_rules) + choices(variant, night.house_rules, rare=True)
