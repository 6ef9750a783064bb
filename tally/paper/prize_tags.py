"""Tags for the prizes, eight to a page: what each is for, and what it is; a ring to punch for a string.

The last page is filled with blank tags, for a prize that comes along. Pure values → pages.
"""

from __future__ import annotations

from collections.abc import Sequence

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import CAP, HAIRLINE, INK, MM, SAFE, Canvas
from tally.paper.ornaments import draw_beside_foot, draw_mark, draw_ring
from tally.paper.pages import in_balance, letters_of, writing_line

ROWS = 4
FRAME = SAFE + HAIRLINE  # from the cut to the middle of the frame's line
INSET = 3 * MM  # from the frame to its text
RING, PIP, BESIDE = 6 * MM, 5.6 * MM, 5 * MM  # across: a usual hole; of the mark in the corner; from there to words
TITLE, LARGE_SIZES, SIZES, LEADING = 15.0, (34.0, 30.0, 27.0, 24.0), (20.0, 17.0, 14.0, 12.0), 1.2
LARGE_LINES, LINES = 2, 4  # at most, in large sizes and in the others
WIDEST = 0.94  # of the room, that large type takes


def draw_prize_tags(document: Document, heading: Heading, tags: Sequence[tuple[str, str]]) -> None:
    """Draw a tag for each (what it is for, what is won), in reading order; "" has a line to write on."""
    paper = document.job.paper
    tags = [*tags, *[("", "")] * (-len(tags) % (2 * ROWS))]
    width, height = paper.width / 2, paper.height / ROWS
    levels = tuple(height * row for row in range(1, ROWS))
    box = (0, 0, width, height)
    frame = document.form("prize-tag", box, lambda canvas: _frame(canvas, width, height))
    at_foot = _lines_at_foot(document, heading, width)
    for start in range(0, len(tags), 2 * ROWS):
        label = f"{start + 1} to {min(start + 2 * ROWS, len(tags))}" if len(tags) > 2 * ROWS else ""
        with document.page(label) as canvas:
            document.cuts(levels, (width,), paper.width, paper.height)
            for place, (title, prize) in enumerate(tags[start : start + 2 * ROWS]):
                canvas.saveState()
                canvas.translate(place % 2 * width, paper.height - (place // 2 + 1) * height)
                document.stamp(frame)
                _words(document, title, prize, width, height, _foot(document, len(at_foot)))
                _draw_foot(document, at_foot, width)
                canvas.restoreState()


def _words(document: Document, title: str, prize: str, width: float, height: float, foot: float) -> None:
    """Write what the prize is for beside the ring, and what it is in the middle of the room below, down to `foot`."""
    canvas, text = document.canvas, document.job.text
    middle, room = width / 2, width - 2 * SAFE - 2 * INSET
    corner = 2 * PIP if document.job.look.logo else RING
    y = height - SAFE - INSET - RING / 2 - TITLE * CAP / 2
    with document.tag("H1"):
        canvas.setFillColor(canvas.accent)
        if title:
            name, size = fonts.fit(title.upper(), BOLD, max(TITLE, text), room - 2 * (corner + BESIDE), text)
            strokes.write(canvas, middle, y, name, BOLD, size, align="center", spacing=1.2)
        else:
            half = room / 2 - corner - BESIDE
            writing_line(canvas, middle - half, middle + half, y - 1 * MM)
    top = y - 4 * MM
    with document.tag("P"):
        canvas.setFillColor(INK)
        lines, size = _prize_lines(prize, room, text) if prize else ([], text)
        y = (top + foot) / 2 + ((len(lines) - 1) * size * LEADING - size * CAP) / 2
        for line in lines:
            strokes.write(canvas, middle, y, line, BOLD, size, align="center")
            y -= size * LEADING
    if not prize:
        writing_line(canvas, SAFE + 4 * INSET, width - SAFE - 4 * INSET, foot + 8 * MM)


def _prize_lines(prize: str, room: float, least: float) -> tuple[list[str], float]:
    """Set what is won as large as it fits without breaking a word, else in the smallest type."""
    whole = letters_of([fonts.printable_text(prize)])
    lines: list[str] = []
    for size in (*LARGE_SIZES, *(size for size in SIZES if size > least), least):
        wide, most = (room * WIDEST, LARGE_LINES) if size in LARGE_SIZES else (room, LINES)
        lines = in_balance(prize, BOLD, size, wide, most)
        words = fonts.unbroken(prize)
        if letters_of(lines) == whole and all(fonts.width_of(word.rstrip(), BOLD, size) <= wide for word in words):
            break
    return lines, size


def _frame(canvas: Canvas, width: float, height: float) -> None:
    """Draw a playing card's frame, the ring and the pip in the upper corners."""
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(2 * HAIRLINE)
    canvas.roundRect(FRAME, FRAME, width - 2 * FRAME, height - 2 * FRAME, 3.2 * MM, stroke=1, fill=0)
    edge, top = SAFE + INSET, height - SAFE - INSET
    draw_ring(canvas, edge + RING / 2, top - RING / 2, RING, filled=False)
    draw_mark(canvas, width - edge - 2.6 * MM, top - RING / 2 - PIP / 2, PIP)


def _lines_at_foot(document: Document, heading: Heading, width: float) -> list[str]:
    """The club and the night on one line, or else each on its own; the night alone where the club's name is long."""
    text, room = document.job.text, width - 2 * (SAFE + INSET)
    night = heading.signed_within(room - 14 * MM, text)
    club = fonts.printable_text(heading.club)
    alone = club and club not in night and fonts.width_of(club, REGULAR, text) <= room
    return [club, night] if alone else [night]


def _foot(document: Document, lines: int) -> float:
    """The upper edge of so many lines at the foot, and of the space above them, in points."""
    text = document.job.text
    return SAFE + INSET + text + (lines - 1) * text * LEADING + 2 * MM


def _draw_foot(document: Document, lines: Sequence[str], width: float) -> None:
    """Write the club and the night at the foot, between two double rules."""
    canvas, text, edge = document.canvas, document.job.text, SAFE + INSET
    more = (len(lines) - 1) * text * LEADING
    with document.tag("P"):
        canvas.setFillColor(canvas.accent)
        for index, line in enumerate(lines):
            y = edge + more - index * text * LEADING
            strokes.write(canvas, width / 2, y, line, REGULAR, text, align="center")
    wide = max(fonts.width_of(line, REGULAR, text) for line in lines)
    draw_beside_foot(canvas, (edge, width - edge), edge + (more + text * CAP) / 2, text, wide)
