"""Queries on a thread that Django does not look after."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import close_old_connections, connection


@contextmanager
def own_connection() -> Iterator[None]:
    """Run a block with a connection that works, and close it afterward.

    A transaction that is under way here, as a test's, goes on.
    """
    if connection.in_atomic_block:
        yield
        return
    close_old_connections()
    try:
        yield
    finally:
        connection.close()
