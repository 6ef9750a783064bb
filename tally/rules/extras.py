"""The form of a record's extra facts: which there are, and what values they have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from tally.rules.refusals import HandRefused, quoted

Extras: TypeAlias = Mapping[str, Any]
NO_EXTRAS: Extras = {}


class Form(NamedTuple):
    """How the value of a fact must look: the check, and the advice for a value that fails it."""

    fits: Callable[[Any], bool]
    advice: str


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 0  # not a bool, though Python counts True as 1


def _are_counts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_count, value))


def _are_counts_by_side(value: object) -> bool:
    return _are_counts(list(value.values()) if isinstance(value, dict) else value)


YES_NO = Form(lambda value: isinstance(value, bool), "say yes or no")
A_NUMBER = Form(lambda value: value is None or _is_count(value), "give a whole number, 0 or more")
A_LIST = Form(lambda value: value is None or _are_counts(value), "give a list of whole numbers")
A_PARTY = Form(
    lambda value: value is None or isinstance(value, str) or _is_count(value),
    'name the side, such as "A", or a player’s number from 0',
)
BY_SIDE = Form(lambda value: value is None or _are_counts_by_side(value), "give the tricks of every side")
OPTIONS = Form(lambda value: value is None or isinstance(value, dict), "give house rules by name")

FORMS: Mapping[str, Form] = {
    "passed_out": YES_NO,
    "dealer_stuck": YES_NO,
    "dealer_conceded": YES_NO,
    "defenders_declined": YES_NO,
    "widow_used": YES_NO,
    "joker_undealt": YES_NO,
    "defender_alone": YES_NO,
    "exposed": YES_NO,
    "partner_tricks": A_NUMBER,
    "partner": A_NUMBER,
    "defender_exchange": A_NUMBER,
    "partners": A_LIST,
    "tricks_by_player": A_LIST,
    "tricks_by_side": BY_SIDE,
    "dropped": A_LIST,
    "renege": A_PARTY,
    "renege_points": A_NUMBER,
    "options": OPTIONS,
}


def check_extras(extras: object) -> Extras:
    """Return the extra facts if their names exist and their values have the right form.

    :raises HandRefused: if not.
    """
    if not isinstance(extras, Mapping):
        raise HandRefused("extras", "The extra facts of a hand must have names.")
    for name, value in extras.items():
        if name not in FORMS:
            raise HandRefused("unknown-extra", f"There is no extra fact {quoted(name)}.")
        form = FORMS[name]
        if not form.fits(value):
            raise HandRefused("extras", f"{name}: {form.advice}, not {quoted(value)}.")
    return extras
