"""A player's phone: where to sit, and the scoring screen."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django_htmx.http import HttpResponseClientRefresh

from tally.presenters.phone import phone_context
from tally.presenters.tricks_questions import tricks_questions
from tournament.access import Who
from tournament.forms import CodeForm
from tournament.live.events import last_event
from tournament.models import Night
from tournament.night.known_phones import known_regular
from tournament.web.request import HtmxHttpRequest, whole_number
from tournament.web.visitors import find_night, phone_cookie, who_asks


def play(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """The phone's one page; htmx asks the same address for the part inside, and gets nothing if nothing is new."""
    night = find_night(slug)
    who = Who(phone=who_asks(request, night).phone)
    seen = whole_number(request.GET.get("seen", ""))
    if request.htmx and seen and seen >= last_event(night.pk):
        return HttpResponse(status=204)
    return phone_page(request, night, who)


def phone_page(request: HtmxHttpRequest, night: Night, who: Who, **more: object) -> HttpResponse:
    """The phone's page, or the part inside it for htmx; `more` goes into its context."""
    if who.entry is None:
        if request.htmx:
            return HttpResponseClientRefresh()  # this page was a player's
        known = None if "not-me" in request.GET else known_regular(night, phone_cookie(request))
        return render(request, "tally/phone/stranger.html", {"night": night, "form": CodeForm(), "known": known})
    context = (
        phone_context(
            night,
            who.entry,
            asked=request.GET.get("game", ""),
            tapped=request.POST.get("asked", ""),
            bid=request.GET.get("bid", ""),
            bid_for=whole_number(request.GET.get("for", "")),
            end=request.GET.get("end", ""),
        )
        | more
    )
    context |= {
        "who": who,
        "watches": who.watches_only or night.status == Night.Status.CLOSED,
    }
    template = "tally/phone/_phone.html"
    if not request.htmx:
        template = "tally/phone/phone.html"
        context["tricks_questions"] = "" if context["watches"] else tricks_questions(night)
    return render(request, template, context, status=409 if more.get("problem") else 200)
