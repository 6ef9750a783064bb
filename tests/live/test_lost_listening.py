"""PostgreSQL, which carries events, goes away or falls silent: streams end, pages reconnect, nothing is missed."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import dj_database_url
import pytest
from django.conf import settings

from tests.live.test_hub import FakeConnection, replay_to
from tests.support.flaky_proxy import FlakyProxy
from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor
from tests.support.night import run_in_thread
from tests.support.streams import events_in, join_as, listening, newest_slug, wait_over_reconnects
from tournament.live.hub import Hub
from tournament.live.in_process import InProcess
from tournament.models import Event
from tournament.server import application as asgi

DATABASE_URL = os.environ.get("DATABASE_URL", "")
on_postgresql = pytest.mark.skipif(
    not DATABASE_URL.startswith("postgres"),
    reason="only PostgreSQL carries events between processes, and DATABASE_URL does not name one",
)
WATCHFUL = """
import sys, django
django.setup()
from tournament.live import postgresql
postgresql.CHECK, postgresql.LIMIT = 0.2, 1.0
from django.core.management import execute_from_command_line
execute_from_command_line(sys.argv)
"""


class WatchfulHall(Hall):
    """A server that asks PostgreSQL five times a second whether it is still there."""

    command = [sys.executable, "-c", WATCHFUL]


@pytest.fixture
def watchful(tmp_path: Path) -> Iterator[WatchfulHall]:
    """A server that reaches PostgreSQL directly."""
    with WatchfulHall.opened(tmp_path) as opened:
        assert isinstance(opened, WatchfulHall)
        yield opened


@pytest.fixture
def line() -> Iterator[FlakyProxy]:
    """A line to PostgreSQL that can fall silent."""
    config = dj_database_url.parse(DATABASE_URL)
    host, port = config["HOST"], int(config["PORT"] or 5432)
    assert host in ("", "localhost", "127.0.0.1") or host.startswith("/"), "a PostgreSQL of this computer"
    proxy = FlakyProxy(f"{host}/.s.PGSQL.{port}" if host.startswith("/") else port)
    yield proxy
    proxy.close()


def over(line: FlakyProxy, database: str) -> str:
    """Return the URL of a database as it is reached over this line."""
    config = dj_database_url.parse(DATABASE_URL)
    return f"postgres://{config['USER']}:{config['PASSWORD']}@127.0.0.1:{line.port}/{database}"


def has_news_of(*players: int) -> Callable[[list[tuple[int, str, str]]], bool]:
    """Return the condition that there was news of these players, counted from 1 in the order of their sign-up."""
    return lambda events: {f"entry-{player}" for player in players} <= {topic for _, topic, _ in events}


# One process


def test_streams_end_when_events_cannot_be_heard_and_stay_open_once_they_can() -> None:
    async def run() -> None:
        hub, tried, calls = Hub(), asyncio.Event(), []

        class FakeBroker(InProcess):
            async def listen(self, heard: Callable[[Event], None], hears: Callable[[bool], None]) -> None:
                calls.extend((heard, hears))
                await asyncio.Event().wait()

        assert hub.hears, "where all is one process, events always arrive"
        listening = asyncio.create_task(hub.listen(FakeBroker(), tried))
        while not calls:
            await asyncio.sleep(0)
        assert not hub.hears and not tried.is_set()
        _, hears = calls
        hears(True)
        page = FakeConnection(hub)
        await replay_to(page)
        assert hub.hears and tried.is_set() and not page.closed
        hears(False)
        await asyncio.sleep(0)
        hub.heartbeat()
        assert not hub.hears and page.closed and page.written == [b"replay"], "no heartbeat says that all is well"
        listening.cancel()

    run_in_thread(run())


def test_a_page_is_told_to_come_back_later_while_events_cannot_be_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        raise AssertionError("the stream does not wait for the page to go")

    monkeypatch.setattr(asgi.hub, "hears", False)
    monkeypatch.setitem(asgi._nights, "abcdef", 1)
    scope = {"type": "http", "method": "GET", "path": "/live/abcdef/", "query_string": b"", "headers": []}
    run_in_thread(asgi.application(scope, receive, send))
    assert [message.get("status") for message in sent] == [200, None], "a 503 would end the page's stream for good"
    assert sent[1]["body"] == b"retry: 5000\n\n" and not sent[1].get("more_body")
    assert not asgi.hub._streams


# A server and PostgreSQL


@on_postgresql
def test_a_line_that_fell_silent_is_noticed_and_nothing_is_missed(watchful: WatchfulHall, line: FlakyProxy) -> None:
    far = WatchfulHall(env=watchful.env | {"DATABASE_URL": over(line, database_of(watchful))})
    try:
        far.start()
        path = f"/live/{newest_slug(watchful)}/"
        with listening(far, path) as stream:
            join_as(watchful, "Ann Miller")
            events = stream.wait_for(has_news_of(1))
            line.forget()
            join_as(watchful, "Bob Stone")
            assert stream.ended.wait(60), "the stream ends, so that the page reconnects"
            events = events_in(stream.received)
        after = max(number for number, _, _ in events)
        join_as(watchful, "Carla Reyes")
        wait_over_reconnects(far, path, has_news_of(2, 3), after)
        with ThreadPoolExecutor(1) as page:
            both = page.submit(wait_over_reconnects, far, path, has_news_of(2, 3, 4), after)
            join_as(watchful, "Dan O'Hara")
            both.result(60)
    finally:
        far.kill()


@on_postgresql
def test_a_database_that_was_restarted_is_used_again_and_nothing_is_missed(watchful: WatchfulHall) -> None:
    import psycopg

    organizer, path = Visitor(watchful, watchful.organizer_path), f"/live/{newest_slug(watchful)}/"
    with ThreadPoolExecutor(8) as many:  # a connection for each of the server's threads
        list(many.map(lambda _: Visitor(watchful, "/"), range(32)))
    name, admin_url = database_of(watchful), watchful.env["DATABASE_URL"].rpartition("/")[0] + "/postgres"
    with listening(watchful, path) as stream, psycopg.connect(admin_url, autocommit=True) as admin:
        admin.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
        admin.execute("SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = %s", [name])
        assert stream.ended.wait(60), "the stream ends, so that the page reconnects"
        with listening(watchful, path) as again:
            assert again.ended.wait(60) and not events_in(again.received), "it shall come back later"
        assert organizer.open("/health/").status == 503
        assert json.loads(organizer.body) == {
            "database": "cannot be used",
            "disk": "ok",
            "listen": "events do not arrive",
        }
        admin.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
    assert {organizer.open("/club/").status for _ in range(16)} == {200}, (
        "no page is drawn on a connection that is gone"
    )
    join_as(watchful, "Ann Miller")
    wait_over_reconnects(watchful, path, has_news_of(1))
    assert organizer.open("/health/").status == 200


@on_postgresql
@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux has a limit of its own for silence")
def test_connections_notice_by_themselves_that_the_other_end_is_gone(line: FlakyProxy) -> None:
    import psycopg

    with (
        psycopg.connect(over(line, "postgres"), **settings.DATABASES["default"]["OPTIONS"]) as own,
        socket.socket(fileno=os.dup(own.fileno())) as opened,
    ):
        assert opened.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        options = (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT, socket.TCP_USER_TIMEOUT)
        assert [opened.getsockopt(socket.IPPROTO_TCP, option) for option in options] == [15, 5, 3, 20_000]


def database_of(hall: Hall) -> str:
    """Return the name of a server's database."""
    return hall.env["DATABASE_URL"].rpartition("/")[2]
