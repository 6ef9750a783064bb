"""What a club takes out of the program, and brings in."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from tournament.models import Club
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import club_only


@club_only
def files(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Every file that can be taken out of the club."""
    return render(request, "tally/club/files.html", {"club": club})
