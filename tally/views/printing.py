"""Printed matter, for the organizer: the shelf, and sheets as PDF. Cards carry keys."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.http import require_http_methods

from tally.paper.document import Job, compose
from tally.paper.measures import Paper
from tally.printing.catalog import (
    EVERYTHING,
    SHEETS,
    Option,
    Tonight,
    for_tonight,
    job_for,
    prepare,
    reason_not_printable,
)
from tally.printing.print_jobs import run_print_job
from tournament.access import ORGANIZER, organizer_only
from tournament.addresses import site_address
from tournament.forms import PaperForm, labels_of
from tournament.live.events import last_event
from tournament.models import Night
from tournament.night.setup import save_settings
from tournament.people.errors import Refused

AT_ONCE = 40  # players for whom a sheet is drawn within the request: a tenth of a second at most


@require_http_methods(["GET", "POST"])
@partial(organizer_only, any_kind=True)
def shelf(request: HttpRequest, night: Night) -> HttpResponse:
    """All that can be printed, with small pictures; paper and size of type are chosen here, once for the night."""
    form = PaperForm(request.POST or None, instance=night)
    if request.method == "POST":
        if not form.is_valid():
            raise Refused(
                "Choose one of the papers in the list. The name of a Wi-Fi has at most 32 letters, its password 63."
            )
        save_settings(night=night, changed=form.changed_data, who=ORGANIZER, labels=labels_of(form))
        return redirect("shelf", night.slug)
    tonight, all_of_it = Tonight(night, job_for(night), site_address(request)), for_tonight(night)
    sheets = [
        {
            "sheet": sheet,
            "why_not": reason_not_printable(sheet, tonight),
            "tonight": sheet in all_of_it,
            "picture": static(f"tally/sheets/{sheet.slug}.png"),
            "alone": Option.ONLY in sheet.options,
        }
        for sheet in SHEETS.values()
        if sheet.single_table or not night.single_table
    ]
    return render(
        request,
        "tally/printing/shelf.html",
        {
            "night": night,
            "seen": last_event(night.pk),
            "form": form,
            "sheets": sheets,
            "people": tonight.players,
            "everything": sum(1 for each in sheets if each["tonight"] and not each["why_not"]),
        },
    )


@partial(organizer_only, any_kind=True)
def print_sheet(request: HttpRequest, night: Night, sheet: str) -> HttpResponse:
    """One sheet, or everything for tonight, as the night is printed or as the address says.

    Long jobs are drawn by the press; until they are done this page says how far they are, and asks again.
    """
    if sheet not in (*SHEETS, EVERYTHING):
        raise Http404
    work = prepare(night, sheet, _asked(request, night), site_address(request))
    if sheet != EVERYTHING and night.entries.count() <= AT_ONCE:
        pdf: bytes | None = compose(*work)
    else:
        printing = run_print_job(work)
        pdf = printing.pdf
    if pdf is None:
        waiting = render(
            request, "tally/printing/printing.html", {"night": night, "printing": printing, "title": work[0]}
        )
        waiting["Refresh"] = "1"
        return waiting
    return HttpResponse(
        pdf,
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{sheet}-{night.slug}.pdf"'},
    )


def _asked(request: HttpRequest, night: Night) -> Job:
    """The night's own way of printing, but for what stands in the address: ?paper=a4&print=large&only=17."""
    asked, usual = request.GET, job_for(night)
    only, paper = asked.get("only", ""), asked.get("paper", "")
    return Job(
        paper=Paper(paper) if paper in list(Paper) else usual.paper,
        large={"large": True, "normal": False}.get(asked.get("print", ""), usual.large),
        crop_marks=usual.crop_marks,
        only=int(only) if only.isdecimal() and len(only) < 5 else None,
    )
