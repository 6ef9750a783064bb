"""Refusals: errors with a code for programs and a sentence for the people at the table."""

from __future__ import annotations

from tournament.people.errors import Refused

LONGEST_QUOTE = 40
LONGEST_NUMBER = 12  # digits
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
    """A small number spelled out: "three"; others as `figures` writes them."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else figures(n)


def figures(n: int) -> str:
    """A number in figures, or of a huge one how long it is: "a number of 4000 digits"."""
    digits = str(abs(n))
    return str(n) if len(digits) <= LONGEST_NUMBER else f"a number of {len(digits)} digits"


def spelled(count: int, noun: str) -> str:
    """A small number spelled out with its noun: "one trick", "two tricks"."""
    return f"{number(count)} {noun}{'' if count == 1 else 's'}"


def quoted(value: object) -> str:
    """A value in quotes, shortened to fit in a sentence."""
    text = value if isinstance(value, str) else repr(value)
    if len(text) > LONGEST_QUOTE:
        text = text[: LONGEST_QUOTE - 3] + "..."
    text = text.encode("utf-8", "backslashreplace").decode()  # half a sign cannot be shown or sent
    return f'"{text}"'
