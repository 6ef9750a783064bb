"""The room, checked before people come: the laptop's list, which fills itself, and the page that a phone scans."""

from __future__ import annotations

import re
from functools import partial
from threading import Lock
from time import monotonic
from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from tournament.laptop.arrivals import arrivals
from tournament.laptop.own_club import laptop_serves
from tournament.laptop.whose_connection import is_from_this_laptop
from tournament.limits.windows import Window
from tournament.live.events import last_event
from tournament.models import Night, Role
from tournament.night.joining import A_PHONE
from tournament.night.phone_check import Measured, ReportOrigin, note_address, report_phone_check
from tournament.people.errors import Refused
from tournament.presenters.room import phone_context, room_context
from tournament.reach.facts import Trouble
from tournament.web.addresses import on_a_laptop
from tournament.web.guessing import client_network
from tournament.web.hall_network import is_near, reached_by, use_host
from tournament.web.request import HtmxHttpRequest, posted_number
from tournament.web.visitors import find_night, organizer_only, who_asks

LONGEST_DELAY = 60_000  # milliseconds; a longer one is reported as this
LATEST = 4_102_444_800_000  # milliseconds since 1970: no phone's clock is taken for later than 2100
OF_AN_ADDRESS, ALTOGETHER = 20, 120  # reports a minute
_reports = Window(seconds=60, an_address=OF_AN_ADDRESS, altogether=ALTOGETHER)
_lock = Lock()


@require_http_methods(["GET", "HEAD"])
@partial(organizer_only, also=(Role.CHECK_IN,))
def check_room(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """The room's list and the codes for phones. The page asks again and again; 204 while nothing changes."""
    context = room_context(request, night)
    if not request.htmx:
        on_laptop = request.who.organizer and laptop_serves(night.club)
        more = {"seen": last_event(night.pk), "on_laptop": on_laptop}
        return render(request, "tournament/room/check_room.html", context | more)
    if request.GET.get("shown") == context["shown"]:
        return HttpResponse(status=204)
    return render(request, "tournament/room/_room.html", context)


@require_POST
@organizer_only
def use_address(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Let all codes lead to the address that the organizer chose among the laptop's own."""
    host = request.POST.get("host", "")[:45]
    if night.status == Night.Status.CLOSED:
        raise Refused("This night is closed. Check the room when the next one starts.")
    if not use_host(host):
        raise Refused("That is none of this laptop’s addresses now. Look at the list again.")
    note_address(night=night, host=host, actor=str(request.who), paper_is_replaced=True)
    messages.success(request, f"All codes lead to {host} from now on. Print again what has codes on it.")
    return redirect("check-room", night.slug)


@require_http_methods(["GET", "HEAD", "POST"])
def check_phone(request: HttpRequest, slug: str) -> HttpResponse:
    """Show that this phone reaches the laptop; a POST reports it, with what the page's script measured."""
    night = find_night(slug)
    key = (request.POST if request.method == "POST" else request.GET).get("key", "")[:16]
    if request.method == "POST":
        _report(request, night, key)
        return redirect(f"{request.path}?reported=1")
    origin = _origin(request)
    if origin and origin.reached and "reported" not in request.GET:
        arrivals.fetched(night.pk, client_network(request), origin.reached, through_proxy=_through_proxy(request))
    context = phone_context(request, night) | {
        "seen": last_event(night.pk),
        "page_id": uuid4().hex[:8],
        "key": key,
        "reported": "reported" in request.GET,
        "trouble": _trouble(request),
    }
    return render(request, "tournament/room/phone_check.html", context)


def _report(request: HttpRequest, night: Night, key: str) -> None:
    """Record a phone's report. One that proves an address lets all codes lead there."""
    network = client_network(request)
    with _lock:
        if network and _reports.is_full(network, monotonic()):
            raise Refused("This phone has reported often enough. Wait a minute, then try again.")
        _reports.add(network, monotonic())
    page_id = request.POST.get("page_id", "")
    origin = _origin(request)
    proven = report_phone_check(
        night=night,
        page_id=page_id if re.fullmatch(r"[0-9a-f]{8}", page_id) else "",
        measured=_measured(request),
        who=who_asks(request, night),
        origin=origin,
        key=key,
    )
    if origin and origin.reached:
        arrivals.reported(night.pk, network, origin.reached)
    if origin and proven and origin.reached != settings.NETWORK_HOST and use_host(origin.reached):
        note_address(night=night, host=origin.reached, actor=A_PHONE)
    elif origin and proven:
        use_host(origin.reached)  # its network is remembered


def _origin(request: HttpRequest) -> ReportOrigin | None:
    """Return how a request came to the laptop, by its connection, whatever its headers say; None on a hosted site."""
    if not on_a_laptop(request):
        return None
    is_itself = is_from_this_laptop(request.META)
    return ReportOrigin("" if is_itself else reached_by(request), is_itself)


def _measured(request: HttpRequest) -> Measured:
    """Return what the page's script measured, within bounds; nothing for a page without it."""
    delay, clock = posted_number(request, "live_delay"), posted_number(request, "clock")
    ahead = round(clock / 1000 - timezone.now().timestamp()) if 0 < clock <= LATEST else None
    trouble = _trouble(request)
    if not trouble and request.POST.get("live") == "none":
        trouble = Trouble.NO_LIVE
    return Measured(
        live_delay=min(delay, LONGEST_DELAY) / 1000 if delay else None,
        stores_taps="stores_taps" in request.POST,
        trouble=trouble,
        clock_ahead=ahead,
        is_second=bool(request.POST.get("live")),
    )


def _trouble(request: HttpRequest) -> Trouble:
    """Return what the laptop itself finds wrong with a phone's request."""
    if not on_a_laptop(request) or is_from_this_laptop(request.META):
        return Trouble.NONE
    if _through_proxy(request):
        return Trouble.PROXY
    return Trouble.NONE if is_near(request) else Trouble.FAR


def _through_proxy(request: HttpRequest) -> bool:
    """Return whether a request says that it came through a proxy."""
    return any(name in request.headers for name in ("Via", "X-Forwarded-For", "Forwarded"))
