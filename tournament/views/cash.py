"""The cash of the club: an entry fee with one tap, and all nights with what they brought."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from tournament.access import ORGANIZER
from tournament.club.cash import pay_entry_fee, take_back_entry_fee
from tournament.models import Club, Entry, Night
from tournament.presenters.club_money import club_money, money_table, night_moneys
from tournament.web.downloads import table_download
from tournament.web.request import HtmxHttpRequest, page_after, posted_number
from tournament.web.scoring_pages import scoring_url
from tournament.web.visitors import club_only, organizer_only


@require_POST
@organizer_only
def fee(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Take a player's entry fee, or with "back" give it back; the page comes back that had the button."""
    entry = get_object_or_404(Entry, pk=posted_number(request, "entry"), night=night, is_ghost=False)
    (take_back_entry_fee if "back" in request.POST else pay_entry_fee)(entry=entry, who=ORGANIZER)
    return redirect(page_after(request, scoring_url("money", night.slug)))


@club_only
def money(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Every night whose money was kept, newest first, with what it brought."""
    return render(request, "tournament/club/money.html", club_money(club))


@club_only
def money_file(request: HtmxHttpRequest, club: Club, kind: str) -> HttpResponse:
    """The same as a spreadsheet."""
    return table_download("money", [money_table(night_moneys(club))], kind)
