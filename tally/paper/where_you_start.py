"""Where everybody starts: an alphabetical list for the door. Pure values → pages.

Names are grouped by first letter as in a directory; leader dots lead to the table and the seat. Numbers from a hat that
have no name, and names that cannot be printed, stand at the foot by number.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from anyascii import anyascii

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import FIGURE, HAIRLINE, INK, MM, TEXT, Canvas
from tally.paper.ornaments import draw_title
from tally.paper.pages import (
    BELOW,
    HEAD,
    SIDE,
    TOP,
    draw_foot,
    in_columns,
    leader,
    letters_of,
    lines_of_name,
    note_lines,
)

SIZES = (20.0, 18.0, 16.0, 15.0, 14.0, 13.0, TEXT)
NAME_LINES = 6  # of a name that is longer than its column
LEADING, WITHIN = 1.46, 1.16  # from line to line, and within a name, as a share of the size
GUTTER, NOTE = 8 * MM, 9 * MM
WIDEST = 130 * MM  # of a single column
OTHERS = "·"  # guide to names that begin with no letter
NUMBERS = "No."  # guide to those who are found by number


@dataclass(frozen=True, slots=True)
class Start:
    """Where one player starts: the table, and the seat's name; or table None and a note instead.

    Who has no name that can be printed is listed by `number`, if it is known (not 0).
    """

    name: str
    table: int | None
    seat: str
    number: int = 0

    @property
    def by_number(self) -> bool:
        """Whether the number stands in place of the name."""
        return bool(self.number) and not fonts.written(self.name)

    @property
    def listed_as(self) -> str:
        """What stands in the list: the name, or the number."""
        return str(self.number) if self.by_number else self.name


@dataclass(frozen=True, slots=True)
class Line:
    """One name as it is set; it has its letter as a guide where a new letter or column begins."""

    letter: str
    words: tuple[str, ...]
    size: float
    start: Start


class Setting:
    """The list in one size of type and number of columns; all measures are points."""

    def __init__(
        self, starts: Sequence[Start], room: tuple[float, float], noted: bool, columns: int, size: float
    ) -> None:
        width = room[0] - 2 * SIDE - GUTTER * (columns - 1)
        self.size, self.columns, self.leading = size, columns, size * LEADING
        self.width = min(width / columns, WIDEST)
        self.left = (room[0] - self.width * columns - GUTTER * (columns - 1)) / 2
        self.top = room[1] - TOP - HEAD
        self.seat = max(fonts.width_of(seat, REGULAR, size) for seat in ("North", "South"))
        self.table = max(2 * FIGURE * size, fonts.width_of("Table", REGULAR, TEXT)) + 1.2 * MM
        self.initial = size * 1.35
        if any(start.by_number for start in starts):
            self.initial = max(self.initial, fonts.width_of(NUMBERS, BOLD, size) + size / 2)
        self.name = self.width - self.initial - self.table - self.seat - 3.4 * MM
        self.lines = [self._line(start) for start in starts]
        heads = [one.letter != other.letter for one, other in pairwise(self.lines)]
        heights = [
            self.height(line) + self.leading * 0.4 * new for line, new in zip(self.lines, (False, *heads), strict=False)
        ]
        room_below = self.top - self.leading - BELOW - NOTE * noted
        self.starts = in_columns(heights, room_below, columns) if starts else [0]
        self.pages = -(-len(self.starts) // columns)
        self.cut = sum(
            letters_of(line.words) != letters_of([fonts.printable_text(line.start.listed_as)]) for line in self.lines
        )
        self.broken = sum(len(line.words) > 1 for line in self.lines)
        self.split = sum(self._has_long_word(line) for line in self.lines)

    def height(self, line: Line) -> float:
        """The height of a name."""
        return self.leading + (len(line.words) - 1) * line.size * WITHIN

    def _has_long_word(self, line: Line) -> bool:
        """Whether a word of a name is wider than its column, so that it is broken inside."""
        pieces = fonts.unbroken(line.start.listed_as)
        return any(fonts.width_of(piece.rstrip(), REGULAR, line.size) > self.name for piece in pieces)

    def _line(self, start: Start) -> Line:
        if start.by_number:
            return Line(NUMBERS, (start.listed_as,), self.size, start)
        words, size = lines_of_name(start.name, REGULAR, self.size, self.name, max(TEXT, self.size * 0.8), NAME_LINES)
        return Line(initial(start.name), tuple(words), size, start)


def initial(name: str) -> str:
    """The letter that a name is grouped under, without accents; a dot for a name that does not begin with a letter."""
    first = _plain(fonts.printable_text(name)[:1]).upper()[:1]
    return first if first.isalpha() else OTHERS


@cache
def _plain(text: str) -> str:
    """Latin letters without accents and strokes, Ł as L; letters of other alphabets unchanged."""
    return "".join(
        anyascii(sign) if "LATIN" in unicodedata.name(sign, "") else sign for sign in unicodedata.normalize("NFC", text)
    )


def sorted_starts(starts: Sequence[Start]) -> list[Start]:
    """Sort by name, see `alphabetical`; after all names come those who are listed by number, in order."""
    return sorted(
        starts, key=lambda start: (start.by_number, start.number if start.by_number else 0, alphabetical(start.name))
    )


def alphabetical(name: str) -> tuple[bool, str, str]:
    """What sorts names as they are printed, ignoring accents; those that do not begin with a letter come last."""
    shown = fonts.printable_text(name)
    return initial(name) == OTHERS, _plain(shown).casefold(), shown


def draw_where_you_start(document: Document, heading: Heading, starts: Sequence[Start], note: str = "") -> None:
    """Draw the list on as few pages as it needs, as large as fits there; `note` is a sentence at the foot."""
    setting = _setting(sorted_starts(starts), document.job.room, bool(note))
    ends = [*setting.starts[1:], len(setting.lines)]
    for page in range(setting.pages):
        columns = [setting.lines[start:end] for start, end in zip(setting.starts, ends, strict=True)]
        columns = columns[page * setting.columns : (page + 1) * setting.columns]
        label = f"{_mark(columns[0][0])} to {_mark(columns[-1][-1])}" if setting.pages > 1 else ""
        with document.page(label, enlarged=True) as canvas:
            width, height = document.job.room
            draw_title(document, width, SIDE, height - TOP, "Where you start", "GAME 1", heading.both)
            lowest = setting.top
            for place, column in enumerate(columns):
                left = setting.left + place * (setting.width + GUTTER)
                lowest = min(lowest, _column(document, setting, column, left))
            with document.tag("P"):
                note_lines(canvas, note, width / 2, max(lowest - 5 * MM, BELOW + NOTE - 2 * MM), width - 2 * SIDE)
            draw_foot(canvas, width, page + 1, setting.pages)


def _mark(line: Line) -> str:
    """What tells where in the list a line is: its letter, or its number."""
    return line.start.listed_as if line.start.by_number else line.letter


def _setting(starts: Sequence[Start], room: tuple[float, float], noted: bool) -> Setting:
    """The largest type that needs no more pages than the smallest would; one column if that is enough.

    Two columns are only for names whose words all fit in them, or fit no better in one. Smaller type comes first where
    larger would break a word or cut names, or break more than a quarter of them.
    """
    tries = [Setting(starts, room, noted, columns, size) for size in SIZES for columns in (1, 2)]
    whole = min(setting.split for setting in tries)
    tries = [setting for setting in tries if setting.split == whole]
    fewest = min(setting.pages for setting in tries)
    return min(
        (setting for setting in tries if setting.pages <= fewest),
        key=lambda setting: (setting.cut, 4 * setting.broken > len(starts)),
    )


def _column(document: Document, setting: Setting, lines: Sequence[Line], left: float) -> float:
    """Draw one column with its head; return the lower edge of the last line."""
    canvas, right = document.canvas, left + setting.width
    canvas.setFillColor(canvas.accent)
    table = right - setting.seat - 2.4 * MM
    y, letter = setting.top - setting.leading * 0.35, ""
    with document.table():
        with document.row(head=True):
            document.empty_cells()
            with document.cell("Column"):
                strokes.write(canvas, table, setting.top, "Table", align="right")
            with document.cell("Column"):
                strokes.write(canvas, right - setting.seat, setting.top, "Seat")
        for line in lines:
            if line.letter != letter:
                y -= setting.leading * 0.4 * bool(letter)
                _guide(canvas, setting, line.letter, left, y)
                letter = line.letter
            with document.row():
                _entry(document, setting, line, left, y)
            y -= setting.height(line)
    return y


def _guide(canvas: Canvas, setting: Setting, letter: str, left: float, top: float) -> None:
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(HAIRLINE)
    canvas.line(left, top + setting.leading * 0.02, left + setting.width, top + setting.leading * 0.02)
    canvas.setFillColor(canvas.accent)
    strokes.write(canvas, left, top - setting.size * 1.04, letter, BOLD, setting.size)


def _entry(document: Document, setting: Setting, line: Line, left: float, top: float) -> None:
    """Draw a name, and on the line of its last word the dots, the table and the seat."""
    canvas = document.canvas
    canvas.setFillColor(INK)
    baseline, name_left, right = top - setting.size * 1.04, left + setting.initial, left + setting.width
    wide = 0.0
    with document.cell("Row"):
        for index, word in enumerate(line.words):
            baseline = top - setting.size * 1.04 - index * line.size * WITHIN
            face = BOLD if line.start.by_number else REGULAR
            wide = strokes.write(canvas, name_left, baseline, word, face, line.size)
    table = right - setting.seat - 2.4 * MM
    if line.start.table is None:
        seat, size = fonts.fit(line.start.seat, REGULAR, setting.size, setting.table + setting.seat + 2.4 * MM)
        with document.cell(span=2):
            edge = right - strokes.write(canvas, right, baseline, seat, REGULAR, size, align="right")
    else:
        number = str(line.start.table)
        with document.cell():
            strokes.figures(canvas, table, baseline, number, BOLD, setting.size)
        with document.cell():
            strokes.write(canvas, right - setting.seat, baseline, line.start.seat, REGULAR, setting.size)
        edge = table - strokes.figures_width(number, BOLD, setting.size)
    leader(canvas, name_left + wide + 1.6 * MM, edge - 1.4 * MM, baseline)
