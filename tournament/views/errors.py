"""Pages for requests that reach no view."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form without a CSRF token, from an old page or a browser without cookies."""
    page = render(
        request,
        "refused.html",
        {
            "sentence": "This page was too old, or cookies are switched off in this "
            "browser, so nothing was saved. Go back, reload the page and try again."
        },
        status=403,
    )
    page["X-Token"] = "stale"  # the phone's outbox fetches a new token, and sends the tap again
    return page


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that there is no such page, and remind of look-alike letters in codes."""
    return render(
        request,
        "refused.html",
        {
            "title": "There is nothing here",
            "sentence": "Maybe a letter of the address is wrong; the code on your tally card has no 0, O, 1, I or L.",
        },
        status=404,
    )
