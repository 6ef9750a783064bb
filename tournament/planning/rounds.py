"""A night's rounds: how they are seated, how many there are, and whether winners decide the next seats."""

from __future__ import annotations

from functools import partial

from tournament.models import Night, Place, SitOut
from tournament.movements import winners_up
from tournament.movements.catalog import MOVEMENTS
from tournament.movements.rotation_search import DEFAULT_GAMES
from tournament.movements.seating import NextRound, RoundSeating, as_table
from tournament.movements.seats import Seat
from tournament.movements.winners_up import SIT_OUTS, SitOutRule

TABLE_ORDER = (Seat.N, Seat.S, Seat.E, Seat.W)  # a `Table` lists partners side by side


def seatings(night: Night) -> list[RoundSeating]:
    """Read the seating of every round drawn so far, in order. Two queries."""
    tables: dict[int, dict[int, dict[str, int]]] = {}
    places = Place.objects.filter(game__round__night=night).values_list(
        "game__round__number", "game__table", "seat", "entry__number"
    )
    for number, table, seat, player in places:
        tables.setdefault(number, {}).setdefault(table, {})[seat] = player or 0
    sitting_out: dict[int, list[int]] = {}
    sit_outs = (
        SitOut.objects.filter(round__night=night).order_by("position").values_list("round__number", "entry__number")
    )
    for number, player in sit_outs:
        sitting_out.setdefault(number, []).append(player or 0)
    return [
        RoundSeating(
            tuple(as_table([seats[seat] for seat in TABLE_ORDER]) for _, seats in sorted(tables[number].items())),
            tuple(sitting_out.get(number, ())),
        )
        for number in sorted(tables)
    ]


def next_round_of(night: Night) -> NextRound:
    """Return the function that seats tonight's next round, with the house's choice of who sits out."""
    if night.movement == Night.Movement.WINNERS_UP:
        return partial(winners_up.next_round, sit_out_rule=SitOutRule(night.sit_out_rule))
    return MOVEMENTS[night.movement].next_round


def sit_out_sentence(night: Night, players: int) -> str:
    """Return who sits out next where winners move up and so many players do not fill their tables; else ""."""
    if night.movement != Night.Movement.WINNERS_UP or players % 4 == 0:
        return ""
    return SIT_OUTS[SitOutRule(night.sit_out_rule)]


def game_count(night: Night) -> int:
    """Return how many games the night has in all, including those whose seats still depend on winners."""
    return (night.games or DEFAULT_GAMES) if follows_winners(night) else night.rounds.count()


def follows_winners(night: Night) -> bool:
    """Return whether the next seats depend on who wins."""
    movement = MOVEMENTS.get(night.movement)
    return movement is not None and movement.follows_winners


def decides_seats(night: Night, number: int) -> bool:
    """Return whether the winners of game `number` decide the next seats; those of the last game never do."""
    return follows_winners(night) and number < game_count(night)
