"""The night's public page of how fair its seats are."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse

from tournament.live.events import last_event
from tournament.presenters.fairness import fairness_context
from tournament.web.lookers import for_lookers
from tournament.web.request import HtmxHttpRequest
from tournament.web.shared_parts import part_or_page, shared_part
from tournament.web.visitors import find_night, who_asks


@for_lookers
def fairness(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Show how often players partner and meet, in the whole rotation and in what has been played."""
    night = find_night(slug)
    seen, who = last_event(night.pk), who_asks(request, night)
    own = who.entry.number if who.entry else None  # a row of the picture is theirs
    counted = partial(fairness_context, night, own, organizer=who.organizer)
    part = shared_part(night, seen, "tournament/movement/_fairness.html", counted, own, who.organizer)
    return part_or_page(request, part, "tournament/movement/fairness.html", night=night, seen=seen, who=who)
