"""Charts to lie on the tables: who sits at this table in each game, and who deals first. Pure values → pages.

Two tables to a page, to be cut, while the games leave room for it; else a page each; in large print a page each on its
long side, because sixteen points of four names do not fit the short one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tally.prints import paper as p
from tally.prints.document import Document, Heading
from tally.prints.ornaments import draw_title
from tally.prints.pages import HEAD, SIDE, TOP, evenly, note_lines
from tally.prints.paper import BOLD, CAP, GREEN, HAIRLINE, INK, MM, REGULAR, RULE, TEXT, Canvas

SEATS = ("North", "East", "South", "West")
RULE_OF_SEATS = "North and South play against East and West. North deals first, then the deal passes to the left."
GAME, NUMBER, NAMES, NOTE, LOWEST = 15 * MM, 8.4 * MM, 7 * MM, 8 * MM, 9 * MM
ROW_LEAST, ROW_MOST = 6.2 * MM, 11 * MM
LARGEST = 15.0


@dataclass(frozen=True, slots=True)
class Sitting:
    """One game at a table: (number, name) North, East, South, West; nobody while that is not known yet.

    `instead` is said where nobody will sit: "no game here".
    """

    game: int
    players: tuple[tuple[int, str], ...] = ()
    instead: str = ""


@dataclass(frozen=True, slots=True)
class TableChart:
    """All games of one table."""

    table: int
    sittings: tuple[Sitting, ...]


class Panel:
    """The part of a page that one table has, and the columns on it; in points from its lower left corner."""

    def __init__(self, width: float, height: float, sentence: str) -> None:
        self.width, self.height = width, height
        self.lowest = LOWEST + NOTE + 1.35 * TEXT * (len(p.wrap(sentence, REGULAR, TEXT, width - 2 * SIDE, 3)) - 1)
        self.left, self.right = SIDE, width - SIDE
        self.first_row = height - TOP - HEAD - NAMES + 5 * MM
        self.rows = int((self.first_row - self.lowest) / ROW_LEAST)
        self.column = (self.right - self.left - GAME) / 4

    def seat_left(self, seat: int) -> float:
        """Where the column of a seat begins, 0 for North."""
        return self.left + GAME + seat * self.column

    def row(self, games: int) -> float:
        """The height of one of so many rows."""
        return min((self.first_row - self.lowest) / max(games, 1), ROW_MOST)


def draw_table_charts(document: Document, heading: Heading, charts: Sequence[TableChart], note: str = "") -> None:
    """All tables, the head table first. `note` follows the sentence that says who deals."""
    job = document.job
    width, height = job.room
    games = max((len(chart.sittings) for chart in charts), default=0)
    sentence = f"{RULE_OF_SEATS} {note}".strip()
    half = Panel(width, height / 2, sentence)
    page = Panel(*((height, width) if job.large else (width, height)), sentence)
    if half.rows >= games and not job.large:
        for two in (charts[start:start + 2] for start in range(0, len(charts), 2)):
            label = f"Tables {two[0].table} and {two[1].table}" if len(two) > 1 else f"Table {two[0].table}"
            with document.page(label):
                document.cuts((height / 2,), (), width, height)
                for place, chart in enumerate(two):
                    document.canvas.saveState()
                    document.canvas.translate(0, height / 2 * (1 - place))
                    _panel(document, half, heading, chart.table, chart.sittings, sentence)
                    document.canvas.restoreState()
        return
    for chart in charts:
        for part, sittings in enumerate(evenly(chart.sittings, page.rows)):
            with document.page("" if part else f"Table {chart.table}", across=job.large, enlarged=True):
                _panel(document, page, heading, chart.table, sittings, sentence)


def _panel(document: Document, panel: Panel, heading: Heading, table: int, sittings: Sequence[Sitting],
           sentence: str) -> None:
    canvas, row = document.canvas, panel.row(len(sittings))
    with document.tag("H1"):
        draw_title(canvas, panel.width, SIDE, panel.height - TOP, f"Table {table}", "WHO SITS HERE", heading.both)
    _ruling(canvas, panel, sittings, row)
    with document.tag("P"):
        baseline = panel.first_row + 2.2 * MM
        canvas.setFillColor(GREEN)
        p.write(canvas, panel.left, baseline, "Game")
        for seat, word in enumerate(SEATS):
            p.write(canvas, panel.seat_left(seat) + NUMBER + 2.4 * MM, baseline, word)
    size = max(TEXT, min(LARGEST, row * 0.55))
    for index, sitting in enumerate(sittings):
        with document.tag("P"):
            _sitting(canvas, panel, sitting, panel.first_row - (index + 0.5) * row - size * CAP / 2, size)
    with document.tag("P"):
        note_lines(canvas, sentence, panel.width / 2, panel.first_row - row * len(sittings) - 2.4 * MM,
                   panel.width - 2 * SIDE)


def _ruling(canvas: Canvas, panel: Panel, sittings: Sequence[Sitting], row: float) -> None:
    """Hairlines between games, stout and thin at the head and foot; upright ones where there are boxes to write in."""
    foot = panel.first_row - row * len(sittings)
    canvas.setStrokeColor(GREEN)
    canvas.setLineWidth(HAIRLINE)
    levels = [panel.first_row - index * row for index in range(1, len(sittings))]
    canvas.lines([(panel.left, y, panel.right, y) for y in (panel.first_row - p.TWIN, foot + p.TWIN, *levels)])
    for index, sitting in enumerate(sittings):
        if not sitting.players and not sitting.instead:
            top = panel.first_row - index * row
            canvas.lines([(panel.seat_left(seat), top, panel.seat_left(seat), top - row) for seat in range(4)])
    canvas.setLineWidth(RULE)
    canvas.lines([(panel.left, y, panel.right, y) for y in (panel.first_row, foot)])


def _sitting(canvas: Canvas, panel: Panel, sitting: Sitting, baseline: float, size: float) -> None:
    """One game: its number, then four numbers in columns with their names beside them."""
    pen = canvas.beginText()
    pen.setFillColor(GREEN)
    pen.setFont(BOLD, size)
    p.figures(pen, panel.left + 8 * MM, baseline, str(sitting.game), BOLD, size)
    canvas.drawText(pen)
    canvas.setFillColor(INK)
    for seat, (number, name) in enumerate(sitting.players):
        left = panel.seat_left(seat)
        pen = canvas.beginText()
        pen.setFont(BOLD, size)
        p.figures(pen, left + NUMBER, baseline, str(number), BOLD, size)
        canvas.drawText(pen)
        shown, small = p.fit(name, REGULAR, size, panel.column - NUMBER - 3.4 * MM)
        p.write(canvas, left + NUMBER + 2.4 * MM, baseline, shown, REGULAR, small)
    if sitting.instead:
        p.write(canvas, panel.seat_left(2), baseline, sitting.instead, align="centre")
