"""Pages in Chromium without a server: each request is answered by this process, from the test's own transaction.

What a page does by itself can so be tried at any moment of any night, and with any time; the live stream is not there.
"""

from __future__ import annotations

from contextvars import copy_context
from datetime import datetime, timedelta
from types import TracebackType
from typing import Any

from django.http import StreamingHttpResponse
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, Route

SITE = "http://127.0.0.1:1"  # nothing is ever asked there
NO_STREAM = "window.EventSource = class { addEventListener() {} removeEventListener() {} close() {} };"


class Near:
    """A browser whose requests this process answers; `client` holds its cookies, `asked` the pages it asked for."""

    def __init__(
        self, browser: Browser, client: Client | None = None, size: tuple[int, int] = (1366, 768), **context: Any
    ) -> None:
        self.client = client or Client()
        self.asked: list[str] = []
        self.here = copy_context()  # the test's, with its connection to the database
        self.context: BrowserContext = browser.new_context(viewport={"width": size[0], "height": size[1]}, **context)
        self.context.add_init_script(NO_STREAM)  # a stream that is refused would be asked for again and again
        self.context.route("**/*", self._answer)

    def __enter__(self) -> Near:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.context.unroute_all(behavior="ignoreErrors")
        self.context.close()

    def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(SITE)
        if not path.startswith("/"):
            route.abort()
            return
        if not path.startswith("/static/"):
            self.asked.append(path)
        headers = {"HX-Request": "true"} if route.request.headers.get("hx-request") else {}
        answer = self.here.copy().run(self.client.get, path, headers=headers)
        body = b"".join(answer.streaming_content) if isinstance(answer, StreamingHttpResponse) else answer.content
        route.fulfill(status=answer.status_code, body=body, headers=dict(answer.items()))

    def open(self, path: str) -> Page:
        """A page of this browser."""
        page = self.context.new_page()
        page.goto(SITE + path)
        return page


def stop_clock(where: BrowserContext | Page, moment: datetime) -> None:
    """The browser's clock stands at this moment, and goes on only when it is told to."""
    where.clock.install(time=moment - timedelta(hours=1))
    where.clock.pause_at(moment)
