"""The big screen of the hall: for a projector or a television, public like the standings."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from math import inf

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from tally.forms import HallForm
from tally.loading.hidden_standings import standings_hidden
from tally.presenters.big_screen.next_night import NextNights
from tally.presenters.big_screen.panels import Screen
from tally.presenters.big_screen.screen import screen_now
from tournament.forms import labels_of
from tournament.live.events import last_event
from tournament.models import Night, Role
from tournament.night.settings import save_settings
from tournament.presenters.room import wifi_qr
from tournament.web.addresses import join_address, on_a_laptop, qr_svg, sign_up_address, site_address
from tournament.web.lookers import for_lookers
from tournament.web.request import HtmxHttpRequest, whole_number
from tournament.web.shared_parts import once_an_event
from tournament.web.visitors import find_night, organizer_only, who_asks

SECONDS = 10  # a panel stays at least so long


@for_lookers
def screen(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """What the hall wants to know now. Without JavaScript it reloads itself, each time with the next panel."""
    night, now = find_night(slug), timezone.now()
    seen = last_event(night.pk)
    following = NextNights.after(night, now)
    if following.goes_to and "stay" not in request.GET:
        return _go_to(request, following.goes_to)
    shows = once_an_event(
        night, seen, "screen", lambda: screen_now(night, now), lasts=lambda made: _lasts(made, timezone.now())
    )
    pages = len(shows.panels)
    page = min(max(1, whole_number(request.GET.get("page", ""))), pages)
    who = who_asks(request, night)
    in_the_hall = who.role is not None and who.role != Role.SCORER  # the names open only there
    to_join = join_address if in_the_hall else sign_up_address
    address = to_join(night, site_address(request)) if night.status == Night.Status.SIGN_UP else ""
    context = {
        "night": night,
        "seen": seen,
        "scene": shows,
        "page": page,
        "pages": pages,
        "next": page % pages + 1,
        "seconds": SECONDS,
        "announces": who.announces,
        "in_the_hall": in_the_hall,
        "offers": following.offers,
        "address": address,
        "typed_address": _typed_address(address, request, in_the_hall),
        "qr": qr_svg(address) if address else "",
        "wifi_qr": wifi_qr(night) if address and who.announces and on_a_laptop(request) else "",
        "again": shows.again and max(1, -(-(shows.again - now) // timedelta(milliseconds=1))),
    }
    partial = request.htmx
    return render(request, "tally/big_screen/_scene.html" if partial else "tally/big_screen/big_screen.html", context)


def _lasts(shows: Screen, now: datetime) -> float:
    """For how many seconds the screen shows this, if nothing happens."""
    return (shows.again - now).total_seconds() if shows.again else inf


def _typed_address(address: str, request: HtmxHttpRequest, in_the_hall: bool) -> str:
    """What people type who cannot scan: in the hall the page for codes, elsewhere the page to sign up."""
    typed = site_address(request) + reverse("code") if in_the_hall else address
    return typed.partition("://")[2].rstrip("/").lower()


def _go_to(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Send the screen to the club's next night, which is on; htmx, which asked for a part, as a whole page."""
    address = reverse("screen", args=[night.slug])
    return HttpResponse(headers={"HX-Redirect": address}) if request.htmx else redirect(address)


@require_http_methods(["GET", "HEAD", "POST"])
@partial(organizer_only, also=(Role.ANNOUNCER,))
def hall(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """What the screen knows of the hall: how tables stand, whether loners flash, and what comes at the end."""
    context = {"night": night, "seen": last_event(night.pk), "hidden": standings_hidden(night)}
    if request.htmx and request.method == "GET":
        return render(request, "tally/big_screen/_hall_ending.html", {**context, "refreshed": True})
    form = HallForm(request.POST or None, instance=night)
    if form.is_valid():
        save_settings(night=night, changed=form.changed_data, who=request.who, labels=labels_of(form))
        return redirect("screen", night.slug)
    status = 400 if request.method == "POST" else 200
    return render(request, "tally/big_screen/hall.html", {**context, "form": form}, status=status)
