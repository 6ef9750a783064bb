"""The bell and the clock of a game as the big screen shows them, and when they change it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from tally.loading.games import LoadedGame
from tournament.models import Bell, Night
from tournament.night.round_clocks import WARNS_BEFORE, waits_until

BELL_FOR = timedelta(seconds=60)
STILL_SITTING_DOWN = timedelta(minutes=2)  # after a clock was started


@dataclass(frozen=True, slots=True)
class RecentBells:
    """The bell that rang in the last minute, and the one that was cancelled in it."""

    rung: Bell | None
    cancelled: Bell | None

    @classmethod
    def of(cls, night: Night, now: datetime) -> RecentBells:
        """The night's bells of the last minute."""
        bells = Bell.objects.filter(round__night=night).select_related("round")
        return cls(
            rung=bells.active().filter(rung_at__gt=now - BELL_FOR).order_by("rung_at").last(),
            cancelled=bells.filter(unrung_at__gt=now - BELL_FOR).order_by("unrung_at").last(),
        )

    @property
    def moments(self) -> list[datetime]:
        """When they are no longer recent."""
        times = (self.rung and self.rung.rung_at, self.cancelled and self.cancelled.unrung_at)
        return [time + BELL_FOR for time in times if time]

    @property
    def notes(self) -> list[str]:
        """A sentence about a bell that was cancelled."""
        return ["Bell cancelled, keep playing."] if self.cancelled and not self.rung else []


@dataclass(frozen=True, slots=True)
class GameClock:
    """A game's clock: what it counts to, when it starts if that is still to come, and when the screen changes by it.

    `early`: people may still be looking for their seats.
    """

    until: datetime | None = None
    starts: datetime | None = None
    moments: tuple[datetime, ...] = ()
    early: bool = True

    @classmethod
    def of(cls, night: Night, here: list[LoadedGame], now: datetime) -> GameClock:
        """The clock of the games `here`, if one was set."""
        rings = here[0].row.round.rings_at if here else None
        if rings is None:
            return cls()
        waits = waits_until(here[0].row.round, now)
        start = here[0].row.round.starts_at or rings - timedelta(minutes=night.minutes)
        seated = start + STILL_SITTING_DOWN
        return cls(
            until=waits or (rings if rings > now else None),
            starts=waits,
            moments=(start, seated, rings - WARNS_BEFORE, rings),
            early=seated > now,
        )

    @property
    def counts(self) -> str:
        """What it counts to, in words; a note tells of the start."""
        return "to the bell" if self.until and not self.starts else ""

    def notes(self, number: int, now: datetime) -> list[str]:
        """What people should know of it."""
        if self.starts:
            return [f"Game {number} starts at {timezone.localtime(self.starts):%-I:%M}."]
        return ["Two minutes left."] if self.until and self.until - now <= WARNS_BEFORE else []
