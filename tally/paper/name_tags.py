"""Name tags, ten to a page: the first name and, in a corner, the number, both large enough to read across a table.

Cards call their players by number, so that a partner is found by it. A name that is printed in other letters than its
own is small, with a line below it to write the right ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from unicodedata import normalize

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import CAP, HAIRLINE, INK, MM, SAFE, Canvas, Paper
from tally.paper.ornaments import draw_beside_foot, draw_mark, draw_pip
from tally.paper.pages import in_balance, letters_of, lines_of_name, writing_line

ROWS = 5
USUAL = Paper.LETTER.height / ROWS  # the height of a tag with the sizes below, in points; others are in proportion
FIRST, LAST, NUMBER = 42.0, 17.0, 46.0
WIDEST = 0.9  # of the frame, that a name takes
PIP = 7 * MM  # or the club's logo, up to twice as wide
DESCENT, ACCENT = 0.22, 0.27  # what letters have below their line, and accents above capitals, as shares of the size
APART = 2 * MM  # between the first name and the rest
FREE, BELOW = 6 * MM, 0.45  # free around a name at least, and the share of it that is below, where letters descend
TO_WRITE = 20 * MM  # from the tag's foot to the line for one's own letters
INSET = 3 * MM  # from the frame to its text
NIGHT_FROM = 60 * MM  # the height of tags with the night in large print
CLUB_LINES, LEADING = 2, 1.2  # the club's name beside the number: the most; from line to line, as a share of the size


@dataclass(frozen=True, slots=True)
class Run:
    """What all tags of a run share.

    Where a first name `rises`, all leave room for it, so that all have one size. `club` is its name on the lines that
    stand beside the number; it is empty where the name stands beside the night. In large print, low tags have no room
    for the night (`nightly`).
    """

    rises: bool
    nightly: bool
    club: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        document: Document,
        heading: Heading,
        tags: Sequence[tuple[int, str]],
        size: tuple[float, float],
        margin: float = SAFE,
    ) -> Run:
        """A run of tags, each (number, name), of this width and height in points."""
        width, height = size
        job, edge, pip = document.job, margin + INSET, PIP * height / USUAL
        nightly = not job.large or height >= NIGHT_FROM
        plain, club = cls(_rises(tags), nightly), fonts.printable_text(heading.club)
        if not club or (nightly and club in heading.signed_within(width - 2 * edge, job.text)):
            return plain
        numbers = max((fonts.width_of(str(number), BOLD, NUMBER * height / USUAL) for number, _ in tags), default=0.0)
        theme = 0 if nightly or not job.look.logo else pip + APART
        room = width - 2 * edge - numbers - theme - pip * (2 if job.look.logo else 1) - 2 * APART
        lines = in_balance(club, REGULAR, job.text, room, CLUB_LINES)
        whole = letters_of(lines) == letters_of([club]) and all(
            fonts.width_of(word.rstrip(), REGULAR, job.text) <= room for word in fonts.unbroken(club)
        )
        return replace(plain, club=tuple(lines)) if whole else plain


def draw_name_tags(document: Document, heading: Heading, tags: Sequence[tuple[int, str]]) -> None:
    """Draw a tag for each (number, name), in reading order."""
    paper = document.job.paper
    width, height = paper.width / 2, paper.height / ROWS
    levels = tuple(height * row for row in range(1, ROWS))
    run = Run.of(document, heading, tags, (width, height))
    for start in range(0, len(tags), 2 * ROWS):
        batch = tags[start : start + 2 * ROWS]
        label = f"{batch[0][0]} to {batch[-1][0]}" if len(tags) > 2 * ROWS else ""
        with document.page(label) as canvas:
            document.cuts(levels, (width,), paper.width, paper.height)
            for place, (number, name) in enumerate(batch):
                canvas.saveState()
                canvas.translate(place % 2 * width, paper.height - (place // 2 + 1) * height)
                draw_tag(document, heading, number, name, width, height, run)
                canvas.restoreState()


def draw_tag(
    document: Document,
    heading: Heading,
    number: int,
    name: str,
    width: float,
    height: float,
    run: Run,
    margin: float = SAFE,
) -> None:
    """Draw one tag of a run with its origin at its lower left corner, its frame `margin` points from its edges."""
    canvas, least, scale = document.canvas, document.job.text, height / USUAL
    box = (0, 0, width, height)
    pip = PIP * scale
    frame = document.form(
        f"tag-{width:.0f}x{height:.0f}", box, lambda canvas: _frame(canvas, width, height, margin, pip)
    )
    document.stamp(frame)
    edge, size, middle = margin + INSET, NUMBER * scale, width / 2
    top, foot = height - edge - size * CAP, edge + least * CAP * run.nightly
    room = (width - 2 * margin) * WIDEST
    with document.tag("H1"):
        canvas.setFillColor(canvas.accent)
        beside = edge + strokes.write(canvas, edge, top, str(number), BOLD, size) + APART
        if document.job.look.logo and not run.nightly:
            draw_pip(canvas, beside + pip / 2, top + (size * CAP - pip) / 2, pip)
            beside += pip + APART
        end = width - edge - pip * (2 if document.job.look.logo else 1) - APART
        canvas.setFillColor(INK)
        if fonts.wants_line(name):
            _in_lines(document, fonts.written(name), end - beside, (beside + end) / 2, top + size * CAP / 2)
            writing_line(canvas, edge + 8 * MM, width - edge - 8 * MM, TO_WRITE)
        elif not _large(canvas, name, least, scale, room, (middle, foot, top), rises=run.rises):
            _in_lines(document, name, room, middle, (foot + top) / 2)
    named = bool(run.club) and not (fonts.wants_line(name) and fonts.written(name))
    if named:
        _club(document, run.club, (beside, end), top + size * CAP / 2)
    if run.nightly:
        _night(document, heading, width, edge, named=named)


def _large(
    canvas: Canvas,
    name: str,
    least: float,
    scale: float,
    room: float,
    place: tuple[float, float, float],
    *,
    rises: bool,
) -> bool:
    """Draw the first name and the rest below it, in the middle between foot and top; return whether both fit."""
    first, _, rest = fonts.printable_text(name).partition(" ")
    middle, foot, top = place
    words, small = fonts.fit(rest, REGULAR, LAST * max(scale, 1), room, least)
    below = APART + small * CAP if rest else 0.0
    high, deep = CAP + ACCENT * rises, DESCENT if rest else 0.0
    most = min(FIRST * scale, (top - foot - FREE - below) / (high + deep))
    text, size = fonts.fit(first, BOLD, most, room, LAST)
    if (text, words) != (first, rest):
        return False
    below += size * deep
    y = foot + (top - foot - below - size * high) * BELOW
    strokes.write(canvas, middle, y + below, text, BOLD, size, align="center")
    strokes.write(canvas, middle, y, words, REGULAR, small, align="center")
    return True


def _club(document: Document, lines: Sequence[str], ends: tuple[float, float], middle: float) -> None:
    """Write the club's name around a level, between the number and the mark in the corner."""
    canvas, size = document.canvas, document.job.text
    x = (ends[0] + ends[1]) / 2
    with document.tag("P"):
        canvas.setFillColor(canvas.accent)
        for index, line in enumerate(lines):
            y = middle - size * CAP / 2 + ((len(lines) - 1) / 2 - index) * size * LEADING
            strokes.write(canvas, x, y, line, REGULAR, size, align="center")


def _rises(tags: Sequence[tuple[int, str]]) -> bool:
    """Whether some first name has accents above its capitals, or some that are stacked, as in Vietnamese and Thai."""
    text = "".join(fonts.printable_text(name).partition(" ")[0] for _, name in tags)
    return not all(sign.isascii() or (sign.islower() and len(normalize("NFD", sign)) < 3) for sign in text)


def _in_lines(document: Document, name: str, room: float, x: float, middle: float) -> None:
    """Draw the whole name in one size, on as many lines as it takes around `middle`."""
    lines, size = lines_of_name(name, BOLD, LAST + 3, room, LAST)
    if letters_of(lines) != letters_of([fonts.printable_text(name)]):
        lines, size = lines_of_name(name, BOLD, document.job.text, room, document.job.text, lines=3)
    for index, words in enumerate(lines):
        y = middle - size * CAP / 2 + ((len(lines) - 1) / 2 - index) * size * 1.2
        strokes.write(document.canvas, x, y, words, BOLD, size, align="center")


def _frame(canvas: Canvas, width: float, height: float, margin: float, pip: float) -> None:
    """Draw a playing card's frame, and the pip or the club's logo in a corner."""
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(HAIRLINE)
    canvas.roundRect(margin, margin, width - 2 * margin, height - 2 * margin, 3.2 * MM, stroke=1, fill=0)
    draw_mark(canvas, width - margin - INSET - pip / 2, height - margin - INSET - pip, pip)


def _night(document: Document, heading: Heading, width: float, edge: float, *, named: bool) -> None:
    """Draw the night at the foot, with the club where it is not `named` above; the club alone if both have no room."""
    canvas, size, room = document.canvas, document.job.text, width - 2 * edge
    words, club = heading.signed_within(room, size), fonts.printable_text(heading.club)
    if club not in words and not named and fonts.width_of(club, REGULAR, size) <= room:
        words = club
    canvas.setFillColor(canvas.accent)
    with document.tag("P"):
        wide = strokes.write(canvas, width / 2, edge, words, REGULAR, size, align="center")
    draw_beside_foot(canvas, (edge, width - edge), edge + size * CAP / 2, size, wide)
