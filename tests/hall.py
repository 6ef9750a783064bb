"""A hall for tests: `manage.py night` as a process of its own, on a free port, with a database of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar
from uuid import uuid4

import dj_database_url
from django.conf import settings

MANAGE = str(Path(settings.BASE_DIR) / "manage.py")
PATIENCE = 30  # seconds until a server must answer


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
    process: subprocess.Popen[str] | None = None
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

    @staticmethod
    @contextmanager
    def database_in(folder: Path) -> Iterator[dict[str, str]]:
        """The environment of a server with a fresh database of its own."""
        with _database(folder) as url:
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
        with log.open("a") as out:
            self.process = subprocess.Popen([*self.serves(), *arguments], env=self.env, stdout=out,
                                            stderr=subprocess.STDOUT, text=True)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            with suppress(OSError):  # nobody listens yet, or it is busy starting
                urllib.request.urlopen(self.url + "/j/", timeout=5).close()
                self.said = log.read_text()
                return
            time.sleep(0.02)
        raise AssertionError(f"The server did not start: {log.read_text()}")

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
        done = subprocess.run([sys.executable, MANAGE, *arguments], env=self.env, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout

    def export(self) -> dict[str, Any]:
        """The newest night's export."""
        document: dict[str, Any] = json.loads(self.manage("export", "latest"))
        return document


@contextmanager
def _database(folder: Path) -> Iterator[str]:
    """The address of a fresh database of the kind that the suite runs on."""
    configured = os.environ.get("DATABASE_URL", "")
    if not configured.startswith("postgres"):
        yield f"sqlite:///{folder / 'night.sqlite3'}"
        return
    import psycopg

    name = f"hall_{uuid4().hex[:12]}"
    config = dj_database_url.parse(configured)
    admin = psycopg.connect(host=config["HOST"] or None, port=config["PORT"] or None, user=config["USER"] or None,
                            password=config["PASSWORD"] or None, dbname="postgres", autocommit=True)
    admin.execute(f'CREATE DATABASE "{name}"')
    try:
        yield re.sub(r"/[^/]*$", f"/{name}", configured)
    finally:
        admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
        admin.close()
