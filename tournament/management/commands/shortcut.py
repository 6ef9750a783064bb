"""manage.py shortcut: an icon that starts the night."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from tournament.laptop.shortcuts import make_shortcut, remove_shortcut
from tournament.management.plain_command import PlainCommand
from tournament.people.errors import Refused


class Command(PlainCommand):
    """Makes the icon on the desktop and in the menu, or removes it."""

    help = "Make an icon on the desktop and in the menu that starts the night."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--remove", action="store_true", help="remove it")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            files = remove_shortcut() if options["remove"] else make_shortcut()
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        if options["remove"]:
            self.stdout.write("The icon is removed." if files else "There was no icon.")
            return
        self.stdout.write("Euchre Night has an icon now. It starts the night, and the browser opens by itself:")
        for file in files:
            self.stdout.write(f"  {file}")
        self.stdout.write("To stop, press Stop on the page This laptop.")
