"""A season's standings on paper: everybody in order, with as many of its nights as fit. Pure values → pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import CAP, HAIRLINE, INK, MM, NAME, RULE, TEXT
from tally.paper.ornaments import draw_title, draw_twin
from tally.paper.pages import BELOW, SIDE, TOP, draw_foot, in_columns, lines_of_name

PLACE, GAP, NIGHT = 14 * MM, 4 * MM, 3 * MM  # the column of places; between columns; between two nights
NAME_LEAST = 45 * MM
HEAD, LATER_HEAD, COLUMN_NAMES = 33 * MM, 14 * MM, 8 * MM
ROW, NOTE, LEADING = 6.2 * MM, 5.6 * MM, 1.2
USUAL, TOTAL, TITLE = 13.0, 14.0, (24.0, 16.0)


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """One player's line; `nights` has what each night was worth, empty for one that the player missed."""

    place: str
    name: str
    nights: tuple[str, ...]
    attended: str
    total: str


class _Columns:
    """The columns, in points from the left. As many of the newest nights as fit, upright or else across."""

    def __init__(self, room: tuple[float, float], lines: Sequence[SeasonLine], labels: Sequence[str]) -> None:
        cells = [*labels, *(text for line in lines for text in line.nights)]
        self.night = max((fonts.width_of(text, REGULAR, TEXT) for text in cells), default=0) + NIGHT
        self.total = max(fonts.width_of(text, BOLD, TOTAL) for text in ("Total", *(line.total for line in lines))) + GAP
        self.attended = fonts.width_of("Nights", REGULAR, TEXT) + GAP
        fixed = 2 * SIDE + PLACE + GAP + NAME_LEAST + self.attended + self.total
        fits = [int((width - fixed) / self.night) for width in room]
        self.across = fits[0] < len(labels) and fits[1] > fits[0]
        self.width, self.height = (room[1], room[0]) if self.across else room
        self.nights = max(0, min(len(labels), fits[self.across]))
        self.right = self.width - SIDE
        self.name_left = SIDE + PLACE + GAP
        self.attended_right = self.right - self.total
        self.nights_right = self.attended_right - self.attended
        self.name_width = self.nights_right - self.nights * self.night - self.name_left

    def night_right(self, index: int) -> float:
        """Right edge of a night's column, 0 for the first that is shown."""
        return self.nights_right - (self.nights - 1 - index) * self.night

    def first_row(self, page: int) -> float:
        """Upper edge of the first row on a page, 0 for the first page."""
        return self.height - TOP - (LATER_HEAD if page else HEAD) - COLUMN_NAMES


def draw_season(
    document: Document, heading: Heading, lines: Sequence[SeasonLine], labels: Sequence[str], notes: Sequence[str] = ()
) -> None:
    """The standings on as many pages as they need, then the notes; `labels` are the nights' dates, as `nights` are."""
    columns = _Columns(document.job.room, lines, labels)
    if columns.nights < len(labels):
        notes = [*notes, f"The newest {columns.nights} of {len(labels)} nights have a column; the totals have all."]
    rows: list[_Row | str] = [_Row(line, columns) for line in lines]
    for note in notes:
        rows += fonts.wrap(note, REGULAR, TEXT, columns.right - SIDE, 4)
    heights = [row.height if isinstance(row, _Row) else NOTE for row in rows]
    room = columns.first_row(0) - BELOW
    starts = in_columns(heights, room, 1)
    for page, (start, end) in enumerate(zip(starts, [*starts[1:], len(rows)], strict=True)):
        label = f"Page {page + 1}" if len(starts) > 1 else ""
        with document.page(label, across=columns.across, enlarged=True) as canvas:
            _title(document, columns, heading, page)
            top = columns.first_row(page)
            draw_twin(canvas, (SIDE, columns.right), top, 0)
            players = [row for row in rows[start:end] if isinstance(row, _Row)]
            with document.table():
                _column_names(document, columns, labels, page)
                for player in players:
                    top -= player.height
                    _write(document, columns, player, top)
            with document.tag("P"):
                canvas.setFillColor(INK)
                for line in rows[start:end]:
                    if isinstance(line, str):
                        top -= NOTE
                        strokes.write(canvas, SIDE, top, line)
            draw_foot(canvas, columns.width, page + 1, len(starts))


class _Row:
    """A player's line as it is set: the name on as many lines as it needs."""

    def __init__(self, line: SeasonLine, columns: _Columns) -> None:
        self.line = line
        self.words, self.size = lines_of_name(line.name, REGULAR, USUAL, columns.name_width - GAP, lines=3)
        self.height = ROW + (len(self.words) - 1) * self.size * LEADING


def _title(document: Document, columns: _Columns, heading: Heading, page: int) -> None:
    """Draw the title: the full block on the first page; on later ones one line, unread."""
    canvas, top = document.canvas, columns.height - TOP
    if page == 0:
        draw_title(document, columns.width, SIDE, top, heading.night, "SEASON STANDINGS", heading.date, sizes=TITLE)
        return
    canvas.setFillColor(canvas.accent)
    wide = strokes.write(canvas, columns.right, top - 9 * MM, heading.date, align="right")
    name, size = fonts.fit(heading.night, BOLD, NAME, columns.right - SIDE - wide - 8 * MM)
    strokes.write(canvas, SIDE, top - 9 * MM, name, BOLD, size)


def _column_names(document: Document, columns: _Columns, labels: Sequence[str], page: int) -> None:
    canvas, baseline = document.canvas, columns.first_row(page) + 2.4 * MM
    shown = enumerate(labels[len(labels) - columns.nights :])
    canvas.setFillColor(canvas.accent)
    with document.row(head=True):
        for x, name, align in (
            (SIDE + PLACE, "Place", "right"),
            (columns.name_left, "Name", "left"),
            *((columns.night_right(index), label, "right") for index, label in shown),
            (columns.attended_right, "Nights", "right"),
            (columns.right, "Total", "right"),
        ):
            with document.cell("Column"):
                strokes.write(canvas, x, baseline, name, align=align)


def _write(document: Document, columns: _Columns, row: _Row, foot: float) -> None:
    """Write a player's line."""
    canvas, line = document.canvas, row.line
    baseline, leading = foot + (row.height - TEXT * CAP) / 2, row.size * LEADING
    canvas.setFillColor(INK)
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(RULE if line.place == "1" else HAIRLINE)
    canvas.line(SIDE, foot, columns.right, foot)
    with document.row():
        with document.cell():
            strokes.write(canvas, SIDE + PLACE, baseline, line.place, BOLD, TOTAL, align="right")
        with document.cell("Row"):
            first = baseline + (len(row.words) - 1) * leading / 2
            for index, words in enumerate(row.words):
                strokes.write(canvas, columns.name_left, first - index * leading, words, REGULAR, row.size)
        for index, text in enumerate(line.nights[len(line.nights) - columns.nights :]):
            with document.cell():
                strokes.write(canvas, columns.night_right(index), baseline, text, align="right")
        with document.cell():
            strokes.write(canvas, columns.attended_right, baseline, line.attended, align="right")
        with document.cell():
            strokes.write(canvas, columns.right, baseline, line.total, BOLD, TOTAL, align="right")
