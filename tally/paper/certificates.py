"""Certificates, one to a landscape page: a frame with the theme’s border and a playing card's corners, and a name.

The lines are centered one under the other as on a playbill, each measured so that a long name stays inside the frame.
With space for a photograph, the page is upright and the photograph above the words; its usual size goes with the paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.logo import place_logo
from tally.paper.measures import CAP, HAIRLINE, INK, MM, RULE, Canvas, Paper
from tally.paper.ornaments import draw_border, draw_motif, draw_pip, draw_twin
from tally.paper.pages import in_balance, letters_of, lines_of_name, writing_line

OUTER, BORDER, INNER, BAND = 9 * MM, 12.5 * MM, 16 * MM, 5 * MM  # frames, and the border between them
TITLE, NAME, NAME_LEAST, WORDS, NIGHT = 30.0, 48.0, 28.0, 19.0, 18.0
NAMES_SIZES = (24.0, 20.0, 17.0, 14.0)  # for the names of many who share a prize
LEADING, SPACING = 1.25, 3.0  # of lines, as a share of the size; of the title's letters, in points
INCH = 72.0
PHOTOGRAPHS = {  # a usual print's width and height in points, and in words
    Paper.LETTER: (6 * INCH, 4 * INCH, "Photograph, 6 × 4 in"),
    Paper.A4: (150 * MM, 100 * MM, "Photograph, 15 × 10 cm"),
}
LOGO = 70 * MM  # the most that a logo is wide
ABOVE = 16 * MM  # from the inner frame to the photograph


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a certificate says: for what, to whom, with how many points, and what was won; the last two may be ""."""

    title: str
    name: str
    won_with: str = ""
    prize: str = ""


@dataclass(frozen=True, slots=True)
class _Setting:
    """The distances on a page, in points, whatever its paper.

    `title` is from the inner frame, or from the photograph, down to the title's baseline, `name` from there to the
    name, `gap` from there to what was won. `names` is the height of the names of many who share a prize, `motif` that
    of the motif. The lines to sign on are `sign` long, end `beside` from the frame, and the words below them are `foot`
    above it; the night between them has up to `lines`.
    """

    title: float
    name: float
    gap: float
    names: float
    motif: float
    sign: float
    beside: float
    foot: float
    lines: int


ACROSS = _Setting(
    title=42.5 * MM,
    name=46.5 * MM,
    gap=17 * MM,
    names=46 * MM,
    motif=21 * MM,
    sign=52 * MM,
    beside=18 * MM,
    foot=14 * MM,
    lines=2,
)
UPRIGHT = _Setting(
    title=13 * MM,
    name=30 * MM,
    gap=12.5 * MM,
    names=32 * MM,
    motif=10.5 * MM,
    sign=34 * MM,
    beside=7 * MM,
    foot=14.5 * MM,
    lines=3,
)


@dataclass(frozen=True, slots=True)
class _Page:
    """A page: across, or upright with a photograph above the words."""

    paper: Paper
    photograph: bool

    @property
    def setting(self) -> _Setting:
        """Its distances."""
        return UPRIGHT if self.photograph else ACROSS

    @property
    def width(self) -> float:
        """Points from the left edge to the right."""
        return self.paper.width if self.photograph else self.paper.height

    @property
    def height(self) -> float:
        """Points from the lower edge to the upper."""
        return self.paper.height if self.photograph else self.paper.width

    @property
    def photograph_foot(self) -> float:
        """The lower edge of the photograph, in points."""
        return self.height - INNER - ABOVE - PHOTOGRAPHS[self.paper][1]

    @property
    def title(self) -> float:
        """The title's baseline, in points."""
        return (self.photograph_foot if self.photograph else self.height - INNER) - self.setting.title


def draw_certificates(
    document: Document, heading: Heading, certificates: Sequence[Certificate], photograph: bool = False
) -> None:
    """Draw one page for each certificate, in this order; with `photograph`, upright with space for one."""
    page = _Page(document.job.paper, photograph)
    box = (0, 0, page.width, page.height)
    for certificate in certificates:
        with document.page(certificate.title if len(certificates) > 1 else "", across=not photograph):
            document.stamp(document.form("certificate", box, lambda canvas: _frame(canvas, page)))
            if photograph:
                _photograph(document, page)
            lowest = _words(document, certificate, page)
            _foot(document, heading, page, lowest)


def _photograph(document: Document, page: _Page) -> None:
    """Draw where the photograph is glued: its outline, and within it, to be covered, its size."""
    canvas = document.canvas
    width, height, words = PHOTOGRAPHS[page.paper]
    foot = page.photograph_foot
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(2 * HAIRLINE)
    canvas.rect((page.width - width) / 2, foot, width, height, stroke=1, fill=0)
    size = document.job.text
    with document.tag("P"):
        canvas.setFillColor(canvas.accent)
        strokes.write(canvas, page.width / 2, foot + (height - size * CAP) / 2, words, REGULAR, size, align="center")


def _frame(canvas: Canvas, page: _Page) -> None:
    """Draw the border between a thick and a thin frame, pips in the corners, on top in the middle the logo or motif."""
    width, height, motif = page.width, page.height, page.setting.motif
    canvas.setStrokeColor(canvas.accent)
    for inset, line in ((OUTER, RULE * 1.6), (INNER, HAIRLINE * 1.6)):
        canvas.setLineWidth(line)
        canvas.rect(inset, inset, width - 2 * inset, height - 2 * inset, stroke=1, fill=0)
    draw_border(canvas, BORDER, width, height, BAND)
    for x in (INNER + 9 * MM, width - INNER - 9 * MM):
        draw_pip(canvas, x, height - INNER - 13 * MM, 8 * MM)
        draw_pip(canvas, x, INNER + 5 * MM, 8 * MM, turned=True)
    top = height - INNER - 0.35 * motif
    if not place_logo(canvas, (width / 2 - LOGO / 2, top - motif, width / 2 + LOGO / 2, top)):
        draw_motif(canvas, width / 2, top - motif, motif)


def _words(document: Document, certificate: Certificate, page: _Page) -> float:
    """Draw the title, the name, and with what was won what; return where the next line would be."""
    canvas, middle, room, setting = document.canvas, page.width / 2, page.width - 2 * INNER - 36 * MM, page.setting
    y = page.title
    canvas.setFillColor(canvas.accent)
    with document.tag("H1"):
        face = fonts.for_ceremony(certificate.title)
        title = certificate.title.upper()
        title, size = fonts.fit(title, face, TITLE, room - SPACING * len(title), 20)
        strokes.write(canvas, middle, y, title, face, size, align="center", spacing=SPACING)
    draw_twin(canvas, (middle - 62 * MM, middle + 62 * MM), y - 8 * MM, 6 * MM)
    draw_pip(canvas, middle, y - 10.6 * MM, 4.6 * MM)
    canvas.setFillColor(INK)
    y -= setting.name
    with document.tag("P"):
        face = fonts.for_ceremony(certificate.name)
        lines, size = _name_lines(fonts.written(certificate.name), face, room, document.job.text, setting.names)
        y += (len(lines) - 1) * size * 0.55
        for line in lines:
            strokes.write(canvas, middle, y, line, face, size, align="center")
            y -= size * 1.1
    if fonts.wants_line(certificate.name):
        writing_line(canvas, middle - 50 * MM, middle + 50 * MM, y + size * 1.1 - 12 * MM)
        y -= 8 * MM
    y += size * 1.1 - setting.gap
    with document.tag("P"):
        for words, font in ((certificate.won_with, REGULAR), (certificate.prize, BOLD)):
            for line in in_balance(words, font, WORDS, room, 2) if words else ():
                strokes.write(canvas, middle, y, line, font, WORDS, align="center")
                y -= WORDS * 1.4
    return y


def _name_lines(name: str, face: str, room: float, least: float, height: float) -> tuple[list[str], float]:
    """Set a name on two lines, and the names of many who share a prize smaller, on as many as there is room for."""
    lines, size = lines_of_name(name, face, NAME, room, NAME_LEAST)
    for smaller in (*(size for size in NAMES_SIZES if size > least), least):
        if letters_of(lines) == letters_of([fonts.printable_text(name)]):
            break
        lines, size = in_balance(name, face, smaller, room, int(height / (smaller * 1.1))), smaller
    return lines, size


def _foot(document: Document, heading: Heading, page: _Page, highest: float) -> None:
    """Draw the club, the night's name and its date between two lines to sign on.

    The club stands above the night, unless a long prize needs the place down to `highest`.
    """
    canvas, setting, least = document.canvas, page.setting, max(document.job.text, 16.0)
    y, left, right = INNER + setting.foot, INNER + setting.beside, page.width - INNER - setting.beside
    for start, word in ((left, "Organizer"), (right - setting.sign, "Witness")):
        writing_line(canvas, start, start + setting.sign, y + 6.4 * MM)
        with document.tag("P"):
            canvas.setFillColor(canvas.accent)
            strokes.write(canvas, start + setting.sign / 2, y, word, REGULAR, least, align="center")
    room = right - left - 2 * setting.sign - 8 * MM
    lines, size = _night_lines(heading.night, room, least, setting.lines)
    y += len(lines) * NIGHT * LEADING
    club = document.job.look.club
    if club not in ("", heading.night) and y + NIGHT * LEADING <= highest:
        with document.tag("P"):
            canvas.setFillColor(canvas.accent)
            club, small = fonts.fit(club, REGULAR, least, room, least)
            strokes.write(canvas, page.width / 2, y + NIGHT * LEADING, club, REGULAR, small, align="center")
    with document.tag("P"):
        canvas.setFillColor(INK)
        for line in lines:
            strokes.write(canvas, page.width / 2, y, line, BOLD, size, align="center")
            y -= NIGHT * LEADING
        date, size = fonts.fit(heading.date_within(room, least), REGULAR, NIGHT, room, least)
        strokes.write(canvas, page.width / 2, y, date, REGULAR, size, align="center")


def _night_lines(night: str, room: float, least: float, lines: int) -> tuple[list[str], float]:
    """Set the night's name, in the smaller of two sizes where that shows more of it or needs fewer lines."""
    tries = [(in_balance(night, BOLD, size, room, lines), size) for size in (NIGHT, least)]
    return min(tries, key=lambda one: (-len(letters_of(one[0])), len(one[0])))
