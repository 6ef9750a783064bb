"""The printed form of a score slip: its frame, rules, column heads, a row for every hand, initials of both sides.

In games without bids a hand has a ring for a loner; in bid games boxes for the bid and the makers' tricks.
"""

from __future__ import annotations

from collections.abc import Iterator

from tally.paper import fonts, strokes
from tally.paper.document import Document
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import CAP, GUIDE, HAIRLINE, INK, MM, RULE, TEXT, TWIN, WRITTEN, Canvas
from tally.paper.ornaments import draw_beside_total, draw_ring
from tally.paper.pages import writing_line

CALLED = "Called\ncircle one"
COLUMNS = (("Hand", 0.13), (CALLED, 0.27), ("Alone", 0.17), ("N–S", 0.215), ("E–W", 0.215))
BID_COLUMNS = (("Hand", 0.125), (CALLED, 0.25), ("Bid", 0.175), ("Tricks", 0.15), ("N–S", 0.15), ("E–W", 0.15))
NAMES, NAMES_LEADING = 10 * MM, 13.4  # the row of column heads, which have up to two lines
FOOT = 10 * MM  # the initials
ROW_LEAST, ROW_MOST = 6.8 * MM, 10 * MM
INITIALS = "Initials"
HANDS_UNKNOWN = 12  # boxes where a clock or a bell ends the game


class SlipFrame:
    """Positions of the lines of the form, in points; `top` is the upper edge of the frame."""

    def __init__(self, left: float, right: float, top: float, row: float, hands: int, bid: bool = False) -> None:
        self.left, self.right, self.top, self.row, self.hands = left, right, top, row, hands
        self.columns = BID_COLUMNS if bid else COLUMNS
        self.points = len(self.columns) - 2  # the column of the points of North and South
        self.first_row = top - NAMES
        self.total_top = self.first_row - hands * row
        self.foot = self.total_top - row
        widths = [share * (right - left) for _, share in self.columns]
        self.edges = [left + sum(widths[:column]) for column in range(len(widths) + 1)]

    def middle(self, column: int) -> float:
        """Middle of a column, 0 for the first."""
        return (self.edges[column] + self.edges[column + 1]) / 2


def row_height(room: float, hands: int) -> float:
    """The height of a row where the form has `room` points for so many hands, with the initials under it."""
    return (room - NAMES - FOOT) / (hands + 1)


def draw_slip_rules(canvas: Canvas, frame: SlipFrame) -> None:
    """Draw what nobody reads of the form: rules, rings and the ornament."""
    _ruling(canvas, frame)
    for hand in range(frame.hands) if frame.columns == COLUMNS else ():
        draw_ring(canvas, frame.middle(2), frame.first_row - (hand + 0.5) * frame.row, 3.8 * MM, False)
    size = min(frame.row * 0.74, 5.6 * MM)
    draw_beside_total(canvas, frame.middle(0), frame.total_top - frame.row / 2 - size / 2, size)
    for _, left, start, end in _initials(frame):
        writing_line(canvas, left + start, end, frame.foot - 8.2 * MM)


def draw_slip_words(document: Document, frame: SlipFrame) -> None:
    """Write the words of the form, which are a table, and where both sides sign."""
    canvas = document.canvas
    with document.table():
        with document.row(head=True):
            canvas.setFillColor(canvas.accent)
            for column, (name, _) in enumerate(frame.columns):
                with document.cell("Column"):
                    lines = name.splitlines()
                    baseline = frame.first_row + (NAMES - TEXT * CAP + (len(lines) - 1) * NAMES_LEADING) / 2
                    for index, line in enumerate(lines):
                        y = baseline - index * NAMES_LEADING
                        strokes.write(canvas, frame.middle(column), y, line, align="center")
        for hand in range(frame.hands):
            with document.row():
                _hand(document, frame, hand + 1, frame.first_row - (hand + 0.5) * frame.row)
        with document.row():
            with document.cell("Row", span=frame.points):
                y = frame.total_top - frame.row / 2 - TEXT * CAP / 2
                canvas.setFillColor(canvas.accent)
                strokes.write(canvas, frame.edges[frame.points] - 2 * MM, y, "Total", BOLD, align="right")
            document.empty_cells(2)
    with document.tag("P"):
        strokes.write(canvas, frame.left, frame.foot - 8.2 * MM, INITIALS)
        for side, left, _, _ in _initials(frame):
            strokes.write(canvas, left, frame.foot - 8.2 * MM, side)


def _ruling(canvas: Canvas, frame: SlipFrame) -> None:
    """Draw the frame of a playing card, with double rules at its head and its total."""
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(HAIRLINE)
    canvas.lines([(frame.left, y, frame.right, y) for y in (frame.first_row - TWIN, frame.total_top + TWIN)])
    for hand in range(1, frame.hands):
        canvas.setLineWidth(GUIDE if hand % 3 == 0 else WRITTEN)
        y = frame.first_row - hand * frame.row
        canvas.line(frame.left, y, frame.right, y)
    for column in range(1, len(frame.columns)):
        canvas.setLineWidth(GUIDE if column == frame.points else WRITTEN)
        x, foot = frame.edges[column], frame.total_top if column < frame.points else frame.foot
        canvas.line(x, frame.top, x, foot)
    canvas.setLineWidth(RULE)
    canvas.lines([(frame.left, y, frame.right, y) for y in (frame.first_row, frame.total_top)])
    canvas.roundRect(
        frame.left, frame.foot, frame.right - frame.left, frame.top - frame.foot, 3.2 * MM, stroke=1, fill=0
    )


def _hand(document: Document, frame: SlipFrame, hand: int, y: float) -> None:
    """Write the cells of one hand around its middle line: its number, both sides to mark, boxes."""
    canvas = document.canvas
    with document.cell("Row"):
        canvas.setFillColor(INK)
        strokes.write(canvas, frame.middle(0), y - 13 * CAP / 2, str(hand), BOLD, 13, align="center")
    with document.cell():
        canvas.setFillColor(canvas.accent)
        quarter = (frame.edges[2] - frame.edges[1]) / 4
        for place, side in ((1, "N–S"), (3, "E–W")):
            strokes.write(canvas, frame.edges[1] + place * quarter, y - TEXT * CAP / 2, side, align="center")
    document.empty_cells(len(frame.columns) - 2)


def _initials(frame: SlipFrame) -> Iterator[tuple[str, float, float, float]]:
    """Yield for both sides where the word begins, how far after it the line to sign on does, and where that ends."""
    left = frame.left + fonts.width_of(INITIALS, REGULAR, TEXT) + 4 * MM
    half = (frame.right - left) / 2
    for side, start, end in (("N–S", left, left + half - 2 * MM), ("E–W", left + half + 2 * MM, frame.right)):
        yield side, start, fonts.width_of(side, REGULAR, TEXT) + 1.6 * MM, end
