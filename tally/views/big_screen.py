"""The big screen of the hall: for a projector or a television, public like the standings."""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tally.presenters.big_screen.screen import screen_now
from tournament.live.events import last_event
from tournament.models import Night
from tournament.web.addresses import join_address, qr_svg, site_address
from tournament.web.request import HtmxHttpRequest, whole_number
from tournament.web.visitors import find_night, who_asks

SECONDS = 10  # a panel stays at least so long


def screen(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """What the hall wants to know now. Without JavaScript it reloads itself, each time with the next panel."""
    night, now = find_night(slug), timezone.now()
    seen = last_event(night.pk)
    shows = screen_now(
        night, now, revealed=whole_number(request.GET.get("shown", "")), organizer=who_asks(request, night).organizer
    )
    pages = len(shows.panels)
    page = min(max(1, whole_number(request.GET.get("page", ""))), pages)
    address = join_address(night, site_address(request)) if night.status == Night.Status.SIGN_UP else ""
    context = {
        "night": night,
        "seen": seen,
        "scene": shows,
        "page": page,
        "pages": pages,
        "next": page % pages + 1,
        "seconds": SECONDS,
        "address": address,
        "qr": qr_svg(address) if address else "",
        "again": shows.again and -(-(shows.again - now) // timedelta(milliseconds=1)),
    }
    partial = request.htmx
    return render(request, "tally/big_screen/_scene.html" if partial else "tally/big_screen/big_screen.html", context)
