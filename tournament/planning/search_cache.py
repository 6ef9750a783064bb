"""Caches searches for rotations, and runs them outside of database transactions.

A search takes up to a second, during which an open transaction would make every other write wait.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from contextvars import ContextVar
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

MAX_RESULTS = 64  # the newest results that are cached, of all nights together
P = ParamSpec("P")
T = TypeVar("T")

_results: OrderedDict[tuple[object, ...], Any] = OrderedDict()
_search_lock = threading.RLock()
_in_write: ContextVar[bool] = ContextVar("in_write", default=False)


class _SearchNeeded(Exception):  # noqa: N818 - not an error: it makes a write wait for its search
    """A write needs the result of `search`, which is not cached."""

    def __init__(self, search: Callable[[], object]) -> None:
        super().__init__()
        self.search = search


def cached_search(search: Callable[..., T], *arguments: Any) -> T:
    """Return the result of a search, which runs once for the same arguments (all hashable).

    One search runs at a time, because all share one processor; a caller that waits for the same search then finds its
    result in the cache.

    :raises _SearchNeeded: inside `search_before_writing`, where the result is not cached.
    """
    key = (search, *arguments)
    try:
        result: T = _results[key]
    except KeyError:
        if _in_write.get():
            raise _SearchNeeded(partial(cached_search, search, *arguments)) from None
        with _search_lock:
            result = _results[key] = _results[key] if key in _results else search(*arguments)
            while len(_results) > MAX_RESULTS:
                _results.popitem(last=False)
    return result


def search_before_writing(write: Callable[P, T]) -> Callable[P, T]:
    """Decorate a function that writes, so that the searches it needs run before its transaction.

    Where a result is missing, the transaction rolls back, the search runs, and the write starts again. The search uses
    what the rolled-back write read; if another write came in between, the next start reads that and may search again.
    A decorated function that calls another shares the outer one's restarts.
    """

    @wraps(write)
    def restarting(*args: P.args, **kwargs: P.kwargs) -> T:
        if _in_write.get():
            return write(*args, **kwargs)
        while True:
            token = _in_write.set(True)
            try:
                return write(*args, **kwargs)
            except _SearchNeeded as needed:
                search = needed.search
            finally:
                _in_write.reset(token)
            search()

    return restarting
