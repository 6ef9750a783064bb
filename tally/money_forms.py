"""Forms about the night's money; every message says what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from tournament.club.cash import cash_lines, difference_words, pots_brought
from tournament.models import Entry, Night
from tournament.money.box import Kind, box_difference
from tournament.money.cents import Currency, NotMoney, currency_of, read, show

DIGITS = {"inputmode": "decimal", "autocomplete": "off", "maxlength": 16}
NOT_CHOSEN = {"required": "Choose one from the list.", "invalid_choice": "Choose one from the list."}
# What an organizer writes down: the kind of the line, whether it comes in (1) or goes out (-1), and its name.
MOVES: dict[str, tuple[Kind, int, str]] = {
    "expense": (Kind.EXPENSE, -1, "Expense paid"),
    "float-in": (Kind.FLOAT, 1, "Float put in"),
    "float-out": (Kind.FLOAT, -1, "Float taken out"),
    "half-in": (Kind.HALF, 1, "Half-and-half: tickets sold"),
    "half-out": (Kind.HALF, -1, "Half-and-half: paid to the winner"),
    "carry-in": (Kind.CARRY, 1, "Into a pot that carries over"),
    "carry-out": (Kind.CARRY, -1, "Paid out of a pot that carries over"),
    "other-in": (Kind.OTHER, 1, "Other money in"),
    "other-out": (Kind.OTHER, -1, "Other money out"),
    "prize": (Kind.PRIZE, -1, "Prize paid out"),
    "pot": (Kind.POT, 1, "Pots by rule: paid by a player"),
}
WRITTEN = [(name, label) for name, (_, _, label) in MOVES.items() if name != "pot"]


class AmountField(forms.Field):
    """An amount in the club's money; its value is cents."""

    widget = forms.TextInput(attrs=DIGITS)

    def __init__(self, currency: Currency, **more: Any) -> None:
        self.currency = currency
        super().__init__(**more)

    def to_python(self, value: Any) -> int | None:
        """Read what was typed; nothing is 0 where an amount may be left out."""
        text = str(value or "").strip()
        if not text:
            return None if self.required else 0
        try:
            return read(text, self.currency)
        except NotMoney as error:
            raise forms.ValidationError(str(error)) from None

    def prepare_value(self, value: Any) -> Any:
        """Show cents as an amount, and 0 as nothing."""
        return (show(value, self.currency) if value else "") if isinstance(value, int) else value


class MoneyForm(forms.ModelForm):  # type: ignore[type-arg]
    """What the night takes in, and how its money is paid out."""

    class Meta:
        model = Night
        fields = ("currency", "entry_fee", "euchre_price", "loner_price", "kept_for_costs", "smallest_coin")
        labels = {"currency": "Amounts look like", "smallest_coin": "Smallest coin that is paid out"}

    def __init__(self, data: Mapping[str, Any] | None = None, *, euchre: str = "euchre", **more: Any) -> None:
        super().__init__(data, **more)
        currency = currency_of(str((data or {}).get("currency") or self.instance.currency))
        for name, label, help_text in (
            ("entry_fee", "Entry fee", "What each player pays. Empty: none."),
            ("euchre_price", f"For each {euchre}", f"What each of the two pays whose hand is {_past(euchre)}."),
            ("loner_price", "For each loner", "What each of the two pays against whom a loner is made."),
            ("kept_for_costs", "Kept for costs", "Of fees and pots, before the prizes have their shares."),
        ):
            field = AmountField(currency, label=label, help_text=help_text, required=False)
            self.fields[name] = field


def _past(euchre: str) -> str:
    return "set" if euchre == "set" else f"{euchre}d"


class LineForm(forms.Form):
    """A line of cash: what it is, how much, what about, and for whom.

    More than the box holds goes out only if `sure` names the same amount: the form asks for it once.
    """

    move = forms.ChoiceField(
        label="What", choices=[(name, move[2]) for name, move in MOVES.items()], error_messages=NOT_CHOSEN
    )
    what = forms.CharField(
        label="About",
        max_length=60,
        required=False,
        help_text="Coffee, or the name of the pot.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "pot-names"}),
    )
    entry = forms.ModelChoiceField(Entry.objects.none(), required=False)
    key = forms.CharField(max_length=64)

    def __init__(self, data: Mapping[str, Any] | None, night: Night) -> None:
        super().__init__(data)
        self.night = night
        self.asked = 0  # cents
        self.fields["amount"] = AmountField(
            currency_of(night.currency), label="Amount", error_messages={"required": "Write how much it is."}
        )
        choice, entry = self.fields["move"], self.fields["entry"]
        assert isinstance(choice, forms.ChoiceField) and isinstance(entry, forms.ModelChoiceField)
        choice.widget.choices = WRITTEN
        entry.queryset = night.entries.people()

    def clean(self) -> dict[str, Any]:
        """Check that the amount is more than nothing, and ask once about more than the box holds."""
        data = super().clean() or {}
        amount, move = data.get("amount"), data.get("move")
        if amount == 0:
            self.add_error("amount", "Write how much it is.")
        elif amount and move and MOVES[move][1] < 0 and not data.get("entry") and not self._is_repeated():
            inside = sum(line.cents for line in cash_lines(self.night))
            if amount > inside and self.data.get("sure") != str(amount):
                self.asked = amount
                there, wanted = (show(cents, currency_of(self.night.currency)) for cents in (inside, amount))
                self.add_error(
                    "amount",
                    f"There is {there} in the box, less than {wanted}. If {wanted} is right, write it down once more.",
                )
        return data

    def _is_repeated(self) -> bool:
        return self.night.cash_lines.filter(key=self.cleaned_data.get("key", "")).exists()

    @property
    def line(self) -> dict[str, Any]:
        """The line that a valid form holds, as `add_line` takes it."""
        data = self.cleaned_data
        kind, sign, _ = MOVES[data["move"]]
        what = " ".join(data["what"].split())
        return {"kind": kind, "cents": sign * data["amount"], "what": what, "entry": data["entry"], "key": data["key"]}


class AmountForm(forms.Form):
    """One amount: what was counted, or what is right."""

    def __init__(self, data: Mapping[str, Any] | None, night: Night, label: str, *, required: bool = True) -> None:
        super().__init__(data, auto_id="one_%s")  # its page has another form with an amount
        words = {"required": "Write how much it is."}
        self.fields["amount"] = AmountField(
            currency_of(night.currency), label=label, required=required, error_messages=words
        )


class CountForm(AmountForm):
    """What was counted in the box. More or less than expected closes it only if `sure` names the same difference."""

    def __init__(self, data: Mapping[str, Any] | None, night: Night) -> None:
        super().__init__(data, night, "Counted in the box")
        self.night = night
        self.asked = ""  # what `sure` must be

    def clean(self) -> dict[str, Any]:
        """Ask once about a difference."""
        data = super().clean() or {}
        amount = data.get("amount")
        difference = 0
        if amount is not None and self.night.money:
            difference = box_difference(amount, cash_lines(self.night), pots_brought(self.night))
        if difference and self.data.get("sure") != f"{amount} {difference}":
            self.asked = f"{amount} {difference}"
            self.add_error("amount", f"The box is {difference_words(self.night, difference)}. Close it anyway?")
        return data
