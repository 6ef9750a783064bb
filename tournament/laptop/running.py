"""The night that this process serves on a laptop, for its own pages: where it is, and how it stops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tournament.models.keys import new_token


@dataclass(frozen=True, slots=True)
class RunningNight:
    """A night that `night` serves.

    `address` is that for the laptop's own browser, `port` the one that the server listens on, whatever stands in
    codes. `token` is known to whoever reads the data folder: a second start
    shows it, and gets a start code.
    """

    address: str
    stop: Callable[[], None]
    port: int
    token: str = field(default_factory=new_token, repr=False)


_running: list[RunningNight] = []


def running_night() -> RunningNight | None:
    """Return the night that this process serves; None on a hosted site."""
    return _running[0] if _running else None


def note_running(night: RunningNight | None) -> None:
    """Remember the night that this process serves from now on; None once it has stopped."""
    _running[:] = [night] if night else []
