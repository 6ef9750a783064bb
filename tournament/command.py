"""The command `euchre-night`, and manage.py: without the name of a command it starts the night."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentError, ArgumentParser
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path

from tournament.data_folder import FROM_SHORTCUT, VARIABLE, demo_folder
from tournament.installation import NAME, program_number


def main() -> None:
    """Run the command that this process was called with."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    if Path(home := os.environ.get("HOME", "")).is_file():  # libraries look there for settings of their own
        sys.exit(f"HOME is {home}, which is a file and not a folder. Set it to your own folder, and start again.")
    if isinstance(sys.stdout, TextIOWrapper) and not sys.stdout.isatty():  # on Windows a file would lack most letters
        sys.stdout.reconfigure(encoding="utf-8", errors=sys.stdout.errors)
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
    import django
    from django.core.management import get_commands

    from tournament.management.command_list import NOT_OFFERED, ORGANIZER, OTHERS, long_list, short_list

    django.setup()
    others = sorted(set(get_commands()) - {*ORGANIZER, *OTHERS, *NOT_OFFERED}) if everything else []
    print(long_list(program, others) if everything else short_list(program))


def _run(program: str, command: str, options: list[str]) -> None:
    if command == "night":
        _choose_folder(options)  # before the settings are read
    from tournament.management.our_commands import OurCommands

    OurCommands([program, command, *options]).execute()


def _choose_folder(options: list[str]) -> None:
    """Choose the folder of the data by the options of `night`, which refuses those that are written wrong."""
    parser = ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument(FROM_SHORTCUT)
    parser.add_argument("--demo", action="store_true")
    with suppress(ArgumentError):
        chosen, _ = parser.parse_known_args(options)
        if chosen.from_shortcut:
            os.environ[VARIABLE] = chosen.from_shortcut
        if chosen.demo and not os.environ.get("DATABASE_URL"):
            os.environ[VARIABLE] = str(demo_folder())


if __name__ == "__main__":  # as a shortcut starts it
    main()
