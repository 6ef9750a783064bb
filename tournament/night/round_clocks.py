"""The clock of each round, and how it follows bells, posted seats, redrawn seats and changed settings.

`Round.rings_at` is set while the clock runs, and while it waits for the end of the pause before its game. A clock that
the organizer pauses keeps its moments; they all move on when it is resumed. The organizer's controls are in
`tournament.night.clock`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from math import ceil

from django.db.models import F, Q, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournament.models import Bell, Game, Night, Round
from tournament.models.rounds import RoundQuerySet

WARNS_BEFORE = timedelta(minutes=2)  # when a clock warns, before it rings
SHORTEST_GAME = timedelta(minutes=1)  # the shortest game after a pause
CLOCK_FIELDS = ("rings_at", "starts_at", "warned_at", "paused_at")
KEPT_FIELDS = (*CLOCK_FIELDS, "posted_at")  # what a redrawn round keeps


class ClockKind(StrEnum):
    """What a clock does."""

    OFF = "off"
    RUNNING = "running"
    WAITING = "waiting"  # it counts to the start of its game
    PAUSED = "paused"
    NOT_POSTED = "not-posted"  # it follows when every score of the game before is in


@dataclass(frozen=True, slots=True)
class ClockState:
    """What a clock shows on every screen: a time, and a label that says what it counts to.

    `until` is what it counts down to; `left` is the time that stands still while it is paused. Neither is set where no
    clock runs.
    """

    kind: ClockKind = ClockKind.OFF
    label: str = ""
    until: datetime | None = None
    left: timedelta | None = None


NO_CLOCK = ClockState()


def clock_state(round_: Round, now: datetime, *, table_until: datetime | None = None) -> ClockState:
    """What the clock of a round shows: to the bell, to the start of its game, or paused.

    :param table_until: until when one table plays, where it has extra minutes.
    """
    rings_at = table_until or round_.rings_at
    if rings_at is None:
        by_clock = round_.night.bell_by == Night.BellBy.CLOCK and not round_.night.single_table
        if by_clock and round_.posted_at is None and round_.number > 1:
            return ClockState(ClockKind.NOT_POSTED, f"Game {round_.number} starts when all scores are in")
        return NO_CLOCK
    starts = waits_until(round_, now)
    if round_.paused_at is not None and round_.rings_at is not None:
        return ClockState(ClockKind.PAUSED, "paused", left=(starts or rings_at) - round_.paused_at)
    if starts is not None:
        return ClockState(ClockKind.WAITING, f"Game {round_.number} starts in", until=starts)
    return ClockState(ClockKind.RUNNING, "to the bell", until=rings_at)


def minutes_and_seconds(left: timedelta) -> str:
    """A time as a clock shows it: 12:34, or 0:00 when none is left."""
    seconds = max(0, ceil(left / timedelta(seconds=1)))
    return f"{seconds // 60}:{seconds % 60:02}"


def waits_until(round_: Round, now: datetime) -> datetime | None:
    """When this game's clock starts, or None when it runs already or is not set.

    A clock starts at the end of the pause, or with the first hand of its game.
    """
    starts = round_.starts_at
    if round_.rings_at is None or starts is None or starts <= (round_.paused_at or now):
        return None
    return None if Game.objects.started().filter(round=round_).exists() else starts


def rounds_under_way(night: Night) -> RoundQuerySet:
    """The rounds that play without a hand on a phone: by the clock, or by the time since their seats were posted.

    A clock that was stopped has started, too. Without a clock, players get as long to find their seats as a pause
    between games lasts; a game that had started by earlier settings of the bell stays started.
    """
    now = timezone.now()
    rounds = Round.objects.filter(night=night)
    if night.bell_by == Night.BellBy.CLOCK:
        return rounds.filter(starts_at__lte=Coalesce("paused_at", Value(now)))
    return rounds.filter(Q(starts_at__lte=now) | Q(posted_at__lte=now - timedelta(minutes=night.pause)))


def set_clock(round_: Round, rings_at: datetime | None) -> None:
    """Set when a round's clock rings, or None to stop it. Call inside the transaction of the change.

    The extra minutes of its tables move along, and end when it stops. If more than two minutes are left, it warns
    again.
    """
    games = Game.objects.extended().filter(round=round_)
    if rings_at is None:
        games.update(extra_until=None)
        round_.starts_at = round_.paused_at = None
    elif round_.rings_at is not None:
        games.update(extra_until=F("extra_until") + (rings_at - round_.rings_at))
    if rings_at is None or rings_at - (round_.paused_at or timezone.now()) > WARNS_BEFORE:
        round_.warned_at = None
    round_.rings_at = rings_at
    round_.save(update_fields=CLOCK_FIELDS)


def stop_clock_of(round_: Round, now: datetime) -> None:
    """Stop a round's clock; a game that has started goes on without it. Call inside the transaction of the change."""
    started = round_.starts_at if waits_until(round_, now) is None else None
    set_clock(round_, None)
    round_.starts_at = started and min(started, now)  # a paused clock follows no jump, so its start may be ahead
    round_.save(update_fields=CLOCK_FIELDS)


def pause_clock_of(round_: Round, now: datetime) -> None:
    """Let a round's clock stand still. Call inside the transaction of the change."""
    round_.paused_at = now
    round_.save(update_fields=CLOCK_FIELDS)


def resume_clock_of(round_: Round, now: datetime) -> None:
    """Let a paused clock go on with the time that was left. Call inside the transaction of the change."""
    if round_.rings_at is None or round_.paused_at is None:
        return
    stood_still, round_.paused_at = now - round_.paused_at, None
    if round_.starts_at is not None:
        round_.starts_at += stood_still
    set_clock(round_, round_.rings_at + stood_still)


def clock_of(round_: Round) -> dict[str, str]:
    """A round's clock and the extra minutes of its tables, for `restore_clock`; no "rings_at" while no clock runs.

    It maps field names and table numbers to moments in ISO format.
    """
    moments = {field: getattr(round_, field) for field in KEPT_FIELDS}
    if round_.rings_at is not None:
        moments |= {str(table): until for table, until in round_.games.extended().values_list("table", "extra_until")}
    return {name: at.isoformat() for name, at in moments.items() if at is not None}


def restore_clock(round_: Round, clock: Mapping[str, str]) -> None:
    """Restore the clock of a round that was redrawn. Call inside the transaction that redrew it."""
    moments = {name: datetime.fromisoformat(at) for name, at in clock.items()}
    for field in KEPT_FIELDS:
        setattr(round_, field, moments.pop(field, None))
    round_.save(update_fields=KEPT_FIELDS)
    for table, until in moments.items():
        round_.games.filter(table=table).update(extra_until=until)


def stopped_clock(round_: Round, *, ran_out: bool) -> dict[str, str]:
    """A round's clock as a bell stops it, for `give_clock_back`; without "rings_at" where no time was left."""
    clock = clock_of(round_)
    if ran_out:
        clock.pop("rings_at", None)
    return clock


def give_clock_back(bell: Bell) -> str:
    """Let the clock that a bell stopped go on with the time that was left then, and say so; "" if none was left.

    Call inside the transaction that canceled it, once the round has no clock. The game has started in any case.
    """
    round_, clock, now = bell.round, bell.clock or {}, timezone.now()
    if "starts_at" not in clock:
        return ""
    if round_.night.bell_by != Night.BellBy.CLOCK or "rings_at" not in clock:
        Round.objects.filter(pk=round_.pk).update(starts_at=datetime.fromisoformat(clock["starts_at"]))
        return ""
    stood_still, stay = now - bell.rung_at, ("warned_at", "posted_at")
    later = {name: (datetime.fromisoformat(at) + stood_still).isoformat() for name, at in clock.items()}
    restore_clock(round_, later | {name: clock[name] for name in stay if name in clock})
    state = clock_state(round_, now)
    if state.left is not None:
        return f"The clock stays paused, {minutes_and_seconds(state.left)} left."
    return f"The clock goes on, {minutes_and_seconds((state.until or now) - now)} left."


def seats_posted_at(night: Night, number: int) -> datetime | None:
    """When the seats of game `number` were posted; None while they are not.

    Nobody has to post them: they are posted with the last score of the game before. Where seats are known ahead, also
    when the organizer starts the game's clock, or when half of its tables have started to play.
    """
    return night.rounds.filter(number=number).values_list("posted_at", flat=True).first()


def post_seats(night: Night) -> None:
    """Post the seats of games whose earlier game has all its scores, and let the clock follow after the pause.

    Call inside the transaction that signed a game, rang the bell or seated a round.
    """
    missing = night.rounds.filter(games__in=Game.objects.unsigned()).values_list("number", flat=True).distinct()
    not_yet = [number + 1 for number in missing]
    coming = Round.objects.filter(night=night, posted_at=None).exclude(number__in=not_yet)
    now = timezone.now()
    if coming.update(posted_at=now):
        _follow_bell(night, starts=now + timedelta(minutes=night.pause))


def post_when_half_play(round_: Round) -> None:
    """Start a clock that still waits for a score of the game before, once half of its tables have started to play.

    Call inside the transaction of a table's first hand.
    """
    night, games = round_.night, Game.objects.filter(round=round_)
    if round_.posted_at is not None or night.bell_by != Night.BellBy.CLOCK or night.single_table:
        return
    if 2 * games.started().count() >= games.count():
        now = timezone.now()
        Round.objects.filter(pk=round_.pk).update(posted_at=now)
        _follow_bell(night, starts=now)


def _follow_bell(night: Night, *, starts: datetime) -> None:
    """Start the clock of the game after the newest bell, where a clock rings and its seats are posted.

    A game that every table has agreed gets none.
    """
    rung = Bell.objects.active().filter(round__night=night).order_by("-round__number")
    number = rung.values_list("round__number", flat=True).first()
    if night.bell_by != Night.BellBy.CLOCK or night.single_table or number is None:
        return
    minutes = timedelta(minutes=night.minutes)
    warned_at = timezone.now() if minutes <= WARNS_BEFORE else None  # too short: it would warn before the game starts
    open_games = Game.objects.unsigned().filter(round__night=night)
    Round.objects.filter(
        night=night, number=number + 1, rings_at=None, posted_at__isnull=False, games__in=open_games
    ).update(rings_at=starts + minutes, starts_at=starts, warned_at=warned_at)


def save_next_clock(night: Night, last: Round, following: Round) -> None:
    """Save the next round's clock while its seats are withdrawn, because a game of `last` is open again."""
    last.next_clock = clock_of(following) if night.bell_by == Night.BellBy.CLOCK else None
    last.save(update_fields=["next_clock"])


def restore_next_clock(night: Night, last: Round) -> None:
    """Restore the clock of the round after `last`, if its seats had been withdrawn.

    A clock whose time has run out since is not restored.
    """
    clock = last.next_clock
    if clock is None:
        return
    last.next_clock = None
    last.save(update_fields=["next_clock"])
    stands_at = datetime.fromisoformat(clock["paused_at"]) if "paused_at" in clock else timezone.now()
    if "rings_at" not in clock or datetime.fromisoformat(clock["rings_at"]) > stands_at:
        restore_clock(night.rounds.get(number=last.number + 1), clock)


@contextmanager
def preserve_clocks(night: Night) -> Iterator[None]:
    """Keep the clocks of rounds that are redrawn inside this block, running or stopped."""
    before = {round_.number: clock_of(round_) for round_ in night.rounds.all()}
    yield
    for round_ in night.rounds.all():
        clock = before.get(round_.number)
        if clock is not None and clock != clock_of(round_):
            restore_clock(round_, clock)


def follow_settings(before: Night, night: Night) -> None:
    """Adapt the clocks to changed settings of the bell. Call inside the transaction of the change.

    Clocks that have not started, also of withdrawn seats, take the new minutes and pause; one that runs keeps its time.
    Where a clock rings no longer, all are stopped. Games that have started stay started.
    """
    now = timezone.now()
    found_seats = F("posted_at") + timedelta(minutes=before.pause)
    would_wait_again = rounds_under_way(before).exclude(pk__in=rounds_under_way(night).values("pk"))
    would_wait_again.filter(starts_at=None).update(starts_at=found_seats)
    if night.bell_by != before.bell_by:
        night.rounds.update(next_clock=None)
    elif (night.minutes, night.pause) != (before.minutes, before.pause):  # the next seating sets it again
        night.rounds.filter(next_clock__starts_at__gt=now.isoformat()).update(next_clock=None)
    for round_ in night.rounds.timed():
        starts = waits_until(round_, now)
        if night.bell_by != Night.BellBy.CLOCK:
            stop_clock_of(round_, now)
        elif starts is not None and round_.rings_at is not None:
            starts_first = round_.paused_at or now
            round_.starts_at = max(starts + timedelta(minutes=night.pause - before.pause), starts_first)
            rings_at = round_.rings_at + (round_.starts_at - starts) + timedelta(minutes=night.minutes - before.minutes)
            set_clock(round_, max(rings_at, round_.starts_at + SHORTEST_GAME))
