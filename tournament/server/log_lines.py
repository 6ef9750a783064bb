"""What is logged is written without keys, as text or as lines of JSON. Every place where lines go to uses this."""

from __future__ import annotations

import logging
import re
from typing import Any

from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter

from tournament.web.request_ids import request_id

# The letters of a key. The models, which say so too, cannot be imported yet when logs are set up.
LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
IN_A_PATH = re.compile(r"(/(?:o|h|j|p|calendar|laptop/open)/)[^\s/?'\"]+", re.IGNORECASE)
QUERY = re.compile(r"(?<=[\w/.…-])\?[^\s'\"<>]+")
PASSWORD = re.compile(r"(?<=://)[^\s/@'\"]+@")
# A key of a card or club, as it is, as printed or with its seal; a token of a cookie, also one of small letters. Long
# names in the code have no capitals and no digits.
KEY = re.compile(
    rf"\b[{LETTERS}]{{4}}(?:-?[{LETTERS}]{{4}})+(?:[{LETTERS}]{{3}})?\b"
    r"|(?<![\w-])(?=[a-z0-9_-]*[A-Z])[\w-]{28,}"
    r"|(?<![\w-])(?=[a-z]*[0-9])[a-z0-9]{32,}(?![\w-])",
    re.ASCII,
)


def without_keys(text: str) -> str:
    """Return a text with dots in place of everything that could be a key, a query or a password."""
    return KEY.sub("…", QUERY.sub("?…", PASSWORD.sub("…@", IN_A_PATH.sub(r"\1…", text))))


class WithoutKeys(logging.Formatter):
    """Writes a line with its traceback, and no key in them."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the text of a record."""
        return without_keys(super().format(record))


class JsonWithoutKeys(JsonFormatter):
    """Writes a record as a line of JSON: when, how severe, where from, what, the request's id, and no key in them."""

    def __init__(self) -> None:
        super().__init__(
            "%(levelname)s %(name)s %(process)d %(message)s",
            timestamp="time",
            rename_fields={"levelname": "level", "name": "logger", "status_code": "status", "exc_info": "traceback"},
            reserved_attrs=[*RESERVED_ATTRS, "request", "server_time", "color_message"],
            json_ensure_ascii=False,
        )

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        """Return the fields of a line, cleaned. Numbers stay; all else becomes text, whatever a library logged."""
        cleaned = {
            name: value if isinstance(value, (int, float)) or name == "time" else without_keys(str(value))
            for name, value in log_data.items()
        }
        known = request_id.get()
        return cleaned | {"request_id": known} if known else cleaned
