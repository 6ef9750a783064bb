"""Small pictures of how players move: three tables, and arrows from each to where its people go next."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

TABLES = (40, 120, 200)  # the middles of tables 1, 2 and 3
TOP, BOTTOM = 50, 80  # the edges of a table
LOTS, LOTS_BOTTOM = 120, 30  # the middle of the cards that are drawn, and their lower edge
HEAD = 7  # the length of an arrow's head


@dataclass(frozen=True, slots=True)
class Arrow:
    """Somebody goes from one table to another, on a curve above or below the tables. `second` are the others.

    One that starts at 0 comes from the lots, which lie above the middle table.
    """

    start: int
    end: int
    below: bool = False
    second: bool = False

    @property
    def path(self) -> str:
        """The curve, as an SVG path."""
        (x0, y0), (x1, y1), (x2, y2) = self._points
        return f"M{x0:g} {y0:g}Q{x1:g} {y1:g} {x2:g} {y2:g}"

    @property
    def head(self) -> str:
        """The corners of the arrow's head."""
        _, (x1, y1), (x2, y2) = self._points
        length = hypot(x2 - x1, y2 - y1)
        along_x, along_y = (x2 - x1) / length * HEAD, (y2 - y1) / length * HEAD
        back_x, back_y = x2 - along_x, y2 - along_y
        corners = (
            (x2 + along_x / 3, y2 + along_y / 3),
            (back_x - along_y / 2, back_y + along_x / 2),
            (back_x + along_y / 2, back_y - along_x / 2),
        )
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)

    @property
    def _points(self) -> tuple[tuple[float, float], tuple[float, float], tuple[float, float]]:
        """Where the curve begins, what bends it, and where it ends, a little off the tables."""
        edge = BOTTOM + 3 if self.below else TOP - 3
        start, end = TABLES[self.start - 1], TABLES[self.end - 1]
        if not self.start:
            return (LOTS, LOTS_BOTTOM), ((LOTS + end) / 2, LOTS_BOTTOM), (end, edge)
        if start == end:  # somebody stays, on another side of the table
            start, end = start - 14, end + 14
        else:
            start, end = (start + 4, end - 16) if start < end else (start - 4, end + 16)
        height = 20 + abs(start - end) * 0.2
        bend = edge + height if self.below else edge - height
        return (start, edge), ((start + end) / 2, bend), (end, edge)


@dataclass(frozen=True, slots=True)
class MovementPicture:
    """A picture's arrows, the words above and below the tables, and whether seats are drawn by lot."""

    arrows: tuple[Arrow, ...]
    above: str = ""
    below: str = ""
    lots: bool = False

    @property
    def tables(self) -> list[tuple[int, int, int]]:
        """Each table's number, its left edge and its middle."""
        return [(number, middle - 22, middle) for number, middle in enumerate(TABLES, 1)]


def _above(*moves: tuple[int, int]) -> tuple[Arrow, ...]:
    return tuple(Arrow(*move) for move in moves)


def _below(*moves: tuple[int, int]) -> tuple[Arrow, ...]:
    return tuple(Arrow(*move, below=True, second=True) for move in moves)


_EVERYWHERE = MovementPicture(
    (*_above((1, 2), (3, 1)), *(Arrow(*move, below=True) for move in ((1, 3), (3, 2)))), "a new partner each game"
)
PICTURES = {
    "": _EVERYWHERE,
    "night": _EVERYWHERE,
    "chart": MovementPicture(_EVERYWHERE.arrows, "as the chart says"),
    "perfect": MovementPicture(
        (*_above((1, 2), (2, 3), (1, 3)), *(Arrow(*move, below=True) for move in ((3, 2), (2, 1), (3, 1)))),
        "everybody, once",
    ),
    "winners-up": MovementPicture(_above((3, 2), (2, 1)) + _below((1, 3)), "winners", "losers at table 1"),
    "winners-stay": MovementPicture(
        _above((1, 1), (2, 2), (3, 3)) + _below((1, 2), (2, 3)), "winners stay", "losers move on"
    ),
    "north-stays": MovementPicture(
        _above((1, 1), (2, 2), (3, 3)) + _below((3, 2), (2, 1)), "North stays", "the others move"
    ),
    "two-colors": MovementPicture(_above((1, 2), (2, 3)) + _below((3, 2), (2, 1)), "blue cards", "white cards"),
    "drawn": MovementPicture(_above((0, 1), (0, 2), (0, 3)), below="new seats by lot", lots=True),
}
