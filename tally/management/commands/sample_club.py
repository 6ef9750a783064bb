"""manage.py sample_club: a made-up club with years of nights, to look around in and to measure with."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.urls import reverse
from django.utils import timezone

from tally.loading.results import club_results
from tally.management.sample_club.filling import NAME, fill_club
from tournament.management.plain_command import PlainCommand
from tournament.models import Club
from tournament.people.errors import Refused
from tournament.server.hall import prepare_database

LEAST = {"people": 8, "nights": 1}
MOST = {"people": 2000, "nights": 1000}


class Command(PlainCommand):
    """Makes a new club, fills it, and prints its organizer's sign-in link."""

    help = "Make a club with years of nights that were never played. It prints the organizer's sign-in link."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--people", type=int, default=200, help="whom the club knows (default: 200)")
        parser.add_argument("--nights", type=int, default=150, help="Tuesdays, a year has fifty (default: 150)")
        parser.add_argument("--seed", type=int, default=1, help="the same number makes the same club (default: 1)")
        parser.add_argument("--until", type=date.fromisoformat, help="date of the last night (default: last Tuesday)")
        parser.add_argument("--open", action="store_true", help="leave the last night in the middle of a game")

    def handle(self, *args: Any, **options: Any) -> None:
        for what, least in LEAST.items():
            if not least <= options[what] <= MOST[what]:
                raise CommandError(f"A sample club has {least} to {MOST[what]} {what}.")
        try:
            prepare_database()
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        club = Club.objects.create(name=NAME)
        fill_club(
            club=club,
            people=options["people"],
            nights=options["nights"],
            seed=options["seed"],
            until=options["until"] or timezone.localdate(),
            still_open=options["open"],
        )
        club_results(club)  # stored from now on, so that its pages open at once
        self.stdout.write(f"{club.name}: {settings.ADDRESS}{reverse('organizer-link', args=[club.key])}")
