"""The organizer's clock controls: start, move, pause and stop a game's clock, and grant a table extra minutes."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from tournament.access import Who, require_open
from tournament.live.events import announce
from tournament.models import Bell, Game, Night, Place, Round
from tournament.night.bell import round_to_ring
from tournament.night.games import table_topics
from tournament.night.locking import lock_game, lock_playing_night, write
from tournament.night.round_clocks import (
    WARNS_BEFORE,
    clock_of,
    clock_state,
    minutes_and_seconds,
    pause_clock_of,
    resume_clock_of,
    set_clock,
    stop_clock_of,
    waits_until,
)
from tournament.night.undo_clock import clock_undo, extra_undo
from tournament.people.errors import Refused

MOST_MINUTES = 120  # of a game
MOST_EXTRA = 30  # minutes for one table at a time


def start_clock(*, round_: Round, who: Who, minutes: int = 0) -> None:
    """Start this game's clock now.

    A clock that waits for the end of the pause starts at once, and one that was paused goes on. One that runs stays as
    it is, so starting twice is starting once.

    :param minutes: how long it runs; 0 for as long as a game lasts tonight.

    :raises Refused: when no clock rings tonight, it is another game's turn, or the minutes are absurd.
    """
    with write():
        night = lock_playing_night(round_.night_id)
        round_, now = _require_timed(round_, night), timezone.now()
        if round_.rings_at is not None and waits_until(round_, now) is None:
            _resume(round_, now, who)
            return
        if not 0 <= minutes <= MOST_MINUTES:
            raise Refused(f"A clock runs from 1 to {MOST_MINUTES} minutes. Choose one of the buttons.")
        minutes, was = minutes or night.minutes, clock_of(round_)
        round_.starts_at, round_.paused_at = now, None
        set_clock(round_, now + timedelta(minutes=minutes))
        Round.objects.filter(pk=round_.pk, posted_at=None).update(posted_at=now)
        if timedelta(minutes=minutes) <= WARNS_BEFORE:  # it would be warned of the moment it starts
            Round.objects.filter(pk=round_.pk).update(warned_at=now)
        announce(
            night.pk,
            "room",
            actor=str(who),
            text=f"started the clock of game {round_.number}: {_minutes(minutes)}",
            undo=clock_undo(round_, was),
        )


def move_clock(*, round_: Round, minutes: int, expected: datetime | None, who: Who) -> None:
    """Add minutes to this game's clock, or take some away.

    :param expected: when the page that asked said the clock would ring. A clock that was moved since stays as it is, so
        that a double tap moves it once.
    :raises Refused: when no clock runs, or it would ring at once or in the pause.
    """
    with write():
        night = lock_playing_night(round_.night_id)
        round_ = _require_timed(round_, night)
        if round_.rings_at is None:
            raise Refused("No clock runs for this game. Start it on the board.")
        if round_.rings_at != expected:
            return
        rings_at, now = round_.rings_at + timedelta(minutes=minutes), round_.paused_at or timezone.now()
        if rings_at <= now:
            raise Refused("Less than a minute is left. Ring the bell instead.")
        starts = waits_until(round_, now)
        if starts is not None and rings_at <= starts:
            raise Refused("This clock would ring before the pause is over. Stop it instead.")
        if rings_at > now + 2 * timedelta(minutes=MOST_MINUTES):
            raise Refused("More than four hours are left on this clock. Stop it instead.")
        was = clock_of(round_)
        set_clock(round_, rings_at)
        announce(
            night.pk,
            "room",
            actor=str(who),
            text=(f"{'gave' if minutes > 0 else 'took'} game {round_.number} {_minutes(abs(minutes))}"),
            undo=clock_undo(round_, was),
        )


def pause_clock(*, round_: Round, who: Who) -> None:
    """Let this game's clock stand still with the time that is left; pausing twice is pausing once.

    :raises Refused: when no clock runs, or it is another game's turn.
    """
    with write():
        night = lock_playing_night(round_.night_id)
        round_, now = _require_timed(round_, night), timezone.now()
        if round_.rings_at is None:
            raise Refused("No clock runs for this game. Start it on the board.")
        if round_.paused_at is None:
            pause_clock_of(round_, now)
            left = clock_state(round_, now).left or timedelta()
            text = f"paused the clock of game {round_.number}, {minutes_and_seconds(left)} left"
            announce(night.pk, "room", actor=str(who), text=text)


def resume_clock(*, round_: Round, who: Who) -> None:
    """Let a paused clock go on with the time that was left; resuming twice is resuming once.

    :raises Refused: when no clock runs, or it is another game's turn.
    """
    with write():
        night = lock_playing_night(round_.night_id)
        round_ = _require_timed(round_, night)
        if round_.rings_at is None:
            raise Refused("No clock runs for this game. Start it on the board.")
        _resume(round_, timezone.now(), who)


def _resume(round_: Round, now: datetime, who: Who) -> None:
    """Let a clock go on if it was paused."""
    if round_.paused_at is not None:
        left = clock_state(round_, now).left or timedelta()
        resume_clock_of(round_, now)
        text = f"resumed the clock of game {round_.number}, {minutes_and_seconds(left)} left"
        announce(round_.night_id, "room", actor=str(who), text=text)


def stop_clock(*, round_: Round, who: Who) -> None:
    """Stop this game's clock; stopping twice is stopping once.

    The organizer then rings the bell, or starts the clock again.

    :raises Refused: when it is another game's turn.
    """
    with write():
        night = lock_playing_night(round_.night_id)
        round_ = _require_timed(round_, night)
        if round_.rings_at is not None:
            was = clock_of(round_)
            stop_clock_of(round_, timezone.now())
            announce(
                night.pk,
                "room",
                actor=str(who),
                text=f"stopped the clock of game {round_.number}",
                undo=clock_undo(round_, was),
            )


def grant_minutes(*, game: Game, minutes: int, expected: datetime | None, who: Who) -> None:
    """Let one table play on longer than the others.

    The minutes start now if the bell has rung, otherwise when the clock rings.

    :param expected: until when the page that asked said the table may play. If that has changed since, nothing is
        granted, so that a double tap grants once.
    :raises Refused: when the table has agreed, one of its players has started the next game, or no bell is to come.
    """
    with write():
        game = lock_game(game)
        require_open(game.round.night)
        if game.extra_until != expected:
            return
        if not 1 <= minutes <= MOST_EXTRA:
            raise Refused(f"A table gets 1 to {MOST_EXTRA} extra minutes at a time. Choose one of the buttons.")
        if game.signed_at is not None:
            raise Refused("This table has confirmed its score. Open the game again first.")
        if Place.objects.filter(
            entry__places__game=game,
            game__round__night=game.round.night,
            game__started_at__isnull=False,
            game__round__number__gt=game.round.number,
        ).exists():
            raise Refused("Somebody from this table is already in the next game, so nobody can play on here.")
        rung = Bell.objects.active().filter(round=game.round).exists()
        starts = timezone.now() if rung else game.round.rings_at
        if starts is None:
            raise Refused("Extra minutes start with the bell. Ring it first, or start the clock.")
        was = game.extra_until
        game.extra_until = max(starts, game.extra_until or starts) + timedelta(minutes=minutes)
        game.save(update_fields=["extra_until"])
        phones = game.places.values_list("entry_id", flat=True)
        announce(
            game.round.night_id,
            *(f"notice-{pk}" for pk in phones),
            *table_topics(game),
            actor=str(who),
            text=f"{minutes} more minute{'' if minutes == 1 else 's'} for your table, table {game.table}.",
            logged=f"extended game {game.round.number} at table {game.table} by {_minutes(minutes)}",
            undo=extra_undo(game, was, minutes),
        )


def _require_timed(round_: Round, night: Night) -> Round:
    """Read the round again.

    :raises Refused: unless a clock rings tonight and the next bell is for this round.
    """
    if night.bell_by != Night.BellBy.CLOCK:
        raise Refused("No clock rings tonight. Choose one under Bell and clock on the board first.")
    now = round_to_ring(night)
    if now is None or now.pk != round_.pk:
        raise Refused("This is not the game that is timed now. Check the board.")
    return now


def _minutes(many: int) -> str:
    return f"{many} minute{'' if many == 1 else 's'}"
