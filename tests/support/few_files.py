"""A hall on a computer that lets a program open few files at once, and connections that say nothing to it."""

from __future__ import annotations

import socket
import sys
from contextlib import ExitStack, suppress
from typing import ClassVar

from tests.support.hall_server import MANAGE, ColdHall, Hall

LAPTOP, PHONE, OTHER_PHONE = "127.0.0.1", "127.0.0.2", "127.0.0.3"  # Linux answers to each of them


class SmallHall(ColdHall):
    """A hall of at most 256 open files, as macOS begins with, here without a way to have more."""

    limit: ClassVar[str] = "ulimit -n 256"
    command: ClassVar[list[str]] = ["sh", "-c", f'{limit} && exec "$@"', "sh", sys.executable, MANAGE]


def connect(port: int, source: str = LAPTOP) -> socket.socket:
    """Connect to a server on this computer from one of its addresses."""
    connection = socket.create_connection((LAPTOP, port), timeout=60, source_address=(source, 0))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def open_silent(stack: ExitStack, hall: Hall, count: int, source: str = LAPTOP, says: bytes = b"") -> None:
    """Open so many connections that say nothing, or only these bytes, until the stack is left."""
    for _ in range(count):
        connection = stack.enter_context(connect(hall.port, source))
        with suppress(OSError):  # closed already, as the server had no more room
            connection.sendall(says)
