"""The laptop's clock is set while a night runs: its game clocks move along, so that the same time is left on them.

A jump is what the time of day gained or lost against a clock that nobody can set, and that goes on while the laptop
sleeps: a night after a long sleep is later, and has not jumped.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import F, Q
from django.utils import timezone

from tournament.live.events import announce
from tournament.models import Game, Night, Round
from tournament.night.locking import write
from tournament.night.round_clocks import clock_state, minutes_and_seconds, set_clock

LEAST = timedelta(minutes=1)  # a smaller jump moves nothing
ACTOR = "The laptop’s clock"


def happened_within(at: datetime, limit: timedelta) -> bool:
    """Whether something happened less than `limit` ago. A moment ahead of now, from before a jump, is long past."""
    return timedelta() <= timezone.now() - at < limit


def steady_seconds() -> float:
    """Seconds on a clock that nobody can set, with those that the laptop slept where the system counts them."""
    for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC"):
        if hasattr(time, name):
            return time.clock_gettime(getattr(time, name))
    return time.monotonic()


class JumpWatch:
    """Measures how far the time of day has jumped since it was asked last."""

    def __init__(
        self, now: Callable[[], datetime] = timezone.now, steady: Callable[[], float] = steady_seconds
    ) -> None:
        self._now, self._steady = now, steady
        self._offset: timedelta | None = None

    def jump(self) -> timedelta:
        """The jump, zero where there was none of a minute or more. Small differences do not add up."""
        offset = timedelta(seconds=self._now().timestamp() - self._steady())
        before, self._offset = self._offset, offset
        return offset - before if before is not None and abs(offset - before) >= LEAST else timedelta()


def follow_jump(jump: timedelta) -> None:
    """Move the clocks of the nights that are played along, and say on their boards what happened.

    A paused clock keeps its time by itself. A single table that plays until a time of day keeps that time.
    """
    with write():
        for night in Night.objects.filter(status=Night.Status.PLAYING):
            done = "" if night.single_table else _move_clocks(night, jump)
            minutes = round(abs(jump) / timedelta(minutes=1))
            way = "ahead" if jump > timedelta() else "back"
            text = (
                f"jumped {way} by {minutes} minute{'' if minutes == 1 else 's'}. {done or 'No game clock was running.'}"
            )
            announce(night.pk, *(("table",) if night.single_table else ("board", "room")), actor=ACTOR, text=text)


def _move_clocks(night: Night, jump: timedelta) -> str:
    """Move what a night waits for, and say it; empty where no clock runs."""
    said: list[str] = []
    rounds = night.rounds.filter(games__in=Game.objects.unsigned()).distinct()
    Round.objects.filter(pk__in=rounds.values("pk")).exclude(posted_at=None).update(posted_at=F("posted_at") + jump)
    still_to_ring = Q(extra_rung_at=None) | Q(extra_rung_at__lt=F("extra_until"))
    extended = Game.objects.extended().unsigned().filter(still_to_ring, round__night=night, round__rings_at=None)
    extended.update(extra_until=F("extra_until") + jump)
    for round_ in night.rounds.timed().filter(paused_at=None):
        if round_.starts_at is not None:
            round_.starts_at += jump
        set_clock(round_, (round_.rings_at or timezone.now()) + jump)
        state = clock_state(round_, timezone.now())
        left = minutes_and_seconds((state.until or timezone.now()) - timezone.now())
        said.append(f"The clock of game {round_.number} moved along: {left} left, as before.")
    return " ".join(said)
