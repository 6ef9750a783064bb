"""What fails on a hall's server goes to a file beside the database too, without keys, for whoever fixes the program."""

from __future__ import annotations

import logging
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


def log_errors_to(file: Path) -> logging.Handler:
    """Write errors to this file as well, which only its owner reads; the oldest go when it grows long."""
    handler = OwnersFile(file, maxBytes=MOST_BYTES, backupCount=OLDER_FILES, encoding="utf-8")
    handler.setLevel(logging.WARNING)
    handler.setFormatter(WithoutKeys("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    for name in LOGGERS:
        logging.getLogger(name).addHandler(handler)
    return handler
