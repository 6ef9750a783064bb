"""Figures of this process, for whoever has their key."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from tournament.web.metrics import figures


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer with the figures, where a key is set and was sent; to all others there is no such page."""
    sent = request.headers.get("Authorization", "")
    if not settings.METRICS_KEY or not constant_time_compare(sent, f"Bearer {settings.METRICS_KEY}"):
        raise Http404
    return HttpResponse(figures(), content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"})
