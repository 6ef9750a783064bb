"""Erasing a person: what it changes, the name to be typed first, and a second try where the file was in use."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from tournament.club.erasing import erase_player, preview_erasure
from tournament.club.overwriting import has_file, overwrite_deleted
from tournament.copies.keeper import keeper
from tournament.copies.places import kept_aside
from tournament.models import Club
from tournament.people.errors import Refused
from tournament.web.overwriting import offer_to_overwrite
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import club_only

OVERWRITTEN = "The database’s file has no erased name anymore."
STILL_IN_USE = "The file could not be overwritten: another program is still using it, or the disk is full."
NO_FILE = "This site’s database overwrites what was erased by itself."


@club_only
def erase_person(request: HtmxHttpRequest, club: Club, person: int) -> HttpResponse:
    """Show what erasing a regular changes; a POST with their name does it."""
    player = get_object_or_404(club.players.regulars(), pk=person)
    problem = ""
    if request.method == "POST":
        try:
            erased = erase_player(player=player, typed_name=request.POST.get("name", ""), who=request.who)
        except Refused as error:
            problem = str(error)
        else:
            messages.success(request, f"The name is erased. It is {erased.new_name} now.")
            return redirect("people") if erased.overwritten else offer_to_overwrite(request)
    kept = keeper()
    context = {
        "player": player,
        "problem": problem,
        "erasure": preview_erasure(player),
        "left_copies": kept_aside(kept.database) if kept else [],
    }
    return render(request, "tournament/club/erase.html", context, status=400 if problem else 200)


@club_only
def overwrite_erased(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Say why the database's file may still have erased names; a POST overwrites them.

    :raises Refused: where the database is no file.
    """
    problem = ""
    if request.method == "POST":
        if not has_file():
            raise Refused(NO_FILE)
        if overwrite_deleted():
            messages.success(request, OVERWRITTEN)
            return redirect("people")
        problem = STILL_IN_USE
    context = {"has_file": has_file(), "problem": problem}
    return render(request, "tournament/club/overwrite.html", context, status=409 if problem else 200)
