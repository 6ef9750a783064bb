"""A PostgreSQL of its own is restarted again and again under twelve phones: no confirmed hand is lost or doubled."""

from __future__ import annotations

import os
import pwd
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests.support.hall_server import Hall, free_port
from tests.support.retrying_phones import Crowd

RESTARTS = 4
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        not os.environ.get("DATABASE_URL", "").startswith("postgres"),
        reason="it starts a PostgreSQL of its own, with the tests that run on one",
    ),
]


class Cluster:
    """A PostgreSQL that keeps what it commits, in a new folder. It refuses to run as root."""

    def __init__(self, programs: Path) -> None:
        self.programs, self.folder, self.port = programs, Path(mkdtemp()), free_port()
        self.sudo = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        if self.sudo:
            os.chown(self.folder, pwd.getpwnam("postgres").pw_uid, -1)
        self.run("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8")
        self.ctl("start")

    @property
    def url(self) -> str:
        """The URL of its first database, over TCP as on a hosted site."""
        return f"postgres://postgres@127.0.0.1:{self.port}/postgres"

    def run(self, program: str, *arguments: str) -> None:
        """Run one of its programs on its data."""
        command = [*self.sudo, str(self.programs / program), "-D", str(self.folder / "data"), *arguments]
        subprocess.run(command, check=True, cwd="/", stdout=subprocess.DEVNULL, timeout=120)

    def ctl(self, *arguments: str) -> None:
        """Start, stop or restart it, and wait until that is done."""
        options = f"-c listen_addresses=127.0.0.1 -c port={self.port} -c unix_socket_directories={self.folder}"
        self.run("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", options, *arguments)

    def remove(self) -> None:
        """Stop it and remove its data."""
        with suppress(subprocess.SubprocessError):
            self.ctl("stop", "-m", "immediate")
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL of this test's own."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or [
        Path(path) for path in [shutil.which("initdb")] if path
    ]
    if not found:
        pytest.skip("initdb is not installed")
    started = Cluster(found[-1].parent)
    yield started
    started.remove()


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_no_confirmed_hand_is_lost_while_the_database_is_restarted(cluster: Cluster, tmp_path: Path, mode: str) -> None:
    chance = random.Random(6)
    hall = Hall(env=os.environ | {"EUCHRE_DATA": str(tmp_path), "DATABASE_URL": cluster.url, "PYTHONUNBUFFERED": "1"})
    try:
        hall.start()
        with Crowd(hall) as crowd:
            for _ in range(RESTARTS):
                crowd.confirmed.wait_for_another_hand()
                crowd.confirmed.over.wait(chance.uniform(0.05, 0.25))
                cluster.ctl("restart", "-m", mode)
            crowd.confirmed.wait_for_another_hand()
        crowd.check()
    finally:
        hall.kill()
    assert crowd.confirmed.turned_away > 0, "nobody asked while the database was away"
    log = (tmp_path / "server.log").read_text()
    assert "Traceback" not in log, log
    assert len(re.findall("cannot be used now", log)) <= 2, "a line a minute"
