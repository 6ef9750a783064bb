"""The night's public page of how fair its seats are."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tournament.live.events import last_event
from tournament.models import Night
from tournament.presenters.fairness import MeetingsMap, fairness_context
from tournament.web.lookers import for_lookers
from tournament.web.request import HtmxHttpRequest
from tournament.web.shared_parts import once_an_event, part_or_page, place, render_shared, with_places_filled
from tournament.web.visitors import find_night, who_asks


@for_lookers
def fairness(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Show how often players partner and meet, in the whole rotation and in what has been played."""
    night = find_night(slug)
    seen, who = last_event(night.pk), who_asks(request, night)
    part, maps = once_an_event(night, seen, "fairness", partial(_counted, night, who.organizer), who.organizer)
    own = who.entry.number if who.entry else None  # a row of each picture is theirs
    drawn = {
        name: render_to_string("tournament/movement/_meetings_grid.html", each.context(own)) for name, each in maps
    }
    part = with_places_filled(part, drawn)
    return part_or_page(request, part, "tournament/movement/fairness.html", night=night, seen=seen, who=who)


def _counted(night: Night, organizer: bool) -> tuple[SafeString, list[tuple[str, MeetingsMap]]]:
    """The page as everybody sees it, with a place for each picture, and what these are drawn from."""
    context = fairness_context(night, organizer=organizer)
    for number, view in enumerate(context["views"]):
        view["place"] = place(f"map{number}")
    maps = [(f"map{number}", view["map"]) for number, view in enumerate(context["views"])]
    return render_shared(night, "tournament/movement/_fairness.html", context), maps
