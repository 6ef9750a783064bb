"""The command `euchre-night`, and manage.py: without the name of a command it starts the night."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tournament.data_folder import VARIABLE, demo_folder
from tournament.installation import NAME, program_number

FROM_ICON = "--from-icon"  # an option of `night`: the folder of the data, for which an icon has no environment


def main() -> None:
    """Run the command that this process was called with."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    program, *arguments = sys.argv
    command, *options = with_command(arguments)
    if command == "version":
        print(f"{NAME} {program_number()}")
    elif command == "help" and options in ([], ["all"]):
        _list_commands(Path(program).name, everything=bool(options))
    else:
        _run(program, command, options)


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


def _list_commands(program: str, *, everything: bool) -> None:
    from django.core.management import get_commands

    from tournament.management.command_list import ORGANIZER, OTHERS, long_list, short_list

    others = sorted(set(get_commands()) - {*ORGANIZER, *OTHERS}) if everything else []
    print(long_list(program, others) if everything else short_list(program))


def _run(program: str, command: str, options: list[str]) -> None:
    if command == "night" and FROM_ICON in options[:-1]:
        os.environ[VARIABLE] = options[options.index(FROM_ICON) + 1]
    if command == "night" and "--demo" in options and not os.environ.get("DATABASE_URL"):
        os.environ[VARIABLE] = str(demo_folder())  # before the settings are read
    from django.core.management import execute_from_command_line

    execute_from_command_line([program, command, *options])


if __name__ == "__main__":  # as an icon starts it
    main()
