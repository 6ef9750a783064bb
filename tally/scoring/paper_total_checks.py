"""Checks of totals from paper cards: impossible and doubtful numbers, ties without a winner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tally.loading.games import LoadedGame
from tally.loading.variants import variant_of
from tally.rules import renege_buttons, result_buttons
from tally.scores.point_labels import against
from tally.scores.point_labels import total as plain
from tournament.models import Night
from tournament.movements.seats import Side
from tournament.people.errors import Refused
from tournament.planning.rounds import decides_seats

MOST = 999  # points of a side in a game, which no card has room for
OPEN_ENDED = 20  # hands that a game without a number of hands may well have


class Doubtful(Refused):
    """A total that is unlikely. With `sure`, the next write records it all the same."""


class WhoWon(Refused):
    """A tie, where the winners move: the total needs to say who won."""

    def __init__(self) -> None:
        super().__init__("A tie, and the winners decide who sits where next. Enter who won it.")


class Impossible(Refused):
    """A number that no card can have; `at` is the field: "ns", "ew" or "loners"."""

    def __init__(self, at: str, sentence: str) -> None:
        super().__init__(sentence)
        self.at = at


@dataclass(frozen=True, slots=True)
class Total:
    """What a paper card says of a game: points of both sides, hands played alone by number, and who won a tie."""

    ns: int
    ew: int
    loners: Mapping[int, int] = field(default_factory=dict)
    winner: Side | None = None

    @property
    def text(self) -> str:
        """The points as people write them: 11–7."""
        return against(self.ns, self.ew)


def check_total(night: Night, loaded: LoadedGame, total: Total, *, sure: bool = False) -> None:
    """Refuse a total that a card cannot have, or hardly has.

    :raises Impossible: for a number that cannot be.
    :raises Doubtful: for an unlikely one, unless the organizer is `sure`.
    :raises WhoWon: for a tie without a winner, where the winners move.
    """
    least, most = _best_and_worst(night)
    renege_least, renege_most = _best_and_worst_of_reneges(night)
    hands = loaded.deals
    for at, points in (("ns", total.ns), ("ew", total.ew)):
        if points < 0 <= min(least, renege_least):
            raise Impossible(at, "Nobody loses points in tonight’s game, so a total is 0 or more.")
        if abs(points) > MOST:
            raise Impossible(at, f"No game scores more than {MOST} points. Check the paper.")
        if points < 0 <= least and not sure:
            raise Doubtful(f"{plain(points)} points: only a renege loses points tonight. Is that what the paper says?")
    sitting = {entry.number: entry for entry in loaded.players.values()}
    for number in total.loners:
        if number not in sitting or sitting[number].is_ghost:
            there = ", ".join(str(n) for n, entry in sorted(sitting.items()) if not entry.is_ghost)
            raise Impossible("loners", f"Number {number} is not at this table. The players here are {there}.")
    if sum(total.loners.values()) > (hands or OPEN_ENDED) and not sure:
        raise Doubtful(f"{sum(total.loners.values())} loners are more than the game has hands. Is that right?")
    top = max(most, renege_most) * (hands or OPEN_ENDED)
    if max(total.ns, total.ew) > top and not sure:
        raise Doubtful(
            f"{max(total.ns, total.ew)} points are more than {hands or OPEN_ENDED} hands can score ({top}). "
            "Is that what the paper says?"
        )
    if total.ns == total.ew and total.winner is None and decides_seats(night, loaded.number):
        raise WhoWon


def _best_and_worst(night: Night) -> tuple[int, int]:
    """The fewest and the most points that one hand brings a side in tonight's game, if nobody reneges."""
    variant = variant_of(night)
    every = [*result_buttons(variant, night.house_rules), *result_buttons(variant, night.house_rules, rare=True)]
    points = [worth for choice in every for worth in (choice.score.makers, choice.score.defenders)]
    return min(points), max(points)


def _best_and_worst_of_reneges(night: Night) -> tuple[int, int]:
    """The fewest and the most points that a renege brings a side tonight."""
    every = renege_buttons(variant_of(night), night.house_rules)
    points = [worth for button in every for worth in button.score.by_side or ()]
    return min(points), max(points)
