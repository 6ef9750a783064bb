"""Keeping data: how long the club keeps what it has, with a preview of what would go."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from tournament.club.retention import RetentionOutdated, require_sensible, retention_of, save_retention
from tournament.forms import RetentionForm
from tournament.models import Club
from tournament.people.errors import Refused
from tournament.presenters.retention import retention_context
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import club_only

SAVED = "Saved. Nothing is erased before the next run."
KEPT = "Saved. Everything is kept."


@club_only
def keeping_data(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Show what is kept; a POST shows what would go by another choice, and with that preview's token saves it."""
    form = RetentionForm(request.POST if request.method == "POST" else None, instance=retention_of(club))
    context, status = retention_context(club), 200
    if request.method == "POST" and form.is_valid():
        chosen, shown = form.save(commit=False), request.POST.get("save", "")
        try:
            if shown:
                save_retention(club=club, chosen=chosen, shown=shown, on=timezone.localdate())
                messages.success(request, SAVED if chosen.erases_anything else KEPT)
                return redirect("keeping-data")
            require_sensible(chosen)
            context = retention_context(club, chosen)
        except RetentionOutdated as outdated:
            context, status = retention_context(club, chosen) | {"problem": str(outdated)}, 409
        except Refused as refused:
            form.add_error("names_after", str(refused))
    status = 400 if form.errors else status
    return render(request, "tournament/club/keeping_data.html", context | {"form": form}, status=status)
