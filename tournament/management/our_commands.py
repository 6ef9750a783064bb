"""Runs commands by their names; a name that means nothing gets a sentence with the nearest of the program's own."""

from __future__ import annotations

import sys
from difflib import get_close_matches

from django.conf import settings
from django.core.management import BaseCommand, ManagementUtility, get_commands

from tournament.management.command_list import NOT_OFFERED, ORGANIZER, OTHERS

MEANT = {"start": "night", "begin": "night", "run": "night", "open": "night", "demo": "night --demo"}
STOP = {"stop", "end", "quit", "exit"}
HOW_TO_STOP = "To stop the night, press Stop on its page This laptop, or Ctrl+C where it was started."


class OurCommands(ManagementUtility):
    """Django's way to run a command, without the commands that write the files of a new Django project."""

    def fetch_command(self, subcommand: str) -> BaseCommand:
        """Return a command by its name; exit with a sentence if there is none."""
        if subcommand in get_commands() and subcommand not in NOT_OFFERED:
            return super().fetch_command(subcommand)
        _ = settings.INSTALLED_APPS  # says what is wrong with the settings, for which commands may be missing
        sys.stderr.write(sentence(subcommand, self.prog_name) + "\n")
        sys.exit(2)


def sentence(typed: str, program: str) -> str:
    """Return what to type in place of a command that there is not."""
    if typed in STOP:
        return f"There is no command {typed}. {HOW_TO_STOP}"
    near = get_close_matches(typed.replace("-", "_"), [*MEANT, *ORGANIZER, *OTHERS, "help"], n=1)
    meant = f" Did you mean {program} {MEANT.get(near[0], near[0])}?" if near else ""
    return f"There is no command {typed}.{meant} {program} help lists the commands."
