"""The night's public page of how fair its seats are."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from tournament.presenters.fairness import fairness_context
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import find_night, who_asks


def fairness(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Show how often players partner and meet, in the whole rotation and in what has been played."""
    night = find_night(slug)
    who = who_asks(request, night)
    context = {**fairness_context(night, who.entry), "who": who}
    template = "tournament/movement/_fairness.html" if request.htmx else "tournament/movement/fairness.html"
    return render(request, template, context)
