"""Nights from before the software, entered as totals by form or list; nothing is saved before its preview."""

from __future__ import annotations

from functools import partial
from typing import Any, TypeAlias

from django.contrib import messages
from django.forms import BaseFormSet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from tally.forms import TotalRowForm, TotalRows, TotalsNightForm
from tally.loading.near_regulars import with_regulars
from tally.presenters.night_list import read_night_list
from tally.presenters.night_totals import (
    empty_rows,
    initial_rows,
    regulars_names,
    rows_of,
    totals_preview,
)
from tally.scores.total_lines import TotalLine
from tally.scoring.night_totals import correct_totals, delete_totals_night, enter_totals, newest_version
from tournament.club.roster_files import MOST_BYTES
from tournament.models import Club, Night
from tournament.people.errors import Refused
from tournament.web.request import HtmxHttpRequest, posted_number
from tournament.web.visitors import club_only, organizer_only

Rows: TypeAlias = "BaseFormSet[TotalRowForm]"


@club_only
def new_totals(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Enter an old night: as rows or as a pasted list, then a preview, then it is saved."""
    if request.method != "POST":
        last = club.nights.filter(kind=Night.Kind.TOTALS).order_by("-pk").first()
        named = {"name": last.name, "games": last.games} if last else {}
        return _page(request, club, TotalsNightForm(initial=named), TotalRows(initial=empty_rows(), prefix="r"))
    form, rows = TotalsNightForm(request.POST), TotalRows(request.POST, prefix="r")
    if "read" in request.POST:
        return _read_list(request, club)
    if not (form.is_valid() and rows.is_valid()):
        return _page(request, club, form, rows, status=400)
    lines, data = _lines(rows), form.cleaned_data
    if "more" in request.POST or "change" in request.POST:
        return _page(request, club, form, TotalRows(initial=rows_of(lines), prefix="r"))
    try:
        if "save" in request.POST:
            same = {at for at in range(len(lines)) if str(at) in request.POST.getlist("same")}
            lines = with_regulars(club, lines, same)
            night = enter_totals(
                club=club, name=data["name"], on=data["date"], games=data["games"], lines=lines, who=request.who
            )
            messages.success(request, f"{night.name} is saved with {len(lines)} totals")
            return redirect("standings", night.slug)
        if not lines:
            raise Refused("Nobody has a total yet. Give at least one name with points.")
    except Refused as error:
        form.add_error(None, str(error))
        return _page(request, club, form, rows, status=400)
    context = {"club": club, "form": form, "rows": rows, **totals_preview(club, data["games"], lines)}
    return render(request, "tally/totals/preview.html", context)


def _read_list(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Fill the rows from a pasted list or a file; lines that cannot be read are named. Nothing is saved."""
    text = request.POST.get("list", "")
    try:
        file = request.FILES.get("file")
        lines, problems = read_night_list(file.read(MOST_BYTES + 1) if file else text)
    except Refused as refused:
        lines, problems = [], [str(refused)]
    filled = TotalsNightForm(initial={name: request.POST.get(name, "") for name in ("name", "date", "games")})
    rows = TotalRows(initial=rows_of(lines), prefix="r")
    return _page(request, club, filled, rows, problems=problems, read=len(lines), list=text if problems else "")


@partial(organizer_only, totals=True)
def edit_totals(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Correct a night that was entered as totals; any other night’s totals come from its scores."""
    if not night.totals_only:
        return redirect("standings", night.slug)
    if request.method != "POST":
        form, rows = TotalsNightForm(instance=night), TotalRows(initial=initial_rows(night), prefix="r")
        return _page(request, night.club, form, rows, night=night)
    form, rows = TotalsNightForm(request.POST), TotalRows(request.POST, prefix="r")
    if form.is_valid() and rows.is_valid():
        data = form.cleaned_data
        try:
            correct_totals(
                night=night,
                name=data["name"],
                on=data["date"],
                games=data["games"],
                amounts={row["entry"]: (row["points"], row["games"], row["loners"]) for row in _entered(rows)},
                added=_lines(rows),
                expected=posted_number(request, "seen"),
                who=request.who,
            )
        except Refused as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, "The totals are saved")
            return redirect("standings", night.slug)
    return _page(request, night.club, form, rows, night=night, status=400)


@require_POST
@partial(organizer_only, totals=True)
def delete_totals(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Delete a night that was entered as totals, once the box is checked."""
    if not request.POST.get("sure"):
        raise Refused("Check the box first: a deleted night does not come back.")
    said = f"{night.name} of {night.date} is deleted"
    delete_totals_night(night=night)
    messages.success(request, said)
    return redirect("new-totals")


def _lines(rows: Rows) -> list[TotalLine]:
    return [line for row in rows if (line := row.line)]


def _entered(rows: Rows) -> list[dict[str, Any]]:
    return [row.cleaned_data for row in rows if row.cleaned_data.get("entry")]


def _page(
    request: HtmxHttpRequest,
    club: Club,
    form: TotalsNightForm,
    rows: Rows,
    *,
    night: Night | None = None,
    status: int = 200,
    **more: object,
) -> HttpResponse:
    context = {
        "club": club,
        "form": form,
        "rows": rows,
        "night": night,
        "regulars": regulars_names(club),
        "seen_total": newest_version(night) if night else 0,
        "latest": timezone.localdate(),
        **more,
    }
    return render(request, "tally/totals/edit.html" if night else "tally/totals/new.html", context, status=status)
