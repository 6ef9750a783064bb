"""manage.py import FILE: take an archive in, into a new database or a filled one."""  # noqa: N999  # as people type it

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from tally.archive.importing import import_archive
from tally.archive.plans import plan_sentences
from tally.archive.reading import read_archive
from tally.management.finding import find_club
from tournament.models import Club
from tournament.people.errors import Refused
from tournament.server.hall import prepare_database


class Command(BaseCommand):
    """Says what is new, what was here already, and what stays as it is."""

    help = (
        "Take in a file that 'manage.py export --club', '--season' or '--archive' wrote, all or nothing. What is here "
        "already is not doubled. It goes to the club of the file's name, or to a new one."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE.json", type=Path)
        parser.add_argument("--club", help="name or number of the club that it is for")

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
            club, plan = import_archive(archive=archive, club=None if wanted is None else find_club(wanted))
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        for sentence in plan_sentences(plan):
            self.stdout.write(sentence)
        if plan.new_club:
            self.stdout.write(f"{club.name}: {settings.ADDRESS}{reverse('organizer-link', args=[club.key])}")
