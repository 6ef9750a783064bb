"""What takes long to ask of the laptop: a thread asks while no page waits, and the answer is shown once it is there."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

import psutil

from tournament.probes import addresses
from tournament.probes.system_settings import slow_facts, this_system
from tournament.reach.facts import Neighbor, SlowFacts

T = TypeVar("T")
log = logging.getLogger(__name__)


class CachedProbe(Generic[T]):
    """A value that a thread asks for again when a page needs it and the last one is older than `lasts` seconds.

    Where that fails, it is `otherwise`, and it is tried again after as many seconds.
    """

    def __init__(self, ask: Callable[[], T], lasts: float, otherwise: T) -> None:
        self._ask, self._lasts, self._otherwise = ask, lasts, otherwise
        self._value: T | None = None
        self._at: float | None = None  # when it was looked up
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def value(self, wait: float = 0.0) -> T | None:
        """Return the last value, None before the first; `wait` is how many seconds to wait for that one."""
        with self._lock:
            old = self._at is None or time.monotonic() - self._at > self._lasts
            if old and (self._thread is None or not self._thread.is_alive()):
                self._thread = threading.Thread(target=self._run, name="ask the laptop", daemon=True)
                self._thread.start()
            thread = self._thread
        if self._at is None and wait and thread:
            thread.join(wait)
        return self._value

    def _run(self) -> None:
        try:
            value = self._ask()
        except Exception:
            log.exception("The laptop could not be asked.")
            value = self._otherwise
        with self._lock:
            self._value, self._at = value, time.monotonic()


class Neighborhood:
    """The devices around the laptop, and which of them turned up since the first look."""

    def __init__(self) -> None:
        self._first: frozenset[str] | None = None
        self._near: CachedProbe[frozenset[str] | None] = CachedProbe(addresses.neighbors, lasts=1.5, otherwise=None)
        self._gateways: CachedProbe[frozenset[str]] = CachedProbe(addresses.gateways, lasts=10.0, otherwise=frozenset())

    def neighbors(self) -> tuple[Neighbor, ...] | None:
        """Return the devices that are known now; None where nobody can tell, or not yet."""
        near = self._near.value(wait=1.0)
        if near is None:
            return None
        if self._first is None:
            self._first = near
        return tuple(Neighbor(host, host not in self._first) for host in sorted(near))

    def gateways(self) -> frozenset[str]:
        """Return the routers, which are no phones."""
        return self._gateways.value(wait=1.0) or frozenset()


neighborhood = Neighborhood()
_slow: dict[int, CachedProbe[SlowFacts]] = {}


def slow(port: int, wait: float = 0.0) -> SlowFacts | None:
    """Return what other programs said last; None while the first of them are still being asked."""
    probe = CachedProbe(lambda: slow_facts(this_system(), port), lasts=20.0, otherwise=SlowFacts())
    return _slow.setdefault(port, probe).value(wait)


def program() -> str:
    """Return the file of the process that listens, which a firewall has to let through.

    In a virtual environment on Windows `sys.executable` is only what starts it.
    """
    with suppress(psutil.Error, OSError):
        return psutil.Process().exe() or sys.executable
    return sys.executable
