"""The clock of each round, and how it follows bells, redrawn seats and changed settings.

`Round.rings_at` is set while the clock runs, and while it waits for the end of the pause before its game. The
organizer's controls are in `tournament.night.clock`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db.models import F
from django.utils import timezone

from tournament.models import Bell, Game, Night, Round

WARNS_BEFORE = timedelta(minutes=2)  # when a clock warns, before it rings
SHORTEST_GAME = timedelta(minutes=1)  # the shortest game after a pause
CLOCK_FIELDS = ("rings_at", "starts_at", "warned_at")


def waits_until(round_: Round, now: datetime) -> datetime | None:
    """When this game's clock begins, or None when it runs already or is not set.

    A clock begins at the end of the pause, or with the first hand of its game.
    """
    begins = round_.starts_at
    if round_.rings_at is None or begins is None or begins <= now:
        return None
    return None if Game.objects.started().filter(round=round_).exists() else begins


def set_clock(round_: Round, rings_at: datetime | None) -> None:
    """Set when a round's clock rings, or None to stop it. Call inside the transaction of the change.

    The extra minutes of its tables move along, and end when it stops. If more than two minutes are left, it warns
    again.
    """
    games = Game.objects.extended().filter(round=round_)
    if rings_at is None:
        games.update(extra_until=None)
        round_.starts_at = None
    elif round_.rings_at is not None:
        games.update(extra_until=F("extra_until") + (rings_at - round_.rings_at))
    if rings_at is None or rings_at - timezone.now() > WARNS_BEFORE:
        round_.warned_at = None
    round_.rings_at = rings_at
    round_.save(update_fields=CLOCK_FIELDS)


def clock_of(round_: Round) -> dict[str, str]:
    """A round's clock and the extra minutes of its tables, for `restore_clock`; empty while no clock runs.

    It maps field names and table numbers to moments in ISO format.
    """
    if round_.rings_at is None:
        return {}
    extra = round_.games.extended().values_list("table", "extra_until")
    moments = {field: getattr(round_, field) for field in CLOCK_FIELDS} | {str(table): until for table, until in extra}
    return {name: at.isoformat() for name, at in moments.items() if at is not None}


def restore_clock(round_: Round, clock: Mapping[str, str]) -> None:
    """Restore the clock of a round that was redrawn. Call inside the transaction that redrew it."""
    moments = {name: datetime.fromisoformat(at) for name, at in clock.items()}
    for field in CLOCK_FIELDS:
        setattr(round_, field, moments.pop(field, None))
    round_.save(update_fields=CLOCK_FIELDS)
    for table, until in moments.items():
        round_.games.filter(table=table).update(extra_until=until)


def follow_bell(night: Night) -> None:
    """Start the clock of the game after the newest bell, where a clock rings.

    It runs from the end of the pause, or from now if the game is seated later than that. A game that every table has
    agreed gets none. Call inside the transaction that rang the bell or seated the game.
    """
    bell = (
        Bell.objects.active()
        .filter(round__night=night)
        .order_by("-round__number")
        .values_list("rung_at", "round__number")
        .first()
    )
    if night.bell_by != Night.BellBy.CLOCK or bell is None:
        return
    now, minutes = timezone.now(), timedelta(minutes=night.minutes)
    begins = max(bell[0] + timedelta(minutes=night.pause), now)
    warned_at = now if minutes <= WARNS_BEFORE else None  # too short: the warning would come before the game starts
    open_games = Game.objects.unsigned().filter(round__night=night)
    Round.objects.filter(night=night, number=bell[1] + 1, rings_at=None, games__in=open_games).update(
        rings_at=begins + minutes, starts_at=begins, warned_at=warned_at
    )


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
    if not clock or datetime.fromisoformat(clock["rings_at"]) > timezone.now():
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

    Clocks that have not begun, also of withdrawn seats, take the new minutes and pause; one that runs keeps its time.
    Where a clock rings no longer, all are stopped.
    """
    now = timezone.now()
    if night.bell_by != before.bell_by:
        night.rounds.update(next_clock=None)
    elif (night.minutes, night.pause) != (before.minutes, before.pause):  # the next seating sets it again
        night.rounds.filter(next_clock__starts_at__gt=now.isoformat()).update(next_clock=None)
    for round_ in night.rounds.timed():
        begins = waits_until(round_, now)
        if night.bell_by != Night.BellBy.CLOCK:
            set_clock(round_, None)
        elif begins is not None and round_.rings_at is not None:
            round_.starts_at = max(begins + timedelta(minutes=night.pause - before.pause), now)
            rings_at = round_.rings_at + (round_.starts_at - begins) + timedelta(minutes=night.minutes - before.minutes)
            set_clock(round_, max(rings_at, round_.starts_at + SHORTEST_GAME))
