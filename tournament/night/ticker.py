"""What the server does once a second: warn, ring, and tell a table that its extra minutes are over.

Each is done once, however many processes tick: every step locks the night and reads it again.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from pathlib import Path

from django.db import connection
from django.db.models import F, Q
from django.utils import timezone

from tournament.live.events import announce
from tournament.live.outages import is_outage, log_outage
from tournament.live.own_connection import own_connection
from tournament.models import Bell, Game, Night, Round
from tournament.night.bell import ring_bell
from tournament.night.clock_jumps import ClockNote, JumpWatch, follow_jump, jump_while_down
from tournament.night.games import table_topics
from tournament.night.locking import lock_game, lock_night, write
from tournament.night.round_clocks import WARNS_BEFORE

CLOCK_ACTOR = "The clock"  # who rings and warns, in the log
STILL_NEWS = timedelta(hours=1)  # extra minutes that ended longer ago are not announced anymore
log = logging.getLogger(__name__)
_watch = JumpWatch()
_jumped: timedelta | None = None  # what the clocks have not followed yet; None before the first tick
_note: ClockNote | None = None  # on a laptop


def note_clock_in(file: Path) -> None:
    """Keep a note of the laptop's clock in this file from now on, and begin with what it has."""
    global _note
    _note = ClockNote(file)


def run_tick() -> None:
    """Tick once on a thread of the server, and close its database connection afterward.

    Before, game clocks follow a jump of the laptop's own. A failure is logged, an outage of the database in a line; the
    next tick tries again.
    """
    global _jumped
    with own_connection():
        try:
            _jumped = (_jump_before_start() if _jumped is None else _jumped) + _watch.jump()
            if _jumped and connection.vendor == "sqlite":  # one process measures, and no other clock is meant
                follow_jump(_jumped)
            _jumped = timedelta()
            if _note:
                _note.write()
            tick(timezone.now())
        except Exception as error:
            if is_outage(error):
                log_outage(error)
            else:
                log.exception("The clock could not tick.")


def _jump_before_start() -> timedelta:
    """How far the clock was set while no server ran, as far as somebody can tell."""
    noted = _note.jump() if _note else None
    return jump_while_down(timezone.now()) if noted is None else noted


def tick(now: datetime) -> None:
    """Do what is due at `now`.

    Ring for clocks past zero, also those that ran out while the server was down. Warn two minutes before, except in the
    pause before a game. A paused clock does neither. Tell tables whose extra minutes are over.
    """
    rings, warns = Q(rings_at__lte=now), Q(warned_at=None, rings_at__lte=now + WARNS_BEFORE) & ~Q(starts_at__gt=now)
    due = Q(paused_at=None) & (rings | warns)
    for round_ in Round.objects.filter(due, night__status=Night.Status.PLAYING):
        with write():
            night = lock_night(round_.night_id)
            at = night.rounds.filter(pk=round_.pk).filter(due).first()
            if at is None or at.rings_at is None or night.status != Night.Status.PLAYING:
                continue  # another process was quicker, or the organizer
            if at.rings_at <= now:
                ring_bell(round_=at, who=CLOCK_ACTOR)
            else:
                _warn(at, night, at.rings_at - now)
    not_rung = Q(extra_rung_at=None) | Q(extra_rung_at__lt=F("extra_until"))
    over = not_rung & Q(
        extra_until__range=(now - STILL_NEWS, now),
        signed_at=None,
        round__night__status=Night.Status.PLAYING,
        round__bells__in=Bell.objects.active(),
    )
    for game in Game.objects.filter(over):
        _ring_extra(game)


def _warn(round_: Round, night: Night, left: timedelta) -> None:
    Round.objects.filter(pk=round_.pk).update(warned_at=timezone.now())
    text = "Two minutes left" if left > WARNS_BEFORE - timedelta(seconds=20) else "Less than two minutes left"
    announce(
        night.pk,
        "warning",
        actor=CLOCK_ACTOR,
        text=f"{text} of game {round_.number}.",
        logged=f"gave the two-minute warning of game {round_.number}",
    )


def _ring_extra(game: Game) -> None:
    """Ring for one table alone: its extra minutes are over."""
    with write():
        game, until = lock_game(game), game.extra_until
        if game.extra_until != until or game.extra_has_rung:
            return  # another process was quicker, or the organizer
        game.extra_rung_at = timezone.now()
        game.save(update_fields=["extra_rung_at"])
        phones = game.places.values_list("entry_id", flat=True)
        announce(
            game.round.night_id,
            *(f"bell-{pk}" for pk in phones),
            *table_topics(game),
            actor=CLOCK_ACTOR,
            text=f"The bell! Table {game.table}: finish this hand and confirm the score.",
            logged=f"rang the bell of game {game.round.number} for table {game.table} alone",
        )
