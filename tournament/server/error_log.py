"""What fails on a hall's server goes to a file beside the database too, without keys, for whoever fixes the program."""

from __future__ import annotations

import logging
import re
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from django.conf import settings

from tournament.models.keys import ALPHABET

MOST_BYTES, OLDER_FILES = 300_000, 2
LOGGERS: tuple[str, ...] = ("uvicorn.error", *settings.LOGGING["loggers"])
IN_A_PATH = re.compile(r"(/(?:o|j|p|calendar)/)[^\s/?'\"]+", re.IGNORECASE)
# A card's or club's key, as it is or as printed; a cookie's token. Long names in the code have no capitals.
KEY = re.compile(rf"\b[{ALPHABET}]{{4}}(?:-?[{ALPHABET}]{{4}})+\b|(?<![\w-])(?=[a-z0-9_-]*[A-Z])[\w-]{{28,}}", re.ASCII)


def without_keys(text: str) -> str:
    """Return a text with dots in place of everything that could be a key."""
    return KEY.sub("…", IN_A_PATH.sub(r"\1…", text))


class WithoutKeys(logging.Formatter):
    """Writes a line with its traceback, and no key in them."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the text of a record."""
        return without_keys(super().format(record))


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
