"""With whom a player made the most points in a night."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container
from dataclasses import dataclass

from tally.scores.tallies import Line, Tally


@dataclass(frozen=True, slots=True)
class BestPartner:
    """The partner's number, the points made together, and the games."""

    number: int
    points: int
    games: tuple[int, ...]


def best_partners(tally: Tally, but: Container[int | None] = ()) -> tuple[BestPartner, ...]:
    """The partners with whom a player made the most points; of equals those with whom the opponents made the fewest.

    Several where that decides nothing, in order of number; none before a hand is scored. A number in `but` is nobody's
    partner: a ghost's.
    """
    games: defaultdict[int, list[Line]] = defaultdict(list)
    for line in tally.lines:
        if line.ours is not None and line.partner not in but:
            games[line.partner].append(line)
    made = {
        number: (sum(line.ours or 0 for line in lines), -sum(line.theirs or 0 for line in lines))
        for number, lines in games.items()
    }
    most = max(made.values(), default=None)
    return tuple(
        BestPartner(number, made[number][0], tuple(line.game for line in games[number]))
        for number in sorted(games)
        if made[number] == most
    )
