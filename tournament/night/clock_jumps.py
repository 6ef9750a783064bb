"""The laptop's clock is set while a night runs: its game clocks move along, so that the same time is left on them.

A jump is what the time of day gained or lost against a clock that nobody can set, and that goes on while the laptop
sleeps: a night after a long sleep is later, and has not jumped.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from django.db.models import F, Max, Q
from django.utils import timezone

from tournament.live.events import announce
from tournament.models import Bell, Game, Invitation, LogEntry, Night, Round, SignIn
from tournament.night.locking import write
from tournament.night.round_clocks import clock_state, minutes_and_seconds, set_clock

LEAST = timedelta(minutes=1)  # a smaller jump moves nothing
SLIGHT = timedelta(seconds=1)  # a difference that is noted; clocks that are kept right drift by more over a week
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")  # on Linux
BOOT_COMMAND = ("/usr/sbin/sysctl", "-n", "kern.bootsessionuuid")  # on macOS
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


def boot_id() -> str:
    """An id of this start of the laptop, empty where the system gives none."""
    with suppress(OSError):
        return BOOT_ID.read_text("ascii").strip()
    with suppress(OSError, subprocess.SubprocessError):
        done = subprocess.run(BOOT_COMMAND, capture_output=True, text=True, check=True, timeout=5)
        return done.stdout.strip()
    return ""


class ClockNote:
    """A file that has how the time of day and the steady clock differ, which stays the same until one is set.

    So a server that starts again, while the laptop was not switched off, knows whether its clock was set meanwhile.
    """

    def __init__(
        self,
        file: Path,
        now: Callable[[], datetime] = timezone.now,
        steady: Callable[[], float] = steady_seconds,
        boot: Callable[[], str] = boot_id,
    ) -> None:
        self._file, self._now, self._steady, self._boot = file, now, steady, boot()
        self._noted: timedelta | None = None

    def jump(self) -> timedelta | None:
        """How far the clock was set since the note, zero if by less than a minute; None where nobody can tell."""
        try:
            boot, seconds = self._file.read_text("ascii").split()
            noted = timedelta(seconds=float(seconds))
        except (OSError, ValueError, OverflowError):
            return None
        if not self._boot or boot != self._boot:
            return None
        jump = self._difference() - noted
        return jump if abs(jump) >= LEAST else timedelta()

    def write(self) -> None:
        """Note how the clocks differ now, if that is not what the file has. On a full disk the old note stays."""
        difference = self._difference()
        if not self._boot or (self._noted is not None and abs(difference - self._noted) < SLIGHT):
            return
        fresh = self._file.with_name(f"{self._file.name}.new")
        with suppress(OSError):
            fresh.write_text(f"{self._boot} {difference.total_seconds()}", "ascii")
            fresh.replace(self._file)
            self._noted = difference

    def _difference(self) -> timedelta:
        return timedelta(seconds=self._now().timestamp() - self._steady())


def jump_while_down(now: datetime) -> timedelta:
    """How far the clock was set back at least while no server ran and the laptop was off, zero where nobody can tell.

    The newest line of the log is then ahead of now. A clock that was set ahead only looks like a longer time.
    """
    newest = LogEntry.objects.filter(night__status=Night.Status.PLAYING).order_by("-pk").first()
    return now - newest.at if newest is not None and newest.at - now >= LEAST else timedelta()


def clock_set_back(now: datetime) -> timedelta:
    """Return by how much the clock was set back since something was last logged; zero where nobody can tell.

    The newest moment in the log is then ahead of now, also after a start, which logs nothing.
    """
    newest = LogEntry.objects.filter(at__gt=now).aggregate(newest=Max("at"))["newest"]
    return newest - now if newest is not None and newest - now >= LEAST else timedelta()


def follow_jump(jump: timedelta) -> None:
    """Move the clocks of the nights that are played along, and say on their boards what happened.

    Who is signed in stays so, and invitations last as long as before. A paused clock keeps its time by itself. A single
    table that plays until a time of day keeps that time.
    """
    with write():
        _move_sign_ins(jump)
        for night in Night.objects.filter(status=Night.Status.PLAYING):
            done = "" if night.single_table else _move_clocks(night, jump)
            minutes = round(abs(jump) / timedelta(minutes=1))
            way = "ahead" if jump > timedelta() else "back"
            text = (
                f"jumped {way} by {minutes} minute{'' if minutes == 1 else 's'}. {done or 'No game clock was running.'}"
            )
            announce(night.pk, *(("table",) if night.single_table else ("board", "room")), actor=ACTOR, text=text)


def follow_jump_while_closed(night: Night) -> None:
    """Move the clocks of a night along if now is before it was closed. Call inside the transaction that reopens it.

    So a game that had started then is still started. Once now is after it was closed, all its moments are past.
    """
    set_back = timezone.now() - night.closed_at if night.closed_at else timedelta()
    if set_back < timedelta() and not night.single_table:
        _move_clocks(night, set_back)


def _move_sign_ins(jump: timedelta) -> None:
    """Move along what ends the sign-ins and invitations that last. What was over before a jump back does not revive."""
    now = timezone.now()
    signed_in, invited = SignIn.objects.active(now - jump), Invitation.objects.open(now - jump)
    SignIn.objects.filter(ended_at=None).exclude(pk__in=signed_in.values("pk")).update(ended_at=now)
    Invitation.objects.filter(withdrawn_at=None).exclude(pk__in=invited.values("pk")).update(withdrawn_at=now)
    signed_in.update(last_seen_at=F("last_seen_at") + jump, expires_at=F("expires_at") + jump)
    invited.update(expires_at=F("expires_at") + jump)


def _move_bells(night: Night, jump: timedelta) -> None:
    """Move the bells along that wait for scores or can be canceled, and the games that started after the newest.

    So it is still known which came first, and how long ago a bell rang.
    """
    bells = Bell.objects.active().filter(round__night=night).order_by("-pk")
    newest = bells.first()
    if newest is None:
        return
    waits = Round.objects.filter(games__in=Game.objects.unsigned()).values("pk")
    for bell in bells.filter(Q(pk=newest.pk) | Q(round__in=waits)):
        bell.rung_at += jump
        bell.clock = _moved(bell.clock, jump)
        bell.save(update_fields=["rung_at", "clock"])
    later = Game.objects.started().filter(round__night=night, round__number__gt=newest.round.number)
    later.update(started_at=F("started_at") + jump)


def _moved(clock: Mapping[str, str] | None, jump: timedelta) -> dict[str, str] | None:
    """A clock that was kept for later (see `clock_of`), moved along."""
    if clock is None:
        return None
    return {name: (datetime.fromisoformat(at) + jump).isoformat() for name, at in clock.items()}


def _move_undo(night: Night, jump: timedelta) -> None:
    """Move the clocks along that an undo would restore, and those that it compares; a paused one has not moved."""
    for act in night.log_entries.filter(undo__kind="clock", undone_at=None):
        assert act.undo
        act.undo["was"] = _moved(act.undo["was"], jump)
        if "paused_at" not in act.undo["now"]:
            act.undo["now"] = _moved(act.undo["now"], jump)
        act.save(update_fields=["undo"])


def _move_clocks(night: Night, jump: timedelta) -> str:
    """Move what a night waits for, and say it; empty where no clock runs."""
    _move_bells(night, jump)
    _move_undo(night, jump)
    for round_ in night.rounds.exclude(next_clock=None):
        round_.next_clock = _moved(round_.next_clock, jump)
        round_.save(update_fields=["next_clock"])
    said: list[str] = []
    rounds = night.rounds.filter(games__in=Game.objects.unsigned()).distinct()
    waiting = Round.objects.filter(pk__in=rounds.values("pk"))
    waiting.exclude(posted_at=None).update(posted_at=F("posted_at") + jump)
    waiting.filter(rings_at=None).exclude(starts_at=None).update(starts_at=F("starts_at") + jump)
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
