"""What a club takes out of the program, and brings in."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render

from tally.exports.night_tables import EVERYTHING, NIGHT_TABLES, OF_OLD_NIGHTS, night_tables
from tally.exports.roster import roster_table
from tally.exports.season_tables import SEASON_TABLES, season_tables
from tally.exports.table_hands import table_hands
from tally.loading.seasons import LoadedSeason
from tally.presenters.files import files_context
from tournament.club.rights import may_as_owner
from tournament.models import Club, Night
from tournament.presenters.club_money import money_table, season_moneys
from tournament.web.addresses import site_address
from tournament.web.downloads import WORKBOOK, table_download
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import SingleTableNight, TotalsNight, club_only, organizer_only


@club_only
def files(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Every file that can be taken out of the club."""
    context = files_context(club, site_address(request)) | {"may_erase": may_as_owner(club, request.who)}
    return render(request, "tally/club/files.html", context)


@partial(organizer_only, any_kind=True, totals=True)
def night_file(request: HtmxHttpRequest, night: Night, table: str, kind: str) -> HttpResponse:
    """One table of a night as a spreadsheet, or everything as a workbook; of a single table its hands."""
    if table not in NIGHT_TABLES and (table != EVERYTHING or kind != WORKBOOK):
        raise Http404
    if night.single_table:
        if table != "hands":
            raise SingleTableNight(night.slug)
        return table_download(f"{table}-{night.slug}", [table_hands(night)], kind)
    if night.totals_only and table not in (*OF_OLD_NIGHTS, EVERYTHING):
        raise TotalsNight(night.slug)
    return table_download(f"{table}-{night.slug}", night_tables(night, table), kind)


@club_only
def season_file(request: HtmxHttpRequest, club: Club, pk: int, table: str, kind: str) -> HttpResponse:
    """A season's standings or nights as a spreadsheet; a workbook has both."""
    if table not in SEASON_TABLES:
        raise Http404
    row = get_object_or_404(club.seasons, pk=pk)
    names = SEASON_TABLES if kind == WORKBOOK else (table,)
    return table_download(f"season-{row.pk}-{table}", season_tables(LoadedSeason(row), names), kind)


@club_only
def season_money_file(request: HtmxHttpRequest, club: Club, pk: int, kind: str) -> HttpResponse:
    """What each night of a season brought, as a spreadsheet."""
    row = get_object_or_404(club.seasons, pk=pk)
    return table_download(f"season-{row.pk}-money", [money_table(season_moneys(row))], kind)


@club_only
def people_file(request: HtmxHttpRequest, club: Club, kind: str) -> HttpResponse:
    """The club's regulars as a spreadsheet, which the import of a list reads again."""
    return table_download("regulars", [roster_table(club)], kind)
