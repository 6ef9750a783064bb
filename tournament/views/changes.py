"""Somebody comes, goes, returns, stands in, or sat in the wrong seat: looked at first, then done."""

from __future__ import annotations

from collections.abc import Callable

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournament.access import Who, organizer_only
from tournament.changes import (
    Preview,
    arrive_late,
    begun_rounds,
    come_back,
    drop_out,
    preview,
    substitute,
    swap_seats,
)
from tournament.errors import Refused
from tournament.live import last_event
from tournament.models import Entry, Night
from tournament.movements.balance import count_played, sentences
from tournament.names import LONGEST
from tournament.views.posted import posted_number

ORGANIZER = Who(organizer=True)
NAMES = {"arrive": "A late arrival", "leave": "Somebody goes home", "return": "Somebody comes back",
         "substitute": "Somebody stands in", "swap": "Two sat in each other's seats"}


class ChangeForm(forms.Form):
    """What happens, to whom."""

    change = forms.ChoiceField(choices=list(NAMES.items()))
    name = forms.CharField(max_length=LONGEST, required=False)
    one = forms.ModelChoiceField(Entry.objects.none(), required=False)
    other = forms.ModelChoiceField(Entry.objects.none(), required=False)

    def __init__(self, data: object, night: Night) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        for field in ("one", "other"):
            choice = self.fields[field]
            assert isinstance(choice, forms.ModelChoiceField)
            choice.queryset = night.entries.exclude(number=None)


@organizer_only
def changes(request: HttpRequest, night: Night) -> HttpResponse:
    """The five changes; a POST shows what would come of one, and with `sure` makes it."""
    if night.status != Night.Status.PLAYING:
        raise Refused("Players come and go here while the night is being played. Before that, use the desk.")
    context: dict[str, object] = {}
    status = 200
    if request.method == "POST":
        form = ChangeForm(request.POST, night)
        seen = posted_number(request, "seen")
        try:
            words, change = _change(form, night)
            if "sure" in request.POST and seen == last_event(night.pk):
                change()
                return redirect("changes", night.slug)
            context = {"asked": form.cleaned_data, "words": words, **_shown(preview(night, change))}
            if "sure" in request.POST:
                context["problem"] = "Something was recorded meanwhile. Look at the change once more."
        except Refused as refusal:
            context, status = {"problem": str(refusal)}, 409
    entries = list(night.entries.exclude(number=None).order_by("number"))
    return render(request, "night/changes.html", {
        "night": night, "here": [e for e in entries if not e.left_at], "gone": [e for e in entries if e.left_at],
        "begun": begun_rounds(night), "rounds": night.rounds.count(), "seen": last_event(night.pk), **context},
        status=status)


def _change(form: ChangeForm, night: Night) -> tuple[str, Callable[[], object]]:
    """The change in words, and the function that makes it."""
    if not form.is_valid():
        raise Refused("Choose who it is about from the list, and write a name where one is asked.")
    data = form.cleaned_data
    kind, name, one, other = data["change"], data["name"], data["one"], data["other"]
    if kind == "arrive":
        return f"{name} plays from the next game on", lambda: arrive_late(night=night, name=name, who=ORGANIZER)
    if one is None or (kind == "swap" and other is None):
        raise Refused("Choose from the list who it is about.")
    if kind == "leave":
        return f"{one} goes home", lambda: drop_out(entry=one, who=ORGANIZER)
    if kind == "return":
        return f"{one} comes back", lambda: come_back(entry=one, who=ORGANIZER)
    if kind == "substitute":
        return f"{name} plays on for {one}", lambda: substitute(entry=one, name=name, who=ORGANIZER)
    return (f"{one} and {other} change seats in the running game",
            lambda: swap_seats(night=night, one=one, other=other, who=ORGANIZER))


def _shown(look: Preview) -> dict[str, object]:
    """What a change touches: the games drawn anew, and how fair the night is afterwards."""
    anew = [number for number in range(1, max(len(look.before), len(look.after)) + 1)
            if look.before[number - 1:number] != look.after[number - 1:number]]
    fair = count_played([s.tables for s in look.after], [s.bench for s in look.after])
    return {"anew": anew, "stays": look.begun, "lines": sentences(fair)[:4],
            "rounds_after": [(number, look.after[number - 1]) for number in anew if number <= len(look.after)]}
