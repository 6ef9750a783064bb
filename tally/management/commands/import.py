"""manage.py import FILE: take an archive in, into a new database or a filled one."""  # noqa: N999  # as people type it

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.urls import reverse

from tally.archive.importing import import_archive, plan_import
from tally.archive.plans import ImportPlan, plan_sentences, warning_of
from tally.archive.reading import read_archive
from tally.management.finding import find_club
from tournament.management.plain_command import PlainCommand
from tournament.models import Club
from tournament.people.errors import Refused
from tournament.people.names import listed, same_name
from tournament.server.hall import prepare_database

SAY_SO = 'Nothing was written. Name who was erased, as in --former "Ruth Ames", or say that nobody was: --keep-names.'

IN_THE_FILE = (
    "The database's file may still have an erased name, because another program was using it. Close that program, then "
    "overwrite the name at {address} or as Help says under Erase a person."
)


class Command(PlainCommand):
    """Says what is new, what was here already, and what stays as it is."""

    help = (
        f"Take in a club, a season or a night from a file. '{settings.COMMAND} export --club', '--season' or "
        "'--archive' wrote it; it is taken in as a whole or not at all. What is here already is not doubled. It goes "
        "to the club of the file's name, or to a new one."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE.json", type=Path)
        parser.add_argument("--club", help="name or number of the club that it is for")
        parser.add_argument(
            "--former", metavar="NAME", action="append", default=[], help="somebody of the file who was erased here"
        )
        parser.add_argument(
            "--keep-names", action="store_true", help="the other people whom the club does not know were not erased"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            content = options["file"].read_bytes()
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}.") from None
        try:
            prepare_database()
            archive = read_archive(content)
            known = Club.objects.filter(name__iexact=archive.club_name).exists()
            wanted = options["club"] if options["club"] is not None else archive.club_name if known else None
            into = None if wanted is None else find_club(wanted)
            before = plan_import(archive, into)
            former = _former(before, options["former"], keep_names=options["keep_names"])
            done = import_archive(archive=archive, club=into, shown=before.state_token, former=former)
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        for sentence in plan_sentences(done.plan):
            self.stdout.write(sentence)
        if done.plan.new_club:
            self.stdout.write(f"{done.club.name}: {settings.ADDRESS}{reverse('organizer-link', args=[done.club.key])}")
        if not done.overwritten:
            self.stdout.write(IN_THE_FILE.format(address=f"{settings.ADDRESS}{reverse('overwrite-erased')}"))


def _former(plan: ImportPlan, names: list[str], *, keep_names: bool) -> set[int]:
    """The numbers of those who come in as former players.

    :raises CommandError: when a name that was erased may come back, and nobody has said that it was not.
    """
    asked = {name: [person.number for person in plan.new_names if same_name(name, person.name)] for name in names}
    if unknown := [name for name, numbers in asked.items() if not numbers]:
        raise CommandError(f"Nobody of this file who would be new to the club is called {listed(unknown, 'or')}.")
    if plan.is_older_than_erasure and not names and not keep_names:
        raise CommandError(f"{warning_of(plan)} {SAY_SO}")
    return {number for numbers in asked.values() for number in numbers}
