"""Wrong seats in a game that was scored: whose tally changes and by how much, looked at first, then done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tally.loading.games import night_games, night_tallies
from tally.scoring.wrong_seats import fix_wrong_seats
from tournament.access import ORGANIZER, organizer_only, require_open
from tournament.forms import TwoForm
from tournament.live.events import last_event
from tournament.models import Night
from tournament.night.previews import Preview, PreviewOutdated, apply_change, preview_change
from tournament.night.seating import begun_rounds
from tournament.people.errors import Refused
from tournament.planning.rounds import decides_seats


class SeatsForm(TwoForm):
    """Two players and the game in which they sat in each other's seats."""

    number = forms.IntegerField(min_value=1, max_value=99)

    def __init__(self, data: Mapping[str, Any], night: Night) -> None:
        super().__init__(data, night.entries.people().numbered())
        self.fields["one"].required = self.fields["other"].required = True


@organizer_only
def wrong_seats(request: HttpRequest, night: Night) -> HttpResponse:
    """A POST shows what would come of it, and with `sure` makes it as it was shown."""
    if night.status == Night.Status.SIGN_UP:
        return redirect("desk", night.slug)
    context: dict[str, object] = {}
    seen, status = last_event(night.pk), 200
    if request.method == "POST":
        form = SeatsForm(request.POST, night)
        try:
            require_open(night)
            if not form.is_valid():
                raise Refused("Choose the game and both players from the lists.")
            terms = {"night": night, "who": ORGANIZER, **form.cleaned_data}
            try:
                if "sure" in request.POST:
                    apply_change(night, lambda: fix_wrong_seats(**terms), expected=request.POST.get("shown", ""))
                    return redirect("board", night.slug)
            except PreviewOutdated as otherwise:
                context, status = {"problem": str(otherwise)}, 409
            context |= {"asked": form.cleaned_data, **_shown(night, terms)}
        except Refused as refusal:
            context, status = {"problem": str(refusal)}, 409
    begun = begun_rounds(night)
    page = {
        "night": night,
        "seen": seen,
        "numbers": range(begun or 1, 0, -1),
        "everybody": night.entries.people().numbered(),
    }
    return render(request, "tally/board/wrong_seats.html", page | context, status=status)


def _shown(night: Night, terms: dict[str, Any]) -> dict[str, object]:
    """What would change: tallies old → new, seats to come, and whether later games stay as they were played."""
    after: dict[int, int] = {}

    def change() -> None:
        fix_wrong_seats(**terms)
        after.update(_totals(night))

    before = _totals(night)
    preview: Preview = preview_change(night, change)
    tallies = [
        {
            "entry": preview.names[number],
            "old": before.get(number, 0),
            "new": after.get(number, 0),
            "more": after.get(number, 0) - before.get(number, 0),
        }
        for number in sorted(before.keys() | after.keys())
        if before.get(number, 0) != after.get(number, 0)
    ]
    anew = [
        n
        for n in range(preview.begun + 1, len(preview.after) + 1)
        if preview.before[n - 1 : n] != preview.after[n - 1 : n]
    ]
    return {
        "tallies": tallies,
        "anew": anew,
        "state_token": preview.state_token,
        "follows": decides_seats(night, preview.begun),
        "stay": range(terms["number"] + 1, preview.begun + 1),
        "running": terms["number"] >= preview.begun,
    }


def _totals(night: Night) -> dict[int, int]:
    """Everybody's total by number."""
    return {number: tally.total for number, tally in night_tallies(night, night_games(night)).items()}
