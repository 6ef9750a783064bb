"""Each event once and in order, from a broker that may bring it late, twice or never.

The changes of a night come one after the other (`tournament.night.locking`), so a smaller id was committed earlier. Two
processes may still hand their messages to the broker in the other order, and a message is lost where its process ends
between the commit and the sending. Were an event passed on while an earlier one is missing, then a page that reconnects
after it would never get the earlier one. So each message names the event before its own. Where that one has not been
passed on, the database is asked for all that are missing; and it is asked now and then, for a message with none after
it may be lost, too.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from django.db import close_old_connections

from tournament.live.stored_events import events_after, newest_events
from tournament.models import Event

T = TypeVar("T")
CHECK = 2.0  # seconds between two questions whether an event of an open night has not arrived
REMEMBERED = 64  # ids of a night that would be noticed if they came again


class _Followed:
    """A night with open streams: the newest event that was passed on, and the ids of the last ones."""

    def __init__(self) -> None:
        self.newest: int | None = None  # until the database has said
        self.passed_on: deque[int] = deque(maxlen=REMEMBERED)


class InOrder:
    """Passes the events of the nights on that are followed here. Everything but reading happens in one event loop."""

    def __init__(self, pass_on: Callable[[Event], None]) -> None:
        self._pass_on = pass_on
        self._nights: dict[int, _Followed] = {}
        self._behind: set[int] = set()
        self._called = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, "events")  # which keeps its connection to the database

    async def follow(self, night_id: int) -> None:
        """Pass on every event of a night from now on."""
        followed = self._nights[night_id] = _Followed()
        followed.newest = (await self._read(newest_events, [night_id])).get(night_id, 0)
        if night_id in self._behind:
            self._called.set()

    def leave(self, night_id: int) -> None:
        """Stop passing on a night's events; does nothing the second time."""
        self._nights.pop(night_id, None)
        self._behind.discard(night_id)

    def arrived(self, event: Event, before: int) -> None:
        """Pass on an event, unless one is missing before it.

        :param before: the id of the event before it in its night.
        """
        followed = self._nights.get(event.night_id)
        if followed is None or event.pk in followed.passed_on:
            return
        if event.pk is None:  # the night was deleted: no event of it is stored
            self._pass_on(event)
        elif followed.newest is not None and before <= followed.newest:
            self._pass(followed, event)
        else:
            self._behind.add(event.night_id)
            if followed.newest is not None:
                self._called.set()

    async def keep_up(self) -> None:
        """Pass on, without end, what the broker has not brought."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(CHECK):
                    await self._called.wait()
            await self.catch_up(self._behind if self._called.is_set() else self._nights)

    async def catch_up(self, nights: Collection[int]) -> None:
        """Pass on all events of these nights that the database has and that were not passed on yet."""
        known = {night: followed for night, followed in self._nights.items() if night in nights}
        self._called.clear()
        self._behind.difference_update(known)
        if not known:
            return
        for night, newest in (await self._read(newest_events, list(known))).items():
            followed = known[night]
            if followed.newest is None or newest <= followed.newest:
                continue
            for event in await self._read(events_after, night, followed.newest):
                if self._nights.get(night) is followed and event.pk not in followed.passed_on:
                    self._pass(followed, event)

    def _pass(self, followed: _Followed, event: Event) -> None:
        followed.newest = max(followed.newest or 0, event.pk)
        followed.passed_on.append(event.pk)
        self._pass_on(event)

    async def _read(self, query: Callable[..., T], *arguments: object) -> T:
        def read() -> T:
            close_old_connections()
            return query(*arguments)

        return await asyncio.get_running_loop().run_in_executor(self._thread, read)

    def close(self) -> None:
        """Stop reading."""
        self._thread.shutdown(wait=False)
