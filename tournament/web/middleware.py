"""Turns refusals into pages and marks every response as this site's own."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.db import Error
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django_htmx.http import HttpResponseClientRedirect

from tournament.access import NoPlayer
from tournament.live.outages import is_outage
from tournament.people.errors import Gone, NotAllowed, Refused
from tournament.web.guessing import TooManyFailures
from tournament.web.panel import is_for_panel
from tournament.web.request import HtmxHttpRequest
from tournament.web.scoring_pages import scoring_url
from tournament.web.unavailable import too_many, unavailable
from tournament.web.visitors import (
    ProgressiveNight,
    SignedOut,
    SingleTableNight,
    TotalsNight,
    has_signed_out,
)


class RefusalMiddleware:
    """Answers a `Refused` that no view caught with a page that shows its sentence.

    The status is 403 for `NotAllowed`, 429 for `TooManyFailures`, and 409 for any other refusal. What is `Gone` gets
    404. Six smaller jobs:

    - While the database cannot be used, the answer is a short page with 503.
    - Every response varies with `HX-Request`: a page and the part that htmx gets have one address, and the browser's
      Back button must not show the part as if it were the page.
    - Every response below 500 carries `X-Night`, so that a page can tell this site's answers from those of a guest
      Wi-Fi's sign-in page.
    - A GET by htmx that is redirected (the board, when the night goes back to sign-up) moves the whole page there. In
      the board's panel it changes only the panel, which never changes the page's address either.
    - A GET by htmx that is no longer allowed (the sign-in has ended, another phone took over) reloads the whole page,
      which then says so. Else it would go stale without a word.
    - A GET by htmx from a page that was loaded before an update reloads the whole page: new markup under old styles
      and scripts may be unusable. Pages name their version in `X-Version`; those of 0.1.0 do not.
    """

    def __init__(self, get_response: Callable[[HtmxHttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HtmxHttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method == "GET" and request.htmx:
            if response.status_code == 302 and not is_for_panel(request):
                response = HttpResponseClientRedirect(response["Location"])
            outdated = response.status_code == 200 and request.headers.get("X-Version") != settings.STATIC_URL
            if outdated or response.status_code == 403:
                response["HX-Refresh"] = "true"
        if is_for_panel(request):
            response["HX-Push-Url"] = "false"  # the page stays the board
        patch_vary_headers(response, ["HX-Request"])
        if response.status_code < 500:
            response["X-Night"] = "1"
        return response

    def process_exception(self, request: HtmxHttpRequest, exception: Exception) -> HttpResponse | None:
        """Turn a refusal or an outage of the database into a page; Django calls this when a view raised."""
        if isinstance(exception, Error) and is_outage(exception) and not settings.DEBUG:
            return unavailable(exception)
        if isinstance(exception, TooManyFailures):
            return too_many(str(exception))
        if isinstance(exception, Gone):
            context = {"title": "There is nothing here", "sentence": str(exception)}
            return render(request, "refused.html", context, status=404)
        if not isinstance(exception, Refused):
            return None
        if request.method in ("GET", "HEAD"):
            if isinstance(exception, SingleTableNight):
                return redirect(scoring_url("single-table", exception.slug))
            if isinstance(exception, ProgressiveNight):
                return redirect("seats", exception.slug)
            if isinstance(exception, TotalsNight):
                return redirect(scoring_url("standings", exception.slug))
        is_tap_of_nobody = isinstance(exception, NoPlayer) and request.method == "POST"
        if isinstance(exception, NoPlayer) and has_signed_out(request):
            exception = SignedOut(request, may_play=True)
        status = 403 if isinstance(exception, NotAllowed) else 409
        title = "Nothing was saved" if is_tap_of_nobody else exception.title
        return render(request, "refused.html", {"title": title, "sentence": str(exception)}, status=status)
