"""What a sheet is to the shelf, the command and the printing of everything: one declaration."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from tally.paper.document import Drawing
from tally.printing.tonight import Tonight


class When(StrEnum):
    """When "Print everything for tonight" has the sheet in it."""

    BEFORE = "before"  # until the night is closed
    AFTER = "after"  # once it is closed
    ASKED = "asked"  # only when somebody asks for this sheet


class Option(StrEnum):
    """What a sheet understands beside the paper and the size of type, which all do."""

    CROP_MARKS = "crop marks"
    ONLY = "one player"


@dataclass(frozen=True, slots=True)
class Sheet:
    """One kind of printed matter.

    `about` says in one sentence what it is for. `possible` raises `Refused` while it cannot be printed, with few
    queries; `prepare` loads what it says and gives back its drawing: `partial(draw_something, values…)`, a function
    of a module with pure values, so that another process can draw it.
    """

    slug: str
    title: str
    about: str
    possible: Callable[[Tonight], None]
    prepare: Callable[[Tonight], Drawing]
    when: When = When.BEFORE
    options: frozenset[Option] = frozenset()
    single_table: bool = False  # whether a single table, where nobody moves, has it too
