"""Name tags, ten to a page: the first name large enough to read across a table, the number in a corner.

A name that is printed in other letters than its own is small, with a line below it to write the right ones.
"""

from __future__ import annotations

from collections.abc import Sequence

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import CAP, HAIRLINE, INK, MM, SAFE, Canvas
from tally.paper.ornaments import draw_mark, draw_twin
from tally.paper.pages import letters_of, lines_of_name, writing_line

ROWS = 5
FIRST, LAST, NUMBER = 42.0, 17.0, 22.0
USUAL = 60 * MM  # a tag that is higher has larger first names
APART = 9.4 * MM  # from a first name to what follows it
TO_WRITE = 15 * MM  # from the tag's foot to the line for one's own letters
INSET = 3 * MM  # from the margin to the frame's text


def draw_name_tags(document: Document, heading: Heading, tags: Sequence[tuple[int, str]]) -> None:
    """Draw a tag for each (number, name), in reading order."""
    paper = document.job.paper
    width, height = paper.width / 2, paper.height / ROWS
    levels = tuple(height * row for row in range(1, ROWS))
    for start in range(0, len(tags), 2 * ROWS):
        batch = tags[start : start + 2 * ROWS]
        label = f"{batch[0][0]} to {batch[-1][0]}" if len(tags) > 2 * ROWS else ""
        with document.page(label) as canvas:
            document.cuts(levels, (width,), paper.width, paper.height)
            for place, (number, name) in enumerate(batch):
                canvas.saveState()
                canvas.translate(place % 2 * width, paper.height - (place // 2 + 1) * height)
                draw_tag(document, heading, number, name, width, height)
                canvas.restoreState()


def draw_tag(document: Document, heading: Heading, number: int, name: str, width: float, height: float) -> None:
    """Draw one tag with its origin at its lower left corner."""
    canvas, size = document.canvas, max(NUMBER, document.job.text)
    box = (0, 0, width, height)
    document.stamp(document.form(f"tag-{width:.0f}x{height:.0f}", box, lambda canvas: _frame(canvas, width, height)))
    edge = SAFE + INSET
    room, first = width - 2 * edge, FIRST * max(1, height / USUAL)
    with document.tag("H1"):
        canvas.setFillColor(canvas.accent)
        strokes.write(canvas, edge, height - edge - size * CAP, str(number), BOLD, size)
        canvas.setFillColor(INK)
        if fonts.wants_line(name):
            _in_lines(document, fonts.written(name), room - 20 * MM, width / 2, height * 0.7)
            writing_line(canvas, edge + 8 * MM, width - edge - 8 * MM, TO_WRITE)
        elif not _large(canvas, name, (document.job.text, first), room, (width / 2, height * 0.475)):
            _in_lines(document, name, room, width / 2, height * 0.5)
    _night(document, heading, width)


def _large(canvas: Canvas, name: str, sizes: tuple[float, float], room: float, place: tuple[float, float]) -> bool:
    """Draw the first name between two sizes and the rest below; return whether both fit."""
    first, _, rest = fonts.printable_text(name).partition(" ")
    least, largest = sizes
    text, size = fonts.fit(first, BOLD, largest, room, LAST)
    words, small = fonts.fit(rest, REGULAR, LAST, room, least)
    if (text, words) != (first, rest):
        return False
    strokes.write(canvas, place[0], place[1] - (0 if rest else size * CAP * 0.2), text, BOLD, size, align="center")
    strokes.write(canvas, place[0], place[1] - APART, words, REGULAR, small, align="center")
    return True


def _in_lines(document: Document, name: str, room: float, x: float, middle: float) -> None:
    """Draw the whole name in one size, on as many lines as it takes around `middle`."""
    lines, size = lines_of_name(name, BOLD, LAST + 3, room, LAST)
    if letters_of(lines) != letters_of([fonts.printable_text(name)]):
        lines, size = lines_of_name(name, BOLD, document.job.text, room, document.job.text, lines=3)
    for index, words in enumerate(lines):
        y = middle - size * CAP / 2 + ((len(lines) - 1) / 2 - index) * size * 1.2
        strokes.write(document.canvas, x, y, words, BOLD, size, align="center")


def _frame(canvas: Canvas, width: float, height: float) -> None:
    """Draw a playing card's frame, and the pip in a corner."""
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(HAIRLINE)
    canvas.roundRect(SAFE, SAFE, width - 2 * SAFE, height - 2 * SAFE, 3.2 * MM, stroke=1, fill=0)
    draw_mark(canvas, width - SAFE - INSET - 2.6 * MM, height - SAFE - INSET - 5.6 * MM, 5.6 * MM)


def _night(document: Document, heading: Heading, width: float) -> None:
    """Draw the night at the foot, between rules."""
    canvas, least = document.canvas, document.job.text
    canvas.setFillColor(canvas.accent)
    night, size = heading.signed_within(width - 2 * SAFE - 2 * INSET - 10 * MM, least), least
    y = SAFE + INSET
    with document.tag("P"):
        wide = strokes.write(canvas, width / 2, y, night, REGULAR, size, align="center")
    draw_twin(canvas, (SAFE + INSET, width - SAFE - INSET), y + size * CAP / 2, wide / 2 + 2.4 * MM)
