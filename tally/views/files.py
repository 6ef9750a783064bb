"""What a club takes out of the program, and brings in."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpResponse
from django.shortcuts import render

from tally.exports.night_tables import EVERYTHING, NIGHT_TABLES, night_tables
from tournament.models import Club, Night
from tournament.web.downloads import WORKBOOK, table_download
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import TotalsNight, club_only, organizer_only


@club_only
def files(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Every file that can be taken out of the club."""
    return render(request, "tally/club/files.html", {"club": club})


@partial(organizer_only, totals=True)
def night_file(request: HtmxHttpRequest, night: Night, table: str, kind: str) -> HttpResponse:
    """One table of a night as a spreadsheet, or everything as a workbook."""
    if table not in NIGHT_TABLES and (table != EVERYTHING or kind != WORKBOOK):
        raise Http404
    if night.totals_only and table in ("seats", "hands"):
        raise TotalsNight(night.slug)
    return table_download(f"{table}-{night.slug}", night_tables(night, table), kind)
