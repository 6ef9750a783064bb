"""Player changes in the middle of a night: each is previewed first, then made."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tournament.access import Who
from tournament.forms import ChangeForm
from tournament.live.events import last_event
from tournament.models import Night, Role
from tournament.night.previews import PreviewOutdated, apply_change, preview_change
from tournament.night.roster_changes import WentHome, arrive_late, come_back, drop_out, open_seats, substitute
from tournament.night.signup import AlreadyHere
from tournament.night.wrong_seats import swap_seats
from tournament.people.errors import Refused
from tournament.presenters.changes import changes_context, confirm_label, games_kept, preview_context
from tournament.web.panel import is_for_panel, panel_home
from tournament.web.request import HtmxHttpRequest, posted_number, whole_number
from tournament.web.visitors import organizer_only


@partial(organizer_only, also=(Role.CHECK_IN,))
def changes(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Offer the five changes; a POST previews one, and with `sure` makes it as it was shown."""
    if night.status == Night.Status.SIGN_UP:
        return redirect("desk", night.slug)
    seen, problem = last_event(night.pk), ""
    if request.method != "POST":
        return _page(request, night, seen=seen)
    form = ChangeForm(request.POST, night.entries.numbered())
    try:
        change = _chosen_change(form, night, request.who)
        if "sure" in request.POST:
            try:
                apply_change(night, change, expected=request.POST.get("shown", ""))
                home = panel_home(request) if is_for_panel(request) else ""
                return redirect(home or reverse("players", args=[night.slug]) + "?done=1")
            except PreviewOutdated as outdated:
                problem = str(outdated)
        preview = preview_context(night, preview_change(night, change))
    except Refused as refusal:
        return _refused(request, night, refusal, seen=seen)
    asked = form.cleaned_data
    preview["confirm"] = confirm_label(asked)
    preview["open_games"] = open_seats(asked["one"]) if asked["change"] == "leave" else []
    preview["kept"] = games_kept(asked["one"]) if asked["change"] == "substitute" else None
    return _page(request, night, seen=seen, problem=problem, asked=asked, **preview)


def _refused(request: HtmxHttpRequest, night: Night, refusal: Refused, **context: object) -> HttpResponse:
    """The form that was sent, with what was typed, and a box where the name is somebody else's too."""
    return _page(
        request,
        night,
        problem=str(refusal),
        name_taken=isinstance(refusal, AlreadyHere | WentHome),
        asked_for=request.POST.get("change", ""),
        chosen=posted_number(request, "one"),
        chosen_other=posted_number(request, "other"),
        typed=request.POST,
        **context,
    )


def _page(request: HtmxHttpRequest, night: Night, *, problem: str = "", **context: object) -> HttpResponse:
    return render(
        request,
        "tournament/changes/changes.html",
        {
            **changes_context(night),
            "asked_for": request.GET.get("change", ""),
            "chosen": whole_number(request.GET.get("one", "")),
            "problem": problem,
            **context,
        },
        status=409 if problem else 200,
    )


def _chosen_change(form: ChangeForm, night: Night, who: Who) -> Callable[[], object]:
    """The function that makes the change.

    :raises Refused: when the form does not say who it is about, and for a text that is too long.
    """
    for too_long in (form.errors.get("name"), form.errors.get("why")):
        if too_long:
            raise Refused(too_long[0])
    if not form.is_valid():
        raise Refused("Choose a player from the list, and write a name where one is asked for.")
    data = form.cleaned_data
    kind, name, one, other, why = (data[field] for field in ("change", "name", "one", "other", "why"))
    if kind == "arrive":
        also = data["also_same_names"]
        return lambda: arrive_late(night=night, name=name, who=who, why=why, also_same_names=also)
    if one is None or (kind == "swap" and other is None):
        raise Refused("Choose a player from the list.")
    if kind == "leave":
        return lambda: drop_out(entry=one, who=who, why=why)
    if kind == "return":
        return lambda: come_back(entry=one, who=who, why=why)
    if kind == "substitute":
        return lambda: substitute(entry=one, name=name, who=who, why=why)
    return lambda: swap_seats(night=night, one=one, other=other, who=who, why=why)
