"""The page of seats: every game with its tables, and who sits out."""

from __future__ import annotations

from tournament.live.events import last_event
from tournament.models import Entry, Game, Night, SitOut
from tournament.movements.seats import Seat
from tournament.planning.players import playing_numbers
from tournament.planning.rounds import decides_seats, sit_out_sentence


def seats_context(night: Night) -> dict[str, object]:
    """The context of the page of seats. `current` is the first game that a table has not signed, 0 without one."""
    seen = last_event(night.pk)
    games = list(Game.objects.filter(round__night=night).select_related("round").prefetch_related("places__entry"))
    current = min((game.round.number for game in games if game.signed_at is None), default=0)
    return {
        "night": night,
        "seen": seen,
        "rounds": _rounds(night, games),
        "current": current,
        "follows_winners": decides_seats(night, current),
        "sit_outs": sit_out_sentence(night, len(playing_numbers(night))),
        "entries": night.entries.people().order_by("number", "pk"),
    }


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
