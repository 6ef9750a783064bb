"""manage.py club: create a club on a hosted site, and print its organizer's sign-in link."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from tournament.club.sign_ins import renew_link, sign_out_everywhere
from tournament.models import Club
from tournament.people.errors import Refused
from tournament.server.hall import prepare_database


class Command(BaseCommand):
    """Creates a club, or finds it, and prints its sign-in link; anyone who has the link is the organizer."""

    help = "For a hosted site: begin a club, or find it, and print the sign-in link for its organizer."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--new-link", action="store_true", help="make a new link; the old one opens nothing")
        parser.add_argument("name", help='the club\'s name, as in "Tuesday club"')

    def handle(self, *args: Any, **options: Any) -> None:
        name = " ".join(options["name"].split())
        most = Club._meta.get_field("name").max_length or 0
        if not 0 < len(name) <= most:
            raise CommandError(f"A club's name has 1 to {most} letters.")
        try:
            prepare_database()
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        found = Club.objects.filter(is_demo=False, name=name).order_by("pk").first()
        club = found or Club.objects.create(name=name)
        if options["new_link"]:
            sign_out_everywhere(club=club)
            club = renew_link(club=club)
        link = settings.ADDRESS + reverse("organizer-link", args=[club.key])
        self.stdout.write(f"{club.name}: {link}")
