"""A site on PostgreSQL is for the Internet: it does not serve before it is set up for that."""

from __future__ import annotations

import re
import sys
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection
from django.http.request import validate_host

from tournament.people.errors import Refused

LEAST_KEY = 32  # letters
LEAST_LETTERS = 10  # that differ; 32 random hexadecimal digits have fewer once in 60,000 times
EXAMPLES = ("django-insecure-", "changeme", "secret")
IS_HOST = re.compile(r"[\w-]+(\.[\w-]+)*\.?")
SMTP = "django.core.mail.backends.smtp.EmailBackend"
NOT_STARTED = 3  # uvicorn and gunicorn do not start such a process again


def require_settings(host: str = "") -> None:
    """Refuse to serve where codes would lead nowhere, and a public site that lacks settings.

    On this computer alone, or while developing, none is required, unless HTTPS or an https address shows that a proxy
    is in front.

    :raises Refused: when it lacks settings, with all of them in a sentence.
    """
    if settings.WANTED_ADDRESS and not is_site_address(settings.WANTED_ADDRESS):
        raise Refused(
            f"EUCHRE_ADDRESS is {settings.WANTED_ADDRESS}, which is not the address of a site. Write it as in "
            "EUCHRE_ADDRESS=http://192.168.1.4:8000, or leave it out: codes then lead to this laptop."
        )
    is_public = settings.HTTPS or settings.ADDRESS.startswith("https://")
    if connection.vendor != "postgresql" or (not is_public and (settings.DEBUG or _is_this_computer(host))):
        return
    lacking = {
        f"EUCHRE_SECRET_KEY (at least {LEAST_KEY} random letters)": not _is_random(settings.KEPT_SECRET_KEY),
        "EUCHRE_HOSTS (its host names, each in full)": not all(map(_is_host, settings.ALLOWED_HOSTS or [""])),
        "EUCHRE_HTTPS=1": not settings.HTTPS,
        "EUCHRE_ADDRESS (https://… with one of its host names)": not _is_address(settings.ADDRESS),
        "EUCHRE_DEBUG=0 (a page that fails would show everybody why)": settings.DEBUG,
        f"EUCHRE_METRICS_KEY (none, or at least {LEAST_KEY} random letters)": (
            settings.METRICS_KEY != "" and not _is_random(settings.METRICS_KEY)
        ),
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


def is_site_address(address: str) -> bool:
    """Return whether it is a scheme, a host, perhaps a port, and nothing more."""
    try:
        site = urlsplit(address)
        _, host = site.port, site.hostname or ""
        is_host = IS_HOST.fullmatch(host) or ip_address(host).version == 6
    except ValueError:
        return False
    is_alone = site.path in ("", "/") and not (site.query or site.fragment or "@" in site.netloc)
    return bool(is_host) and is_alone and site.scheme in ("http", "https") and address.isprintable()


def _is_random(key: str) -> bool:
    """Return whether a key could be random: long, of many letters, and none that a tool made as an example."""
    return len(key) >= LEAST_KEY and len(set(key)) >= LEAST_LETTERS and not key.startswith(EXAMPLES)


def _is_host(name: str) -> bool:
    """Return whether it names one host: a star or a leading dot would let others' names in."""
    return bool(name) and "*" not in name and not name.startswith(".")


def _is_address(address: str) -> bool:
    """Return whether what stands in codes leads to this site: HTTPS, and a host that it answers to."""
    parts = urlsplit(address)
    return parts.scheme == "https" and validate_host(parts.hostname or "", settings.ALLOWED_HOSTS)


def _is_this_computer(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
