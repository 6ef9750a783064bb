"""A connection to the hall's server that closes when nothing is asked on it.

Uvicorn itself closes a connection that stays idle after an answer. One that has never asked, or never finishes what it
asks, it keeps for good.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tournament.server.no_room import no_room
from tournament.server.open_connections import OpenConnection, connections

MOST_OF_HEAD = 32_768  # bytes of the head of a request: its address and all headers
HEAD_SECONDS = 10.0  # until the head of a request has arrived: from connecting, or from the answer before


class Connection(HttpToolsProtocol):
    """Uvicorn's connection, with limits: how long it may be silent, how many there are, how long a head may be."""

    address = ""
    arrival: OpenConnection | None = None  # as what it was counted until TLS was agreed on
    _closing: asyncio.TimerHandle | None = None
    _head = 0  # bytes of the address and headers of a request
    _unread = 0  # bytes that the parser may still keep, until it has a whole header

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, which gets a sentence if there is no room."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        if self.arrival:
            connections.leave(self.arrival)
        if not connections.enter(self):
            self.app = no_room
        self._close_unless_asked()

    def data_received(self, data: bytes) -> None:
        """Read what has arrived; a head that goes on too long gets the answer to what is no request."""
        self._unread += len(data)
        super().data_received(data)
        if self._unread > MOST_OF_HEAD and not self.transport.is_closing():
            self.send_400_response("This request is too long.")

    def on_message_begin(self) -> None:
        """Begin to count the bytes of a head."""
        super().on_message_begin()
        self._head = 0

    def on_url(self, url: bytes) -> None:
        """Take a part of the address, unless it is too long."""
        super().on_url(url)
        self._count(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header, unless there are too many."""
        super().on_header(name, value)
        self._count(len(name) + len(value))

    def on_body(self, body: bytes) -> None:
        """Take a part of the body, whose length has a limit of its own."""
        self._unread = 0
        super().on_body(body)

    def on_headers_complete(self) -> None:
        """Pass a request on whose head is there; its body has a limit of its own."""
        self._unread = 0
        self._stop_waiting()
        connections.asks(self)
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request, unless it has arrived already."""
        super().on_response_complete()
        if self.cycle.response_complete:
            connections.falls_silent(self)
            self._close_unless_asked()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for others."""
        self._stop_waiting()
        connections.leave(self)
        super().connection_lost(exc)

    def drop(self) -> None:
        """Close at once, for others who ask."""
        self.transport.abort()

    def _count(self, length: int) -> None:
        """Count bytes of a head.

        :raises ValueError: when there are too many, which the parser turns into an answer with the status 400.
        """
        self._unread, self._head = self._unread - length, self._head + length
        if self._head > MOST_OF_HEAD:
            raise ValueError("This request is too long.")

    def _close_unless_asked(self) -> None:
        self._stop_waiting()
        self._closing = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._closing is not None:
            self._closing.cancel()
            self._closing = None
