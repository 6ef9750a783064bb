"""Tickets for door prizes, eight to a page, in large print six: one half goes into the bowl, one to the player.

Pure values → pages.
"""

from __future__ import annotations

from collections.abc import Sequence

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.logo import draw_logo
from tally.paper.measures import BETWEEN, CAP, HAIRLINE, INK, MM, SAFE
from tally.paper.pages import lines_of_name, writing_line

ROWS, LARGE_ROWS = 8, 6
HALVES = ("Door prize: for the bowl", "Door prize: keep this half")
FRAME = SAFE + HAIRLINE  # from the cut to the middle of the frame's line
INSET = 2.4 * MM  # from the frame to its text
NUMBER, NAME, LEADING = 40.0, 17.0, 1.2
LOGO, BESIDE = 14 * MM, 4 * MM  # the most room of a logo, and from the words to it
FIGURES = 24 * MM  # the room of a number


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
    edge, left, middle = SAFE + INSET, SAFE + FIGURES, height / 2
    room = width - left - edge
    canvas.setFillColor(canvas.accent)
    figures, size = fonts.fit(str(number), BOLD, NUMBER, FIGURES - 2 * INSET, text)
    strokes.write(canvas, SAFE + FIGURES / 2, middle - size * CAP / 2, figures, BOLD, size, align="center")
    above = SAFE + INSET * document.job.scale
    y, foot = height - above - text * CAP, above + text * 0.12
    wide = strokes.write(canvas, left, y, words, REGULAR, text)
    if wide + BESIDE + LOGO <= room:
        draw_logo(document, (width - edge - LOGO, y - 1.2 * MM, width - edge, y + text * CAP + 1.2 * MM), across=1)
    shown = fonts.written(name)
    lines, size = lines_of_name(shown, BOLD, NAME, room, text, lines=3) if shown else ([], text)
    block = max(len(lines), 1) * size * LEADING
    night = _night(heading, room, text)
    if y - foot - text * CAP > block:
        strokes.write(canvas, left, foot, night, REGULAR, text)
    else:
        night = ""
    if not _has_date(night, heading) and fonts.width_of(heading.short_date, REGULAR, text) <= FIGURES - INSET:
        strokes.write(canvas, SAFE + FIGURES / 2, foot, heading.short_date, REGULAR, text, align="center")
    if night:
        foot += text * CAP
    canvas.setFillColor(INK)
    middle = (y + foot) / 2
    y = middle + ((len(lines) - 1) * size * LEADING - size * CAP) / 2
    for line in lines:
        strokes.write(canvas, left, y, line, BOLD, size)
        y -= size * LEADING
    if not lines:
        writing_line(canvas, left, width - edge, middle - 2 * MM)


def _has_date(line: str, heading: Heading) -> bool:
    """Whether the line says which day's ticket this is."""
    return any(date and fonts.printable_text(date) in line for date in (heading.date, heading.short_date))


def _night(heading: Heading, room: float, size: float) -> str:
    """The club, the night and its date, or as much of the night and its date as fits."""
    dates = (heading.date, heading.short_date)
    nights = (BETWEEN.join(filter(None, (heading.club, heading.night))), heading.night)
    for line in (*(BETWEEN.join((night, date)) for night in nights for date in dates if date), heading.night):
        if fonts.width_of(fonts.printable_text(line), REGULAR, size) <= room:
            return fonts.printable_text(line)
    return fonts.fit(heading.night, REGULAR, size, room, size)[0]
