"""The night's public page: where everybody sits."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse
from django.shortcuts import redirect

from tournament.live.events import last_event
from tournament.models import Night, Role
from tournament.presenters.seats import seats_context
from tournament.web.helper_pages import first_page
from tournament.web.lookers import for_lookers
from tournament.web.request import HtmxHttpRequest
from tournament.web.shared_parts import as_seen_by, part_or_page, shared_part
from tournament.web.visitors import find_night, who_asks


@for_lookers
def seats(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Show the seats of every game, the current one first; before the start, who is signed up.

    A scorer waits here for the start, as no other page is theirs before: then it leads on to the board.
    """
    night = find_night(slug)
    seen, who = last_event(night.pk), who_asks(request, night)
    scorer, signing_up = who.role == Role.SCORER, night.status == Night.Status.SIGN_UP
    if "waits" in request.GET and scorer and not signing_up:
        return redirect(first_page(night, who))
    waiting = "?waits=1" if scorer and signing_up else ""
    part = as_seen_by(shared_part(night, seen, "tournament/seats/_seats.html", partial(seats_context, night)), who)
    return part_or_page(request, part, "tournament/seats/seats.html", night=night, seen=seen, who=who, waiting=waiting)
