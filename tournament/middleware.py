"""Turns errors for people into pages for people."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournament.access import AtOneTable
from tournament.errors import NotAllowed, Refused


class plain_refusals:  # noqa: N801 - named as settings read
    """A `Refused` that no view caught becomes a page with its sentence: 403 for strangers, 409 otherwise."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Called by Django when a view raised."""
        if not isinstance(exception, Refused):
            return None
        if isinstance(exception, AtOneTable):
            return redirect("single-table", exception.slug)
        status = 403 if isinstance(exception, NotAllowed) else 409
        return render(request, "refused.html", {"sentence": str(exception)}, status=status)
