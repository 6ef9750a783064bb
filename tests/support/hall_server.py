"""A hall for tests: `manage.py night` in a process of its own, on a free port, with its own database."""

from __future__ import annotations

import atexit
import json
import os
import re
import shutil
import signal
import socket
import ssl
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
from typing import Any, ClassVar, Protocol, Self
from uuid import uuid4

import dj_database_url
from django.conf import settings
from filelock import FileLock

from tests.support.forked_manage import ForkedManage

MANAGE = str(Path(settings.BASE_DIR) / "manage.py")
TIMEOUT = 120  # seconds
SHARED_FOLDER = "EUCHRE_TESTS_SHARE"  # in the environment: a folder of all workers of a run
FROM_A_PROXY = {"X-Forwarded-Proto": "https"}  # a hall does not heed it, and a hosted site serves nobody without


class Process(Protocol):
    """The methods of a running process that tests need."""

    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, sig: int, /) -> None: ...


def free_port() -> int:
    """Find a port that nothing listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Hall:
    """A server that can be killed and started again.

    `env` is its environment, `output` what it printed until it answered.
    """

    command: ClassVar[list[str]] = [sys.executable, MANAGE]
    env: dict[str, str]
    port: int = field(default_factory=free_port)
    process: Process | None = None
    output: str = ""

    @classmethod
    @contextmanager
    def opened(cls, folder: Path, *arguments: str) -> Iterator[Hall]:
        """Run a hall inside the block; `arguments` are for `manage.py night`."""
        with cls.database_in(folder) as env:
            hall = cls(env=env)
            try:
                hall.start(*arguments)
                yield hall
            finally:
                hall.kill()

    @classmethod
    @contextmanager
    def several(cls, folder: Path, count: int, **env: str) -> Iterator[list[Self]]:
        """Run so many servers over one database inside the block; `env` is added to their environment."""
        with cls.database_in(folder) as common:
            halls = [cls(env=common | env) for _ in range(count)]
            try:
                for hall in halls:
                    hall.start()
                yield halls
            finally:
                for hall in halls:
                    hall.kill()

    @classmethod
    @contextmanager
    def database_in(cls, folder: Path) -> Iterator[dict[str, str]]:
        """Yield the environment of a server with a new database."""
        with _database(folder, empty=cls is ColdHall) as url:
            yield os.environ | {"EUCHRE_DATA": str(folder), "DATABASE_URL": url, "PYTHONUNBUFFERED": "1"}

    @property
    def url(self) -> str:
        """The server's address on this computer."""
        return f"{'https' if self.trusting else 'http'}://127.0.0.1:{self.port}"

    @property
    def trusting(self) -> ssl.SSLContext | None:
        """What a visitor has who trusts this hall's own certificate; None without one."""
        file = self.env.get("EUCHRE_CERTIFICATE")
        return ssl.create_default_context(cafile=file) if file else None

    @property
    def log(self) -> Path:
        """The file that the server writes to."""
        return Path(self.env["EUCHRE_DATA"]) / "server.log"

    def server_command(self) -> list[str]:
        """Return the command that starts the server."""
        return [*self.command, "night", "--host", "127.0.0.1", "--port", str(self.port), "--no-browser"]

    def start(self, *arguments: str) -> None:
        """Start the server and wait until it answers."""
        self.process = self.launch([*self.server_command(), *arguments], self.log)
        until = time.monotonic() + TIMEOUT
        while time.monotonic() < until and self.process.poll() is None:
            with suppress(OSError):  # it is still starting
                request = urllib.request.Request(self.url + "/j/", headers=FROM_A_PROXY)
                urllib.request.urlopen(request, timeout=5, context=self.trusting).close()
                self.output = self.log.read_text()
                return
            time.sleep(0.02)
        raise AssertionError(f"The server did not start: {self.log.read_text()}")

    def launch(self, command: list[str], log: Path) -> Process:
        """Run a command and append its output to `log`."""
        if command[:2] == [sys.executable, MANAGE]:
            return ForkedManage(command[1:], self.env, log, log)
        return launch_cold(command, self.env, log)

    def kill(self, signal_number: int = signal.SIGKILL) -> None:
        """End the server, by default without warning."""
        if self.process is not None:
            self.process.send_signal(signal_number)
            self.process.wait(TIMEOUT)
            self.process = None

    @property
    def organizer_path(self) -> str:
        """The path of the organizer's sign-in link, from the server's output."""
        found = re.search(r"(/o/\w+/)", self.output)
        assert found, self.output
        return found[1]

    def manage(self, *arguments: str) -> bytes:
        """Run a management command and return its standard output."""
        with TemporaryDirectory() as folder:
            out, err = Path(folder) / "out", Path(folder) / "err"
            status = ForkedManage([MANAGE, *arguments], self.env, out, err).wait(TIMEOUT)
            assert status == 0, err.read_text()
            return out.read_bytes()

    def export(self) -> dict[str, Any]:
        """Return the newest night's export."""
        document: dict[str, Any] = json.loads(self.manage("export", "latest"))
        return document


class ColdHall(Hall):
    """A hall started as a user starts it: by a new Python process, with a database that does not exist yet."""

    def launch(self, command: list[str], log: Path) -> Process:
        return launch_cold(command, self.env, log)


def launch_cold(command: list[str], env: dict[str, str], log: Path, cwd: Path | None = None) -> Process:
    """Run a command in a new process, not in a fork of one that has imported modules."""
    with log.open("a") as out:
        return subprocess.Popen(command, env=env, cwd=cwd, stdout=out, stderr=subprocess.STDOUT)


@contextmanager
def _database(folder: Path, empty: bool = False) -> Iterator[str]:
    """Make a database of the kind that the tests run on and yield its URL; it has all tables unless it is `empty`."""
    configured = os.environ.get("DATABASE_URL", "")
    if not configured.startswith("postgres"):
        if not empty:
            shutil.copy(_tables(), folder / "night.sqlite3")
        yield f"sqlite:///{folder / 'night.sqlite3'}"
        return
    with postgresql_database(configured, f"TEMPLATE {_tables(configured)}" if not empty else "") as url:
        yield url


@cache
def _tables(configured: str = "") -> str:
    """Make the template that each hall's database is copied from, with all tables and no rows.

    Return the path of an SQLite file or the name of a PostgreSQL database.
    """
    cleanup = ExitStack()
    atexit.register(cleanup.close)
    folder = Path(cleanup.enter_context(TemporaryDirectory()))
    if configured:
        url = cleanup.enter_context(postgresql_database(configured))
        _migrate(folder, url)
        return url.rpartition("/")[2]
    tables = Path(os.environ.get(SHARED_FOLDER, folder)) / "tables.sqlite3"
    with FileLock(tables.with_name("lock")):
        if not tables.exists():
            made = folder / "tables.sqlite3"
            _migrate(folder, f"sqlite:///{made}")
            shutil.move(made, tables)
    return str(tables)


def _migrate(folder: Path, url: str) -> None:
    """Make all tables in a new database."""
    Hall(env=os.environ | {"EUCHRE_DATA": str(folder), "DATABASE_URL": url}).manage("migrate", "--verbosity", "0")


@contextmanager
def postgresql_database(configured: str, options: str = "") -> Iterator[str]:
    """Create a database on a PostgreSQL server and yield its URL."""
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
    admin.execute(f'CREATE DATABASE "{name}" {options}')
    try:
        yield re.sub(r"/[^/]*$", f"/{name}", configured)
    finally:
        admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
        admin.close()
