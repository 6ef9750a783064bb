"""The options of a sheet: as an address has them, as a form asks for them, and as a night remembers them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from math import isfinite
from typing import Any

from django import forms

from tally.paper.document import Job
from tally.paper.label_stock import MOST_NUDGE, STOCKS, own_paper_first
from tally.paper.measures import Paper
from tally.printing.sheet_spec import Option, SheetSpec
from tournament.models import Night
from tournament.night.print_choices import last_print_options

NUDGE = "nudge"  # the key of `Night.print_options` that all labels share: a printer's offset, whatever is on them
NUDGE_KEYS = {"right": "Move right, mm", "down": "Move down, mm"}
ONE_TIME = ("only", "game", "outlines")  # what is printed again, or as a trial, which nobody wants the next time


def with_options(job: Job, asked: Mapping[str, str]) -> Job:
    """A job as an address or a night's memory says; what is not named there stays as it is."""
    changes: dict[str, Any] = {name: read(asked[key]) for key, (name, read) in OPTIONS.items() if key in asked}
    if any(key in asked for key in NUDGE_KEYS):
        changes["nudge"] = tuple(_millimeters(asked.get(key, "")) for key in NUDGE_KEYS)
    return replace(job, **changes)


def _millimeters(text: str) -> float:
    """A length from an address, in tenths of a millimeter; 0 for what is none."""
    try:
        length = float(text)
    except ValueError:
        return 0.0
    return round(length, 1) if isfinite(length) else 0.0


def _number(text: str) -> int | None:
    """A number of up to four digits from an address, or None."""
    return int(text) if text.isdecimal() and len(text) < 5 else None


def _is_yes(text: str) -> bool:
    return text == "yes"


def _is_not_no(text: str) -> bool:
    return text != "no"


# By key in an address: the job's field, and how its value is read.
OPTIONS: dict[str, tuple[str, Callable[[str], object]]] = {
    "codes": ("codes", _is_not_no),
    "together": ("together", _is_yes),
    "only": ("only", _number),
    "game": ("game", _number),
    "names": ("names", _is_not_no),
    "photo": ("photograph", _is_yes),
    "backs": ("backs", _is_yes),
    "product": ("product", str),
    "outlines": ("outlines", _is_yes),
}


def last_options(night: Night, sheet: SheetSpec) -> dict[str, str]:
    """The options with which the sheet was last printed, tonight or for an earlier night, by key in an address.

    An imported file may hold others: what the sheet's form would not remember is left out.
    """
    last = last_print_options(night)
    stored = {**(last.get(NUDGE, {}) if sheet.products else {}), **last.get(sheet.slug, {})}
    form = OptionsForm(sheet, stored)
    form.full_clean()
    return {key: text for key, text in form.to_remember.items() if stored.get(key) == text}


class OptionsForm(forms.Form):
    """What one sheet asks before it is printed; the fields are called as the keys of its address."""

    def __init__(
        self,
        sheet: SheetSpec,
        data: Mapping[str, str] | None = None,
        *,
        last: Mapping[str, str] | None = None,
        paper: Paper = Paper.LETTER,
        people: Collection[tuple[int, str]] = (),
    ) -> None:
        """Make the fields that this sheet has.

        :param last: what was chosen last, which the form shows.
        :param paper: the night's; products on it are offered first.
        :param people: the players with their numbers, of whom one may be printed alone.
        """
        super().__init__(data, initial=dict(last or {}), auto_id=f"{sheet.slug}-%s")
        self.sheet = sheet
        if sheet.products:
            stocks = [(code, STOCKS[code].words) for code in own_paper_first(sheet.products, paper)]
            self.fields["product"] = forms.ChoiceField(choices=stocks, label="Product")
        if sheet.products or Option.ONLY in sheet.options:
            everybody = [("", "everybody"), *((number, f"{number} {name}".strip()) for number, name in people)]
            self.fields["only"] = forms.IntegerField(
                label="For", required=False, min_value=1, max_value=9999, widget=forms.Select(choices=everybody)
            )
        if sheet.products:
            for key, label in NUDGE_KEYS.items():
                self.fields[key] = forms.FloatField(
                    label=label,
                    required=False,
                    min_value=-MOST_NUDGE,
                    max_value=MOST_NUDGE,
                    step_size=0.1,
                    widget=forms.NumberInput(attrs={"placeholder": "0"}),
                )
            self.fields["outlines"] = forms.BooleanField(
                label="With outlines, to try it on plain paper", required=False
            )
        if Option.LINES in sheet.options:
            choices = [("", "With names"), ("no", "With lines for names")]
            self.fields["names"] = forms.ChoiceField(label="Players", choices=choices, required=False)
        if Option.GAME in sheet.options:
            self.fields["game"] = forms.IntegerField(
                label="Game",
                required=False,
                min_value=1,
                max_value=99,
                widget=forms.NumberInput(attrs={"placeholder": "all", "inputmode": "numeric"}),
            )
        if Option.PHOTOGRAPH in sheet.options:
            self.fields["photo"] = forms.BooleanField(label="With space for a photograph", required=False)
        if Option.BACKS in sheet.options:
            self.fields["backs"] = forms.BooleanField(
                label="With backs: both sides, turned over the long edge", required=False
            )
        if Option.TOGETHER in sheet.options:
            self.fields["together"] = forms.BooleanField(
                label="One certificate for all who share a prize", required=False
            )

    @property
    def chosen(self) -> dict[str, str]:
        """What was chosen, by key in an address; what is as usual is left out."""
        return {key: _text(value) for key, value in self.cleaned_data.items() if value}

    @property
    def to_remember(self) -> dict[str, str]:
        """The same without what is chosen for one time."""
        return {key: text for key, text in self.chosen.items() if key not in ONE_TIME}

    @property
    def remembered(self) -> dict[str, dict[str, str]]:
        """What the night and the next one remember of it, as parts of `Night.print_options`."""
        chosen = self.to_remember
        nudge = {key: chosen.pop(key) for key in NUDGE_KEYS if key in chosen}
        return {self.sheet.slug: chosen} | ({NUDGE: nudge} if self.sheet.products else {})


def _text(value: object) -> str:
    if value is True:
        return "yes"
    return f"{value:g}" if isinstance(value, float) else str(value)
