"""The sign-in sheet for the door: everybody expected, by name, then lines for guests. Pure values → pages.

Each name has a box to check, one for the fee and one for the number that is drawn. Two columns where one is not enough.
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
from tally.paper.where_you_start import alphabetical

NAME, NAME_LINES, LEADING = 14.0, 4, 1.18
ROW, CHECK_BOX = 8.6 * MM, 4.4 * MM
GUTTER, PAD = 8 * MM, 2 * MM  # between two columns; beside what is printed in a box
NAMES_OF_COLUMNS = 7 * MM
GUESTS, GUEST_LINES = "Guests", 6  # what heads their lines, and how many there are at least
PAID, NUMBER = "Paid", "Number"
Row: TypeAlias = "Arrival | str | None"


@dataclass(frozen=True, slots=True)
class Arrival:
    """Somebody who is expected: the number where it is drawn already, and whether the fee is paid."""

    name: str
    number: int | None = None
    paid: bool = False


class SignInGrid:
    """The list in one or two columns; all measures are points. `GUESTS` heads the lines for guests, which are None."""

    def __init__(self, room: tuple[float, float], arrivals: Sequence[Arrival], pays: bool, columns: int) -> None:
        self.columns, self.top = columns, room[1] - TOP - HEAD - NAMES_OF_COLUMNS
        self.width = (room[0] - 2 * SIDE - GUTTER * (columns - 1)) / columns
        self.number = fonts.width_of(NUMBER, REGULAR, TEXT) + 2 * PAD
        self.paid = fonts.width_of(PAID, REGULAR, TEXT) + 2 * PAD if pays else 0.0
        self.name_left = CHECK_BOX + PAD
        self.name = self.width - self.name_left - PAD - self.paid - self.number
        self.rows: list[Row] = [*arrivals, GUESTS, *[None] * GUEST_LINES]
        self.lines = {one.name: lines_of_name(one.name, REGULAR, NAME, self.name, lines=NAME_LINES) for one in arrivals}
        self._room = self.top - BELOW
        self.starts = self._columns()
        self.pages = -(-len(self.starts) // columns)
        while -(-len(self._columns(ROW)) // columns) == self.pages:  # guests have what is left of the last page
            self.rows.append(None)
        self.starts = self._columns()

    def height(self, row: Row) -> float:
        """The height of a row: more where a name takes several lines."""
        lines, size = self.lines[row.name] if isinstance(row, Arrival) else ([""], NAME)
        return ROW + (len(lines) - 1) * size * LEADING

    def _columns(self, *more: float) -> list[int]:
        return in_columns([*map(self.height, self.rows), *more], self._room, self.columns)


def draw_sign_in(document: Document, heading: Heading, arrivals: Sequence[Arrival], pays: bool, fee: str) -> None:
    """Draw everybody by name, and lines for guests to the end of the last page.

    There is a box for the fee where everybody `pays` one; `fee` is the amount, "" where it is not known.
    """
    job = document.job
    width, height = job.room
    people = sorted(arrivals, key=lambda one: alphabetical(one.name))
    words = f"CHECK OFF YOUR NAME AND PAY {fonts.printable_text(fee)}" if fee else "CHECK OFF YOUR NAME"
    grid = SignInGrid(job.room, people, pays, 1)
    if grid.pages > 1 and not job.large:
        grid = SignInGrid(job.room, people, pays, 2)
    ends = [*grid.starts[1:], len(grid.rows)]
    columns = [grid.rows[start:end] for start, end in zip(grid.starts, ends, strict=True)]
    for page in range(grid.pages):
        with document.page(f"Page {page + 1}" if grid.pages > 1 else "", enlarged=True) as canvas:
            draw_title(document, width, SIDE, height - TOP, "Sign in here", words, heading.both)
            for place, rows in enumerate(columns[page * grid.columns : (page + 1) * grid.columns]):
                _column(document, grid, rows, SIDE + place * (grid.width + GUTTER))
            draw_foot(canvas, width, page + 1, grid.pages)


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
                        strokes.write(canvas, left + grid.name_left, y - ROW + 2 * MM, row)
                else:
                    document.empty_cells(3 if grid.paid else 2)
            if row != GUESTS:
                _box(canvas, left, y - ROW / 2)
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
    baseline = top - (ROW + NAME * CAP) / 2
    with document.cell("Row"):
        for index, words in enumerate(lines):
            strokes.write(canvas, left + grid.name_left, baseline - index * size * LEADING, words, REGULAR, size)
    if grid.paid:
        with document.cell():
            if row.paid:
                with document.tag("Figure", PAID):
                    draw_tick(canvas, right - grid.number - (grid.paid + NAME) / 2, baseline - 1, NAME)
    with document.cell():
        if row.number:
            strokes.write(canvas, right - grid.number / 2, baseline, str(row.number), BOLD, NAME, align="center")
