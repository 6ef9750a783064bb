"""Chromium without a server: Django's test client answers its requests, inside the test's own transaction.

So a test can try a page's scripts at any moment of any night and at any time of day. There is no live stream.
"""

from __future__ import annotations

from contextvars import copy_context
from datetime import datetime, timedelta
from functools import partial
from types import TracebackType
from typing import Any

from django.http import StreamingHttpResponse
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, Route

from tests.support.blocked import note_blocked

SITE = "http://127.0.0.1:1"  # nothing listens there; every request is intercepted
PASSED_ON = ("accept", "hx-request", "hx-target", "x-panel", "x-version")  # headers
NO_STREAM = "window.EventSource = class { addEventListener() {} removeEventListener() {} close() {} };"


class ServerlessBrowser:
    """A browser whose requests Django's test client answers.

    `client` holds its cookies; `requests` are the paths requested so far, without static files. A page that breaks the
    content policy fails the test at the end of the block.
    """

    def __init__(
        self,
        browser: Browser,
        client: Client | None = None,
        size: tuple[int, int] = (1366, 768),
        site: str = SITE,
        **context: Any,
    ) -> None:
        self.client = client or Client()
        self.site = site
        self.requests: list[str] = []
        self.test_context = copy_context()  # has the test's connection to the database
        self.context: BrowserContext = browser.new_context(viewport={"width": size[0], "height": size[1]}, **context)
        self.context.add_init_script(NO_STREAM)  # a page retries a stream that is refused
        self.blocked = note_blocked(self.context)
        self.context.route("**/*", self._answer)

    def __enter__(self) -> ServerlessBrowser:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.context.unroute_all(behavior="ignoreErrors")
        self.context.close()
        assert error is not None or not self.blocked, self.blocked

    def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(self.site)
        if not path.startswith("/"):
            route.abort()
            return
        if not path.startswith("/static/"):
            self.requests.append(path)
        headers = {name: route.request.headers.get(name) for name in PASSED_ON}
        headers = {name: value for name, value in headers.items() if value}
        if route.request.method == "POST":
            body, kind = route.request.post_data_buffer or b"", route.request.headers.get("content-type", "")
            ask = partial(self.client.post, path, body, content_type=kind, headers=headers, follow=True)
        else:
            ask = partial(self.client.get, path, headers=headers)
        answer = self.test_context.copy().run(ask)
        page = b"".join(answer.streaming_content) if isinstance(answer, StreamingHttpResponse) else answer.content
        route.fulfill(status=answer.status_code, body=page, headers=dict(answer.items()))

    def open(self, path: str) -> Page:
        """Open a path of the site in a new page."""
        page = self.context.new_page()
        page.goto(self.site + path)
        return page


def freeze_clock(target: BrowserContext | Page, moment: datetime) -> None:
    """Stop the browser's clock at this moment; it moves on only when the test advances it."""
    target.clock.install(time=moment - timedelta(hours=1))
    target.clock.pause_at(moment)
