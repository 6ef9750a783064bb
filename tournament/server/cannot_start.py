"""Why a night cannot start, and what to do: with commands in a terminal, without any where a shortcut started it."""

from __future__ import annotations

from tournament.copies.places import Copy
from tournament.people.errors import Refused


class CannotStart(Refused):
    """A start that fails; as a text it is for a terminal.

    `by_shortcut` says the same to whoever double-clicked a shortcut. `copy` is a safe copy to go on from,
    if there is one.
    """

    def __init__(self, reason: str, *, in_terminal: str, by_shortcut: str, copy: Copy | None = None) -> None:
        super().__init__(f"{reason} {in_terminal}")
        self.by_shortcut = f"{reason} {by_shortcut}"
        self.copy = copy
