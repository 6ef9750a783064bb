"""The prizes as a playbill: what is won and, once that is known, by whom. Pure values → pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import groupby

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR, SERIF
from tally.paper.measures import CAP, INK, MM, TWIN, Canvas
from tally.paper.ornaments import draw_pip, draw_title, draw_twin
from tally.paper.pages import (
    BELOW,
    HEAD,
    SIDE,
    TOP,
    draw_foot,
    in_balance,
    in_columns,
    letters_of,
    lines_of_name,
    writing_line,
)

TITLE, WORDS = 14.0, 13.0
WINNER, WINNER_LEAST = 22.0, 15.0  # smaller where that saves a page
GAP_LEAST, GAP_TIGHT, GAP_MOST = 9 * MM, 6 * MM, 26 * MM
MOST_LINES = 99  # of winners: a whole hall may share a prize
LINE, BELOW_LINE = 90 * MM, 2 * MM  # to write a winner on: how long it is, and what is left free below it
DESCENT = 0.24  # what letters have below their line, as a share of the size


@dataclass(frozen=True, slots=True)
class PrintedPrize:
    """One prize: its name, what is won, who has won it (None while nobody knows), and with how much."""

    title: str
    what: str = ""
    winners: tuple[str, ...] | None = None
    won_with: str = ""


class Block:
    """A prize set in lines of (text, face, size), each with the distance to the one above."""

    def __init__(self, prize: PrintedPrize, width: float, winner: float = WINNER) -> None:
        self.lines: list[tuple[str, str, float, float]] = [(prize.title.upper(), REGULAR, TITLE, TITLE * CAP)]
        self.to_write = prize.winners is None
        for line in in_balance(prize.what, REGULAR, WORDS, width, 2) if prize.what else ():
            self.lines.append((line, REGULAR, WORDS, WORDS * 1.5))
        if prize.winners:
            names = ", ".join(prize.winners)
            font, (lines, size) = BOLD, lines_of_name(names, BOLD, winner, width, winner, lines=3)
            if letters_of(lines) != letters_of([fonts.printable_text(names)]):  # a page of bold type would be too dark
                font, (lines, size) = REGULAR, lines_of_name(names, REGULAR, WORDS, width, WORDS, lines=MOST_LINES)
            self.lines += [(line, font, size, size * 1.35) for line in lines]
        for index, line in enumerate(in_balance(prize.won_with, REGULAR, WORDS, width, 2) if prize.won_with else ()):
            self.lines.append((line, REGULAR, WORDS, WORDS * (1.5 if index else 1.6)))
        self.height = sum(down for *_, down in self.lines) + 13 * MM * self.to_write

    @property
    def free(self) -> float:
        """What is left free below the last line of a prize, in points; less than nothing where letters descend."""
        return BELOW_LINE if self.to_write else -self.lines[-1][2] * DESCENT

    def split(self, room: float) -> Iterator[Block]:
        """Split the prize into parts of at most this height, for a hall where many share it."""
        first, left = 0, room
        for index, (*_, down) in enumerate(self.lines):
            if down > left:
                yield self._part(self.lines[first:index])
                first, left = index, room
            left -= down
        yield self._part(self.lines[first:]) if first else self

    def _part(self, lines: list[tuple[str, str, float, float]]) -> Block:
        part = copy(self)
        part.lines, part.height = lines, sum(down for *_, down in lines)
        return part


def draw_prizes(document: Document, heading: Heading, prizes: Sequence[PrintedPrize], over: str = "TONIGHT") -> None:
    """Draw all prizes in the list's order, spread over as few pages as hold them; `over` stands below the title."""
    width, height = document.job.room
    top = height - TOP - HEAD - 6 * MM
    sides = _sides(prizes, width - 2 * SIDE, top - BELOW)
    for number, blocks in enumerate(sides, 1):
        with document.page(f"Page {number}" if len(sides) > 1 else "", enlarged=True) as canvas:
            draw_title(
                document, width, SIDE, height - TOP, "Prizes", over, heading.both, sizes=(34.0, 20.0), face=SERIF
            )
            spare = top - BELOW - sum(block.height for block in blocks)
            gap = min(spare / (len(blocks) - 0.5), GAP_MOST)  # half of one is above the foot
            y = top
            for block, above in zip(blocks, [None, *blocks], strict=False):
                if above:
                    _draw_divider(canvas, width, y + (gap + above.free) / 2)
                y = _draw_block(document, block, width, y) - gap
            draw_foot(canvas, width, number, len(sides))


def _sides(prizes: Sequence[PrintedPrize], width: float, room: float) -> list[list[Block]]:
    """Set the prizes on pages; smaller and closer where that saves one."""
    usual, closer = (
        _pages([part for one in prizes for part in Block(one, width, winner).split(room - gap)], room, gap)
        for winner, gap in ((WINNER, GAP_LEAST), (WINNER_LEAST, GAP_TIGHT))
    )
    return closer if len(closer) < len(usual) else usual


def _pages(blocks: Sequence[Block], room: float, gap: float) -> list[list[Block]]:
    """Split the prizes into pages of about equal length."""
    starts = in_columns([block.height + gap for block in blocks], room, 1)
    return [list(blocks[start:end]) for start, end in zip(starts, [*starts[1:], len(blocks)], strict=True)]


def _draw_divider(canvas: Canvas, width: float, y: float) -> None:
    """Draw a short double rule with a pip, its middle at this height."""
    draw_twin(canvas, (width / 2 - 24 * MM, width / 2 + 24 * MM), y + TWIN / 2, 4 * MM)
    draw_pip(canvas, width / 2, y - 1.8 * MM, 3.6 * MM)


def _draw_block(document: Document, block: Block, width: float, top: float) -> float:
    """Draw one prize in the middle of the page; return its lower edge."""
    canvas, y = document.canvas, top
    for title, lines in groupby(block.lines, lambda line: line[2] == TITLE):
        with document.tag("H2" if title else "P"):
            canvas.setFillColor(canvas.accent if title else INK)
            for text, face, size, down in lines:
                y -= down
                text, spacing = fonts.printable_text(text), 2.0 if title else 0
                strokes.write(canvas, width / 2, y, text, face, size, align="center", spacing=spacing)
    if block.to_write:
        y -= 13 * MM
        writing_line(canvas, width / 2 - LINE / 2, width / 2 + LINE / 2, y + BELOW_LINE)
    return y
