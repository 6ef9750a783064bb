"""The request as this site's middleware leaves it, for type checkers."""

from __future__ import annotations

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxHttpRequest(HttpRequest):
    """A request after `django_htmx.middleware.HtmxMiddleware`: `request.htmx` is true when htmx sent it."""

    htmx: HtmxDetails
