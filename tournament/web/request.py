"""The request as this site's middleware leaves it, and numbers read from it."""

from __future__ import annotations

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from tournament.access import Who


class HtmxHttpRequest(HttpRequest):
    """A request after `django_htmx.middleware.HtmxMiddleware`: `request.htmx` is true when htmx sent it.

    `who` says who asks, in views that only some may see (see `tournament.web.visitors.organizer_only`).
    """

    htmx: HtmxDetails
    who: Who


def posted_number(request: HttpRequest, name: str) -> int:
    """The whole number in a form field, or 0, which no row has, for anything else."""
    return whole_number(request.POST.get(name, ""))


def whole_number(text: str) -> int:
    """The whole number in a text, or 0, which no row has, for anything else or too long."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0


def page_after(request: HttpRequest, default: str) -> str:
    """The path of this site that a form's field `next` names, else the default."""
    path = request.POST.get("next", "")
    return path if path.startswith("/") and path[1:2] not in ("/", "\\") else default
