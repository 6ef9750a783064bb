"""The rules sheet's text, set in lines and columns at the largest size that fits; see `rules_sheet`."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from copy import copy
from functools import lru_cache
from itertools import chain, count, pairwise, product
from typing import NamedTuple, TypeAlias

from tally.paper import fonts
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import TEXT
from tally.paper.pages import BELOW, HEAD, SIDE, TOP
from tally.paper.playing_cards import WIDTH
from tally.rules.cards import Card
from tally.rules.pay_table import Cell, PayRow
from tally.rules.summary import (
    NOTHING_DIFFERS,
    OUR_OWN_RULES,
    WHERE_OPEN,
    AnsweredRule,
    PayHeadings,
    RulesSummary,
)
from tally.rules.wording import Part

Run: TypeAlias = tuple[str, str]  # text and its font
Text: TypeAlias = tuple[Run, ...]  # a paragraph

SIZES = (17.0, 16.0, 15.0, 14.0, 13.5, 13.0, 12.5, TEXT)
LEADINGS = (1.24, 1.16, 1.08)  # from line to line, as a share of the size; so are the gaps
TAKEN = TOP + HEAD + BELOW
MOST_STRETCH = 2.0
ROUNDING = 0.01  # points
MOST_LINES = 12  # of a paragraph that stays on one page
CLOSE = 1.1  # the closest lines of how the game is played
LEAST_BESIDE = 72.0  # the width of a caption beside the trumps, points
LEAST_ROWS = 2  # of a table at the foot of a page
CARD, APART = 2.6, 1.1  # a playing card's height, as a share of the text's size; from card to card, of its width
GAP, BREAK, PAD, GUTTER = 0.34, 0.9, 0.36, 0.8


class Section(NamedTuple):
    """A label in the margin, or a heading above, and its text: one paragraph, or several with a pip each."""

    label: str
    texts: tuple[Text, ...]
    pips: bool = False
    heading: bool = False


class Face(NamedTuple):
    """How text is set: its size in points, and the line height as a share of it."""

    size: float
    spread: float = LEADINGS[0]

    @property
    def leading(self) -> float:
        """From line to line, in points."""
        return self.size * self.spread


def _plain(text: str, font: str = REGULAR) -> Text:
    return ((text, font),)


def _sections(parts: Sequence[Part]) -> list[Section]:
    return [Section(part.label, tuple(map(_plain, part.paragraphs)), len(part.paragraphs) > 1) for part in parts]


def _house_rules(sheet: RulesSummary) -> Iterator[Section]:
    """The house rules that differ from the default, and the answers to what the game's text leaves open."""
    yield Section("Tonight", tuple(map(_answered, sheet.tonight)) or (_plain(NOTHING_DIFFERS),), bool(sheet.tonight))
    if sheet.open:
        yield Section("Open", (_plain(WHERE_OPEN) + tuple(run for asked in sheet.open for run in _answered(asked)),))


def _own_rules(sheet: RulesSummary) -> Iterator[Section]:
    """The club's own rules, if it has any."""
    if sheet.own:
        yield Section(OUR_OWN_RULES, tuple(map(_plain, sheet.own)), pips=len(sheet.own) > 1, heading=True)


def _answered(asked: AnsweredRule) -> Text:
    """A question and, in bold, tonight's answer."""
    kind = f"({asked.kind})" if asked.kind else ""
    return (asked.question, REGULAR), (asked.answer, BOLD), (kind, REGULAR)


def set_lines(text: Text, size: float, width: float) -> list[Text]:
    """Break a paragraph into lines, with a run for every word; avoid a last line of a single word."""
    lines: list[list[Run]] = [[]]
    left = width
    for words, font in text:
        for word in chain(*(_pieces(word, font, size, width) for word in curly(words).split())):
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


def _pieces(word: str, font: str, size: float, width: float) -> list[str]:
    """A word in pieces that fit on a line: a club may print a long address among its own rules."""
    pieces = []
    while word and _width(word, font) * size > width:  # a column of a table that is tried may have no width at all
        end = max(1, bisect(range(1, len(word) + 1), width, key=lambda end: _width(word[:end], font) * size))
        pieces.append(word[:end])
        word = word[end:]
    return [*pieces, word] if word else pieces


@lru_cache(maxsize=4096)
def _width(text: str, font: str) -> float:
    return fonts.width_of(text, font, 1)


@lru_cache(maxsize=4096)
def curly(words: str) -> str:
    """A text as these fonts can print it, with typographic quotation marks."""
    return fonts.printable_text(re.sub(r'"([^"]*)"', r"“\1”", words).replace("'", "’"))


class Table:
    """The pay table, its cells set in columns; `whole` when only notes are broken into lines."""

    def __init__(self, rows: Sequence[PayRow], names: PayHeadings, face: Face, width: float) -> None:
        self.face, self.size, self.leading = face, face.size, face.leading
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
        wide = _column_widths(short if self.whole else words, lines, width)
        self.edges = [sum(wide[:column]) for column in range(7)]
        self.rows = [
            [
                [line for text in cell for line in set_lines(text, size, room - gutter)]
                for cell, room in zip(row, wide, strict=True)
            ]
            for row in cells
        ]
        self.head = 2 * (self.leading + self.pad)
        self.row_heights = [max(map(len, row)) * self.leading + 2 * self.pad for row in self.rows]
        self.height = self.head + sum(self.row_heights)

    def split(self, left: float, room: float) -> Iterator[Table]:
        """Split the table into several with the same head: the first fits into `left`, the others into `room`."""
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
    widths = [_width(word + " ", font) * size for run, font in text for word in curly(run).split()]
    return sum(widths) if whole else max(widths, default=0.0)


def _column_widths(least: Sequence[float], usual: Sequence[float], width: float) -> list[float]:
    """Widths of columns: what they need up to a common limit, as high as possible; the rest is split among all."""
    low, bound, both = 0.0, width, list(zip(least, usual, strict=True))
    for _ in range(40):
        middle = (low + bound) / 2
        asked = sum(max(one, min(other, middle)) for one, other in both)
        low, bound = (middle, bound) if asked <= width else (low, middle)
    wide = [max(one, min(other, low)) for one, other in both]
    return [each + (width - sum(wide)) / len(wide) for each in wide]


def _table_of(tables: Sequence[Table], face: Face) -> Table:
    """Set the table as large as the text, or up to two points smaller if that keeps its cells whole."""
    near = [table for table in tables if face.size - 2 <= table.size <= face.size and table.face.spread == face.spread]
    return next((table for table in near if table.whole), near[0])


class SetSection:
    """A section broken into lines, by paragraph."""

    def __init__(self, section: Section, face: Face, left: float, width: float) -> None:
        self.label, self.pips, self.size, self.leading = section.label, section.pips, face.size, face.leading
        size, self.heading = face.size, section.heading
        self.left = left + (size if section.pips else 0)
        self.texts = [set_lines(text, size, width - self.left) for text in section.texts]
        self.height = (sum(map(len, self.texts)) + self.heading) * self.leading

    def paragraphs(self) -> Iterator[SetSection]:
        """Split the section by paragraph, and a long one into several; only the first has the label or the heading."""
        for index, text in enumerate(self.texts):
            for first in range(0, len(text), MOST_LINES):
                part = copy(self)
                part.label, part.heading = ("", False) if index or first else (self.label, self.heading)
                part.pips, part.texts = self.pips and not first, [text[first : first + MOST_LINES]]
                part.height = (len(part.texts[0]) + part.heading) * self.leading
                yield part


class CardRow:
    """The trumps as a row of playing cards, `step` points apart; the caption beside them, where there is room."""

    label, fits, whole = "Trumps", True, True

    def __init__(self, cards: Sequence[Card], caption: str, size: float, left: float, width: float) -> None:
        self.cards, self.size, self.left = cards, size, left
        self.step = min(size * CARD * WIDTH * APART, (width - left) / len(cards))
        self.height = self.step / APART / WIDTH
        self.beside = left + len(cards) * self.step + size / 2
        room = width - self.beside
        lines = set_lines(_plain(caption), TEXT, room) if room > LEAST_BESIDE else []
        self.caption = lines if len(lines) * TEXT * LEADINGS[-1] <= self.height else []

    def paragraphs(self) -> Iterator[CardRow]:
        """The row itself, which is not split."""
        yield self


def _margin(sections: Sequence[Section], size: float) -> float:
    """How far the text is from the left edge, so that every label fits beside it."""
    return max(fonts.width_of(part.label, BOLD, size) for part in sections if not part.heading) + size


SetPart: TypeAlias = "SetSection | Table | CardRow"


class Page:
    """Everything under the title, set at one size; `whole` has the meaning of its table's."""

    def __init__(
        self, above: list[Section], table: Table | CardRow, below: list[Section], width: float, face: Face
    ) -> None:
        size = face.size
        left = _margin((*above, *below), size)
        before, behind = ([SetSection(part, face, left, width) for part in each] for each in (above, below))
        self.parts: list[SetPart] = [*before, table, *behind]
        around = BREAK if isinstance(table, Table) else GAP
        self.gaps = [size * (around if table in pair else GAP) for pair in pairwise(self.parts)]
        self.height = sum(part.height for part in self.parts) + sum(self.gaps)
        self.fits, self.whole = table.fits, table.whole

    def pieces(self, room: float) -> Iterator[tuple[SetPart, float]]:
        """The pieces for pages with this much `room`, from the top, and the space below each; all in points."""
        stretch = 1 + max(0.0, min((room - self.height) / sum(self.gaps), MOST_STRETCH))
        for part, gap in zip(self.parts, (*self.gaps, 0.0), strict=True):
            pieces: list[SetPart] = [*([part] if isinstance(part, Table) else part.paragraphs())]
            yield from ((piece, gap * stretch if piece is pieces[-1] else 0.0) for piece in pieces)


def set_page(sheet: RulesSummary, paper_width: float, paper_height: float) -> Page:
    """The largest setting that fits, with the widest line spacing that fits; else the tightest."""
    width, before = paper_width - 2 * SIDE, _sections(sheet.before)
    after = [*_sections(sheet.after), *_house_rules(sheet), *_own_rules(sheet)]
    faces = [Face(size) for size in SIZES], *([Face(TEXT, spread)] for spread in LEADINGS[1:])
    tables = [Table(sheet.pay, sheet.heads, face, width) for face in chain(*faces)]
    for whole, face in chain(*(product((True, False), each) for each in faces)):
        page = Page(before, _table_of(tables, face), after, width, face)
        if page.fits and page.whole >= whole and page.height <= paper_height - TAKEN:
            break
    return page


def set_how_to_play(sheet: RulesSummary, paper_width: float, paper_height: float) -> Page:
    """The largest setting of how the game is played that fits on one page, or else on as few as possible.

    Never with the closest lines: another page is easier to read.
    """
    sections, width = _sections(sheet.how_to_play), paper_width - 2 * SIDE
    ranks = 1 + next(place for place, part in enumerate(sheet.how_to_play) if part.label == "Rank")
    faces = (*map(Face, SIZES), Face(TEXT, LEADINGS[1]), Face(TEXT, CLOSE))
    for most in count(1):
        for face in faces:
            cards = CardRow(sheet.trumps, sheet.trumps_caption, face.size, _margin(sections, face.size), width)
            page = Page(sections[:ranks], cards, sections[ranks:], width, face)
            if len(list(pages_of(page, paper_height - TAKEN))) <= most:
                return page
    raise AssertionError("unreachable")


def pages_of(page: Page, room: float) -> Iterator[list[tuple[SetPart, float]]]:
    """The content of each page with this much `room`, in points: pieces and the space below each."""
    side: list[tuple[SetPart, float]] = []
    left = room
    for whole, space in page.pieces(room):
        for part in whole.split(left, room) if isinstance(whole, Table) and whole.height > left + ROUNDING else [whole]:
            if side and part.height > left + ROUNDING:
                yield side
                side, left = [], room
            side.append((part, space))
            left -= part.height + space
    yield side
