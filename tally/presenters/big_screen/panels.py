"""Screens, panels and rows: what the big screen is made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tally.loading.reveal import RevealState
from tournament.models import Entry
from tournament.night.round_clocks import NO_CLOCK, ClockState
from tournament.people.names import ISOLATE, folded, isolated

ALWAYS_FITS = 10  # letters of a name for which there is always room
LEAST_CUT = 4  # letters that are left of a word at least
ROWS = 12  # from top to bottom, so that the back of the hall can read them
WIDE_ROWS, WIDE_COLUMNS = 10, 5  # of a panel as wide as the screen, below a band with the clock


@dataclass(frozen=True, slots=True)
class Row:
    """A line: what is before a name, the name, and what is at the end in large and in small print.

    `starts`: the letter of the alphabet that starts with it; `fresh`: it was not there before.
    """

    name: str = ""
    large: str = ""
    small: str = ""
    first: str = ""
    starts: str = ""
    fresh: bool = False

    @property
    def given(self) -> str:
        """The first word of a long name, which may be cut where there is no room.

        It is "" for a short name, and for one that is written from right to left: its parts change places when apart.
        """
        return self.name.partition(" ")[0] if len(self.name) > ALWAYS_FITS and ISOLATE not in self.name else ""

    @property
    def stays(self) -> bool:
        """Whether the first word is too short to be cut: in "Bob / Sam S." it takes no more room than it needs."""
        return len(self.given) <= LEAST_CUT

    @property
    def rest(self) -> str:
        """What follows `given` and tells Margaret A. and Margaret W. apart: it stays whole."""
        return self.name.partition(" ")[2] if self.given else self.name


@dataclass(frozen=True, slots=True)
class Panel:
    """What fits on the screen at once: at most twelve rows from top to bottom, or a sentence."""

    kind: str
    title: str
    rows: Sequence[Row] = ()
    columns: int = 1
    sentence: str = ""

    @property
    def lines(self) -> int:
        """Rows from top to bottom."""
        return -(-len(self.rows) // self.columns)

    @property
    def letters(self) -> int:
        """The length of its longest name: what makes all of its names small enough to fit."""
        return max((len(row.name) for row in self.rows), default=0)


@dataclass(frozen=True, slots=True)
class Flash:
    """A loner that was just made: who has made it, and at which table."""

    players: str
    table: int
    until: datetime


@dataclass(frozen=True, slots=True)
class Screen:
    """All that the screen shows. `again`: when it changes by itself.


    At the end of the night, `reveal` is how far the reveal has come. `wide`: its panels are as wide as the screen.
    """

    slug: str
    title: str
    panels: Sequence[Panel]
    of: str = ""
    notes: Sequence[str] = ()
    clock: ClockState = NO_CLOCK
    again: datetime | None = None
    reveal: RevealState | None = None
    flash: Flash | None = None
    wide: bool = False

    @property
    def shows_hour(self) -> bool:
        """Whether the time of day stands large below the title: there is no clock that counts, and room."""
        return not (self.clock.until or self.clock.left or self.wide or self.reveal or self.slug == "before")


def panels_of(kind: str, title: str, rows: Sequence[Row]) -> list[Panel]:
    """As many panels as the rows need; in two columns where they do not fit in one."""
    columns = 1 if len(rows) <= ROWS else 2
    return [Panel(kind, title, rows[at : at + ROWS * columns], columns) for at in range(0, len(rows), ROWS * columns)]


def wide_panels_of(kind: str, title: str, rows: Sequence[Row]) -> list[Panel]:
    """Panels as wide as the screen, for lists that need more than two columns: fifty rows each."""
    most = WIDE_ROWS * WIDE_COLUMNS
    return [
        Panel(kind, title, part := rows[at : at + most], columns=-(-len(part) // WIDE_ROWS))
        for at in range(0, len(rows), most)
    ]


def distinct_names(entries: Sequence[Entry]) -> list[str]:
    """Names as others see them, followed by the number where several people have the same name."""
    often = Counter(folded(entry.short_name) for entry in entries)
    return [
        f"{isolated(entry.short_name)} ({entry.number})"
        if often[folded(entry.short_name)] > 1 and entry.number
        else isolated(entry.short_name)
        for entry in entries
    ]
