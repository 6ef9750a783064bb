"""The page of seats: every game with its tables, and who sits out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournament.models import Entry, Game, Night, SitOut
from tournament.movements.move_lines import TableSpots, Way, picture_of_moves
from tournament.movements.moves import describe_moves, moves
from tournament.movements.seats import Seat
from tournament.people.names import isolated, shortened
from tournament.planning.players import entries_by_number, playing_numbers
from tournament.planning.rounds import decides_seats, follows_winners, seatings, sit_out_sentence

LONGEST_LABEL = 16  # signs of a name in the picture


def seats_context(night: Night) -> dict[str, object]:
    """What everybody sees of the seats. `current` is the first game that a table has not signed, 0 without one."""
    games = list(Game.objects.filter(round__night=night).select_related("round").prefetch_related("places__entry"))
    current = min((game.round.number for game in games if game.signed_at is None), default=0)
    return {
        "rounds": _rounds(night, games),
        "current": current,
        "follows_winners": decides_seats(night, current),
        **_moves(night, current),
        "sit_outs": sit_out_sentence(night, len(playing_numbers(night))),
        "entries": night.entries.people().order_by("number", "pk"),
    }


def _moves(night: Night, number: int) -> dict[str, object]:
    """Who moves where between the game before and this one, as a picture and in words; where seats follow winners."""
    if number < 2 or not follows_winners(night):
        return {}
    played = seatings(night)
    before, after = played[number - 2], played[number - 1]
    names = {key: entry.short_name for key, entry in entries_by_number(night).items()}
    picture, changes = picture_of_moves(before, after), moves(before, after)
    return {
        "moves": {
            "number": number,
            "picture": picture,
            "ways": list(Way),
            "before": _named(picture.before, names),
            "after": _named(picture.after, names),
            "sentences": [
                (table, describe_moves(changes, table, lambda number: isolated(names[number])))
                for table in range(1, len(after.tables) + 1)
            ],
        }
    }


def _named(side: Sequence[TableSpots], names: Mapping[int, str]) -> list[dict[str, object]]:
    """One side of the picture with its names, short enough for a phone."""
    return [
        {
            "name": f"Table {table.table}" if table.table else "Sitting out",
            "at": table.at,
            "spots": [(spot, isolated(shortened(names[spot.player], LONGEST_LABEL))) for spot in table.spots],
        }
        for table in side
    ]


def _rounds(night: Night, games: list[Game]) -> list[tuple[int, list[dict[str, object]], list[Entry]]]:
    """Every round: its number, its tables, and the players who sit out."""
    tables: dict[int, list[dict[str, object]]] = {}
    for game in games:
        tables.setdefault(game.round.number, []).append(_table(game))
    sitting_out: dict[int, list[Entry]] = {}
    for sit_out in SitOut.objects.filter(round__night=night).select_related("round", "entry"):
        sitting_out.setdefault(sit_out.round.number, []).append(sit_out.entry)
    return [(number, rows, sitting_out.get(number, [])) for number, rows in tables.items()]


def _table(game: Game) -> dict[str, object]:
    """One table with its two pairs."""
    players = {place.seat: place.entry for place in game.places.all()}
    return {
        "table": game.table,
        "signed": game.signed_at,
        "pairs": ((players[Seat.N], players[Seat.S]), (players[Seat.E], players[Seat.W])),
    }
