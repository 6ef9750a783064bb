"""The base of our commands: options by their whole names, and a sentence about one that there is not."""

from __future__ import annotations

import re
import sys
import textwrap
from argparse import SUPPRESS, ArgumentError, ArgumentParser
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser, DjangoHelpFormatter, SystemCheckError

from tournament.installation import program_number


class WholeWords(DjangoHelpFormatter):
    """Breaks lines between words alone: a command and an option are read whole."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return textwrap.indent("\n".join(self._split_lines(text, width - len(indent))), indent)


class PlainCommand(BaseCommand):
    """A command whose `--help` leaves out what Django gives all commands alike."""

    suppressed_base_arguments = {
        "--version",
        "--verbosity",
        "--settings",
        "--pythonpath",
        "--traceback",
        "--no-color",
        "--force-color",
    }

    def get_version(self) -> str:
        """Return the program's version, for `--version`."""
        return program_number()

    def create_parser(self, prog_name: str, subcommand: str, **options: Any) -> CommandParser:
        """Return a parser that takes no option for another: `--new` is not `--new-link`."""
        options.setdefault("formatter_class", WholeWords)
        parser = super().create_parser(prog_name, subcommand, allow_abbrev=False, **options)
        for action in parser._actions:
            if "--skip-checks" in action.option_strings:
                action.help = SUPPRESS
        return parser

    def run_from_argv(self, argv: list[str]) -> None:
        """Run with these arguments, unless one of them means nothing here."""
        self._called_from_command_line = True
        command = f"{Path(argv[0]).name} {argv[1]}"
        parser = self.create_parser(argv[0], argv[1], exit_on_error=False)
        try:
            _, unknown = parser.parse_known_args(argv[2:])
        except ArgumentError as error:
            self._refuse(_wrong_value(error, command))
        if unknown:
            self._refuse(_sentence(unknown[0], parser, command))
        super().run_from_argv(argv)

    def _refuse(self, sentence: str) -> NoReturn:
        self.stderr.write(sentence)
        sys.exit(2)

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run; a refusal is written as a sentence alone, where Django would write the error's class before it."""
        try:
            return super().execute(*args, **options)
        except SystemCheckError:
            raise
        except CommandError as refusal:
            if not self._called_from_command_line or options["traceback"]:
                raise
            self.stderr.write(str(refusal))
            sys.exit(refusal.returncode)


def _wrong_value(error: ArgumentError, command: str) -> str:
    name, message = error.argument_name, error.message
    if not_a_number := re.fullmatch(r"invalid (?:int|float) value: '(.*)'", message):
        wrong = f'{name} needs a number, not "{not_a_number[1]}".'
    elif message.startswith("expected"):
        wrong = f"Something is missing after {name}."
    else:
        wrong = f"{name}: {message}." if name else f"{message[:1].upper()}{message[1:]}."
    return f"{wrong} {command} --help shows what can be written after {command}."


def _sentence(unknown: str, parser: ArgumentParser, command: str) -> str:
    if not unknown.startswith("-"):
        return f'"{unknown}" is one word too many. {command} --help shows what can be written after {command}.'
    typed = unknown.partition("=")[0]
    names = sorted(name for name in parser._option_string_actions if name.startswith("--"))
    near = [name for name in names if name.startswith(typed) and typed != "--"] or get_close_matches(typed, names, n=1)
    meant = f" Did you mean {near[0]}?" if near else ""
    return f"There is no option {typed}.{meant} {command} --help shows all of them."
