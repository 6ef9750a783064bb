"""A database that cannot be used now: full, locked, out of connections, restarting. Said once a minute, in a line."""

from __future__ import annotations

import logging
from time import monotonic

from django.db import InterfaceError, OperationalError

FAULTS = ("no such ", "too many SQL variables")  # SQLite's OperationalError also names what the program did wrong
QUIET = 60.0  # seconds between two lines in the log
log = logging.getLogger(__name__)
_last_line: list[float] = []


def is_outage(error: BaseException) -> bool:
    """Whether the database could not do its work, through no fault of the request."""
    return isinstance(error, (OperationalError, InterfaceError)) and not reason(error).startswith(FAULTS)


def log_outage(error: Exception) -> None:
    """Write a line about an outage, unless there was one a moment ago: a hundred phones ask again and again."""
    now = monotonic()
    if not _last_line or now - _last_line[0] >= QUIET:
        _last_line[:] = [now]
        log.warning("The database cannot be used now (%s). Phones keep their taps and try again.", reason(error))


def reason(error: BaseException) -> str:
    """The first line of what the database said."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


def is_disk_full(error: BaseException) -> bool:
    """Whether there is no room left to write to."""
    return any(sign in str(error) for sign in ("disk is full", "No space left", "DiskFull"))
