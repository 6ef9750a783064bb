"""manage.py export NIGHT: the whole night as one JSON document."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tally.exports.night_json import export_night
from tournament.management.night_argument import find_for_command


class Command(BaseCommand):
    """Writes JSON to a file or to standard output."""

    help = "Write a whole night as one JSON document. NIGHT is its code or 'latest'."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("night", metavar="NIGHT")
        parser.add_argument("-o", "--output", metavar="FILE.json", help="default: standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        document = json.dumps(export_night(find_for_command(options["night"])), ensure_ascii=False, indent=1)
        if not options["output"]:
            self.stdout.write(document)
            return
        try:
            Path(options["output"]).write_text(document + "\n", encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{options['output']} cannot be written: {error.strerror}.") from None
