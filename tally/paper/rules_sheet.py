"""The rules sheet: tonight's game on one page, to lie on every table. Pure values → PDF bytes.

The words come from the game's own entry. The page takes the largest text that fits, never less than 12 points, then
closer lines; what still does not fit goes on overleaf, and nothing is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import copy
from functools import lru_cache
from itertools import chain, groupby, pairwise, product
from typing import NamedTuple, TypeAlias

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import CAP, GREEN, HAIRLINE, INK, MM, RULE, TEXT, TWIN, Canvas
from tally.paper.ornaments import draw_pip, draw_title
from tally.paper.pages import BELOW, HEAD, SIDE, TOP, draw_foot
from tally.rules.pay_table import Cell, PayRow
from tally.rules.summary import NOTHING_DIFFERS, WHERE_OPEN, AnsweredRule, Part, PayHeadings, RulesSummary

Run: TypeAlias = tuple[str, str]  # text and its font
Text: TypeAlias = tuple[Run, ...]  # a paragraph

SIZES = (17.0, 16.0, 15.0, 14.0, 13.5, 13.0, 12.5, TEXT)
LEADINGS = (1.24, 1.16, 1.08)  # from line to line, as a share of the size; so are the gaps
TAKEN = TOP + HEAD + BELOW
MOST_STRETCH = 2.0
ROUNDING = 0.01  # points
LEAST_ROWS = 2  # of a table at the foot of a page
GAP, BREAK, PAD, GUTTER = 0.34, 0.9, 0.36, 0.8


class Section(NamedTuple):
    """A word in the margin and what it says: one paragraph, or several with a pip each."""

    label: str
    texts: tuple[Text, ...]
    pips: bool = False


class Face(NamedTuple):
    """How text is set: its size in points, and from line to line as a share of it."""

    size: float
    spread: float = LEADINGS[0]


# --- Words ------------------------------------------------------------------------------------------------


def _plain(text: str, font: str = REGULAR) -> Text:
    return ((text, font),)


def _sections(parts: Sequence[Part]) -> list[Section]:
    return [Section(part.label, tuple(map(_plain, part.paragraphs)), len(part.paragraphs) > 1) for part in parts]


def _house_rules(sheet: RulesSummary) -> Iterator[Section]:
    """The house rules that differ from the usual, and the answers to what the text leaves open."""
    yield Section("Tonight", tuple(map(_answered, sheet.tonight)) or (_plain(NOTHING_DIFFERS),), bool(sheet.tonight))
    if sheet.open:
        yield Section("Open", (_plain(WHERE_OPEN) + tuple(run for asked in sheet.open for run in _answered(asked)),))


def _answered(asked: AnsweredRule) -> Text:
    """A question and, in bold, tonight's answer."""
    kind = f"({asked.kind})" if asked.kind else ""
    return (asked.question, REGULAR), (asked.answer, BOLD), (kind, REGULAR)


# --- Setting: words into lines ----------------------------------------------------------------------------


def _set(text: Text, size: float, width: float) -> list[Text]:
    """A paragraph broken into lines, a run for every word. No last line of a single word, if another can join it."""
    lines: list[list[Run]] = [[]]
    left = width
    for words, font in text:
        for word in _curly(words).split():
            if lines[-1] and _width(word, font) * size > left:
                lines.append([])
                left = width
            lines[-1].append((word, font))
            left -= _width(word + " ", font) * size
    if len(lines) > 1 and len(lines[-1]) == 1 and len(lines[-2]) > 2:
        moved = [lines[-2][-1], lines[-1][0]]
        if sum(_width(word + " ", font) * size for word, font in moved) <= width:
            lines[-2:] = [lines[-2][:-1], moved]
    return [tuple(line) for line in lines if line]


@lru_cache(maxsize=4096)
def _width(text: str, font: str) -> float:
    return fonts.width_of(text, font, 1)


@lru_cache(maxsize=4096)
def _curly(words: str) -> str:
    """What these fonts can print, with printed quotation marks."""
    return fonts.printable_text(re.sub(r'"([^"]*)"', r"“\1”", words).replace("'", "’"))


class Table:
    """What every contract pays, its cells set in columns; `whole` when only notes are broken into lines."""

    def __init__(self, rows: Sequence[PayRow], names: PayHeadings, face: Face, width: float) -> None:
        self.face, self.size, self.leading = face, face.size, face.size * face.spread
        self.failed, size = names.failed, face.size
        heads = self.heads = ("Call", "Needs", *2 * (names.makers, names.others))
        self.pad, gutter = size * PAD * (face.spread - 0.5) / (LEADINGS[0] - 0.5), size * GUTTER
        cells = [
            [
                [_plain(row.call, BOLD), _plain(row.note)],
                [_plain(row.needs)],
                *map(_paid, row.made or ((), ())),
                *map(_paid, row.set or ((), ())),
            ]
            for row in rows
        ]
        columns = [[_plain(heads[index]), *chain(*column)] for index, column in enumerate(zip(*cells, strict=True))]
        words, lines = (
            [
                max(_widest(head, size, True), *(_widest(text, size, whole) for text in column)) + gutter
                for head, *column in columns
            ]
            for whole in (False, True)
        )
        calls = [_plain(heads[0]), *(cell[0][0] for cell in cells)]  # without the notes, which may break anywhere
        short = [max(words[0], *(_widest(call, size, True) + gutter for call in calls)), *lines[1:]]
        self.whole, self.fits = sum(short) <= width, sum(words) <= width
        wide = _shared(short if self.whole else words, lines, width)
        self.edges = [sum(wide[:column]) for column in range(7)]
        self.rows = [
            [
                [line for text in cell for line in _set(text, size, room - gutter)]
                for cell, room in zip(row, wide, strict=True)
            ]
            for row in cells
        ]
        self.head = 2 * (self.leading + self.pad)
        self.row_heights = [max(map(len, row)) * self.leading + 2 * self.pad for row in self.rows]
        self.height = self.head + sum(self.row_heights)

    def split(self, left: float, room: float) -> Iterator[Table]:
        """The table in several with the same head: what there is `left` on a page, then as a page has `room`."""
        first = 0
        if self.head + sum(self.row_heights[:LEAST_ROWS]) > left:
            left = room
        while first < len(self.rows):
            last = first + 1
            while last < len(self.rows) and self.head + sum(self.row_heights[first : last + 1]) <= left + ROUNDING:
                last += 1
            part = copy(self)
            part.rows, part.row_heights = self.rows[first:last], self.row_heights[first:last]
            part.height = self.head + sum(part.row_heights)
            yield part
            first, left = last, room


def _paid(cell: Cell) -> list[Text]:
    items: list[Text] = [((size, REGULAR if size == "0" else BOLD), (words, REGULAR)) for size, words in cell]
    return [_plain("–")] if cell == (("0", ""),) else items


def _widest(text: Text, size: float, whole: bool) -> float:
    """The width of a paragraph on one line, or of its widest word."""
    widths = [_width(word + " ", font) * size for run, font in text for word in _curly(run).split()]
    return sum(widths) if whole else max(widths, default=0.0)


def _shared(least: Sequence[float], usual: Sequence[float], width: float) -> list[float]:
    """Widths of columns: what they ask for up to a common bound, as high as there is room for; the rest to all."""
    low, bound, both = 0.0, width, list(zip(least, usual, strict=True))
    for _ in range(40):
        middle = (low + bound) / 2
        asked = sum(max(one, min(other, middle)) for one, other in both)
        low, bound = (middle, bound) if asked <= width else (low, middle)
    wide = [max(one, min(other, low)) for one, other in both]
    return [each + (width - sum(wide)) / len(wide) for each in wide]


def _table_of(tables: Sequence[Table], face: Face) -> Table:
    """The table as large as the text, or up to two points smaller if that keeps its cells whole."""
    near = [table for table in tables if face.size - 2 <= table.size <= face.size and table.face.spread == face.spread]
    return next((table for table in near if table.whole), near[0])


class SetSection:
    """A section broken into lines: for every paragraph its lines."""

    def __init__(self, section: Section, face: Face, left: float, width: float) -> None:
        self.label, self.pips, self.size, self.leading = section.label, section.pips, face.size, face.size * face.spread
        size = face.size
        self.left = left + (size if section.pips else 0)
        self.texts = [_set(text, size, width - self.left) for text in section.texts]
        self.height = sum(map(len, self.texts)) * self.leading

    def paragraphs(self) -> Iterator[SetSection]:
        """The section as one for every paragraph; only the first has the word in the margin."""
        for index, text in enumerate(self.texts):
            part = copy(self)
            part.label, part.texts, part.height = self.label if not index else "", [text], len(text) * self.leading
            yield part


class Page:
    """Everything under the title, set at one size; `whole` as its table."""

    def __init__(self, above: list[Section], table: Table, below: list[Section], width: float, face: Face) -> None:
        size = face.size
        left = max(fonts.width_of(part.label, BOLD, size) for part in (*above, *below)) + size
        before, behind = ([SetSection(part, face, left, width) for part in each] for each in (above, below))
        self.parts: list[SetSection | Table] = [*before, table, *behind]
        self.gaps = [size * (BREAK if table in pair else GAP) for pair in pairwise(self.parts)]
        self.height = sum(part.height for part in self.parts) + sum(self.gaps)
        self.fits, self.whole = table.fits, table.whole

    def pieces(self, room: float) -> Iterator[tuple[SetSection | Table, float]]:
        """What goes onto pages of so much `room`, one below the other, and the space below each; all in points."""
        stretch = 1 + max(0.0, min((room - self.height) / sum(self.gaps), MOST_STRETCH))
        for part, gap in zip(self.parts, (*self.gaps, 0.0), strict=True):
            pieces: list[SetSection | Table] = [*([part] if isinstance(part, Table) else part.paragraphs())]
            yield from ((piece, gap * stretch if piece is pieces[-1] else 0.0) for piece in pieces)


# --- Drawing ----------------------------------------------------------------------------------------------


def draw_rules_sheet(document: Document, heading: Heading, name: str, sheet: RulesSummary) -> None:
    """The rules of tonight's game, called `name`, on one page unless a club has very much to say."""
    width, height = document.job.room
    page = _page(sheet, width, height)
    across = not page.fits  # in large print some tables of pay take the paper's long side
    if across:
        width, height = height, width
        page = _page(sheet, width, height)
    sides = list(_sides(page, height - TAKEN))
    for number, pieces in enumerate(sides, 1):
        with document.page(f"Page {number}" if len(sides) > 1 else "", across=across, enlarged=True) as canvas:
            with document.tag("P" if number > 1 else "H1"):
                y = _new_page(canvas, (width, height), heading, name)
            for part, space in pieces:
                with document.tag("P"):
                    if isinstance(part, Table):
                        _table(canvas, part, y)
                    else:
                        _section(canvas, part, y)
                y -= part.height + space


def _sides(page: Page, room: float) -> Iterator[list[tuple[SetSection | Table, float]]]:
    """What stands on each side of paper that has so much `room`, in points: pieces and the space below each."""
    side: list[tuple[SetSection | Table, float]] = []
    left = room
    for whole, space in page.pieces(room):
        for part in whole.split(left, room) if isinstance(whole, Table) and whole.height > left + ROUNDING else [whole]:
            if side and part.height > left + ROUNDING:
                yield side
                side, left = [], room
            side.append((part, space))
            left -= part.height + space
    yield side


def _page(sheet: RulesSummary, paper_width: float, paper_height: float) -> Page:
    """The largest setting that fits, with as much between the lines as there is room for; else the closest."""
    width, before = paper_width - 2 * SIDE, _sections(sheet.before)
    after = [*_sections(sheet.after), *_house_rules(sheet)]
    faces = [Face(size) for size in SIZES], *([Face(TEXT, spread)] for spread in LEADINGS[1:])
    tables = [Table(sheet.pay, sheet.heads, face, width) for face in chain(*faces)]
    for whole, face in chain(*(product((True, False), each) for each in faces)):
        page = Page(before, _table_of(tables, face), after, width, face)
        if page.fits and page.whole >= whole and page.height <= paper_height - TAKEN:
            break
    return page


def _new_page(canvas: Canvas, room: tuple[float, float], heading: Heading, name: str) -> float:
    """The title and the foot's ornament; where the first line stands, in points from the lower edge."""
    width, height = room
    draw_title(canvas, width, SIDE, height - TOP, _curly(name), "TONIGHT’S RULES", heading.both)
    draw_foot(canvas, width)
    return height - TOP - HEAD


def _section(canvas: Canvas, part: SetSection, top: float) -> None:
    y = top - (part.leading + part.size * CAP) / 2
    canvas.setFillColor(GREEN)
    strokes.write(canvas, SIDE, y, part.label, BOLD, part.size)
    for lines in part.texts:
        if part.pips:
            draw_pip(canvas, SIDE + part.left - part.size * 0.72, y - part.size * 0.02, part.size * 0.7)
        canvas.setFillColor(INK)
        for line in lines:
            _write(canvas, SIDE + part.left, y, line, part.size)
            y -= part.leading


def _table(canvas: Canvas, table: Table, top: float) -> None:
    """The frame with a playing card's corners, the names of the columns, a hairline under every row but the last."""
    _frame(canvas, table, top)
    inset = table.size * GUTTER / 2
    canvas.setFillColor(GREEN)
    y = top - table.pad - (table.leading + table.size * CAP) / 2
    for column, head in ((2, "Made"), (4, table.failed)):
        strokes.write(canvas, SIDE + table.edges[column] + inset, y, head, BOLD, table.size)
    for edge, head in zip(table.edges, table.heads, strict=False):
        strokes.write(canvas, SIDE + edge + inset, y - table.leading, head, REGULAR, table.size)
    canvas.setFillColor(INK)
    foot = top - table.head
    for row, height in zip(table.rows, table.row_heights, strict=True):
        for edge, lines in zip(table.edges, row, strict=False):
            y = foot - table.pad - (table.leading + table.size * CAP) / 2
            for line in lines:
                _write(canvas, SIDE + edge + inset, y, line, table.size)
                y -= table.leading
        foot -= height


def _frame(canvas: Canvas, table: Table, top: float) -> None:
    right, foot = SIDE + table.edges[-1], top - table.height
    canvas.setStrokeColor(GREEN)
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


def _write(canvas: Canvas, x: float, y: float, line: Text, size: float) -> None:
    """A line of words, those of one font together."""
    for font, run in groupby(line, key=lambda word: word[1]):
        x += strokes.write(canvas, x, y, " ".join(word for word, _ in run) + " ", font, size)
