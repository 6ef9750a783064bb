"""The program's commands, a line each, as `euchre-night help` lists them; Django's own are not for organizers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from textwrap import fill

from django.core.management import get_commands, load_command_class

VERSION = "version"  # which is no command of Django's
ORGANIZER = (
    "night",
    "backup",
    "restore",
    "shortcut",
    "print",
    "export",
    "import",
    "season",
    "movement",
    "variants",
    VERSION,
)
OTHERS = ("better_nights", "club", "erase_club", "retention", "sample_club", "score_hands", "send_email")
NOT_OFFERED = ("startapp", "startproject")  # of Django's: they write the files of a new project
WIDTH = 100  # columns


def short_list(program: str) -> str:
    """Return the organizer's commands, with what the program is called."""
    return "\n".join(
        [
            f"{program} runs euchre nights on this computer. Without a command it starts tonight's.",
            "",
            *_lines(ORGANIZER),
            "",
            f"{program} help print says more about print; {program} help all lists every command.",
        ]
    )


def long_list(program: str, django: list[str]) -> str:
    """Return every command; those of Django by name alone."""
    others = fill(", ".join(django), WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join(
        [
            "For organizers:",
            *_lines(ORGANIZER),
            "",
            "For hosted sites, and for those who change the code:",
            *_lines(OTHERS),
            "",
            "Django's own:",
            others,
            "",
            f"{program} help print says more about print.",
        ]
    )


def _lines(names: Iterable[str]) -> list[str]:
    width = max(map(len, (*ORGANIZER, *OTHERS)))
    return [f"  {name:{width}}  {line_of(name)}" for name in names]


def line_of(name: str) -> str:
    """Return the first sentence of a command's own help."""
    if name == VERSION:
        return "Say which version this is."
    text = load_command_class(get_commands()[name], name).help
    return re.split(r"(?<=\.)\s", text, maxsplit=1)[0]
