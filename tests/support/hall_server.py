"""A hall for tests: `manage.py night` as a process of its own, on a free port, with a database of its own."""

from __future__ import annotations

import atexit
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, Protocol
from uuid import uuid4

import dj_database_url
from django.conf import settings

from tests.support.forked_manage import ForkedManage

MANAGE = str(Path(settings.BASE_DIR) / "manage.py")
PATIENCE = 30  # seconds until a server must answer


class Running(Protocol):
    """A process that was started."""

    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, sig: int, /) -> None: ...


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Hall:
    """A server that can be killed and started again; `url` is its address, `env` its environment."""

    command: ClassVar[list[str]] = [sys.executable, MANAGE]
    env: dict[str, str]
    port: int = field(default_factory=free_port)
    process: Running | None = None
    said: str = ""

    @classmethod
    @contextmanager
    def opened(cls, folder: Path, *arguments: str) -> Iterator[Hall]:
        """A hall that is open inside the block; `arguments` go to `manage.py night`."""
        with cls.database_in(folder) as env:
            hall = cls(env=env)
            try:
                hall.start(*arguments)
                yield hall
            finally:
                hall.kill()

    @classmethod
    @contextmanager
    def database_in(cls, folder: Path) -> Iterator[dict[str, str]]:
        """The environment of a server with a fresh database of its own."""
        with _database(folder, empty=cls is ColdHall) as url:
            yield os.environ | {"EUCHRE_DATA": str(folder), "DATABASE_URL": url, "PYTHONUNBUFFERED": "1"}

    @property
    def url(self) -> str:
        """The address on this computer."""
        return f"http://127.0.0.1:{self.port}"

    def serves(self) -> list[str]:
        """What starts the server."""
        return [*self.command, "night", "--host", "127.0.0.1", "--port", str(self.port)]

    def start(self, *arguments: str) -> None:
        """Start the server and wait until it answers."""
        log = Path(self.env["EUCHRE_DATA"]) / "server.log"
        self.process = self.launch([*self.serves(), *arguments], log)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            with suppress(OSError):  # nobody listens yet, or it is busy starting
                urllib.request.urlopen(self.url + "/j/", timeout=5).close()
                self.said = log.read_text()
                return
            time.sleep(0.02)
        raise AssertionError(f"The server did not start: {log.read_text()}")

    def launch(self, command: list[str], log: Path) -> Running:
        """Run a command; what it says goes to the end of `log`."""
        if command[:2] == [sys.executable, MANAGE]:
            return ForkedManage(command[1:], self.env, log, log)
        return cold(command, self.env, log)

    def kill(self, how: int = signal.SIGKILL) -> None:
        """End the server, by default without any warning."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)
            self.process = None

    @property
    def organizer_path(self) -> str:
        """The path of the organizer's sign-in link, as the terminal showed it."""
        found = re.search(r"(/o/\w+/)", self.said)
        assert found, self.said
        return found[1]

    def manage(self, *arguments: str) -> bytes:
        """What a management command writes to standard output."""
        with TemporaryDirectory() as folder:
            out, err = Path(folder) / "out", Path(folder) / "err"
            status = ForkedManage([MANAGE, *arguments], self.env, out, err).wait(PATIENCE)
            assert status == 0, err.read_text()
            return out.read_bytes()

    def export(self) -> dict[str, Any]:
        """The newest night's export."""
        document: dict[str, Any] = json.loads(self.manage("export", "latest"))
        return document


class ColdHall(Hall):
    """The same, started as a user starts it: a new Python, and a database that is not there yet."""

    def launch(self, command: list[str], log: Path) -> Running:
        return cold(command, self.env, log)


def cold(command: list[str], env: dict[str, str], log: Path) -> Running:
    """Run a command in a process that has imported nothing yet."""
    with log.open("a") as out:
        return subprocess.Popen(command, env=env, stdout=out, stderr=subprocess.STDOUT)


@contextmanager
def _database(folder: Path, empty: bool = False) -> Iterator[str]:
    """The address of a database of the kind that the suite runs on: with empty tables, unless it is to be `empty`."""
    configured = os.environ.get("DATABASE_URL", "")
    if not configured.startswith("postgres"):
        if not empty:
            shutil.copy(_tables(), folder / "night.sqlite3")
        yield f"sqlite:///{folder / 'night.sqlite3'}"
        return
    with _postgresql(configured, f"TEMPLATE {_tables(configured)}" if not empty else "") as url:
        yield url


@cache
def _tables(configured: str = "") -> str:
    """What this process copies for each hall: a file of SQLite, or the name of a database, with all tables, no rows."""
    kept = ExitStack()
    atexit.register(kept.close)
    folder = Path(kept.enter_context(TemporaryDirectory()))
    url = kept.enter_context(_postgresql(configured)) if configured else f"sqlite:///{folder / 'tables.sqlite3'}"
    Hall(env=os.environ | {"EUCHRE_DATA": str(folder), "DATABASE_URL": url}).manage("migrate", "--verbosity", "0")
    return url.rpartition("/")[2] if configured else str(folder / "tables.sqlite3")


@contextmanager
def _postgresql(configured: str, how: str = "") -> Iterator[str]:
    """The address of a new database of a server."""
    import psycopg

    name = f"hall_{uuid4().hex[:12]}"
    config = dj_database_url.parse(configured)
    admin = psycopg.connect(
        host=config["HOST"] or None,
        port=config["PORT"] or None,
        user=config["USER"] or None,
        password=config["PASSWORD"] or None,
        dbname="postgres",
        autocommit=True,
    )
    admin.execute(f'CREATE DATABASE "{name}" {how}')
    try:
        yield re.sub(r"/[^/]*$", f"/{name}", configured)
    finally:
        admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
        admin.close()
