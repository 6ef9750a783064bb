"""Searches for a rotation take up to a second: made once, kept, and never while a transaction makes others wait."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from contextvars import ContextVar
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

KEPT = 64  # the newest searches, of all nights together
P = ParamSpec("P")
T = TypeVar("T")

_kept: OrderedDict[tuple[object, ...], Any] = OrderedDict()
_searching = threading.RLock()
_trying: ContextVar[bool] = ContextVar("trying", default=False)


class _NotYet(Exception):  # noqa: N818 - no error: it ends a try
    """A change needs this search first."""

    def __init__(self, search: Callable[[], object]) -> None:
        super().__init__()
        self.search = search


def found(search: Callable[..., T], *terms: Any) -> T:
    """What this search finds for these terms (all hashable); the same terms are searched once.

    One search runs at a time, for they share one processor; who waited for the same one finds it kept.
    """
    key = (search, *terms)
    try:
        result: T = _kept[key]
    except KeyError:
        if _trying.get():
            raise _NotYet(partial(found, search, *terms)) from None
        with _searching:
            result = _kept[key] = _kept[key] if key in _kept else search(*terms)
            while len(_kept) > KEPT:
                _kept.popitem(last=False)
    return result


def searching_first(change: Callable[P, T]) -> Callable[P, T]:
    """For a change that writes: where it needs a search that was not made, it is taken back, and tried again after.

    So the search runs outside of the transaction, on what it saw there; if somebody wrote meanwhile, the next try sees
    that and searches anew. A change within a change is part of the outer one's try.
    """

    @wraps(change)
    def tried(*args: P.args, **kwargs: P.kwargs) -> T:
        if _trying.get():
            return change(*args, **kwargs)
        while True:
            token = _trying.set(True)
            try:
                return change(*args, **kwargs)
            except _NotYet as missing:
                search = missing.search
            finally:
                _trying.reset(token)
            search()

    return tried
