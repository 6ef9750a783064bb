"""Empty slips for one table in one game: a box for every hand, totals, initials of both sides. Values → pages.

All slips are the same, so one page is enough to copy: six slips to a page, four where a game has many hands, half as
many in large print.
"""

from __future__ import annotations

from tally.paper import strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD
from tally.paper.measures import CAP, GREEN, HAIRLINE, INK, MM, RULE, SAFE, TEXT, TWIN, Canvas
from tally.paper.ornaments import draw_bell, draw_ring
from tally.paper.pages import writing_line

COLUMNS = ("Hand", "Called", "Alone", "N–S", "E–W")
SHARES = (0.13, 0.27, 0.17, 0.215, 0.215)
HEAD, NAMES, FOOT = 15 * MM, 6.4 * MM, 10 * MM
ROW_LEAST, ROW_MOST = 6.8 * MM, 10 * MM
HANDS_UNKNOWN = 12  # boxes where a clock or a bell ends the game


class SlipGrid:
    """How many slips are on a page, and the positions of lines on one, in points from its lower left corner."""

    def __init__(self, room: tuple[float, float], hands: int, large: bool) -> None:
        """Two slips side by side, in large print one; as many rows of slips as fit.

        `room` is the paper's in points of the enlarged page.
        """
        self.across = 1 if large else 2
        most = (3, 2, 1)
        self.high = next((high for high in most if self._row(room, high, hands, large) >= ROW_LEAST), 1)
        self.width, self.height = room[0] / self.across, room[1] / self.high
        self.hands = hands
        self.row = min(self._row(room, self.high, hands, large), ROW_MOST)
        margin = SAFE + 1.5 * MM
        self.left, self.right, self.top = margin, self.width - margin, self.height - margin
        spare = self.top - margin - HEAD - NAMES - FOOT - self.row * (hands + 1)
        self.frame_top = self.top - HEAD - spare * 0.4
        self.first_row = self.frame_top - NAMES
        self.total_top = self.first_row - hands * self.row
        self.frame_foot = self.total_top - self.row
        widths = [share * (self.right - self.left) for share in SHARES]
        self.edges = [self.left + sum(widths[:column]) for column in range(6)]

    @staticmethod
    def _row(room: tuple[float, float], high: int, hands: int, large: bool) -> float:
        return (room[1] / high - 2 * SAFE - 3 * MM - HEAD - NAMES - FOOT) / (hands + 1)

    def middle(self, column: int) -> float:
        """Middle of a column, 0 for the first."""
        return (self.edges[column] + self.edges[column + 1]) / 2


def draw_score_slips(document: Document, heading: Heading, hands: int | None) -> None:
    """Draw one page of slips for games of this many hands; None: as many as there is time for."""
    job = document.job
    width, height = job.room
    grid = SlipGrid(job.room, hands or HANDS_UNKNOWN, job.large)
    ups = tuple(grid.width * place for place in range(1, grid.across))
    levels = tuple(grid.height * place for place in range(1, grid.high))
    with document.page(enlarged=True):
        document.cuts(levels, ups, width, height)
        slip = document.form(
            f"slip-{job.large}-{grid.hands}",
            (0, 0, grid.width, grid.height),
            lambda canvas: _slip(canvas, grid, heading),
        )
        for row in range(grid.high):
            for column in range(grid.across):
                document.stamp(slip, column * grid.width, row * grid.height)


def _slip(canvas: Canvas, grid: SlipGrid, heading: Heading) -> None:
    canvas.setFillColor(GREEN)
    _head(canvas, grid, heading)
    _ruling(canvas, grid)
    baseline = grid.first_row + (NAMES - TEXT * CAP) / 2
    for column, name in enumerate(COLUMNS):
        strokes.write(canvas, grid.middle(column), baseline, name, align="center")
    for hand in range(grid.hands):
        y = grid.first_row - (hand + 0.5) * grid.row
        _hand(canvas, grid, hand + 1, y)
    y = grid.total_top - grid.row / 2 - TEXT * CAP / 2
    canvas.setFillColor(GREEN)
    strokes.write(canvas, grid.edges[3] - 2 * MM, y, "Total", BOLD, align="right")
    size = min(grid.row * 0.74, 5.6 * MM)
    draw_bell(canvas, grid.middle(0), grid.total_top - grid.row / 2 - size / 2, size)
    _initials(canvas, grid)


def _head(canvas: Canvas, grid: SlipGrid, heading: Heading) -> None:
    """Draw fields for table and game, and the night."""
    y = grid.frame_top + HEAD - 5.4 * MM
    middle = (grid.left + grid.right) / 2
    for word, left, right in (("Table", grid.left, middle - 3 * MM), ("Game", middle + 3 * MM, grid.right)):
        wide = strokes.write(canvas, left, y, word, BOLD, 15)
        writing_line(canvas, left + wide + 2 * MM, right, y)
    night = heading.both_within(grid.right - grid.left)
    strokes.write(canvas, middle, y - 6.6 * MM, night, align="center")


def _ruling(canvas: Canvas, grid: SlipGrid) -> None:
    """Draw the frame of a playing card, with double rules at its head and its total."""
    canvas.setStrokeColor(GREEN)
    canvas.setLineWidth(HAIRLINE)
    levels = [grid.first_row - hand * grid.row for hand in range(1, grid.hands)]
    canvas.lines([(grid.left, y, grid.right, y) for y in (grid.first_row - TWIN, grid.total_top + TWIN, *levels)])
    canvas.lines(
        [
            (grid.edges[column], grid.frame_top, grid.edges[column], grid.total_top if column < 3 else grid.frame_foot)
            for column in range(1, 5)
        ]
    )
    canvas.setLineWidth(RULE)
    canvas.lines([(grid.left, y, grid.right, y) for y in (grid.first_row, grid.total_top)])
    canvas.roundRect(
        grid.left, grid.frame_foot, grid.right - grid.left, grid.frame_top - grid.frame_foot, 3.2 * MM, stroke=1, fill=0
    )


def _hand(canvas: Canvas, grid: SlipGrid, hand: int, y: float) -> None:
    """Draw one hand around its middle line: its number, both sides to mark, a ring for a loner, boxes for points."""
    canvas.setFillColor(INK)
    strokes.write(canvas, grid.middle(0), y - 13 * CAP / 2, str(hand), BOLD, 13, align="center")
    canvas.setFillColor(GREEN)
    quarter = (grid.edges[2] - grid.edges[1]) / 4
    for place, side in ((1, "N–S"), (3, "E–W")):
        strokes.write(canvas, grid.edges[1] + place * quarter, y - TEXT * CAP / 2, side, align="center")
    draw_ring(canvas, grid.middle(2), y, 3.8 * MM, False)


def _initials(canvas: Canvas, grid: SlipGrid) -> None:
    """Draw where both sides sign."""
    canvas.setFillColor(GREEN)
    y = grid.frame_foot - 8.2 * MM
    left = grid.left + strokes.write(canvas, grid.left, y, "Initials") + 4 * MM
    for side, start, end in (
        ("N–S", left, left + (grid.right - left) / 2 - 2 * MM),
        ("E–W", left + (grid.right - left) / 2 + 2 * MM, grid.right),
    ):
        wide = strokes.write(canvas, start, y, side)
        writing_line(canvas, start + wide + 1.6 * MM, end, y)
