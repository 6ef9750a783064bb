"""Many phones in one thread: each sends a request, waits for the whole answer, and sends the next.

It parses as little as possible, so that the server is what is measured. A phone is a generator: it yields
(kind, request) and receives the answer's status and body.
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
CSRF_TOKEN = "a" * 32  # any value passes when cookie and form agree


def request(
    method: str,
    path: str,
    token: str = "",
    form: dict[str, object] | None = None,
    htmx: bool = True,
    outbox: bool = False,
) -> bytes:
    """Build a request as htmx on a phone sends it, or as the phone's outbox sends a tap."""
    content = urlencode(form | {"csrfmiddlewaretoken": CSRF_TOKEN}).encode() if form is not None else b""
    head = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Cookie: csrftoken={CSRF_TOKEN}; phone={token}"]
    head += ["HX-Request: true"] * htmx + ["X-Outbox: 1"] * outbox
    if form is not None:
        head += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(content)}"]
    return "\r\n".join([*head, "", ""]).encode() + content


class _Connection:
    """One phone's connection and the request that it waits for."""

    def __init__(self, port: int, phone: Phone, address: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), source_address=(address, 0))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.phone, self.buffer, self.kind, self.sent_at = phone, b"", "", 0.0

    def send(self, kind_and_request: tuple[str, bytes]) -> None:
        """Send the next request."""
        self.kind, request_bytes = kind_and_request
        self.sent_at = time.perf_counter()
        self.socket.sendall(request_bytes)

    def receive(self) -> Answer | None:
        """Read what has arrived; return the answer once it is complete."""
        received = self.socket.recv(262144)
        assert received, f"the server closed the connection after {self.buffer!r}"
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


def drive(port: int, phones: Iterable[Phone], address: str = "127.0.0.1") -> tuple[dict[str, list[float]], float]:
    """Run all phones until each is done; return the milliseconds of the requests by kind, and the seconds in all.

    :param address: one of this computer's, from which all of them come.
    """
    times: dict[str, list[float]] = defaultdict(list)
    selector = selectors.DefaultSelector()
    connections = [_Connection(port, phone, address) for phone in phones]
    start = time.perf_counter()
    for connection in connections:
        selector.register(connection.socket, selectors.EVENT_READ, connection)
        connection.send(next(connection.phone))
    while selector.get_map():
        for key, _ in selector.select():
            connection = key.data
            answer = connection.receive()
            if answer is None:
                continue
            times[connection.kind].append(1000 * (time.perf_counter() - connection.sent_at))
            try:
                connection.send(connection.phone.send(answer))
            except StopIteration:
                selector.unregister(connection.socket)
                connection.socket.close()
    return times, time.perf_counter() - start


def percentile(values: list[float], share: float) -> float:
    """Return the value below which this share of all values lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]
