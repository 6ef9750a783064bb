"""manage.py club: create a club on a hosted site, and print its organizer's sign-in link."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email
from django.urls import reverse

from tournament.club.members import invite_member
from tournament.club.sign_ins import renew_link, sign_out_everywhere
from tournament.models import Club, Role
from tournament.models.sign_ins import NAME_LENGTH
from tournament.people.errors import Refused
from tournament.server.hall import prepare_database

HOST = "Whoever hosts this site"  # who invites and makes new links, in the club's log


class Command(BaseCommand):
    """Creates a club, or finds it, and prints its sign-in link; anyone who has the link is the organizer."""

    help = "For a hosted site: start a club, or find it, and print the sign-in link for its organizer."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--new-link",
            action="store_true",
            help="make a new link, and sign out whoever was signed in; the old link opens nothing",
        )
        parser.add_argument("--owner", metavar="EMAIL", help="who is to own the club: they get an invitation by email")
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
        if options["owner"]:
            self._invite(club, options["owner"])  # first: where it is refused, the link stays
        if options["new_link"]:
            sign_out_everywhere(club=club, who=HOST)
            club = renew_link(club=club, who=HOST)
        elif options["owner"]:
            return
        if club.has_link:
            link = settings.ADDRESS + reverse("organizer-link", args=[club.key])
            self.stdout.write(f"{club.name}: {link}")
        else:
            self.stdout.write(f"{club.name} has no sign-in link: its members have accounts. --new-link makes one.")

    def _invite(self, club: Club, email: str) -> None:
        """Invite an owner, whose email the serving processes send."""
        if not settings.ACCOUNTS:
            raise CommandError("This site has no accounts, so nobody can own a club. Its sign-in link is the way in.")
        try:
            validate_email(email)
            name = email.partition("@")[0][:NAME_LENGTH]
            site = settings.ADDRESS.rstrip("/")
            invite_member(club=club, email=email, name=name, role=Role.ORGANIZER, who=HOST, site=site, to_own=True)
        except ValidationError:
            raise CommandError(f"{email} is not an email address.") from None
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"{club.name}: {email} gets an invitation by email, and owns the club once they accept it.")
