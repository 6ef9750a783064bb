"""Phones that fetched the page of the check: the last few, in memory, to see who came halfway."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from time import monotonic

from tournament.reach.facts import Arrival

MOST = 50  # phones that are remembered; whoever comes beyond that pushes the oldest out


@dataclass(slots=True)
class _Visit:
    at: float
    reported: bool
    through_proxy: bool = False


class Arrivals:
    """Who fetched the page, by address and by the laptop's own, the last one first; at most `MOST`."""

    def __init__(self, seconds: Callable[[], float] = monotonic) -> None:
        self._seconds = seconds
        self._visits: OrderedDict[tuple[int, str, str], _Visit] = OrderedDict()
        self._lock = Lock()

    def fetched(self, night: int, host: str, reached: str, *, through_proxy: bool = False) -> None:
        """Note that a phone has fetched the page of the check, by one of the laptop's own addresses."""
        self._note((night, host, reached), _Visit(self._seconds(), False, through_proxy))

    def reported(self, night: int, host: str, reached: str) -> None:
        """Note that a phone's report has arrived, by one of the laptop's own addresses."""
        self._note((night, host, reached), _Visit(self._seconds(), True))

    def _note(self, key: tuple[int, str, str], visit: _Visit) -> None:
        with self._lock:
            before = self._visits.pop(key, None)
            if before and before.reported:
                visit.reported = True  # it came through before: its page was only loaded again
            self._visits[key] = visit
            while len(self._visits) > MOST:
                self._visits.popitem(last=False)

    def of(self, night: int) -> list[Arrival]:
        """Return those of a night that fetched the page of the check, the last one first."""
        now = self._seconds()
        with self._lock:
            return [
                Arrival(host, now - visit.at, visit.reported, visit.through_proxy, reached)
                for (of_night, host, reached), visit in reversed(self._visits.items())
                if of_night == night
            ]

    def clear(self) -> None:
        """Forget all of them."""
        with self._lock:
            self._visits.clear()


arrivals = Arrivals()
