"""manage.py club: create a club on a hosted site, and print its organizer's sign-in link."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.core.validators import validate_email
from django.urls import reverse

from tournament.club.club_names import find_renamed
from tournament.club.members import invite_member
from tournament.club.sign_ins import renew_link, sign_out_everywhere
from tournament.management.plain_command import PlainCommand
from tournament.models import Club, MemberInvitation, Role
from tournament.models.sign_ins import NAME_LENGTH
from tournament.night.locking import write
from tournament.people.errors import Refused
from tournament.server.hall import prepare_database

HOST = "Whoever hosts this site"  # who invites and makes new links, in the club's log
RENAMED = "{old} is called {name} now. Write that, or another name for a new club."


class Command(PlainCommand):
    """Creates a club, or finds it, and prints its sign-in link; anyone who has the link is the organizer."""

    help = "On a hosted site: start a club, and print its sign-in link. One that is there already is found by its name."
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
        name, email = _club_name(options["name"]), options["owner"]
        if email is not None:
            _require_address(email)
        try:
            prepare_database()
            with write():  # where the owner is refused, no club is made, and the link stays
                found = Club.objects.filter(is_demo=False, name=name).order_by("pk").first()
                if found is None and (renamed := find_renamed(name)):
                    raise CommandError(RENAMED.format(old=name, name=renamed.name))
                club = found or Club.objects.create(name=name)
                if email:
                    _invite_owner(club, email)
                if options["new_link"]:
                    sign_out_everywhere(club=club, who=HOST)
                    club = renew_link(club=club, who=HOST)
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        if email:
            self.stdout.write(
                f"{club.name}: {email} gets an invitation by email, and owns the club once they accept it."
            )
        if email and not options["new_link"]:
            return
        if club.has_link:
            link = settings.ADDRESS + reverse("organizer-link", args=[club.key])
            self.stdout.write(f"{club.name}: {link}")
        else:
            self.stdout.write(f"{club.name} has no sign-in link: its members have accounts. --new-link makes one.")


def _club_name(typed: str) -> str:
    name, most = " ".join(typed.split()), Club._meta.get_field("name").max_length or 0
    if not 0 < len(name) <= most:
        raise CommandError(f"A club's name has 1 to {most} letters.")
    _require_utf8("The club's name", name)
    return name


def _require_utf8(what: str, typed: str) -> None:
    try:
        typed.encode()
    except UnicodeEncodeError:
        raise CommandError(f"{what} is not in UTF-8. Type it in a terminal that is set to UTF-8.") from None


def _require_address(email: str) -> None:
    most = MemberInvitation._meta.get_field("email").max_length or 0
    if not settings.ACCOUNTS:
        raise CommandError("This site has no accounts, so nobody can own a club. Its sign-in link is the way in.")
    if not email:
        raise CommandError("Write the owner's email address after --owner.")
    _require_utf8("The owner's email address", email)
    if len(email) > most:
        raise CommandError(f"An email address has at most {most} letters.")
    try:
        validate_email(email)
    except ValidationError:
        raise CommandError(f"{email} is not an email address.") from None


def _invite_owner(club: Club, email: str) -> None:
    """Invite an owner, whose email the serving processes send."""
    name, site = email.partition("@")[0][:NAME_LENGTH], settings.ADDRESS.rstrip("/")
    invite_member(club=club, email=email, name=name, role=Role.ORGANIZER, who=HOST, site=site, to_own=True)
