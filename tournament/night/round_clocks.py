"""The clocks of a night's games. `Round.rings_at` is set while one runs, or is about to after a pause.

X
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db.models import F
from django.utils import timezone

from tournament.models import Bell, Game, Night, Round

WARNING = timedelta(minutes=2)  # before zero
LEAST = timedelta(minutes=1)  # that a game has once the pause is over
CLOCK_FIELDS = ("rings_at", "starts_at", "warned_at")  # of a round


def waits_until(round_: Round, now: datetime) -> datetime | None:
    """When this game's clock begins, while it waits for the end of the pause after the bell before; None when it runs,
    or none is set. It runs once a hand of the game was told."""
    begins = round_.starts_at
    if round_.rings_at is None or begins is None or begins <= now:
        return None
    return None if Game.objects.started().filter(round=round_).exists() else begins


def set_clock(round_: Round, rings_at: datetime | None) -> None:
    """Let it ring then, or never by itself; extra minutes of its tables go along, and it begins at its `starts_at`.
    Call inside a change's transaction.

    Who has more than two minutes is warned once more.
    """
    games = Game.objects.extended().filter(round=round_)
    if rings_at is None:
        games.update(extra_until=None)
        round_.starts_at = None
    elif round_.rings_at is not None:
        games.update(extra_until=F("extra_until") + (rings_at - round_.rings_at))
    if rings_at is None or rings_at - timezone.now() > WARNING:
        round_.warned_at = None
    round_.rings_at = rings_at
    round_.save(update_fields=CLOCK_FIELDS)


def clock_of(round_: Round) -> dict[str, str]:
    """A game's clock with the extra minutes of its tables, as `restore_clock` takes it: moments by field or by table.
    Empty while none runs."""
    if round_.rings_at is None:
        return {}
    extra = round_.games.extended().values_list("table", "extra_until")
    moments = {field: getattr(round_, field) for field in CLOCK_FIELDS} | {str(table): until for table, until in extra}
    return {name: at.isoformat() for name, at in moments.items() if at is not None}


def restore_clock(round_: Round, clock: Mapping[str, str]) -> None:
    """Let the clock of a round whose seats were drawn anew be as it was. Call inside the transaction that drew them."""
    moments = {name: datetime.fromisoformat(at) for name, at in clock.items()}
    for field in CLOCK_FIELDS:
        setattr(round_, field, moments.pop(field, None))
    round_.save(update_fields=CLOCK_FIELDS)
    for table, until in moments.items():
        round_.games.filter(table=table).update(extra_until=until)


def follow_bell(night: Night) -> None:
    """Where a clock rings: the game after the newest bell is timed too, unless every table has agreed it already: from
    the pause's end, or from now when it is seated later than that. Call inside the transaction that rang or seated."""
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
    open_games = Game.objects.unsigned().filter(round__night=night)
    Round.objects.filter(night=night, number=bell[1] + 1, rings_at=None, games__in=open_games).update(
        rings_at=begins + minutes, starts_at=begins, warned_at=now if minutes <= WARNING else None
    )  # it would be warned of before it begins


def save_next_clock(night: Night, last: Round, following: Round) -> None:
    """A game of `last` is open again, and the seats of the next round are taken back until it is signed."""
    last.next_clock = clock_of(following) if night.bell_by == Night.BellBy.CLOCK else None
    last.save(update_fields=["next_clock"])


def restore_next_clock(night: Night, last: Round) -> None:
    """The round after `last` is seated: if its seats had been taken back, its clock is as it was, stopped or running,
    unless its time is up meanwhile."""
    clock = last.next_clock
    if clock is None:
        return
    last.next_clock = None
    last.save(update_fields=["next_clock"])
    if not clock or datetime.fromisoformat(clock["rings_at"]) > timezone.now():
        restore_clock(night.rounds.get(number=last.number + 1), clock)


@contextmanager
def preserve_clocks(night: Night) -> Iterator[None]:
    """Games that are drawn anew inside this block keep their clocks as they are, running or stopped."""
    before = {round_.number: clock_of(round_) for round_ in night.rounds.all()}
    yield
    for round_ in night.rounds.all():
        clock = before.get(round_.number)
        if clock is not None and clock != clock_of(round_):
            restore_clock(round_, clock)


def follow_settings(before: Night, night: Night) -> None:
    """Games under way follow another bell at once. Clocks that have not begun, also of a game whose seats were taken
    back, take the new minutes and pause; one that runs keeps its time; where no clock rings any more, none runs. Call
    inside the transaction of the change."""
    now = timezone.now()
    if night.bell_by != before.bell_by:
        night.rounds.update(next_clock=None)
    elif (night.minutes, night.pause) != (before.minutes, before.pause):  # a bell timed it: it times it anew
        night.rounds.filter(next_clock__starts_at__gt=now.isoformat()).update(next_clock=None)
    for round_ in night.rounds.timed():
        begins = waits_until(round_, now)
        if night.bell_by != Night.BellBy.CLOCK:
            set_clock(round_, None)
        elif begins is not None and round_.rings_at is not None:
            round_.starts_at = max(begins + timedelta(minutes=night.pause - before.pause), now)
            rings_at = round_.rings_at + (round_.starts_at - begins) + timedelta(minutes=night.minutes - before.minutes)
            set_clock(round_, max(rings_at, round_.starts_at + LEAST))
