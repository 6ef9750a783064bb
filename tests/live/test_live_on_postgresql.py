"""Several processes over one PostgreSQL: what one of them is told, the pages of all of them hear."""

from __future__ import annotations

import os
import re
import shlex
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.hall_server import Hall
from tests.support.help_pages import code_in
from tests.support.http_visitor import Visitor
from tests.support.streams import connections_of, events_in, join_as, listening, slug_of

pytestmark = pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"),
    reason="SQLite is for one process; DATABASE_URL names no PostgreSQL",
)


@pytest.fixture
def halls(tmp_path: Path) -> Iterator[tuple[Hall, Hall]]:
    """Two servers on one database."""
    with Hall.opened(tmp_path) as one:
        other = Hall(env=one.env)
        try:
            other.start()
            yield one, other
        finally:
            other.kill()


def test_what_happens_in_one_process_is_told_by_both_in_the_order_of_its_commits(halls: tuple[Hall, Hall]) -> None:
    path, names = f"/live/{slug_of(halls[0])}/", [f"Guest{number} X" for number in range(24)]
    with listening(halls[0], path) as one, listening(halls[1], path) as other:
        with ThreadPoolExecutor(6) as phones:
            list(phones.map(join_as, [halls[number % 2] for number in range(24)], names))
        for stream in (one, other):
            began, *told = stream.wait_for(lambda events: len(events) == 49)
            assert began[2] == "<p>began a night</p>"
            assert [number for number, _, _ in told] == sorted(number for number, _, _ in told)
            assert {data for _, topic, data in told if topic == "desk"} == {
                f"<p>signed up Guest{number} X.</p>" for number in range(24)
            }


def test_streams_begin_anew_when_the_database_was_away_and_miss_nothing(halls: tuple[Hall, Hall]) -> None:
    import psycopg

    path = f"/live/{slug_of(halls[0])}/"
    with listening(halls[1], path) as stream:
        with psycopg.connect(halls[0].env["DATABASE_URL"], autocommit=True) as admin:
            cut = admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' "
                "AND datname = current_database()"
            ).fetchall()
        assert len(cut) == 2, "one connection a process"
        join_as(halls[0], "Ann Miller")
        assert stream.ended.wait(10), "the page connects again"
        after = max((number for number, _, _ in events_in(stream.seen)), default=0)
    with listening(halls[1], f"{path}?after={after}") as stream:
        stream.wait_for(
            lambda events: [data for _, topic, data in events if topic == "desk"] == ["<p>signed up Ann M.</p>"]
        )
        join_as(halls[0], "Bob Stone")
        stream.wait_for(lambda events: any("Bob" in data for _, _, data in events))


def test_streams_share_the_one_connection_of_their_process(halls: tuple[Hall, Hall]) -> None:
    path = f"/live/{slug_of(halls[0])}/"
    before = connections_of(halls[0])
    streams = [listening(halls[1], path) for _ in range(40)]
    for stream in streams:
        stream.__enter__()
    join_as(halls[0], "Ann Miller")
    assert connections_of(halls[0]) - before < 12, "a few for pages and replays, none for a stream"
    for stream in streams:
        stream.__exit__(None, None, None)


# The hosted site, as Help sets it up


class HostedSite(Hall):
    """Several processes under one command."""

    def serves(self) -> list[str]:
        """Help's command, on the processors of a test."""
        (shell,) = code_in("hosting", "sh")
        found = re.search(r"^\.venv/bin/(uvicorn .*?[^\\])\n", shell, re.MULTILINE | re.DOTALL)
        assert found
        said = found[1].replace("--workers 4", "--workers 2").replace("--port 8000", f"--port {self.port}")
        assert said != found[1]
        return [sys.executable, "-m", *shlex.split(said.replace("\\\n", ""))]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[HostedSite]:
    """A hosted site with one club. Its processes end together, at a word to the first."""
    with HostedSite.database_in(tmp_path) as env:
        hosted = HostedSite(
            env=env
            | {"EUCHRE_SECRET_KEY": "k" * 50, "EUCHRE_HOSTS": "127.0.0.1", "EUCHRE_ADDRESS": "https://euchre.example"}
        )
        hosted.said = hosted.manage("club", "Tuesday club").decode()
        link = hosted.said
        try:
            hosted.start()
            hosted.said = link
            yield hosted
        finally:
            hosted.kill(signal.SIGTERM)


def test_a_hosted_site_tells_the_streams_of_all_its_processes(site: HostedSite) -> None:
    assert site.said.startswith("Tuesday club: https://euchre.example/o/")
    assert site.manage("club", "Tuesday club").decode() == site.said, "the same link again"
    Visitor(site, site.organizer_path).press("Begin a new night")
    path = f"/live/{slug_of(site)}/"
    with ExitStack() as many:
        streams = [many.enter_context(listening(site, path)) for _ in range(16)]
        for name in ("Ann Miller", "Bob Stone"):
            join_as(site, name)
        for stream in streams:
            told = stream.wait_for(lambda events: len(events) == 5)
            assert [data for _, topic, data in told if topic == "desk"] == [
                "<p>began a night</p>",
                "<p>signed up Ann M.</p>",
                "<p>signed up Bob S.</p>",
            ]
        assert listeners(site) == 2, "one connection a process hears of everything"


def listeners(hall: Hall) -> int:
    """How many processes hear what PostgreSQL tells."""
    import psycopg

    with psycopg.connect(hall.env["DATABASE_URL"]) as own:
        row = own.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"
        ).fetchone()
    return int(row[0]) if row else 0
