"""Sheets of who sits where, for the wall, the tables and the organizer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from tally.paper.document import Drawing
from tally.paper.rotation import HOW_TO_READ, GameRow, draw_rotation
from tally.paper.table_charts import Sitting, TableChart, draw_table_charts
from tally.paper.where_you_start import Start, draw_where_you_start
from tally.printing.cards import FOLLOWS, movement_note, seated_games
from tally.printing.tonight import Tonight, ghost_deals, numbered
from tournament.movements.seating import RoundSeating
from tournament.movements.seats import SEAT_NAMES, players_by_seat
from tournament.people.errors import Refused

LATER = "comes later"
FOLLOW_WINNERS = "Winners move, so only game 1 is known yet: it is on “Where you start” and on the tally cards."
OTHER_GAMES = "Your tally card says where you sit in all other games."


def later_seats_numbered(tonight: Tonight) -> None:
    """Check that numbers are drawn and `later_seats_known`.

    :raises Refused: otherwise.
    """
    numbered(tonight)
    later_seats_known(tonight)


def later_seats_known(tonight: Tonight) -> None:
    """Check that more seats than those of game 1 are known, so that a sheet of all games has something to say.

    :raises Refused: where winners move, before game 2 is seated.
    """
    if tonight.night.movement in FOLLOWS and tonight.night.rounds.count() < 2:
        raise Refused(FOLLOW_WINNERS)


def where_you_start(tonight: Tonight) -> Drawing:
    """Everybody's table and seat in game 1, by name, or by number where a number from the hat has none.

    :raises Refused: when the movement does not seat this many players.
    """
    first = tonight.rounds[0]
    places = first.seats_by_player()
    starts = []
    for number, name in tonight.names_to_wear.items():
        if number in places:
            table, seat = places[number]
            starts.append(Start(name, table, SEAT_NAMES[seat], number))
        else:
            starts.append(Start(name, None, "sits out" if number in first.sitting_out else LATER, number))
    return partial(draw_where_you_start, heading=tonight.heading, starts=starts, note=after_game_1(tonight))


def after_game_1(tonight: Tonight) -> str:
    """How the seats of the later games become known, in a sentence."""
    sentence = movement_note(tonight.night)
    return f"After that: {sentence[0].lower()}{sentence[1:]}" if sentence else OTHER_GAMES


def rotation(tonight: Tonight) -> Drawing:
    """Every game at every table, as far as it is known, for the organizer.

    :raises Refused: when the movement does not seat this many players.
    """
    rows = seated_games(tonight)
    rows += [GameRow(game) for game in range(len(rows) + 1, tonight.length + 1)]
    note = " ".join(filter(None, (HOW_TO_READ, ghost_deals(tonight), movement_note(tonight.night))))
    return partial(draw_rotation, heading=tonight.heading, rows=rows, note=note)


def table_charts(tonight: Tonight) -> Drawing:
    """Who sits at each table in each game, as far as it is known.

    :raises Refused: when the movement does not seat this many players.
    """
    names = tonight.names_at_tables
    rounds = tonight.rounds
    charts = [
        TableChart(
            table,
            tuple(
                _sitting(game, rounds[game - 1] if game <= len(rounds) else None, table, names)
                for game in range(1, tonight.length + 1)
            ),
        )
        for table in range(1, max(len(seating.tables) for seating in rounds) + 1)
    ]
    note = " ".join(filter(None, (ghost_deals(tonight), movement_note(tonight.night))))
    return partial(draw_table_charts, heading=tonight.heading, charts=charts, note=note)


def _sitting(game: int, seating: RoundSeating | None, table: int, names: Mapping[int, str]) -> Sitting:
    """One game at one table; empty while the seats are not known."""
    if seating is None:
        return Sitting(game)
    if table > len(seating.tables):
        return Sitting(game, instead="no game here")
    seats = players_by_seat(seating.tables[table - 1])
    return Sitting(game, tuple((number, names.get(number, "")) for number in seats.values()))
