"""The organizer's page of tonight's players."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRefresh

from tournament.club.names_on_paper import check_name_on_paper
from tournament.models import Entry, Night, PhoneRequest, Role
from tournament.night.joining import NO_LONGER_ASKS, answer_request, release_all_phones, release_phone
from tournament.night.player_names import rename_player, set_name_on_paper
from tournament.people.errors import Refused
from tournament.people.names import clean_name
from tournament.presenters.changes import newest_change
from tournament.presenters.players import players_context
from tournament.web.addresses import site_address
from tournament.web.request import HtmxHttpRequest, page_after, posted_number, whole_number
from tournament.web.visitors import organizer_only


@partial(organizer_only, also=(Role.CHECK_IN,))
def players(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Show tonight's players, and what can be done for each; one that was open at the start or close is loaded anew."""
    if request.htmx and request.GET.get("was", night.status) != night.status:
        return HttpResponseClientRefresh()
    context = players_context(
        night,
        site_address(request),
        codes="codes" in request.GET,
        code_of=whole_number(request.GET.get("code", "")),
    )
    done = newest_change(night, request.who) if "done" in request.GET else None
    template = "tournament/players/_asking.html" if request.htmx else "tournament/players/players.html"
    return render(request, template, {**context, "find": request.GET.get("find", ""), "done": done})


@require_POST
@partial(organizer_only, also=(Role.CHECK_IN,))
def rename(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Correct a player's name, or set what paper says in its place."""
    entry = get_object_or_404(Entry, pk=posted_number(request, "entry"), night=night)
    if "paper_name" in request.POST:
        name = check_name_on_paper(request.POST["paper_name"])
        set_name_on_paper(entry=entry, paper_name=name, who=request.who)
        messages.success(request, f"Saved: on paper, {clean_name(request.POST['paper_name']) or entry.name}.")
    else:
        rename_player(entry=entry, name=request.POST.get("name", ""), who=request.who)
        messages.success(request, f"Saved: {clean_name(request.POST.get('name', ''))}.")
    return redirect(page_after(request, reverse("desk", args=[night.slug])))


@require_POST
@partial(organizer_only, also=(Role.CHECK_IN,))
def release(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Take the name from the phone that plays for a player."""
    entry = get_object_or_404(Entry, pk=posted_number(request, "entry"), night=night)
    release_phone(entry=entry, who=request.who)
    messages.success(request, f"{entry.short_name} has no phone now. Another one may tap the name.")
    return redirect(page_after(request, reverse("players", args=[night.slug])))


@require_POST
@organizer_only
def release_all(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Let every phone of the night scan again: the laptop has another address."""
    released = release_all_phones(night=night, who=request.who)
    phones = "1 phone" if released == 1 else f"{released} phones"
    messages.success(request, f"{phones} may scan again. Show the code on the big screen.")
    return redirect("players", night.slug)


@require_POST
@partial(organizer_only, also=(Role.CHECK_IN,))
def answer_phone(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Let in a phone that asks for a name, or keep it out."""
    asked = PhoneRequest.objects.filter(pk=posted_number(request, "request"), entry__night=night).first()
    if asked is None:  # newer ones took its place
        raise Refused(NO_LONGER_ASKS)
    let_in = request.POST.get("answer") == "yes"
    answer_request(request=asked, let_in=let_in, who=request.who)
    to_whom = f"plays for {asked.entry.short_name} now" if let_in else "was kept out"
    messages.success(request, f"Phone {asked.sign} {to_whom}.")
    return redirect(page_after(request, reverse("players", args=[night.slug])))
