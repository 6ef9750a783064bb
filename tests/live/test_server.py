"""The server copes with requests that stall, are too long or break off."""

from __future__ import annotations

import asyncio
import gc
import socket
import urllib.request
from contextlib import ExitStack
from typing import Any

import pytest
from django.http import StreamingHttpResponse

from tests.support.hall_server import Hall
from tests.support.night import run_in_thread
from tournament.file_versions import program_version
from tournament.server import application as asgi
from tournament.server.application import THREADS

HEAD = (
    "POST /theme/ HTTP/1.1\r\nHost: localhost\r\nCookie: csrftoken=" + "a" * 32 + "\r\n"
    "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\na=b"
)
SCOPE = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "http_version": "1.1", "headers": []}


@pytest.mark.long
def test_phones_that_stall_during_a_request_delay_nobody_else(hall: Hall) -> None:
    with ExitStack() as stack:
        for _ in range(3 * THREADS):
            phone = stack.enter_context(socket.create_connection(("127.0.0.1", hall.port)))
            phone.sendall(HEAD.encode())
        for _ in range(2):  # before the second request, the server has read what came before the first
            with urllib.request.urlopen(hall.url + "/", timeout=15) as page:
                assert page.status == 200


def test_a_request_that_is_too_long_is_refused(hall: Hall) -> None:
    with socket.create_connection(("127.0.0.1", hall.port), timeout=10) as phone:
        phone.sendall(HEAD.replace("Length: 100", "Length: 9000000").encode())
        phone.sendall(b"a" * 3_000_000)
        assert phone.recv(100).startswith(b"HTTP/1.1 413")


def test_the_garbage_collector_passes_over_what_the_server_was_started_with() -> None:
    try:
        asgi.settle()
        assert gc.get_freeze_count() > 10_000
    finally:
        gc.unfreeze()


def test_the_programs_version_is_read_as_the_server_starts() -> None:
    program_version.cache_clear()
    try:
        asgi.settle()
        assert program_version.cache_info().currsize == 1
    finally:
        gc.unfreeze()


@pytest.mark.parametrize(
    ("last_message", "bodies"),
    [({"type": "http.disconnect"}, []), ({"type": "http.request", "body": b"-alone"}, [b"result=NS:5-alone"])],
)
def test_half_of_a_request_never_reaches_django(
    monkeypatch: pytest.MonkeyPatch, last_message: dict[str, Any], bodies: list[bytes]
) -> None:
    received: list[bytes] = []

    def django(environ: dict[str, Any], start_response: Any) -> StreamingHttpResponse:
        received.append(environ["wsgi.input"].read())
        return answered(environ, start_response)

    messages = iter([{"type": "http.request", "body": b"result=NS:5", "more_body": True}, last_message])

    async def receive() -> dict[str, Any]:
        return next(messages)

    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    monkeypatch.setattr(asgi, "django", django)
    run_in_thread(asgi.application(SCOPE, receive, send))
    assert received == bodies
    assert bool(sent) == bool(bodies), "a cut off request gets no response"


def test_phones_that_do_not_read_their_answers_delay_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    whole: list[dict[str, Any]] = []

    async def everybody() -> None:
        asked, last_answered = 0, asyncio.Event()

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b""}

        async def stalled(message: dict[str, Any]) -> None:
            nonlocal asked
            asked += 1
            await last_answered.wait()

        async def send(message: dict[str, Any]) -> None:
            whole.append(message)

        async with asyncio.timeout(20), asyncio.TaskGroup() as phones:
            for _ in range(2 * THREADS):
                phones.create_task(asgi.application(SCOPE, receive, stalled))
            while asked < THREADS:
                await asyncio.sleep(0)
            await asgi.application(SCOPE, receive, send)
            last_answered.set()

    monkeypatch.setattr(asgi, "django", answered)
    run_in_thread(everybody())
    assert whole == [
        {"type": "http.response.start", "status": 200, "headers": [(b"x-night", b"1")]},
        {"type": "http.response.body", "body": b"one two"},
    ]


def answered(environ: dict[str, Any], start_response: Any) -> StreamingHttpResponse:
    """Answer any request as Django's handler does, in two parts."""
    start_response("200 OK", [("X-Night", "1")])
    return StreamingHttpResponse([b"one ", b"two"])


@pytest.mark.parametrize("ended", [True, False])
def test_a_head_that_is_too_long_is_refused(hall: Hall, ended: bool) -> None:
    """At once where it is there, and as soon as it is too long where it never ends; a long address counts, too."""
    for head in ("GET / HTTP/1.1\r\nHost: a\r\nX-Long: ", "GET /?"):
        with socket.create_connection(("127.0.0.1", hall.port), timeout=10) as phone:
            phone.sendall(head.encode() + b"a" * 40_000 + b" HTTP/1.1\r\n\r\n" * ended)
            assert phone.recv(100).startswith(b"HTTP/1.1 400")
    with socket.create_connection(("127.0.0.1", hall.port), timeout=10) as phone:
        phone.sendall(b"GET /j/ HTTP/1.1\r\nHost: a\r\nX-Long: " + b"a" * 30_000 + b"\r\n\r\n")
        assert phone.recv(100).startswith(b"HTTP/1.1 200"), "a browser with many cookies"
