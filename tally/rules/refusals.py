"""Refusals: errors with a code for programs and a sentence for the people at the table."""

from __future__ import annotations

from tournament.people.errors import Refused

LONGEST_QUOTE = 40
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
    """The base of both refusals: `code` is for programs, `message` for the people at the table."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class HandRefused(Refusal):
    """A hand that cannot happen in this game, or data that is not a record."""


class HouseRuleRefused(Refusal):
    """A house rule that this game does not have, or an answer that the rule does not have."""


def number(n: int) -> str:
    """A small number spelled out: "three"."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)


def quoted(value: object) -> str:
    """A value in quotes, shortened to fit in a sentence."""
    text = value if isinstance(value, str) else repr(value)
    if len(text) > LONGEST_QUOTE:
        text = text[: LONGEST_QUOTE - 3] + "..."
    return f'"{text}"'
