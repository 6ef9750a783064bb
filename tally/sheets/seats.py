"""Who sits where, for the wall, the tables and the organizer."""

from __future__ import annotations

from functools import partial

from tally.prints.document import Drawing
from tally.prints.where_you_start import Start, draw_where_you_start
from tally.sheets.cards import FOLLOWS
from tally.sheets.tonight import Tonight
from tournament.movements.seating import SEAT_NAMES

LATER = "comes later"
OTHER_GAMES = "Your tally card says where you sit in all other games."


def where_you_start(tonight: Tonight) -> Drawing:
    """Everybody's table and seat in game 1, by name.

    :raises Refused: when the movement does not seat this many players.
    """
    first = tonight.rounds[0]
    places = first.places()
    starts = []
    for number, name in tonight.names.items():
        if number in places:
            table, seat = places[number]
            starts.append(Start(name, table, SEAT_NAMES[seat]))
        else:
            starts.append(Start(name, None, "sits out" if number in first.bench else LATER))
    return partial(draw_where_you_start, heading=tonight.heading, starts=starts, note=after_game_1(tonight))


def after_game_1(tonight: Tonight) -> str:
    """How the seats of the later games become known, in a sentence."""
    sentence, _ = FOLLOWS.get(tonight.night.movement, ("", ""))
    return f"After that: {sentence[0].lower()}{sentence[1:]}" if sentence else OTHER_GAMES
