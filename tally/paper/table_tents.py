"""Table tents: a page folded across its middle, with the table's number and two QR codes on both sides.

The upper half is upside down, so that both sides are upright once the page is folded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tally.paper import fonts, qr, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import CAP, GREEN, INK, MM, Canvas
from tally.paper.ornaments import draw_bell, draw_pip, draw_twin
from tally.paper.pages import SIDE, TOP, in_balance

NUMBER, NUMBER_WIDTH = 210.0, 71 * MM  # points at most; what is wider takes less, so that ink stays under a tenth
CODE, COLUMN = 30 * MM, 46 * MM  # side of a code; room for the words under it
FOOT = 9 * MM


@dataclass(frozen=True, slots=True)
class Scan:
    """A QR code and what it is for. `leads` is the address that a click opens, "" for a code that is no address."""

    content: str
    title: str
    words: str
    leads: str = ""


def draw_table_tents(document: Document, heading: Heading, tables: Sequence[int], scans: Sequence[Scan]) -> None:
    """Draw a tent for each table, with up to two codes: to the left of the number, and to its right."""
    paper = document.job.paper
    width, height = paper.width, paper.height / 2
    side = document.form("tent", (0, 0, width, height), lambda canvas: _side(canvas, document, heading, scans))
    for table in tables:
        with document.page(f"Table {table}" if len(tables) > 1 else "") as canvas:
            document.cuts((height,), (), width, paper.height)
            for turned in (True, False):
                canvas.saveState()
                if turned:
                    canvas.translate(width, paper.height)
                    canvas.rotate(180)
                document.stamp(side)
                for place, scan in enumerate(scans):
                    if scan.leads:
                        document.link(scan.leads, _middle(width, place) - CODE / 2, _code_foot(height), CODE, CODE)
                with document.tag("H1"):
                    _number(canvas, table, width / 2, _number_middle(height))
                canvas.restoreState()


def _number_middle(height: float) -> float:
    """The height of the number's middle above the foot of a side of this height, in points."""
    return height * 0.5


def _code_foot(height: float) -> float:
    """The lower edge of the codes, which are centered together with the text below them."""
    return _number_middle(height) - CODE / 2 + 6 * MM


def _middle(width: float, place: int) -> float:
    """The middle of the column of a code, 0 for the left one."""
    column = SIDE + COLUMN / 2 - 2 * MM
    return width - column if place else column


def _number(canvas: Canvas, table: int, x: float, middle: float) -> None:
    """Draw "Table", and the number as large as it fits between the codes."""
    text = str(table)
    size = min(NUMBER, NUMBER_WIDTH / fonts.width_of(text, BOLD, 1))
    canvas.setFillColor(GREEN)
    strokes.write(canvas, x, middle + NUMBER * CAP / 2 + 5 * MM, "TABLE", REGULAR, 20, align="center", spacing=5)
    strokes.write(canvas, x, middle - size * CAP / 2, text, BOLD, size, align="center")


def _side(canvas: Canvas, document: Document, heading: Heading, scans: Sequence[Scan]) -> None:
    """Draw what is the same on all tents: bell and rules, the codes with their text, the night."""
    width, height = document.job.paper.width, document.job.paper.height / 2
    canvas.setFillColor(GREEN)
    draw_bell(canvas, width / 2, height - TOP - 9 * MM, 9 * MM)
    draw_twin(canvas, (SIDE, width - SIDE), height - TOP - 5 * MM, 10 * MM)
    draw_pip(canvas, width / 2, FOOT, 4.6 * MM)
    draw_twin(canvas, (SIDE, width - SIDE), FOOT + 2.6 * MM, 6 * MM)
    size = document.job.text
    night = heading.both_within(width - 2 * SIDE, size)
    strokes.write(canvas, width / 2, FOOT + 9 * MM, night, REGULAR, size, align="center")
    for place, scan in enumerate(scans):
        _scan(canvas, document, scan, _middle(width, place), _code_foot(height))


def _scan(canvas: Canvas, document: Document, scan: Scan, x: float, foot: float) -> None:
    """Draw one code, its title, and its text below it."""
    qr.draw_qr(canvas, scan.content, x - CODE / 2, foot, CODE)
    canvas.setFillColor(INK)
    y = foot - qr.quiet_zone(CODE) - 0.6 * MM - document.job.size(14) * CAP
    title, size = fonts.fit(scan.title, BOLD, document.job.size(14), COLUMN, document.job.text)
    strokes.write(canvas, x, y, title, BOLD, size, align="center")
    for line in in_balance(scan.words, REGULAR, document.job.text, COLUMN, 3 if document.job.large else 2):
        y -= document.job.text * 1.32
        strokes.write(canvas, x, y, line, REGULAR, document.job.text, align="center")
