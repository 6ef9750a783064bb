"""manage.py retention: erases what clubs no longer keep, as each has chosen."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from tournament.management.plain_command import PlainCommand
from tournament.models import Club
from tournament.people.errors import Refused
from tournament.server.due_erasures import erase_all_due


class Command(PlainCommand):
    """Prints a line for each club. A timer runs it once a day on a hosted site."""

    help = (
        "Erase what clubs have chosen not to keep. They choose under Your club, Files, Keeping data: names, phones, "
        "log lines, nights. A club that has chosen nothing keeps everything; one that is playing is left for the next "
        "run."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say what would be erased")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            for line in erase_all_due(Club.objects.all(), dry_run=options["dry_run"]):
                self.stdout.write(line)
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
