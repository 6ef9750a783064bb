"""The podium as a picture: the first three places on their steps, the first in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tally.paper.card_shapes import SPADE
from tally.pictures.card import GREEN, INK, SOFT, STOCK, Card
from tally.pictures.frame import FOOT, LEFT, MIDDLE, RIGHT, Heading, framed_card
from tally.pictures.standings import PictureRow
from tally.pictures.typefaces import BOLD, REGULAR, fit, on_lines

FROM_THE_LEFT = (2, 1, 3)
HEIGHTS = {1: 560.0, 2: 410.0, 3: 300.0}
WIDE = (RIGHT - LEFT) / 3
MOST_NAMES = {1: 4, 2: 6, 3: 8}  # above a step; more are counted
LEAST = 30.0  # the smallest name
LEADING = 1.14
INNER = 12  # from a step's thick rule to its thin one


@lru_cache(maxsize=32)
def podium_picture(heading: Heading, rows: tuple[PictureRow, ...]) -> bytes:
    """The players whose place is 1, 2 or 3, on as many steps as there are such places."""
    card = framed_card(heading)
    by_place = {place: [row for row in rows if row.rank == place] for place in FROM_THE_LEFT}
    places = [place for place in FROM_THE_LEFT if by_place[place]]
    for index, place in enumerate(places):
        middle = MIDDLE + (index - (len(places) - 1) / 2) * WIDE
        _step(card, place, middle)
        _names(card, by_place[place], middle, FOOT - HEIGHTS[place], place)
    card.line([(LEFT - 16, FOOT), (RIGHT + 16, FOOT)], GREEN, 4)
    return card.png


def _step(card: Card, place: int, middle: float) -> None:
    """Draw a step with its number: the first is green with a spade, the others are the card's color."""
    left, right, top = middle - WIDE / 2, middle + WIDE / 2, FOOT - HEIGHTS[place]
    fill, ink = (GREEN, STOCK) if place == 1 else (STOCK, GREEN)
    card.box(left, top, right, FOOT, fill=fill, outline=GREEN, width=4)
    card.box(left + INNER, top + INNER, right - INNER, FOOT - INNER, outline=ink, width=1.5)
    size = 240.0 if place == 1 else 180.0
    baseline = top + 60 + 0.668 * size
    card.text(middle, baseline, str(place), BOLD, size, ink, align="center")
    if place == 1:
        card.shape(SPADE, middle, baseline + 90, 96, STOCK)


def _names(card: Card, rows: Sequence[PictureRow], middle: float, top: float, place: int) -> None:
    """Write the names above a step, from its foot upwards: the points once, then the last name."""
    most, color = MOST_NAMES[place], GREEN if place == 1 else INK
    shown = rows if len(rows) <= most else rows[: most - 1]
    points = f"{rows[0].total} point{'' if rows[0].total in ('1', '−1') else 's'}"
    text, size = fit(points, REGULAR, 34, WIDE - 24)
    card.text(middle, top - 28, text, REGULAR, size, SOFT, align="center")
    y = top - 28 - 54
    if len(shown) < len(rows):
        card.text(middle, y, f"and {len(rows) - len(shown)} more", REGULAR, 34, color, align="center")
        y -= 48
    lines, size = _fitted(shown, (64.0 if place == 1 else 48.0) if len(rows) == 1 else 44.0)
    for line in reversed(lines):
        card.text(middle, y, line, BOLD, size, color, align="center")
        y -= size * LEADING


def _fitted(rows: Sequence[PictureRow], largest: float) -> tuple[list[str], float]:
    """The lines of all names on a step, and the size that they share: one or two names may take two lines each."""
    if len(rows) > 2:
        size = min(fit(row.name, BOLD, largest, WIDE - 24, LEAST)[1] for row in rows)
        return [fit(row.name, BOLD, size, WIDE - 24, size)[0] for row in rows], size
    names = [on_lines(row.name, BOLD, largest, WIDE - 24, LEAST) for row in rows]
    return [line for lines, _ in names for line in lines], min(size for _, size in names)
