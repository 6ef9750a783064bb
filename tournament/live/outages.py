"""A database or broker that cannot be used now: full, locked, restarting, out of reach.

It is logged once a minute, in a line.
"""

from __future__ import annotations

import logging
from time import monotonic

from django.db import InterfaceError, OperationalError

FAULTS = ("no such ", "too many SQL variables")  # SQLite's OperationalError also names what the program did wrong
QUIET = 60.0  # seconds between two lines in the log
log = logging.getLogger(__name__)
DATABASE_AWAY = "The database cannot be used now (%s). Phones keep their taps and try again."
BROKER_AWAY = "The broker cannot be reached (%s). Open pages try again, and miss nothing."
_last_lines: dict[str, float] = {}


def is_outage(error: BaseException) -> bool:
    """Whether the database could not do its work, through no fault of the request."""
    return isinstance(error, (OperationalError, InterfaceError)) and not reason(error).startswith(FAULTS)


def log_outage(error: Exception, sentence: str = DATABASE_AWAY) -> None:
    """Write a line about an outage, unless there was one a moment ago: a hundred phones ask again and again."""
    now = monotonic()
    if now - _last_lines.get(sentence, -QUIET) >= QUIET:
        _last_lines[sentence] = now
        log.warning(sentence, reason(error))


def reason(error: BaseException) -> str:
    """The first line of what the database said."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


def is_disk_full(error: BaseException) -> bool:
    """Whether there is no room left to write to."""
    return any(sign in str(error) for sign in ("disk is full", "No space left", "DiskFull"))
