"""The page that asks before money, or another list, changes announced prizes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import wraps

from django.http import HttpResponse
from django.shortcuts import render
from django_htmx.http import reselect, reswap, retarget

from tally.scoring.announced_prizes import PrizesWouldChange, asking_about_prizes
from tournament.models import Night
from tournament.web.request import HtmxHttpRequest

SURE = "prizes_sure"
NOT_KEPT = (SURE, "csrfmiddlewaretoken")


def unless_prizes_change(request: HtmxHttpRequest, night: Night) -> AbstractContextManager[None]:
    """Write money down in this block; where announced prizes would change, only if the form says that this is right."""
    return asking_about_prizes(night=night, who=request.who, sure=request.POST.get(SURE, ""))


def asks_about_prizes(
    view: Callable[[HtmxHttpRequest, Night], HttpResponse],
) -> Callable[[HtmxHttpRequest, Night], HttpResponse]:
    """Decorate a view that writes money down: it answers with the page that asks, which keeps what was sent."""

    @wraps(view)
    def asking(request: HtmxHttpRequest, night: Night) -> HttpResponse:
        try:
            return view(request, night)
        except PrizesWouldChange as asked:
            return ask_about_prizes(request, night, asked, back="money")

    return asking


def ask_about_prizes(request: HtmxHttpRequest, night: Night, asked: PrizesWouldChange, *, back: str) -> HttpResponse:
    """Return the page that asks; it keeps what was sent. `back` names the page that Cancel leads to."""
    kept = {name: values for name, values in request.POST.lists() if name not in NOT_KEPT}
    context = {"night": Night.objects.get(pk=night.pk), "asked": asked, "kept": kept, "back": back}
    answer = render(request, "tally/money/prizes_change.html", context, status=409)
    return reswap(reselect(retarget(answer, "#page"), "#page"), "outerHTML") if request.htmx else answer
