"""The form of a season: its days, its rules, and the nights that are exceptions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from django import forms

from tournament.club.seasons import MOST_NIGHTS, PLACE_POINTS, are_place_points
from tournament.models import Club, Night, Season

TIE_FIELDS = ("first_tie_break", "second_tie_break", "third_tie_break", "fourth_tie_break")
TIE_LABELS = ("Ties are broken by", "then by", "then by", "then by")
DAY_WRONG = "Choose a day, or write it like 2026-10-16."
NIGHT_GONE = "One of these nights is gone. Reload the page and choose again."
DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
NUMBER = forms.NumberInput(attrs={"inputmode": "numeric"})


def _nights_field(least: int, label: str, hint: str) -> forms.IntegerField:
    """A number of nights, with one sentence for everything that is none."""
    wrong = f"Write a whole number, {least} to {MOST_NIGHTS}."
    return forms.IntegerField(
        min_value=least,
        max_value=MOST_NIGHTS,
        label=label,
        help_text=hint,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), wrong),
        widget=NUMBER,
    )


def _night_choices() -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(required=False, error_messages={"invalid_choice": NIGHT_GONE})


class SeasonForm(forms.ModelForm):  # type: ignore[type-arg]
    """A season as the organizer writes it. `exceptions` are the nights that are not where their dates put them."""

    place_points = forms.CharField(
        required=False,
        max_length=300,
        label="Points for the first, second, third … place",
        help_text="Only for places as points. Places after the last number bring 0; ties share.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    best = _nights_field(1, "How many best nights count", "Only if the best nights count.")
    least_nights = _nights_field(
        0, "Nights needed for a place", "Whoever has fewer is listed without a place. 0: everybody has a place."
    )
    left_out, taken_in = _night_choices(), _night_choices()

    class Meta:
        model = Season
        fields = (
            "name",
            "first_day",
            "last_day",
            "worth",
            "place_points",
            "adding",
            "best",
            "least_nights",
            "with_guests",
            "per_game",
        )
        labels = {
            "name": "Name of the season",
            "first_day": "First day",
            "last_day": "Last day",
            "worth": "What a night is worth",
            "adding": "How nights add up",
            "with_guests": "Guests count, too",
            "per_game": "Points a game: a long night weighs as much as a short one",
        }
        error_messages = {
            "name": {"required": "Give the season a name."},
            "first_day": dict.fromkeys(("required", "invalid"), DAY_WRONG),
            "last_day": dict.fromkeys(("required", "invalid"), DAY_WRONG),
        }
        widgets = {
            "first_day": DAY,
            "last_day": DAY,
            "worth": forms.RadioSelect,
            "adding": forms.RadioSelect,
        }

    def __init__(self, data: Any = None, *, instance: Season) -> None:
        initial: dict[str, Any] = dict(zip(TIE_FIELDS, instance.tie_breaks, strict=False))
        initial["place_points"] = " ".join(map(str, instance.place_points))
        if instance.pk:
            exceptions = list(instance.exceptions.values_list("night", "taken_in"))
            initial["left_out"] = [night for night, taken_in in exceptions if not taken_in]
            initial["taken_in"] = [night for night, taken_in in exceptions if taken_in]
        super().__init__(data, instance=instance, initial=initial)
        for name, label in zip(TIE_FIELDS, TIE_LABELS, strict=True):
            choices = [("", "–"), *Season.TieBreak.choices]
            self.fields[name] = forms.ChoiceField(required=False, label=label, choices=choices)
        nights = _nights_of(instance.club)
        for name in ("left_out", "taken_in"):
            self.fields[name].choices = [(night.pk, str(night)) for night in nights]  # type: ignore[attr-defined]

    def clean_place_points(self) -> list[int]:
        """Whole numbers that do not rise."""
        written = str(self.cleaned_data["place_points"]).replace(",", " ").split()
        if not all(number.isascii() and number.isdecimal() and len(number) < 5 for number in written):
            raise forms.ValidationError(PLACE_POINTS)
        points = [int(number) for number in written]
        if not are_place_points(points):
            raise forms.ValidationError(PLACE_POINTS)
        return points

    def clean(self) -> dict[str, Any]:
        """The days are in order, and no tie-break is asked twice."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        first, last = data.get("first_day"), data.get("last_day")
        if first and last and last < first:
            self.add_error("last_day", "The last day is before the first. Change one of them.")
        asked = [data[name] for name in TIE_FIELDS if data.get(name)]
        if len(asked) > len(set(asked)):
            self.add_error(TIE_FIELDS[0], "Each way to break a tie can be chosen once.")
        self.instance.tie_breaks = asked
        return data

    @property
    def exceptions(self) -> dict[int, bool]:
        """The exceptions of a valid form: by a night's id, whether it is taken in."""
        left_out, taken_in = (map(int, self.cleaned_data[name]) for name in ("left_out", "taken_in"))
        return dict.fromkeys(left_out, False) | dict.fromkeys(taken_in, True)

    @property
    def token(self) -> str:
        """A digest of what a valid form says: a preview shows it, and Save sends it back."""
        said = {name: str(self.cleaned_data.get(name)) for name in self.fields}
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]

    def nights(self, *, inside: bool) -> Iterator[tuple[Night, bool]]:
        """The club's nights between the season's days or outside of them, newest first; each with its check mark."""
        season = self.instance
        chosen = {str(night) for night in self["left_out" if inside else "taken_in"].value() or ()}
        for night in _nights_of(season.club):
            if (season.has_day(night.date) if season.first_day and season.last_day else False) == inside:
                yield night, str(night.pk) in chosen

    def nights_inside(self) -> list[tuple[Night, bool]]:
        """Nights that count unless they are checked."""
        return list(self.nights(inside=True))

    def nights_outside(self) -> list[tuple[Night, bool]]:
        """Nights that count if they are checked."""
        return list(self.nights(inside=False))


def _nights_of(club: Club) -> list[Night]:
    """The club's nights that can be in a season, newest first."""
    return list(club.nights.exclude(kind=Night.Kind.SINGLE_TABLE).order_by("-date", "-pk"))
