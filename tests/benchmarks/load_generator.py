"""A crowd of phones in one thread: each sends a request, waits for the whole answer, and sends the next.

Parsing is so slight that the server is what is measured. A phone is a generator: it yields (kind, request) and gets
the answer's status and body.
"""

from __future__ import annotations

import selectors
import socket
import time
from collections import defaultdict
from collections.abc import Generator, Iterable
from urllib.parse import urlencode

Answer = tuple[int, bytes]
Phone = Generator[tuple[str, bytes], Answer, None]
SECRET = "a" * 32  # of the cookie against forged forms; a phone brings its own


def request(
    method: str,
    path: str,
    token: str = "",
    sent: dict[str, object] | None = None,
    htmx: bool = True,
    outbox: bool = False,
) -> bytes:
    """A request as htmx in a phone's browser sends it, or as its outbox sends a tap."""
    content = urlencode(sent | {"csrfmiddlewaretoken": SECRET}).encode() if sent is not None else b""
    head = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Cookie: csrftoken={SECRET}; phone={token}"]
    head += ["HX-Request: true"] * htmx + ["X-Outbox: 1"] * outbox
    if sent is not None:
        head += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(content)}"]
    return "\r\n".join([*head, "", ""]).encode() + content


class _Line:
    """One phone's connection and what it waits for."""

    def __init__(self, port: int, phone: Phone) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.phone, self.buffer, self.kind, self.began = phone, b"", "", 0.0

    def ask(self, asked: tuple[str, bytes]) -> None:
        """Send the next request."""
        self.kind, sent = asked
        self.began = time.perf_counter()
        self.socket.sendall(sent)

    def answered(self) -> Answer | None:
        """The answer, once all of it has come."""
        received = self.socket.recv(262144)
        assert received, f"hung up after {self.buffer!r}"
        self.buffer += received
        head, complete, content = self.buffer.partition(b"\r\n\r\n")
        if not complete:
            return None
        status = int(head[9:12])
        length = head.lower().partition(b"\r\ncontent-length: ")[2].partition(b"\r\n")[0]
        assert length or status == 204, head
        if len(content) < int(length or 0):
            return None
        self.buffer = b""
        return status, content


def drive(port: int, phones: Iterable[Phone]) -> tuple[dict[str, list[float]], float]:
    """Let all phones go on until each is done: the milliseconds of every request by kind, and the seconds in all."""
    took: dict[str, list[float]] = defaultdict(list)
    selector = selectors.DefaultSelector()
    lines = [_Line(port, phone) for phone in phones]
    began = time.perf_counter()
    for line in lines:
        selector.register(line.socket, selectors.EVENT_READ, line)
        line.ask(next(line.phone))
    while selector.get_map():
        for key, _ in selector.select():
            line = key.data
            answer = line.answered()
            if answer is None:
                continue
            took[line.kind].append(1000 * (time.perf_counter() - line.began))
            try:
                line.ask(line.phone.send(answer))
            except StopIteration:
                selector.unregister(line.socket)
                line.socket.close()
    return took, time.perf_counter() - began


def percentile(values: list[float], share: float) -> float:
    """The value that this share of all is below."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]
