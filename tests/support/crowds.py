"""A crowd and one more who ask the ASGI application, without a server."""

from __future__ import annotations

import asyncio
import threading
from typing import Any, NamedTuple

import pytest

from tests.support.night import run_in_thread
from tournament.server import application as asgi

LIMIT = 60  # seconds, after which something hangs


class Ask(NamedTuple):
    """A request: its method and its path."""

    method: str
    path: str


def scope_of(ask: Ask) -> dict[str, Any]:
    """Return what a server tells the application of a request."""
    return {
        "type": "http", "method": ask.method, "path": ask.path, "query_string": b"", "http_version": "1.1",
        "headers": [],
    }  # fmt: skip


def answered_in_order(monkeypatch: pytest.MonkeyPatch, *, crowd: Ask, count: int, one: Ask) -> list[str]:
    """Let a crowd ask, then one more, and return the paths in the order of their answers.

    None of the crowd is answered before the one: it fails when the crowd holds the one up.
    """
    answered: list[str] = []
    done = threading.Event()

    def django(environ: dict[str, Any], start_response: Any) -> Any:
        if environ["PATH_INFO"] == crowd.path:
            assert done.wait(LIMIT), "the crowd held the other request up"
        start_response("200 OK", [])
        answered.append(environ["PATH_INFO"])
        return _EmptyBody()

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: dict[str, Any]) -> None:
        pass

    async def everybody() -> None:
        async with asyncio.TaskGroup() as people:
            for _ in range(count):
                people.create_task(asgi.application(scope_of(crowd), receive, send))
            await asyncio.sleep(0)  # each has asked
            await asgi.application(scope_of(one), receive, send)
            done.set()

    monkeypatch.setattr(asgi, "django", django)
    run_in_thread(everybody())
    return answered


class _EmptyBody(list[bytes]):
    """An answer without content, which can be closed."""

    def close(self) -> None:
        """Do nothing."""
