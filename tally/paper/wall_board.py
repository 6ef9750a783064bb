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
from tally.paper.measures import CAP, GREEN, HAIRLINE, INK, MM, RULE, TWIN, Canvas
from tally.paper.ornaments import draw_bell, draw_twin
from tally.paper.pages import draw_foot, evenly, lines_of_name

SIDE, TOP, HEAD, FOOT = 14 * MM, 11 * MM, 30 * MM, 27 * MM
TITLE, HEAVY, LIGHT, WORD = 40.0, 24.0, 20.0, 16.0  # title; names and numbers; tables; column names
NUMBER, NAME, TOTAL, GAME_LEAST = 19 * MM, 66 * MM, 26 * MM, 13.8 * MM
GAME_MOST, ROW_LEAST, ROW_MOST = 24 * MM, 15 * MM, 30 * MM
RESTS = "–"


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

    def __init__(self, room: tuple[float, float], games: int) -> None:
        """A board for this many games on a sheet of this width and height, upright."""
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
        self.rows = int((self.first_row - FOOT) / ROW_LEAST)

    def row(self, rows: int) -> float:
        """The height of a row, when there are this many."""
        return min((self.first_row - FOOT) / max(rows, 1), ROW_MOST)

    def middle(self, game: int) -> float:
        """Middle of the column of a game, 0 for the first."""
        return self.games_left + (game + 0.5) * self.game


def draw_wall_board(document: Document, heading: Heading, rows: Sequence[BoardRow], note: str) -> None:
    """Draw everybody on as many boards as needed: all players for the first games, then for the others."""
    games = range(max((len(row.tables) for row in rows), default=0))
    size, scale = document.job.paper.board, document.job.scale
    grid = BoardGrid((size[0] / scale, size[1] / scale), len(games))
    boards = list(product(evenly(games, grid.games), evenly(rows, grid.rows)))
    row = grid.row(max((len(players) for _, players in boards), default=0))
    for number, (part, players) in enumerate(boards, 1):
        label = f"{players[0].number} to {players[-1].number}" if len(players) < len(rows) else ""
        if len(part) < len(games):
            label = f"Games {part[0] + 1} to {part[-1] + 1}" + f", {label}" * bool(label)
        with document.page(label, size=size, across=grid.across, enlarged=True) as canvas:
            with document.tag("H1"):
                _title(canvas, grid, heading)
            _ruling(canvas, grid, row, len(players), len(part))
            with document.tag("P"):
                _column_names(canvas, grid, part)
            for index, player in enumerate(players):
                with document.tag("P"):
                    _player(canvas, grid, player, part, grid.first_row - index * row, row)
            with document.tag("P"):
                canvas.setFillColor(INK)
                text, points = fonts.fit(note, REGULAR, WORD, grid.right - grid.left)
                y = grid.first_row - row * len(players) - 6 * MM - WORD * CAP / 2
                strokes.write(canvas, grid.width / 2, y, text, REGULAR, points, align="center")
            draw_foot(canvas, grid.width, number, len(boards))


def _title(canvas: Canvas, grid: BoardGrid, heading: Heading) -> None:
    top = grid.height - TOP
    canvas.setFillColor(GREEN)
    draw_bell(canvas, grid.width / 2, top - 11 * MM, 11 * MM)
    draw_twin(canvas, (grid.left, grid.right), top - 6 * MM, 12 * MM)
    canvas.setFillColor(INK)
    title, size = fonts.fit(heading.night, BOLD, TITLE, grid.right - grid.left - 90 * MM, 20)
    wide = (
        fonts.width_of(title, BOLD, size) + 6 * MM + fonts.width_of(fonts.printable_text(heading.date), REGULAR, HEAVY)
    )
    x = grid.width / 2 - wide / 2
    x += strokes.write(canvas, x, top - 26 * MM, title, BOLD, size) + 6 * MM
    canvas.setFillColor(GREEN)
    strokes.write(canvas, x, top - 26 * MM, fonts.printable_text(heading.date), REGULAR, HEAVY)


def _ruling(canvas: Canvas, grid: BoardGrid, row: float, rows: int, games: int) -> None:
    """Draw boxes of hairlines, and double rules at the head, the foot, and before the total."""
    foot = grid.first_row - row * rows
    canvas.setStrokeColor(GREEN)
    canvas.setLineWidth(HAIRLINE * 2)
    canvas.lines(
        [
            (grid.left, y, grid.right, y)
            for y in (
                grid.first_row - 2 * TWIN,
                foot + 2 * TWIN,
                *(grid.first_row - row * index for index in range(1, rows)),
            )
        ]
    )
    ups = [grid.games_left + game * grid.game for game in range(games + 1)]
    canvas.lines([(x, grid.first_row, x, foot) for x in (*ups, grid.total_left + 2 * TWIN)])
    canvas.setLineWidth(RULE * 2)
    canvas.lines([(grid.left, y, grid.right, y) for y in (grid.first_row, foot)])
    canvas.line(grid.total_left, grid.first_row, grid.total_left, foot)


def _column_names(canvas: Canvas, grid: BoardGrid, games: Sequence[int]) -> None:
    canvas.setFillColor(GREEN)
    y = grid.first_row + 3.4 * MM
    strokes.write(canvas, grid.left + NUMBER + 1 * MM, y, "Game", REGULAR, WORD)
    for place, game in enumerate(games):
        strokes.write(canvas, grid.middle(place), y, str(game + 1), BOLD, HEAVY, align="center")
    strokes.write(canvas, grid.total_left + TOTAL / 2, y, "Total", REGULAR, HEAVY, align="center")


def _player(canvas: Canvas, grid: BoardGrid, player: BoardRow, games: Sequence[int], top: float, row: float) -> None:
    """Draw a number and a name in the middle of their line, and the tables at the top of their boxes."""
    canvas.setFillColor(INK)
    line = top - row / 2 - HEAVY * CAP / 2
    strokes.write(canvas, grid.left + NUMBER - 5 * MM, line, str(player.number), BOLD, HEAVY, align="right")
    names, size = lines_of_name(player.name, REGULAR, HEAVY, grid.games_left - grid.left - NUMBER - 3 * MM, WORD)
    line += (HEAVY - size) * CAP / 2 + (len(names) - 1) * size * 0.6
    for index, name in enumerate(names):
        strokes.write(canvas, grid.left + NUMBER + 1 * MM, line - index * size * 1.2, name, REGULAR, size)
    canvas.setFillColor(GREEN)
    for place, game in enumerate(games):
        x, y = grid.games_left + place * grid.game + 1.6 * MM, top - 2.4 * MM - LIGHT * CAP
        strokes.write(canvas, x, y, player.tables[game], BOLD, LIGHT)
