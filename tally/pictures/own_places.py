"""One player's places as a picture: of a night game by game, or of the years with a club night by night."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tally.pictures.card import GREEN, INK, RULE, SOFT, STOCK, Card
from tally.pictures.frame import FOOT, LEFT, MIDDLE, RIGHT, TOP, Heading, framed_card
from tally.pictures.typefaces import BOLD, REGULAR, fit

LINE_TOP, LINE_FOOT = 722.0, 940.0  # of the line
FIGURES_TOP = 1030.0
MOST_NUMBERS = 12  # that are all written below the line
MOST_DOTS = 40  # up to this many places, each has a dot


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure below the line, such as "13", "best game", "game 4 with Bob S."."""

    value: str
    words: str
    more: str = ""


@dataclass(frozen=True, slots=True)
class OwnPlaces:
    """A player's places, in order; None before coming and after leaving.

    - `ends`: what stands below the ends of the line; empty: the number of every place.
    """

    place: str  # "3rd"
    under: str  # "of 24 players", or "tied, of 24 players"
    title: str  # of the line
    places: tuple[int | None, ...]
    players: int
    figures: tuple[Figure, ...]
    ends: tuple[str, str] | None = None


@lru_cache(maxsize=128)
def own_places_picture(heading: Heading, own: OwnPlaces) -> bytes:
    """One player's places, the heading's title being the name."""
    card = framed_card(heading)
    card.text(MIDDLE, TOP + 190, own.place, BOLD, 218, GREEN, align="center")
    card.text(MIDDLE, TOP + 254, own.under, REGULAR, 36, SOFT, align="center")
    if sum(place is not None for place in own.places) > 1:
        _line(card, own)
    _figures(card, own.figures)
    return card.png


def _line(card: Card, own: OwnPlaces) -> None:
    """Draw the places from left to right, the first place on top."""
    left, right, steps = LEFT + 84, RIGHT - 20, max(len(own.places) - 1, 1)
    lowest = max(own.players, 2)

    def at(index: int, place: int) -> tuple[float, float]:
        return left + (right - left) * index / steps, LINE_TOP + (LINE_FOOT - LINE_TOP) * (place - 1) / (lowest - 1)

    card.text((left + right) / 2, LINE_TOP - 40, own.title, REGULAR, 28, SOFT, align="center")
    for place in (1, lowest):
        y = at(0, place)[1]
        card.line([(left - 14, y), (right + 14, y)], RULE)
        card.figures(left - 32, y + 9, str(place), REGULAR, 28, SOFT)
    for x, text, align in _below(own, left, right):
        card.text(x, LINE_FOOT + 48, text, REGULAR, 26, SOFT, align=align)
    points = [at(index, place) for index, place in enumerate(own.places) if place is not None]
    many = len(points) > MOST_DOTS
    card.line(points, GREEN, 4 if many else 6)
    for x, y in () if many else points:
        card.dot(x, y, 10, GREEN)
        card.dot(x, y, 5.5, STOCK)
    card.dot(*points[-1], 15, GREEN)


def _below(own: OwnPlaces, left: float, right: float) -> list[tuple[float, str, str]]:
    """What stands below the line, each text with where it is and how it is aligned there."""
    if own.ends:
        return [(left, own.ends[0], "left"), (right, own.ends[1], "right")]
    count = len(own.places)
    step = 1 if count <= MOST_NUMBERS else 2
    wide = (right - left) / max(count - 1, 1)
    return [(left + index * wide, str(index + 1), "center") for index in range(0, count, step)]


def _figures(card: Card, figures: Sequence[Figure]) -> None:
    """Draw the figures in boxes side by side, as on a tally card."""
    wide = (RIGHT - LEFT) / max(len(figures), 1)
    card.line([(LEFT, FIGURES_TOP), (RIGHT, FIGURES_TOP)], GREEN, 3)
    card.line([(LEFT, FIGURES_TOP + 8), (RIGHT, FIGURES_TOP + 8)], GREEN, 1)
    for index, figure in enumerate(figures):
        middle = LEFT + (index + 0.5) * wide
        if index:
            card.line([(LEFT + index * wide, FIGURES_TOP + 30), (LEFT + index * wide, FOOT - 6)])
        value, size = fit(figure.value, BOLD, 68, wide - 24, 34)
        card.text(middle, FIGURES_TOP + 88, value, BOLD, size, INK, align="center")
        for number, words in enumerate(filter(None, (figure.words, figure.more))):
            line, size = fit(words, REGULAR, 29, wide - 28)
            card.text(middle, FIGURES_TOP + 130 + number * 34, line, REGULAR, size, SOFT, align="center")
