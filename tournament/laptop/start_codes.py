"""Start codes: each signs the laptop's own browser in once, so that no key stands in its history."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from threading import Lock
from time import monotonic

LIFE = 300.0  # seconds
MOST = 20  # unused ones; of more, the oldest open nothing anymore


class StartCodes:
    """The start codes that this process has made and nobody has used. They end with it."""

    def __init__(self, seconds: Callable[[], float] = monotonic) -> None:
        self._seconds = seconds
        self._made_at: dict[str, float] = {}  # by code, the oldest first
        self._lock = Lock()

    def new(self) -> str:
        """Make a code of 192 random bits."""
        code = secrets.token_urlsafe(24)
        with self._lock:
            self._made_at[code] = self._seconds()
            while len(self._made_at) > MOST:
                del self._made_at[next(iter(self._made_at))]
        return code

    def use(self, code: str) -> bool:
        """Use a code up, and return whether it was a good one."""
        with self._lock:
            made_at = self._made_at.pop(code, None)
            return made_at is not None and self._seconds() - made_at < LIFE


start_codes = StartCodes()
