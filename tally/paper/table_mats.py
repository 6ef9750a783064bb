"""Table mats: a page to lie in the middle of each table, with the four seats at its edges. Pure values → pages.

Each edge is written for who sits there: the seat, the partner, when to deal. Partners have the same mark, black spades
for North and South, red hearts for East and West, so that a plain copy tells them apart, too. North deals first in
every game (`tournament.movements.seats`), so the mat may say so.
"""

from __future__ import annotations

from collections.abc import Sequence

from tally.paper import strokes
from tally.paper.card_shapes import HEART, SPADE
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.logo import draw_logo
from tally.paper.measures import CAP, HAIRLINE, INK, MM, RED, SAFE, TWIN, Canvas
from tally.paper.ornaments import draw_motif, draw_pip, draw_shape
from tally.paper.pages import in_balance
from tally.paper.table_charts import SEATS

DEALS = ("first", "second", "third", "last")  # in the order of `SEATS`, in which the deal goes around
FRAME, RADIUS = SAFE + 1.4 * MM, 6 * MM
WORDS = FRAME + 6 * MM  # the baseline of the sentence, from the paper's edge
SENTENCE = 16.0  # points
LETTER, MARK = 96.0, 17 * MM  # size of a seat's letter, height of the marks beside it
EDGE = 54 * MM  # what the seats take of each side
NUMBER, LEADING = 138.0, 1.32
MARK_HIGH, MARK_WIDE, PIP, BESIDE = 18 * MM, 46 * MM, 6 * MM, 4 * MM  # the motif or logo; the pips beside a logo


def draw_table_mats(document: Document, heading: Heading, tables: Sequence[int], note: str = "") -> None:
    """Draw a mat for each table. `note` is a sentence below its number."""
    paper = document.job.paper
    width, height = paper.width, paper.height
    frame = document.form("mat", (0, 0, width, height), lambda canvas: _frame(canvas, width, height))
    for table in tables:
        with document.page(f"Table {table}" if len(tables) > 1 else ""):
            document.stamp(frame)
            with document.tag("H1"):
                _number(document, table, note, turned=False)
            _number(document, table, note, turned=True)
            _mark(document)
            with document.tag("P"):
                _night(document, heading)
            for seat in range(4):
                with document.tag("P"):
                    _seat(document, seat)


def _frame(canvas: Canvas, width: float, height: float) -> None:
    """Draw the frame of a playing card."""
    canvas.setStrokeColor(canvas.accent)
    for line, inset in ((1.0, FRAME), (2 * HAIRLINE, FRAME + 1.5 * TWIN)):
        canvas.setLineWidth(line)
        radius = RADIUS + FRAME - inset
        canvas.roundRect(inset, inset, width - 2 * inset, height - 2 * inset, radius, stroke=1, fill=0)


def _seat(document: Document, seat: int) -> None:
    """Write at the edge of a seat, 0 for North, turned toward who sits there."""
    canvas, job = document.canvas, document.job
    width, height = job.paper.width, job.paper.height
    name, partner = SEATS[seat], SEATS[(seat + 2) % 4]
    canvas.saveState()
    canvas.translate(*((width / 2, height), (width, height / 2), (width / 2, 0), (0, height / 2))[seat])
    canvas.rotate((180, 90, 0, -90)[seat])
    canvas.setFillColor(INK)
    above = WORDS + job.size(SENTENCE) + 3 * MM
    letter = above + job.size(18) * CAP + 5 * MM
    strokes.write(canvas, 0, letter, name[0], BOLD, LETTER, align="center")
    strokes.write(canvas, 0, above, name.upper(), BOLD, job.size(18), align="center", spacing=4)
    sentence = f"You deal {DEALS[seat]}. Your partner is {partner}."
    face, size = REGULAR if seat else BOLD, job.size(SENTENCE)
    wide = strokes.write(canvas, 0, WORDS, sentence, face, size, align="center")
    if not seat:
        with document.tags.artifact():  # as on the cards of who deals first
            canvas.circle(-wide / 2 - 3 * MM, WORDS + size * CAP / 2, 1.5 * MM, stroke=0, fill=1)
    canvas.setFillColor(RED if seat % 2 else INK)
    with document.tags.artifact():
        for side in (-1, 1):
            draw_shape(canvas, HEART if seat % 2 else SPADE, side * 30 * MM, letter + (LETTER * CAP - MARK) / 2, MARK)
    canvas.restoreState()


def _number(document: Document, table: int, note: str, *, turned: bool) -> None:
    """Write the table's number in the middle; `turned` for those who sit above."""
    canvas, job = document.canvas, document.job
    canvas.saveState()
    canvas.translate(job.paper.width / 2, job.paper.height / 2)
    canvas.rotate(180 * turned)
    canvas.setFillColor(canvas.accent)
    y = -(MARK_HIGH + 2 * job.text * LEADING) / 2 - 5.5 * MM - job.size(18) * CAP
    strokes.write(canvas, 0, y, "TABLE", REGULAR, job.size(18), align="center", spacing=5)
    y -= 5 * MM + NUMBER * CAP
    strokes.write(canvas, 0, y, str(table), BOLD, NUMBER, align="center")
    canvas.setFillColor(INK)
    for line in in_balance(note, REGULAR, job.text, job.paper.width - 2 * EDGE, 2) if note else ():
        y -= job.text * LEADING + 1 * MM
        strokes.write(canvas, 0, y, line, REGULAR, job.text, align="center")
    canvas.restoreState()


def _mark(document: Document) -> None:
    """Draw the theme's motif above the night, or the club's logo between two pips."""
    canvas, paper = document.canvas, document.job.paper
    x, foot = paper.width / 2, paper.height / 2 - MARK_HIGH / 2 + document.job.text * LEADING + 1 * MM
    wide = draw_logo(document, (x - MARK_WIDE / 2, foot, x + MARK_WIDE / 2, foot + MARK_HIGH))
    if not wide:
        draw_motif(canvas, x, foot, MARK_HIGH)
    for side in (-1, 1) if wide else ():
        draw_pip(canvas, x + side * (wide / 2 + BESIDE + PIP / 2), foot + (MARK_HIGH - PIP) / 2, PIP)


def _night(document: Document, heading: Heading) -> None:
    """Write the night and its date between both numbers, below the mark."""
    canvas, paper, size = document.canvas, document.job.paper, document.job.text
    room = paper.width - 2 * EDGE
    y = paper.height / 2 - MARK_HIGH / 2 + size * (LEADING - CAP) - 1 * MM
    canvas.setFillColor(canvas.accent)
    for line in (heading.signed_within(room, size), heading.date_within(room, size)):
        strokes.write(canvas, paper.width / 2, y, line, REGULAR, size, align="center")
        y -= size * LEADING
