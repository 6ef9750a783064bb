"""Opening a single table: which game, and who sits there."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from tally.presenters.game_choices import of_every_table
from tally.rules import Variant, find_variant
from tally.rules.house_rules import resolve
from tally.scoring.own_games import OwnGameGone, keep_own_game
from tournament.forms import NamesForm
from tournament.models import Club
from tournament.night.locking import write
from tournament.night.signup import AlreadyHere
from tournament.night.single_table import open_single_table
from tournament.people.errors import NotAllowed, Refused
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import OPEN_THE_LINK, organizers_club, who_in

OWN_END, RUBBER, UNTIL = "own", "rubber", "until"
ENDS = [
    (OWN_END, "As the game ends by its own rules"),
    (RUBBER, "Best of three: first to win two games"),
    (UNTIL, "Until a set time; most points win"),
]
MOST_MINUTES = 720
# "9:30", "21.30", "9:30 pm", "9 p.m."
TIME = re.compile(
    r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d)|(?=\s*[ap]))\s*(?:(?P<half>[ap])\.?(?:m\.?)?)?",
    re.IGNORECASE | re.ASCII,
)


def moment_of(written: str, now: datetime) -> datetime | None:
    """The moment that people write as minutes from now ("45") or as a time of day ("9:30 pm"); None if it is neither.

    A time of day without am or pm that is past on a clock of 24 hours may be meant on one of 12: "9:30" at 8 pm.
    """
    written = written.strip()
    if written.isascii() and written.isdigit():
        return now + timedelta(minutes=int(written)) if 1 <= int(written) <= MOST_MINUTES else None
    found = TIME.fullmatch(written)
    if found is None:
        return None
    hour, minute, half = int(found["hour"]), int(found["minute"] or 0), (found["half"] or "").lower()
    if minute > 59 or not (1 <= hour <= 12 if half else hour <= 24):
        return None
    hours = [hour % 12 + 12 * (half == "p")] if half else [hour % 24]
    if not half and hour <= 12:
        hours.append((hour + 12) % 24)
    local = timezone.localtime(now)
    for each in hours:
        at = local.replace(hour=each, minute=minute, second=0, microsecond=0)
        at += timedelta(days=at <= local)
        if at - local <= timedelta(minutes=MOST_MINUTES):
            return at
    return None


def _label(game: Variant) -> str:
    """A game in the list: its name, for how many it is, and to how many points by its usual rules."""
    players, target = ", ".join(map(str, game.table_sizes)), resolve(game.end, {}).target
    return f"{game.name} ({players} players)" + ("" if target is None else f", to {target}")


class TableForm(NamesForm):
    """Which game, and who sits round the table."""

    variant = forms.ChoiceField(
        label="Game",
        help_text="You can choose its house rules at the table, until the first hand.",
    )
    ends = forms.ChoiceField(label="The end", choices=ENDS, required=False)
    until = forms.CharField(
        label="Until when",
        required=False,
        max_length=20,
        help_text="Minutes, such as 45, or a time of day, such as 9:30 PM.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    field_order = ("variant", "names", "ends", "until")

    def __init__(self, *args: object, club: Club | None = None, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        choice = self.fields["variant"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [
            (group, [(slug, _label(game)) for slug, game in games]) for group, games in of_every_table(club)
        ]
        del self.fields["also_same_names"]
        self.fields["names"].label = "Players"
        self.fields[
            "names"
        ].help_text = "One per line, in dealing order, clockwise. Partners sit across from each other."

    def clean(self) -> dict[str, object]:
        """Check that the game is for this many players."""
        data = super().clean() or {}
        variant, names = find_variant(str(data.get("variant"))), data.get("names")
        if variant and isinstance(names, list) and len(names) not in variant.table_sizes:
            sizes = " or ".join(map(str, variant.table_sizes))
            self.add_error("names", f"{variant.name} is for {sizes} players; this list has {len(names)}.")
        data["house_rules"] = {"rubber": True} if data.get("ends") == RUBBER else {}
        if data.get("ends") == UNTIL or data.get("until"):
            data["ends_at"] = moment_of(str(data.get("until", "")), timezone.now())
            if data["ends_at"] is None:
                self.add_error("until", f"Write 1 to {MOST_MINUTES} minutes, or a time within the next 12 hours.")
        return data


def open_table(request: HtmxHttpRequest) -> HttpResponse:
    """Choose a game, write the names, and play."""
    club = organizers_club(request)
    if club is None:
        raise NotAllowed(f"Only the organizer can open a table. {OPEN_THE_LINK}")
    form = TableForm(request.POST or None, initial={"variant": "standard"}, club=club)
    variant = find_variant(form.cleaned_data["variant"]) if request.method == "POST" and form.is_valid() else None
    if variant:
        try:
            with write():
                keep_own_game(variant.slug)
                night = open_single_table(
                    club=club,
                    name=variant.name,
                    variant=variant.slug,
                    names=form.cleaned_data["names"],
                    who=who_in(request, club),
                    until=form.cleaned_data.get("ends_at"),
                    house_rules=form.cleaned_data["house_rules"],
                )
            return redirect("single-table", night.slug)
        except AlreadyHere as error:
            form.add_error("names", f"{error} Add a letter or a nickname.")
        except OwnGameGone as error:
            form.add_error("variant", str(error))
        except Refused as error:
            form.add_error("names", str(error))
    return render(request, "tally/single_table/open.html", {"form": form}, status=400 if form.errors else 200)
