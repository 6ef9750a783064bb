"""Player changes in the middle of a night: each is previewed first, then made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tournament.access import ORGANIZER, organizer_only
from tournament.forms import TwoForm
from tournament.live.events import last_event
from tournament.models import Entry, Night
from tournament.movements.balance import count_rounds
from tournament.movements.balance_wording import describe_balance
from tournament.night.previews import Preview, PreviewOutdated, apply_change, preview_change
from tournament.night.roster_changes import arrive_late, come_back, drop_out, open_seats, substitute
from tournament.night.seating import begun_rounds
from tournament.night.wrong_seats import swap_seats
from tournament.people.errors import Refused
from tournament.people.names import LONGEST
from tournament.planning.rounds import decides_seats, game_count

CHANGES = ("arrive", "leave", "return", "substitute", "swap")


class ChangeForm(TwoForm):
    """The kind of change, and whom it is about."""

    change = forms.ChoiceField(choices=[(change, change) for change in CHANGES])
    name = forms.CharField(max_length=LONGEST, required=False)


@organizer_only
def changes(request: HttpRequest, night: Night) -> HttpResponse:
    """Offer the five changes; a POST previews one, and with `sure` makes it as it was shown."""
    seen = last_event(night.pk)
    context: dict[str, object] = {}
    status = 200
    if night.status == Night.Status.SIGN_UP:
        return redirect("desk", night.slug)
    if request.method == "POST":
        form = ChangeForm(request.POST, night.entries.numbered())
        try:
            change = _change(form, night)
            try:
                if "sure" in request.POST:
                    apply_change(night, change, expected=request.POST.get("shown", ""))
                    return redirect(reverse("changes", args=[night.slug]) + "?done=1")
            except PreviewOutdated as otherwise:
                context, status = {"problem": str(otherwise)}, 409
            context |= {"asked": form.cleaned_data, **_shown(night, preview_change(night, change), form.cleaned_data)}
        except Refused as refusal:
            context, status = {"problem": str(refusal)}, 409
    return render(
        request, "tournament/changes/changes.html", _page(request, night) | context | {"seen": seen}, status=status
    )


def _page(request: HttpRequest, night: Night) -> dict[str, object]:
    """The context of the page itself: players, how far the night is, and the change that was just made."""
    entries = list(night.entries.numbered().people().order_by("number"))
    done = night.log_entries.by(ORGANIZER).order_by("-pk").first() if "done" in request.GET else None
    return {
        "night": night,
        "here": [e for e in entries if not e.left_at],
        "gone": [e for e in entries if e.left_at],
        "asked_for": request.GET.get("change", ""),
        "everybody": entries,
        "ghost": night.entries.ghosts().first(),
        "begun": begun_rounds(night),
        "length": game_count(night),
        "done": done,
    }


def _change(form: ChangeForm, night: Night) -> Callable[[], object]:
    """The function that makes the change.

    :raises Refused: when the form does not say who it is about.
    """
    if not form.is_valid():
        raise Refused("Choose who it is about from the list, and write a name where one is asked.")
    data = form.cleaned_data
    kind, name, one, other, why = (data[field] for field in ("change", "name", "one", "other", "why"))
    if kind == "arrive":
        return lambda: arrive_late(night=night, name=name, who=ORGANIZER, why=why)
    if one is None or (kind == "swap" and other is None):
        raise Refused("Choose from the list who it is about.")
    if kind == "leave":
        return lambda: drop_out(entry=one, who=ORGANIZER, why=why)
    if kind == "return":
        return lambda: come_back(entry=one, who=ORGANIZER, why=why)
    if kind == "substitute":
        return lambda: substitute(entry=one, name=name, who=ORGANIZER, why=why)
    return lambda: swap_seats(night=night, one=one, other=other, who=ORGANIZER, why=why)


def _shown(night: Night, preview: Preview, data: dict[str, Any]) -> dict[str, object]:
    """What a change touches: the redrawn games, players with a new next seat, and how fair the night gets."""
    anew = [
        number
        for number in range(1, max(len(preview.before), len(preview.after)) + 1)
        if preview.before[number - 1 : number] != preview.after[number - 1 : number]
    ]
    coming = [number for number in anew if number > preview.begun]
    before, after = [
        count_rounds([s.tables for s in rounds], [s.sitting_out for s in rounds])
        for rounds in (preview.before, preview.after)
    ]
    fair = (
        list(zip(describe_balance(before), describe_balance(after), strict=False))
        if len(preview.after) > preview.begun
        else []
    )
    return {
        "anew": coming,
        "running": [number for number in anew if number <= preview.begun],
        "fair": fair[:5],
        "follows": decides_seats(night, preview.begun),
        "state_token": preview.state_token,
        "elsewhere": _elsewhere(preview, coming),
        "held": open_seats(data["one"]) if data["change"] == "leave" else [],
        "first": _named(preview, coming[0]) if coming and coming[0] <= len(preview.after) else None,
        "rounds_after": [_named(preview, number) for number in anew if number <= len(preview.after)],
    }


def _elsewhere(preview: Preview, coming: list[int]) -> list[Entry]:
    """The players whose seat in the next game changes, so that they have to be told."""
    if not coming or coming[0] > min(len(preview.before), len(preview.after)):
        return []
    before, after = preview.before[coming[0] - 1], preview.after[coming[0] - 1]
    was, now = before.seats_by_player(), after.seats_by_player()
    return [
        preview.names[number]
        for number in sorted(before.everybody & after.everybody)
        if was.get(number) != now.get(number)
    ]


def _named(preview: Preview, number: int) -> dict[str, object]:
    """One round after the change, with names, as the page of seats shows it."""
    seating = preview.after[number - 1]
    return {
        "number": number,
        "resting": [preview.names[player] for player in seating.sitting_out],
        "games": [
            {"table": table, "pairs": ((preview.names[a], preview.names[b]), (preview.names[c], preview.names[d]))}
            for table, (a, b, c, d) in enumerate(seating.tables, 1)
        ],
    }
