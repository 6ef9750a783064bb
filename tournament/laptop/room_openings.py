"""When the list of *Check the room* was first opened where the laptop is: until then nobody has scanned its code."""

from __future__ import annotations

from collections.abc import Callable, Collection
from threading import Lock
from time import monotonic


class RoomOpenings:
    """The nights whose list was opened, at which addresses, and when for the first time. They end with the process."""

    def __init__(self, seconds: Callable[[], float] = monotonic) -> None:
        self._seconds = seconds
        self._first: dict[int, tuple[frozenset[str], float]] = {}
        self._lock = Lock()

    def note_open(self, night: int, hosts: Collection[str]) -> float:
        """Note that a night's list is open, and return for how many seconds it has been so at these addresses."""
        now = self._seconds()
        with self._lock:
            where, first = self._first.get(night, (frozenset(), now))
            if where != frozenset(hosts):
                where, first = frozenset(hosts), now  # another room, where nobody can have scanned yet
            self._first[night] = where, first
            return now - first

    def clear(self) -> None:
        """Forget all of them."""
        with self._lock:
            self._first.clear()


room_openings = RoomOpenings()
