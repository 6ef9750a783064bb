"""Whether this process can serve."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from tournament.web.health import OK, health_report


@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Say of the database, the disk and PostgreSQL's events whether they work, with 503 when one does not."""
    report = health_report()
    works = all(found == OK for found in report.values())
    answer = JsonResponse(report, status=200 if works else 503, headers={"Cache-Control": "no-store"})
    answer._has_been_logged = True  # type: ignore[attr-defined]  # Django would add a line for each question
    return answer
