"""Certificates, one to a landscape page: a frame with a playing card's corners, and a name.

The lines are centered one under the other as on a playbill, each measured so that a long name stays inside the frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import GREEN, HAIRLINE, INK, MM, RULE, Canvas
from tally.paper.ornaments import draw_bell, draw_pip, draw_twin
from tally.paper.pages import in_balance, letters_of, lines_of_name, writing_line

OUTER, INNER = 11 * MM, 14 * MM  # frames
TITLE, NAME, NAME_LEAST, WORDS = 30.0, 46.0, 28.0, 19.0
NAMES_SIZES, NAMES_HEIGHT = (24.0, 20.0, 17.0, 14.0), 46 * MM  # for the names of many who share a prize
SIGN = 58 * MM  # of the lines to sign on


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a certificate says: for what, to whom, with how many points, and what was won; the last two may be ""."""

    title: str
    name: str
    won_with: str = ""
    prize: str = ""


def draw_certificates(document: Document, heading: Heading, certificates: Sequence[Certificate]) -> None:
    """Draw one page for each certificate, in this order."""
    height, width = document.job.paper.width, document.job.paper.height
    for certificate in certificates:
        with document.page(certificate.title if len(certificates) > 1 else "", across=True):
            document.stamp(
                document.form("certificate", (0, 0, width, height), lambda canvas: _frame(canvas, width, height))
            )
            _words(document, heading, certificate, width, height)


def _frame(canvas: Canvas, width: float, height: float) -> None:
    """Draw a thick and a thin frame, a pip in each corner, and the bell in a gap of the upper edge."""
    canvas.setStrokeColor(GREEN)
    canvas.setFillColor(GREEN)
    for inset, line, corner in ((OUTER, RULE * 1.6, 6 * MM), (INNER, HAIRLINE * 1.6, 4 * MM)):
        canvas.setLineWidth(line)
        canvas.roundRect(inset, inset, width - 2 * inset, height - 2 * inset, corner, stroke=1, fill=0)
    for x in (INNER + 9 * MM, width - INNER - 9 * MM):
        draw_pip(canvas, x, height - INNER - 13 * MM, 8 * MM)
        canvas.saveState()
        canvas.translate(x, INNER + 13 * MM)
        canvas.rotate(180)
        draw_pip(canvas, 0, 0, 8 * MM)
        canvas.restoreState()
    draw_bell(canvas, width / 2, height - INNER - 25 * MM, 16 * MM)


def _words(document: Document, heading: Heading, certificate: Certificate, width: float, height: float) -> None:
    canvas, middle, room = document.canvas, width / 2, width - 2 * INNER - 36 * MM
    least = max(document.job.text, 16.0)
    y = height - INNER - 42 * MM
    canvas.setFillColor(GREEN)
    with document.tag("H1"):
        title, size = fonts.fit(certificate.title.upper(), BOLD, TITLE, room - 60 * MM, 20)
        strokes.write(canvas, middle, y, title, BOLD, size, align="center", spacing=3)
    draw_twin(canvas, (middle - 62 * MM, middle + 62 * MM), y - 8 * MM, 6 * MM)
    draw_pip(canvas, middle, y - 10.6 * MM, 4.6 * MM)
    canvas.setFillColor(INK)
    y -= 40 * MM
    with document.tag("P"):
        lines, size = _name_lines(fonts.written(certificate.name), room, document.job.text)
        y += (len(lines) - 1) * size * 0.55
        for line in lines:
            strokes.write(canvas, middle, y, line, BOLD, size, align="center")
            y -= size * 1.1
    if fonts.wants_line(certificate.name):
        writing_line(canvas, middle - 50 * MM, middle + 50 * MM, y + size * 1.1 - 12 * MM)
        y -= 8 * MM
    y += size * 1.1 - 17 * MM
    with document.tag("P"):
        for words, font in ((certificate.won_with, REGULAR), (certificate.prize, BOLD)):
            for line in in_balance(words, font, WORDS, room, 2) if words else ():
                strokes.write(canvas, middle, y, line, font, WORDS, align="center")
                y -= WORDS * 1.5
    _foot(document, heading, width, least)


def _name_lines(name: str, room: float, least: float) -> tuple[list[str], float]:
    """Set a name on two lines, and the names of many who share a prize smaller, on as many as there is room for."""
    lines, size = lines_of_name(name, BOLD, NAME, room, NAME_LEAST)
    for smaller in (*(size for size in NAMES_SIZES if size > least), least):
        if letters_of(lines) == letters_of([fonts.printable_text(name)]):
            break
        lines, size = in_balance(name, BOLD, smaller, room, int(NAMES_HEIGHT / (smaller * 1.1))), smaller
    return lines, size


def _foot(document: Document, heading: Heading, width: float, least: float) -> None:
    """Draw the night's name between two lines to sign on."""
    canvas, y = document.canvas, INNER + 17 * MM
    left, right = INNER + 22 * MM, width - INNER - 22 * MM
    for start, word in ((left, "Organizer"), (right - SIGN, "Witness")):
        writing_line(canvas, start, start + SIGN, y + 6.4 * MM)
        with document.tag("P"):
            canvas.setFillColor(GREEN)
            strokes.write(canvas, start + SIGN / 2, y, word, REGULAR, least, align="center")
    canvas.setFillColor(INK)
    with document.tag("P"):
        room = right - left - 2 * SIGN - 10 * MM
        lines = fonts.wrap(heading.night, BOLD, least, room, 2)
        for index, (line, font) in enumerate(
            [(fonts.printable_text(heading.date), REGULAR), *((one, BOLD) for one in lines[::-1])]
        ):
            line, size = fonts.fit(line, font, least, room, least)
            strokes.write(canvas, width / 2, y + index * least * 1.25, line, font, size, align="center")
