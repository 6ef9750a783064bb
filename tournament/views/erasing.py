"""Erasing a person: what it changes, and the name to be typed before it happens."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from tournament.access import ORGANIZER
from tournament.club.erasing import erase_player, preview_erasure
from tournament.models import Club
from tournament.people.errors import Refused
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import club_only

IN_THE_FILE = (
    "No page shows the name any more, but the database’s file may still have it, because another program was using "
    "the file. Erasing anybody overwrites it, too; Help says how to do it by hand."
)


@club_only
def erase_person(request: HtmxHttpRequest, club: Club, person: int) -> HttpResponse:
    """Show what erasing a regular changes; a POST with their name does it."""
    player = get_object_or_404(club.players.regulars(), pk=person)
    problem = ""
    if request.method == "POST":
        try:
            erased = erase_player(player=player, typed_name=request.POST.get("name", ""), who=ORGANIZER)
        except Refused as error:
            problem = str(error)
        else:
            messages.success(request, f"The name is erased. It is {erased.new_name} now.")
            if not erased.overwritten:
                messages.warning(request, IN_THE_FILE)
            return redirect("people")
    context = {"player": player, "problem": problem, "erasure": preview_erasure(player)}
    return render(request, "tournament/club/erase.html", context, status=400 if problem else 200)
