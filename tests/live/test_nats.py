"""NATS as the broker: what one process changes reaches the pages of all; the server may end, and messages get lost."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from django.db import OperationalError, transaction
from django.test import override_settings

from tests.live.test_lost_listening import has_news_of
from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor
from tests.support.nats_server import NatsServer, needs_nats
from tests.support.night import run_in_thread
from tests.support.streams import events_in, join_as, listening, newest_slug, wait_over_reconnects
from tournament.live import in_order
from tournament.live.broker import broker
from tournament.live.events import announce
from tournament.live.hub import AsgiMessage, Hub, Send, Stream
from tournament.live.messages import GONE, GONE_MESSAGE
from tournament.live.nats import Nats
from tournament.models import Event, Night
from tournament.people.errors import Refused

ELSEWHERE = """
import sys, django
django.setup()
from django.db import transaction
from tournament.live.events import announce
from tournament.models import Night
with transaction.atomic():
    night = Night.objects.select_for_update().get(slug=sys.argv[1])
    announce(night.pk, "room", actor="A command", text="changed something")
"""


@pytest.fixture
def server() -> Iterator[NatsServer]:
    """A NATS server."""
    with NatsServer() as made:
        yield made


@pytest.fixture
def halls(server: NatsServer, tmp_path: Path) -> Iterator[list[Hall]]:
    """Two servers with one PostgreSQL database, or one server on SQLite, with NATS as their broker."""
    count = 2 if os.environ.get("DATABASE_URL", "").startswith("postgres") else 1
    with Hall.several(tmp_path, count, EUCHRE_BROKER=server.address) as made:
        yield made


# Which broker


@pytest.fixture
def chosen_anew() -> Iterator[None]:
    """Let each question choose again."""
    broker.cache_clear()
    yield
    broker.cache_clear()


@pytest.mark.usefixtures("chosen_anew")
def test_an_address_chooses_nats() -> None:
    with override_settings(BROKER="nats://127.0.0.1:4222"):
        assert isinstance(broker(), Nats)


@pytest.mark.usefixtures("chosen_anew")
@pytest.mark.parametrize("address", ["redis://127.0.0.1", "nats", "127.0.0.1:4222"])
def test_an_address_of_something_else_is_refused_with_a_sentence(address: str) -> None:
    with override_settings(BROKER=address), pytest.raises(Refused, match="EUCHRE_BROKER is the address of a NATS"):
        broker()


@pytest.mark.usefixtures("chosen_anew")
def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "tournament.live.nats")
    monkeypatch.setitem(sys.modules, "nats", None)
    with override_settings(BROKER="nats://127.0.0.1:4222"), pytest.raises(Refused, match=r"'\.\[postgres,nats\]'"):
        broker()


# Sending


@pytest.mark.django_db(transaction=True)
def test_an_event_is_sent_after_its_commit_with_the_one_before_it(
    empty_night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[int, bytes]] = []
    carrier = Nats("nats://127.0.0.1:4222")
    monkeypatch.setattr("tournament.live.events.broker", lambda: carrier)
    monkeypatch.setattr(carrier, "_hand_over", lambda night_id, content: sent.append((night_id, content)))
    with transaction.atomic():
        announce(empty_night.pk, "room", actor="Ann M.", text="one")
        announce(empty_night.pk, "bell", actor="Ann M.", text="two")
        assert not sent
    with suppress(ZeroDivisionError), transaction.atomic():
        announce(empty_night.pk, "room", actor="Ann M.", text="taken back")
        raise ZeroDivisionError
    one, two = Event.objects.order_by("id")
    assert [json.loads(content)[0] for _, content in sent] == [0, one.pk]
    assert [json.loads(content)[1] for _, content in sent] == [
        {"id": one.pk, "night_id": empty_night.pk, "topics": "room", "public_text": ""},
        {"id": two.pk, "night_id": empty_night.pk, "topics": "bell", "public_text": "two"},
    ]


def test_sending_without_a_server_of_the_site_does_nothing() -> None:
    Nats("nats://127.0.0.1:4222")._hand_over(1, b"")


# A NATS server


async def listening_hub(server: NatsServer, send: Send) -> tuple[Hub, Nats, Stream, asyncio.Task[None]]:
    """Return a hub that hears a server, its broker, a stream of night 1 that writes by `send`, and the hub's task."""
    hub, carrier, tried = Hub(), Nats(server.address), asyncio.Event()
    task = asyncio.create_task(hub.listen(carrier, tried))
    async with asyncio.timeout(60):
        await tried.wait()
    stream = Stream(send)
    hub.subscribe(1, stream)
    return hub, carrier, stream, task


@needs_nats
def test_a_process_hears_only_the_nights_that_it_follows(server: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_order, "newest_events", lambda nights: dict.fromkeys(nights, 0))
    monkeypatch.setattr(in_order, "close_old_connections", lambda: None)
    arrived: list[int] = []
    heard: list[int] = []

    class Counting(Nats):
        async def _arrived(self, message: object) -> None:
            arrived.append(1)
            await super()._arrived(message)  # type: ignore[arg-type]

    async def run() -> None:
        connected = asyncio.Event()
        carrier = Counting(server.address)
        task = asyncio.create_task(
            carrier.listen(lambda event: heard.append(event.pk), lambda hears: connected.set() if hears else None)
        )
        async with asyncio.timeout(60):
            await connected.wait()
            await asyncio.gather(carrier.follow(1), carrier.follow(1), carrier.follow(3))
            carrier.leave(3)
            for pk, night in ((1, 2), (2, 3), (3, 1)):
                fields = {"id": pk, "night_id": night, "topics": "room", "public_text": ""}
                carrier._hand_over(night, json.dumps([0, fields]).encode())
            while not heard:
                await asyncio.sleep(0.01)
        task.cancel()

    run_in_thread(run())
    assert (heard, len(arrived)) == ([3], 1)


@needs_nats
def test_the_pages_of_a_night_that_is_erased_are_told(server: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[bytes] = []

    async def send(message: AsgiMessage) -> None:
        written.append(message.get("body", b""))

    monkeypatch.setattr(in_order, "newest_events", lambda nights: dict.fromkeys(nights, 7))
    monkeypatch.setattr(in_order, "close_old_connections", lambda: None)

    async def run() -> None:
        hub, carrier, stream, task = await listening_hub(server, send)
        async with asyncio.timeout(60):
            await hub.follow(1)
            await stream.catch_up(b"what it missed")
            fields = {"id": None, "night_id": 1, "topics": GONE, "public_text": ""}
            carrier._hand_over(1, json.dumps([0, fields]).encode())
            while len(written) < 3:
                await asyncio.sleep(0.01)
        task.cancel()

    run_in_thread(run())
    assert written == [b"what it missed", GONE_MESSAGE, b""], "the last one ends the stream"


@needs_nats
def test_a_night_that_could_not_be_followed_is_followed_by_the_next_stream(
    server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database was away as the first one asked."""
    heard: list[int] = []
    arrivals: list[int] = []
    answers: list[Exception] = [OperationalError("the server closed the connection")]

    def newest_events(nights: Collection[int]) -> dict[int, int]:
        if answers:
            raise answers.pop()
        return dict.fromkeys(nights, 0)

    monkeypatch.setattr(in_order, "newest_events", newest_events)
    monkeypatch.setattr(in_order, "close_old_connections", lambda: None)

    class Counting(Nats):
        async def _arrived(self, message: object) -> None:
            arrivals.append(1)
            await super()._arrived(message)  # type: ignore[arg-type]

    async def run() -> None:
        connected, carrier = asyncio.Event(), Counting(server.address)
        task = asyncio.create_task(
            carrier.listen(lambda event: heard.append(event.pk), lambda hears: connected.set() if hears else None)
        )
        async with asyncio.timeout(60):
            await connected.wait()
            with pytest.raises(OperationalError):
                await carrier.follow(1)
            await carrier.follow(1)
            fields = {"id": 3, "night_id": 1, "topics": "room", "public_text": ""}
            carrier._hand_over(1, json.dumps([0, fields]).encode())
            while not heard:
                await asyncio.sleep(0.01)
            carrier.leave(1)
            assert carrier._ending
            while carrier._ending:
                await asyncio.sleep(0.01)
        task.cancel()

    run_in_thread(run())
    assert (heard, arrivals) == ([3], [1]), "the first subscription has ended"


def test_a_night_is_not_followed_before_the_first_connection() -> None:
    async def run() -> None:
        carrier = Nats("nats://127.0.0.1:4222")
        for _ in range(2):
            with pytest.raises(ConnectionError):
                await carrier.follow(1)
        carrier.leave(1)

    run_in_thread(run())


def test_every_subscription_that_ends_is_waited_for() -> None:
    """The event loop itself holds its tasks weakly."""
    ended: list[int] = []

    class Ending:
        async def unsubscribe(self) -> None:
            await asyncio.sleep(0)
            ended.append(1)

    async def run() -> None:
        carrier = Nats("nats://127.0.0.1:4222")
        carrier._order = in_order.InOrder(lambda event: None)
        for night in (1, 2):
            carrier._followed[night] = asyncio.get_running_loop().create_future()  # type: ignore[assignment]
            carrier._followed[night].set_result(Ending())  # type: ignore[attr-defined]
        carrier.leave(1)
        carrier.leave(2)
        assert len(carrier._ending) == 2
        async with asyncio.timeout(60):
            while carrier._ending:
                await asyncio.sleep(0)

    run_in_thread(run())
    assert ended == [1, 1]


@needs_nats
def test_a_night_whose_streams_have_ended_is_not_followed(server: NatsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream may end, as all do when events may be lost, before its page's night is followed."""
    monkeypatch.setattr(in_order, "newest_events", lambda nights: dict.fromkeys(nights, 0))
    monkeypatch.setattr(in_order, "close_old_connections", lambda: None)

    async def send(message: object) -> None:
        """Send nothing."""

    async def run() -> None:
        hub, carrier, stream, task = await listening_hub(server, send)
        async with asyncio.timeout(60):
            hub.close()
            await asyncio.sleep(0)
            await hub.follow(1)
            hub.unsubscribe(1, stream)
            assert not carrier._followed, "nobody would ever leave it"
            hub.subscribe(1, stream)
            await hub.follow(1)
            assert list(carrier._followed) == [1]
        task.cancel()

    run_in_thread(run())


@needs_nats
def test_what_one_process_changes_reaches_the_pages_of_all(halls: list[Hall]) -> None:
    path = f"/live/{newest_slug(halls[0])}/"
    with listening(halls[0], path) as one, listening(halls[-1], path) as other:
        for stream in (one, other):
            stream.wait_for(lambda events: len(events) == 1)  # of the replay, which would have what follows, too
        for number in range(8):
            join_as(halls[number % len(halls)], f"Guest{number} X")
        for stream in (one, other):
            _, *later = stream.wait_for(lambda events: len(events) == 17)
            ids = [number for number, _, _ in later]
            assert ids == sorted(ids)
            assert len({data for _, topic, data in later if topic == "desk"}) == 8


@pytest.mark.long
@needs_nats
def test_a_change_by_a_process_that_sends_nothing_is_heard_all_the_same(halls: list[Hall]) -> None:
    slug = newest_slug(halls[0])
    with listening(halls[0], f"/live/{slug}/") as stream:
        stream.wait_for(lambda events: len(events) == 1)
        subprocess.run([sys.executable, "-c", ELSEWHERE, slug], env=halls[0].env, check=True)
        set_up, changed = stream.wait_for(lambda events: len(events) == 2)
        assert changed[0] > set_up[0] and changed[1] == "room"


@pytest.mark.long
@needs_nats
def test_pages_reconnect_when_the_broker_was_away_and_miss_nothing(halls: list[Hall], server: NatsServer) -> None:
    organizer, path = Visitor(halls[0], halls[0].organizer_path), f"/live/{newest_slug(halls[0])}/"
    with listening(halls[-1], path) as stream:
        join_as(halls[0], "Ann Miller")
        events = stream.wait_for(has_news_of(1))
        server.kill()
        assert stream.ended.wait(60), "the stream ends, so that the page reconnects"
        with listening(halls[-1], path) as again:
            assert again.ended.wait(60) and not events_in(again.received), "it shall come back later"
    assert organizer.open("/health/").status == 503
    report = json.loads(organizer.body)
    assert (report["database"], report["listen"]) == ("ok", "events do not arrive")
    join_as(halls[0], "Bob Stone")
    server.start()
    after = max(number for number, _, _ in events)
    wait_over_reconnects(halls[-1], path, has_news_of(2), after)
    join_as(halls[0], "Carla Reyes")
    wait_over_reconnects(halls[-1], path, has_news_of(2, 3), after)
    assert organizer.open("/health/").status == 200
    log = (Path(halls[0].env["EUCHRE_DATA"]) / "server.log").read_text()
    assert "Traceback" not in log and 1 <= log.count("The broker cannot be reached") <= len(halls)


@pytest.mark.long
@needs_nats
def test_a_server_whose_broker_is_away_starts_and_hears_once_it_is_there(server: NatsServer, tmp_path: Path) -> None:
    server.kill()
    with Hall.database_in(tmp_path) as env:
        hall = Hall(env=env | {"EUCHRE_BROKER": server.address})
        try:
            hall.start()
            path = f"/live/{newest_slug(hall)}/"
            join_as(hall, "Ann Miller")
            server.start()
            wait_over_reconnects(hall, path, has_news_of(1))
        finally:
            hall.kill()
