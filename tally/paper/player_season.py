"""One player's season on paper: the figures, then every night and how they add up. Pure values → pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import CAP, HAIRLINE, INK, MM, TEXT
from tally.paper.ornaments import draw_title, draw_twin
from tally.paper.pages import BELOW, SIDE, TOP, draw_foot, in_balance, in_columns, lines_of_name

HEAD, FIGURES, COLUMN_NAMES = 36 * MM, 30 * MM, 8 * MM
FIGURE, FIGURE_LEAST = 30.0, 14.0
DATE, COLUMN, GAP = 29 * MM, 16 * MM, 4 * MM  # the column of dates; each of figures; between columns
ROW, NOTE, LEADING = 6.8 * MM, 5.6 * MM, 1.2
NOTE_LINES = 8  # of one sentence: forty nights that are added up
TITLE = (28.0, 16.0)


@dataclass(frozen=True, slots=True)
class NightLine:
    """One night: its date and name, and the figures of its columns."""

    date: str
    night: str
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerSeason:
    """A player's season: the figures on top, each with what it is; the columns of its nights; sentences below them."""

    name: str
    figures: Sequence[tuple[str, str]]
    columns: Sequence[str]
    nights: Sequence[NightLine]
    notes: Sequence[str] = ()


class _Row:
    """A night's line as it is set: the name on as many lines as it needs."""

    def __init__(self, line: NightLine, width: float) -> None:
        self.line = line
        self.words, self.size = lines_of_name(line.night, REGULAR, TEXT, width, lines=6)
        self.height = ROW + (len(self.words) - 1) * self.size * LEADING


def draw_player_season(document: Document, heading: Heading, season: PlayerSeason) -> None:
    """Draw the season on as many pages as its nights need; `heading` has the season's name and days."""
    width, height = document.job.room
    names_left, names_right = SIDE + DATE, width - SIDE - len(season.columns) * COLUMN
    rows: list[_Row | str] = [_Row(line, names_right - names_left - GAP) for line in season.nights]
    for note in season.notes:
        rows += ["", *fonts.wrap(note, REGULAR, TEXT, width - 2 * SIDE, NOTE_LINES)]
    heights = [row.height if isinstance(row, _Row) else NOTE for row in rows]
    top = height - TOP - HEAD
    starts = in_columns([FIGURES, *heights], top - COLUMN_NAMES - BELOW, 1)
    ends = [start - 1 for start in starts[1:]]
    for page, (start, end) in enumerate(zip([0, *ends], [*ends, len(rows)], strict=True), 1):
        with document.page(f"Page {page}" if len(starts) > 1 else "", enlarged=True) as canvas:
            draw_title(document, width, SIDE, height - TOP, season.name, "A SEASON", heading.both, sizes=TITLE)
            y = top
            if page == 1:
                _figures(document, season.figures, width, top)
                y -= FIGURES
            nights = [row for row in rows[start:end] if isinstance(row, _Row)]
            if nights:
                y -= COLUMN_NAMES
                draw_twin(canvas, (SIDE, width - SIDE), y, 0)
                with document.table():
                    _column_names(document, season.columns, width, y + 2.4 * MM)
                    for row in nights:
                        y -= row.height
                        _write(document, row, width, y)
            with document.tag("P"):
                canvas.setFillColor(INK)
                for line in rows[start:end]:
                    if isinstance(line, str):
                        y -= NOTE
                        strokes.write(canvas, SIDE, y, line)
            draw_foot(canvas, width, page, len(starts))


def _figures(document: Document, figures: Sequence[tuple[str, str]], width: float, top: float) -> None:
    """Draw the figures beside one another, each with what it is below it."""
    canvas, wide = document.canvas, (width - 2 * SIDE) / len(figures)
    y = top - 12 * MM
    for place, (value, label) in enumerate(figures):
        x = SIDE + (place + 0.5) * wide
        with document.tag("P"):
            canvas.setFillColor(INK)
            text, size = fonts.fit(value, BOLD, FIGURE, wide - GAP, FIGURE_LEAST)
            strokes.write(canvas, x, y, text, BOLD, size, align="center")
            canvas.setFillColor(canvas.accent)
            for index, line in enumerate(in_balance(label, REGULAR, TEXT, wide - GAP, 2)):
                strokes.write(canvas, x, y - 6.4 * MM - index * TEXT * LEADING, line, align="center")


def _column_names(document: Document, columns: Sequence[str], width: float, y: float) -> None:
    canvas = document.canvas
    canvas.setFillColor(canvas.accent)
    with document.row(head=True):
        for x, name, align in (
            (SIDE, "Date", "left"),
            (SIDE + DATE, "Night", "left"),
            *((_right(width, len(columns), index), name, "right") for index, name in enumerate(columns)),
        ):
            with document.cell("Column"):
                strokes.write(canvas, x, y, name, align=align)


def _right(width: float, columns: int, index: int) -> float:
    """Right edge of a column of figures, in points."""
    return width - SIDE - (columns - 1 - index) * COLUMN


def _write(document: Document, row: _Row, width: float, foot: float) -> None:
    """Write a night's line."""
    canvas, line = document.canvas, row.line
    first = foot + (row.height - TEXT * CAP) / 2
    canvas.setFillColor(INK)
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(2 * HAIRLINE)
    canvas.line(SIDE, foot, width - SIDE, foot)
    with document.row():
        with document.cell("Row"):
            strokes.write(canvas, SIDE, first, line.date)
        with document.cell():
            baseline = first + (len(row.words) - 1) * row.size * LEADING / 2
            for index, words in enumerate(row.words):
                strokes.write(canvas, SIDE + DATE, baseline - index * row.size * LEADING, words, REGULAR, row.size)
        for index, text in enumerate(line.figures):
            with document.cell():
                x = _right(width, len(line.figures), index)
                strokes.write(canvas, x, first, text, BOLD if index == 0 else REGULAR, align="right")
