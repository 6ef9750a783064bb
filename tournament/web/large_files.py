"""Which pages take large files, and from whom: a whole club's file is longer than any other request may be."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpRequest
from django.urls import Resolver404, resolve

from tournament.web.visitors import organizers_club

View = TypeVar("View", bound=Callable[..., object])
_views: set[object] = set()


def takes_large_files(view: View) -> View:
    """Decorate the view that takes a whole club's file: the outermost decorator, as URLs name what it returns."""
    _views.add(view)
    return view


def may_send_large_file(request: HttpRequest) -> bool:
    """Whether a request goes to such a page, and its sender organizes a club."""
    try:
        view = resolve(request.path).func
    except Resolver404:
        return False
    return request.method == "POST" and view in _views and organizers_club(request) is not None
