"""A player's points a game as bars: across in percent of the picture's width, down in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tally.scores.point_labels import total
from tally.scores.tallies import SitOutLine, Tally

HEIGHT, ABOVE, BELOW = 150, 24, 24  # of the picture, and what the figures above and below the bars take
LEAST = 2.0  # of a bar, so that no points are a bar, too
SHARE = 0.7  # of a game's width that its bar takes


@dataclass(frozen=True, slots=True)
class Bar:
    """One game: its points, and where its bar and its figures stand."""

    game: int
    points: int
    sat_out: bool
    left: float
    width: float
    middle: float
    top: float
    height: float

    @property
    def figure_at(self) -> float:
        """Where the points are written: above the bar."""
        return self.top - 6

    @property
    def text(self) -> str:
        """The bar in words: "game 3: 7" or "game 4: 7 for sitting out"."""
        return f"game {self.game}: {total(self.points)}{' for sitting out' if self.sat_out else ''}"


@dataclass(frozen=True, slots=True)
class PointsPicture:
    """The bars of a player's games; `zero` is where they stand on, and `average` the points a game played."""

    bars: tuple[Bar, ...]
    zero: float
    average: str
    height: int = HEIGHT

    @property
    def text(self) -> str:
        """The whole picture in words."""
        return f"Points a game. {', '.join(bar.text for bar in self.bars).capitalize()}."


def picture_of_points(tally: Tally | None) -> PointsPicture | None:
    """Return the bars of the games that count so far; None before the first."""
    counted = _points(tally)
    if not counted:
        return None
    points = [each for _, each, _ in counted]
    high, low = max(*points, 1), min(*points, 0)
    scale = (HEIGHT - ABOVE - BELOW) / (high - low)
    step, zero = 100 / len(counted), ABOVE + high * scale
    bars = tuple(
        Bar(
            game,
            each,
            sat_out,
            left=round(step * (index + (1 - SHARE) / 2), 2),
            width=round(step * SHARE, 2),
            middle=round(step * (index + 0.5), 2),
            top=round(zero - max(each, 0) * scale - (LEAST if each == 0 else 0), 1),
            height=round(max(abs(each) * scale, LEAST), 1),
        )
        for index, (game, each, sat_out) in enumerate(counted)
    )
    played = [each for _, each, sat_out in counted if not sat_out]
    return PointsPicture(bars, round(zero, 1), _average(played))


def _points(tally: Tally | None) -> list[tuple[int, int, bool]]:
    """Return game, points, and whether they are for sitting out, of every game that counts."""
    found = []
    for one in tally.account if tally else ():
        if isinstance(one, SitOutLine):
            if one.credit is not None:
                found.append((one.game, one.credit, True))
        elif one.ours is not None:
            found.append((one.game, one.ours, False))
    return found


def _average(points: Sequence[int]) -> str:
    """Return the average to a tenth as people write it; "" without a game."""
    return f"{sum(points) / len(points):.1f}".removesuffix(".0").replace("-", "−") if points else ""
