"""Several processes with one PostgreSQL database: an event in one of them reaches the streams of all."""

from __future__ import annotations

import http.client
import os
import re
import shlex
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from string import ascii_letters

import pytest

from tests.support.hall_server import Hall
from tests.support.help_pages import code_in
from tests.support.http_visitor import Visitor
from tests.support.streams import (
    count_database_connections,
    events_in,
    join_as,
    listening,
    newest_slug,
    wait_over_reconnects,
)

pytestmark = pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"),
    reason="several processes need PostgreSQL, and DATABASE_URL does not name one",
)


@pytest.fixture
def halls(tmp_path: Path) -> Iterator[tuple[Hall, Hall]]:
    """Two servers with one database."""
    with Hall.opened(tmp_path) as one:
        other = Hall(env=one.env)
        try:
            other.start()
            yield one, other
        finally:
            other.kill()


def test_events_of_one_process_are_sent_by_both_in_the_order_of_their_commits(halls: tuple[Hall, Hall]) -> None:
    path, names = f"/live/{newest_slug(halls[0])}/", [f"Guest{number} X" for number in range(24)]
    with listening(halls[0], path) as one, listening(halls[1], path) as other:
        with ThreadPoolExecutor(6) as phones:
            list(phones.map(join_as, [halls[number % 2] for number in range(24)], names))
        for stream in (one, other):
            set_up, *later = stream.wait_for(lambda events: len(events) == 49)
            assert set_up[2] == "<p>set up a night</p>"
            assert [number for number, _, _ in later] == sorted(number for number, _, _ in later)
            assert {data for _, topic, data in later if topic == "desk"} == {
                f"<p>signed up Guest{number} X.</p>" for number in range(24)
            }


def test_streams_reconnect_after_a_database_outage_and_miss_nothing(halls: tuple[Hall, Hall]) -> None:
    import psycopg

    path = f"/live/{newest_slug(halls[0])}/"
    with listening(halls[1], path) as stream:
        with psycopg.connect(halls[0].env["DATABASE_URL"], autocommit=True) as admin:
            cut = admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' "
                "AND datname = current_database()"
            ).fetchall()
        assert len(cut) == 2, "one connection per process"
        join_as(halls[0], "Ann Miller")
        assert stream.ended.wait(30), "the stream ends, so that the page reconnects"
        after = max((number for number, _, _ in events_in(stream.received)), default=0)
    seen = wait_over_reconnects(
        halls[1],
        path,
        lambda events: [data for _, topic, data in events if topic == "desk"] == ["<p>signed up Ann M.</p>"],
        after,
    )
    join_as(halls[0], "Bob Stone")
    wait_over_reconnects(
        halls[1], path, lambda events: any("Bob" in data for _, _, data in events), max(number for number, _, _ in seen)
    )


def test_streams_share_one_connection_per_process(halls: tuple[Hall, Hall]) -> None:
    path = f"/live/{newest_slug(halls[0])}/"
    before = count_database_connections(halls[0])
    streams = [listening(halls[1], path) for _ in range(40)]
    for stream in streams:
        stream.__enter__()
    join_as(halls[0], "Ann Miller")
    assert count_database_connections(halls[0]) - before < 12, "pages and replays open a few connections, streams none"
    for stream in streams:
        stream.__exit__(None, None, None)


def test_pages_say_that_the_database_is_away_and_come_back_with_it(halls: tuple[Hall, Hall]) -> None:
    import psycopg

    hall, url = halls[0], halls[0].env["DATABASE_URL"]
    address, _, name = url.rpartition("/")
    organizer = Visitor(hall, hall.organizer_path)
    with psycopg.connect(f"{address}/postgres", autocommit=True) as admin:
        admin.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')  # the server has no connection to give
        admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
        statuses = [organizer.open("/club/").status for _ in range(12)]
        assert set(statuses) == {503}
        admin.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
    assert organizer.open("/club/").status == 200
    log = (Path(hall.env["EUCHRE_DATA"]) / "server.log").read_text()
    assert "Traceback" not in log and log.count("The database cannot be used now") <= 2, "one line for each server"


# A hosted site, set up as Help describes


class HostedSite(Hall):
    """A site of several processes, started by one command."""

    def server_command(self) -> list[str]:
        """Return Help's command with two workers and this test's port."""
        (shell,) = (block for block in code_in("hosting", "sh") if "uvicorn" in block)
        found = re.search(r"^\.venv/bin/(uvicorn .*?[^\\])\n", shell, re.MULTILINE | re.DOTALL)
        assert found
        command = found[1].replace("--workers 4", "--workers 2").replace("--port 8000", f"--port {self.port}")
        assert command != found[1]
        return [sys.executable, "-m", *shlex.split(command.replace("\\\n", ""))]


class HttpsVisitor(Visitor):
    """A visitor of a site behind a proxy that takes HTTPS."""

    def exchange(
        self, method: str, url: str, body: str | None, headers: dict[str, str]
    ) -> tuple[http.client.HTTPResponse, bytes]:
        """Send one request as the proxy passes it on, and check that its cookies travel over HTTPS only."""
        site = f"https://{self.host}"
        passed_on = {"X-Forwarded-Proto": "https", "Origin": site, "Referer": f"{site}/"}
        answer, content = super().exchange(method, url, body, headers | passed_on)
        assert all("; Secure" in line for line in answer.headers.get_all("Set-Cookie") or ())
        return answer, content


@pytest.fixture
def site(tmp_path: Path) -> Iterator[HostedSite]:
    """A hosted site with one club; a signal to its first process ends all of them."""
    with HostedSite.database_in(tmp_path) as env:
        hosted = HostedSite(
            env=env
            | {"EUCHRE_SECRET_KEY": ascii_letters, "EUCHRE_HOSTS": "127.0.0.1,euchre.example", "EUCHRE_HTTPS": "1"}
            | {"EUCHRE_ADDRESS": "https://euchre.example", "EUCHRE_ACCOUNTS": "0"}
        )
        hosted.output = hosted.manage("club", "Tuesday club").decode()
        link = hosted.output
        try:
            hosted.start()
            hosted.output = link
            yield hosted
        finally:
            hosted.kill(signal.SIGTERM)


def test_a_hosted_site_sends_events_to_the_streams_of_all_its_processes(site: HostedSite) -> None:
    assert site.output.startswith("Tuesday club: https://euchre.example/o/")
    assert site.manage("club", "Tuesday club").decode() == site.output, "the command prints the same link again"
    HttpsVisitor(site, site.organizer_path).press("Start the first night")
    path = f"/live/{newest_slug(site)}/"
    with ExitStack() as many:
        streams = [many.enter_context(listening(site, path)) for _ in range(16)]
        for stream in streams:
            stream.wait_for(lambda events: len(events) == 1)  # later, it would replay the newest of each topic alone
        for name in ("Ann Miller", "Bob Stone"):
            HttpsVisitor(site, f"/n/{newest_slug(site)}/join/").press("Count me in", name=name)
        for stream in streams:
            events = stream.wait_for(lambda events: len(events) == 5)
            assert [data for _, topic, data in events if topic == "desk"] == [
                "<p>set up a night</p>",
                "<p>signed up Ann M.</p>",
                "<p>signed up Bob S.</p>",
            ]
        assert count_listeners(site) == 2, "each process listens on one connection"


def count_listeners(hall: Hall) -> int:
    """Count the connections that listen for PostgreSQL's notifications."""
    import psycopg

    with psycopg.connect(hall.env["DATABASE_URL"]) as own:
        row = own.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"
        ).fetchone()
    return int(row[0]) if row else 0
