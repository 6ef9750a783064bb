"""The program's commands, a line each, as `euchre-night help` lists them; Django's own are not for organizers."""

from __future__ import annotations

from textwrap import fill

ORGANIZER = {
    "night": "Start tonight's night, or go on with it; --demo shows one in play.",
    "backup": "Write a safe copy of all nights to a file.",
    "restore": "Go on from a safe copy.",
    "shortcut": "Make an icon that starts the night; --remove takes it away.",
    "print": "Write a sheet of a night as PDF or as pictures.",
    "export": "Write a night, a season or the whole club to a file.",
    "import": "Take in a club, a season or a night from such a file.",
    "season": "Print a season's standings.",
    "movement": "Print who sits where in every game, for any number of players.",
    "variants": "List the games that can be scored, or explain one.",
    "version": "Say which version this is.",
}
OTHERS = {
    "better_nights": "Look for better rotations than the shipped ones.",
    "club": "On a hosted site: start a club, and print its sign-in link.",
    "erase_club": "Erase a club with all that it has, once its file is taken out.",
    "retention": "Erase what clubs have chosen not to keep.",
    "sample_club": "Make a club with years of nights that were never played.",
    "score_hands": "Score records of hands: JSON lines in, one result a line out.",
    "send_email": "On a hosted site: send the email that waits.",
}
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


def _lines(commands: dict[str, str]) -> list[str]:
    width = max(map(len, (*ORGANIZER, *OTHERS)))
    return [f"  {name:{width}}  {says}" for name, says in commands.items()]
