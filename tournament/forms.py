"""Forms that validate what people type; every message says what to do."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django import forms
from django.db.models import QuerySet

from tournament.club.names_on_paper import check_name_on_paper
from tournament.club.retention import MOST_DAYS, MOST_YEARS
from tournament.models import Chart, Club, Entry, Night, Player, Retention, Role
from tournament.models.sign_ins import NAME_LENGTH
from tournament.movements.rotation_search import MAX_GAMES, MAX_PLAYERS
from tournament.night.clock import MOST_MINUTES
from tournament.people.errors import Refused
from tournament.people.names import LONGEST, split_names

NAMES_LIKE = "Ann Miller\nBob Stone, Carla Reyes"
CHART_LIKE = "1   1-6 vs 2-5   3-8 vs 4-7\n2   2-3 vs 5-8   1-4 vs 6-7"
MOST_HANDS, MOST_PAUSE, MOST_HIDDEN = 24, 60, 20
MOST_SIT_OUT_CREDIT = 20  # as the house rule allows
SIT_OUT_POINTS = f"Write the points for a sit-out as a whole number, 0 to {MOST_SIT_OUT_CREDIT}."
BELL_LABELS = {
    "bell_by": "What ends a game",
    "deals": "Hands a game",
    "minutes": "Minutes a game",
    "pause": "Minutes between games",
    "hidden_games": "Surprise: hide the standings for the last games",
}
BELL_HELP = {
    "deals": "If hands are counted: at each table, or at the head table.",
    "minutes": "If a clock rings. Everybody gets a two-minute warning.",
    "pause": "If a clock rings: how long until the next game’s clock starts by itself. You can start it earlier.",
    "hidden_games": "How many games at the end of the night. 0: nothing is hidden.",
}
BELL_NUMBERS = {
    name: forms.NumberInput(attrs={"inputmode": "numeric"}) for name in ("deals", "minutes", "pause", "hidden_games")
}
HELPING = [(role, role.label) for role in (Role.SCORER, Role.CHECK_IN, Role.ANNOUNCER, Role.ORGANIZER)]
WORDS = {"required": "Write this first.", "invalid_choice": "Choose one from the list."}


def labels_of(form: forms.ModelForm) -> dict[str, str]:  # type: ignore[type-arg]
    """The label of each field of a form."""
    return {name: str(field.label) for name, field in form.fields.items()}


class NamesForm(forms.Form):
    """The organizer's list of names, typed or pasted."""

    names = forms.CharField(
        label="Add players",
        widget=forms.Textarea(attrs={"rows": 4, "placeholder": NAMES_LIKE}),
        help_text="One a line, or separated by commas.",
        max_length=20_000,
        error_messages={"required": "Write at least one name."},
    )
    also_same_names = forms.BooleanField(required=False, label="They are different people with the same name")

    def clean_names(self) -> list[str]:
        """Split the text into names."""
        names = split_names(self.cleaned_data["names"])
        if not names:
            raise forms.ValidationError("There is no name in this list. Write one name per line.")
        return names


class HatForm(forms.Form):
    """For how many players there are cards to draw from a hat."""

    players = forms.IntegerField(min_value=4, max_value=MAX_PLAYERS)


class JoinForm(forms.Form):
    """A player's own name, from a phone."""

    name = forms.CharField(
        max_length=LONGEST,
        label="Your name",
        help_text="First name, and last name or initial.",
        widget=forms.TextInput(attrs={"autocomplete": "name", "autocapitalize": "words"}),
        error_messages={
            "required": "Write your name, so that the others know who you are.",
            "max_length": f"That is more than {LONGEST} letters. Shorten it to fit the card.",
        },
    )
    also_same_names = forms.BooleanField(required=False, label="I am somebody else with the same name")


def _name_for_the_log(label: str, *, required: str, who: str = "they", autocomplete: str = "off") -> forms.CharField:
    """Ask for a name as the log says it."""
    return forms.CharField(
        label=label,
        max_length=NAME_LENGTH,
        help_text=f"A first name is enough. The log shows it next to what {who} do.",
        widget=forms.TextInput(attrs={"autocomplete": autocomplete, "autocapitalize": "words"}),
        error_messages={
            "required": required,
            "max_length": f"That is more than {NAME_LENGTH} letters. A first name is enough.",
        },
    )


def _role_of_a_helper(label: str) -> forms.TypedChoiceField:
    """Ask which role a helper has; the form's value is a `Role`."""
    return forms.TypedChoiceField(
        label=label,
        choices=HELPING,
        coerce=Role,
        initial=Role.SCORER,
        widget=forms.RadioSelect,
        error_messages=WORDS | {"required": WORDS["invalid_choice"]},
    )


class InvitationForm(forms.Form):
    """An invitation to help: who, with what, for how long."""

    LASTS = (("1", "Tonight (24 hours)"), ("7", "A week"), ("90", "The season (90 days)"))

    name = _name_for_the_log("Who", required="Write the helper’s name.")
    role = _role_of_a_helper("Helps as")
    lasts = forms.TypedChoiceField(
        label="For", choices=LASTS, coerce=lambda days: timedelta(days=int(days)), error_messages=WORDS
    )


class StartClubForm(forms.Form):
    """A club of one's own."""

    name = forms.CharField(
        label="The club’s name",
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
        error_messages={"required": "Write the club’s name.", "max_length": "A club’s name has at most 80 letters."},
    )
    own_name = _name_for_the_log("Your name", required="Write your name.", who="you", autocomplete="given-name")


class MemberForm(forms.Form):
    """Somebody to be invited into the club."""

    email = forms.EmailField(
        label="Their email",
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": "Write their email.",
            "invalid": "This is not an email address. Check it.",
            "max_length": "That is too long for an email address. Check it.",
        },
    )
    name = _name_for_the_log("Their name", required="Write their name.")
    role = _role_of_a_helper("What they do")


class RoleForm(forms.Form):
    """What a member does from now on."""

    role = forms.TypedChoiceField(choices=Role.choices, coerce=Role, error_messages=WORDS)


class PersonForm(forms.ModelForm):  # type: ignore[type-arg]
    """A regular of the club."""

    class Meta:
        model = Player
        fields = ("name", "paper_name", "is_guest", "is_active")
        labels = {
            "name": "Name",
            "paper_name": "Name on paper",
            "is_guest": "Guest, not a member",
            "is_active": "Still comes",
        }
        help_texts = {
            "paper_name": "Only if cards and tags should say something else: a nickname, or other letters.",
            "is_active": "Whoever is gone is not offered at sign-up. Nights and points stay.",
        }
        error_messages = {
            "name": {
                "required": "Write a name.",
                "max_length": f"That is more than {LONGEST} letters. Shorten it to fit the card.",
            },
            "paper_name": {"max_length": f"That is more than {LONGEST} letters. Shorten it to fit the card."},
        }
        widgets = {name: forms.TextInput(attrs={"autocomplete": "off"}) for name in ("name", "paper_name")}

    def clean_paper_name(self) -> str:
        """A name that paper has the letters of."""
        try:
            return check_name_on_paper(self.cleaned_data["paper_name"])
        except Refused as refused:
            raise forms.ValidationError(str(refused)) from None


class RosterForm(forms.Form):
    """A list of people: a file, or pasted."""

    file = forms.FileField(
        required=False,
        label="A file",
        help_text="CSV or Excel (.xlsx), from a spreadsheet or a program for members.",
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"}),
        allow_empty_file=True,
    )
    text = forms.CharField(
        required=False,
        label="Or paste names",
        help_text="One a line, or rows copied from a spreadsheet.",
        max_length=1_000_000,
        widget=forms.Textarea(attrs={"rows": 6, "placeholder": NAMES_LIKE}),
        error_messages={"max_length": "That is too long for a list of names. Paste it in parts."},
    )


class CodeForm(forms.Form):
    """The code on a tally card or a table, typed."""

    code = forms.CharField(
        max_length=20,
        label="Code on your card, your table or the desk",
        error_messages={
            "required": "Type the code that is under the QR code on your tally card, on your table or at the desk."
        },
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "placeholder": "K7QM-2X9D",
            }
        ),
    )


class SwapForm(forms.Form):
    """Two numbers to swap."""

    one = forms.IntegerField(label="Swap number", min_value=1, max_value=MAX_PLAYERS)
    other = forms.IntegerField(label="with number", min_value=1, max_value=MAX_PLAYERS)


class BellForm(forms.ModelForm):  # type: ignore[type-arg]
    """What ends tonight's games; it may change in the middle of the night."""

    class Meta:
        model = Night
        fields = ("bell_by", "deals", "minutes", "pause", "hidden_games")
        labels, help_texts, widgets = BELL_LABELS, BELL_HELP, BELL_NUMBERS

    def __init__(self, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        """Drop the fields that the page did not send, so that they stay as they are."""
        super().__init__(data, **more)
        for name in (*BELL_NUMBERS, "tie_by"):
            if data is not None and name not in data and name in self.fields:
                del self.fields[name]

    def clean_deals(self) -> int:
        """Hands a game."""
        return self._within("deals", 1, MOST_HANDS, "A game has {} to {} hands, not {}.")

    def clean_minutes(self) -> int:
        """Minutes on the clock."""
        return self._within("minutes", 1, MOST_MINUTES, "A game lasts {} to {} minutes, not {}.")

    def clean_pause(self) -> int:
        """Minutes between two clocks; 0: the next starts with the bell."""
        return self._within("pause", 0, MOST_PAUSE, "Between games there are {} to {} minutes, not {}.")

    def clean_hidden_games(self) -> int:
        """Games at the end of the night whose standings nobody sees yet."""
        return self._within("hidden_games", 0, MOST_HIDDEN, "Hide the last {} to {} games, not {}.")

    def _within(self, name: str, least: int, most: int, words: str) -> int:
        number = int(self.cleaned_data[name])
        if not least <= number <= most:
            raise forms.ValidationError(words.format(least, most, number))
        return number


class NightForm(BellForm):
    """What the organizer decides before the night.

    Once it is played, only the board changes the bell; once it is closed, its points stay as they are.
    """

    class Meta:
        model = Night
        fields = ("name", "date", "bell_by", "minutes", "pause", "tie_by", "hidden_games", "count_loners", "paper")
        labels = {
            "name": "Name of the night",
            "date": "Date",
            **BELL_LABELS,
            "tie_by": "A tie at the bell",
            "count_loners": "Count loners: ask who went alone",
            "paper": "Paper in the printer",
        }
        help_texts = {**BELL_HELP, "tie_by": "Matters only if winners move."}
        widgets = {"date": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **BELL_NUMBERS}

    def __init__(self, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        """Drop the fields that may not change anymore, whatever an old page sends."""
        super().__init__(data, **more)
        for name in self.instance.fixed_settings:
            self.fields.pop(name, None)


class PaperForm(forms.ModelForm):  # type: ignore[type-arg]
    """What the night is printed on."""

    class Meta:
        model = Night
        fields = ("paper", "large_print", "crop_marks", "theme", "wifi_name", "wifi_password")
        labels = {
            "paper": "Paper in the printer",
            "large_print": "Large print: nothing under 16 points",
            "crop_marks": "Crop marks instead of dotted cutting lines",
            "theme": "Ornaments",
            "wifi_name": "Wi-Fi in the hall: name",
            "wifi_password": "Password",
        }

    def __init__(self, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        """Leave the ornaments as they are where a page that was open before there were any does not send them."""
        super().__init__(data, **more)
        if data and "theme" not in data:
            self.fields.pop("theme")


class ChartForm(forms.Form):
    """A chart of the club's own."""

    name = forms.CharField(max_length=60, label="Name of the chart", initial="Our chart", error_messages=WORDS)
    notation = forms.CharField(
        max_length=50_000,
        label="The chart, one row a game",
        error_messages=WORDS,
        widget=forms.Textarea(attrs={"rows": 9, "class": "notation", "spellcheck": "false", "placeholder": CHART_LIKE}),
    )


class ChooseChartForm(forms.Form):
    """One of the club's charts or the printed ones."""

    chart = forms.ModelChoiceField(Chart.objects.none(), error_messages=WORDS)

    def __init__(self, data: Mapping[str, Any], club: Club) -> None:
        super().__init__(data)
        field = self.fields["chart"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = Chart.objects.filter(club=club) | Chart.objects.filter(club=None)


class TwoForm(forms.Form):
    """Two players, and a reason."""

    one = forms.ModelChoiceField(Entry.objects.none(), required=False)
    other = forms.ModelChoiceField(Entry.objects.none(), required=False)
    why = forms.CharField(
        max_length=120,
        required=False,
        error_messages={"max_length": "The reason has more than 120 letters. Shorten it."},
    )

    def __init__(self, data: Mapping[str, Any], players: QuerySet[Entry]) -> None:
        super().__init__(data)
        for name in ("one", "other"):
            field = self.fields[name]
            assert isinstance(field, forms.ModelChoiceField)
            field.queryset = players


class ChangeForm(TwoForm):
    """The kind of a player change, and whom it is about."""

    change = forms.ChoiceField(
        choices=[(change, change) for change in ("arrive", "leave", "return", "substitute", "swap")]
    )
    name = forms.CharField(
        max_length=LONGEST,
        required=False,
        error_messages={"max_length": f"The name has more than {LONGEST} letters. Shorten it to fit the card."},
    )
    also_same_names = forms.BooleanField(required=False)


class MovementForm(forms.ModelForm):  # type: ignore[type-arg]
    """The movement, how many games, and what it must do."""

    movement = forms.ChoiceField(choices=Night.Movement.choices, required=False, widget=forms.RadioSelect)
    games = forms.IntegerField(
        min_value=1,
        max_value=MAX_GAMES,
        required=False,
        label="Games tonight",
        help_text="Leave empty for as many as the chart or perfect rotation has, or ten.",
    )
    even_head_table = forms.BooleanField(
        required=False, label="Everybody plays at the head table the same number of times"
    )
    sit_out_rule = forms.ChoiceField(
        choices=Night.SitOutRule.choices,
        label="Where winners move up, who sits out?",
        help_text="In every other movement everybody sits out in turn.",
    )
    sit_out_credit = forms.IntegerField(
        min_value=0,
        max_value=MOST_SIT_OUT_CREDIT,
        label="Points for a game somebody sits out",
        help_text="Some clubs give a fixed number, such as 7, so that nobody falls behind. 0: none.",
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), SIT_OUT_POINTS),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    class Meta:
        model = Night
        fields = ("movement", "games", "even_head_table", "sit_out_rule")

    def __init__(self, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        """Drop the questions about sit-outs where the page did not ask them, so that the answers stay."""
        super().__init__(data, **more)
        for name in ("sit_out_rule", "sit_out_credit"):
            if data is not None and name not in data:
                del self.fields[name]

    def clean_games(self) -> int:
        """0 stands for the movement's own number."""
        return self.cleaned_data["games"] or 0


class AgeField(forms.IntegerField):
    """After how long something goes: a whole number of a unit, or nothing where it is kept."""

    def __init__(self, label: str, unit: str, most: int, hint: str) -> None:
        wrong = f"Write a whole number of {unit}, 1 to {most:,}, or leave it empty to keep everything."
        super().__init__(
            required=False,
            min_value=1,
            max_value=most,
            label=label,
            help_text=hint,
            error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), wrong),
            widget=forms.NumberInput(attrs={"inputmode": "numeric", "min": 1, "max": most, "autocomplete": "off"}),
        )
        self.unit = unit


class RetentionForm(forms.ModelForm):  # type: ignore[type-arg]
    """After how long a club's data go. An empty field keeps them."""

    names_after = AgeField(
        "Names: erased after this many years without coming",
        "years",
        MOST_YEARS,
        "As Erase a person does: totals, seats and records keep their figures. Who never came stays on the list.",
    )
    phones_after = AgeField(
        "Phones: forgotten this many days after a night was closed",
        "days",
        MOST_DAYS,
        "With their tests. A phone that has not played since is greeted as a new one, and no longer opens seasons.",
    )
    log_after = AgeField(
        "Logs: lines erased after this many years",
        "years",
        MOST_YEARS,
        "Who did what in a closed night, and who was let into the club. Scores stay.",
    )
    nights_after = AgeField(
        "Nights: erased after this many years",
        "years",
        MOST_YEARS,
        "Whole nights with every hand and their money: seasons, records and pots that carry over lose them.",
    )

    class Meta:
        model = Retention
        fields = ("names_after", "phones_after", "log_after", "nights_after")
