"""The wall board on sheets of the usual paper, side by side: everybody's table game by game. Values → pages.

A strip of pages for some players, as wide as the games need. A page ends between two games. The next one is cut along
its left edge and laid over the margin of the one before, up to the dotted line. Sizes of type are those of the large
board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from tally.paper.document import Document, Heading
from tally.paper.measures import CUT, HAIRLINE, MM, TEXT, Canvas
from tally.paper.pages import BELOW, draw_foot, evenly, note_height, note_lines
from tally.paper.wall_board import (
    GAME_LEAST,
    GAME_MOST,
    HEAD,
    NAME,
    NUMBER,
    ROW_LEAST,
    ROW_MOST,
    SIDE,
    TOP,
    TOTAL,
    BoardRow,
    Columns,
    draw_board,
)

CUT_EDGE = 8 * MM  # from the left edge of a page to where it is cut, before it is laid over another
LAP = 14 * MM  # the margin that the next page covers
UNDER = 3 * MM  # rules go on below the next page, so that no gap shows when it is a little off
NOTE, FOOT = TEXT + 2, BELOW + 5 * MM  # the note; below the rows, what is not the note
PASTE = "Cut the left edge of the next page and lay it over this one, up to the dotted line."


@dataclass(frozen=True, slots=True)
class Tile:
    """One page of a strip: its games, whether it begins and ends the strip, and where its columns lie, in points."""

    games: range
    first: bool
    last: bool
    left: float
    right: float


def tiles(width: float, games: int) -> tuple[list[Tile], float]:
    """Divide the columns of a board over as few pages as possible, and widen its games as far as they allow.

    :return: the pages from left to right, and the width of a game's column in points.
    """
    count = 1
    while sum(_capacities(width, count, GAME_LEAST)) < games:
        count += 1
    wide = GAME_LEAST
    while wide + 0.1 * MM <= GAME_MOST and sum(_capacities(width, count, wide + 0.1 * MM)) >= games:
        wide += 0.1 * MM
    found, start = [], 0
    for page, most in enumerate(_capacities(width, count, wide)):
        end = min(start + most, games)
        first, last = page == 0, page == count - 1
        left = SIDE if first else CUT_EDGE
        right = left + (end - start) * wide + (NUMBER + NAME if first else 0) + (TOTAL if last else 0)
        found.append(Tile(range(start, end), first, last, left, right))
        start = end
    return found, wide


def _capacities(width: float, count: int, game: float) -> list[int]:
    """How many games of this width each of so many pages has room for."""
    rooms = []
    for page in range(count):
        fixed = (SIDE + NUMBER + NAME if page == 0 else CUT_EDGE) + (SIDE + TOTAL if page == count - 1 else LAP)
        rooms.append(max(floor((width - fixed) / game + 1e-6), 0))
    return rooms


def draw_board_tiles(document: Document, heading: Heading, rows: Sequence[BoardRow], note: str) -> None:
    """Draw everybody on as many strips as needed, each with its own head."""
    games = max((len(row.tables) for row in rows), default=0)
    width, height = document.job.room
    strip, game = tiles(width, games)
    first_row = height - TOP - HEAD - 12 * MM
    sentence = note if len(strip) == 1 else f"{note} {PASTE}"
    below = FOOT + note_height(sentence, width - 2 * SIDE, NOTE)
    strips = list(evenly(rows, int((first_row - below) / ROW_LEAST)))
    row = min((first_row - below) / max((len(players) for players in strips), default=1), ROW_MOST)
    page = 0
    for players in strips:
        for tile in strip:
            page += 1
            label = f"{players[0].number} to {players[-1].number}" if len(strips) > 1 and tile.first else ""
            with document.page(label, enlarged=True) as canvas:
                columns = Columns(
                    left=tile.left,
                    right=tile.right,
                    games_left=tile.left + (NUMBER + NAME if tile.first else 0),
                    game=game,
                    games=tile.games,
                    names=tile.first,
                    total=tile.last,
                    goes_on=0 if tile.last else UNDER,
                )
                draw_board(document, columns, heading if tile.first else None, players, (first_row, row, height))
                foot = first_row - row * len(players)
                _edges(canvas, tile, height - TOP, foot)
                if tile.first:
                    with document.tag("P"):
                        note_lines(canvas, sentence, width / 2, foot - 5 * MM, width - 2 * SIDE, NOTE)
                draw_foot(canvas, width, page, len(strips) * len(strip))


def _edges(canvas: Canvas, tile: Tile, top: float, foot: float) -> None:
    """Dot the edge along which a page is cut, and the one up to which the next is laid over it."""
    canvas.saveState()
    canvas.setStrokeColor(CUT)
    canvas.setLineWidth(HAIRLINE * 2)
    canvas.setDash(1, 3)
    if not tile.first:
        canvas.line(tile.left, top, tile.left, foot - 4 * MM)
    if not tile.last:
        canvas.line(tile.right, top, tile.right, foot - 4 * MM)
    canvas.restoreState()
