"""Why not: errors for the people at the table, each with a code for programs and a sentence."""

from __future__ import annotations

from tournament.people.errors import Refused

NUMBERS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


class Refusal(Refused):
    """Something that was said cannot be: `code` for programs, `message` for the people at the table."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class HandRefused(Refusal):
    """A hand that cannot have happened in this game, or a record that is none."""


class HouseRuleRefused(Refusal):
    """A house rule that this game does not know, or an answer that is not among its answers."""


def number(n: int) -> str:
    """A small number as a word."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)


def quoted(value: object) -> str:
    """What somebody said, short enough for a sentence."""
    text = str(value) if isinstance(value, str) else repr(value)
    return f'"{text}"' if len(text) <= 40 else f'"{text[:37]}..."'
