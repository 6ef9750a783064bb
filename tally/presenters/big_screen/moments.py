"""The bell and the clock of a game as the big screen shows them, and when they change it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from tally.loading.games import LoadedGame
from tournament.models import Bell, Night
from tournament.night.round_clocks import NO_CLOCK, WARNS_BEFORE, ClockKind, ClockState, clock_state

BELL_FOR = timedelta(seconds=60)
STILL_SITTING_DOWN = timedelta(minutes=2)  # after a clock was started


@dataclass(frozen=True, slots=True)
class RecentBells:
    """The bell that rang in the last minute, and the one that was canceled in it."""

    rung: Bell | None
    canceled: Bell | None

    @classmethod
    def of(cls, night: Night, now: datetime) -> RecentBells:
        """The night's bells of the last minute."""
        bells = Bell.objects.filter(round__night=night).select_related("round")
        last_minute = (now - BELL_FOR, now)
        return cls(
            rung=bells.active().filter(rung_at__range=last_minute).order_by("rung_at").last(),
            canceled=bells.filter(unrung_at__range=last_minute).order_by("unrung_at").last(),
        )

    @property
    def moments(self) -> list[datetime]:
        """When they are no longer recent."""
        times = (self.rung and self.rung.rung_at, self.canceled and self.canceled.unrung_at)
        return [time + BELL_FOR for time in times if time]

    @property
    def notes(self) -> list[str]:
        """A sentence about a bell that was canceled."""
        still_playing = "Bell canceled. If your score is not confirmed, keep playing."
        return [still_playing] if self.canceled and not self.rung else []


@dataclass(frozen=True, slots=True)
class GameClock:
    """A game's clock as every screen shows it, and when the screen changes by it.

    `early`: people may still be looking for their seats.
    """

    state: ClockState = NO_CLOCK
    moments: tuple[datetime, ...] = ()
    early: bool = True

    @classmethod
    def of(cls, night: Night, here: list[LoadedGame], now: datetime) -> GameClock:
        """The clock of the games `here`, if one was set."""
        if not here:
            return cls()
        round_ = here[0].row.round
        state, rings = clock_state(round_, now), round_.rings_at
        if rings is None:
            return cls(state, early=round_.starts_at is None and not round_.bells.canceled().exists())
        start = round_.starts_at or rings - timedelta(minutes=night.minutes)
        seated = start + STILL_SITTING_DOWN
        if round_.paused_at is not None:
            return cls(state, early=seated > round_.paused_at)
        return cls(state, (start, seated, rings - WARNS_BEFORE, rings), early=seated > now)

    def notes(self, now: datetime) -> list[str]:
        """What people should know of it, beside the time."""
        state = self.state
        if state.kind is ClockKind.NOT_POSTED:
            return [f"{state.label}."]
        warns = state.kind is ClockKind.RUNNING and state.until is not None and state.until - now <= WARNS_BEFORE
        return ["The last two minutes."] if warns else []
