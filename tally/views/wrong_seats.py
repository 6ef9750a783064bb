"""Fixing wrong seats in a game that was scored: first a preview of whose tally changes, then the change."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render

from tally.presenters.wrong_seats import wrong_seats_preview
from tally.scoring.wrong_seats import fix_wrong_seats
from tournament.access import require_open
from tournament.forms import TwoForm
from tournament.live.events import last_event
from tournament.models import Night, Role
from tournament.night.previews import PreviewOutdated, apply_change
from tournament.night.seating import started_rounds
from tournament.people.errors import Refused
from tournament.web.helper_pages import first_page
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import organizer_only


class SeatsForm(TwoForm):
    """Two players and the game in which they sat in each other's seats."""

    number = forms.IntegerField(min_value=1, max_value=99)

    def __init__(self, data: Mapping[str, Any], night: Night) -> None:
        super().__init__(data, night.entries.people().numbered())
        self.fields["one"].required = self.fields["other"].required = True


@partial(organizer_only, also=(Role.SCORER,))
def wrong_seats(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """A POST shows what the change would do, and with `sure` makes it as it was shown."""
    if night.status == Night.Status.SIGN_UP:
        return redirect(first_page(night, request.who))
    newest = started_rounds(night) or 1
    context: dict[str, object] = {
        "night": night,
        "seen": last_event(night.pk),
        "numbers": range(newest, 0, -1),
        "coming": night.rounds.filter(number=newest + 1).first(),
        "everybody": night.entries.people().numbered(),
        "problem": "",
    }
    if request.method == "POST":
        try:
            preview = _post(request, night)
            if preview is None:
                return redirect("board", night.slug)
            context |= preview
        except Refused as refusal:
            context["problem"] = str(refusal)
    return render(request, "tally/board/wrong_seats.html", context, status=409 if context["problem"] else 200)


def _post(request: HtmxHttpRequest, night: Night) -> dict[str, object] | None:
    """Make the change if it was confirmed and is still as it was shown (None), else show what it would do.

    :raises Refused: when it cannot be made.
    """
    require_open(night)
    form = SeatsForm(request.POST, night)
    if not form.is_valid():
        raise Refused("Choose the game and both players from the lists.")
    terms = {"night": night, "who": request.who, **form.cleaned_data}
    problem = ""
    if "sure" in request.POST:
        try:
            apply_change(night, lambda: fix_wrong_seats(**terms), expected=request.POST.get("shown", ""))
            return None
        except PreviewOutdated as outdated:
            problem = str(outdated)
    return {"problem": problem, "asked": form.cleaned_data, **wrong_seats_preview(terms)}
