"""What a form saved, in a cookie until the next page says it."""

from __future__ import annotations

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage


class SavedMessages(CookieStorage):
    """Django's storage in a cookie, with a name that a demo beside a night does not share."""

    cookie_name = f"{settings.COOKIE_PREFIX}messages"
