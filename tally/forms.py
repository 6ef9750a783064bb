"""What a scoring page sends, doubted."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django import forms

from tally.load import MAKERS
from tally.rules import VARIANTS, Choice, choices, passed_out
from tally.totals import Total
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


POINTS = {"required": "Write the points of both pairs, 0 if they have none.",
          "invalid": "Write the points as a whole number, such as 7."}
DIGITS = {"inputmode": "numeric", "autocomplete": "off", "enterkeyhint": "next"}


class Points(forms.IntegerField):
    """A total as people write it: digits, with a minus of any kind."""

    def __init__(self) -> None:
        super().__init__(error_messages=POINTS, widget=forms.TextInput(attrs=DIGITS | {"maxlength": 5}))

    def to_python(self, value: Any) -> int | None:
        """The number; a typed “−” or “–” is a minus."""
        return super().to_python(value.strip().replace("−", "-").replace("–", "-") if isinstance(value, str) else value)


class TotalForm(forms.Form):
    """A game's total from its paper card; `shown` is the mark of the game that the page showed."""

    ns, ew = Points(), Points()
    loners = forms.CharField(required=False, max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    winner = forms.ChoiceField(required=False, choices=[("", ""), *((side, side) for side in Side)])
    sure = forms.BooleanField(required=False)
    why = forms.CharField(required=False, max_length=120)
    key = forms.CharField(min_length=8, max_length=64)
    shown = forms.CharField(max_length=60)

    def clean_loners(self) -> dict[int, int]:
        """How often each number went alone: "5 5 17" is twice 5, once 17."""
        written = self.cleaned_data["loners"].replace(",", " ").split()
        if not all(number.isascii() and number.isdigit() and len(number) < 4 for number in written):
            raise forms.ValidationError("Write the numbers of those who went alone, such as 5 17; twice 5: 5 5 17.")
        return dict(Counter(int(number) for number in written))

    @property
    def total(self) -> Total:
        """What the card says, once it is valid."""
        data = self.cleaned_data
        return Total(data["ns"], data["ew"], data["loners"], Side(data["winner"]) if data["winner"] else None)
