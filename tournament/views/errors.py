"""Pages for requests that reach no view."""

from __future__ import annotations

from django.core.exceptions import DisallowedHost
from django.db import Error
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render

from tournament.live.outages import is_outage
from tournament.web.unavailable import unavailable


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form without a CSRF token, from an old page or a browser without cookies."""
    sentence = (
        "This page was too old, or cookies are switched off in this browser, so nothing was saved. Go back, reload the "
        "page and try again."
    )
    page = _refused(request, 403, sentence=sentence)
    if page.status_code == 403:
        page["X-Token"] = "stale"  # the phone's outbox fetches a new token, and sends the tap again
    return page


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that what was sent makes no sense, or is too much."""
    sentence = "What your browser sent could not be read, so nothing was saved. Go back, reload the page and try again."
    if isinstance(exception, DisallowedHost):  # no page can be drawn for it
        return HttpResponseBadRequest(sentence, content_type="text/plain")
    return _refused(request, 400, sentence=sentence)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that there is no such page, and remind of look-alike letters in codes."""
    sentence = "Maybe a letter of the address is wrong; the code on your tally card has no 0, O, 1, I or L."
    return _refused(request, 404, sentence=sentence, title="There is nothing here")


def _refused(request: HttpRequest, status: int, **context: str) -> HttpResponse:
    """The page of a refusal, or of an outage: its foot asks the database."""
    try:
        return render(request, "refused.html", context, status=status)
    except Error as error:
        if not is_outage(error):
            raise
        return unavailable(error)
