"""The declaration of a printed sheet, for the shelf, the command and "Print everything"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from tally.paper.document import Drawing
from tally.printing.tonight import Tonight, never, once


class When(StrEnum):
    """When "Print everything for tonight" includes the sheet."""

    BEFORE = "before"  # until the night is closed
    AFTER = "after"  # once it is closed
    ASKED = "asked"  # only when this sheet is asked for


class Option(StrEnum):
    """Options of a sheet besides paper and size of type, which all have."""

    CROP_MARKS = "crop marks"
    ONLY = "one player"
    GAME = "one game"
    LINES = "lines for names"
    PHOTOGRAPH = "space for a photograph"
    TOGETHER = "one for all who tie"
    BACKS = "backs"


@dataclass(frozen=True, slots=True)
class SheetSpec:
    """One printed sheet.

    `about` is one sentence on what it is for. `possible` raises `Refused` while it cannot be printed, with few
    queries; `prepare` loads its values and returns its drawing: `partial(draw_something, values…)`, a module's
    function with pure values, so that another process can draw it.
    """

    slug: str
    title: str
    about: str
    possible: Callable[[Tonight], None]
    prepare: Callable[[Tonight], Drawing]
    when: When = When.BEFORE
    options: frozenset[Option] = frozenset()
    single_table: bool = False  # whether a single table has it too
    progressive: bool = True  # whether nights where players move have it
    both_sides: Callable[[Tonight], bool] = never  # whether it goes on with the back of its paper; asked if `possible`
    short_edge: bool = False  # whether its paper is turned over the short edge for that
    with_codes: bool = False  # whether it has codes that lead to this site
    products: tuple[str, ...] = ()  # of `label_stock`, for a sheet on labels
    of_money: bool = False  # offered only where the night's money is kept
    copies: Callable[[Tonight], int] = once  # how many of it a night needs
    own_paper: bool = False  # printed by itself: on labels or large paper, or folded or cut from both sides
