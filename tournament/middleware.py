"""Turns refusals into pages and marks every response as this site's own."""

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
    """Answers a `Refused` that no view caught with a page that shows its sentence.

    The status is 403 for `NotAllowed` and 409 for any other refusal. Two smaller jobs:

    - Every response below 500 carries `X-Night`, so that a page can tell this site's answers from those of a guest
      Wi-Fi's sign-in page.
    - A GET by htmx that is redirected (the board, when the night goes back to sign-up) moves the whole page there.
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
        """Turn a refusal into a page; Django calls this when a view raised."""
        if not isinstance(exception, Refused):
            return None
        if isinstance(exception, SingleTableNight):
            return redirect(scoring_url("single-table", exception.slug))
        status = 403 if isinstance(exception, NotAllowed) else 409
        return render(request, "refused.html", {"sentence": str(exception)}, status=status)
