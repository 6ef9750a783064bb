"""The rules sheet: tonight's game for every table, on the back how it is played. Pure values → PDF bytes.

The text comes from the game's own entry. Each side is set as large as it fits, never below 12 points, then with closer
lines; what still does not fit goes on another page, and nothing is left out.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from itertools import groupby

from tally.paper import strokes
from tally.paper.document import Document, Heading
from tally.paper.example_page import draw_example
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import CAP, HAIRLINE, INK, MM, RULE, TEXT, TWIN, Canvas
from tally.paper.ornaments import draw_pip, draw_title
from tally.paper.pages import HEAD, SIDE, TOP, draw_foot
from tally.paper.playing_cards import WIDTH, draw_card
from tally.paper.rules_setting import (
    GUTTER,
    LEADINGS,
    TAKEN,
    CardRow,
    Page,
    SetSection,
    Table,
    Text,
    curly,
    pages_of,
    set_how_to_play,
    set_page,
)
from tally.rules.examples import ShownExample
from tally.rules.summary import RulesSummary


def draw_rules_sheet(
    document: Document, heading: Heading, name: str, sheet: RulesSummary, example: ShownExample | None = None
) -> None:
    """Draw the rules of tonight's game, called `name`, on one page unless they are very long; then how it is played.

    A hand as an example, where there is one, has the last page.
    """
    if heading.night == name:
        heading = replace(heading, night="")
    width, height = document.job.room
    page = set_page(sheet, width, height)
    across = not page.fits  # in large print some pay tables need landscape
    if across:
        page = set_page(sheet, height, width)
    _draw_pages(document, page, heading, (name, "TONIGHT’S RULES"), across=across)
    _draw_pages(document, set_how_to_play(sheet, width, height), heading, (name, "HOW TO PLAY"), across=False)
    if example:
        draw_example(document, heading, name, example)


def _draw_pages(document: Document, page: Page, heading: Heading, title: tuple[str, str], *, across: bool) -> None:
    """Draw a side of the sheet, under its name and what is on it, on as many pages as it takes."""
    width, height = reversed(document.job.room) if across else document.job.room
    sides = list(pages_of(page, height - TAKEN))
    for number, pieces in enumerate(sides, 1):
        label = title[1].capitalize() + (f", page {number}" if len(sides) > 1 else "")
        with document.page(label, across=across, enlarged=True) as canvas:
            with nullcontext() if number == 1 else document.tags.artifact():
                draw_title(document, width, SIDE, height - TOP, curly(title[0]), title[1], heading.both)
            draw_foot(canvas, width)
            y = height - TOP - HEAD
            for part, space in pieces:
                if isinstance(part, Table):
                    draw_pay_table(document, part, y)
                elif isinstance(part, CardRow):
                    _cards(document, part, y)
                else:
                    _section(document, part, y)
                y -= part.height + space


def _section(document: Document, part: SetSection, top: float) -> None:
    """Draw a section: its label is a heading, what has pips a list."""
    canvas, y = document.canvas, top - (part.leading + part.size * CAP) / 2
    with document.tag("H2"):
        canvas.setFillColor(canvas.accent)
        strokes.write(canvas, SIDE, y, part.label, BOLD, part.size)
    if part.heading:
        y -= part.leading
    with document.tag("L") if part.pips else nullcontext():
        for lines in part.texts:
            if part.pips:
                draw_pip(canvas, SIDE + part.left - part.size * 0.72, y - part.size * 0.02, part.size * 0.7)
            canvas.setFillColor(INK)
            with document.tag("LI") if part.pips else nullcontext(), document.tag("LBody" if part.pips else "P"):
                for line in lines:
                    write_line(canvas, SIDE + part.left, y, line, part.size)
                    y -= part.leading


def draw_pay_table(document: Document, table: Table, top: float) -> None:
    """Draw a pay table below `top`: a frame with a playing card's corners, the column heads, hairlines between rows."""
    canvas = document.canvas
    _frame(canvas, table, top)
    inset = table.size * GUTTER / 2
    with document.table():
        canvas.setFillColor(canvas.accent)
        y = top - table.pad - (table.leading + table.size * CAP) / 2
        with document.row(head=True):
            document.empty_cells(2)
            for column, head in ((2, "Made"), (4, table.failed)):
                with document.cell("Column", span=2):
                    strokes.write(canvas, SIDE + table.edges[column] + inset, y, head, BOLD, table.size)
        with document.row(head=True):
            for edge, head in zip(table.edges, table.heads, strict=False):
                with document.cell("Column"):
                    strokes.write(canvas, SIDE + edge + inset, y - table.leading, head, REGULAR, table.size)
        canvas.setFillColor(INK)
        foot = top - table.head
        for row, height in zip(table.rows, table.row_heights, strict=True):
            with document.row():
                for column, (edge, lines) in enumerate(zip(table.edges, row, strict=False)):
                    y = foot - table.pad - (table.leading + table.size * CAP) / 2
                    with document.cell("" if column else "Row"):
                        for line in lines:
                            write_line(canvas, SIDE + edge + inset, y, line, table.size)
                            y -= table.leading
            foot -= height


def _cards(document: Document, row: CardRow, top: float) -> None:
    canvas = document.canvas
    with document.tag("H2"):
        canvas.setFillColor(canvas.accent)
        strokes.write(canvas, SIDE, top - (row.height + row.size * CAP) / 2, row.label, BOLD, row.size)
    left, right = SIDE + row.left, SIDE + row.left + (len(row.cards) - 1) * row.step + row.height * WIDTH
    with document.figure(", ".join(card.name for card in row.cards), (left, top - row.height, right, top)):
        for place, card in enumerate(row.cards):
            draw_card(canvas, SIDE + row.left + place * row.step, top - row.height, row.height, card)
    with document.tag("P"):
        canvas.setFillColor(INK)
        y = top - (row.height + TEXT * CAP) / 2 + (len(row.caption) - 1) * TEXT * LEADINGS[-1] / 2
        for line in row.caption:
            write_line(canvas, SIDE + row.beside, y, line, TEXT)
            y -= TEXT * LEADINGS[-1]


def _frame(canvas: Canvas, table: Table, top: float) -> None:
    right, foot = SIDE + table.edges[-1], top - table.height
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(HAIRLINE)
    y = top - table.head
    canvas.line(SIDE, y - TWIN, right, y - TWIN)
    for height in table.row_heights[:-1]:
        y -= height
        canvas.line(SIDE, y, right, y)
    for column in (2, 4):
        canvas.line(SIDE + table.edges[column], top, SIDE + table.edges[column], foot)
    canvas.setLineWidth(RULE)
    canvas.line(SIDE, top - table.head, right, top - table.head)
    canvas.roundRect(SIDE + RULE / 2, foot, right - SIDE - RULE, top - foot, 3.2 * MM, stroke=1, fill=0)


def write_line(canvas: Canvas, x: float, y: float, line: Text, size: float) -> None:
    """Write a line of words, joining neighbors of one font."""
    for font, run in groupby(line, key=lambda word: word[1]):
        x += strokes.write(canvas, x, y, " ".join(word for word, _ in run) + " ", font, size)
