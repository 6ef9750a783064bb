"""The club's own pages: its start, and its regulars."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournament.club.regulars import (
    NameTaken,
    StillNamed,
    add_regular,
    change_regular,
    remove_regular,
)
from tournament.copies.keeper import keeper
from tournament.forms import PersonForm
from tournament.laptop.own_club import laptop_serves
from tournament.models import CashLine, Club, Player
from tournament.night.player_names import is_known_elsewhere
from tournament.people.errors import Refused
from tournament.presenters.people import nights_played, people_rows
from tournament.web.error_file import errors_as_text
from tournament.web.request import HtmxHttpRequest
from tournament.web.scoring_pages import scoring_url
from tournament.web.visitors import club_only, night_to_print


@club_only
def club_start(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Show what the club has beside its nights."""
    context = {
        "club": club,
        "regulars": club.players.active().count(),
        "has_members": settings.ACCOUNTS,
        "on_laptop": laptop_serves(club),
        "keeps_copies": keeper() is not None,
        "keeps_money": CashLine.objects.filter(night__club=club).exists(),
    }
    return render(request, "tournament/club/club.html", context)


@club_only
def error_log(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """What failed on this laptop, as text without keys, for whoever fixes the program."""
    disposition = {"Content-Disposition": 'attachment; filename="errors.txt"', "Cache-Control": "no-store"}
    return HttpResponse(errors_as_text(), content_type="text/plain; charset=utf-8", headers=disposition)


@club_only
def people(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Show the club's regulars."""
    return render(request, "tournament/club/people.html", _people_context(request, club, PersonForm()))


@require_POST
@club_only
def add_person(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Add one of the regulars."""
    form = PersonForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        try:
            added = add_regular(club=club, name=data["name"], is_guest=data["is_guest"])
        except Refused as error:
            apart = " If this is somebody else, add a letter or a nickname." if isinstance(error, NameTaken) else ""
            form.add_error("name", f"{error}{apart}")
        else:
            messages.success(request, f"Added: {added}.")
            return redirect("people")
    return render(request, "tournament/club/people.html", _people_context(request, club, form), status=400)


@club_only
def edit_person(request: HtmxHttpRequest, club: Club, person: int) -> HttpResponse:
    """Change a regular: name, name on paper, guest or member, gone or back; lead back to Printables of a night."""
    night = night_to_print(request, club)
    player = get_object_or_404(club.players.regulars(), pk=person)
    form = PersonForm(request.POST or None, instance=Player.objects.get(pk=player.pk))
    taken_by = None
    if request.method == "POST" and form.is_valid():
        try:
            changed = change_regular(player=player, who=request.who, **form.cleaned_data)
        except Refused as error:
            form.add_error("name", str(error))
            taken_by = error.other if isinstance(error, NameTaken) else None
        else:
            messages.success(request, f"Saved: {changed}.")
            return redirect(scoring_url("shelf", night.slug) if night else reverse("people"))
    context = {
        "night_to_print": night,
        "player": player,
        "form": form,
        "taken_by": taken_by,
        "nights": len(nights_played(club)[player.pk]),
        "merges": player.merges.filter(undone_at=None).select_related("merged"),
        "can_remove": not is_known_elsewhere(player),
    }
    return render(request, "tournament/club/person.html", context, status=400 if form.errors else 200)


@require_POST
@club_only
def remove_person(request: HtmxHttpRequest, club: Club, person: int) -> HttpResponse:
    """Remove somebody who was added by mistake; whom a log names can be erased instead."""
    player = get_object_or_404(club.players.regulars(), pk=person)
    try:
        remove_regular(player=player)
    except StillNamed as error:
        messages.info(request, str(error))
        return redirect("erase-person", player.pk)
    messages.success(request, f"Removed: {player}.")
    return redirect("people")


def _people_context(request: HtmxHttpRequest, club: Club, form: PersonForm) -> dict[str, object]:
    """What the list of regulars shows."""
    find = request.GET.get("find", "")
    rows = people_rows(club, find)
    active = [row for row in rows if row.player.is_active]
    return {
        "club": club,
        "form": form,
        "find": find,
        "active": active,
        "gone": [row for row in rows if not row.player.is_active],
        "guests": sum(row.player.is_guest for row in active),
    }
