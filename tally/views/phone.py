"""A player's phone: where to sit, and the scoring screen."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django_htmx.http import HttpResponseClientRefresh

from tally.presenters.phone import phone_context
from tally.presenters.tricks_questions import tricks_questions
from tournament.access import Who
from tournament.forms import CodeForm
from tournament.live.events import last_event_of
from tournament.models import Night
from tournament.night.known_phones import known_regular
from tournament.presenters.home import next_night_of_phone
from tournament.web.request import HtmxHttpRequest, whole_number
from tournament.web.visitors import find_night, phone_cookie, who_asks


def play(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """The phone's one page; htmx asks the same address for the part inside, and gets nothing if nothing is new."""
    newest = last_event_of(slug)
    night = find_night(slug)
    who = Who(phone=who_asks(request, night).phone)
    seen = whole_number(request.GET.get("seen", ""))
    if request.htmx and seen and seen == newest:  # one that has seen more learns that this is an older copy
        return HttpResponse(status=204)
    return _phone_page(request, night, who, newest)


def page_after_tap(request: HtmxHttpRequest, slug: str, who: Who, problem: str = "") -> HttpResponse:
    """The phone's page after something was tapped, with the reason if it was refused."""
    newest = last_event_of(slug)
    return _phone_page(request, find_night(slug), who, newest, problem)


def _phone_page(request: HtmxHttpRequest, night: Night, who: Who, newest: int, problem: str = "") -> HttpResponse:
    """The phone's page, or the part inside it for htmx.

    Event `newest` was the night's newest before the night was read, so the page is never older than it says.
    """
    if who.entry is None:
        if request.htmx:
            return HttpResponseClientRefresh()  # this page was a player's
        known = None if "not-me" in request.GET else known_regular(night, phone_cookie(request))
        return render(request, "tally/phone/stranger.html", {"night": night, "form": CodeForm(), "known": known})
    context = phone_context(
        night,
        who.entry,
        newest,
        asked=request.GET.get("game", ""),
        tapped=request.POST.get("asked", ""),
        bid=request.GET.get("bid", ""),
        bid_for=whole_number(request.GET.get("for", "")),
        end=request.GET.get("end", ""),
        here=request.GET.get("here", ""),
    )
    context |= {
        "who": who,
        "problem": problem,
        "watches": who.watches_only or night.status == Night.Status.CLOSED,
    }
    if night.status == Night.Status.CLOSED and not who.watches_only:
        context["next_night"] = next_night_of_phone(night, phone_cookie(request))
    template = "tally/phone/_phone.html"
    if not request.htmx:
        template = "tally/phone/phone.html"
        context["tricks_questions"] = "" if context["watches"] else tricks_questions(night)
    return render(request, template, context, status=409 if problem else 200)
