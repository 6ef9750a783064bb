"""The clocks of a night's games. `Round.rings_at` is set while one runs, or is about to after a pause.

Who starts, moves and stops a clock: `tournament.bell`. Here is what follows from bells, seats and settings.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db.models import F
from django.utils import timezone

from tournament.models import Bell, Game, Night, Round

WARNING = timedelta(minutes=2)  # before zero


def starts_at(round_: Round, night: Night, now: datetime) -> datetime | None:
    """When this game's clock begins, while it waits for the end of the pause after the bell before; None when it runs,
    or none is set. It runs once a hand of the game was told, whatever minutes it was given or the night has now."""
    if round_.rings_at is None or night.pause == 0 or Game.objects.filter(round=round_).exclude(
            started_at=None).exists():
        return None
    rung_at = Bell.objects.filter(round__night=night, round__number=round_.number - 1, unrung_at=None).values_list(
        "rung_at", flat=True).first()
    if rung_at is None:
        return None
    begins = min(rung_at + timedelta(minutes=night.pause), round_.rings_at - timedelta(minutes=night.minutes))
    return begins if begins > now else None


def set_clock(round_: Round, rings_at: datetime | None) -> None:
    """Let it ring then, or never by itself; extra minutes of its tables go along. Call inside a change's transaction.

    Who has more than two minutes is warned once more.
    """
    games = Game.objects.filter(round=round_).exclude(extra_until=None)
    if rings_at is None:
        games.update(extra_until=None)
    elif round_.rings_at is not None:
        games.update(extra_until=F("extra_until") + (rings_at - round_.rings_at))
    if rings_at is None or rings_at - timezone.now() > WARNING:
        round_.warned_at = None
    round_.rings_at = rings_at
    round_.save(update_fields=["rings_at", "warned_at"])


def follow_bell(night: Night) -> None:
    """Where a clock rings: the game after the newest bell is timed too, unless every table has agreed it already: from
    the pause's end, or from now when it is seated later than that. Call inside the transaction that rang or seated."""
    bell = Bell.objects.filter(round__night=night, unrung_at=None).order_by("-round__number").values_list(
        "rung_at", "round__number").first()
    if night.bell_by != Night.BellBy.CLOCK or bell is None:
        return
    begins = max(bell[0] + timedelta(minutes=night.pause), timezone.now())
    open_games = Game.objects.filter(round__night=night, signed_at=None)
    Round.objects.filter(night=night, number=bell[1] + 1, rings_at=None, games__in=open_games).update(
        rings_at=begins + timedelta(minutes=night.minutes), warned_at=None)


@contextmanager
def clocks_kept(night: Night) -> Iterator[None]:
    """Games that are drawn anew inside this block keep their clocks as they are, running or stopped."""
    before = {round_.number: round_ for round_ in night.rounds.all()}
    yield
    for round_ in night.rounds.all():
        old = before.get(round_.number)
        if old is not None and old.rings_at != round_.rings_at:
            round_.rings_at, round_.warned_at = old.rings_at, old.warned_at
            round_.save(update_fields=["rings_at", "warned_at"])


def follow_settings(before: Night, night: Night) -> None:
    """Games under way follow another bell at once. Clocks that have not begun take the new minutes and pause; one that
    runs keeps its time; where no clock rings any more, none runs. Call inside the transaction of the change."""
    now = timezone.now()
    for round_ in night.rounds.exclude(rings_at=None):
        begins = starts_at(round_, before, now)
        if night.bell_by != Night.BellBy.CLOCK:
            set_clock(round_, None)
        elif begins is not None and round_.rings_at is not None:
            later = max(begins + timedelta(minutes=night.pause - before.pause), now) - begins
            set_clock(round_, round_.rings_at + later + timedelta(minutes=night.minutes - before.minutes))
