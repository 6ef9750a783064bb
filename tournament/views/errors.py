"""Pages for what went wrong before a view was reached."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without its token: an old page, or cookies switched off."""
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
    """No such page."""
    return render(
        request,
        "refused.html",
        {
            "title": "There is nothing here",
            "sentence": "Perhaps a letter of the address is wrong; the code on your tally card has no 0, O, 1, I or L.",
        },
        status=404,
    )
