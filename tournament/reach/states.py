"""What a line of the list says, and how it stands."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How a line stands. Unknown is neither good nor bad: nobody could tell."""

    GOOD = "good"
    WARNING = "warning"
    PROBLEM = "problem"
    WAITING = "waiting"
    UNKNOWN = "unknown"

    @property
    def mark(self) -> str:
        """The sign before the line."""
        return {"good": "✓", "warning": "!", "problem": "✗", "waiting": "…", "unknown": "?"}[self.value]

    @property
    def word(self) -> str:
        """The sign in words, for people who do not see it."""
        return {
            "good": "All right",
            "warning": "Look at this",
            "problem": "Wrong",
            "waiting": "Waiting",
            "unknown": "Not known",
        }[self.value]


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: what it is about, how it stands, a sentence, and what to do. Text between backticks is typed."""

    name: str
    subject: str
    state: State
    sentence: str
    advice: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
