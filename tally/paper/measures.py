"""Measures of paper: its sizes, margins, rules, sizes of type and colors.

Lengths handed to ReportLab are points (1/72 inch); measures in millimeters are turned into points by `MM`.
Sources: US Letter is ANSI A, A4 is ISO 216.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, TypeAlias

from reportlab.lib.colors import Color

from tournament.people.errors import Refused

Canvas: TypeAlias = Any  # ReportLab ships no types
MM = 72 / 25.4
BETWEEN = " · "  # the night and its date on one line; a date has commas of its own


class Paper(StrEnum):
    """A paper size. `width` and `height` are points, upright."""

    LETTER = "letter"
    A4 = "a4"

    @property
    def width(self) -> float:
        """Points from the left edge to the right."""
        return 612.0 if self is Paper.LETTER else 210 * MM

    @property
    def height(self) -> float:
        """Points from the lower edge to the upper."""
        return 792.0 if self is Paper.LETTER else 297 * MM

    @property
    def board(self) -> tuple[float, float]:
        """Width and height in points of the large sheet that goes with it, upright: tabloid or A3."""
        return (792.0, 1224.0) if self is Paper.LETTER else (297 * MM, 420 * MM)

    @classmethod
    def named(cls, name: str) -> Paper:
        """The paper called "letter" or "a4".

        :raises ValueError: for any other name.
        """
        if name not in list(cls):
            raise Refused(f'There is no paper called "{name}" here: choose "letter" or "a4".')
        return cls(name)


SAFE = 6 * MM  # printers do not reach closer to the edge, and scissors must not cut closer to the ink
HAIRLINE = 0.4  # the thin rule, points: thinner ones break up on a photocopier
RULE = 1.0  # the thick rule, points
WRITTEN, GUIDE = (
    0.6,
    0.8,
)  # rules that people write on, and those among them that guide the eye: a copy of a copy has them
TWIN = 1.7  # from the middle of a thick rule to the middle of the thin one beside it, points
TEXT = 12.0  # the smallest text on any sheet, points
LARGE = 16.0  # the same in large print
NAME = 15.0
NUMBER = 24.0
CAP = 0.668  # height of a capital or a figure, as a share of the size; the face's own measure
FIGURE = 0.625  # advance of a figure when figures stand in columns, as a share of the size
GREEN = Color(0.04, 0.29, 0.20)  # baize; prints as a dark gray (about 78 %) without color
INK = Color(0, 0, 0)  # pure black, so that a laser printer draws edges and not a raster of dots
PAPER = Color(1, 1, 1)
RED = Color(0.72, 0.06, 0.10)  # hearts and diamonds; prints as a middle gray without color
CUT = Color(0.6, 0.6, 0.6)
