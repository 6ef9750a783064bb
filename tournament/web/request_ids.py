"""An id for each request, by which a line in the log, the proxy's own log and the answer belong together."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextvars import ContextVar
from uuid import uuid4

from django.http import HttpRequest, HttpResponse

HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[0-9a-f-]{16,64}")  # as nginx, Caddy and others make them; no key looks like that

request_id: ContextVar[str] = ContextVar("request_id", default="")


def begin_request(passed_on: str) -> str:
    """Remember a request's id, for every line that is logged from now on here, and return it.

    :param passed_on: the id that the proxy gave it; anything else than hexadecimal digits and hyphens is not used.
    """
    known = passed_on if WELL_FORMED.fullmatch(passed_on) else uuid4().hex
    request_id.set(known)
    return known


class RequestIdMiddleware:
    """Gives each request an id, and each answer its request's; has every form read as UTF-8.

    The id is not forgotten at the end: Django logs what failed only after all middleware. The next request of the
    thread has its own.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        known = begin_request(request.headers.get(HEADER, ""))
        request.encoding = "utf-8"  # as all our pages send: a form that claims another charset cannot be read by it
        response = self.get_response(request)
        response[HEADER] = known
        return response
