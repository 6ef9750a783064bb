"""The data folder: two servers never share it, a lock ends with its process, and only its owner reads what is in it."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from filelock import FileLock

from tests.support.commands import failure_sentence, run_manage
from tests.support.databases import needs_file
from tests.support.hall_server import Hall, free_port
from tests.support.night import run_in_thread
from tournament.people.errors import Refused
from tournament.server import folder_lock
from tournament.server.application import application
from tournament.server.folder_lock import lock_folder
from tournament.server.hall import _keep_private


@pytest.mark.long
def test_a_second_server_is_refused_until_the_first_one_is_gone(hall: Hall, tmp_path: Path) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("several servers may share a PostgreSQL database")
    second = run_manage(tmp_path, "night", "--host", "127.0.0.1", "--port", str(free_port()), "--new-link")
    sentence = failure_sentence(second)
    assert str(tmp_path) in sentence and "running already" in sentence and "EUCHRE_DATA" in sentence
    assert hall.export()["night"], "commands that read go on"
    if os.name == "posix":
        private = {path.name: path.stat().st_mode & 0o077 for path in tmp_path.glob("night.sqlite3*")}
        assert private and not any(private.values()), private
    hall.kill(signal.SIGKILL)
    hall.start()
    assert hall.export()["night"]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="several servers may share a PostgreSQL database")
def test_a_server_started_by_hand_locks_the_folder_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_lock, "_held", [])
    monkeypatch.setitem(settings.DATABASES["default"], "NAME", str(tmp_path / "night.sqlite3"))
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "lifespan.startup"}

    with FileLock(tmp_path / "server.lock"):
        run_in_thread(application({"type": "lifespan"}, receive, send))
    (failed,) = sent
    assert failed["type"] == "lifespan.startup.failed" and "running already" in failed["message"]


def test_the_lock_is_free_when_its_process_gives_it_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_lock, "_held", [])
    with FileLock(tmp_path / "server.lock"), pytest.raises(Refused, match="running already"):
        lock_folder(tmp_path)
    lock_folder(tmp_path)
    (held,) = folder_lock._held
    assert held.is_locked
    lock_folder(tmp_path)
    assert folder_lock._held == [held], "the command and the application that it runs share the lock"
    held.release()


def test_a_folder_that_knows_no_locks_is_used_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr(folder_lock, "_held", [])
    monkeypatch.setattr(FileLock, "acquire", fail)
    lock_folder(tmp_path)
    assert folder_lock._held == []


@pytest.mark.skipif(os.name != "posix", reason="Windows has other rights")
@needs_file
def test_only_the_owner_reads_the_database(tmp_path: Path) -> None:
    file, log = tmp_path / "night.sqlite3", tmp_path / "night.sqlite3-wal"
    _keep_private(file)
    assert file.stat().st_mode & 0o777 == 0o600, "a new one"
    log.touch()
    file.chmod(0o444)
    log.chmod(0o644)
    _keep_private(file)
    assert (file.stat().st_mode & 0o777, log.stat().st_mode & 0o777) == (0o400, 0o600), "one of 0.1.0"
    _keep_private(tmp_path / "no" / "folder" / "night.sqlite3")
