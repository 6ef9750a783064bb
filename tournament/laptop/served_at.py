"""The file `served_at` tells a second start where the night runs already; the two prove to each other who they are.

It lies beside the lock of the database, is written by whoever holds that, and only its owner reads it. What somebody
else wrote there, or an earlier start left behind, leads nowhere: only the night that wrote it knows its token. The
token itself is never sent, as another program may listen at the address by now.
"""

from __future__ import annotations

import json
import os
import ssl
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPSHandler, ProxyHandler, build_opener

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from tournament.models.keys import is_token, new_token

LONGEST = 4000  # letters of the file, and of an answer
ANSWER_SECONDS = 5.0  # for the running night to answer
ASKS, ANSWERS = "a second start asks", "the running night answers"


@dataclass(frozen=True, slots=True)
class ServedAt:
    """What the file says.

    `address` is for the laptop's browser, `asked_at` for another start: it needs nobody who knows a certificate's name.
    `pid` is the process that serves.
    """

    address: str
    token: str
    pid: int
    asked_at: str


@dataclass(frozen=True, slots=True)
class WayIn:
    """How to open the night that runs: the address that signs this laptop's browser in, and the organizer's link.

    `by_number` leads where `sign_in` does, without the name of a certificate.
    """

    sign_in: str
    link: str
    by_number: str


def served_at_file() -> Path:
    """Return where the file lies: in the data folder, unless the database is elsewhere."""
    return Path(settings.DATABASES["default"]["NAME"]).absolute().parent / "served_at"


def write_served_at(address: str, token: str, *, asked_at: str) -> None:
    """Tell later starts where the night runs. Without room on the disk they are only told that it does."""
    file = served_at_file()
    fresh = file.with_name(f"{file.name}.new")
    said = {"address": address, "token": token, "pid": os.getpid(), "asked_at": asked_at}
    with suppress(OSError):
        fresh.unlink(missing_ok=True)
        fresh.touch(0o600)
        fresh.write_text(json.dumps(said), "utf-8")
        fresh.replace(file)


def remove_served_at() -> None:
    """Lead later starts nowhere, as the night stops. Whatever another process has written stays."""
    served = read_served_at()
    if served and served.pid == os.getpid():
        with suppress(OSError):
            served_at_file().unlink(missing_ok=True)


def read_served_at() -> ServedAt | None:
    """Return what the file says; None where there is none, or something else in it."""
    try:
        with served_at_file().open(encoding="utf-8") as file:
            said = json.loads(file.read(LONGEST))
        address, token, pid, asked_at = said["address"], said["token"], said["pid"], said["asked_at"]
        are_sites = _is_site(address) and _is_site(asked_at)
        return (
            ServedAt(address, token, pid, asked_at) if are_sites and is_token(token) and isinstance(pid, int) else None
        )
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None


def _is_site(address: str) -> bool:
    return urlsplit(address).scheme in ("http", "https") and bool(urlsplit(address).hostname)


def proof(token: str, of: str, *texts: str) -> str:
    """Return what only whoever knows the token can write below these texts."""
    return salted_hmac(of, "\0".join(texts), secret=token, algorithm="sha256").hexdigest()


def is_proof(given: str, token: str, of: str, *texts: str) -> bool:
    """Return whether it was written by somebody who knows the token."""
    return constant_time_compare(given, proof(token, of, *texts))


def _unverified() -> ssl.SSLContext:
    """Return settings that take any certificate: the proof says who answers."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def ask_for_way_in() -> WayIn | None:
    """Ask the running night for a start code; None when there is no answer, or it is not from that night."""
    served = read_served_at()
    if served is None:
        return None
    challenge = new_token()
    form = urlencode({"challenge": challenge, "proof": proof(served.token, ASKS, challenge)}).encode()
    opener = build_opener(ProxyHandler({}), HTTPSHandler(context=_unverified()))
    try:
        with opener.open(served.asked_at + reverse("start-code"), form, timeout=ANSWER_SECONDS) as answer:
            said: dict[str, Any] = json.loads(answer.read(LONGEST))
        path, link = str(said["path"]), str(said["link"])
        is_theirs = is_proof(str(said["proof"]), served.token, ANSWERS, challenge, path, link)
    except (OSError, HTTPException, ValueError, LookupError, TypeError):
        return None
    return WayIn(served.address + path, link, served.asked_at + path) if is_theirs else None
