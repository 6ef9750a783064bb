"""A proxy between phone and laptop, of one of several kinds: a program of its own, for a namespace.

    python answering_proxy.py KIND PORT LAPTOP_HOST LAPTOP_PORT

`portal` answers everything with a page of its own; `halfway` passes pages on and answers reports and streams itself;
`silent` passes everything on but live streams, which it holds back; `honest` passes everything on, and says so.
"""

from __future__ import annotations

import http.client
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PORTAL = b"<!doctype html><title>Hotel</title><h1>Welcome, guest. Sign in to use our Wi-Fi.</h1>"
PASSED_ON = ("Content-Type", "Set-Cookie", "Location", "X-Night", "Cache-Control")


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    kind, laptop = "portal", ("127.0.0.1", 8000)

    def do_GET(self) -> None:
        """Answer a page or a stream."""
        if self.kind == "portal" or (self.kind == "halfway" and self.path.startswith("/live/")):
            self._portal()
        elif self.kind == "silent" and self.path.startswith("/live/"):
            time.sleep(60)
        else:
            self._pass_on()

    def do_POST(self) -> None:
        """Answer a report."""
        if self.kind in ("portal", "halfway"):
            self._portal()
        else:
            self._pass_on()

    def _portal(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(PORTAL)))
        self.end_headers()
        self.wfile.write(PORTAL)

    def _pass_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name: value for name, value in self.headers.items() if name != "Connection"}
        if self.kind == "honest":
            headers["Via"] = "1.1 the-hall"
        connection = http.client.HTTPConnection(*self.laptop, timeout=20)
        connection.request(self.command, self.path, body or None, headers)
        answer = connection.getresponse()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.title() in PASSED_ON:
                self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()
        while piece := answer.read1():
            self.wfile.write(piece)
            self.wfile.flush()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


if __name__ == "__main__":
    Handler.kind, Handler.laptop = sys.argv[1], (sys.argv[3], int(sys.argv[4]))
    ThreadingHTTPServer(("0.0.0.0", int(sys.argv[2])), Handler).serve_forever()
