"""The board for the wall: everybody's table game by game, and a box below it for the running total. Values → pages.

On tabloid or A3. Names have 24 points: their capitals are 5.7 mm high, twice what good eyes need at two meters. Long
ones are smaller, down to 16, then on two lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import CAP, HAIRLINE, INK, MM, RULE, TWIN, Canvas
from tally.paper.ornaments import draw_letterhead, draw_twin
from tally.paper.pages import NOTE_LEADING, draw_foot, evenly, lines_of_name, note_height, note_lines

SIDE, TOP, HEAD, FOOT = 14 * MM, 11 * MM, 30 * MM, 27 * MM
TITLE, NARROW_TITLE = 40.0, 32.0  # on one line with the date, and above it
HEAVY, LIGHT, WORD = 24.0, 20.0, 16.0  # names and numbers; tables; column names
NUMBER, NAME, TOTAL, GAME_LEAST = 19 * MM, 66 * MM, 26 * MM, 13.8 * MM
GAME_MOST, ROW_LEAST, ROW_MOST = 24 * MM, 15 * MM, 30 * MM
RESTS = "–"


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the columns of a board, or of a part of it, lie; lengths in points.

    `names` and `total` say whether the columns before and after the games belong to it. `goes_on` is how far its rules
    reach beyond the right edge.
    """

    left: float
    right: float
    games_left: float
    game: float
    games: Sequence[int]
    names: bool = True
    total: bool = True
    goes_on: float = 0.0

    @property
    def total_left(self) -> float:
        """The left edge of the totals."""
        return self.games_left + self.game * len(self.games)

    def middle(self, place: int) -> float:
        """Middle of the column of a game, 0 for the first of these."""
        return self.games_left + (place + 0.5) * self.game


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One player's line: the table of each game, "–" where they sit out, "" while it is not known."""

    number: int
    name: str
    tables: tuple[str, ...]


class BoardGrid:
    """The columns of a board, in points; it is landscape when the games need that.

    `games` is how many it has: all, or as many as fit where even landscape is too narrow.
    """

    def __init__(self, room: tuple[float, float], games: int, note: str) -> None:
        """A board for this many games on a sheet of this width and height, upright, with a note below."""
        fixed = 2 * SIDE + NUMBER + NAME + TOTAL
        self.across = fixed + games * GAME_LEAST > room[0]
        self.width, self.height = (room[1], room[0]) if self.across else room
        self.left, self.right = SIDE, self.width - SIDE
        boards = ceil(games / int((self.width - fixed) / GAME_LEAST))
        self.games = games = ceil(games / max(boards, 1))
        self.game = min((self.width - fixed) / max(games, 1), GAME_MOST)
        self.total_left = self.right - TOTAL
        self.games_left = self.total_left - games * self.game
        self.first_row = self.height - TOP - HEAD - 12 * MM
        self.foot = FOOT + note_height(note, self.right - self.left, WORD) - WORD * NOTE_LEADING
        self.rows = int((self.first_row - self.foot) / ROW_LEAST)

    def row(self, rows: int) -> float:
        """The height of a row, when there are this many."""
        return min((self.first_row - self.foot) / max(rows, 1), ROW_MOST)

    def columns(self, games: Sequence[int]) -> Columns:
        """The columns of these games, which may be fewer than the board has room for."""
        return Columns(self.left, self.total_left + TOTAL, self.games_left, self.game, games)


def draw_wall_board(document: Document, heading: Heading, rows: Sequence[BoardRow], note: str) -> None:
    """Draw everybody on as many boards as needed: all players for the first games, then for the others."""
    games = range(max((len(row.tables) for row in rows), default=0))
    size, scale = document.job.paper.board, document.job.scale
    grid = BoardGrid((size[0] / scale, size[1] / scale), len(games), note)
    boards = list(product(evenly(games, grid.games), evenly(rows, grid.rows)))
    row = grid.row(max((len(players) for _, players in boards), default=0))
    for number, (part, players) in enumerate(boards, 1):
        label = f"{players[0].number} to {players[-1].number}" if len(players) < len(rows) else ""
        if len(part) < len(games):
            label = f"Games {part[0] + 1} to {part[-1] + 1}" + f", {label}" * bool(label)
        with document.page(label, size=size, across=grid.across, enlarged=True) as canvas:
            draw_board(document, grid.columns(part), heading, players, (grid.first_row, row, grid.height))
            with document.tag("P"):
                canvas.setFillColor(INK)
                y = grid.first_row - row * len(players) - 6 * MM + WORD * (1 - CAP / 2)
                note_lines(canvas, note, grid.width / 2, y, grid.right - grid.left, WORD)
            draw_foot(canvas, grid.width, number, len(boards))


def draw_board(
    document: Document,
    columns: Columns,
    heading: Heading | None,
    players: Sequence[BoardRow],
    heights: tuple[float, float, float],
) -> None:
    """Draw a board, or a part of it: its head if there is one, rules, names of columns, and everybody's line.

    `heights` are the top of the first line, the height of a line and the height of the page, points.
    """
    canvas, (first_row, row, page) = document.canvas, heights
    if heading:
        _title(document, columns, heading, page - TOP)
    else:
        canvas.setFillColor(canvas.accent)
        draw_twin(canvas, (columns.left, columns.right + columns.goes_on), page - TOP - 6 * MM, 0)
    _ruling(canvas, columns, first_row, row, len(players))
    with document.table():
        _column_names(document, columns, first_row)
        for index, player in enumerate(players):
            with document.row():
                _player(document, columns, player, first_row - index * row, row)


def _title(document: Document, columns: Columns, heading: Heading, top: float) -> None:
    """Draw the night and its date on one line, or on two where a page is narrow."""
    canvas = document.canvas
    width, middle = columns.right - columns.left, (columns.left + columns.right) / 2
    date = fonts.printable_text(heading.date)
    room = width - fonts.width_of(date, REGULAR, HEAVY) - 6 * MM
    canvas.setFillColor(canvas.accent)
    draw_letterhead(document, (columns.left, columns.right), top, 11 * MM)
    title, size = fonts.fit(heading.night, BOLD, TITLE, room, 20)
    if title != fonts.printable_text(heading.night) or size < HEAVY:
        title, size = fonts.fit(heading.night, BOLD, NARROW_TITLE, width, 20)
        with document.tag("H1"):
            canvas.setFillColor(INK)
            strokes.write(canvas, middle, top - 20.5 * MM, title, BOLD, size, align="center")
        with document.tag("P"):
            canvas.setFillColor(canvas.accent)
            strokes.write(canvas, middle, top - 29.5 * MM, date, REGULAR, HEAVY, align="center")
        return
    wide = fonts.width_of(title, BOLD, size) + 6 * MM + fonts.width_of(date, REGULAR, HEAVY)
    x = middle - wide / 2
    with document.tag("H1"):
        canvas.setFillColor(INK)
        x += strokes.write(canvas, x, top - 26 * MM, title, BOLD, size) + 6 * MM
    with document.tag("P"):
        canvas.setFillColor(canvas.accent)
        strokes.write(canvas, x, top - 26 * MM, date, REGULAR, HEAVY)


def _ruling(canvas: Canvas, columns: Columns, first_row: float, row: float, rows: int) -> None:
    """Draw boxes of hairlines, and double rules at the head, the foot, and before the total."""
    foot, right = first_row - row * rows, columns.right + columns.goes_on
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(HAIRLINE * 2)
    canvas.lines(
        [
            (columns.left, y, right, y)
            for y in (first_row - 2 * TWIN, foot + 2 * TWIN, *(first_row - row * index for index in range(1, rows)))
        ]
    )
    ups = [columns.games_left + place * columns.game for place in range(len(columns.games) + 1)]
    if columns.total:
        ups.append(columns.total_left + 2 * TWIN)
    canvas.lines([(x, first_row, x, foot) for x in ups])
    canvas.setLineWidth(RULE * 2)
    canvas.lines([(columns.left, y, right, y) for y in (first_row, foot)])
    if columns.total:
        canvas.line(columns.total_left, first_row, columns.total_left, foot)


def _column_names(document: Document, columns: Columns, first_row: float) -> None:
    canvas, y = document.canvas, first_row + 3.4 * MM
    canvas.setFillColor(canvas.accent)
    with document.row(head=True):
        if columns.names:
            with document.cell("Column"):
                strokes.write(canvas, columns.left + NUMBER + 1 * MM, y, "Game", REGULAR, WORD)
        else:
            with document.cell("Column", reads="Game"):
                pass
        for place, game in enumerate(columns.games):
            with document.cell("Column"):
                strokes.write(canvas, columns.middle(place), y, str(game + 1), BOLD, HEAVY, align="center")
        if columns.total:
            with document.cell("Column"):
                strokes.write(canvas, columns.total_left + TOTAL / 2, y, "Total", REGULAR, HEAVY, align="center")


def _player(document: Document, columns: Columns, player: BoardRow, top: float, row: float) -> None:
    """Draw a number and a name in the middle of their line, and the tables at the top of their boxes."""
    canvas = document.canvas
    if columns.names:
        with document.cell("Row"):
            _name(canvas, columns, player, top - row / 2 - HEAVY * CAP / 2)
    else:
        with document.cell("Row", reads=f"{player.number} {player.name}"):
            pass
    canvas.setFillColor(canvas.accent)
    for place, game in enumerate(columns.games):
        x, y = columns.games_left + place * columns.game + 1.6 * MM, top - 2.4 * MM - LIGHT * CAP
        with document.cell():
            strokes.write(canvas, x, y, player.tables[game], BOLD, LIGHT)
    if columns.total:
        document.empty_cells()


def _name(canvas: Canvas, columns: Columns, player: BoardRow, line: float) -> None:
    canvas.setFillColor(INK)
    strokes.write(canvas, columns.left + NUMBER - 5 * MM, line, str(player.number), BOLD, HEAVY, align="right")
    names, size = lines_of_name(player.name, REGULAR, HEAVY, columns.games_left - columns.left - NUMBER - 3 * MM, WORD)
    line += (HEAVY - size) * CAP / 2 + (len(names) - 1) * size * 0.6
    for index, name in enumerate(names):
        strokes.write(canvas, columns.left + NUMBER + 1 * MM, line - index * size * 1.2, name, REGULAR, size)
