"""Blocks of a page, stacked between two levels, equally far from one another. Lengths are points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from reportlab.lib.colors import Color

from tally.paper import strokes
from tally.paper.document import Document
from tally.paper.measures import CAP, INK

LEADING, DESCENT = 1.25, 0.24  # from line to line, and what letters take below it, as shares of the size


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


def centered(
    document: Document, middle: float, lines: Sequence[Line], *, role: str = "P", leading: float = LEADING
) -> Block:
    """Make a block of lines with their middle at `middle`, an element of this role."""
    steps = _steps(lines, leading)

    def draw(y: float) -> None:
        canvas = document.canvas
        with document.tag(role):
            for line, step in zip(lines, steps, strict=True):
                y -= step
                canvas.setFillColor(line.color or canvas.accent)
                strokes.write(canvas, middle, y, line.text, line.font, line.size, align="center")

    return Block(sum(steps), draw)


def _steps(lines: Sequence[Line], leading: float) -> list[float]:
    """How far each baseline is below the one before it, the first below the top; further below larger type."""
    steps = [line.size * CAP for line in lines[:1]]
    for above, line in pairwise(lines):
        steps.append(line.size * leading + max(above.size - line.size, 0) * DESCENT)
    return steps


def spread(blocks: Sequence[Block], room: float, most_gap: float) -> tuple[float, float]:
    """How far blocks in the middle of so much room are below its top, and how far apart, at most `most_gap`."""
    free = room - sum(block.height for block in blocks)
    gap = min(free / max(len(blocks), 1), most_gap)
    return (free - gap * (len(blocks) - 1)) / 2, gap


def draw_blocks(blocks: Sequence[Block], top: float, foot: float, most_gap: float) -> None:
    """Draw blocks in the middle between two levels, with equal gaps of at most so many points."""
    above, gap = spread(blocks, top - foot, most_gap)
    stack(blocks, top - above, gap)


def stack(blocks: Sequence[Block], top: float, gap: float) -> None:
    """Draw blocks below a level, so far apart."""
    for block in blocks:
        block.draw(top)
        top -= block.height + gap
