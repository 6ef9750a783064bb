"""Which requests only look: pages that many may read at once. They have a lane of their own, so that no tap waits.

A tap is a POST; with it goes what the phones, the desk and the organizer's board ask for in order to go on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.urls import Resolver404, resolve

View = TypeVar("View", bound=Callable[..., object])
_views: set[object] = set()


def for_lookers(view: View) -> View:
    """Decorate the view of a page that people read: the outermost decorator, as URLs name what it returns."""
    _views.add(view)
    return view


def only_looks(method: str, path: str) -> bool:
    """Whether a request reads a page for lookers and changes nothing."""
    if method not in ("GET", "HEAD"):
        return False
    try:
        return resolve(path).func in _views
    except Resolver404:
        return False
