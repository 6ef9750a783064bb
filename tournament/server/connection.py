"""A connection to the hall's server that closes when nothing is asked on it.

Uvicorn itself closes a connection that stays idle after an answer. One that has never asked, or never finishes what it
asks, it keeps for good.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tournament.server.no_room import no_room
from tournament.server.open_connections import connections

PATIENCE = 10.0  # seconds until the head of a request has arrived: from connecting, or from the answer before


class Connection(HttpToolsProtocol):
    """Uvicorn's connection, with a limit to how long it may be silent, and to how many there are."""

    address = ""
    _closing: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, which gets a sentence if there is no room."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        if not connections.enter(self):
            self.app = no_room
        self._close_unless_asked()

    def on_headers_complete(self) -> None:
        """Pass a request on whose head is there; its body has a limit of its own."""
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

    def _close_unless_asked(self) -> None:
        self._stop_waiting()
        self._closing = self.loop.call_later(PATIENCE, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._closing is not None:
            self._closing.cancel()
            self._closing = None
