"""A small page that checks whether a phone reaches the laptop, and reports it to the desk."""

from __future__ import annotations

import re
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournament.live.events import last_event
from tournament.night.phone_check import report_phone_check
from tournament.web.request import posted_number
from tournament.web.visitors import find_night, who_asks

LONGEST_DELAY = 60_000  # milliseconds; a longer one is reported as this


def check_phone(request: HttpRequest, slug: str) -> HttpResponse:
    """Show that this phone reaches the laptop; a POST reports it, with what the page's script measured."""
    night = find_night(slug)
    if request.method == "POST":
        page_id = request.POST.get("page_id", "")
        delay = posted_number(request, "live_delay")
        report_phone_check(
            night=night,
            page_id=page_id if re.fullmatch(r"[0-9a-f]{8}", page_id) else "none",
            live_delay=min(delay, LONGEST_DELAY) / 1000 if delay else None,
            stores_taps="stores_taps" in request.POST,
            who=who_asks(request, night),
        )
        return redirect(f"{request.path}?reported=1")
    context = {
        "night": night,
        "seen": last_event(night.pk),
        "page_id": uuid4().hex[:8],
        "reported": "reported" in request.GET,
    }
    return render(request, "tournament/door/phone_check.html", context)
