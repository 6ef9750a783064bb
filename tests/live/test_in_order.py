"""Whatever a broker does with its messages, a night's events are passed on once, in order, and none is missing."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Collection

import pytest

from tests.support.night import run_in_thread
from tournament.live import in_order
from tournament.live.in_order import InOrder
from tournament.live.messages import GONE
from tournament.models import Event

NIGHT, OTHER = 1, 2


class Database:
    """What was committed, and how often it was asked."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.questions = 0
        self.before_answer: Callable[[], None] = lambda: None

    def commit(self, pk: int, night: int = NIGHT) -> tuple[Event, int]:
        """Store an event, and return its message: with the id of the one before it."""
        before = max((event.pk for event in self.events if event.night_id == night and event.pk < pk), default=0)
        self.events.append(Event(id=pk, night_id=night, topics="room"))
        return Event(id=pk, night_id=night, topics="room"), before

    def newest(self, nights: Collection[int]) -> dict[int, int]:
        """Stand in for `newest_events`."""
        self.questions += 1
        found = {night: max((e.pk for e in self.events if e.night_id == night), default=0) for night in nights}
        self.before_answer()
        return found

    def after(self, night: int, pk: int) -> list[Event]:
        """Stand in for `events_after`."""
        return sorted((e for e in self.events if e.night_id == night and e.pk > pk), key=lambda event: event.pk)


class Line:
    """What was passed on, in its order, of a process that follows one night."""

    def __init__(self) -> None:
        self.ids: list[int] = []
        self.order = InOrder(lambda event: self.ids.append(event.pk))


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> Database:
    """A database that holds events 1 and 2 of the night."""
    made = Database()
    made.commit(1)
    made.commit(2)
    monkeypatch.setattr(in_order, "newest_events", made.newest)
    monkeypatch.setattr(in_order, "events_after", made.after)
    monkeypatch.setattr(in_order, "close_old_connections", lambda: None)
    monkeypatch.setattr(in_order, "CHECK", 3600.0)
    return made


def follow_and(act: Callable[[Line], Awaitable[None]]) -> list[int]:
    """Follow the night, do something, and return the ids that were passed on."""
    line = Line()

    async def run() -> None:
        await line.order.follow(NIGHT)
        keeping_up = asyncio.create_task(line.order.keep_up())
        try:
            async with asyncio.timeout(60):
                await act(line)
        finally:
            keeping_up.cancel()
            line.order.close()

    run_in_thread(run())
    return line.ids


async def until(line: Line, *ids: int) -> None:
    """Wait until these ids, and no others, were passed on."""
    while line.ids != list(ids):
        assert len(line.ids) <= len(ids), line.ids
        await asyncio.sleep(0.001)


def test_messages_that_come_in_order_are_passed_on_without_a_question(database: Database) -> None:
    async def act(line: Line) -> None:
        for pk in (3, 5, 8):
            line.order.arrived(*database.commit(pk))

    assert follow_and(act) == [3, 5, 8]
    assert database.questions == 1, "only what was the newest at the beginning"


def test_an_event_that_is_overtaken_is_not_lost_and_comes_first(database: Database) -> None:
    async def act(line: Line) -> None:
        earlier, later = database.commit(3), database.commit(4)
        line.order.arrived(*later)
        assert line.ids == [], "a page that reconnects after 4 would never get 3"
        await until(line, 3, 4)
        line.order.arrived(*earlier)

    assert follow_and(act) == [3, 4]


def test_an_event_whose_message_is_lost_is_passed_on_before_the_next(database: Database) -> None:
    async def act(line: Line) -> None:
        database.commit(3)
        database.commit(4)
        line.order.arrived(*database.commit(5))
        await until(line, 3, 4, 5)
        line.order.arrived(*database.commit(6))

    assert follow_and(act) == [3, 4, 5, 6]


def test_an_event_whose_message_is_lost_is_found_though_none_follows(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_order, "CHECK", 0.01)

    async def act(line: Line) -> None:
        database.commit(3)
        await until(line, 3)

    assert follow_and(act) == [3]


def test_a_message_that_comes_twice_is_passed_on_once(database: Database) -> None:
    async def act(line: Line) -> None:
        message = database.commit(3)
        for _ in range(3):
            line.order.arrived(*message)

    assert follow_and(act) == [3]


def test_an_event_of_a_change_that_did_not_wait_its_turn_is_passed_on(database: Database) -> None:
    async def act(line: Line) -> None:
        line.order.arrived(*database.commit(4))
        line.order.arrived(*database.commit(3))

    assert follow_and(act) == [4, 3], "as PostgreSQL brings it, in the order of the commits"


def test_an_event_that_is_committed_while_a_night_begins_to_be_followed_is_not_lost(database: Database) -> None:
    line = Line()

    async def run() -> None:
        message = database.commit(3)
        database.events.pop()
        loop = asyncio.get_running_loop()

        def commit() -> None:  # after the newest event was read, before the answer is there
            database.before_answer = lambda: None
            database.events.append(message[0])
            loop.call_soon_threadsafe(line.order.arrived, *message)

        database.before_answer = commit
        await line.order.follow(NIGHT)
        keeping_up = asyncio.create_task(line.order.keep_up())
        async with asyncio.timeout(60):
            await until(line, 3)
        keeping_up.cancel()
        line.order.close()

    run_in_thread(run())


def test_that_a_night_is_gone_is_passed_on_at_once(database: Database) -> None:
    """It has no row, and so no id: the night was deleted with all its events."""
    passed_on: list[str] = []

    async def run() -> None:
        order = InOrder(lambda event: passed_on.append(event.topics))
        order.arrived(Event(night_id=NIGHT, topics=GONE), 0)
        await order.follow(NIGHT)
        order.arrived(Event(night_id=NIGHT, topics=GONE), 0)
        order.close()

    run_in_thread(run())
    assert passed_on == [GONE]


def test_only_nights_that_are_followed_are_passed_on(database: Database) -> None:
    async def act(line: Line) -> None:
        line.order.arrived(*database.commit(3, OTHER))
        await line.order.follow(OTHER)
        line.order.arrived(*database.commit(4, OTHER))
        line.order.leave(OTHER)
        line.order.leave(OTHER)
        line.order.arrived(*database.commit(5, OTHER))
        await line.order.catch_up([NIGHT, OTHER])

    assert follow_and(act) == [4]


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_lost_or_doubled_in_any_disorder(database: Database, seed: int) -> None:
    chance = random.Random(seed)

    async def act(line: Line) -> None:
        messages = [database.commit(pk) for pk in range(3, 43)]
        sent = [message for message in messages for _ in range(chance.choice((0, 1, 1, 1, 2)))]
        sent.sort(key=lambda message: message[0].pk + chance.uniform(0, 4))
        for message in sent:
            line.order.arrived(*message)
            if chance.random() < 0.3:
                await asyncio.sleep(0.001)
        await line.order.catch_up([NIGHT])
        await until(line, *range(3, 43))

    assert follow_and(act) == list(range(3, 43))
