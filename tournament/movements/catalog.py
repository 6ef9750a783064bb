"""The movements that go from round to round, for the page where one is chosen. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

from tournament.movements import drawn, fixed_moves, winners_stay, winners_up
from tournament.movements.seating import NextRound, RoundSeating, draw_seats
from tournament.people.errors import Refused


@dataclass(frozen=True, slots=True)
class Movement:
    """A rule that reseats players after each round. Those that follow winners cannot be drawn up before the night."""

    slug: str
    name: str
    description: str
    follows_winners: bool
    next_round: NextRound


MOVEMENTS: dict[str, Movement] = {
    movement.slug: movement
    for movement in (
        Movement("winners-up", "Winners move up", winners_up.SAYS, True, winners_up.next_round),
        Movement("winners-stay", "Winners stay and switch", winners_stay.SAYS, True, winners_stay.next_round),
        Movement("north-stays", "North stays", fixed_moves.NORTH_STAYS, False, fixed_moves.north_stays),
        Movement("two-colors", "Two colors", fixed_moves.TWO_COLORS, False, fixed_moves.two_colors),
        Movement("drawn", "Drawn each game", drawn.SAYS, False, drawn.next_round),
    )
}


def draw_rounds(
    movement: Movement, players: Collection[int], games: int, *, chance: Random
) -> tuple[RoundSeating, ...]:
    """The whole night of a movement that does not follow winners, for printed cards.

    :raises Refused: for a movement that follows winners, or players who fill no table or too many.
    """
    if movement.follows_winners:
        raise Refused(
            f"{movement.name}: the seats follow the winners, so only the first game can be printed before "
            "the night. Choose another movement, or play without printed seats."
        )
    return continue_rounds(movement, [draw_seats(players, chance=chance)], games, chance=chance)


def continue_rounds(
    movement: Movement,
    played: Sequence[RoundSeating],
    games: int,
    *,
    present: Collection[int] | None = None,
    chance: Random,
) -> tuple[RoundSeating, ...]:
    """The rounds `played`, and after them those that this movement, which follows no winners, makes of them: `games` in
    all. `present` are the players of the rounds to come: everybody as before, unless somebody left or arrived.

    :raises Refused: for players who fill no table or too many.
    """
    rounds = list(played)
    while len(rounds) < games:
        rounds.append(movement.next_round(rounds, present=present, chance=chance))
    return tuple(rounds)
