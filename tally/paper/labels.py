"""Badges and labels on die-cut sheets: everybody's number and name, once on each. Pure values → pages.

A badge is drawn like a name tag. The paper is the product's, whatever the night is printed on. `Job.nudge` moves
everything where a printer is off, and `Job.outlines` draws the labels' edges, to try it on plain paper.
"""

from __future__ import annotations

from collections.abc import Sequence

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.label_stock import Stock
from tally.paper.measures import CAP, CUT, HAIRLINE, INK, MM
from tally.paper.name_tags import draw_tag
from tally.paper.pages import lines_of_name, writing_line

INSET = 3.5 * MM  # from the label's edge to its text
ABOVE = 2.4 * MM  # the same above and below
SPACE, DESCENT = 0.8, 0.25  # above the night, and of its letters below the line, as shares of its size
NUMBER, NAME, NAME_LINES, LEADING = 22.0, 18.0, 4, 1.15
BESIDE = 2.2 * MM  # from the widest number to the names


def draw_badges(document: Document, heading: Heading, tags: Sequence[tuple[int, str]], stock: Stock) -> None:
    """Draw a badge for each (number, name), in reading order."""
    _draw(document, heading, tags, stock, badges=True)


def draw_labels(document: Document, heading: Heading, tags: Sequence[tuple[int, str]], stock: Stock) -> None:
    """Draw a label for each (number, name), in reading order."""
    _draw(document, heading, tags, stock, badges=False)


def _draw(document: Document, heading: Heading, tags: Sequence[tuple[int, str]], stock: Stock, *, badges: bool) -> None:
    right, down = document.job.nudge
    wide = max((fonts.width_of(str(number), BOLD, NUMBER) for number, _ in tags), default=0.0)
    for start in range(0, len(tags), stock.count):
        batch = tags[start : start + stock.count]
        label = f"{batch[0][0]} to {batch[-1][0]}" if len(tags) > stock.count else ""
        with document.page(label, size=(stock.paper.width, stock.paper.height)) as canvas:
            canvas.translate(right * MM, -down * MM)
            for (x, y), (number, name) in zip(stock.corners(), batch, strict=False):
                canvas.saveState()
                canvas.translate(x, y)
                if badges:
                    draw_tag(document, heading, number, name, stock.width, stock.height)
                else:
                    _label(document, heading, (number, name), stock, wide)
                canvas.restoreState()
            if document.job.outlines:
                canvas.setStrokeColor(CUT)
                canvas.setLineWidth(2 * HAIRLINE)
                for x, y in stock.corners():
                    canvas.roundRect(x, y, stock.width, stock.height, 2 * MM, stroke=1, fill=0)


def _label(document: Document, heading: Heading, tag: tuple[int, str], stock: Stock, wide: float) -> None:
    """Draw one label with its origin at its lower left corner: number and name, and the night below where it fits."""
    canvas, text = document.canvas, document.job.text
    number, name = tag
    left = INSET + wide + BESIDE
    room = stock.width - left - INSET
    to_write = fonts.wants_line(name)
    most = 1 if to_write else min(int((stock.height - 2 * ABOVE - text * CAP) / (text * LEADING)) + 1, NAME_LINES)
    lines, size = lines_of_name(fonts.written(name) if to_write else name, BOLD, NAME, room, text, most)
    lines = [*filter(None, lines), *[""] * to_write]  # "" is a line to write on
    block = size * CAP + (len(lines) - 1) * size * LEADING
    night = text * (SPACE + CAP + DESCENT)
    if block + night > stock.height - 2 * ABOVE:
        night = 0.0
    middle = (stock.height + night) / 2
    with document.tag("H1"):
        canvas.setFillColor(canvas.accent)
        strokes.write(canvas, INSET + wide, middle - NUMBER * CAP / 2, str(number), BOLD, NUMBER, align="right")
        canvas.setFillColor(INK)
        for row, line in enumerate(lines):
            y = middle + block / 2 - size * CAP - row * size * LEADING
            if line:
                strokes.write(canvas, left, y, line, BOLD, size)
            else:
                writing_line(canvas, left, stock.width - INSET, y)
    if night:
        with document.tag("P"):
            canvas.setFillColor(canvas.accent)
            words = heading.signed_within(stock.width - 2 * INSET, text)
            y = middle - max(block, NUMBER * CAP) / 2 - text * (SPACE + CAP)
            strokes.write(canvas, INSET, y, words, REGULAR, text)
