"""The shelf's order: sheets by what they are for, in each group first what is asked for most.

Files of several sheets have the catalog's order, in which they are put to use.
"""

from __future__ import annotations

from typing import NamedTuple

from tally.printing.sheet_spec import SheetSpec, When


class Group(NamedTuple):
    """Sheets that are needed at the same place or time; `name` is the id of its heading, no sheet's."""

    name: str
    title: str
    sheets: tuple[str, ...]


BEFORE = Group(
    "before",
    "Before",
    (
        "tally-cards",
        "blank-cards",
        "tally-cards-with-movement",
        "name-tags",
        "badges",
        "labels",
        "program",
        "rotation",
        "fairness",
        "flyer",
    ),
)
TABLES = Group(
    "tables",
    "At the tables",
    ("rules", "score-sheet", "score-slips", "named-slips", "table-tents", "table-mats", "table-charts"),
)
HALL = Group(
    "hall",
    "For the door and the wall",
    ("where-you-start", "sign-in", "wifi-poster", "wall-board", "wall-board-large"),
)
PRIZES = Group("all-prizes", "Prizes", ("prizes", "prizes-to-read-out", "certificates", "door-tickets", "prize-tags"))
AFTERWARD = Group(
    "afterward",
    "Afterward",
    ("standings", "filled-cards", "standings-with-games", "keepsakes", "treasurer"),
)
GROUPS = (BEFORE, TABLES, HALL, PRIZES, AFTERWARD)
GROUPS_AT_THE_END = (AFTERWARD, PRIZES, BEFORE, TABLES, HALL)  # once the night is closed


def is_afterward(sheet: SheetSpec) -> bool:
    """Whether the sheet is printed once the night is over."""
    return sheet.when == When.AFTER or sheet.slug in AFTERWARD.sheets
