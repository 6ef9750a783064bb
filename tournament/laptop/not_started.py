"""What keeps a start by the icon from going on, shown in the browser: nobody reads what is printed then.

The page comes from a small server, for a minute. A file would not do: browsers that are kept in a box of their own may
not open it, and the data folder may be what cannot be written to.
"""

from __future__ import annotations

from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from time import monotonic
from typing import Any

from django.template.loader import render_to_string

from tournament.installation import PACKAGE
from tournament.laptop.browser import open_browser

SHOWN = 60.0  # seconds, unless the browser has the page and its styles before
STYLES = PACKAGE / "static" / "tournament" / "stands_alone.css"
UNEXPECTED = (
    "Something went wrong in the program. Start it again. If this page comes back, send the file {file} to whoever "
    "helps you with this laptop."
)


class _Problem(BaseHTTPRequestHandler):
    """Answers with the page, and with its styles."""

    timeout = 5  # seconds for a browser to ask

    def __init__(self, page: str, sent: set[str], *args: Any) -> None:
        self.page, self.sent = page, sent
        super().__init__(*args)

    def do_GET(self) -> None:
        """Send the page; the browser asks for its styles by their name."""
        is_styles = self.path.endswith(".css")
        content = STYLES.read_bytes() if is_styles else self.page.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/css" if is_styles else "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        self.sent.add("styles" if is_styles else "page")

    def log_message(self, format: str, *args: Any) -> None:
        """Write nothing: there is no terminal."""


def show_problem(sentence: str, *, seconds: float = SHOWN) -> bool:
    """Show a page with the sentence in the laptop's browser, and return whether one could be opened."""
    return _show(render_to_string("tournament/laptop/not_started.html", {"sentence": sentence}), seconds)


def show_name_not_found(name: str, address: str, *, seconds: float = SHOWN) -> bool:
    """Show what to do when nobody knows the certificate's name, and return whether a browser could be opened.

    :param address: the way to the laptop's page that needs no name.
    """
    return _show(render_to_string("tournament/laptop/name_not_found.html", {"name": name, "address": address}), seconds)


def _show(page: str, seconds: float) -> bool:
    sent = set[str]()
    with HTTPServer(("127.0.0.1", 0), partial(_Problem, page, sent)) as server:
        if not open_browser(f"http://127.0.0.1:{server.server_port}/"):
            return False
        server.timeout, until = 0.5, monotonic() + seconds
        while monotonic() < until and not sent >= {"page", "styles"}:
            server.handle_request()
    return True
