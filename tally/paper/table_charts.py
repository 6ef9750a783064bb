"""Charts for the tables: who sits at this table in each game, and who deals first. Pure values → pages.

Two tables share a page, to be cut, where the games leave room for it; else a page each. In large print each table has
a landscape page, because four names of sixteen points are too wide for an upright one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import CAP, FIGURE, HAIRLINE, INK, MM, RULE, TEXT, TWIN, Canvas
from tally.paper.ornaments import draw_title
from tally.paper.pages import HEAD, SIDE, TOP, in_columns, lines_of_name, note_lines

SEATS = ("North", "East", "South", "West")
RULE_OF_SEATS = "North and South play against East and West. North deals first; then the deal passes to the left."
GAME, NAMES, NOTE, LOWEST = 11 * MM, 7 * MM, 8 * MM, 9 * MM
BEFORE, BESIDE = 1.8 * MM, 2.2 * MM  # between a name and the next column's number, between a number and its name
ROW_LEAST, ROW_MOST = 6.2 * MM, 14 * MM
LARGEST, LEADING = 15.0, 1.15
NAME_LINES = 3  # of a name that is longer than its column


@dataclass(frozen=True, slots=True)
class Sitting:
    """One game at a table: (number, name) of North, East, South, West; empty while the seats are not known.

    `instead` is printed where nobody will sit: "no game here".
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
    """The part of a page for one table and its columns, in points from its lower left corner.

    Players' numbers have at most `figures` digits.
    """

    def __init__(self, width: float, height: float, sentence: str, figures: int) -> None:
        self.width, self.height = width, height
        self.lowest = LOWEST + NOTE + 1.35 * TEXT * (len(fonts.wrap(sentence, REGULAR, TEXT, width - 2 * SIDE, 3)) - 1)
        self.left, self.right = SIDE, width - SIDE
        self.first_row = height - TOP - HEAD - NAMES + 5 * MM
        self.room = self.first_row - self.lowest
        self.column = (self.right - self.left - GAME) / 4
        self.number = BEFORE + figures * FIGURE * LARGEST
        self.name = self.column - self.number - BESIDE

    def seat_left(self, seat: int) -> float:
        """Where the column of a seat begins, 0 for North."""
        return self.left + GAME + seat * self.column

    def least(self, sitting: Sitting) -> float:
        """The height that a game needs: more where a name takes several lines."""
        lines = [len(lines_of_name(name, REGULAR, TEXT, self.name, lines=NAME_LINES)[0]) for _, name in sitting.players]
        return ROW_LEAST + (max(lines, default=1) - 1) * TEXT * LEADING

    def heights(self, sittings: Sequence[Sitting]) -> list[float]:
        """The heights of these games, when they share the free space of the panel, within limits."""
        least = [self.least(sitting) for sitting in sittings]
        spare = (self.room - sum(least)) / max(len(least), 1)
        return [one + max(0.0, min(spare, ROW_MOST - ROW_LEAST)) for one in least]


def draw_table_charts(document: Document, heading: Heading, charts: Sequence[TableChart], note: str = "") -> None:
    """Draw all tables, the head table first. `note` follows the sentence that says who deals."""
    job = document.job
    width, height = job.room
    sentence = f"{RULE_OF_SEATS} {note}".strip()
    highest = max((number for chart in charts for one in chart.sittings for number, _ in one.players), default=1)
    half, page = (
        Panel(wide, high, sentence, len(str(highest)))
        for wide, high in ((width, height / 2), (height, width) if job.large else (width, height))
    )
    if not job.large and all(sum(map(half.least, chart.sittings)) <= half.room for chart in charts):
        size = _size(half, [chart.sittings for chart in charts])
        for two in (charts[start : start + 2] for start in range(0, len(charts), 2)):
            label = f"Tables {two[0].table} and {two[1].table}" if len(two) > 1 else f"Table {two[0].table}"
            with document.page(label):
                document.cuts((height / 2,), (), width, height)
                for place, chart in enumerate(two):
                    document.canvas.saveState()
                    document.canvas.translate(0, height / 2 * (1 - place))
                    _panel(document, half, heading, chart.table, chart.sittings, size, sentence)
                    document.canvas.restoreState()
        return
    sheets = []
    for chart in charts:
        starts = in_columns(list(map(page.least, chart.sittings)), page.room, 1)
        sheets += [
            (chart.table, start, chart.sittings[start:end])
            for start, end in zip(starts, [*starts[1:], len(chart.sittings)], strict=True)
        ]
    size = _size(page, [sittings for _, _, sittings in sheets])
    for table, start, sittings in sheets:
        with document.page("" if start else f"Table {table}", across=job.large, enlarged=True):
            _panel(document, page, heading, table, sittings, size, sentence)


def _size(panel: Panel, sheets: Sequence[Sequence[Sitting]]) -> float:
    """The size of all figures and names of a file, in points: as the lowest row of any table allows."""
    lowest = min((height for sittings in sheets for height in panel.heights(sittings)), default=0)
    return max(TEXT, min(LARGEST, lowest * 0.55))


def _panel(
    document: Document,
    panel: Panel,
    heading: Heading,
    table: int,
    sittings: Sequence[Sitting],
    size: float,
    sentence: str,
) -> None:
    canvas, heights = document.canvas, panel.heights(sittings)
    tops = [panel.first_row - sum(heights[:index]) for index in range(len(heights) + 1)]
    draw_title(document, panel.width, SIDE, panel.height - TOP, f"Table {table}", "WHO SITS HERE", heading.both)
    _ruling(canvas, panel, sittings, tops)
    with document.table():
        _names_of_columns(document, panel)
        for sitting, top, foot in zip(sittings, tops, tops[1:], strict=False):
            with document.row():
                _sitting(document, panel, sitting, (top + foot) / 2 - size * CAP / 2, size)
    with document.tag("P"):
        note_lines(canvas, sentence, panel.width / 2, tops[-1] - 2.4 * MM, panel.width - 2 * SIDE)


def _ruling(canvas: Canvas, panel: Panel, sittings: Sequence[Sitting], tops: Sequence[float]) -> None:
    """Draw hairlines between games, double rules at head and foot, and vertical ones around boxes to write in."""
    head, *levels, foot = tops
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(HAIRLINE)
    canvas.lines([(panel.left, y, panel.right, y) for y in (head - TWIN, foot + TWIN, *levels)])
    for sitting, top, end in zip(sittings, tops, tops[1:], strict=False):
        if not sitting.players and not sitting.instead:
            canvas.lines([(panel.seat_left(seat), top, panel.seat_left(seat), end) for seat in range(4)])
    canvas.setLineWidth(RULE)
    canvas.lines([(panel.left, y, panel.right, y) for y in (head, foot)])


def _names_of_columns(document: Document, panel: Panel) -> None:
    canvas, baseline = document.canvas, panel.first_row + 2.2 * MM
    canvas.setFillColor(canvas.accent)
    with document.row(head=True):
        with document.cell("Column"):
            strokes.write(canvas, panel.left, baseline, "Game")
        for seat, word in enumerate(SEATS):
            with document.cell("Column"):
                strokes.write(canvas, panel.seat_left(seat) + panel.number + BESIDE, baseline, word)


def _sitting(document: Document, panel: Panel, sitting: Sitting, baseline: float, size: float) -> None:
    """Draw one game: its number, then four numbers in columns with their names beside them."""
    canvas = document.canvas
    with document.cell("Row"):
        canvas.setFillColor(canvas.accent)
        strokes.figures(canvas, panel.left + 7 * MM, baseline, str(sitting.game), BOLD, size)
    canvas.setFillColor(INK)
    if sitting.instead:
        with document.cell(span=4):
            strokes.write(canvas, panel.seat_left(2), baseline, sitting.instead, align="center")
        return
    for seat in range(4):
        with document.cell():
            if sitting.players:
                _seated(canvas, panel, seat, sitting.players[seat], baseline, size)


def _seated(canvas: Canvas, panel: Panel, seat: int, player: tuple[int, str], baseline: float, size: float) -> None:
    """Draw who sits on a seat, 0 for North."""
    right = panel.seat_left(seat) + panel.number
    strokes.figures(canvas, right, baseline, str(player[0]), BOLD, size)
    words, small = lines_of_name(player[1], REGULAR, size, panel.name, lines=NAME_LINES)
    first = baseline + (len(words) - 1) * small * LEADING / 2
    for index, shown in enumerate(words):
        strokes.write(canvas, right + BESIDE, first - index * small * LEADING, shown, REGULAR, small)
