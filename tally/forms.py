"""Forms that validate what a scoring page sends."""

from __future__ import annotations

from collections import Counter
from datetime import date
from decimal import Decimal
from typing import Any

from django import forms
from django.forms import BaseFormSet
from django.utils import timezone

from tally.loading.hands import SIDE_OF_LETTER
from tally.loading.variants import variant_of
from tally.rules import ResultButton, passed_out, read_record, renege_buttons, result_buttons
from tally.scores.prizes import LONGEST, MOST, NAMES, TIE_LABELS, Kind, Prize, PrizeList, Ties, is_money, percent_of
from tally.scores.total_lines import MOST_GAMES, MOST_LONERS, MOST_POINTS, TotalLine
from tally.scoring.paper_total_checks import Total
from tournament.forms import MOST_SIT_OUT_CREDIT
from tournament.models import Night
from tournament.money.cents import Currency, with_sign
from tournament.movements.rotation_search import MAX_GAMES, MAX_PLAYERS
from tournament.movements.seats import Side
from tournament.people.errors import Refused
from tournament.people.names import LONGEST as LONGEST_NAME
from tournament.people.names import clean_name

LETTER_OF_SIDE = {side: letter for letter, side in SIDE_OF_LETTER.items()}


class HandForm(forms.Form):
    """One tap: hand number, result, the client's key; who went alone where the night counts loners."""

    game = forms.IntegerField(min_value=1)
    hand = forms.IntegerField(min_value=1, max_value=99)
    result = forms.CharField(max_length=40)
    key = forms.CharField(min_length=8, max_length=64)
    alone_by = forms.IntegerField(required=False)
    why = forms.CharField(required=False, max_length=200)


class HallForm(forms.ModelForm):  # type: ignore[type-arg]
    """What the big screen knows of the hall."""

    tables_in_row = forms.IntegerField(
        min_value=0,
        max_value=12,
        label="Tables side by side",
        help_text="Counted from the front, left to right: table 1 first. The screen then shows a map. 0: no map.",
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    class Meta:
        model = Night
        fields = ("tables_in_row", "loner_flash")
        labels = {"loner_flash": "Flash “Loner!” with the players’ names"}


def read_result(night: Night, result: str) -> dict[str, Any]:
    """The record behind a button's value: "NS:3-4", "EW:5-alone", "NS:renege", or "passed".

    :raises Refused: when this game has no such button.
    """
    variant = variant_of(night)
    if result == "passed":
        return passed_out(variant, night.house_rules)
    renege = next((record for value, record in _every_renege(night) if value == result), None)
    if renege is not None:
        return renege
    side, _, slug = result.partition(":")
    chosen = next((choice for choice in _every_choice(night) if choice.slug == slug), None)
    if chosen is None or side not in list(Side):
        raise Refused("This game has no such result. Reload the page and tap again.")
    return chosen.record(variant, LETTER_OF_SIDE[Side(side)])


def result_of(night: Night, record: dict[str, Any]) -> str:
    """The button's value behind a record, empty when no button says exactly this."""
    variant = variant_of(night)
    if read_record(record, variant).passed_out:
        return "passed"
    renege = next((value for value, each in _every_renege(night) if each == record), "")
    return renege or next(
        (
            f"{side}:{choice.slug}"
            for side in Side
            for choice in _every_choice(night)
            if choice.record(variant, LETTER_OF_SIDE[side]) == record
        ),
        "",
    )


def _every_renege(night: Night) -> list[tuple[str, dict[str, Any]]]:
    """The value and the record of every button for a renege."""
    variant = variant_of(night)
    return [
        (f"{SIDE_OF_LETTER[str(button.party)]}:{button.slug}", button.record(variant))
        for button in renege_buttons(variant, night.house_rules)
    ]


def _every_choice(night: Night) -> tuple[ResultButton, ...]:
    variant = variant_of(night)
    return result_buttons(variant, night.house_rules) + result_buttons(variant, night.house_rules, rare=True)


POINTS = {
    "required": "Enter the points of both pairs, 0 if they have none.",
    "invalid": "Enter the points as a whole number, such as 7.",
}
DIGITS = {"inputmode": "numeric", "autocomplete": "off", "enterkeyhint": "next"}


class Points(forms.IntegerField):
    """A total as people write it: digits, with a minus of any kind."""

    def __init__(self, *, least: int | None = None, most: int | None = None, required: bool = True) -> None:
        super().__init__(
            min_value=least,
            max_value=most,
            required=required,
            error_messages=POINTS,
            widget=forms.TextInput(attrs=DIGITS | {"maxlength": 5}),
        )

    def to_python(self, value: Any) -> int | None:
        """The number; a typed “−” or “–” is a minus."""
        return super().to_python(value.strip().replace("−", "-").replace("–", "-") if isinstance(value, str) else value)


class TotalForm(forms.Form):
    """A game's total from its paper card; `shown` is the state token of the game that the page showed."""

    ns, ew = Points(), Points()
    loners = forms.CharField(required=False, max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    winner = forms.ChoiceField(required=False, choices=[("", ""), *((side, side) for side in Side)])
    sure = forms.BooleanField(required=False)
    why = forms.CharField(required=False, max_length=120)
    key = forms.CharField(min_length=8, max_length=64)
    shown = forms.CharField(max_length=60)

    def clean_loners(self) -> dict[int, int]:
        """How often each number went alone: "5 5 17" is 5 twice and 17 once."""
        written = self.cleaned_data["loners"].replace(",", " ").split()
        if not all(number.isascii() and number.isdigit() and len(number) < 4 for number in written):
            raise forms.ValidationError(
                "Enter the numbers of those who went alone, such as 5 17; if 5 did twice: 5 5 17."
            )
        return dict(Counter(int(number) for number in written))

    @property
    def total(self) -> Total:
        """What the card says, once it is valid."""
        data = self.cleaned_data
        return Total(data["ns"], data["ew"], data["loners"], Side(data["winner"]) if data["winner"] else None)


class TotalsNightForm(forms.ModelForm):  # type: ignore[type-arg]
    """A night from before the software."""

    games = forms.IntegerField(
        min_value=1,
        max_value=MOST_GAMES,
        label="Games",
        help_text="How many were played that night.",
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    class Meta:
        model = Night
        fields = ("name", "date", "games")
        widgets = {"date": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}

    def clean_date(self) -> date:
        """A day that is over, or today."""
        on: date = self.cleaned_data["date"]
        if on > timezone.localdate():
            raise forms.ValidationError("This day is still to come. Enter a night that was played.")
        return on


class TotalRowForm(forms.Form):
    """One player's total of an old night. `entry` is who it belongs to, in a night that is there already."""

    entry = forms.IntegerField(required=False, widget=forms.HiddenInput)
    name = forms.CharField(
        required=False,
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"list": "regulars", "autocomplete": "off"}),
    )
    points = Points(least=-MOST_POINTS, most=MOST_POINTS, required=False)
    games = forms.IntegerField(required=False, min_value=1, max_value=MOST_GAMES, widget=forms.TextInput(attrs=DIGITS))
    loners = forms.IntegerField(
        required=False, min_value=0, max_value=MOST_LONERS, widget=forms.TextInput(attrs=DIGITS)
    )

    def clean(self) -> dict[str, Any]:
        """A new player has a name and points, or the row is empty."""
        data = super().clean() or {}
        if data.get("entry") or self.errors:
            return data
        if data.get("name") and data.get("points") is None:
            self.add_error("points", f"{data['name']} has no points. Write 0 if there were none.")
        if not data.get("name") and any(data.get(field) is not None for field in ("points", "games", "loners")):
            self.add_error("name", "Whose points are these? Write the name.")
        return data

    @property
    def line(self) -> TotalLine | None:
        """The total of somebody who is not in the night yet; None for an empty row."""
        data = self.cleaned_data
        if data.get("entry") or not data.get("name") or data.get("points") is None:
            return None
        return TotalLine(clean_name(data["name"]), data["points"], data["games"], data["loners"])


class WholeFormSet(BaseFormSet):  # type: ignore[type-arg]
    """Rows of a form, all of them or none."""

    default_error_messages = {
        "missing_management_form": "Only a part of this page arrived, so nothing was saved.",
        "too_many_forms": "There is room for %(num)d rows here, so nothing was saved.",
    }


TotalRows = forms.formset_factory(
    TotalRowForm, formset=WholeFormSet, extra=0, max_num=MAX_PLAYERS, validate_max=True, absolute_max=300
)


class PrizeForm(forms.Form):
    """One prize. A row without a kind is no prize."""

    kind = forms.ChoiceField(label="For", required=False, choices=[("", "–"), *((k.value, NAMES[k]) for k in Kind)])
    what = forms.CharField(
        label="What is won",
        required=False,
        max_length=LONGEST,
        error_messages={"max_length": f"What is won has at most {LONGEST} letters."},
    )
    money = forms.CharField(label="Money", required=False, max_length=16)

    def __init__(self, *given: Any, currency: Currency, **more: Any) -> None:
        self.currency = currency
        super().__init__(*given, **more)

    def clean_money(self) -> str:
        """An amount that can be shared, or a share of the pot. A plain number is money of the club's currency."""
        money = with_sign(self.cleaned_data["money"], self.currency)
        if is_money(money):
            return money
        if "%" in money:
            raise forms.ValidationError(
                f"“{money}” is not a share of the pot. Write a number above 0 and at most 100 with %, such as 33.3%."
            )
        raise forms.ValidationError(
            f"“{money}” is not an amount. Write it like $20 or 50%, or put it under “What is won”."
        )


class BasePrizeForms(WholeFormSet):
    """All prizes together."""

    def clean(self) -> None:
        """Refuse shares of more than the whole pot, at the last of them."""
        rows = [(form, form.cleaned_data) for form in self.forms if form.is_valid()]
        percents = {form: percent for form, row in rows if row.get("kind") and (percent := percent_of(row["money"]))}
        if (total := sum(percents.values(), Decimal())) > 100:
            *_, last = percents
            last.add_error("money", f"The shares of the pot add up to {total}%. Write at most 100% in all.")


PrizeForms = forms.formset_factory(
    PrizeForm, formset=BasePrizeForms, extra=3, max_num=MOST, validate_max=True, absolute_max=MOST
)


SIT_OUT_POINTS = f"Write the points for a sit-out as a whole number, 1 to {MOST_SIT_OUT_CREDIT}."
GAMES_NEEDED = f"Write the games needed to win a prize as a whole number, 0 to {MAX_GAMES}, or leave it empty."


class PrizeRulesForm(forms.Form):
    """How the list is read."""

    one_each = forms.BooleanField(required=False, label="One prize per person, from the top of the list down")
    fewest_games = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=MAX_GAMES,
        label="Games needed to win a prize",
        help_text="Played or sat out. Empty: half of the games. 0: none. A door prize is for everybody who is there.",
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), GAMES_NEEDED),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    ties = forms.ChoiceField(label="Ties", choices=[(tie.value, TIE_LABELS[tie]) for tie in Ties])


class SitOutPointsForm(forms.Form):
    """What each sit-out scores, given while the night is played."""

    points = forms.IntegerField(
        label="Points for each sit-out",
        min_value=1,
        max_value=MOST_SIT_OUT_CREDIT,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), SIT_OUT_POINTS),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


def rules_of(chosen: PrizeList) -> dict[str, object]:
    """What the form about the list's rules shows at first."""
    return {"one_each": chosen.one_each, "ties": chosen.ties, "fewest_games": chosen.fewest_games}


def chosen_prizes(rows: BaseFormSet[PrizeForm], rules: PrizeRulesForm, draws: int) -> PrizeList:
    """The list that two valid forms hold."""
    prizes = tuple(
        Prize(Kind(row["kind"]), row["what"], row["money"]) for form in rows if (row := form.cleaned_data).get("kind")
    )
    chosen = rules.cleaned_data
    return PrizeList(prizes, chosen["one_each"], Ties(chosen["ties"]), draws, chosen["fewest_games"])
