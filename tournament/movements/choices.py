"""The movements that go from round to round, for the page where one is chosen. Pure."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from random import Random

from tournament.errors import Refused
from tournament.movements import drawn, stationary, winners_stay, winners_up
from tournament.movements.seating import NextRound, Seating, draw_seats


@dataclass(frozen=True, slots=True)
class Movement:
    """A rule that reseats players after each round. Those that follow winners cannot be drawn up before the night."""

    slug: str
    name: str
    says: str
    follows_winners: bool
    next_round: NextRound


MOVEMENTS: dict[str, Movement] = {movement.slug: movement for movement in (
    Movement("winners-up", "Winners move up", winners_up.SAYS, True, winners_up.next_round),
    Movement("winners-stay", "Winners stay and switch", winners_stay.SAYS, True, winners_stay.next_round),
    Movement("north-stays", "North stays", stationary.NORTH_STAYS, False, stationary.north_stays),
    Movement("two-colors", "Two colors", stationary.TWO_COLORS, False, stationary.two_colors),
    Movement("drawn", "Drawn each game", drawn.SAYS, False, drawn.next_round),
)}


def draw_up(movement: Movement, players: Collection[int], games: int, *, chance: Random) -> tuple[Seating, ...]:
    """The whole night of a movement that does not follow winners, for printed cards.

    :raises Refused: for a movement that follows winners, or players who fill no table or too many.
    """
    if movement.follows_winners:
        raise Refused(f"{movement.name}: the seats follow the winners, so only the first game can be printed before "
                      "the night. Choose another movement, or play without printed seats.")
    night = [draw_seats(players, chance=chance)]
    while len(night) < games:
        night.append(movement.next_round(night, chance=chance))
    return tuple(night)
