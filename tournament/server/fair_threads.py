"""Threads that serve many nights in turn, so that one night's crowd makes nobody else wait for all of it."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Any, TypeVar

T = TypeVar("T")


class FairThreads:
    """A pool of threads with a line for each owner of work: whoever has waited longest for a turn is next.

    So a request waits for one of each other night's at most, however many a night has sent. No owner holds more than
    all threads but one: whoever else comes finds a thread that is free, or soon will be.
    """

    def __init__(self, threads: int, name: str) -> None:
        self._pool = ThreadPoolExecutor(threads, name)
        self._share = max(1, threads - 1)
        self._lock = Lock()
        self._lines: OrderedDict[str, deque[tuple[Future[Any], Callable[[], Any]]]] = OrderedDict()
        self._busy: Counter[str] = Counter()
        self._held_back = 0  # how often a thread found nothing but work of owners who have their share

    def submit(self, owner: str, work: Callable[[], T]) -> Future[T]:
        """Run `work` in a thread when it is its owner's turn. Callable from any thread."""
        future: Future[T] = Future()
        with self._lock:
            self._lines.setdefault(owner, deque()).append((future, work))
        self._pool.submit(self._run_next)
        return future

    def _run_next(self) -> None:
        with self._lock:
            owner = next((owner for owner in self._lines if self._busy[owner] < self._share), None)
            if owner is None:
                self._held_back += 1
                return
            line = self._lines.pop(owner)
            future, work = line.popleft()
            if line:
                self._lines[owner] = line  # at the end: all others come first
            self._busy[owner] += 1
        try:
            if future.set_running_or_notify_cancel():
                _run(future, work)
        finally:
            self._leave(owner)

    def _leave(self, owner: str) -> None:
        with self._lock:
            self._busy[owner] -= 1
            if not self._busy[owner]:
                del self._busy[owner]
            again, self._held_back = self._held_back > 0, max(0, self._held_back - 1)
        if again:
            self._pool.submit(self._run_next)


def _run(future: Future[T], work: Callable[[], T]) -> None:
    try:
        found = work()
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(found)
