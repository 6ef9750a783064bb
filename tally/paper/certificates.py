"""Certificates, one to a landscape page: a frame with a playing card's corners, and a name.

The lines are centered one under the other as on a playbill, each measured so that a long name stays inside the frame.
With space for a photograph, the page is upright and the photograph above the words; its usual size goes with the paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import CAP, HAIRLINE, INK, MM, RULE, Canvas, Paper
from tally.paper.ornaments import draw_bell, draw_pip, draw_twin
from tally.paper.pages import in_balance, letters_of, lines_of_name, writing_line

OUTER, INNER = 11 * MM, 14 * MM  # frames
TITLE, NAME, NAME_LEAST, WORDS = 30.0, 46.0, 28.0, 19.0
NAMES_SIZES = (24.0, 20.0, 17.0, 14.0)  # for the names of many who share a prize
INCH = 72.0
PHOTOGRAPHS = {  # a usual print's width and height in points, and in words
    Paper.LETTER: (6 * INCH, 4 * INCH, "Photograph, 6 × 4 in"),
    Paper.A4: (150 * MM, 100 * MM, "Photograph, 15 × 10 cm"),
}


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a certificate says: for what, to whom, with how many points, and what was won; the last two may be ""."""

    title: str
    name: str
    won_with: str = ""
    prize: str = ""


@dataclass(frozen=True, slots=True)
class _Setting:
    """How a page is set, in points: its size, where the words begin, the distances between them, the lines to sign on.

    `title` is the title's baseline, `name` how far below it the name is, `names` the height of the names of many who
    share a prize, `bell` the height of the bell; `sign` is the length of a line to sign on, `aside` how far from the
    frame it ends, `foot` how far above the frame; `gap` is below the name, and the night has up to `lines`.
    """

    width: float
    height: float
    title: float
    name: float
    names: float
    bell: float
    sign: float
    aside: float
    foot: float
    gap: float
    lines: int

    @classmethod
    def of(cls, paper: Paper, photograph: bool) -> _Setting:
        """The setting of this paper: across, or upright with a photograph above the words."""
        if not photograph:
            width, height = paper.height, paper.width
            title = height - INNER - 42 * MM
            return cls(width, height, title, 40 * MM, 46 * MM, 16 * MM, 58 * MM, 22 * MM, 17 * MM, 17 * MM, 2)
        title = _photograph_foot(paper) - 14 * MM
        return cls(paper.width, paper.height, title, 31 * MM, 36 * MM, 11 * MM, 40 * MM, 9 * MM, 14 * MM, 14 * MM, 3)


def _photograph_foot(paper: Paper) -> float:
    """The lower edge of the photograph, in points."""
    return paper.height - INNER - 21 * MM - PHOTOGRAPHS[paper][1]


def draw_certificates(
    document: Document, heading: Heading, certificates: Sequence[Certificate], photograph: bool = False
) -> None:
    """Draw one page for each certificate, in this order; with `photograph`, upright with space for one."""
    setting = _Setting.of(document.job.paper, photograph)
    box = (0, 0, setting.width, setting.height)
    for certificate in certificates:
        with document.page(certificate.title if len(certificates) > 1 else "", across=not photograph):
            document.stamp(document.form("certificate", box, lambda canvas: _frame(canvas, setting)))
            if photograph:
                _photograph(document)
            _words(document, heading, certificate, setting)


def _photograph(document: Document) -> None:
    """Draw where the photograph is glued: its outline, and within it, to be covered, its size."""
    canvas, paper = document.canvas, document.job.paper
    width, height, words = PHOTOGRAPHS[paper]
    foot = _photograph_foot(paper)
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(2 * HAIRLINE)
    canvas.rect((paper.width - width) / 2, foot, width, height, stroke=1, fill=0)
    size = document.job.text
    with document.tag("P"):
        canvas.setFillColor(canvas.accent)
        strokes.write(canvas, paper.width / 2, foot + (height - size * CAP) / 2, words, REGULAR, size, align="center")


def _frame(canvas: Canvas, setting: _Setting) -> None:
    """Draw a thick and a thin frame, a pip in each corner, and the bell below the upper edge."""
    width, height = setting.width, setting.height
    canvas.setStrokeColor(canvas.accent)
    canvas.setFillColor(canvas.accent)
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
    draw_bell(canvas, width / 2, height - INNER - setting.bell - 9 * MM * setting.bell / (16 * MM), setting.bell)


def _words(document: Document, heading: Heading, certificate: Certificate, setting: _Setting) -> None:
    canvas, middle, room = document.canvas, setting.width / 2, setting.width - 2 * INNER - 36 * MM
    y = setting.title
    canvas.setFillColor(canvas.accent)
    with document.tag("H1"):
        title, size = fonts.fit(certificate.title.upper(), BOLD, TITLE, room - 60 * MM, 20)
        strokes.write(canvas, middle, y, title, BOLD, size, align="center", spacing=3)
    draw_twin(canvas, (middle - 62 * MM, middle + 62 * MM), y - 8 * MM, 6 * MM)
    draw_pip(canvas, middle, y - 10.6 * MM, 4.6 * MM)
    canvas.setFillColor(INK)
    y -= setting.name
    with document.tag("P"):
        lines, size = _name_lines(fonts.written(certificate.name), room, document.job.text, setting.names)
        y += (len(lines) - 1) * size * 0.55
        for line in lines:
            strokes.write(canvas, middle, y, line, BOLD, size, align="center")
            y -= size * 1.1
    if fonts.wants_line(certificate.name):
        writing_line(canvas, middle - 50 * MM, middle + 50 * MM, y + size * 1.1 - 12 * MM)
        y -= 8 * MM
    y += size * 1.1 - setting.gap
    with document.tag("P"):
        for words, font in ((certificate.won_with, REGULAR), (certificate.prize, BOLD)):
            for line in in_balance(words, font, WORDS, room, 2) if words else ():
                strokes.write(canvas, middle, y, line, font, WORDS, align="center")
                y -= WORDS * 1.5
    _foot(document, heading, setting)


def _name_lines(name: str, room: float, least: float, height: float) -> tuple[list[str], float]:
    """Set a name on two lines, and the names of many who share a prize smaller, on as many as there is room for."""
    lines, size = lines_of_name(name, BOLD, NAME, room, NAME_LEAST)
    for smaller in (*(size for size in NAMES_SIZES if size > least), least):
        if letters_of(lines) == letters_of([fonts.printable_text(name)]):
            break
        lines, size = in_balance(name, BOLD, smaller, room, int(height / (smaller * 1.1))), smaller
    return lines, size


def _foot(document: Document, heading: Heading, setting: _Setting) -> None:
    """Draw the night's name between two lines to sign on."""
    canvas, y, least = document.canvas, INNER + setting.foot, max(document.job.text, 16.0)
    width, sign = setting.width, setting.sign
    left, right = INNER + setting.aside, width - INNER - setting.aside
    for start, word in ((left, "Organizer"), (right - sign, "Witness")):
        writing_line(canvas, start, start + sign, y + 6.4 * MM)
        with document.tag("P"):
            canvas.setFillColor(canvas.accent)
            strokes.write(canvas, start + sign / 2, y, word, REGULAR, least, align="center")
    canvas.setFillColor(INK)
    with document.tag("P"):
        room = right - left - 2 * sign - 10 * MM
        lines = fonts.wrap(heading.night, BOLD, least, room, setting.lines)
        for index, (line, font) in enumerate(
            [(heading.date_within(room, least), REGULAR), *((one, BOLD) for one in lines[::-1])]
        ):
            line, size = fonts.fit(line, font, least, room, least)
            strokes.write(canvas, width / 2, y + index * least * 1.25, line, font, size, align="center")
