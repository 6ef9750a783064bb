"""The answer to whoever prints: the file, or a page that says how far it is and asks again."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from tally.paper.document import compose
from tally.printing.print_jobs import PAGE_SECONDS, Output, Printing, Work, run_print_job
from tournament.web.request import HtmxHttpRequest

TYPES = {  # by the first bytes
    b"%PDF": ("application/pdf", "pdf"),
    b"\x89PNG": ("image/png", "png"),
    b"PK\x03\x04": ("application/zip", "zip"),
}


def print_answer(
    request: HtmxHttpRequest,
    work: Work,
    name: str,
    output: Output,
    back: tuple[str, str],
    *,
    club: int,
    at_once: bool = True,
    patience: float = PAGE_SECONDS,
) -> HttpResponse:
    """A sheet as PDF, or its pages as PNG: one picture, or a ZIP of several, which is saved and not shown.

    :param back: the address and the name of the page that the waiting page leads back to.
    :param club: whose paper it is.
    :param at_once: whether a PDF is small enough to be drawn within the request; pictures never are.
    :param patience: seconds that the request waits for what is drawn in the background.
    :raises Refused: when it cannot be drawn.
    """
    here = at_once and output is Output.PDF
    printing = Printing(compose(*work)) if here else run_print_job(work, output, patience, club)
    if printing.content is None:
        context = {"printing": printing, "title": work[0], "output": output, "back": back}
        waiting = render(request, "tally/printing/printing.html", context)
        waiting["Refresh"] = "1"
        return waiting
    content_type, ending = TYPES[printing.content[:4]]
    disposition = "attachment" if ending == "zip" else "inline"
    headers = {"Content-Disposition": f'{disposition}; filename="{name}.{ending}"'}
    return HttpResponse(printing.content, content_type=content_type, headers=headers)
