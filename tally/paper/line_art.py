"""Line art: a drawing in a box of 100 by 100, y downwards, made of pieces that are inked one over the other.

A piece is a path in the language of `card_shapes` and how it is inked. Everything is of one pen with a round tip, so
that drawings look as if they were of one hand; what is hollow hides what is behind it, as in a woodcut.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from math import cos, radians, sin
from typing import NamedTuple, TypeAlias

from tally.paper.card_shapes import commands


class Ink(Enum):
    """How a piece is inked: filled, outlined with paper inside, drawn, or cut out of what is under it."""

    SOLID = "solid"
    HOLLOW = "hollow"
    LINE = "line"
    CUT = "cut"  # a line of paper
    OPEN = "open"  # an area of paper


class Piece(NamedTuple):
    """A path and how it is inked."""

    path: str
    ink: Ink


Art: TypeAlias = tuple[Piece, ...]


def art(*pieces: tuple[Ink, str]) -> Art:
    """A drawing of such pieces, the first at the back."""
    return tuple(Piece(path, ink) for ink, path in pieces)


def placed(path: str, x: float, y: float, size: float, turn: float = 0) -> str:
    """A path with the middle of its box at (x, y), `size` high, turned by so many degrees clockwise."""
    across, along = cos(radians(turn)) * size / 100, sin(radians(turn)) * size / 100
    words = []
    for letter, numbers in commands(path):
        words.append(letter)
        for one, other in zip(numbers[::2], numbers[1::2], strict=True):
            one, other = one - 50, other - 50
            words += [f"{x + one * across - other * along:.1f}", f"{y + one * along + other * across:.1f}"]
    return " ".join(words)


def art_placed(drawing: Art, x: float, y: float, size: float, turn: float = 0) -> Art:
    """A drawing as part of another: see `placed`."""
    return tuple(Piece(placed(path, x, y, size, turn), ink) for path, ink in drawing)


def mirrored(drawing: Art) -> Art:
    """A drawing as a mirror shows it: left is right."""
    return tuple(Piece(_mirrored(path), ink) for path, ink in drawing)


def _mirrored(path: str) -> str:
    words = []
    for letter, numbers in commands(path):
        words += [letter, *(f"{number if at % 2 else 100 - number:g}" for at, number in enumerate(numbers))]
    return " ".join(words)


def both_halves(half: str) -> str:
    """A closed shape from its right half, which begins and ends in the middle: the left one is its mirror image."""
    points = [pair for _, numbers in commands(half) for pair in zip(numbers[::2], numbers[1::2], strict=True)]
    letters = [letter for letter, _ in commands(half)][1:]
    way_back = iter([(100 - x, y) for x, y in points[-2::-1]])
    left = list[str]()
    for letter in reversed(letters):
        left.append(letter)
        for _ in range(3 if letter == "C" else 1):
            left += [f"{number:g}" for number in next(way_back)]
    return f"{half} {' '.join(left)} Z"


def turned_round(path: str, times: int, radius: float) -> Iterator[str]:
    """A path, with the middle of its box so far above the middle, so many times round the middle."""
    for turn in range(times):
        angle = radians(360 * turn / times)
        yield placed(path, 50 + sin(angle) * radius, 50 - cos(angle) * radius, 100, 360 * turn / times)
