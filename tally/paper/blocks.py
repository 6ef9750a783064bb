"""Blocks of a page, stacked between two levels, equally far from one another. Lengths are points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reportlab.lib.colors import Color

from tally.paper import strokes
from tally.paper.document import Document
from tally.paper.measures import CAP, INK

LEADING = 1.25  # from line to line, as a share of the lower one's size


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text; a `color` of None is the club's accent."""

    text: str
    font: str
    size: float
    color: Color | None = INK


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a page: its height, and a function that draws it below a level."""

    height: float
    draw: Callable[[float], None]


def lines_height(lines: Sequence[Line], leading: float = LEADING) -> float:
    """The height of lines below one another, from the first one's capitals to the last baseline."""
    return sum(line.size * (leading if index else CAP) for index, line in enumerate(lines))


def centered(
    document: Document, middle: float, lines: Sequence[Line], *, role: str = "P", leading: float = LEADING
) -> Block:
    """Make a block of lines with their middle at `middle`, an element of this role."""

    def draw(y: float) -> None:
        canvas = document.canvas
        with document.tag(role):
            for index, line in enumerate(lines):
                y -= line.size * (leading if index else CAP)
                canvas.setFillColor(line.color or canvas.accent)
                strokes.write(canvas, middle, y, line.text, line.font, line.size, align="center")

    return Block(lines_height(lines, leading), draw)


def draw_blocks(blocks: Sequence[Block], top: float, foot: float, most_gap: float) -> None:
    """Draw blocks in the middle between two levels, with equal gaps of at most so many points."""
    free = top - foot - sum(block.height for block in blocks)
    gap = min(free / max(len(blocks), 1), most_gap)
    y = top - (free - gap * (len(blocks) - 1)) / 2
    for block in blocks:
        block.draw(y)
        y -= block.height + gap
