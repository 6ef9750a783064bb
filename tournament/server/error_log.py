"""What fails on a hall's server goes to a file beside the database too, without keys, for whoever fixes the program."""

from __future__ import annotations

import logging
import sys
from contextlib import suppress
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from tournament.server.log_lines import WithoutKeys

MOST_BYTES, OLDER_FILES = 300_000, 2
LOGGERS = ("", "django", "uvicorn.error")  # all others pass their lines on to the first


class OwnersFile(RotatingFileHandler):
    """A file that only its owner reads, also each new one after it has grown long."""

    def _open(self) -> TextIOWrapper:
        file = super()._open()
        Path(self.baseFilename).chmod(0o600)
        return file

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802, logging's own name
        """Pass over a disk that is full or gone: the terminal has the line too."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)


def _is_ours_to_fix(record: logging.LogRecord) -> bool:
    """Return whether a line tells of a fault or an outage, not of what somebody sent, who could fill the file so."""
    if record.name.startswith("django.security"):
        return False
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, RuntimeError) and "TCPTransport closed" in str(error):  # uvloop: the browser has left
        return False
    return record.levelno >= logging.ERROR or not record.name.startswith(("django", "uvicorn"))


def log_errors_to(file: Path) -> logging.Handler:
    """Write errors to this file as well, which only its owner reads; the oldest go when it grows long."""
    with suppress(OSError):  # a disk without room does not keep a hall from starting
        file.touch(0o600)
    handler = OwnersFile(file, maxBytes=MOST_BYTES, backupCount=OLDER_FILES, encoding="utf-8", delay=True)
    handler.setLevel(logging.WARNING)
    handler.addFilter(_is_ours_to_fix)
    handler.setFormatter(WithoutKeys("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    for name in LOGGERS:
        logging.getLogger(name).addHandler(handler)
    return handler
