"""The night's program: one sheet, folded in half to four pages of half a sheet each. Pure values → pages.

1 is the cover, 2 what the calls pay, 3 the player's seats with boxes for the score, 4 the prizes. Imposed for folding:
4 and 1 lie beside each other on the front, 2 and 3 on the back, which is printed upright where the paper is turned
over its short edge. Page 3 is a tally card in large print, which is half a sheet anyway.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import INK, MM
from tally.paper.ornaments import draw_letterhead, draw_pip, draw_twin
from tally.paper.pages import in_balance, lines_of_name, writing_line
from tally.paper.tally_cards import Card, draw_half_page_card
from tally.rules.pay_lines import PayLine

EDGE = 13 * MM  # from the edge and from the fold to the text
TITLE, NIGHT, NIGHT_LEAST, DATE = 24.0, 40.0, 26.0, 18.0
SIZES = (18.0, 16.0, 14.0, 13.0, 12.0)  # of rules and prizes: the largest that fits
LEADING, APART = 1.25, 0.75  # between lines, and between entries, as shares of the size
CLOSE_LEADING, CLOSE_APART = 1.16, 0.3
HEAD = 34 * MM  # from the upper edge of a page to what is below its title
MOST_LINES = 9  # of an entry
NOTES = 11 * MM  # between two lines to write on


@dataclass(frozen=True, slots=True)
class Program:
    """What is the same for everybody: the club, the game and what its calls pay, how a game ends, and the prizes.

    A prize is what it is for, and what is won, "" for the honor.
    """

    club: str
    game: str
    pay: Sequence[PayLine]
    ends: str = ""
    prizes: Sequence[tuple[str, str]] = ()


def draw_programs(document: Document, heading: Heading, program: Program, cards: Sequence[Card]) -> None:
    """Draw a sheet for each player's card, both of its sides."""
    paper = document.job.paper
    for card in cards:
        label = f"{card.number} {card.name}".strip() if len(cards) > 1 else ""
        with document.page(label, across=True):
            document.folds((), 0, up=(paper.height / 2,), height=paper.width)
            with _half(document, 1):
                _cover(document, heading, program, card)
            with _half(document, 0):
                _prizes(document, program)
        with document.page(across=True):
            document.folds((), 0, up=(paper.height / 2,), height=paper.width)
            with _half(document, 0):
                _rules(document, program)
            with _half(document, 1):
                draw_half_page_card(document, heading, card)


@contextmanager
def _half(document: Document, place: int) -> Iterator[None]:
    """Draw one of the four pages, 0 for the left half of the sheet, with the origin at its lower left corner."""
    canvas = document.canvas
    canvas.saveState()
    canvas.translate(place * document.job.paper.height / 2, 0)
    yield
    canvas.restoreState()


def _cover(document: Document, heading: Heading, program: Program, card: Card) -> None:
    """Draw the cover: the motif, the club, the night and its date in the middle, the player's name at the foot."""
    canvas, width, height = document.canvas, document.job.paper.height / 2, document.job.paper.width
    middle, room, text = width / 2, width - 2 * EDGE, max(document.job.text, 16.0)
    draw_letterhead(document, (EDGE, width - EDGE), height - 28 * MM, 18 * MM, club=False)
    face = fonts.for_ceremony(heading.night)
    lines, size = lines_of_name(heading.night, face, NIGHT, room, NIGHT_LEAST, lines=4)
    y = height * 0.56 + (len(lines) - 1) * size * 0.55
    with document.tag("H1"):
        canvas.setFillColor(INK)
        for line in lines:
            strokes.write(canvas, middle, y, line, face, size, align="center")
            y -= size * 1.1
    y -= 6 * MM
    with document.tag("P"):
        date, size = fonts.fit(heading.date, REGULAR, DATE, room, text)
        if date != fonts.printable_text(heading.date):
            date = heading.date_within(room, size)
        strokes.write(canvas, middle, y, date, REGULAR, size, align="center")
    draw_pip(canvas, middle, y - 17 * MM, 7 * MM)
    y = 44 * MM
    if program.club:
        with document.tag("P"):
            canvas.setFillColor(canvas.accent)
            for index, line in enumerate(lines_of_name(program.club, REGULAR, text, room, text)[0]):
                strokes.write(canvas, middle, y - index * text * LEADING, line, REGULAR, text, align="center")
    draw_twin(canvas, (EDGE, width - EDGE), 26 * MM, 0)
    if name := fonts.written(card.name):
        with document.tag("P"):
            canvas.setFillColor(INK)
            lines, size = lines_of_name(f"{card.number} {name}", BOLD, DATE, room, document.job.text, lines=3)
            y = 15.5 * MM + max(len(lines) - 2, 0) * 7 * MM
            for index, line in enumerate(lines):
                strokes.write(canvas, middle, y - index * size * LEADING, line, BOLD, size, align="center")


def _title(document: Document, title: str) -> None:
    """Draw the title of a page between the upper edge and its entries."""
    canvas, width, height = document.canvas, document.job.paper.height / 2, document.job.paper.width
    with document.tag("H2"):
        canvas.setFillColor(INK)
        text, size = fonts.fit(title, BOLD, TITLE, width - 2 * EDGE, document.job.text)
        strokes.write(canvas, width / 2, height - 22 * MM, text, BOLD, size, align="center")
    draw_twin(canvas, (EDGE, width - EDGE), height - 27 * MM, 0)


def _rules(document: Document, program: Program) -> None:
    """Draw what the calls pay, and how a game ends."""
    _title(document, program.game)
    entries = [(line.call, line.pays[:1].upper() + line.pays[1:]) for line in program.pay]
    _entries(document, [*entries, *([("How a game ends", program.ends)] if program.ends else [])])


def _prizes(document: Document, program: Program) -> None:
    """Draw the prizes, or without any lines to write notes on."""
    _title(document, "Prizes" if program.prizes else "Notes")
    if program.prizes:
        _entries(document, program.prizes)
        return
    y = document.job.paper.width - HEAD - NOTES
    while y > 16 * MM:
        writing_line(document.canvas, EDGE, document.job.paper.height / 2 - EDGE, y)
        y -= NOTES


def _entries(document: Document, entries: Sequence[tuple[str, str]]) -> None:
    """Draw entries in the largest type in which all fit; many in one paragraph each, and then as many as fit."""
    canvas, job = document.canvas, document.job
    width, room = job.paper.height / 2 - 2 * EDGE, job.paper.width - HEAD - 13 * MM
    for setting in _settings(job.text):
        blocks = [setting.lines(entry, width) for entry in entries]
        if sum(map(setting.height, blocks)) - setting.apart <= room:
            break
    else:
        room -= setting.leading
        fitting = [total <= room for total in accumulate(map(setting.height, blocks))].count(True)
        blocks = [*blocks[:fitting], [(f"and {len(blocks) - fitting} more", REGULAR)]]
    y = job.paper.width - HEAD
    for lines in blocks:
        with document.tag("P"):
            for line, font in lines:
                y -= setting.leading
                canvas.setFillColor(canvas.accent if font == REGULAR and not setting.close else INK)
                strokes.write(canvas, EDGE, y, line, font, setting.size)
        y -= setting.apart


@dataclass(frozen=True, slots=True)
class _Setting:
    """How entries are set: the size of their type, and whether an entry is one paragraph, all close together."""

    size: float
    close: bool = False

    @property
    def leading(self) -> float:
        """From line to line, in points."""
        return self.size * (CLOSE_LEADING if self.close else LEADING)

    @property
    def apart(self) -> float:
        """Between two entries, in points."""
        return self.size * (CLOSE_APART if self.close else APART)

    def lines(self, entry: tuple[str, str], width: float) -> list[tuple[str, str]]:
        """The lines of an entry, each with its face."""
        if self.close:
            text = ": ".join(filter(None, entry))
            return [(line, REGULAR) for line in fonts.wrap(text, REGULAR, self.size, width, MOST_LINES)]
        return [
            (line, font)
            for text, font in zip(entry, (REGULAR, BOLD), strict=True)
            if text
            for line in in_balance(text, font, self.size, width, MOST_LINES)
        ]

    def height(self, lines: Sequence[object]) -> float:
        """The height of an entry and of the space below it, in points."""
        return len(lines) * self.leading + self.apart


def _settings(least: float) -> Iterator[_Setting]:
    """Settings from the largest to the closest, in type of at least so many points."""
    yield from (_Setting(size) for size in (*(size for size in SIZES if size > least), least))
    yield _Setting(least, close=True)
