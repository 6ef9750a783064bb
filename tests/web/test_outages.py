"""Requests that once failed, and a database that cannot be used: a short sentence each, and a phone keeps its tap."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tally.paper.document import Job
from tally.printing.catalog import SHEETS, draw
from tests.support.hall_server import Hall
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, run_in_thread, tap
from tournament.live import outages
from tournament.live.events import missed
from tournament.live.hub import hub
from tournament.models import Night, SignIn
from tournament.night.lifecycle import back_to_sign_up
from tournament.night.ticker import run_tick
from tournament.people.errors import Refused
from tournament.server import application as asgi
from tournament.settings import BASE_DIR

TOO_MANY = "connection failed: FATAL:  sorry, too many clients already\nDETAIL: more lines"


@pytest.fixture(autouse=True)
def quiet_for_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the first outage of a test be said."""
    monkeypatch.setattr(outages, "_last_lines", {})


@contextmanager
def outage(message: str = TOO_MANY) -> Iterator[None]:
    """Let every query fail inside the block."""

    def fail(execute: Callable[..., Any], *_: object) -> Any:
        raise OperationalError(message)

    with connection.execute_wrapper(fail):
        yield


def test_a_database_that_takes_nothing_still_shows_its_pages_to_a_browser_not_seen_lately(
    organizer: Client, night: Night
) -> None:
    SignIn.objects.update(last_seen_at=timezone.now() - timedelta(hours=1))
    tried = list[str]()

    def fail(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        if sql.startswith(("UPDATE", "INSERT")):
            tried.append(sql)
            raise OperationalError("database or disk is full")
        return execute(sql, *more)

    with connection.execute_wrapper(fail):
        for path in ("/", f"/n/{night.slug}/board/", f"/n/{night.slug}/data/night.json", "/club/copies/"):
            assert organizer.get(path).status_code == 200, path
    assert tried, "the visit was to be noted"


@pytest.mark.parametrize(
    "sent",
    [
        {"data": {f"f{number}": "" for number in range(12_000)}},
        {"data": b"--x\r\n", "content_type": "multipart/form-data"},
        {"data": {}, "headers": {"Host": '"><'}},
    ],
    ids=["12,000 fields", "no boundary", "odd host"],
)
def test_what_makes_no_sense_gets_a_sentence(stranger: Client, night: Night, sent: dict[str, Any]) -> None:
    answer = stranger.post(f"/n/{night.slug}/join/", **sent)
    assert answer.status_code == 400 and "could not be read, so nothing was saved" in answer.content.decode()


@pytest.mark.parametrize("path", ["", "play/", "board/", "standings/", "screen/", "/", "/nowhere/", "/j/K7QM2X9D"])
def test_a_page_during_an_outage_is_a_sentence(organizer: Client, night: Night, path: str) -> None:
    address = path if path.startswith("/") else f"/n/{night.slug}/{path}"
    with outage():
        answer = organizer.get(address)
    page = answer.content.decode()
    assert answer.status_code == 503 and answer["Retry-After"] and "X-Night" not in answer
    assert "The site is too busy at this moment." in page and "FATAL" not in page


def test_a_tap_during_an_outage_is_kept_and_recorded_later(night: Night) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    assert game.round.night == night, "read before the outage"
    with nothing_changes():
        with outage():
            answer = tap(phone, game, 1, key="the-key-of-this-tap")
        assert answer.status_code == 503
        assert "X-Night" not in answer, "the outbox takes an answer without it for none, and sends the tap again"
    assert tap(phone, game, 1, key="the-key-of-this-tap").status_code == 302
    assert game.hands.count() == 1


def test_a_full_disk_says_so(organizer: Client, night: Night) -> None:
    with outage("database or disk is full"):
        assert "disk of the computer that runs the night is full" in organizer.get("/").content.decode()


@pytest.mark.parametrize("message", ["no such column: entry.nickname", "no such table: x", "too many SQL variables"])
def test_a_mistake_of_the_program_is_no_outage(
    organizer: Client, message: str, caplog: pytest.LogCaptureFixture
) -> None:
    with outage(message), pytest.raises(OperationalError):
        organizer.get("/")
    with outage(message):
        run_tick()
    assert [record.getMessage() for record in caplog.records if record.exc_info] == [
        "Internal Server Error: /",
        "The clock could not tick.",
    ]


def test_an_outage_writes_a_line_and_not_one_for_each_request(
    organizer: Client, night: Night, caplog: pytest.LogCaptureFixture
) -> None:
    with outage():
        for _ in range(30):
            organizer.get("/")
            run_tick()
    of_browsers = "asyncio"  # which may tell of an earlier test's page
    lines = [record.getMessage() for record in caplog.records if record.name != of_browsers]
    assert lines == [
        "The database cannot be used now (connection failed: FATAL:  sorry, too many clients already). "
        "Phones keep their taps and try again."
    ]
    assert not any(record.exc_info for record in caplog.records)


def open_stream(sent: list[dict[str, Any]]) -> None:
    """Open a stream whose page goes at once, and keep what the server sends."""

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    scope = {"type": "http", "method": "GET", "path": "/live/abcdef/", "query_string": b"", "headers": []}
    run_in_thread(asgi.application(scope, receive, send))


def failing(message: str) -> Callable[..., None]:
    """A reading of events that fails."""

    def fail(*_: object) -> None:
        raise OperationalError(message)

    return fail


def test_a_stream_during_an_outage_is_refused_and_the_page_reconnects(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asgi, "missed", failing(TOO_MANY))
    sent: list[dict[str, Any]] = []
    open_stream(sent)
    assert sent[0]["status"] == 503
    sent.clear()
    monkeypatch.setitem(asgi._nights, "abcdef", night.pk)
    open_stream(sent)
    assert sent[0]["status"] == 200 and not sent[-1].get("more_body"), "the stream ends"


def test_a_mistake_of_the_program_in_a_stream_is_no_outage(
    night: Night, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(asgi, "missed", failing("no such table: tournament_event"))
    sent: list[dict[str, Any]] = []
    with pytest.raises(OperationalError):
        open_stream(sent)
    assert not sent, "the server answers with 500, and logs the traceback"
    monkeypatch.setitem(asgi._nights, "abcdef", night.pk)
    with pytest.raises(OperationalError):
        open_stream(sent)
    assert [message["type"] for message in sent] == ["http.response.start"] and not hub._streams
    assert "cannot be used now" not in caplog.text


def test_a_mistake_of_the_program_as_it_notes_who_was_here_is_no_outage(
    organizer: Client, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.web.visitors.note_seen", failing("no such table: tournament_signin"))
    with pytest.raises(OperationalError):
        organizer.get("/")


@pytest.mark.parametrize("slug", ["\0", "a\0b", "é", "", "a" * 10_000, "\ud800"])
def test_a_stream_of_no_night_is_not_found(night: Night, slug: str) -> None:
    assert missed(slug, 0) is None


@pytest.mark.parametrize("theme", ["é", "\0", "dark\0", "王" * 5000, ""])
@pytest.mark.parametrize("after", ["/é", "/\0", "é", "/n/é/?x=é"])
def test_an_odd_theme_is_no_theme(stranger: Client, theme: str, after: str) -> None:
    answer = stranger.post(reverse("theme"), {"theme": theme, "next": after})
    assert answer.status_code == 302 and answer.cookies["theme"].value == "" and answer["Location"].isascii()


def test_an_address_that_is_not_escaped_is_answered(hall: Hall) -> None:
    import socket

    for path in ("/theme/?theme=é", "/é", "/live/é", "/live/%00/", "/j/%00", "/?x=\xff"):
        with socket.create_connection(("127.0.0.1", hall.port), timeout=10) as raw:
            raw.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            status = int(raw.recv(100).split()[1])
        assert status < 500, path


def test_sheets_of_a_night_that_went_back_to_sign_up_meanwhile_are_drawn_or_refused(night: Night) -> None:
    before = Night.objects.get(pk=night.pk)
    back_to_sign_up(night=night, who=ORGANIZER)
    before.rounds.create(number=1)  # the check still finds a game, and loading finds none
    refused = set()
    for sheet in SHEETS:
        try:
            draw(before, sheet, Job(), "")
        except Refused:
            refused.add(sheet)
    assert {"standings", "table-charts"} <= refused


def test_an_empty_database_url_is_none(tmp_path: Path) -> None:
    env = os.environ | {"EUCHRE_DATA": str(tmp_path), "DATABASE_URL": ""}
    ask = "from tournament.settings import DATABASES as found; print(found['default']['NAME'])"
    done = subprocess.run(
        [sys.executable, "-c", ask], env=env, cwd=BASE_DIR, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, str(tmp_path / "night.sqlite3")), done.stderr
