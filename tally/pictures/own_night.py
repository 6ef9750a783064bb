"""One's own night as a picture: the place, the line through the night, the points, the best game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tally.pictures.card import GREEN, INK, RULE, SOFT, STOCK, Card
from tally.pictures.frame import FOOT, LEFT, MIDDLE, RIGHT, TOP, Heading, framed_card
from tally.pictures.typefaces import BOLD, REGULAR, fit

LINE_TOP, LINE_FOOT = 722.0, 940.0  # of the line through the night
FIGURES_TOP = 1030.0
MOST_GAMES = 12  # whose numbers are all written


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure below the line, such as "13", "best game", "game 4 with Bob S."."""

    value: str
    words: str
    more: str = ""


@dataclass(frozen=True, slots=True)
class OwnNight:
    """A player's night. `places` has the place after each game; None before coming and after leaving."""

    place: str  # "3rd"
    under: str  # "of 24 players", or "tied, of 24 players"
    places: tuple[int | None, ...]
    players: int
    figures: tuple[Figure, ...]


@lru_cache(maxsize=128)
def own_night_picture(heading: Heading, night: OwnNight) -> bytes:
    """One player's night, the heading's title being the name."""
    card = framed_card(heading)
    card.text(MIDDLE, TOP + 190, night.place, BOLD, 218, GREEN, align="center")
    card.text(MIDDLE, TOP + 254, night.under, REGULAR, 36, SOFT, align="center")
    if sum(place is not None for place in night.places) > 1:
        _line_through_the_night(card, night)
    _figures(card, night.figures)
    return card.png


def _line_through_the_night(card: Card, night: OwnNight) -> None:
    """Draw the places game by game, the first place on top."""
    left, right, games = LEFT + 84, RIGHT - 20, len(night.places)
    lowest = max(night.players, 2)

    def at(game: int, place: int) -> tuple[float, float]:
        across = left + (right - left) * game / max(games - 1, 1)
        return across, LINE_TOP + (LINE_FOOT - LINE_TOP) * (place - 1) / (lowest - 1)

    card.text((left + right) / 2, LINE_TOP - 40, "Place after each game", REGULAR, 28, SOFT, align="center")
    for place in (1, lowest):
        y = at(0, place)[1]
        card.line([(left - 14, y), (right + 14, y)], RULE)
        card.figures(left - 32, y + 9, str(place), REGULAR, 28, SOFT)
    step = 1 if games <= MOST_GAMES else 2
    for game in range(0, games, step):
        card.text(at(game, 1)[0], LINE_FOOT + 48, str(game + 1), REGULAR, 26, SOFT, align="center")
    points = [at(game, place) for game, place in enumerate(night.places) if place is not None]
    card.line(points, GREEN, 6)
    for x, y in points:
        card.dot(x, y, 10, GREEN)
        card.dot(x, y, 5.5, STOCK)
    card.dot(*points[-1], 15, GREEN)


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
