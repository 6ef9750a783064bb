"""The master rotation: every game and every table on as few pages as possible. Pure values → pages.

A cell holds two pairs: the upper two play against the lower two, and the first player deals first. Games are rows,
tables are columns; what does not fit on a page follows on the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import CAP, HAIRLINE, INK, MM, RULE, TEXT, TWIN, Canvas
from tally.paper.ornaments import draw_title
from tally.paper.pages import BELOW, HEAD, SIDE, TOP, draw_foot, draw_pair, evenly, note_lines, pair_width

HOW_TO_READ = "In each group of four, the upper two play the lower two. The first one listed deals first."
GAME, NAMES, NOTE = 17 * MM, 7 * MM, 9 * MM  # column of the games; row of the tables; the sentence at the foot
ROW_LEAST, ROW_MOST = 9.9 * MM, 19 * MM
CELL_MOST = 42 * MM
LARGEST, NUMBER = 18.0, 16.0  # of the fours; of the games, at least


@dataclass(frozen=True, slots=True)
class Four:
    """Who sits at a table, written as on charts: a and b against c and d, a deals first."""

    a: int
    b: int
    c: int
    d: int


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game: its tables from the head table on, and who has no seat; both empty while they are not known."""

    game: int
    tables: tuple[Four, ...] = ()
    bench: tuple[int, ...] = ()


class RotationGrid:
    """Positions when these tables, one more column for sit-outs, and games go on pages of this size."""

    def __init__(self, room: tuple[float, float], games: int, columns: int, highest: int, note: str) -> None:
        """Choose upright or landscape, whichever takes fewer pages; all measures are points."""
        self.cell_least = max(pair_width(highest, BOLD, TEXT), fonts.width_of("Table 33", REGULAR, TEXT)) + 3 * MM
        self.note = note
        sides = [room, (room[1], room[0])]
        counts = [self._counted(side, games, columns) for side in sides]
        self.across = counts[1] < counts[0]
        self.width, self.height = sides[self.across]
        self.columns, self.rows = self._most(sides[self.across])
        self.first_row = self.height - TOP - HEAD - NAMES + 3 * MM
        self.room = self.first_row - BELOW - self._note(self.width)

    def _note(self, width: float) -> float:
        """The height of the sentence at the foot on a page of this width."""
        return NOTE + 1.35 * TEXT * (len(fonts.wrap(self.note, REGULAR, TEXT, width - 2 * SIDE, 3)) - 1)

    def _most(self, side: tuple[float, float]) -> tuple[int, int]:
        """How many columns and rows a page holds."""
        return (
            int((side[0] - 2 * SIDE - GAME) / self.cell_least),
            int((side[1] - TOP - HEAD - NAMES + 3 * MM - BELOW - self._note(side[0])) / ROW_LEAST),
        )

    def _counted(self, side: tuple[float, float], games: int, columns: int) -> int:
        most = self._most(side)
        return -(-columns // most[0]) * -(-games // most[1])


def draw_rotation(document: Document, heading: Heading, rows: Sequence[GameRow], note: str = "") -> None:
    """Draw all games: tables 1 to 8, then 9 to 16 where one page is too narrow. `note` is printed at the foot."""
    tables = max((len(row.tables) for row in rows), default=0)
    benched = any(row.bench for row in rows)
    highest = max((max(four.a, four.b, four.c, four.d) for row in rows for four in row.tables), default=1)
    highest = max([highest, *(number for row in rows for number in row.bench)])
    grid = RotationGrid(document.job.room, len(rows), tables + benched, highest, note or HOW_TO_READ)
    parts = list(product(evenly(range(1, tables + 1 + benched), grid.columns), evenly(rows, grid.rows)))
    size = min(_size(grid, columns, games, highest) for columns, games in parts)
    for page, (columns, games) in enumerate(parts, 1):
        shown = [table for table in columns if table <= tables]
        label = _counted("game", [row.game for row in games])
        if len(columns) < tables + benched:
            label = ", ".join([_counted("table", shown) if shown else "Sits out", *[label] * (len(games) < len(rows))])
        with document.page(label if len(parts) > 1 else "", across=grid.across, enlarged=True) as canvas:
            draw_title(document, grid.width, SIDE, grid.height - TOP, "The rotation", label.upper(), heading.both)
            lowest = _page(document, grid, columns, tables, games, size)
            with document.tag("P"):
                note_lines(canvas, grid.note, grid.width / 2, lowest - 4 * MM, grid.width - 2 * SIDE)
            draw_foot(canvas, grid.width, page, len(parts))


def _counted(word: str, numbers: Sequence[int]) -> str:
    """ "Table 1", "Tables 1 to 8"."""
    first, last = numbers[0], numbers[-1]
    return f"{word.capitalize()}s {first} to {last}" if first != last else f"{word.capitalize()} {first}"


def _cell(grid: RotationGrid, columns: Sequence[int], games: Sequence[GameRow]) -> tuple[float, float]:
    """Width and height of a table's place in one game, on a page of these columns and games."""
    return min((grid.width - 2 * SIDE - GAME) / len(columns), CELL_MOST), min(grid.room / len(games), ROW_MOST)


def _size(grid: RotationGrid, columns: Sequence[int], games: Sequence[GameRow], highest: int) -> float:
    """The largest figures for which a page of these columns and games has room."""
    cell, row = _cell(grid, columns, games)
    return max(TEXT, min(LARGEST, row * 0.36, TEXT * (cell - 4 * MM) / pair_width(highest, BOLD, TEXT)))


def _page(
    document: Document, grid: RotationGrid, columns: Sequence[int], tables: int, games: Sequence[GameRow], size: float
) -> float:
    """Draw the table of one page, centered, with figures of `size` points; return its lower edge."""
    canvas = document.canvas
    cell, row = _cell(grid, columns, games)
    left = (grid.width - GAME - cell * len(columns)) / 2
    right = left + GAME + cell * len(columns)
    _ruling(canvas, grid, (left, right), row, len(games))
    with document.table():
        with document.row(head=True):
            baseline = grid.first_row + 2.2 * MM
            canvas.setFillColor(canvas.accent)
            with document.cell("Column"):
                strokes.write(canvas, left, baseline, "Game")
            for place, table in enumerate(columns):
                label = f"Table {table}" if table <= tables else "Sits out"
                with document.cell("Column"):
                    strokes.write(canvas, left + GAME + (place + 0.5) * cell, baseline, label, align="center")
        for index, game in enumerate(games):
            with document.row():
                _game(document, game, columns, tables, (left, grid.first_row - (index + 0.5) * row), cell, size)
    return grid.first_row - row * len(games)


def _ruling(canvas: Canvas, grid: RotationGrid, ends: tuple[float, float], row: float, games: int) -> None:
    """Draw double rules at the head and at the foot, and a hairline below each game."""
    left, right = ends
    foot = grid.first_row - row * games
    canvas.setFillColor(canvas.accent)
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(HAIRLINE)
    levels = [grid.first_row - TWIN, foot + TWIN] + [grid.first_row - index * row for index in range(1, games)]
    canvas.lines([(left, y, right, y) for y in levels])
    canvas.setLineWidth(RULE)
    canvas.lines([(left, y, right, y) for y in (grid.first_row, foot)])


def _game(
    document: Document,
    game: GameRow,
    columns: Sequence[int],
    tables: int,
    place: tuple[float, float],
    cell: float,
    size: float,
) -> None:
    """Draw one game around its middle line: its number, then the fours, partners in the same face."""
    canvas, (left, middle) = document.canvas, place
    with document.cell("Row"):
        number = max(size, NUMBER)
        canvas.setFillColor(canvas.accent)
        strokes.figures(canvas, left + 9.5 * MM, middle - number * CAP / 2, str(game.game), BOLD, number)
    canvas.setFillColor(INK)
    for index, table in enumerate(columns):
        x = left + GAME + (index + 0.5) * cell
        with document.cell():
            if table <= len(game.tables):
                _four(canvas, x, middle, game.tables[table - 1], size)
            elif table > tables:
                _sit_outs(canvas, x, middle, game.bench, size)


def _four(canvas: Canvas, x: float, middle: float, four: Four, size: float) -> None:
    """Draw two pairs, one above the other."""
    for pair, font, way in (((four.a, four.b), BOLD, 1), ((four.c, four.d), REGULAR, -1)):
        draw_pair(canvas, x, middle + way * size * 0.62 - size * CAP / 2, *pair, font, size)


def _sit_outs(canvas: Canvas, x: float, middle: float, bench: Sequence[int], size: float) -> None:
    """Draw who sits out, two to a line, spaced like pairs."""
    lines = [bench[start : start + 2] for start in range(0, len(bench), 2)]
    for index, numbers in enumerate(lines):
        y = middle + ((len(lines) - 1) / 2 - index) * 1.24 * size - size * CAP / 2
        if len(numbers) == 2:
            draw_pair(canvas, x, y, numbers[0], numbers[1], REGULAR, size)
        else:
            strokes.figures(canvas, x, y, str(numbers[0]), REGULAR, size, align="center")
