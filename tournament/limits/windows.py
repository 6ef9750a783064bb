"""What happened within the last minutes, by address: a moving window that is exact and cannot grow without end."""

from __future__ import annotations

from collections import Counter, deque


class Window:
    """Limits the events of one address, and of all together, within any span of `seconds`.

    Beyond that no event is added, so the window never holds more than `altogether`, whoever sends how many. A clock
    that is never set, such as `time.monotonic`, says when.
    """

    def __init__(self, *, seconds: float, an_address: int, altogether: int) -> None:
        self.seconds, self.an_address, self.altogether = seconds, an_address, altogether
        self._events: deque[tuple[float, str]] = deque()  # the oldest first
        self._of_address: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._events)

    def is_full(self, address: str, now: float) -> bool:
        """Whether this address, or all together, have had as many as there may be.

        :param address: empty for one that is not known, which counts among all only.
        """
        self._forget(now)
        return len(self) >= self.altogether or self._of_address[address] >= self.an_address

    def add(self, address: str, now: float) -> bool:
        """Count an event, unless it is one too many; return whether it is the last one that there may be."""
        if self.is_full(address, now):
            return False
        self._events.append((now, address))
        if address:
            self._of_address[address] += 1
        return self.is_full(address, now)

    def clear(self) -> None:
        """Forget every event."""
        self._events.clear()
        self._of_address.clear()

    def _forget(self, now: float) -> None:
        while self._events and self._events[0][0] <= now - self.seconds:
            _, address = self._events.popleft()
            self._of_address[address] -= 1
            if self._of_address[address] <= 0:
                del self._of_address[address]
