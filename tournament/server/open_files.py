"""How many files this program may open at once; every connection is one. macOS begins with 256, too few for a hall."""

from __future__ import annotations

import logging
import sys
from contextlib import suppress

WANTED = 8192  # macOS refuses more than 10,240
ENOUGH = 1024  # for the largest halls
log = logging.getLogger(__name__)


def raise_limit() -> int:
    """Let this program open more files at once, as far as the computer allows it. Return how many it may open."""
    if sys.platform == "win32":  # which has no such limit
        return WANTED
    import resource

    soft, hard = (
        WANTED if limit == resource.RLIM_INFINITY else limit for limit in resource.getrlimit(resource.RLIMIT_NOFILE)
    )
    wanted = min(WANTED, hard)
    if soft < wanted:
        with suppress(ValueError, OSError):  # the computer has another limit, below
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
            soft = wanted
    return min(soft, WANTED)


def warn_if_few(files: int) -> None:
    """Write a line to the log if so many open files are too few for a large hall."""
    if files < ENOUGH:
        log.warning(
            "This computer lets the program open only %d files at once, enough for about %d phones. For a larger hall, "
            "stop the program, allow more with `ulimit -n 4096`, and start it again.",
            files,
            connections_in(files) // 3,
        )


def connections_in(files: int) -> int:
    """How many of so many files may be connections; the others are for the database, pages and printing."""
    return max(files - max(64, files // 8), 1)
