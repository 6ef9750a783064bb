"""The lines of everybody's place through the night, as geometry for a picture.

A place is drawn as high as it is good; in a large hall the lower places come closer together. The picture has three
parts side by side: the places' numbers, the lines, and the names at their ends, as wide as the longest of them. Across,
positions are shares of the lines' width in percent; down, they are pixels. The lines themselves have coordinates of
their own: games across from 0, and down from 0 for the first place to 100 for the last.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from unicodedata import east_asian_width

from tally.scores.tallies import Tally

TOP_PLACES = 5  # whose lines are bold
FIRST_NAMED = 10  # places whose lines have names where there are too many for all
TOP, ROW, LOWEST = 30, 24, 560  # of the first place, of a place, of the last place, in pixels
EVENLY = 24  # players, for whom all places are equally far apart, and every line has a name
SIGN, WIDE_SIGN, LEADER = 0.58, 1.1, 1.6  # of a name, of one in wide letters, of the line that leads to it, in em
ALL_COLUMNS = 8  # games, for which every column has its number


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A player's line with a name at its end: `bold` from 1 for the top places, 0 for the others."""

    number: int
    bold: int
    path: str
    end: float
    name_at: float


@dataclass(frozen=True, slots=True)
class PlacePicture:
    """All lines: those with a name, and one path for those without."""

    games: int
    players: int
    height: int
    lines: tuple[PlaceLine, ...]
    others: str
    columns: tuple[tuple[int, float], ...]
    places: tuple[tuple[int, float], ...]

    @property
    def view(self) -> str:
        """The coordinates of the lines, as SVG's `viewBox`."""
        return f"0 0 {self.games - 1} 100"

    @property
    def evenly(self) -> bool:
        """Whether all places are equally far apart."""
        return self.players <= EVENLY

    @property
    def inner_height(self) -> int:
        """The distance from the first place to the last, in pixels."""
        return self.height - 2 * TOP


def places_by_game(tallies: Iterable[Tally]) -> dict[int, tuple[int | None, ...]]:
    """Return each player's place after every game that counts so far; None before coming and after leaving."""
    totals = {tally.number: _totals(tally) for tally in tallies}
    games = max((max(after, default=0) for after in totals.values()), default=0)
    found: dict[int, list[int | None]] = {number: [] for number in totals}
    for game in range(1, games + 1):
        then = {number: _total_after(after, game) for number, after in totals.items()}
        ranked = sorted(-total for total in then.values() if total is not None)
        for number, total in then.items():
            here = total is not None and game <= max(totals[number])
            found[number].append(bisect_left(ranked, -total) + 1 if here and total is not None else None)
    return {number: tuple(places) for number, places in found.items()}


def _totals(tally: Tally) -> dict[int, int]:
    """Return the running total after each game that counts."""
    played = {line.game: line.running for line in tally.lines if line.ours is not None}
    return dict(sorted((played | {out.game: out.running for out in tally.sit_outs if out.credit is not None}).items()))


def _total_after(after: dict[int, int], game: int) -> int | None:
    return next((total for played, total in reversed(after.items()) if played <= game), None)


def picture_of_places(places: Mapping[int, Sequence[int | None]], own: int | None = None) -> PlacePicture | None:
    """Return the picture of places by game; None before a second game counts.

    :param own: the number of the viewer, whose line has a name whatever the place.
    """
    games, players = max(map(len, places.values()), default=0), len(places)
    if games < 2:
        return None
    last = {number: place for number, line in places.items() if (place := line[-1]) is not None}
    order = sorted(last, key=lambda number: (last[number], number))
    top = order[:TOP_PLACES]
    first = order if players <= EVENLY else order[:FIRST_NAMED]
    named = [*first, *(number for number in order if number == own and number not in first)]
    height = 2 * TOP + min(ROW * max(players - 1, 1), LOWEST)
    ends = [TOP + depth(last[number], players) * (height - 2 * TOP) / 100 for number in named]
    lines = tuple(
        PlaceLine(number, top.index(number) + 1 if number in top else 0, _path(places[number], players), end, name_at)
        for number, end, name_at in zip(named, ends, spread(ends, ROW - 4, height - TOP / 2), strict=True)
    )
    others = _other_paths(places, named)
    return PlacePicture(games, players, height, lines, others, columns(games), axis_places(players, height - 2 * TOP))


def depth(place: int, players: int) -> float:
    """Return how far down a place stands, from 0 for the first to 100 for the last."""
    share = (place - 1) / max(players - 1, 1)
    return round(100 * (share if players <= EVENLY else sqrt(share)), 1)


def columns(games: int) -> tuple[tuple[int, float], ...]:
    """Return the games' numbers, every other one where there are many, with their positions in percent."""
    step = 1 if games <= ALL_COLUMNS else 2
    return tuple((game + 1, round(100 * game / (games - 1), 2)) for game in range(0, games, step))


def axis_places(players: int, height: int) -> tuple[tuple[int, float], ...]:
    """Return the places that have their number at the left, with how far down: all, or as many as there is room for."""
    found: list[tuple[int, float]] = []
    for place in (players, *(place for place in range(1, players) if place <= EVENLY or place % 10 == 0)):
        at = round(TOP + depth(place, players) * height / 100, 1)
        if all(abs(at - other) >= ROW - 4 for _, other in found):
            found.append((place, at))
    return tuple(sorted(found))


def names_width(names: Iterable[str]) -> float:
    """Return how wide the part with the names must be, in em."""
    return round(LEADER + max((sum(map(_sign_width, name)) for name in names), default=0), 1)


def _sign_width(sign: str) -> float:
    return WIDE_SIGN if east_asian_width(sign) in "WF" else SIGN


def spread(wanted: Sequence[float], gap: float, lowest: float) -> list[float]:
    """Return positions as near as can be to those wanted, in their order, `gap` apart and none below `lowest`."""
    placed: list[float] = []
    for position in wanted:
        placed.append(max(position, placed[-1] + gap) if placed else position)
    limit = lowest
    for index in reversed(range(len(placed))):
        placed[index] = round(min(placed[index], limit), 1)
        limit = placed[index] - gap
    return placed


def _other_paths(places: Mapping[int, Sequence[int | None]], named: Collection[int]) -> str:
    return "".join(_path(line, len(places)) for number, line in places.items() if number not in named)


def _path(places: Sequence[int | None], players: int) -> str:
    """Return a line through a player's places, as an SVG path."""
    points = [f"{game} {depth(place, players):g}" for game, place in enumerate(places) if place is not None]
    return f"M{'L'.join(points)}" if points else ""
