"""Seats: written for the whole night, for the rounds to come, or for the next round only."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random

from tournament.access import Who
from tournament.live.events import announce, tell
from tournament.live.messages import NOTICE
from tournament.models import Bell, Game, Night, Place, Round, SitOut
from tournament.movements.catalog import MOVEMENTS
from tournament.movements.seating import RoundSeating
from tournament.movements.seats import Side, players_by_seat
from tournament.night.round_clocks import post_seats, preserve_clocks, restore_next_clock, rounds_under_way
from tournament.people.errors import Refused
from tournament.planning.night_plan import plan_night, plan_remaining_rounds
from tournament.planning.players import entries_by_number, playing_numbers
from tournament.planning.rounds import decides_seats, game_count, next_round_of, seatings


def seat_everybody(night: Night) -> None:
    """Seat the whole night from its first game; only while no hand has been played.

    :raises Refused: when the movement does not seat those who are here.
    """
    drawn = plan_night(night, playing_numbers(night))
    night.chart, night.chart_name = drawn.chart, drawn.name
    night.save(update_fields=["chart", "chart_name"])
    with preserve_clocks(night):
        night.rounds.all().delete()
        seat_rounds(night, drawn.rounds, first=1)


def seat_next_round(night: Night) -> None:
    """Seat the next game where seats follow the winners, once every table has signed.

    :raises Undecided: while a table has no winner.
    """
    last = night.rounds.last()
    if last is None or not decides_seats(night, last.number) or last.games.unsigned().exists():
        return
    winners = [Side(game.winner) if game.winner else None for game in last.games.order_by("table")]
    seating = next_round_of(night)(
        seatings(night), winners, present=playing_numbers(night), chance=Random(night.seed + last.number)
    )
    seat_rounds(night, [seating], first=last.number + 1)
    restore_next_clock(night, last)
    _announce_seats(night, last)


def _announce_seats(night: Night, last: Round) -> None:
    """Announce the seats of the round after `last`, and tell those whose seat differs from the one they had before."""
    number, before = last.number + 1, last.next_seats
    if before is None:
        announce(night.pk, "room", actor="The movement", text=f"seated everybody for game {number}")
        return
    last.next_seats = None
    last.save(update_fields=["next_seats"])
    after = seats_of(night.rounds.get(number=number))
    text = f"gave game {number} new seats: an earlier game was corrected"
    if before == after:
        text = f"left the seats of game {number} as they were"
    announce(night.pk, "room", actor="The movement", text=text)
    moved: dict[str, list[int]] = {}  # players by where they are now
    for player, entry in entries_by_number(night).items():
        seat = after.get(str(player))
        if seat is not None and before.get(str(player), seat) != seat:
            moved.setdefault(f"table {seat[:-1]}" if seat else "you sit out", []).append(entry.pk)
    for where, players in moved.items():
        tell(
            night.pk,
            *(f"{NOTICE}-{pk}" for pk in players),
            text=f"Your seat in game {number} has changed: {where}.",
        )


def seats_of(round_: Round) -> dict[str, str]:
    """Where each player is in a round, by number: table and seat, as in "2N"; an empty text for who sits out."""
    sitting_out = {str(number): "" for number in round_.sitouts.values_list("entry__number", flat=True)}
    places = Place.objects.filter(game__round=round_).values_list("entry__number", "game__table", "seat")
    return sitting_out | {str(number): f"{table}{seat}" for number, table, seat in places}


def seat_rounds(night: Night, coming: Sequence[RoundSeating], *, first: int) -> None:
    """Write rounds with their games, places and sit-outs; the first of them is game `first`."""
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
    post_seats(night)


def redraw_remaining(night: Night) -> None:
    """Draw up the rounds that have not started, for those who are here.

    Before the first hand that is the whole night, by its movement; if that cannot seat them, by a fair rotation.

    :raises Refused: when fewer than four players are here, or no round is left to draw.
    """
    started, here, games = started_rounds(night), playing_numbers(night), game_count(night)
    if len(here) < 4:
        raise Refused("Fewer than four players would stay, and a table needs four. Close the night instead.")
    with preserve_clocks(night):
        if not started and _seat_by_movement(night):
            return
        coming = plan_remaining_rounds(night, seatings(night)[:started], here, games, night.seed + started)
        Round.objects.filter(night=night, number__gt=started).delete()
        movement = MOVEMENTS.get(night.movement) if started else None
        night.chart, night.chart_name = "", movement.name if movement else "a fair rotation"  # no chart from here on
        night.save(update_fields=["chart", "chart_name"])
        seat_rounds(night, coming, first=started + 1)
        seat_next_round(night)


def redraw_after_correction(night: Night) -> None:
    """Draw up the rounds that have not started, and tell those whose seat in the next game differs then.

    Call it when the seats of a round that has started were corrected.
    """
    last = night.rounds.get(number=started_rounds(night))
    following = night.rounds.filter(number=last.number + 1).first()
    if following is not None:
        last.next_seats = seats_of(following)
        last.save(update_fields=["next_seats"])
    redraw_remaining(night)
    last.refresh_from_db(fields=["next_seats"])
    if following is not None and last.next_seats is not None:  # not told yet, as where seats follow the winners
        _announce_seats(night, last)


def redraw_if_roster_changed(night: Night, who: Who) -> None:
    """Redraw the rounds to come if players came or went since they were drawn.

    Call it when a round that had started is to come again, after a canceled bell or a withdrawn total.
    """
    here = set(playing_numbers(night))
    if any(seating.everybody != here for seating in seatings(night)[started_rounds(night) :]):
        redraw_remaining(night)
        announce(night.pk, "room", actor=str(who), text="redrew the games to come for those who are here")


def _seat_by_movement(night: Night) -> bool:
    """Seat the whole night by its movement, and return whether it can seat these players."""
    with suppress(Refused):
        seat_everybody(night)
        return True
    return False


def started_rounds(night: Night) -> int:
    """The number of the newest round whose seats are taken, so that nobody is seated anew in it; 0 before the first."""
    under_way = rounds_under_way(night).values_list("number", flat=True)
    return max(scored_rounds(night), max(under_way, default=0))


def shown_rounds(night: Night) -> int:
    """The number of the newest round for which somebody may have been sent to a seat; 0 before the start.

    A phone shows its player the next seat once the table has signed, and after a bell everybody looks for theirs.
    """
    posted = night.rounds.exclude(posted_at=None).values_list("number", flat=True)
    signed = Game.objects.filter(round__night=night).exclude(signed_at=None).values_list("round__number", flat=True)
    over = max(rung_rounds(night), max(signed, default=0))
    return max(max(posted, default=0), over + 1 if over else 0)


def rung_rounds(night: Night) -> int:
    """The number of the newest round whose bell has rung; 0 before the first."""
    rung = Bell.objects.active().filter(round__night=night).values_list("round__number", flat=True)
    return max(rung, default=0)


def scored_rounds(night: Night) -> int:
    """The number of the newest round in which a table has a score or the bell has rung; 0 before the first hand."""
    games = Game.objects.filter(round__night=night).scored()
    return max(rung_rounds(night), max(games.values_list("round__number", flat=True), default=0))
