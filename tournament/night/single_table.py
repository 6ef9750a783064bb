"""A single table: open it, and start its next game. Nobody moves; the deal passes on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import ceil

from django.db.models import Q
from django.utils import timezone

from tournament.access import Who, require_seat
from tournament.live.events import announce
from tournament.models import Bell, Club, Game, Night, Place, Round
from tournament.night.locking import lock_playing_night, write
from tournament.night.numbers import draw_numbers
from tournament.night.round_clocks import WARNS_BEFORE, set_clock
from tournament.night.signup import sign_up
from tournament.people.errors import Refused

MOST_GAMES = 300  # that phones start at one table, with those that were left again
STARTED_GAME = "started game"
BEGAN_GAME = "began game"  # how the log of version 0.1 has it
TOPIC = "table"  # what every page of a single table listens to


def open_single_table(
    *,
    club: Club,
    name: str,
    variant: str,
    names: Sequence[str],
    who: Who,
    until: datetime | None = None,
    house_rules: dict[str, object] | None = None,
) -> Night:
    """Open a table for these players, named in dealing order, ready for its first hand.

    :param until: when the game ends, in place of its own end.
    :raises AlreadyHere: when a name is there twice.
    :raises Refused: when a name is empty or over 40 letters.
    """
    with write():
        night = Night.objects.create(
            club=club,
            name=name,
            date=timezone.localdate(),
            variant=variant,
            kind=Night.Kind.SINGLE_TABLE,
            house_rules=house_rules or {},
        )
        sign_up(night=night, names=names, who=who)
        draw_numbers(night=night, order="arrival", who=who)
        night.status, night.opened_at = Night.Status.PLAYING, timezone.now()
        if until is not None:
            night.bell_by, night.minutes = Night.BellBy.CLOCK, ceil((until - night.opened_at) / timedelta(minutes=1))
        night.save(update_fields=["status", "opened_at", "bell_by", "minutes"])
        _seat(night, 1, until)
        announce(night.pk, TOPIC, actor=str(who), text=f"set up a table for {len(names)}")
    return night


def next_game(*, game: Game, who: Who) -> None:
    """End a game and start the table's next one; asking twice starts one.

    Where a time ends a game, the next game has as many minutes, or what is left if this one was broken off.

    :raises Refused: when its players have started too many.
    :raises NotAllowed: for anybody but its players and the organizer.
    """
    with write():
        night = lock_playing_night(game.round.night_id)
        require_seat(who, game)
        number = game.round.number + 1
        if night.rounds.filter(number=number).exists():
            return
        starts = Q(text__startswith=STARTED_GAME) | Q(text__startswith=BEGAN_GAME)
        if not who.organizer and night.log_entries.filter(starts).count() >= MOST_GAMES:
            raise Refused(f"This table has started {MOST_GAMES} games. Ask the organizer for a new table.")
        end_game(game=game)
        until = None
        if night.until_a_time:
            now, until = timezone.now(), game.round.rings_at
            if until is None or until <= now:
                until = now + timedelta(minutes=night.minutes)
            set_clock(game.round, None)
        _seat(night, number, until)
        announce(night.pk, TOPIC, actor=str(who), text=f"{STARTED_GAME} {number}")


def withdraw_game(*, game: Game, who: Who) -> None:
    """Go back to the game before, from one that has no hand. Its time, or the bell that ended it, goes back with it.

    Call inside a transaction.

    :raises Refused: in the table's first game.
    """
    night, round_ = game.round.night, game.round
    before = Game.objects.select_related("round").filter(round__night=night, round__number=round_.number - 1).first()
    if before is None:
        raise Refused("This is the first game.")
    until = round_.rings_at
    is_over = Bell.objects.active().filter(round=before.round).exists()
    if not is_over:
        Bell.objects.active().filter(round=round_).update(round=before.round)
    round_.delete()
    before.signed_at = None
    before.save(update_fields=["signed_at"])
    if until is not None and not is_over:
        set_clock(before.round, until)
    announce(night.pk, TOPIC, actor=str(who), text=f"went back to game {before.round.number}")


def end_game(*, game: Game) -> None:
    """Note when a game has ended. Call inside a transaction."""
    game.signed_at = game.signed_at or timezone.now()
    game.save(update_fields=["signed_at"])


def _seat(night: Night, number: int, until: datetime | None) -> None:
    """Seat everybody by number, which is the dealing order at a single table; the clock runs from now `until` then."""
    round_ = Round.objects.create(night=night, number=number)
    if until is not None:
        round_.starts_at = timezone.now()
        set_clock(round_, until)
        if until - round_.starts_at <= WARNS_BEFORE:  # it would be warned of the moment it starts
            Round.objects.filter(pk=round_.pk).update(warned_at=round_.starts_at)
    game = Game.objects.create(round=round_, table=1)
    Place.objects.bulk_create(Place(game=game, seat=str(entry.number), entry=entry) for entry in night.entries.all())
