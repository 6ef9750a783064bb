"""Tallies → a ranked list. Ties are shared: 1, 2, 2, 4."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tally.scores.tallies import Tally


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rank. `place` counts from 1 at the top; `shared` when others have the same place."""

    place: int
    shared: bool
    number: int
    total: int
    games: int
    loners: int
    hickeys: int = 0
    too_few_games: bool = False  # for a prize
    sit_out_points: int = 0

    @property
    def place_text(self) -> str:
        """The place as people write it: "3", or "T-3" where others have the same."""
        return f"T-{self.place}" if self.shared else str(self.place)


def rank(tallies: Iterable[Tally], fewest_games: int = 0) -> tuple[Standing, ...]:
    """Everybody by total, highest first; equal totals share a place, in order of number.

    Whoever took part in less than `fewest_games` is ranked, too, but is neither high nor low.
    """
    ordered = sorted(tallies, key=lambda tally: (-tally.total, tally.number))
    totals = [tally.total for tally in ordered]
    return tuple(
        Standing(
            place=totals.index(tally.total) + 1,
            shared=totals.count(tally.total) > 1,
            number=tally.number,
            total=tally.total,
            games=sum(line.ours is not None for line in tally.lines),
            loners=tally.loners,
            hickeys=tally.hickeys,
            too_few_games=tally.took_part < fewest_games,
            sit_out_points=tally.sit_out_points,
        )
        for tally in ordered
    )


def rank_totals(totals: Iterable[tuple[int, int, int, int]]) -> tuple[Standing, ...]:
    """Rank everybody by totals that were entered as such: number, points, games and loners of each."""
    ordered = sorted(totals, key=lambda one: (-one[1], one[0]))
    points = [total for _, total, _, _ in ordered]
    return tuple(
        Standing(points.index(total) + 1, points.count(total) > 1, number, total, games, loners)
        for number, total, games, loners in ordered
    )


def high(standings: tuple[Standing, ...]) -> tuple[Standing, ...]:
    """Everybody with the highest total of those with enough games; nobody while there are no standings."""
    enough = [s for s in standings if not s.too_few_games]
    return tuple(s for s in enough if s.total == enough[0].total)


def low(standings: tuple[Standing, ...]) -> tuple[Standing, ...]:
    """Everybody with the lowest total among those who have played a game, and enough of them."""
    played = [s for s in standings if s.games and not s.too_few_games]
    return tuple(s for s in played if s.total == played[-1].total)
