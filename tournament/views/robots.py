"""What robots may ask for."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

# What costs or has keys. All else they may read, and read there (`X-Robots-Tag`) that it is not to be listed: an
# address that robots must not open is listed nevertheless once somebody links to it.
ROBOTS = """User-agent: *
Disallow: /live/
Disallow: /o/
Disallow: /h/
Disallow: /H/
Disallow: /j/
Disallow: /J/
Disallow: /calendar/
"""


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Tell robots which addresses to leave alone."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")
