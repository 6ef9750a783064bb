"""Turns errors for people into pages for people, and says of each answer that it is ours."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django_htmx.http import HttpResponseClientRedirect

from tournament.access import SingleTableNight
from tournament.http import HtmxHttpRequest
from tournament.people.errors import NotAllowed, Refused
from tournament.scoring_pages import scoring_url


class RefusalMiddleware:
    """A `Refused` that no view caught becomes a page with its sentence: 403 for strangers, 409 otherwise.

    Pages know by `X-Night` that an answer is the site's own and none of a guest Wi-Fi's. A page whose part has moved on
    to another page (the board, when the night goes back to sign-up) follows there.
    """

    def __init__(self, get_response: Callable[[HtmxHttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HtmxHttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 302 and request.method == "GET" and request.htmx:
            response = HttpResponseClientRedirect(response["Location"])
        if response.status_code < 500:
            response["X-Night"] = "1"
        return response

    def process_exception(self, request: HtmxHttpRequest, exception: Exception) -> HttpResponse | None:
        """Called by Django when a view raised."""
        if not isinstance(exception, Refused):
            return None
        if isinstance(exception, SingleTableNight):
            return redirect(scoring_url("single-table", exception.slug))
        status = 403 if isinstance(exception, NotAllowed) else 409
        return render(request, "refused.html", {"sentence": str(exception)}, status=status)
