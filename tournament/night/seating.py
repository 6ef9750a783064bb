"""Who sits where: seats written for everybody, for all coming rounds or for the next one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tournament.live.events import announce
from tournament.models import Bell, Entry, Game, Night, Place, Round, SitOut
from tournament.movements.catalog import MOVEMENTS
from tournament.movements.seating import RoundSeating
from tournament.movements.seats import Side, players_by_seat
from tournament.night.clock import (
    follow_bell,
    preserve_clocks,
    restore_next_clock,
)
from tournament.planning.night_plan import plan_night
from tournament.planning.players import entries_by_number, playing_numbers
from tournament.planning.rounds import decides_seats, seatings


def by_number_then_arrival(night: Night) -> list[Entry]:
    """Everybody of the night, with those who have no number yet after the others, and the ghost last."""
    return sorted(night.entries.all(), key=lambda entry: (entry.is_ghost, entry.number or 10_000, entry.pk))


def give_numbers(night: Night, in_order: Sequence[Entry]) -> None:
    """Number everybody of the night from 1, in this order; nothing is written where they have these numbers."""
    if [entry.number for entry in in_order] == [*range(1, len(in_order) + 1)]:
        return
    night.entries.update(number=None)
    for number, entry in enumerate(in_order, 1):
        entry.number = number
    Entry.objects.bulk_update(in_order, ["number"])


def seat_everybody(night: Night) -> None:
    """Draw up the night from its first game, anew. Only while no hand has been played.

    :raises Refused: when the movement does not seat those who are here.
    """
    drawn = plan_night(night, playing_numbers(night))
    night.chart, night.chart_name = drawn.chart, drawn.name
    night.save(update_fields=["chart", "chart_name"])
    with preserve_clocks(night):
        night.rounds.all().delete()
        seat_rounds(night, drawn.rounds, first=1)


def seat_rounds(night: Night, coming: Sequence[RoundSeating], *, first: int) -> None:
    """Keep these rounds, the first of them being the night's game `first`."""
    entries = entries_by_number(night)
    rows = Round.objects.bulk_create(Round(night=night, number=first + i) for i in range(len(coming)))
    games = Game.objects.bulk_create(
        Game(round=row, table=n)
        for row, seating in zip(rows, coming, strict=True)
        for n in range(1, len(seating.tables) + 1)
    )
    tables = [table for seating in coming for table in seating.tables]
    Place.objects.bulk_create(
        Place(game=game, seat=seat, entry=entries[player])
        for game, table in zip(games, tables, strict=True)
        for seat, player in players_by_seat(table).items()
    )
    SitOut.objects.bulk_create(
        SitOut(round=row, entry=entries[player], position=position)
        for row, seating in zip(rows, coming, strict=True)
        for position, player in enumerate(seating.sitting_out, 1)
    )
    follow_bell(night)


def seat_next_round(night: Night) -> None:
    """Where seats follow the winners: once every table has signed, everybody's seat in the next game.

    :raises Undecided: while a table has no winner.
    """
    last = night.rounds.last()
    if last is None or not decides_seats(night, last.number) or last.games.unsigned().exists():
        return
    winners = [Side(game.winner) if game.winner else None for game in last.games.order_by("table")]
    seating = MOVEMENTS[night.movement].next_round(
        seatings(night), winners, present=playing_numbers(night), chance=Random(night.seed + last.number)
    )
    seat_rounds(night, [seating], first=last.number + 1)
    restore_next_clock(night, last)
    announce(night.pk, "room", who="The movement", text=f"Game {last.number + 1}: everybody has a seat.")


def begun_rounds(night: Night) -> int:
    """The newest round in which a table has begun, or a bell was rung; 0 before the first hand.

    From the first hand on, numbers stay as they are.
    """
    games = Game.objects.filter(round__night=night).begun()
    rung = Bell.objects.active().filter(round__night=night)
    numbers = [*games.values_list("round__number", flat=True), *rung.values_list("round__number", flat=True)]
    return max(numbers, default=0)
