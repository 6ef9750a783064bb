"""When the list of *Check the room* was first opened since this start: until then nobody has scanned its code."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from time import monotonic


class RoomOpenings:
    """The nights whose list was opened, and when for the first time. They end with the process."""

    def __init__(self, seconds: Callable[[], float] = monotonic) -> None:
        self._seconds = seconds
        self._first: dict[int, float] = {}
        self._lock = Lock()

    def seconds_since_first(self, night: int) -> float:
        """Note that a night's list is open, and return for how many seconds it has been known."""
        now = self._seconds()
        with self._lock:
            return now - self._first.setdefault(night, now)

    def clear(self) -> None:
        """Forget all of them."""
        with self._lock:
            self._first.clear()


room_openings = RoomOpenings()
