"""Errors of a hall's server are kept in a file without keys, which the organizer downloads."""

from __future__ import annotations

import errno
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor
from tournament.live import outages
from tournament.models import Night
from tournament.models.keys import new_key, new_token, printed_key, sealed
from tournament.server.error_log import LOGGERS, MOST_BYTES, OwnersFile, log_errors_to
from tournament.server.log_lines import without_keys
from tournament.web.error_file import HOSTED, NONE_YET

LOSE_A_TABLE = (
    "from django.db import connection; connection.cursor().execute('ALTER TABLE tournament_night RENAME TO elsewhere')"
)


@pytest.fixture
def error_log(tmp_path: Path, settings: Any) -> Iterator[Path]:
    """The file of errors, as a server sets it up."""
    settings.ERROR_FILE = tmp_path / "errors.log"
    handler = log_errors_to(settings.ERROR_FILE)
    yield settings.ERROR_FILE
    for name in LOGGERS:
        logging.getLogger(name).removeHandler(handler)
    handler.close()


def test_a_failure_is_kept_with_its_traceback_and_without_keys(
    error_log: Path, organizer: Client, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, club_key = night.entries.get(number=1).key, night.club.key

    def fail(*_: object, **__: object) -> None:
        raise ValueError(f"no card {printed_key(key)} for {club_key}")

    monkeypatch.setattr("tournament.views.door.typed_key", fail)
    monkeypatch.setattr("tournament.views.door.read_code", fail)
    organizer.raise_request_exception = False
    for path in (f"/j/{key}", f"/J/{key.lower()}", f"/o/{club_key}/"):
        assert organizer.get(path).status_code == 500
    text = organizer.get("/club/errors.txt").content.decode()
    assert text == error_log.read_text() and text.count("Traceback") == 3
    assert "ValueError: no card … for …" in text and "Internal Server Error: /j/…" in text
    for secret in (key, key.lower(), printed_key(key), club_key):
        assert secret not in text
    if os.name == "posix":
        assert error_log.stat().st_mode & 0o777 == 0o600


@pytest.mark.long
def test_a_failure_of_a_running_server_is_kept(tmp_path: Path) -> None:
    with Hall.opened(tmp_path) as hall:
        hall.manage("shell", "-c", LOSE_A_TABLE)
        visitor = Visitor(hall, "/")
        visitor.open("/n/abcdefgh/")
        assert visitor.status == 500
        kept = "".join(file.read_text() for file in tmp_path.rglob("errors.log"))
    assert "Internal Server Error: /n/abcdefgh/" in kept and kept.count("Traceback") >= 1


def test_every_kind_of_key_is_hidden_and_the_code_is_readable() -> None:
    for _ in range(200):
        for secret in (new_key(), sealed(new_key()), new_key(20), new_token(), printed_key(new_key())):
            assert secret not in without_keys(f"Not found: {secret} in '{secret}', cookie={secret}")
    for path in ("/o/abc/", "/j/abc/12/", "/calendar/1.signed-part.ics", "/p/token/standings.png"):
        assert without_keys(path).startswith(path[: path.index("/", 1) + 1] + "…")
    line = (
        'File "/srv/tournament/web/middleware.py", line 61, in process_exception_by_middleware_of_the_site 2026-11-24'
    )
    assert without_keys(line) == line


def test_without_an_error_the_file_says_so(error_log: Path, organizer: Client, settings: Any) -> None:
    assert organizer.get("/club/errors.txt").content.decode() == NONE_YET
    settings.ERROR_FILE = error_log.with_name("none.log")
    assert organizer.get("/club/errors.txt").content.decode() == HOSTED
    assert 'href="/club/errors.txt"' in organizer.get("/club/data/").content.decode()


def test_the_file_never_grows_beyond_its_size_and_its_parts_are_read_in_order(
    error_log: Path, organizer: Client
) -> None:
    for number in range(3_000):
        logging.getLogger("tournament").error("Failure %d %s", number, "x" * 400)
    files = sorted(error_log.parent.glob("errors.log*"))
    assert len(files) == 3 and all(file.stat().st_size <= MOST_BYTES for file in files)
    if os.name == "posix":
        assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    numbers = [
        line.split("Failure ")[1].split()[0] for line in organizer.get("/club/errors.txt").content.decode().splitlines()
    ]
    assert numbers == [str(number) for number in range(int(numbers[0]), 3_000)] and len(numbers) > 1_000


def test_an_outage_is_a_line_of_it(error_log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "_last_lines", {})
    for _ in range(100):
        outages.log_outage(OperationalError("database is locked"))
    assert error_log.read_text().count("\n") == 1


def test_what_anybody_can_cause_at_will_does_not_fill_it(error_log: Path, night: Night) -> None:
    stranger = Client(raise_request_exception=False)
    for _ in range(3):
        assert stranger.post("/theme/", {f"f{number}": "" for number in range(12_000)}).status_code == 400
        assert stranger.get("/nowhere/").status_code == 404
    logging.getLogger("uvicorn.error").warning("Unsupported upgrade request.")
    assert not error_log.exists() or error_log.read_text() == ""
    gone = RuntimeError("unable to perform operation on <TCPTransport closed=True>; the handler is closed")
    logging.getLogger("uvicorn.error").error("Exception in ASGI application", exc_info=gone)
    assert not error_log.exists() or error_log.read_text() == ""
    logging.getLogger("tournament.live.outages").warning("The database cannot be used now.")
    logging.getLogger("nats.aio.client").warning("The broker cannot be reached.")
    assert error_log.read_text().count("\n") == 2
    logging.getLogger("uvicorn.error").error("Exception in ASGI application", exc_info=RuntimeError("a fault"))
    assert "RuntimeError: a fault" in error_log.read_text()


def test_a_full_disk_is_passed_over_and_any_other_failure_to_write_is_not(
    error_log: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail_with(failure: Exception) -> str:
        def fail(*_: object) -> None:
            raise failure

        monkeypatch.setattr(OwnersFile, "_open", fail)
        logging.getLogger("uvicorn.error").error("A phone went away.")
        return capfd.readouterr().err

    assert "Traceback" not in fail_with(OSError(errno.ENOSPC, "No space left on device"))
    assert "Traceback" in fail_with(ValueError("a fault of the program"))
    monkeypatch.undo()
    logging.getLogger("uvicorn.error").error("There is room again.")
    assert "There is room again." in error_log.read_text()


def test_a_hall_starts_where_the_file_cannot_be_made(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    handler = log_errors_to(tmp_path / "gone" / "errors.log")
    logging.getLogger("uvicorn.error").error("A phone went away.")
    for name in LOGGERS:
        logging.getLogger(name).removeHandler(handler)
    assert not (tmp_path / "gone").exists() and "Traceback" not in capfd.readouterr().err


@pytest.mark.long
def test_a_halls_organizer_downloads_it(hall: Hall) -> None:
    organizer = Visitor(hall, hall.organizer_path)
    assert organizer.open("/club/errors.txt").body.decode() == NONE_YET
    assert (Path(hall.env["EUCHRE_DATA"]) / "errors.log").exists()
