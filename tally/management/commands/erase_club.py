"""manage.py erase_club: a club and all that it has, after its file was taken out."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.urls import reverse

from tally.archive.erasing import FileOutdated, erase_club, state_of
from tally.archive.reading import read_archive
from tally.archive.writing import CLUB
from tally.management.finding import find_club
from tally.presenters.erasing_club import content_lines
from tournament.access import ORGANIZER
from tournament.copies.keeper import remove_all_copies
from tournament.management.plain_command import PlainCommand
from tournament.people.errors import Refused
from tournament.people.names import listed
from tournament.server.hall import prepare_database

NOT_WHOLE = "{file} has only a {holds}, not the whole club. Nothing was erased. {export}"
EXPORT = f'Take everything out with: {settings.COMMAND} export --club "{{club}}" -o FILE.json'
IN_THE_FILE = (
    "The database's file may still have some of it, because another program was using it. Close that program, then "
    "overwrite it at {address}"
)


class Command(PlainCommand):
    """Erases a club whose whole file is at hand, and says what went."""

    help = (
        "Erase a club with all its nights, people and money. FILE is what "
        f"'{settings.COMMAND} export --club NAME -o FILE' wrote. "
        "If anything has changed since, nothing is erased. There is no way back but that file."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", metavar="NAME", help="the club's name, or its number")
        parser.add_argument("--after", metavar="FILE.json", type=Path, required=True, help="the club's whole file")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["after"]
        try:
            content = file.read_bytes()
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
        try:
            prepare_database()
            club = find_club(options["name"])
            export = EXPORT.format(club=club.name)
            archive = read_archive(content)
            if archive.holds != CLUB:
                raise CommandError(NOT_WHOLE.format(file=file, holds=archive.holds, export=export))
            state = state_of(content.decode("utf-8", "replace"))
            erased = erase_club(club=club, state=state, typed_name=club.name, who=ORGANIZER)
        except FileOutdated:
            raise CommandError(
                f"{club.name} is not as it is in {file}: something has changed since, or it is another club's. Nothing "
                f"was erased. {export}"
            ) from None
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        remove_all_copies()
        lines = content_lines(erased.contents)
        self.stdout.write(f"Erased: {club.name}, with {listed(lines)}." if lines else f"Erased: {club.name}.")
        if erased.fresh:
            link = settings.ADDRESS + reverse("organizer-link", args=[erased.fresh.key])
            self.stdout.write(f"{erased.fresh.name} is here now, empty: {link}")
        if not erased.overwritten:
            self.stdout.write(IN_THE_FILE.format(address=settings.ADDRESS + reverse("overwrite-erased")))
