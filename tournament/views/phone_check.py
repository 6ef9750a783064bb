"""A tiny page that shows that a phone reaches the laptop, and tells the desk."""

from __future__ import annotations

import re
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournament.access import find_night, who_asks
from tournament.live.events import last_event
from tournament.night.phone_check import report_phone_check
from tournament.views.posted import posted_number


def check_phone(request: HttpRequest, slug: str) -> HttpResponse:
    """Whoever reads this page has reached the laptop; a POST reports it, with what the phone's scripts measured."""
    night = find_night(slug)
    if request.method == "POST":
        mark = request.POST.get("mark", "")
        milliseconds = posted_number(request, "live")
        report_phone_check(
            night=night,
            mark=mark if re.fullmatch(r"[0-9a-f]{8}", mark) else "none",
            live=min(milliseconds, 60_000) / 1000 if milliseconds else None,
            keeps="keeps" in request.POST,
            who=who_asks(request, night),
        )
        return redirect(f"{request.path}?told=1")
    return render(
        request,
        "tournament/door/phone_check.html",
        {"night": night, "seen": last_event(night.pk), "mark": uuid4().hex[:8], "told": "told" in request.GET},
    )
