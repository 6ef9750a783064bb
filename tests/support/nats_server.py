"""A NATS server of a test's own, which can be killed and started again."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from contextlib import suppress
from typing import Self

import pytest

from tests.support.hall_server import TIMEOUT, free_port

PROGRAM = shutil.which("nats-server", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin"]))
needs_nats = pytest.mark.skipif(
    PROGRAM is None, reason="there is no nats-server here (Debian: apt install nats-server)"
)


class NatsServer:
    """A server on a free port of this computer, which runs inside a `with` block."""

    def __init__(self) -> None:
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def address(self) -> str:
        """What EUCHRE_BROKER is set to."""
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the server and wait until it takes connections."""
        assert PROGRAM
        command = [PROGRAM, "--addr", "127.0.0.1", "--port", str(self.port)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + TIMEOUT
        while time.monotonic() < until and self._process.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.02)
        self.kill()
        raise AssertionError("nats-server did not start")

    @property
    def pid(self) -> int:
        """The running server's process."""
        assert self._process
        return self._process.pid

    def kill(self) -> None:
        """End the server without warning."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(TIMEOUT)
            self._process = None
