"""The page of the laptop that serves a hall: how its own browser gets there, what it shows, and stopping the night."""

from __future__ import annotations

from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from tournament.club.sign_ins import sign_in_on_laptop
from tournament.laptop.own_club import laptop_serves, laptops_club
from tournament.laptop.running import RunningNight, running_night
from tournament.laptop.served_at import ANSWERS, ASKS, is_proof, proof
from tournament.laptop.shortcuts import has_shortcut, start_line
from tournament.laptop.start_codes import start_codes
from tournament.laptop.whose_connection import is_from_own_account
from tournament.live.outages import is_outage
from tournament.models import Club
from tournament.people.errors import NotAllowed, Refused
from tournament.presenters.home import newest_open_night
from tournament.presenters.laptop import laptop_context, laptops_room
from tournament.web.addresses import organizer_address, site_address
from tournament.web.browsers import browser_name
from tournament.web.request import HtmxHttpRequest
from tournament.web.unavailable import unavailable
from tournament.web.visitors import SIGN_IN_COOKIE, club_only, give_cookie, is_organizer, organizers_club

START_AGAIN = (
    "This browser is not signed in. Start Euchre Night on this laptop again, as you started it before: its page then "
    "opens here, signed in, and a night that is running goes on."
)
START_AFTERWARD = (
    "Then start Euchre Night on this laptop again, as you started it before: its page opens here, signed in, and the "
    "night that is running goes on."
)
NO_LAPTOP = "This site is not on a laptop: whoever hosts it stops it."


def laptop(request: HttpRequest) -> HttpResponse:
    """Show how things are on this laptop."""
    if running_night() and organizers_club(request) is None and is_from_own_account(request.META):
        raise NotAllowed(START_AGAIN)
    return _laptop(request)  # type: ignore[arg-type]


@club_only
def _laptop(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    if not laptop_serves(club):
        return render(request, "tournament/laptop/laptop.html")
    if not request.htmx:
        return render(request, "tournament/laptop/laptop.html", laptop_context(club))
    room = laptops_room(club, newest_open_night(club))
    if request.GET.get("shown") == room["shown"]:
        return HttpResponse(status=204)
    return render(request, "tournament/laptop/_fresh.html", room)


@require_safe
def open_laptop(request: HttpRequest, code: str) -> HttpResponse:
    """Sign the laptop's own browser in by a start code, which is used up first, whatever comes then.

    Every answer leads to the same clean address, so the code stands in no page, and is sent to none. Who only looks
    where it leads (HEAD) is not signed in, and leaves the code good.
    """
    is_good, club = request.method == "GET" and start_codes.use(code), laptops_club()
    response = redirect("laptop")
    response["Referrer-Policy"], response["Cache-Control"] = "no-referrer", "no-store"
    if is_good and club and is_from_own_account(request.META) and not is_organizer(request, club):
        try:
            token = sign_in_on_laptop(club=club, browser=browser_name(request))
        except DatabaseError as error:
            if not is_outage(error):
                raise
            return unavailable(error, then=START_AFTERWARD)
        give_cookie(response, SIGN_IN_COOKIE, token)
    return response


@csrf_exempt  # no browser asks this
@require_POST
def start_code(request: HttpRequest) -> HttpResponse:
    """Give a second start of the program a start code, if it can read this laptop's data folder."""
    night, club = running_night(), laptops_club()
    if night is None or club is None:
        raise Http404
    challenge = request.POST.get("challenge", "")
    proven = is_proof(request.POST.get("proof", ""), night.token, ASKS, challenge)
    if not (proven and is_from_own_account(request.META)):
        raise NotAllowed("Only a second start on this laptop gets a start code.")
    path, link = reverse("open-laptop", args=[start_codes.new()]), organizer_address(club, site_address())
    answer = {"path": path, "link": link, "proof": proof(night.token, ANSWERS, challenge, path, link)}
    return JsonResponse(answer, headers={"Cache-Control": "no-store"})


@club_only
def stop(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Say what stopping does; a POST stops the night, with a page that needs nothing more from here."""
    if request.method != "POST":
        return render(request, "tournament/laptop/stop.html", {"may_stop": laptop_serves(club)})
    _running_for(club).stop()
    return render(request, "tournament/laptop/stopped.html", {"has_shortcut": has_shortcut(), "command": start_line()})


def _running_for(club: Club) -> RunningNight:
    """Return the night to stop.

    :raises Refused: where no laptop serves it.
    :raises NotAllowed: for the organizer of another club.
    """
    night = running_night()
    if night is None:
        raise Refused(NO_LAPTOP)
    if club != laptops_club():
        raise NotAllowed("Only the organizer of this laptop’s own club can stop it.")
    return night
