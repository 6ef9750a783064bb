"""The file `settings.txt` in the data folder: settings of a laptop that starts by its shortcut."""

from __future__ import annotations

import codecs
import re
from collections.abc import MutableMapping
from io import StringIO
from pathlib import Path

from dotenv.parser import Binding, parse_stream

from tournament.data_folder import VARIABLE

NAME = "settings.txt"
LONGEST = 100_000  # bytes
# As Windows copies a path; within quotation marks the backslash of C:\new would begin a special letter.
QUOTED = re.compile(r'^([ \t]*\w+[ \t]*=[ \t]*)"([^"\r\n]*)"(?=[ \t]*\r?$)', re.MULTILINE)
NAMES = {
    "DATABASE_URL",
    "EUCHRE_ACCOUNTS",
    "EUCHRE_ADDRESS",
    "EUCHRE_BROKER",
    "EUCHRE_CERTIFICATE",
    "EUCHRE_CERTIFICATE_KEY",
    "EUCHRE_DEBUG",
    "EUCHRE_EMAIL_BACKEND",
    "EUCHRE_EMAIL_FROM",
    "EUCHRE_EMAIL_HOST",
    "EUCHRE_EMAIL_PASSWORD",
    "EUCHRE_EMAIL_PORT",
    "EUCHRE_EMAIL_USER",
    "EUCHRE_HOSTS",
    "EUCHRE_HSTS",
    "EUCHRE_HTTPS",
    "EUCHRE_LOCALE",
    "EUCHRE_LOG",
    "EUCHRE_METRICS_KEY",
    "EUCHRE_NAME",
    "EUCHRE_SECRET_KEY",
}


def read_settings_file(folder: Path, environ: MutableMapping[str, str]) -> list[str]:
    """Add to the environment what the folder's file says; what the environment says already stays.

    Return a sentence on each line that does not count: whoever wrote it would look for the fault elsewhere.
    """
    file = folder / NAME
    try:
        with file.open("rb") as opened:
            text = _text(opened.read(LONGEST))
    except FileNotFoundError:
        return []
    except (OSError, ValueError):
        return [f"The file {file} cannot be read, so nothing in it counts. Save it as a text in UTF-8."]
    problems, found = [], {}
    for binding in parse_stream(StringIO(text)):
        if problem := _problem(binding):
            problems.append(f"In the file {file}, {problem}")
        elif binding.key and binding.value is not None:
            found[binding.key] = binding.value
    for name, value in found.items():
        environ.setdefault(name, value)
    return problems


def _text(content: bytes) -> str:
    """Return the text that Notepad has saved, in UTF-8 or what it calls Unicode.

    :raises ValueError: when it is something else.
    """
    is_utf_16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return QUOTED.sub(r"\1\2", content.decode("utf-16" if is_utf_16 else "utf-8-sig"))


def _problem(binding: Binding) -> str:
    """Return why a line does not count; empty for a good one, a remark and an empty one."""
    written = binding.original.string
    line = binding.original.line + written[: -len(written.lstrip()) or None].count("\n")
    if binding.error or (binding.key and binding.value is None):
        return f"line {line} does not count: it must be a name, an equals sign and a value, as in EUCHRE_NAME=euchre."
    if binding.key is None:
        return ""
    if binding.key == VARIABLE:
        return f"line {line} does not count: {VARIABLE} says where this file is, so it must be set elsewhere."
    if binding.key not in NAMES and not binding.key.startswith("ANYMAIL_"):
        return f"line {line} does not count: there is no setting {binding.key}. Help lists all of them."
    if not str(binding.value).isprintable():
        return f"line {line} does not count: write the value of {binding.key} on one line."
    return ""
