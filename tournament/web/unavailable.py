"""Short pages that need no database: while it cannot be used, as phones keep their taps; for whoever asks too much."""

from __future__ import annotations

from functools import cache

from django.db import Error
from django.http import HttpResponse
from django.template.loader import render_to_string

from tournament.live.outages import is_disk_full, log_outage

RETRY = "5"  # seconds
LATER = "600"
BUSY = "The site is too busy at this moment."
FULL = "The disk of the computer that runs the night is full. Free some space there: nothing can be saved until then."


def unavailable(error: Error, *, then: str = "") -> HttpResponse:
    """Answer with 503 and a sentence. Without `X-Night`, a phone's outbox keeps the tap and sends it again.

    :param then: what is to be done afterward, where loading the page again does not help.
    """
    log_outage(error)
    page = render_to_string("503.html", {"sentence": FULL if is_disk_full(error) else BUSY, "then": then})
    answer = HttpResponse(page, status=503, headers={"Retry-After": RETRY, "Cache-Control": "no-store"})
    answer._has_been_logged = True  # type: ignore[attr-defined]  # Django would add a line for each request
    return answer


def too_many(sentence: str) -> HttpResponse:
    """Answer with 429 and a sentence, at next to no cost: a flood of them must not slow a hall down."""
    answer = HttpResponse(
        _too_many_page(sentence), status=429, headers={"Retry-After": LATER, "Cache-Control": "no-store"}
    )
    answer._has_been_logged = True  # type: ignore[attr-defined]  # it is in the log once, not for each request
    return answer


@cache
def _too_many_page(sentence: str) -> str:
    return render_to_string("too_many.html", {"sentence": sentence})
