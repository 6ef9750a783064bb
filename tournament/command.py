"""The command `euchre-night`, and manage.py: without the name of a command it starts the night."""

from __future__ import annotations

import os
import sys

from tournament.installation import NAME, program_number


def main() -> None:
    """Run the command that this process was called with."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    program, *arguments = sys.argv
    run(program, *with_command(arguments))


def with_command(arguments: list[str]) -> list[str]:
    """Return the arguments after the name of their command: options alone are for `night`."""
    match arguments:
        case ["--version", *_]:
            return ["version"]
        case ["--help" | "-h", *_]:
            return ["help"]
    if not arguments or arguments[0].startswith("-"):
        return ["night", *arguments]
    return arguments


def run(program: str, command: str, *arguments: str) -> None:
    """Run a command; Django has `version`, too, but that is Django's own."""
    if command == "version":
        print(f"{NAME} {program_number()}")
        return
    from django.core.management import execute_from_command_line

    execute_from_command_line([program, command, *arguments])
