"""The organizer's page of tonight's players."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournament.access import ORGANIZER
from tournament.models import Entry, Night
from tournament.night.player_names import rename_player
from tournament.web.request import HtmxHttpRequest, page_after, posted_number
from tournament.web.visitors import organizer_only


@require_POST
@organizer_only
def rename(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Correct a player's name."""
    entry = get_object_or_404(Entry, pk=posted_number(request, "entry"), night=night)
    rename_player(entry=entry, name=request.POST.get("name", ""), who=ORGANIZER)
    return redirect(page_after(request, reverse("desk", args=[night.slug])))
