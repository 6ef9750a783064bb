"""The shapes on playing cards, drawn once for screen and paper: paths in a box of 100 by 100, y downwards.

They are in the language of SVG paths, with absolute M, L, C and Z only. The paper reads the same text (`commands`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

ROUND = 0.5523  # how far a quarter circle's control points are from its ends, as a share of the radius


def circle(x: float, y: float, radius: float) -> str:
    """A circle around (x, y), as four curves."""
    pull = round(radius * (1 - ROUND), 1)
    left, right, top, foot = x - radius, x + radius, y - radius, y + radius
    return (
        f"M{x} {top} C{right - pull} {top} {right} {top + pull} {right} {y} "
        f"C{right} {foot - pull} {right - pull} {foot} {x} {foot} "
        f"C{left + pull} {foot} {left} {foot - pull} {left} {y} "
        f"C{left} {top + pull} {left + pull} {top} {x} {top} Z"
    )


SPADE = (
    "M50 0 C58 22 94 38 94 64 C94 86 66 90 55 72 C56 86 60 94 72 100 L28 100 "
    "C40 94 44 86 45 72 C34 90 6 86 6 64 C6 38 42 22 50 0 Z"
)
HEART = "M50 96 C44 80 4 58 4 29 C4 4 40 0 50 27 C60 0 96 4 96 29 C96 58 56 80 50 96 Z"
DIAMOND = "M50 0 C58 20 70 36 88 50 C70 64 58 80 50 100 C42 80 30 64 12 50 C30 36 42 20 50 0 Z"
CLUB = " ".join(
    (
        circle(50, 24, 23),
        circle(25, 61, 23),
        circle(75, 61, 23),
        "M50 40 L56 60 C56 82 60 94 72 100 L28 100 C40 94 44 82 44 60 Z",
    )
)
STAR = "M50 2 L61 38 L98 38 L68 60 L80 96 L50 74 L20 96 L32 60 L2 38 L39 38 Z"

SHAPES = {"S": SPADE, "H": HEART, "D": DIAMOND, "C": CLUB, "": STAR}  # by suit; the joker has a star


@cache
def commands(shape: str) -> tuple[tuple[str, tuple[float, ...]], ...]:
    """A path as its commands, each with its numbers."""
    return tuple(_commands(shape))


def _commands(shape: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    for letter in "MLCZ":
        shape = shape.replace(letter, f"|{letter}")
    for command in filter(None, shape.split("|")):
        yield command[0], tuple(map(float, command[1:].split()))
