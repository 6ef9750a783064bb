"""The page while the database cannot be used: it needs no database itself, and phones keep their taps."""

from __future__ import annotations

from django.db import Error
from django.http import HttpResponse
from django.template.loader import render_to_string

from tournament.live.outages import is_disk_full, log_outage

RETRY = "5"  # seconds
BUSY = "The site is too busy at this moment."
FULL = "The disk of the computer that runs the night is full. Free some space there: nothing can be saved until then."


def unavailable(error: Error) -> HttpResponse:
    """Answer with 503 and a sentence. Without `X-Night`, a phone's outbox keeps the tap and sends it again."""
    log_outage(error)
    page = render_to_string("503.html", {"sentence": FULL if is_disk_full(error) else BUSY})
    answer = HttpResponse(page, status=503, headers={"Retry-After": RETRY, "Cache-Control": "no-store"})
    answer._has_been_logged = True  # type: ignore[attr-defined]  # Django would add a line for each request
    return answer
