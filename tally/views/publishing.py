"""The switch of public pages: the organizer makes a night, a season or a player public, or takes that back."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournament.club.publishing import Subject, publish, withdraw
from tournament.models import Club, Night
from tournament.people.errors import Refused
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import club_only, organizer_only


@require_POST
@partial(organizer_only, totals=True)
def publish_night(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Make a night's results public, or take them back."""
    return _switch(request, night, reverse("standings", args=[night.slug]))


@require_POST
@club_only
def publish_season(request: HtmxHttpRequest, club: Club, pk: int) -> HttpResponse:
    """Make a season's standings public, or take them back."""
    return _switch(request, get_object_or_404(club.seasons, pk=pk), reverse("season", args=[pk]))


@require_POST
@club_only
def publish_player(request: HtmxHttpRequest, club: Club, pk: int) -> HttpResponse:
    """Make a player's nights public, or take them back."""
    return _switch(request, get_object_or_404(club.players.regulars(), pk=pk), reverse("player-page", args=[pk]))


def _switch(request: HtmxHttpRequest, subject: Subject, back: str) -> HttpResponse:
    """Do what the button says: "on", or "off"."""
    if request.POST.get("public") == "on":
        publish(subject=subject, who=request.who)
        messages.success(request, "Public now: whoever has the address can open the page.")
    elif request.POST.get("public") == "off":
        withdraw(subject=subject, who=request.who)
        messages.success(request, "Not public anymore: the address leads nowhere.")
    else:
        raise Refused("Say whether the page should be public. Reload the page and try again.")
    return redirect(f"{back}#public")
