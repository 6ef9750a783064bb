"""The server copes with requests that stall, are too long or break off."""

from __future__ import annotations

import socket
import urllib.request
from contextlib import ExitStack
from typing import Any

import pytest

from tests.support.hall_server import Hall
from tests.support.night import run_in_thread
from tournament.server import application as asgi
from tournament.server.application import THREADS

HEAD = (
    "POST /theme/ HTTP/1.1\r\nHost: localhost\r\nCookie: csrftoken=" + "a" * 32 + "\r\n"
    "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\na=b"
)


def test_phones_that_stall_during_a_request_delay_nobody_else(hall: Hall) -> None:
    with ExitStack() as stack:
        for _ in range(3 * THREADS):
            phone = stack.enter_context(socket.create_connection(("127.0.0.1", hall.port)))
            phone.sendall(HEAD.encode())
        for _ in range(2):  # before the second request, the server has read what came before the first
            with urllib.request.urlopen(hall.url + "/", timeout=5) as page:
                assert page.status == 200


def test_a_request_that_is_too_long_is_refused(hall: Hall) -> None:
    with socket.create_connection(("127.0.0.1", hall.port), timeout=10) as phone:
        phone.sendall(HEAD.replace("Length: 100", "Length: 9000000").encode())
        phone.sendall(b"a" * 3_000_000)
        assert phone.recv(100).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize(
    ("last_message", "bodies"),
    [({"type": "http.disconnect"}, []), ({"type": "http.request", "body": b"-alone"}, [b"result=NS:5-alone"])],
)
def test_half_of_a_request_never_reaches_django(
    monkeypatch: pytest.MonkeyPatch, last_message: dict[str, Any], bodies: list[bytes]
) -> None:
    received: list[bytes] = []

    async def django(scope: Any, receive: Any, send: Any) -> None:
        received.append((await receive())["body"])

    messages = iter([{"type": "http.request", "body": b"result=NS:5", "more_body": True}, last_message])

    async def receive() -> dict[str, Any]:
        return next(messages)

    async def send(message: Any) -> None:
        raise AssertionError("a cut off request gets no response")

    monkeypatch.setattr(asgi, "_pages", django)
    run_in_thread(asgi.application({"type": "http", "path": "/", "headers": []}, receive, send))
    assert received == bodies
