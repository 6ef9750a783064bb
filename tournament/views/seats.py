"""The night's public page: where everybody sits."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from tournament.access import find_night, who_asks
from tournament.http import HtmxHttpRequest
from tournament.live.events import last_event
from tournament.models import Entry, Game, SitOut
from tournament.movements.seats import Seat
from tournament.planning.rounds import decides_seats


def seats(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Show the seats of every game, the current one first; before the start, who is signed up."""
    night = find_night(slug)
    seen = last_event(night.pk)
    games = Game.objects.filter(round__night=night).select_related("round").prefetch_related("places__entry")
    rounds: dict[int, list[dict[str, object]]] = {}
    unsigned = [game.round.number for game in games if game.signed_at is None]
    for game in games:
        people = {place.seat: place.entry for place in game.places.all()}
        rounds.setdefault(game.round.number, []).append(
            {
                "table": game.table,
                "signed": game.signed_at,
                "pairs": ((people[Seat.N], people[Seat.S]), (people[Seat.E], people[Seat.W])),
            }
        )
    resting: dict[int, list[Entry]] = {}
    for rest in SitOut.objects.filter(round__night=night).select_related("round", "entry"):
        resting.setdefault(rest.round.number, []).append(rest.entry)
    listed = [(number, tables, resting.get(number, [])) for number, tables in rounds.items()]
    current = min(unsigned, default=0)
    context = {
        "night": night,
        "rounds": listed,
        "follows": decides_seats(night, current),
        "current": current,
        "entries": night.entries.people().order_by("number", "pk"),
        "seen": seen,
        "who": who_asks(request, night),
    }
    partial = request.htmx
    return render(request, "tournament/seats/_seats.html" if partial else "tournament/seats/seats.html", context)
