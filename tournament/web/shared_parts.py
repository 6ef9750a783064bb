"""What everybody sees alike of a night's public pages: made once, and kept until something happens in that night.

A part is rendered without a request, so nothing of whoever asks first can be in it. A view adds what differs from
reader to reader: the page around the part, forms, the reader's own rows, which a template marks with `{% own %}`, and
pictures in which the reader is drawn, for which a template leaves a `place`; or it names the difference, and each kind
of reader has a part. Whether somebody may see it at all is asked each time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from math import inf
from threading import RLock
from typing import TypeVar

from django.core.cache import caches
from django.dispatch import receiver
from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from tournament.access import Who
from tournament.club.erasing import names_erased
from tournament.models import Night
from tournament.web.request import HtmxHttpRequest

T = TypeVar("T")
KEPT_FOR = 10.0  # seconds at most: what changes without an event, such as a table that is late by now, shows up then
_making = RLock()  # all share one processor, so one is made at a time, and whoever waits for the same one finds it
# What people typed is escaped, so it never looks like these.
_own = re.compile(r"<own ([\d ]*)\|([^<>]*)>")
_place = re.compile(r"<place (\w+)>")


def once_an_event(
    night: Night,
    newest: int,
    kind: str,
    make: Callable[[], T],
    *differs: object,
    lasts: Callable[[T], float] = lambda made: inf,
) -> T:
    """Return what `make` returns, which runs once for the same state of the night, however many ask at once.

    The state is event `newest`, read before anything else, and the night's own row: every write of a night announces
    an event. What is kept is pickled, so nobody can change it for the others.

    :param differs: all else that the result depends on, told apart by `repr`.
    :param lasts: for how many seconds the result is true, if nothing happens.
    """
    row = [str(getattr(night, field.attname)) for field in night._meta.concrete_fields]
    key = sha256(repr((kind, newest, row, differs)).encode()).hexdigest()
    kept = caches["pages"].get(key)
    if kept is None:
        with _making:
            kept = caches["pages"].get(key)
            if kept is None:
                kept = (make(),)
                caches["pages"].set(key, kept, min(KEPT_FOR, lasts(kept[0])))
    made: T = kept[0]
    return made


@receiver(names_erased)
def forget_parts(**_: object) -> None:
    """Throw away all parts, because they have the names of players."""
    caches["pages"].clear()


def shared_part(
    night: Night, newest: int, template: str, context: Callable[[], Mapping[str, object]], *differs: object
) -> SafeString:
    """Return a part of a page; see `once_an_event`."""
    return once_an_event(night, newest, template, lambda: render_shared(night, template, context()), *differs)


def render_shared(night: Night, template: str, context: Mapping[str, object]) -> SafeString:
    """Render a part that will be kept. It has marks for `as_seen_by`."""
    return render_to_string(template, {**context, "night": night, "shared": True})


def part_or_page(request: HtmxHttpRequest, part: SafeString, template: str, **context: object) -> HttpResponse:
    """Answer with the part alone, for htmx, or with the page around it."""
    return HttpResponse(part) if request.htmx else render(request, template, {**context, "part": part})


def for_owners(text: str, numbers: tuple[object, ...]) -> SafeString:
    """Return a mark in a shared part: text of a template, for the players with these numbers only."""
    return mark_safe(f"<own {' '.join(str(number) for number in numbers if number)}|{text}>")


def as_seen_by(part: SafeString, who: Who) -> SafeString:
    """Return a shared part with the text of the reader's own marks, and without all others."""
    number = str(who.entry.number) if who.entry else ""

    def text_of(mark: re.Match[str]) -> str:
        return mark[2] if number in mark[1].split() else ""

    return mark_safe(_own.sub(text_of, part))


def place(name: str) -> SafeString:
    """Return a mark in a shared part where each reader has something of their own: see `with_places_filled`."""
    return mark_safe(f"<place {name}>")


def with_places_filled(part: SafeString, made: Mapping[str, str]) -> SafeString:
    """Return a shared part with what was made for its reader, by the names of the places that were left for it."""
    return mark_safe(_place.sub(lambda mark: made[mark[1]], part))
