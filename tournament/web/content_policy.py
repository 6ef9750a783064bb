"""The content policy of every answer: browsers take scripts, styles and all else from this site alone."""

from __future__ import annotations

from collections.abc import Callable

from csp.constants import HEADER
from csp.middleware import CSPMiddleware, PolicyParts
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase


class ContentPolicyMiddleware(CSPMiddleware):
    """Writes the policy, built once: django-csp builds it twice for each answer, which is 3 % of what a tap takes.

    An answer with a policy of its own (a nonce, django-csp's decorators) is left to django-csp, as is Django's own
    error page while developing. No answer is without a policy.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        super().__init__(get_response)
        self.policy = build_policy()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Write the policy."""
        if settings.DEBUG or self.get_policy_parts(request, response) != PolicyParts():
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, self.policy)
        return response
