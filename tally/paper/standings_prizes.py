"""The prizes that stand above the standings, a row for each. Pure values → lines."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tally.paper import fonts, strokes
from tally.paper.document import Document
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import INK, MM, TEXT
from tally.paper.pages import in_balance
from tally.paper.standings_foot import LINE, MOST_LINES, draw_heading

GAP = 5 * MM  # between columns
PRIZE_MOST, WON_MOST = 0.4, 0.25  # of the width, that the first column and the last may take
FACES = (REGULAR, BOLD, REGULAR)


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """A prize with what is won, who has won it, and with what: "58 points"."""

    prize: str
    winners: str
    won_with: str = ""


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """One line of a prize's row: its piece of each column, "" where that has fewer lines."""

    of: int  # the prize, counted from 0
    pieces: tuple[str, ...]
    winners_left: float  # points from the left margin
    height = LINE


def prize_lines(width: float, prizes: Sequence[PrizeRow]) -> list[PrizeLine]:
    """All prizes' rows, broken to lines that are `width` points wide.

    Where that takes fewer lines, prizes that are too long for their column have the whole width; who has won them
    stands beside their last line, or below it.
    """
    return min(([*_lines(width, prizes, above)] for above in (False, True)), key=len)


def _lines(width: float, prizes: Sequence[PrizeRow], above: bool) -> Iterator[PrizeLine]:
    most = width * PRIZE_MOST
    whole = [fonts.wrap(one.prize, REGULAR, TEXT, width, MOST_LINES) if above else [one.prize] for one in prizes]
    wide = [_width(lines[-1]) for lines in whole]
    first = max((min(each, most) for each in wide if not above or each <= most), default=most)
    last = min(max((_width(one.won_with) for one in prizes), default=0), width * WON_MOST)
    left = first + GAP
    middle = width - left - (last + GAP if last else 0)
    for index, (one, lines) in enumerate(zip(prizes, whole, strict=True)):
        if above:
            beside = lines[-1:] if _width(lines[-1]) <= first else []
            for text in lines[: len(lines) - len(beside)]:
                yield PrizeLine(index, (text, "", ""), left)
        else:
            beside = in_balance(one.prize, REGULAR, TEXT, first, MOST_LINES)
        won = (
            in_balance(text, face, TEXT, wide, MOST_LINES) if text else []
            for text, face, wide in ((one.winners, BOLD, middle), (one.won_with, REGULAR, last))
        )
        for pieces in itertools.zip_longest(beside, *won, fillvalue=""):
            yield PrizeLine(index, pieces, left)


def _width(text: str) -> float:
    return fonts.width_of(fonts.printable_text(text), REGULAR, TEXT) + 0.1 if text else 0.0


def draw_prizes(
    document: Document, left: float, right: float, top: float, lines: Sequence[PrizeLine], *, first: bool
) -> None:
    """Draw lines below `top`; the `first` of all stand under a heading, which is above it."""
    canvas = document.canvas
    if first and lines:
        draw_heading(document, left, top - LINE, "PRIZES")
    for _, row in itertools.groupby(lines, lambda line: line.of):
        baselines = [(top := top - line.height, line) for line in row]
        with document.tag("P"):
            canvas.setFillColor(INK)
            for column, face in enumerate(FACES):
                for baseline, line in baselines:
                    x = (left, left + line.winners_left, right)[column]
                    align = "right" if column == 2 else "left"
                    if line.pieces[column]:
                        strokes.write(canvas, x, baseline, line.pieces[column], face, align=align)
