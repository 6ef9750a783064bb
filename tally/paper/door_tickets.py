"""Tickets for door prizes, seven to a page, in large print five: one half goes into the bowl, one to the player.

Pure values → pages.
"""

from __future__ import annotations

from collections.abc import Sequence

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.logo import draw_logo, logo_size
from tally.paper.measures import BETWEEN, CAP, HAIRLINE, INK, MM, SAFE
from tally.paper.ornaments import draw_pip
from tally.paper.pages import lines_of_name, writing_line

ROWS, LARGE_ROWS = 7, 5
HALVES = ("Door prize: for the bowl", "Door prize: keep this half")
FRAME = SAFE + HAIRLINE  # from the cut to the middle of the frame's line
INSET = 2.4 * MM  # from the frame to its text
NUMBER, NAME, LEADING = 40.0, 17.0, 1.2
LOGO, PIP, APART = 14 * MM, 4.6 * MM, 1.6 * MM  # above the number, at most; below it; between them
FIGURES = 22 * MM  # the room of a number


def rows_of(large: bool) -> int:
    """How many tickets a page has."""
    return LARGE_ROWS if large else ROWS


def draw_door_tickets(document: Document, heading: Heading, tickets: Sequence[tuple[int, str]]) -> None:
    """Draw a ticket of two equal halves for each (number, name); "" has a line to write a name on."""
    paper = document.job.paper
    rows = rows_of(document.job.large)
    width, height = paper.width / 2, paper.height / rows
    levels = tuple(height * row for row in range(1, rows))
    for start in range(0, len(tickets), rows):
        batch = tickets[start : start + rows]
        label = f"{batch[0][0]} to {batch[-1][0]}" if len(tickets) > rows else ""
        with document.page(label) as canvas:
            document.cuts(levels, (width,), paper.width, paper.height)
            for row, (number, name) in enumerate(batch, 1):
                for half, words in enumerate(HALVES):
                    canvas.saveState()
                    canvas.translate(half * width, paper.height - row * height)
                    with document.tag("P"):
                        _draw_half(document, heading, words, number, name, width, height)
                    canvas.restoreState()


def _draw_half(
    document: Document, heading: Heading, words: str, number: int, name: str, width: float, height: float
) -> None:
    """Draw one half with its origin at its lower left corner: the number, and beside it whose and what for."""
    canvas, text = document.canvas, document.job.text
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(2 * HAIRLINE)
    canvas.roundRect(FRAME, FRAME, width - 2 * FRAME, height - 2 * FRAME, 3.2 * MM, stroke=1, fill=0)
    edge, left = SAFE + INSET, SAFE + FIGURES
    room = width - left - edge
    canvas.setFillColor(canvas.accent)
    _number(document, number, height)
    above = SAFE + INSET * document.job.scale
    y, foot = height - above - text * CAP, above + text * 0.12
    strokes.write(canvas, left, y, words, REGULAR, text)
    shown = fonts.written(name)
    lines, size = lines_of_name(shown, BOLD, NAME, room, text, lines=3) if shown else ([], text)
    free = y - foot - max(len(lines), 1) * size * LEADING
    lines_at_foot = _lines_at_foot(heading, room, text, max(int((free - text * CAP) / (text * LEADING)) + 1, 0))
    for line in reversed(lines_at_foot):
        strokes.write(canvas, left, foot, line, REGULAR, text)
        foot += text * LEADING
    if lines_at_foot:
        foot -= text * (LEADING - CAP)
    canvas.setFillColor(INK)
    middle = (y + foot) / 2
    y = middle + ((len(lines) - 1) * size * LEADING - size * CAP) / 2
    for line in lines:
        strokes.write(canvas, left, y, line, BOLD, size)
        y -= size * LEADING
    if not lines:
        writing_line(canvas, left, width - edge, middle - 2 * MM)


def _number(document: Document, number: int, height: float) -> None:
    """Draw the number in the left column; above it the club's logo, if there is one, and below it the theme's pip."""
    canvas, room, x = document.canvas, FIGURES - 2 * INSET, SAFE + FIGURES / 2
    figures, size = fonts.fit(str(number), BOLD, NUMBER, room, document.job.text)
    below = size * CAP + APART + PIP
    most = height - 2 * (SAFE + INSET) - below - APART
    _, high = logo_size(document.job.look.logo, room, min(LOGO, most))
    block = below + (high + APART if high else 0.0)
    top = (height + block) / 2
    if high:
        draw_logo(document, (x - room / 2, top - high, x + room / 2, top))
        top -= high + APART
    strokes.write(canvas, x, top - size * CAP, figures, BOLD, size, align="center")
    draw_pip(canvas, x, top - below, PIP)


def _lines_at_foot(heading: Heading, room: float, size: float, most: int) -> list[str]:
    """Whose ticket this is, on at most so many lines: the club, the night and its date, or the last of these.

    A night's name may lose letters, its date may not: last month's ticket would look the same.
    """
    night, _ = fonts.fit(heading.night, REGULAR, size, room, size)
    club, dates = [heading.club] * bool(heading.club), [date for date in (heading.date, heading.short_date) if date]
    ways = [[BETWEEN.join((*club, heading.night, date))] for date in dates]
    for above in (club, []):
        ways += [[*above, BETWEEN.join((heading.night, date))] for date in dates]
        ways += [[*above, night, date] for date in dates]
    ways += [*([date] for date in dates), [night], []]
    printed = ([fonts.printable_text(line) for line in way] for way in ways)
    return next(
        way for way in printed if len(way) <= most and all(fonts.width_of(line, REGULAR, size) <= room for line in way)
    )
