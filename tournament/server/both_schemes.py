"""Whoever types http:// at a hall with HTTPS is led to https://: both arrive at the same port.

A browser that is not told the scheme may begin with http, and what is printed to be typed has none. The first byte of a
connection says which it is; it is looked at before TLS or anything else reads it.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from django.conf import settings

from tournament.server.connection import Connection
from tournament.server.open_connections import connections

TLS = b"\x16"  # the first byte of a handshake
HANDSHAKE_SECONDS = 10.0  # until the first byte is there, then until the handshake is done or the head has arrived
FIRST_LOOK, LONGEST_PAUSE = 0.005, 0.2  # seconds between two looks; a phone's first byte takes one way over the Wi-Fi
LONGEST_HEAD = 8192  # bytes
NO_FILES_PAUSE = 0.5  # seconds, when the system has no connection left to give
SENTENCE = "This night is at {address}\n"


class Arrival:
    """A connection that has not said yet what it speaks, or is not done with its handshake."""

    task: asyncio.Task[None]

    def __init__(self, sock: socket.socket, address: str) -> None:
        self.sock, self.address = sock, address

    def drop(self) -> None:
        """Close at once, for others who ask: whatever still waits for its bytes closes it."""
        self.task.cancel()


class BothSchemes:
    """Takes connections: those with TLS become the server's own, the others are told where the night is."""

    def __init__(self, sock: socket.socket, make_protocol: Callable[[], Connection], tls: ssl.SSLContext) -> None:
        self.sock, self.make_protocol, self.tls = sock, make_protocol, tls
        self.loop = asyncio.get_running_loop()
        self._greetings: set[asyncio.Task[None]] = set()
        sock.setblocking(False)
        self._accepting = self.loop.create_task(self._accept())

    def close(self) -> None:
        """Take no more connections, and close those that have not said what they speak."""
        for task in (self._accepting, *self._greetings):
            task.cancel()

    async def wait_closed(self) -> None:
        """Wait until that is done."""
        await asyncio.gather(self._accepting, *self._greetings, return_exceptions=True)

    async def _accept(self) -> None:
        while True:
            try:
                sock, (host, *_) = await self.loop.sock_accept(self.sock)
            except OSError:
                await asyncio.sleep(NO_FILES_PAUSE)
                continue
            arrival = Arrival(sock, str(host))
            arrival.task = self.loop.create_task(self._greet(arrival))
            self._greetings.add(arrival.task)
            arrival.task.add_done_callback(self._greetings.discard)

    async def _greet(self, arrival: Arrival) -> None:
        """Pass a connection on, or answer it."""
        sock, is_passed_on = arrival.sock, False
        has_room = connections.enter(arrival)
        try:
            sock.setblocking(False)
            async with asyncio.timeout(HANDSHAKE_SECONDS):
                first = await _first_byte(sock) if has_room else b""
            if first == TLS:
                is_passed_on = True
                await self.loop.connect_accepted_socket(
                    partial(self._protocol, arrival), sock, ssl=self.tls, ssl_handshake_timeout=HANDSHAKE_SECONDS
                )
            elif first.isalpha():
                async with asyncio.timeout(HANDSHAKE_SECONDS):
                    await self._lead_on(sock)
        except (OSError, ValueError, TimeoutError):
            pass  # it is gone, is silent, or its TLS is none that both know
        finally:
            connections.leave(arrival)
            if not is_passed_on:
                sock.close()

    def _protocol(self, arrival: Arrival) -> Connection:
        """Return the server's part of a connection, which takes the arrival's place after the handshake."""
        protocol = self.make_protocol()
        protocol.arrival = arrival
        return protocol

    async def _lead_on(self, sock: socket.socket) -> None:
        """Answer a request of plain http with the address of the same page over HTTPS."""
        head = b""
        while b"\r\n\r\n" not in head and len(head) < LONGEST_HEAD:
            part = await self.loop.sock_recv(sock, LONGEST_HEAD)
            if not part:
                return
            head += part
        await self.loop.sock_sendall(sock, redirect(head))
        with suppress(OSError):
            sock.shutdown(socket.SHUT_WR)


async def _first_byte(sock: socket.socket) -> bytes:
    """Wait for the first byte and leave it where it is; empty when the other end closes."""
    pause = FIRST_LOOK
    while True:
        try:
            return sock.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


def redirect(head: bytes) -> bytes:
    """Return the answer to a request's head: the same path at the address that stands in codes."""
    _, _, rest = head.partition(b"\r\n")[0].partition(b" ")
    path = rest.partition(b" ")[0].decode("ascii", "replace")
    is_path = path.startswith("/") and not path.startswith("//") and path.isascii() and path.isprintable()
    address = str(settings.ADDRESS).rstrip("/") + (path if is_path else "/")
    content = SENTENCE.format(address=address)
    lines = [
        "HTTP/1.1 302 Found",
        f"Location: {address}",
        "Cache-Control: no-store",  # the next night may be without HTTPS
        "Content-Type: text/plain; charset=utf-8",
        f"Content-Length: {len(content)}",
        "Connection: close",
    ]
    return ("\r\n".join(lines) + "\r\n\r\n" + content).encode("ascii", "replace")
