"""Movements by seat alone: North stays, and two colors.

They do not depend on results, so the night's seats can be printed before it starts.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from tournament.movements.full_tables import move_by_seat, rotate_partners
from tournament.movements.seating import RoundSeating
from tournament.movements.seats import Side, Table
from tournament.movements.sitting_out import players_present

NORTH_STAYS = (
    "North stays all night; after each game South goes down one table number, East up one, West up two, whoever won."
)
TWO_COLORS = (
    "Half the players hold blue cards, half white: after each game blue goes to the next table, white to the "
    "one before, and your partner always has the other color."
)


def north_stays(
    played: Sequence[RoundSeating],
    winners: Sequence[Side | None] = (),
    *,
    present: Collection[int] | None = None,
    chance: Random | None = None,
) -> RoundSeating:
    """Seat the next round: South moves −1, East +1, West +2 tables, in a circle; a single table rotates partners.

    Source: a club's tournament rules (chatgamers.site123.me/progressive-rules). With t tables everybody is
    back after t games: with four tables and ten games the same two are partners up to three times.

    :raises Refused: when fewer than four players are present.
    """
    here = players_present(played, present)
    return move_by_seat(played, _step(played[-1].tables, south=-1, east=1, west=2), here)


def two_colors(
    played: Sequence[RoundSeating],
    winners: Sequence[Side | None] = (),
    *,
    present: Collection[int] | None = None,
    chance: Random | None = None,
) -> RoundSeating:
    """Seat the next round: blue cards (North and East) go to the next table, white ones (South and West) back by one.

    Source: a council's euchre page (Knights of Columbus 1431, "Changes to the Euchre": two score cards of each color at
    every table, moving opposite ways). The page leaves two things open, which are our own. Partners differ in color, so
    the two of one color at a table travel together as opponents. And white skips one table halfway around an even
    number of tables (as in bridge) and changes seats after a full circle: with t tables no partner comes back for 2t
    games.

    :raises Refused: when fewer than four players are present.
    """
    last, here = played[-1].tables, players_present(played, present)
    game, count = len(played) % len(last), len(last)
    skip = int(count % 2 == 0 and game == count // 2)
    moved = _step(last, north=1, east=1, south=-1 - skip, west=-1 - skip)
    if count > 1 and game == 0:
        moved = [(a, d, c, b) for a, b, c, d in moved]
    return move_by_seat(played, moved, here)


def _step(tables: Sequence[Table], *, north: int = 0, south: int, east: int, west: int) -> list[Table]:
    """Move each seat by so many tables, in a circle."""
    if len(tables) == 1:
        return [rotate_partners(tables[0])]
    count = len(tables)
    return [
        (
            tables[(at - north) % count][0],
            tables[(at - south) % count][1],
            tables[(at - east) % count][2],
            tables[(at - west) % count][3],
        )
        for at in range(count)
    ]
