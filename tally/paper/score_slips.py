"""Empty slips for one table in one game: a box for every hand, totals, initials of both sides. Values → pages.

All slips are the same, so one page is enough to copy: six slips to a page, four where a game has many hands, half as
many in large print.
"""

from __future__ import annotations

from tally.paper import strokes
from tally.paper.document import Document, Heading, Job
from tally.paper.fonts import BOLD
from tally.paper.measures import MM, SAFE
from tally.paper.pages import writing_line
from tally.paper.slip_form import (
    FOOT,
    HANDS_UNKNOWN,
    NAMES,
    ROW_LEAST,
    ROW_MOST,
    SlipFrame,
    draw_slip_rules,
    draw_slip_words,
    row_height,
)

HEAD = 15 * MM


class SlipGrid:
    """How many slips are on a page, and the form on one, in points from its lower left corner."""

    def __init__(self, room: tuple[float, float], hands: int, large: bool) -> None:
        """Two slips side by side, in large print one; as many rows of slips as fit.

        `room` is the paper's in points of the enlarged page.
        """
        self.across = 1 if large else 2
        most = (3, 2, 1)
        self.high = next((high for high in most if self._row(room, high, hands) >= ROW_LEAST), 1)
        self.width, self.height = room[0] / self.across, room[1] / self.high
        self.row = min(self._row(room, self.high, hands), ROW_MOST)
        margin = SAFE + 0.5 * MM
        top = self.height - margin
        spare = top - margin - HEAD - NAMES - FOOT - self.row * (hands + 1)
        self.frame = SlipFrame(margin, self.width - margin, top - HEAD - spare * 0.4, self.row, hands)

    @staticmethod
    def _row(room: tuple[float, float], high: int, hands: int) -> float:
        return row_height(room[1] / high - 2 * SAFE - 3 * MM - HEAD, hands)


def slips_on_page(job: Job, hands: int | None) -> int:
    """How many slips a page has."""
    grid = SlipGrid(job.room, hands or HANDS_UNKNOWN, job.large)
    return grid.across * grid.high


def draw_score_slips(document: Document, heading: Heading, hands: int | None) -> None:
    """Draw one page of slips for games of this many hands; None: as many as there is time for."""
    job = document.job
    width, height = job.room
    hands = hands or HANDS_UNKNOWN
    grid = SlipGrid(job.room, hands, job.large)
    ups = tuple(grid.width * place for place in range(1, grid.across))
    levels = tuple(grid.height * place for place in range(1, grid.high))
    with document.page(enlarged=True):
        document.cuts(levels, ups, width, height)
        form, box = f"slip-{job.large}-{hands}", (0, 0, grid.width, grid.height)
        rules = document.form(form, box, lambda canvas: draw_slip_rules(canvas, grid.frame))
        for row in reversed(range(grid.high)):
            for column in range(grid.across):
                document.canvas.saveState()
                document.canvas.translate(column * grid.width, row * grid.height)
                document.stamp(rules)
                _head(document, grid.frame, heading)
                draw_slip_words(document, grid.frame)
                document.canvas.restoreState()


def _head(document: Document, frame: SlipFrame, heading: Heading) -> None:
    """Draw fields for table and game, and the night."""
    canvas, y = document.canvas, frame.top + HEAD - 5.4 * MM
    middle = (frame.left + frame.right) / 2
    canvas.setFillColor(canvas.accent)
    with document.tag("H1"):
        for word, left, right in (("Table", frame.left, middle - 3 * MM), ("Game", middle + 3 * MM, frame.right)):
            wide = strokes.write(canvas, left, y, word, BOLD, 15)
            writing_line(canvas, left + wide + 2 * MM, right, y)
    with document.tag("P"):
        night = heading.both_within(frame.right - frame.left)
        strokes.write(canvas, middle, y - 6.6 * MM, night, align="center")
