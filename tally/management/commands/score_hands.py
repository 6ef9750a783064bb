"""manage.py score_hands [FILE]: records of hands as JSON lines in, one result per line out."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import CommandError
from django.db import DatabaseError

from tally.rules import score_data
from tally.rules.refusals import quoted
from tournament.management.plain_command import PlainCommand

BOM = b"\xef\xbb\xbf"  # some editors put it at the start of a file
TOO_DEEP: dict[str, object] = {
    "ok": False,
    "code": "too-deep",
    "message": "This line is nested too deeply to be the record of a hand.",
}


def score_lines(lines: Iterable[bytes]) -> Iterator[str]:
    """Yield the result of each record as one line of JSON, in order, before reading the next record.

    Empty lines are skipped. Results are plain ASCII, whatever characters a record has.
    """
    encode = json.JSONEncoder().encode
    for number, line in enumerate(lines):
        record = line.removeprefix(BOM).strip() if number == 0 else line.strip()
        if record:
            yield encode(result_of(record)) + "\n"


def result_of(record: bytes) -> dict[str, object]:
    """The result of one line, whatever it contains."""
    try:
        data = json.loads(record.decode())
    except UnicodeDecodeError:
        return _refused("not-utf-8", "This line is not UTF-8 text.")
    except RecursionError:
        return TOO_DEEP
    except ValueError:  # not JSON, or a number with thousands of digits
        return _refused("not-json", "This line is not JSON.")
    try:
        return score_data(data)
    except RecursionError:  # from quoting the value in a message
        return TOO_DEEP
    except DatabaseError:  # a club's own game, where no club has been
        return _refused("variant", f"There is no game called {quoted(data['variant'])} here.")


def _refused(code: str, message: str) -> dict[str, object]:
    return {"ok": False, "code": code, "message": message}


def _open(name: str) -> BinaryIO:
    """Open a file for reading bytes.

    :raises CommandError: if it cannot be read, with the reason.
    """
    try:
        return Path(name).open("rb")
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {(error.strerror or 'unknown reason').lower()}.") from None


class Command(PlainCommand):
    """Scores a file, or standard input as a filter; needs no database."""

    help = (
        "Score records of hands: JSON lines in, one result a line out. Results are in the order of the lines. Lines "
        "that are no record get a result that says so; empty lines are skipped."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", nargs="?", default="-", help="default, or -: standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["file"] == "-":
            self._score(sys.stdin.buffer)
            return
        with _open(options["file"]) as file:
            self._score(file)

    def _score(self, lines: Iterable[bytes]) -> None:
        """Write every result; a reader that stops early, such as `head`, is not an error."""
        try:
            for result in score_lines(lines):
                self.stdout.write(result, ending="")
            self.stdout.flush()
        except BrokenPipeError:
            os.dup2(
                os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
            )  # or Python fails again when it closes stdout
