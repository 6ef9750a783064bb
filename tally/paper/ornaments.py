"""The ornaments on paper: those of a theme, a check mark, a ring; the letterhead, and the title of a sheet."""

from __future__ import annotations

from typing import Any

from tally.paper import fonts, strokes
from tally.paper.card_shapes import commands
from tally.paper.document import Document
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.line_art import Art, Ink
from tally.paper.logo import draw_logo, logo_size, place_logo
from tally.paper.measures import BETWEEN, CAP, HAIRLINE, INK, MM, PAPER, RULE, TEXT, TWIN, Canvas
from tally.paper.tags import decoration
from tally.paper.themes import ORNAMENTS, PLAIN

CLUB = 13.0  # the club's name in the letterhead, points
LEADING = 1.2  # from one of its lines to the next, as a share of the size
PEN = 3.0  # the width of lines, as a share of 100 of a drawing's height
PEN_LEAST = 0.8  # points: what a photocopier keeps
MOTIF_LEAST, CUT_LEAST = 8 * MM, 3 * MM  # of a motif, and of a pip with white lines in it
DRAWN, FILLED = (Ink.HOLLOW, Ink.LINE, Ink.CUT), (Ink.SOLID, Ink.HOLLOW, Ink.OPEN)
LEAST_RULE, BESIDE = 6 * MM, 2.4 * MM  # shorter rules beside a line look like a sign of equality; from it to them
SMALL_PIP = 1.3  # beside a line at the foot of a tag, as a share of the height of its capitals
WHOLE = 1  # fill where a shape's parts overlap, too (PDF's nonzero rule)


@decoration
def draw_beside_total(canvas: Canvas, x: float, y: float, size: float) -> None:
    """Draw the theme's pip, plainly a bell without its spade, `size` points high, centered on x with its foot at y."""
    ornaments = ORNAMENTS[canvas.theme]
    draw_art(canvas, PLAIN.motif[:1] if ornaments is PLAIN else ornaments.pip, x, y, size)


@decoration
def draw_pip(canvas: Canvas, x: float, y: float, size: float, *, turned: bool = False) -> None:
    """Draw the theme's pip, plainly a spade, `size` points high, centered on x with its lower end at y.

    A very small one is without the white lines in it, which would cut it into pieces. One that is `turned` stands on
    its head, unless it is a tree, a heart, or what else does not.
    """
    ornaments = ORNAMENTS[canvas.theme]
    pip = ornaments.pip
    if size < CUT_LEAST:
        pip = tuple(piece for piece in pip if piece.ink is not Ink.CUT)
    canvas.saveState()
    if turned and ornaments.turned:
        canvas.translate(2 * x, 2 * y + size)
        canvas.rotate(180)
    draw_art(canvas, pip, x, y, size)
    canvas.restoreState()


@decoration
def draw_motif(canvas: Canvas, x: float, y: float, size: float) -> None:
    """Draw the theme's motif, plainly a bell, `size` points high, centered on x with its foot at y.

    It has lines that need room: a small one is the pip.
    """
    if size < MOTIF_LEAST:
        draw_pip(canvas, x, y, size)
    else:
        draw_art(canvas, ORNAMENTS[canvas.theme].motif, x, y, size)


@decoration
def draw_border(canvas: Canvas, inset: float, width: float, height: float, band: float) -> None:
    """Draw the theme's border around a page of this size, `band` points wide, with a pip in each corner.

    Its middle is `inset` from the edges. The pieces are a little wider or narrower, so that whole ones fill each side.
    """
    ornaments = ORNAMENTS[canvas.theme]
    across, up = width - 2 * inset, height - 2 * inset
    corners = ((inset, height - inset), (width - inset, height - inset), (width - inset, inset), (inset, inset))
    for turn, ((x, y), side) in enumerate(zip(corners, (across, up, across, up), strict=True)):
        draw_art(canvas, ornaments.pip, x, y - band / 2, band)
        canvas.saveState()
        canvas.translate(x, y)
        canvas.rotate(-90 * turn)
        pieces = round(side / band) - 2
        wide = (side - 2 * band) / pieces
        for piece in range(pieces):
            draw_art(canvas, ornaments.border, band + (piece + 0.5) * wide, -band / 2, band, wide)
        canvas.restoreState()


def draw_art(canvas: Canvas, art: Art, x: float, y: float, size: float, wide: float = 0.0, *, pen: float = PEN) -> None:
    """Draw line art in the accent color, `size` points high and as wide, or `wide`, centered on x, its foot at y."""
    wide = wide or size
    canvas.saveState()
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    canvas.translate(x - wide / 2, y + size)
    canvas.scale(wide / 100, -size / 100)
    canvas.setLineWidth(max(pen, PEN_LEAST * 100 / size))
    for path, ink in art:
        canvas.setFillColor(PAPER if ink in (Ink.HOLLOW, Ink.OPEN) else canvas.accent)
        canvas.setStrokeColor(PAPER if ink is Ink.CUT else canvas.accent)
        canvas.drawPath(shape_path(canvas, path), stroke=int(ink in DRAWN), fill=int(ink in FILLED), fillMode=WHOLE)
    canvas.restoreState()


def draw_shape(canvas: Canvas, shape: str, x: float, y: float, size: float) -> None:
    """Fill a shape of `card_shapes` with the color that is set, `size` points high, centered on x, its foot at y."""
    canvas.saveState()
    canvas.translate(x - size / 2, y + size)
    canvas.scale(size / 100, -size / 100)
    canvas.drawPath(shape_path(canvas, shape), stroke=0, fill=1, fillMode=WHOLE)
    canvas.restoreState()


def shape_path(canvas: Canvas, shape: str) -> Any:
    """A shape of `card_shapes` as a path of this canvas, in its box of 100 by 100, y downwards."""
    path = canvas.beginPath()
    for letter, numbers in commands(shape):
        {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}[letter](*numbers)
    return path


@decoration
def draw_mark(canvas: Canvas, x: float, y: float, size: float) -> None:
    """Draw the club's logo in the upper right corner of a tag; where it has none, a pip as `draw_pip` does.

    The logo ends where the pip would at the right and at the top, and is up to half higher and twice as wide.
    """
    right, top = x + size / 2, y + size
    if not place_logo(canvas, (right - 2 * size, top - 1.5 * size, right, top), across=1):
        draw_pip(canvas, x, y, size)


@decoration
def draw_beside_foot(canvas: Canvas, ends: tuple[float, float], middle: float, size: float, wide: float) -> None:
    """Draw a double rule on both sides of the line at the foot of a tag, where it has room between the ends.

    The line is `wide` points wide, in type of this size, with its capitals around `middle`. A pip stands at both of
    its ends where the logo has taken the place of the one in the corner.
    """
    x, half = sum(ends) / 2, (ends[1] - ends[0]) / 2
    pip, gap = size * CAP * SMALL_PIP, wide / 2 + BESIDE
    if canvas.look.logo and gap + pip <= half:
        for side in (-1, 1):
            draw_pip(canvas, x + side * (gap + pip / 2), middle - pip / 2, pip)
        gap += pip + BESIDE
    if half - gap > LEAST_RULE:
        draw_twin(canvas, ends, middle, gap)


@decoration
def draw_tick(canvas: Canvas, x: float, y: float, size: float) -> None:
    """Draw a check mark, `size` points wide, its left end at x and its foot at y."""
    canvas.saveState()
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(size / 6)
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    tick = canvas.beginPath()
    tick.moveTo(x + size * 0.08, y + size * 0.42)
    tick.lineTo(x + size * 0.36, y + size * 0.12)
    tick.lineTo(x + size * 0.92, y + size * 0.78)
    canvas.drawPath(tick, stroke=1, fill=0)
    canvas.restoreState()


@decoration
def draw_ring(canvas: Canvas, x: float, y: float, across: float, filled: bool) -> None:
    """Draw a ring to punch or to fill in, `across` points wide, centered on (x, y)."""
    canvas.saveState()
    canvas.setStrokeColor(canvas.accent)
    canvas.setFillColor(canvas.accent)
    canvas.setLineWidth(HAIRLINE * 2)
    canvas.circle(x, y, across / 2 - HAIRLINE, stroke=1, fill=int(filled))
    canvas.restoreState()


def draw_letterhead(
    document: Document, ends: tuple[float, float], top: float, motif: float, *, least: float = TEXT, club: bool = True
) -> None:
    """Draw the theme's motif, or the club's logo, in a double rule between two ends; beside it the club's name.

    The motif is `motif` points high, its upper end at `top`; a logo is a quarter higher. The name is in type of at
    least so many points. Without `club`, the sheet writes it elsewhere.
    """
    canvas, (left, right), look = document.canvas, ends, document.job.look
    middle, rule = (left + right) / 2, top - motif * 5 / 9
    wide, high = logo_size(look.logo, motif * 4, motif * 1.25)
    mark = wide or motif * 0.9
    lines, size = _club_lines(look.club, right - left - mark - 24 * MM, least) if club and look.club else ([], CLUB)
    words = max((fonts.width_of(line, BOLD, size) for line in lines), default=-3 * MM) + 3 * MM
    x = middle - (mark + words) / 2
    draw_twin(canvas, ends, rule, (mark + words) / 2 + 3.5 * MM)
    if wide:
        draw_logo(document, (x, rule - high / 2, x + mark, rule + high / 2))
    else:
        draw_motif(canvas, x + mark / 2, top - motif, motif)
    if lines:
        with document.tag("P"):
            canvas.setFillColor(canvas.accent)
            for index, line in enumerate(lines):
                y = rule - TWIN / 2 - size * CAP / 2 + ((len(lines) - 1) / 2 - index) * size * LEADING
                strokes.write(canvas, x + mark + 3 * MM, y, line, BOLD, size)


def _club_lines(club: str, room: float, least: float) -> tuple[list[str], float]:
    """A club's name on one line, or on two or three of about the same length, and the size of its type."""
    name, size = fonts.fit(club, BOLD, max(CLUB, least), room, least)
    if name == fonts.printable_text(club):
        return [name], size
    half = fonts.width_of(fonts.printable_text(club), BOLD, least) * 0.56
    for width, most in ((min(half, room), 2), (room, 2), (room, 3)):
        lines = fonts.wrap(club, BOLD, least, width, most)
        if not lines[-1].endswith("…"):
            break
    return lines, least


def draw_title(
    document: Document,
    width: float,
    side: float,
    top: float,
    title: str,
    words: str,
    night: str,
    *,
    sizes: tuple[float, float] = (30.0, 18.0),
    face: str = BOLD,
) -> None:
    """Draw the head of a sheet: the letterhead, the title, and below it capitals, a pip, the night.

    The title is a heading, what is below it a paragraph. The page is `width` points wide with margins of `side`; the
    head takes 33 mm below `top`. The title is set in `face` and has the first of `sizes`, a long one less, down to the
    second. Text that is too long for one line under it takes two.
    """
    canvas, middle, right = document.canvas, width / 2, width - side
    draw_letterhead(document, (side, right), top + 1.5 * MM, 9 * MM)
    with document.tag("H1"):
        canvas.setFillColor(INK)
        title, size = fonts.fit(title, face, sizes[0], right - side, sizes[1])
        strokes.write(canvas, middle, top - 22 * MM, title, face, size, align="center")
    with document.tag("P"):
        canvas.setFillColor(canvas.accent)
        pip, gap, wide = 3.6 * MM, 3 * MM, fonts.width_of(words, REGULAR, TEXT, 1.4)
        night = fonts.printable_text(night)
        x = middle - (wide + pip + 2 * gap + fonts.width_of(night, REGULAR, TEXT)) / 2
        if x < side:
            strokes.write(canvas, middle, top - 27.6 * MM, words, align="center", spacing=1.4)
            strokes.write(canvas, middle, top - 32.6 * MM, _with_its_end(night, right - side), align="center")
            return
        strokes.write(canvas, x, top - 29.6 * MM, words, spacing=1.4)
        draw_pip(canvas, x + wide + gap + pip / 2, top - 30 * MM, pip)
        strokes.write(canvas, x + wide + 2 * gap + pip, top - 29.6 * MM, night)


def _with_its_end(text: str, width: float) -> str:
    """A line of text that fits, cut before the date: a night's name may lose letters, its date may not."""
    name, between, date = text.rpartition(BETWEEN)
    end = fonts.width_of(between + date, REGULAR, TEXT)
    if not between or end > width / 2:
        return fonts.fit(text, REGULAR, TEXT, width)[0]
    return fonts.fit(name, REGULAR, TEXT, width - end)[0] + between + date


@decoration
def draw_twin(canvas: Canvas, ends: tuple[float, float], y: float, gap: float) -> None:
    """Draw a thick rule with a thin one beside it; both leave `gap` points open on each side of the middle."""
    left, right = ends
    middle = (left + right) / 2
    canvas.setStrokeColor(canvas.accent)
    for thick, line in ((RULE, y), (HAIRLINE, y - TWIN)):
        canvas.setLineWidth(thick)
        for start, end in ((left, middle - gap), (middle + gap, right)) if gap else ((left, right),):
            canvas.line(start, line, end, line)
