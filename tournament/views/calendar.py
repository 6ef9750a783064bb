"""The club's dates: as a file for the organizer, and at an address that players' calendars read again and again."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse

from tournament.models import Club
from tournament.presenters.calendar import KIND, club_calendar
from tournament.web.addresses import club_of_calendar, site_address
from tournament.web.guessing import note_wrong_link
from tournament.web.lookers import for_lookers
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import club_only


@club_only
def calendar_file(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """The club's dates to download."""
    response = HttpResponse(club_calendar(club, site_address(request)), content_type=KIND)
    response["Content-Disposition"] = 'attachment; filename="calendar.ics"'
    return response


@for_lookers
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """The same for whoever has the address."""
    club = club_of_calendar(token)
    if club is None:
        note_wrong_link(request)
        raise Http404
    return HttpResponse(club_calendar(club, site_address(request)), content_type=KIND)
