"""manage.py export: a night, a season or a whole club as one file."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from tally.archive.writing import club_archive, night_archive, season_archive
from tally.exports.night_json import export_night
from tally.management.commands.season import find_season
from tally.management.finding import find_club
from tournament.management.night_argument import find_for_command
from tournament.management.plain_command import PlainCommand


class Command(PlainCommand):
    """Writes JSON to a file or to standard output."""

    help = (
        "Write a night, a season or the whole club to a file. A night is one JSON document for other programs "
        f"(NIGHT is its code or 'latest'); a season, a club and with --archive a night are what "
        f"'{settings.COMMAND} import' takes in."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("night", metavar="NIGHT", nargs="?")
        parser.add_argument("--archive", action="store_true", help="of NIGHT, the file that can be imported")
        parser.add_argument("--club", nargs="?", const="", help="name or number (default: the only one)")
        parser.add_argument("--season", help="name or number, or 'latest'")
        parser.add_argument("-o", "--output", metavar="FILE.json", help="default: standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        document = _document(options)
        if not options["output"]:
            self.stdout.write(document, ending="")
            return
        try:
            Path(options["output"]).write_text(document, encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{options['output']} cannot be written: {error.strerror}.") from None


def _document(options: dict[str, Any]) -> str:
    """The text that was asked for.

    :raises CommandError: when it is not clear what that is.
    """
    night, season, club = options["night"], options["season"], options["club"]
    if night is not None and (season is not None or club is not None):
        raise CommandError("Give one of these: a night, --season, --club.")
    if season is not None:
        return season_archive(find_season(season, club))
    if club is not None:
        return club_archive(find_club(club))
    if night is None:
        raise CommandError("Say what to export: a night (its code or 'latest'), --season SEASON, or --club.")
    row = find_for_command(night)
    if options["archive"]:
        return night_archive(row)
    return json.dumps(export_night(row), ensure_ascii=False, indent=1) + "\n"
