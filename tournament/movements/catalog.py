"""The movements that go from one round to the next, by the slug that an organizer chooses."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

from tournament.movements import drawn, fixed_moves, winners_stay, winners_up
from tournament.movements.seating import NextRound, RoundSeating, draw_seats
from tournament.people.errors import Refused


@dataclass(frozen=True, slots=True)
class Movement:
    """A rule that reseats players after each round.

    The rounds of a movement that follows winners cannot be drawn before the night.
    """

    slug: str
    name: str
    description: str
    follows_winners: bool
    next_round: NextRound


MOVEMENTS: dict[str, Movement] = {
    movement.slug: movement
    for movement in (
        Movement("winners-up", "Winners move up", winners_up.DESCRIPTION, True, winners_up.next_round),
        Movement("winners-stay", "Winners stay and switch", winners_stay.DESCRIPTION, True, winners_stay.next_round),
        Movement("north-stays", "North stays", fixed_moves.NORTH_STAYS, False, fixed_moves.north_stays),
        Movement("two-colors", "Two colors", fixed_moves.TWO_COLORS, False, fixed_moves.two_colors),
        Movement("drawn", "Drawn each game", drawn.DESCRIPTION, False, drawn.next_round),
    )
}


def draw_rounds(
    movement: Movement, players: Collection[int], games: int, *, chance: Random
) -> tuple[RoundSeating, ...]:
    """Draw all rounds of a movement that does not follow winners, for printed cards.

    :raises Refused: for a movement that follows winners, or for players who fill no table or too many.
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
    """Return the rounds `played`, continued up to `games` in all by a movement that does not follow winners.

    :param present: the players of the rounds to come; None means the players of the last one.

    :raises Refused: for players who fill no table or too many.
    """
    rounds = list(played)
    while len(rounds) < games:
        rounds.append(movement.next_round(rounds, present=present, chance=chance))
    return tuple(rounds)
