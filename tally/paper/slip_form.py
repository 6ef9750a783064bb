"""The printed form of a score slip: its frame, rules, column heads, a row for every hand, initials of both sides.

In games without bids a hand has a ring for a loner; in bid games boxes for the bid and the makers' tricks.
"""

from __future__ import annotations

from tally.paper import strokes
from tally.paper.fonts import BOLD
from tally.paper.measures import CAP, GREEN, HAIRLINE, INK, MM, RULE, TEXT, TWIN, Canvas
from tally.paper.ornaments import draw_bell, draw_ring
from tally.paper.pages import writing_line

COLUMNS = (("Hand", 0.13), ("Called", 0.27), ("Alone", 0.17), ("N–S", 0.215), ("E–W", 0.215))
BID_COLUMNS = (("Hand", 0.125), ("Called", 0.25), ("Bid", 0.175), ("Tricks", 0.15), ("N–S", 0.15), ("E–W", 0.15))
NAMES = 6.4 * MM  # the row of column heads
FOOT = 10 * MM  # the initials
ROW_LEAST, ROW_MOST = 6.8 * MM, 10 * MM
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


def draw_slip_form(canvas: Canvas, frame: SlipFrame) -> None:
    """Draw the form: what is the same on all slips of a night."""
    _ruling(canvas, frame)
    baseline = frame.first_row + (NAMES - TEXT * CAP) / 2
    canvas.setFillColor(GREEN)
    for column, (name, _) in enumerate(frame.columns):
        strokes.write(canvas, frame.middle(column), baseline, name, align="center")
    for hand in range(frame.hands):
        y = frame.first_row - (hand + 0.5) * frame.row
        _hand(canvas, frame, hand + 1, y)
    y = frame.total_top - frame.row / 2 - TEXT * CAP / 2
    canvas.setFillColor(GREEN)
    strokes.write(canvas, frame.edges[frame.points] - 2 * MM, y, "Total", BOLD, align="right")
    size = min(frame.row * 0.74, 5.6 * MM)
    draw_bell(canvas, frame.middle(0), frame.total_top - frame.row / 2 - size / 2, size)
    _initials(canvas, frame)


def _ruling(canvas: Canvas, frame: SlipFrame) -> None:
    """Draw the frame of a playing card, with double rules at its head and its total."""
    canvas.setStrokeColor(GREEN)
    canvas.setLineWidth(HAIRLINE)
    levels = [frame.first_row - hand * frame.row for hand in range(1, frame.hands)]
    canvas.lines([(frame.left, y, frame.right, y) for y in (frame.first_row - TWIN, frame.total_top + TWIN, *levels)])
    canvas.lines(
        [
            (
                frame.edges[column],
                frame.top,
                frame.edges[column],
                frame.total_top if column < frame.points else frame.foot,
            )
            for column in range(1, len(frame.columns))
        ]
    )
    canvas.setLineWidth(RULE)
    canvas.lines([(frame.left, y, frame.right, y) for y in (frame.first_row, frame.total_top)])
    canvas.roundRect(
        frame.left, frame.foot, frame.right - frame.left, frame.top - frame.foot, 3.2 * MM, stroke=1, fill=0
    )


def _hand(canvas: Canvas, frame: SlipFrame, hand: int, y: float) -> None:
    """Draw one hand around its middle line: its number, both sides to mark, a ring for a loner where it has one."""
    canvas.setFillColor(INK)
    strokes.write(canvas, frame.middle(0), y - 13 * CAP / 2, str(hand), BOLD, 13, align="center")
    canvas.setFillColor(GREEN)
    quarter = (frame.edges[2] - frame.edges[1]) / 4
    for place, side in ((1, "N–S"), (3, "E–W")):
        strokes.write(canvas, frame.edges[1] + place * quarter, y - TEXT * CAP / 2, side, align="center")
    if frame.columns == COLUMNS:
        draw_ring(canvas, frame.middle(2), y, 3.8 * MM, False)


def _initials(canvas: Canvas, frame: SlipFrame) -> None:
    """Draw where both sides sign."""
    canvas.setFillColor(GREEN)
    y = frame.foot - 8.2 * MM
    left = frame.left + strokes.write(canvas, frame.left, y, "Initials") + 4 * MM
    for side, start, end in (
        ("N–S", left, left + (frame.right - left) / 2 - 2 * MM),
        ("E–W", left + (frame.right - left) / 2 + 2 * MM, frame.right),
    ):
        wide = strokes.write(canvas, start, y, side)
        writing_line(canvas, start + wide + 1.6 * MM, end, y)
