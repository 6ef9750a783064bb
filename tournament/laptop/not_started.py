"""What keeps a start by the shortcut from going on, shown in the browser: nobody reads what is printed then.

The page comes from a small server, for a minute, or for half an hour where it has a button. A file would not do:
browsers that are kept in a box of their own may not open it, and the data folder may be what cannot be written to.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import monotonic
from typing import Any
from urllib.parse import parse_qs

from django.template.loader import render_to_string
from django.utils.crypto import constant_time_compare

from tournament.installation import PACKAGE
from tournament.laptop.browser import open_browser
from tournament.laptop.whose_connection import is_from_own_account

SHOWN = 60.0  # seconds, unless the browser has the page and its styles before
WAITS = 1800.0  # seconds for somebody to press a button
LAST_STYLES = 5.0  # seconds for the browser to load the styles of the last page
LONGEST = 1000  # bytes of the form
LOOPBACK = "127.0.0.1"
STYLES = PACKAGE / "static" / "tournament" / "stands_alone.css"
DETAILS = "/details.txt"
UNEXPECTED = (
    "Something went wrong in the program. Start Euchre Night again. If this page comes back, save the details with the "
    "link below, and send that file to whoever helps you with this laptop."
)


@dataclass(frozen=True, slots=True)
class Problem:
    """What the page says. With `copy_of` it offers to go on from the safe copy of that time, with `details` a file."""

    sentence: str
    copy_of: datetime | None = None
    details: str = ""


@dataclass(slots=True)
class _Page:
    """The page, what of it the browser has, and whether its button was pressed."""

    name: str  # of its template
    context: dict[str, object]
    has_button: bool = False
    details: str = ""
    key: str = field(default_factory=lambda: secrets.token_urlsafe(24))  # other sites cannot press the button
    sent: set[str] = field(default_factory=set)
    pressed: bool = False

    def is_done(self) -> bool:
        """Return whether the browser has all, and nothing can be pressed anymore."""
        waits = (self.has_button or self.details) and not self.pressed
        return not waits and self.sent >= {"page", "styles"}

    def html(self) -> bytes:
        """Return the page as it is now."""
        context = self.context | {"key": self.key, "pressed": self.pressed}
        return render_to_string(f"tournament/laptop/{self.name}.html", context).encode()


class _Answers(BaseHTTPRequestHandler):
    """Answers the laptop's own browser with the page, its styles and the details."""

    timeout = 5  # seconds for a browser to ask

    def __init__(self, page: _Page, *args: Any) -> None:
        self.page = page
        super().__init__(*args)

    def do_GET(self) -> None:
        """Send the page; the browser asks for its styles by their name."""
        if not self._is_ours():
            return
        if self.path.endswith(".css"):
            self._send("styles", "text/css", STYLES.read_bytes())
        elif self.path == DETAILS:
            self._send("details", "text/plain; charset=utf-8", self.page.details.encode())
        else:
            self._send("page", "text/html; charset=utf-8", self.page.html())

    def do_POST(self) -> None:
        """Note that the button was pressed."""
        length = self.headers.get("Content-Length", "")
        form = self.rfile.read(min(int(length), LONGEST)) if length.isdecimal() else b""
        key = parse_qs(form.decode("ascii", "replace")).get("key", [""])[0]
        if not self._is_ours():
            return
        if not self.page.has_button or not constant_time_compare(key, self.page.key):
            self.send_error(HTTPStatus.FORBIDDEN)
            return
        self.page.sent.clear()
        self.page.pressed = True
        self._send("page", "text/html; charset=utf-8", self.page.html())

    def _is_ours(self) -> bool:
        """Return whether the laptop's own browser asks, by the address that it was opened with; else refuse."""
        port = self.connection.getsockname()[1]
        (peer, peer_port), host = self.client_address[:2], self.headers.get("Host", "")
        connection = {"REMOTE_ADDR": peer, "REMOTE_PORT": peer_port, "SERVER_NAME": LOOPBACK, "SERVER_PORT": port}
        if host == f"{LOOPBACK}:{port}" and is_from_own_account(connection):
            return True
        self.send_error(HTTPStatus.FORBIDDEN)
        return False

    def _send(self, what: str, content_type: str, content: bytes) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(content)
        self.page.sent.add(what)

    def log_message(self, format: str, *args: Any) -> None:
        """Write nothing: there is no terminal."""


def show_problem(problem: Problem, *, seconds: float | None = None) -> bool:
    """Show a page with the problem in the laptop's browser, and return whether its button was pressed."""
    page = _Page("not_started", {"problem": problem}, bool(problem.copy_of), problem.details)
    _show(page, seconds or (WAITS if page.has_button or page.details else SHOWN))
    return page.pressed


def show_name_not_found(name: str, address: str, *, seconds: float = SHOWN) -> bool:
    """Show what to do when nobody knows the certificate's name, and return whether a browser could be opened.

    :param address: the way to the laptop's page that needs no name.
    """
    return _show(_Page("name_not_found", {"name": name, "address": address}), seconds)


def _show(page: _Page, seconds: float) -> bool:
    """Show a page until the browser has all of it, and return whether a browser could be opened."""
    with ThreadingHTTPServer((LOOPBACK, 0), partial(_Answers, page)) as server:
        if not open_browser(f"http://{LOOPBACK}:{server.server_port}/"):
            return False
        server.timeout, until = 0.5, monotonic() + seconds
        while monotonic() < until and not page.pressed and not page.is_done():
            server.handle_request()
        until = monotonic() + LAST_STYLES
        while page.pressed and monotonic() < until and not page.is_done():
            server.handle_request()
    return True
