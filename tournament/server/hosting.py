"""A site on PostgreSQL is for the Internet: it does not serve before it is set up for that."""

from __future__ import annotations

import sys
from ipaddress import ip_address

from django.conf import settings
from django.db import connection

from tournament.people.errors import Refused

LEAST_KEY = 32  # letters
SMTP = "django.core.mail.backends.smtp.EmailBackend"
NOT_STARTED = 3  # uvicorn and gunicorn do not start such a process again


def require_settings(host: str = "") -> None:
    """Do nothing where the site may serve, such as to this computer alone, or while developing.

    :raises Refused: when it lacks settings, with all of them in a sentence.
    """
    if settings.DEBUG or connection.vendor != "postgresql" or _is_this_computer(host):
        return
    lacking = {
        f"EUCHRE_SECRET_KEY (at least {LEAST_KEY} random letters)": len(settings.KEPT_SECRET_KEY) < LEAST_KEY,
        "EUCHRE_HOSTS (its host names)": "*" in settings.ALLOWED_HOSTS,
        "EUCHRE_HTTPS=1": not settings.HTTPS,
        "EUCHRE_ADDRESS (https://…)": not settings.ADDRESS.startswith("https://"),
        "EUCHRE_EMAIL_HOST or EUCHRE_EMAIL_BACKEND (for accounts; EUCHRE_ACCOUNTS=0 has none)": (
            settings.ACCOUNTS_WANTED and settings.EMAIL_BACKEND == SMTP and not settings.EMAIL_HOST
        ),
        "EUCHRE_EMAIL_FROM (the sender’s address)": settings.ACCOUNTS_WANTED and "@" not in settings.DEFAULT_FROM_EMAIL,
    }
    names = [name for name, is_lacking in lacking.items() if is_lacking]
    if names:
        raise Refused(f"This site is on PostgreSQL and does not serve without these settings: {', '.join(names)}.")


def end_without_settings() -> None:
    """Do as `require_settings`, for a server that only imports the application: end the process with the sentence."""
    try:
        require_settings()
    except Refused as refusal:
        print(refusal, file=sys.stderr)
        sys.exit(NOT_STARTED)


def _is_this_computer(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
