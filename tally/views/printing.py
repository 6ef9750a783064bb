"""Sheets as PDF, for the organizer: cards carry keys."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse

from tally.prints.document import Job
from tally.prints.paper import Paper
from tally.sheets import EVERYTHING, SHEETS, draw
from tournament.access import organizer_only
from tournament.addresses import site_address
from tournament.models import Night


@partial(organizer_only, any_kind=True)
def print_sheet(request: HttpRequest, night: Night, sheet: str) -> HttpResponse:
    """One sheet on the night's paper, or on the one asked for."""
    if sheet not in (*SHEETS, EVERYTHING):
        raise Http404
    asked = request.GET.get("paper", "")
    paper = Paper.named(asked if asked in ("letter", "a4") else night.paper)
    pdf = draw(night, sheet, Job(paper), site_address(request))
    return HttpResponse(pdf, content_type="application/pdf",
                        headers={"Content-Disposition": f'inline; filename="{sheet}-{night.slug}.pdf"'})
