"""manage.py backup: a safe copy of everything, also while a night runs."""

from __future__ import annotations

import os
import re
import shlex
from argparse import ArgumentParser
from pathlib import Path, PurePath
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection

from tournament.copies.making import copy_database
from tournament.management.plain_command import PlainCommand
from tournament.people.errors import Refused

# Endings of files that other programs open, and would call damaged.
OTHER_KINDS = (
    ".zip", ".gz", ".tar", ".tgz", ".bz2", ".xz", ".7z", ".rar", ".json", ".csv", ".xlsx", ".pdf", ".txt", ".sql",
)  # fmt: skip


class Command(PlainCommand):
    """Copies the SQLite database of this computer into one file, whole and checked."""

    help = (
        "Write a safe copy of all nights to a file. A night may run meanwhile. "
        f"'{settings.COMMAND} restore FILE' goes on from it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        if connection.vendor != "sqlite":
            raise CommandError("The data is in PostgreSQL: use its own pg_dump.")
        if other_kind(file):
            better = file.with_name(f"{plain_stem(file)}.sqlite3")
            raise CommandError(
                f"A safe copy is a database, and {file.name} has the ending of something else. Name it {better}, for "
                "example."
            )
        if file.exists():
            raise CommandError(f"{file} is there already. Choose another name, so that no copy is lost.")
        try:
            copy_database(Path(settings.DATABASES["default"]["NAME"]), file)
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"Everything is in {file}. To go on from it: {settings.COMMAND} restore {typed(file)}")


def other_kind(file: PurePath) -> bool:
    """Return whether a file's name ends as files of other programs do, or is such an ending alone."""
    return file.name.lower().endswith(OTHER_KINDS)


def plain_stem(file: PurePath) -> str:
    """Return a file's name without any ending of other programs; “night” where nothing is left."""
    name = file.name
    while ending := next((one for one in OTHER_KINDS if name.lower().endswith(one)), ""):
        name = name[: -len(ending)]
    return name or "night"


def typed(file: PurePath) -> str:
    """Return a file's name as a terminal of this system takes it for one word."""
    if os.name == "nt":
        return str(file) if re.fullmatch(r"[\w\\/:.~-]+", str(file)) else f'"{file}"'
    return shlex.quote(str(file))
