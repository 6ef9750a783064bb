"""The server under requests that stall or are cut off."""

from __future__ import annotations

import socket
import time
import urllib.request
from contextlib import ExitStack
from typing import Any

import pytest

from tests.support.hall_server import Hall
from tests.support.night import run_apart
from tournament.server import application as asgi
from tournament.server.application import THREADS

HEAD = (
    "POST /theme/ HTTP/1.1\r\nHost: localhost\r\nCookie: csrftoken=" + "a" * 32 + "\r\n"
    "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\na=b"
)


def test_phones_that_stall_in_the_middle_of_a_tap_hold_nobody_up(hall: Hall) -> None:
    with ExitStack() as stack:
        for _ in range(3 * THREADS):
            phone = stack.enter_context(socket.create_connection(("127.0.0.1", hall.port)))
            phone.sendall(HEAD.encode())
        time.sleep(0.2)  # until the server has read them
        with urllib.request.urlopen(hall.url + "/", timeout=5) as page:
            assert page.status == 200


def test_a_request_that_is_too_long_is_refused(hall: Hall) -> None:
    with socket.create_connection(("127.0.0.1", hall.port), timeout=10) as phone:
        phone.sendall(HEAD.replace("Length: 100", "Length: 9000000").encode())
        phone.sendall(b"a" * 3_000_000)
        assert phone.recv(100).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize(
    ("last", "reaches_django"),
    [({"type": "http.disconnect"}, []), ({"type": "http.request", "body": b"-alone"}, [b"result=NS:5-alone"])],
)
def test_half_of_a_tap_is_never_taken_for_the_whole(
    monkeypatch: pytest.MonkeyPatch, last: dict[str, Any], reaches_django: list[bytes]
) -> None:
    arrived: list[bytes] = []

    async def django(scope: Any, receive: Any, send: Any) -> None:
        arrived.append((await receive())["body"])

    messages = iter([{"type": "http.request", "body": b"result=NS:5", "more_body": True}, last])

    async def receive() -> dict[str, Any]:
        return next(messages)

    async def send(message: Any) -> None:
        raise AssertionError("nobody is there to answer")

    monkeypatch.setattr(asgi, "_pages", django)
    run_apart(asgi.application({"type": "http", "path": "/", "headers": []}, receive, send))
    assert arrived == reaches_django
