"""What browsers may keep of a page, and search engines may list: as little as possible.

A browser with a key, in a cookie or in the address, gets pages that are for it alone. On a hosted site nothing keeps
those: after signing out on somebody else's computer, Back shows nothing. In a hall browsers may keep them: phones lose
the Wi-Fi there, and Back must work without it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournament.web.saved_messages import SavedMessages

NO_STORE = "no-store"
ROBOTS = "X-Robots-Tag"
LISTED = {"home"}  # by its URL name, what search engines may list; a page that a club published says so itself
WITH_KEY = {"organizer-link", "accept-invitation", "claim", "take-name", "calendar"}  # what has a key in its address
# Cookies that open nothing. Any other makes its browser somebody.
FOR_ANYBODY = {settings.CSRF_COOKIE_NAME, SavedMessages.cookie_name, "theme"}


class PrivacyMiddleware:
    """Writes `no-store` on what only the asker may see, and `noindex` on all but the start page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        name = request.resolver_match.url_name if request.resolver_match else None
        if name not in LISTED and ROBOTS not in response:
            response[ROBOTS] = "noindex"
        if settings.HTTPS and (_is_somebody(request.COOKIES) or _is_somebody(response.cookies) or name in WITH_KEY):
            response["Cache-Control"] = NO_STORE
        return response


def _is_somebody(cookies: Collection[str]) -> bool:
    return any(name not in FOR_ANYBODY for name in cookies)
