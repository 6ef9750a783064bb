"""The night's program: one sheet, folded in half to four pages of half a sheet each. Pure values → pages.

1 is the cover, 2 what the calls pay, 3 the player's seats with boxes for the score, 4 the prizes. Imposed for folding:
4 and 1 lie beside each other on the front, 2 and 3 on the back, which is printed upright where the paper is turned
over its short edge. Page 3 is a tally card in large print, which is half a sheet anyway; in ordinary size it is a tenth
smaller, for margins of half an inch. Its other pages but the cover have the same frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate

from tally.paper import fonts, strokes
from tally.paper.blocks import Block, Line, centered, draw_blocks
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import CAP, INK, LARGE, MM, NUMBER, SAFE, TEXT
from tally.paper.ornaments import draw_letterhead, draw_motif, draw_pip, draw_twin
from tally.paper.pages import in_balance, lines_of_name, writing_line
from tally.paper.tally_cards import Card, draw_half_page_card
from tally.rules.pay_lines import PayLine

EDGE = (
    12.7 * MM
)  # half an inch, from the edge and from the fold to the text; in large print the card has no room for it
TITLE, NIGHT, NIGHT_LEAST, DATE = 24.0, 40.0, 26.0, 18.0
SIZES = (22.0, 20.0, 18.0, 16.0, 14.0, 13.0, 12.0)  # of rules and prizes: the largest that fits
LEADING, APART = 1.25, 0.75  # between lines, and between entries, as shares of the size
CLOSE_LEADING, CLOSE_APART = 1.16, 0.3
RULE_BELOW, HEAD = 5 * MM, 9 * MM  # from a title's baseline to the rule below it, and to the entries
INSET = 1.4 * MM  # from the frame of a page to its entries
MOST_GAP = 14 * MM  # between two parts of the cover
COVER_NAME, NAME_LINE = 15.5 * MM, 60 * MM  # the baseline of the player's name on the cover; a line to write it on
MOST_LINES = 9  # of an entry
NOTES = 11 * MM  # between two lines to write on
PIP, MOTIF = 7 * MM, 16 * MM  # how high the cover's pip is, and the motif in its place where the head has a logo


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
            document.folds(up=(paper.height / 2,), height=paper.width)
            with _half(document, 1):
                _cover(document, heading, program, card)
            with _half(document, 0):
                _prizes(document, program)
        with document.page(across=True):
            document.folds(up=(paper.height / 2,), height=paper.width)
            with _half(document, 0):
                _rules(document, program)
            with _half(document, 1):
                frame = _Frame.of(document)
                document.canvas.translate(frame.left - SAFE * frame.scale, frame.foot - SAFE * frame.scale)
                document.canvas.scale(frame.scale, frame.scale)
                draw_half_page_card(document, heading, card, cards)


@dataclass(frozen=True, slots=True)
class _Frame:
    """The frame of a page, in points from its lower left corner, and the scale at which the card fills it."""

    left: float
    right: float
    foot: float
    top: float
    scale: float

    @classmethod
    def of(cls, document: Document) -> _Frame:
        """The same for every page but the cover: as wide as the margins allow, and as high as the card then is."""
        width, height = document.job.paper.height / 2, document.job.paper.width
        edge = SAFE if document.job.large else EDGE
        scale = (width - 2 * edge) / (width - 2 * SAFE)
        foot = height / 2 - (height / 2 - SAFE) * scale
        return cls(edge, width - edge, foot, height - foot, scale)

    @property
    def title(self) -> float:
        """The baseline of a title: that of the card's number and name."""
        return self.top - NUMBER * CAP * LARGE / TEXT * self.scale


@contextmanager
def _half(document: Document, place: int) -> Iterator[None]:
    """Draw one of the four pages, 0 for the left half of the sheet, with the origin at its lower left corner."""
    canvas = document.canvas
    canvas.saveState()
    canvas.translate(place * document.job.paper.height / 2, 0)
    yield
    canvas.restoreState()


def _cover(document: Document, heading: Heading, program: Program, card: Card) -> None:
    """Draw the cover: the motif and any logo, the night, its date and the club, at the foot the player's name."""
    canvas, width, height = document.canvas, document.job.paper.height / 2, document.job.paper.width
    middle, room, text = width / 2, width - 2 * EDGE, max(document.job.text, 16.0)
    draw_letterhead(document, (EDGE, width - EDGE), height - 28 * MM, 18 * MM, club=False)
    face = fonts.for_ceremony(heading.night)
    lines, size = lines_of_name(heading.night, face, NIGHT, room, NIGHT_LEAST, lines=4)
    blocks = [centered(document, middle, [Line(line, face, size) for line in lines], role="H1", leading=1.1)]
    date, size = fonts.fit(heading.date, REGULAR, DATE, room, text)
    if date != fonts.printable_text(heading.date):
        date = heading.date_within(room, size)
    blocks.append(centered(document, middle, [Line(date, REGULAR, size)]))
    ornament, high = (draw_motif, MOTIF) if document.job.look.logo else (draw_pip, PIP)
    blocks.append(Block(high, lambda top: ornament(canvas, middle, top - high, high)))
    if program.club:
        club = [Line(line, REGULAR, text, None) for line in lines_of_name(program.club, REGULAR, text, room, text)[0]]
        blocks.append(centered(document, middle, club))
    draw_blocks(blocks, height - 50 * MM, 30 * MM, MOST_GAP)
    draw_twin(canvas, (EDGE, width - EDGE), 26 * MM, 0)
    name = fonts.written(card.name)
    if card.number and not name:
        _number_to_name(document, card.number, middle)
    elif name:
        with document.tag("P"):
            canvas.setFillColor(INK)
            lines, size = lines_of_name(f"{card.number} {name}", BOLD, DATE, room, document.job.text, lines=3)
            y = COVER_NAME + max(len(lines) - 2, 0) * 7 * MM
            for index, line in enumerate(lines):
                strokes.write(canvas, middle, y - index * size * LEADING, line, BOLD, size, align="center")


def _number_to_name(document: Document, number: int, middle: float) -> None:
    """Write the number of a card that is drawn from a hat at the cover's foot, and a line for its player's name."""
    canvas, gap = document.canvas, 3 * MM
    wide = fonts.width_of(str(number), BOLD, DATE) + gap
    left = middle - (wide + NAME_LINE) / 2
    with document.tag("P"):
        canvas.setFillColor(INK)
        strokes.write(canvas, left, COVER_NAME, str(number), BOLD, DATE)
    writing_line(canvas, left + wide, middle + (wide + NAME_LINE) / 2, COVER_NAME)


def _title(document: Document, frame: _Frame, title: str) -> float:
    """Draw the title of a page, with a rule below it; return the upper edge of what comes next."""
    canvas = document.canvas
    with document.tag("H2"):
        canvas.setFillColor(INK)
        text, size = fonts.fit(title, BOLD, TITLE, frame.right - frame.left, document.job.text)
        strokes.write(canvas, (frame.left + frame.right) / 2, frame.title, text, BOLD, size, align="center")
    draw_twin(canvas, (frame.left, frame.right), frame.title - RULE_BELOW, 0)
    return frame.title - HEAD


def _rules(document: Document, program: Program) -> None:
    """Draw what the calls pay, and how a game ends."""
    frame = _Frame.of(document)
    top = _title(document, frame, program.game)
    entries = [(line.call, line.pays[:1].upper() + line.pays[1:]) for line in program.pay]
    _entries(document, frame, top, [*entries, *([("How a game ends", program.ends)] if program.ends else [])])


def _prizes(document: Document, program: Program) -> None:
    """Draw the prizes, or without any lines to write notes on."""
    frame = _Frame.of(document)
    top = _title(document, frame, "Prizes" if program.prizes else "Notes")
    if program.prizes:
        _entries(document, frame, top, program.prizes)
        return
    y = top - NOTES
    while y > frame.foot:
        writing_line(document.canvas, frame.left, frame.right, y)
        y -= NOTES


def _entries(document: Document, frame: _Frame, y: float, entries: Sequence[tuple[str, str]]) -> None:
    """Draw entries below a level in the largest type in which all fit, farther apart where there is room.

    Many are one paragraph each, and then as many as fit.
    """
    canvas, job = document.canvas, document.job
    width, room = frame.right - frame.left - 2 * INSET, y - frame.foot - INSET
    for setting in _settings(job.text):
        blocks = [setting.lines(entry, width) for entry in entries]
        if sum(map(setting.height, blocks)) - setting.apart <= room:
            break
    else:
        room -= setting.leading
        fitting = [total <= room for total in accumulate(map(setting.height, blocks))].count(True)
        blocks = [*blocks[:fitting], [(f"and {len(blocks) - fitting} more", REGULAR)]]
    spare = room - sum(map(setting.height, blocks)) + setting.apart
    more = min(max(spare, 0) / max(len(blocks) - 1, 1), setting.size)
    for lines in blocks:
        with document.tag("P"):
            for line, font in lines:
                y -= setting.leading
                canvas.setFillColor(canvas.accent if font == REGULAR and not setting.close else INK)
                strokes.write(canvas, frame.left + INSET, y, line, font, setting.size)
        y -= setting.apart + more


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
