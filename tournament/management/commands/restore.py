"""manage.py restore: go on from a safe copy, on this laptop or another one."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection

from tournament.copies.restoring import restore
from tournament.management.plain_command import PlainCommand
from tournament.people.errors import Refused
from tournament.server.folder_lock import claim_database
from tournament.server.hall import prepare_folder


class Command(PlainCommand):
    """Puts a copy in the place of the SQLite database of this computer."""

    help = (
        f"Go on from a safe copy of all nights. FILE is what '{settings.COMMAND} backup' or a running night wrote. "
        "Stop the night first."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError("The data is in PostgreSQL: use its own pg_restore.")
        try:
            prepare_folder()
            claim_database()
            aside = restore(options["file"], Path(settings.DATABASES["default"]["NAME"]))
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        if aside:
            self.stdout.write(f"What was here before is kept as {aside}")
        self.stdout.write("Everything is as in the copy, until phones send back the hands that they know.")
        self.stdout.write(f"Start with: {settings.COMMAND} night")
