"""Printed sheets, for the organizer only, because cards carry keys: the list of all sheets, and each as PDF."""

from __future__ import annotations

from functools import partial
from math import isfinite

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tally.paper.document import Job, compose
from tally.paper.measures import Paper
from tally.presenters.shelf import shelf_context
from tally.printing.catalog import (
    EVERYTHING,
    SHEETS,
    job_for,
    prepare,
)
from tally.printing.print_jobs import run_print_job
from tournament.forms import PaperForm, labels_of
from tournament.live.events import last_event
from tournament.models import Night
from tournament.night.settings import save_settings
from tournament.people.errors import Refused
from tournament.presenters.saved import saved_sentence
from tournament.web.addresses import site_address
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import organizer_only

AT_ONCE = 40  # players for whom a sheet is drawn within the request: a tenth of a second at most


@require_http_methods(["GET", "HEAD", "POST"])
@partial(organizer_only, any_kind=True)
def shelf(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """All sheets with small pictures; a POST saves paper and size of type for the night."""
    form = PaperForm(request.POST or None, instance=night)
    if request.method == "POST":
        if not form.is_valid():
            raise Refused(
                "Choose one of the papers in the list. The name of a Wi-Fi has at most 32 letters, its password 63."
            )
        save_settings(night=night, changed=form.changed_data, who=request.who, labels=labels_of(form))
        messages.success(request, saved_sentence(night, form.changed_data, labels_of(form)))
        return redirect("shelf", night.slug)
    context = shelf_context(night, site_address(request)) | {"seen": last_event(night.pk), "form": form}
    return render(request, "tally/printing/shelf.html", context)


@partial(organizer_only, any_kind=True)
def print_sheet(request: HtmxHttpRequest, night: Night, sheet: str) -> HttpResponse:
    """One sheet, or everything for tonight, as the night is printed or as the address says.

    Long jobs are drawn in the background; until they are done this page says how far they are, and reloads itself.
    """
    if sheet not in (*SHEETS, EVERYTHING):
        raise Http404
    work = prepare(night, sheet, _requested_job(request, night), site_address(request))
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


def _requested_job(request: HtmxHttpRequest, night: Night) -> Job:
    """How to print: as the night has it, except for what the address says.

    For example ?paper=a4&print=large&only=17&game=3&codes=no&together=yes&names=no&photo=yes, or for labels
    ?product=5160&right=0.5&down=-1&outlines=yes.
    """
    asked, usual = request.GET, job_for(night)
    paper = asked.get("paper", "")
    return Job(
        paper=Paper(paper) if paper in list(Paper) else usual.paper,
        large={"large": True, "normal": False}.get(asked.get("print", ""), usual.large),
        crop_marks=usual.crop_marks,
        codes=asked.get("codes") != "no",
        together=asked.get("together") == "yes",
        only=_number(asked.get("only", "")),
        game=_number(asked.get("game", "")),
        names=asked.get("names") != "no",
        photograph=asked.get("photo") == "yes",
        product=asked.get("product", ""),
        nudge=(_millimeters(asked.get("right", "")), _millimeters(asked.get("down", ""))),
        outlines=asked.get("outlines") == "yes",
        look=usual.look,
    )


def _millimeters(text: str) -> float:
    """A length from an address, in tenths of a millimeter; 0 for what is none."""
    try:
        length = float(text)
    except ValueError:
        return 0.0
    return round(length, 1) if isfinite(length) else 0.0


def _number(text: str) -> int | None:
    """A number of up to four digits from an address, or None."""
    return int(text) if text.isdecimal() and len(text) < 5 else None
