"""Standings as a picture: one column of names, two where there are many, and how many more there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from tally.pictures.card import GREEN, INK, RULE, SOFT, Card
from tally.pictures.frame import FOOT, LEFT, MIDDLE, RIGHT, TOP, Heading, framed_card
from tally.pictures.typefaces import BOLD, REGULAR, fit, width_of

ONE_COLUMN = 16  # names; more stand in two
MOST = 40  # names; the others are counted
TALLEST = 106.0  # row, in pixels
GUTTER = 64.0  # between two columns
GAP = 22.0  # between place, name and total


@dataclass(frozen=True, slots=True)
class PictureRow:
    """One player's line, as it is written: "T-2", "Bob S.", "58"."""

    place: str
    name: str
    total: str

    @property
    def rank(self) -> int:
        """The place as a number; 0 for somebody without a place."""
        place = self.place.removeprefix("T-")
        return int(place) if place.isdecimal() else 0


@lru_cache(maxsize=32)
def standings_picture(heading: Heading, rows: tuple[PictureRow, ...]) -> bytes:
    """Everybody in the order given; where there are more than `MOST`, the first ones and how many follow."""
    card = framed_card(heading)
    if not rows:
        card.text(MIDDLE, (TOP + FOOT) / 2, "No score counts yet.", REGULAR, 36, SOFT, align="center")
    shown = rows if len(rows) <= MOST else rows[:MOST]
    foot = FOOT if len(shown) == len(rows) else FOOT - 52
    columns = 1 if len(shown) <= ONE_COLUMN else 2
    longest = ceil(len(shown) / columns)
    height = min(TALLEST, (foot - TOP) / max(longest, 1))
    wide = (RIGHT - LEFT - (columns - 1) * GUTTER) / columns
    top = TOP + (foot - TOP - height * longest) * 0.4
    for at in range(columns):
        _column(card, shown[at * longest : (at + 1) * longest], LEFT + at * (wide + GUTTER), wide, top, height)
    if columns == 2:
        card.line([(MIDDLE, top + 8), (MIDDLE, top + height * longest - 8)])
    if len(shown) < len(rows):
        card.text(MIDDLE, FOOT - 2, f"and {len(rows) - len(shown)} more", BOLD, 30, GREEN, align="center")
    return card.png


def _column(card: Card, rows: Sequence[PictureRow], left: float, wide: float, top: float, height: float) -> None:
    """Draw one column of lines, each with a thin rule below it."""
    size = min(height * 0.66, 54 if wide > 600 else 38)
    places = max((_figures_width(row.place, size * 0.9) for row in rows), default=0)
    totals = max((_figures_width(row.total, size) for row in rows), default=0)
    for index, row in enumerate(rows):
        foot = top + (index + 1) * height
        baseline = foot - (height - size * 0.668) / 2
        font = BOLD if row.rank == 1 else REGULAR
        color = GREEN if row.rank == 1 else INK
        card.figures(left + places, baseline, row.place, REGULAR, size * 0.9, GREEN if row.rank == 1 else SOFT)
        name, fitted = fit(row.name, font, size, wide - places - totals - 2 * GAP)
        card.text(left + places + GAP, baseline, name, font, fitted, color)
        card.figures(left + wide, baseline, row.total, BOLD, size, color)
        if index < len(rows) - 1:
            card.line([(left, foot), (left + wide, foot)], RULE)


def _figures_width(text: str, size: float) -> float:
    return width_of("0" * len(text), BOLD, size)
