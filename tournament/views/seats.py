"""The night's public page: where everybody sits."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from tournament.presenters.seats import seats_context
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import find_night, who_asks


def seats(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Show the seats of every game, the current one first; before the start, who is signed up."""
    night = find_night(slug)
    context = {**seats_context(night), "who": who_asks(request, night)}
    return render(request, "tournament/seats/_seats.html" if request.htmx else "tournament/seats/seats.html", context)
