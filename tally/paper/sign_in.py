"""The sign-in sheet for the door: everybody expected, by name, then lines for guests. Pure values → pages.

Each name has a box to check, one for the fee and one for the number that is drawn. Two columns where one is not enough;
of several pages, which lie side by side at the door, each says from which letter to which its names go.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import CAP, HAIRLINE, INK, MM, RULE, TEXT, TWIN, Canvas
from tally.paper.ornaments import draw_tick, draw_title
from tally.paper.pages import BELOW, HEAD, SIDE, TOP, draw_foot, in_columns, lines_of_name
from tally.paper.where_you_start import OTHERS, alphabetical, initial

NAME, NAME_LINES, LEADING = 14.0, 4, 1.18
ROW, ROW_MOST, CHECK_BOX = 8.6 * MM, 11 * MM, 4.4 * MM  # rows are higher where there is room
GUTTER, PAD = 8 * MM, 2 * MM  # between two columns; beside what is printed in a box
NAMES_OF_COLUMNS = 7 * MM
SENTENCE, SENTENCE_SIZE = 7 * MM, 14.0  # about the fee: its height, and its type
GUESTS, GUEST_LINES, GUESTS_MOST = "Guests", 4, 12  # what heads their lines; how many at least, and where they fit
PAID, NUMBER = "Paid", "Number"
Row: TypeAlias = "Arrival | str | None"


@dataclass(frozen=True, slots=True)
class Arrival:
    """Somebody who is expected: the number where it is drawn already, and whether the fee is paid."""

    name: str
    number: int | None = None
    paid: bool = False


class SignInGrid:
    """The list in one or two columns; all measures are points. `GUESTS` heads the lines for guests, which are None.

    Guests have one column's end to themselves, so that nobody finds a form without its heading.
    """

    def __init__(
        self, room: tuple[float, float], arrivals: Sequence[Arrival], pays: bool, columns: int, sentence: bool = False
    ) -> None:
        self.columns, self.top = columns, room[1] - TOP - HEAD - NAMES_OF_COLUMNS - SENTENCE * sentence
        self.width = (room[0] - 2 * SIDE - GUTTER * (columns - 1)) / columns
        self.number = fonts.width_of(NUMBER, REGULAR, TEXT) + 2 * PAD
        self.paid = fonts.width_of(PAID, REGULAR, TEXT) + 2 * PAD if pays else 0.0
        self.name_left = CHECK_BOX + PAD
        self.name = self.width - self.name_left - PAD - self.paid - self.number
        self.lines = {one.name: lines_of_name(one.name, REGULAR, NAME, self.name, lines=NAME_LINES) for one in arrivals}
        self.row, high = ROW, self.top - BELOW
        heights = [*map(self.height, arrivals)]

        def starts(guests: int) -> list[int]:
            return in_columns([*heights, ROW * (1 + guests)], high, columns)

        pages = -(-len(starts(GUEST_LINES)) // columns)
        guests = next(n for n in range(GUESTS_MOST, 0, -1) if len(starts(n)) <= pages * columns or n == GUEST_LINES)
        ends = [*starts(guests)[1:], len(arrivals)]
        parts: list[list[Row]] = [list(arrivals[start:end]) for start, end in zip(starts(guests), ends, strict=True)]
        parts[-1] += [GUESTS, *[None] * guests]
        self.pages = [parts[start : start + columns] for start in range(0, len(parts), columns)]
        self.row = min([ROW_MOST, *(ROW + (high - sum(map(self.height, rows))) / len(rows) for rows in parts)])

    def height(self, row: Row) -> float:
        """The height of a row: more where a name takes several lines."""
        lines, size = self.lines[row.name] if isinstance(row, Arrival) else ([""], NAME)
        return self.row + (len(lines) - 1) * size * LEADING


def draw_sign_in(document: Document, heading: Heading, arrivals: Sequence[Arrival], pays: bool, fee: str) -> None:
    """Draw everybody by name, and lines for guests to the end of the last page.

    There is a box for the fee where everybody `pays` one; `fee` is the amount, "" where it is not known.
    """
    job = document.job
    width, height = job.room
    people = sorted(arrivals, key=lambda one: alphabetical(one.name))
    sentence = f"Please pay {fonts.printable_text(fee)} if the box under {PAID} is empty." if fee else ""
    grid = SignInGrid(job.room, people, pays, 1, bool(sentence))
    if len(grid.pages) > 1 and not job.large:
        grid = SignInGrid(job.room, people, pays, 2, bool(sentence))
    for page, columns in enumerate(grid.pages, 1):
        part = letters(columns) if len(grid.pages) > 1 else ""
        with document.page(part.capitalize(), enlarged=True) as canvas:
            title = f"Sign in here: {part}" if part else "Sign in here"
            draw_title(document, width, SIDE, height - TOP, title, "CHECK OFF YOUR NAME", heading.both)
            if sentence:
                with document.tag("P"):
                    canvas.setFillColor(INK)
                    y = grid.top + NAMES_OF_COLUMNS + 2 * MM
                    strokes.write(canvas, width / 2, y, sentence, REGULAR, SENTENCE_SIZE, align="center")
            for place, rows in enumerate(columns):
                _column(document, grid, rows, SIDE + place * (grid.width + GUTTER))
            draw_foot(canvas, width, page, len(grid.pages))


def letters(columns: Sequence[Sequence[Row]]) -> str:
    """Which names a page has: "A–M", or "guests"; names that do not begin with a letter come after all others."""
    found = [initial(row.name) for rows in columns for row in rows if isinstance(row, Arrival)]
    if not found:
        return GUESTS.lower()
    known = [letter for letter in found if letter != OTHERS]
    if not known:
        return "other names"
    return known[0] if known[0] == known[-1] else f"{known[0]}–{known[-1]}"


def _column(document: Document, grid: SignInGrid, rows: Sequence[Row], left: float) -> None:
    """Draw one column: its heads, double rules, a hairline under every row, and the edges of its boxes."""
    canvas, right, y = document.canvas, left + grid.width, grid.top
    first, second = right - grid.number - grid.paid, right - grid.number
    levels = []
    with document.table():
        with document.row(head=True):
            canvas.setFillColor(canvas.accent)
            baseline = y + 2 * MM
            with document.cell("Column"):
                strokes.write(canvas, left + grid.name_left, baseline, "Name")
            if grid.paid:
                with document.cell("Column"):
                    strokes.write(canvas, (first + second) / 2, baseline, PAID, align="center")
            with document.cell("Column"):
                strokes.write(canvas, (second + right) / 2, baseline, NUMBER, align="center")
        for row in rows:
            with document.row():
                if isinstance(row, Arrival):
                    _arrival(document, grid, row, left, y)
                elif row:
                    with document.cell("Row", span=3 if grid.paid else 2):
                        canvas.setFillColor(canvas.accent)
                        strokes.write(canvas, left + grid.name_left, y - grid.row + 2 * MM, row)
                else:
                    document.empty_cells(3 if grid.paid else 2)
            if row != GUESTS:
                _box(canvas, left, y - grid.row / 2)
            y -= grid.height(row)
            levels.append(y)
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(HAIRLINE)
    canvas.lines([(left, level, right, level) for level in (grid.top - TWIN, *levels)])
    canvas.lines([(edge, grid.top, edge, y) for edge in {first, second}])
    canvas.setLineWidth(RULE)
    canvas.line(left, grid.top, right, grid.top)


def _box(canvas: Canvas, left: float, middle: float) -> None:
    """Draw a box to check."""
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(HAIRLINE * 2)
    canvas.rect(left, middle - CHECK_BOX / 2, CHECK_BOX, CHECK_BOX, stroke=1, fill=0)


def _arrival(document: Document, grid: SignInGrid, row: Arrival, left: float, top: float) -> None:
    """Draw a name, and what is known of it already: a check mark for the fee, the number."""
    canvas, right = document.canvas, left + grid.width
    canvas.setFillColor(INK)
    lines, size = grid.lines[row.name]
    baseline = top - (grid.row + NAME * CAP) / 2
    with document.cell("Row"):
        for index, words in enumerate(lines):
            strokes.write(canvas, left + grid.name_left, baseline - index * size * LEADING, words, REGULAR, size)
    if grid.paid:
        with document.cell():
            if row.paid:
                x, y = right - grid.number - (grid.paid + NAME) / 2, baseline - 1
                with document.figure(PAID, (x, y, x + NAME, y + NAME)):
                    draw_tick(canvas, x, y, NAME)
    with document.cell():
        if row.number:
            strokes.write(canvas, right - grid.number / 2, baseline, str(row.number), BOLD, NAME, align="center")
