"""The treasurer's sheet: a night's cash as a ledger, to sign and to file. Pure values → pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from enum import StrEnum

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import HAIRLINE, INK, MM, RULE, TEXT
from tally.paper.ornaments import draw_title
from tally.paper.pages import BELOW, HEAD, SIDE, TOP, draw_foot, writing_line

LEADING, ROOM = TEXT * 1.25, 3.2 * MM  # from line to line; above and below the text of a row
COLUMN = 30 * MM  # for amounts, each


class RowKind(StrEnum):
    """How a row is set."""

    HEAD = "head"  # names the columns, or begins a part
    ROW = "row"
    TOTAL = "total"  # bold, under a thick rule
    NOTE = "note"  # a sentence as wide as the page
    SIGN = "sign"  # a line to write on


ABOVE = {RowKind.HEAD: 4 * MM, RowKind.SIGN: 8 * MM}  # room before a part, and to write
MOST_LINES = {RowKind.NOTE: 60}  # of a row's text, where that is not 4


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A row: a text, and amounts in two columns."""

    text: str
    came_in: str = ""
    went_out: str = ""
    kind: RowKind = RowKind.ROW


class _Set:
    """A row as it is set on a page of this width: its lines of text and its height."""

    def __init__(self, row: LedgerRow, width: float) -> None:
        self.row, self.bold = row, row.kind in (RowKind.HEAD, RowKind.TOTAL)
        room = width - 2 * SIDE - (0 if row.kind is RowKind.NOTE else 2 * COLUMN + 4 * MM)
        self.lines = fonts.wrap(row.text, BOLD if self.bold else REGULAR, TEXT, room, MOST_LINES.get(row.kind, 4))
        self.height = len(self.lines) * LEADING + ROOM + ABOVE.get(row.kind, 0)


def draw_treasurer(document: Document, heading: Heading, rows: Sequence[LedgerRow]) -> None:
    """Draw the rows in their order, on as many pages as they need."""
    width, height = document.job.room
    top = height - TOP - HEAD
    every = [_Set(row, width) for row in rows]
    pages = _pages(every, top - BELOW)
    for number, page in enumerate(pages, 1):
        with document.page(f"Page {number}" if len(pages) > 1 else "", enlarged=True) as canvas:
            draw_title(document, width, SIDE, height - TOP, "Cash", "TREASURER’S SHEET", heading.both)
            y = top
            for is_table, part in _parts(page):
                with document.table() if is_table else nullcontext():
                    for one in part:
                        y -= one.height
                        _draw_row(document, one, width, y)
            draw_foot(canvas, width, number, len(pages))


def _pages(every: Sequence[_Set], room: float) -> list[list[_Set]]:
    """Fill one page after the other: the sums come first, and the lines go on for as long as they need."""
    pages: list[list[_Set]] = [[]]
    left = room
    for one in every:
        if one.height > left and pages[-1]:
            pages.append([])
            left = room
        pages[-1].append(one)
        left -= one.height
    return pages


def _parts(rows: Sequence[_Set]) -> Iterator[tuple[bool, list[_Set]]]:
    """Split the rows of a page into tables, each of which begins with a head, and what is none."""
    part, was_table = list[_Set](), False
    for one in rows:
        is_table = one.row.kind not in (RowKind.NOTE, RowKind.SIGN)
        if part and (one.row.kind is RowKind.HEAD or is_table is not was_table):
            yield was_table, part
            part = []
        part.append(one)
        was_table = is_table
    if part:
        yield was_table, part


def _draw_row(document: Document, one: _Set, width: float, foot: float) -> None:
    """Draw a row with its lower edge at `foot`."""
    canvas, row, font = document.canvas, one.row, BOLD if one.bold else REGULAR
    canvas.setFillColor(canvas.accent if row.kind is RowKind.HEAD else INK)
    baseline = foot + one.height - ABOVE.get(row.kind, 0) - ROOM / 2 - TEXT
    if row.kind is RowKind.SIGN:
        left = SIDE + fonts.width_of(row.text, REGULAR, TEXT) + 4 * MM
        writing_line(canvas, left, width - SIDE, baseline - 1 * MM)
    head, is_cell = row.kind is RowKind.HEAD, row.kind not in (RowKind.NOTE, RowKind.SIGN)
    with document.row(head=head) if is_cell else nullcontext():
        with document.cell("Column" if head else "Row") if is_cell else document.tag("P"):
            for index, line in enumerate(one.lines):
                strokes.write(canvas, SIDE, baseline - index * LEADING, line, font)
        for text, right in ((row.came_in, width - SIDE - COLUMN), (row.went_out, width - SIDE)) if is_cell else ():
            with document.cell("Column" if head else ""):
                strokes.write(canvas, right, baseline, fonts.printable_text(text), font, align="right")
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(RULE if row.kind in (RowKind.HEAD, RowKind.TOTAL) else HAIRLINE)
    if row.kind in (RowKind.ROW, RowKind.HEAD):
        canvas.line(SIDE, foot, width - SIDE, foot)
    elif row.kind is RowKind.TOTAL:
        canvas.line(SIDE, foot + one.height, width - SIDE, foot + one.height)
