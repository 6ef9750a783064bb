"""Safe copies of a laptop's data: how old they are, the second place for them, and going back to one."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournament.copies.keeper import CopyKeeper, keeper
from tournament.copies.places import choose_second_place
from tournament.copies.restoring import restore_at_next_start
from tournament.laptop.own_club import laptops_club
from tournament.models import Club
from tournament.people.errors import NotAllowed, Refused
from tournament.presenters.copies import copies_context, find_copy
from tournament.web.request import HtmxHttpRequest, page_after
from tournament.web.visitors import club_only

NO_COPIES = "This site’s data is not on a laptop: whoever hosts it makes the copies."


@club_only
def copies(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Show where copies are, and how old."""
    context = copies_context() if _is_laptops_club(club) else {}
    return render(request, "tournament/club/copies.html", context)


@require_POST
@club_only
def make_copy(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Make a copy in each place now."""
    kept = _keeper_for(club)
    kept.copy()
    if not kept.problems:
        messages.success(request, "A copy was made just now.")
    return redirect(page_after(request, reverse("copies")))


@require_POST
@club_only
def second_place(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Keep copies in a second folder as well, or no longer."""
    kept = _keeper_for(club)
    typed = request.POST.get("folder", "")
    try:
        place = choose_second_place(typed)
    except Refused as refusal:
        context = copies_context() | {"refused": str(refusal), "typed": typed}
        return render(request, "tournament/club/copies.html", context, status=400)
    kept.copy()
    if not place:
        messages.success(request, "Copies are kept beside the night only.")
    elif place not in kept.problems:
        messages.success(request, f"Copies go to {place} as well. The first one is there.")
    return redirect("copies")


@club_only
def go_back(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Say what going back to a copy does; a POST chooses it for the next start, or takes that back."""
    if request.method != "POST":
        copy = find_copy(request.GET.get("copy", "")) if _is_laptops_club(club) else None
        return render(request, "tournament/club/go_back.html", {"copy": copy}) if copy else redirect("copies")
    _keeper_for(club)
    chosen = request.POST.get("copy", "")
    copy = find_copy(chosen)
    if chosen and copy is None:
        raise Refused("This copy is not there anymore. Choose another one.")
    restore_at_next_start(copy.file if copy else None)
    if copy is None:
        messages.success(request, "The next start goes on with what is here.")
    return redirect("copies")


def _keeper_for(club: Club) -> CopyKeeper:
    kept = keeper()
    if kept is None:
        raise Refused(NO_COPIES)
    if not _is_laptops_club(club):
        raise NotAllowed("Only the organizer of this laptop’s own club can do that.")
    return kept


def _is_laptops_club(club: Club) -> bool:
    """Return whether it is the club that this laptop is for: going back changes everything on it."""
    return keeper() is not None and not club.is_demo and club == laptops_club()
