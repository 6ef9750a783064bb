"""The cash of the club: all nights with what they brought."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from tournament.models import Club
from tournament.presenters.club_money import club_money, money_table, night_moneys
from tournament.web.downloads import table_download
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import club_only


@club_only
def money(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Every night whose money was kept, newest first, with what it brought."""
    return render(request, "tournament/club/money.html", club_money(club))


@club_only
def money_file(request: HtmxHttpRequest, club: Club, kind: str) -> HttpResponse:
    """The same as a spreadsheet."""
    return table_download("money", [money_table(night_moneys(club))], kind)
