"""A player's nights as two lines, places and points a game, as geometry for pictures.

Across, a night is a unit from 0; down, a line goes from 0 at the top to 100. Pixels are those of the picture's height.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

from tally.scores.careers import NightOfPlayer
from tally.scores.place_lines import depth
from tally.scores.results import NightResult

HEIGHT, MARGIN = 180, 16  # of a picture, and above and below its lines, in pixels
MOST_DOTS = 40  # nights, for which each has a dot


@dataclass(frozen=True, slots=True)
class CareerPicture:
    """A player's line with a dot a night, the field's line, and the values at the left with their height in pixels."""

    nights: int
    own: str
    dots: str
    field: str
    values: tuple[tuple[int, float], ...]
    height: int = HEIGHT
    top: int = MARGIN

    @property
    def view(self) -> str:
        """The coordinates of the lines, as SVG's `viewBox`."""
        return f"0 0 {self.nights - 1} 100"

    @property
    def inner_height(self) -> int:
        """The height of the lines, in pixels."""
        return self.height - 2 * MARGIN


def picture_of_place_by_night(nights: Sequence[NightOfPlayer]) -> CareerPicture | None:
    """Return the line of a player's places, high for a good one; None before a second night."""
    if len(nights) < 2:
        return None
    largest = max(len(one.night.lines) for one in nights)
    own = [depth(one.result.place, largest) for one in nights]
    middle = (largest + 1) // 2
    values = [(place, depth(place, largest)) for place in dict.fromkeys((1, middle, largest))]
    return _picture(own, [], values)


def picture_of_points_by_night(nights: Sequence[NightOfPlayer]) -> CareerPicture | None:
    """Return the lines of a player's points a game and of everybody's; None before a second night."""
    if len(nights) < 2:
        return None
    own = [one.points_a_game for one in nights]
    field = [points_a_game(one.night) for one in nights]
    low, high = min(0, floor(min(own + field))), max(1, ceil(max(own + field)))

    def down(points: float) -> float:
        return round(100 * (high - points) / (high - low), 1)

    values = [(value, down(value)) for value in dict.fromkeys((high, round((high + low) / 2), low))]
    return _picture([down(each) for each in own], [down(each) for each in field], values)


def points_a_game(night: NightResult) -> float:
    """Return what everybody made in a game of this night, on average."""
    points = sum(one.points - one.sit_out_points for one in night.players)
    return points / max(sum(one.games for one in night.players), 1)


def _picture(own: Sequence[float], field: Sequence[float], values: Sequence[tuple[int, float]]) -> CareerPicture:
    inner = HEIGHT - 2 * MARGIN
    return CareerPicture(
        nights=len(own),
        own=_line(own),
        dots="".join(f"M{night} {at:g}h0" for night, at in enumerate(own)) if len(own) <= MOST_DOTS else "",
        field=_line(field),
        values=tuple((value, round(MARGIN + at * inner / 100, 1)) for value, at in values),
    )


def _line(points: Sequence[float]) -> str:
    """Return a line through these heights, night by night, as an SVG path."""
    return f"M{'L'.join(f'{night} {at:g}' for night, at in enumerate(points))}" if points else ""
