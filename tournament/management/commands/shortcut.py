"""manage.py shortcut: a shortcut that starts the night."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from tournament.laptop.shortcuts import make_shortcut, remove_shortcut
from tournament.management.plain_command import PlainCommand
from tournament.people.errors import Refused


class Command(PlainCommand):
    """Makes the shortcut on the desktop and in the menu, or removes it."""

    help = "Make a shortcut on the desktop and in the menu that starts the night."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--remove", action="store_true", help="remove it")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            files = remove_shortcut() if options["remove"] else make_shortcut()
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        if options["remove"]:
            self.stdout.write("The shortcut is removed." if files else "There was no shortcut.")
            return
        self.stdout.write("Euchre Night has a shortcut now. It starts the night, and the browser opens by itself:")
        for file in files:
            self.stdout.write(f"  {file}")
        self.stdout.write("To stop, press Stop on the page This laptop.")
