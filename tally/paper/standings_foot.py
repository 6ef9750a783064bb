"""What stands below the standings: the night's awards, notes. Pure values → lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tally.paper import fonts, strokes
from tally.paper.document import Document
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import INK, MM, TEXT
from tally.paper.ornaments import draw_pip
from tally.paper.pages import in_balance

LINE, MOST_LINES = 5.6 * MM, 60  # from one line to the next; of one text, when a whole hall has won
BETWEEN_PARTS = 3.4 * MM
HEADING = 7 * MM  # from the baseline of a heading to that of the first line
GAP, PIP = 4 * MM, 3.2 * MM


@dataclass(frozen=True, slots=True)
class PrintedAward:
    """An award: what it is called, and for each who holds it a text with the proof."""

    title: str
    holders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FootLine:
    """One line. A `title` stands left of it, `indent` points wide; a `heading` and room `above` come before it."""

    text: str
    title: str = ""
    indent: float = 0.0
    heading: str = ""
    above: float = 0.0

    @property
    def height(self) -> float:
        """The height of the line with what comes before it."""
        return LINE + self.above + (HEADING if self.heading else 0)


def foot_lines(width: float, awards: Sequence[PrintedAward], notes: Sequence[str]) -> list[FootLine]:
    """Everything below the standings, broken to lines of this width."""
    parts = _award_lines(width, awards), _texts(width, notes)
    lines: list[FootLine] = []
    for part in parts:
        for index, line in enumerate(part):
            lines.append(line if index else replace(line, above=BETWEEN_PARTS if lines else LINE))
    return lines


def _texts(width: float, texts: Sequence[str]) -> list[FootLine]:
    return [FootLine(line) for text in texts for line in fonts.wrap(text, REGULAR, TEXT, width, MOST_LINES)]


def _award_lines(width: float, awards: Sequence[PrintedAward]) -> Iterator[FootLine]:
    """Yield the awards in two columns, what they are called and who holds them, under a heading."""
    indent = max((fonts.width_of(award.title, BOLD, TEXT) for award in awards), default=0) + GAP
    heading = "AWARDS"
    for award in awards:
        title = award.title
        for holder in award.holders:
            for text in in_balance(holder, REGULAR, TEXT, width - indent, MOST_LINES):
                yield FootLine(text, title, indent, heading)
                title = heading = ""


def draw_foot_line(document: Document, left: float, foot: float, line: FootLine) -> None:
    """Draw a line with its baseline at `foot`, and the heading above it."""
    canvas = document.canvas
    if line.heading:
        draw_heading(document, left, foot, line.heading)
    with document.tag("P"):
        canvas.setFillColor(INK)
        if line.title:
            strokes.write(canvas, left, foot, line.title, BOLD)
        strokes.write(canvas, left + line.indent, foot, line.text)


def draw_heading(document: Document, left: float, foot: float, heading: str) -> None:
    """Draw a heading above the line whose baseline is at `foot`."""
    canvas = document.canvas
    with document.tag("H2"):
        canvas.setFillColor(canvas.accent)
        draw_pip(canvas, left + PIP / 2, foot + HEADING - 0.4 * MM, PIP)
        strokes.write(canvas, left + PIP + 2 * MM, foot + HEADING, heading, spacing=1.4)
