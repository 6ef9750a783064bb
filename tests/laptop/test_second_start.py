"""A second start leads to the night that runs; what lies in `served_at` is believed only if that night wrote it."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from filelock import FileLock

from tests.support.databases import on_a_laptop
from tournament.laptop import served_at
from tournament.laptop.running import RunningNight
from tournament.laptop.served_at import (
    ANSWERS,
    ASKS,
    WayIn,
    ask_for_way_in,
    proof,
    read_served_at,
    remove_served_at,
    served_at_file,
    write_served_at,
)
from tournament.laptop.start_codes import start_codes
from tournament.models import Club
from tournament.people.errors import Refused
from tournament.server import folder_lock
from tournament.server.folder_lock import claim_database_or_find_night

HERE = "http://127.0.0.1:8000"
NO_SUCH_NAME = "https://night.invalid:8000"  # of a certificate, where no router knows it
TOKEN = "a-token_of-the-running-night"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder without a night."""
    monkeypatch.setitem(settings.DATABASES["default"], "NAME", str(tmp_path / "night.sqlite3"))
    monkeypatch.setattr(folder_lock, "_held", [])
    monkeypatch.setattr(folder_lock, "UNLOCK_SECONDS", 0.3)
    monkeypatch.setattr(folder_lock, "STARTS", 0.3)
    return tmp_path


# The file


def test_only_the_owner_reads_the_file_and_the_process_that_wrote_it_takes_it_away() -> None:
    write_served_at(HERE, TOKEN, asked_at=HERE)
    file = served_at_file()
    assert os.name != "posix" or file.stat().st_mode & 0o077 == 0
    served = read_served_at()
    assert served and (served.address, served.token, served.pid) == (HERE, TOKEN, os.getpid())
    file.write_text(json.dumps({"address": HERE, "asked_at": HERE, "token": TOKEN, "pid": 1}))
    remove_served_at()
    assert file.exists(), "another process wrote this one"
    write_served_at(HERE, TOKEN, asked_at=HERE)
    remove_served_at()
    assert not file.exists()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00",
        b"[]",
        b"null",
        b"[" * 3000,
        b"{}",
        b'{"address": 1, "asked_at": 1, "token": "a", "pid": 1}',
        b'{"address": "http://[", "asked_at": "http://[", "token": "a", "pid": 1}',
        b'{"address": "file:///etc/passwd", "asked_at": "file:///etc/passwd", "token": "a", "pid": 1}',
        b'{"address": "http://127.0.0.1:1", "asked_at": "http://127.0.0.1:1", "token": "a b", "pid": 1}',
        b'{"address": "http://127.0.0.1:1", "asked_at": "http://127.0.0.1:1", "token": null, "pid": 1}',
        b'{"address": "http://127.0.0.1:1", "asked_at": "http://127.0.0.1:1", "token": "a", "pid": "1"}',
        b'{"address": "http://127.0.0.1:1", "asked_at": "http://127.0.0.1:1\\r\\nX: 1", "token": "a", "pid": 1}',
        b'{"address": "http://127.0.0.1:1", "asked_at": "file:///etc/passwd", "token": "a", "pid": 1}',
        b'{"address": "http://127.0.0.1:1", "token": "a", "pid": 1}',
        b'{"address": "http://127.0.0.1:99999", "asked_at": "http://127.0.0.1:99999", "token": "a", "pid": 1}',
    ],
)
def test_whatever_else_lies_there_leads_nowhere(folder: Path, content: bytes) -> None:
    (folder / "served_at").write_bytes(content)
    assert ask_for_way_in() is None


def test_a_folder_in_its_place_leads_nowhere(folder: Path) -> None:
    (folder / "served_at").mkdir()
    assert read_served_at() is None
    write_served_at(HERE, TOKEN, asked_at=HERE)
    remove_served_at()


@pytest.mark.parametrize("content", [b"\xff\xfe", b"javascript:alert(1)", b"http://a b", b"x" * 5000, b"http://a/<b>"])
def test_a_foreign_address_file_is_ignored(content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tournament import settings as ours

    monkeypatch.setattr(ours, "ADDRESS_FILE", tmp_path / "address")
    (tmp_path / "address").write_bytes(content)
    assert ours._left_address() == ""
    (tmp_path / "address").write_text("http://192.168.1.4:8000\n")
    assert ours._left_address() == "http://192.168.1.4:8000"


# Asking


class _Answers(BaseHTTPRequestHandler):
    """A program that answers with `said`, and notes what it was sent."""

    said = b""
    asked: list[bytes]

    def do_POST(self) -> None:
        self.asked.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.said)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def other_program() -> Iterator[type[_Answers]]:
    """Another program, at the address that an earlier night has left."""
    answers = type("Answers", (_Answers,), {"asked": []})
    server = HTTPServer(("127.0.0.1", 0), answers)
    threading.Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
    write_served_at(NO_SUCH_NAME, TOKEN, asked_at=f"http://127.0.0.1:{server.server_port}")
    yield answers
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"<html>",
        b"\xff",
        b"[]",
        b'{"path": "/laptop/open/x/", "link": "http://elsewhere/"}',
        b'{"path": "/laptop/open/x/", "link": "http://elsewhere/", "proof": "0"}',
        b"x" * 10_000,
    ],
)
def test_another_program_at_that_address_gets_no_browser_and_no_token(
    other_program: type[_Answers], said: bytes
) -> None:
    other_program.said = said
    assert ask_for_way_in() is None
    (asked,) = other_program.asked
    assert TOKEN.encode() not in asked


def test_it_asks_where_no_name_is_looked_up_and_leads_the_browser_to_the_name(
    other_program: type[_Answers], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, link = "/laptop/open/x/", f"{NO_SUCH_NAME}/o/KEY/"
    monkeypatch.setattr(served_at, "new_token", lambda: "c")
    said = {"path": path, "link": link, "proof": proof(TOKEN, ANSWERS, "c", path, link)}
    other_program.said = json.dumps(said).encode()
    served = read_served_at()
    assert served and ask_for_way_in() == WayIn(NO_SUCH_NAME + path, link, served.asked_at + path)


def test_an_address_where_nothing_answers_leads_nowhere() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    write_served_at(HERE, TOKEN, asked_at=f"http://127.0.0.1:{port}")
    assert ask_for_way_in() is None


def asks(client: Client, night: RunningNight | None, token: str = "", challenge: str = "c") -> Any:
    """Ask the running night as a second start does."""
    key = token or (night.token if night else TOKEN)
    return client.post("/laptop/start-code/", {"challenge": challenge, "proof": proof(key, ASKS, challenge)})


@pytest.mark.usefixtures("here")
def test_who_reads_the_data_folder_gets_a_fresh_start_code(running: RunningNight, club: Club, stranger: Client) -> None:
    said = asks(stranger, running).json()
    assert said["proof"] == proof(running.token, ANSWERS, "c", said["path"], said["link"])
    assert said["link"].endswith(f"/o/{club.key}/")
    assert start_codes.use(said["path"].split("/")[3])


@pytest.mark.usefixtures("here")
def test_without_the_token_nobody_gets_one(running: RunningNight, club: Club, organizer: Client) -> None:
    assert asks(organizer, running, token="made-up").status_code == 403
    assert organizer.post("/laptop/start-code/").status_code == 403
    assert organizer.get("/laptop/start-code/").status_code == 405


def test_another_computer_gets_none_with_the_token(running: RunningNight, club: Club, stranger: Client) -> None:
    assert asks(Client(REMOTE_ADDR="192.168.1.77"), running).status_code == 403


@pytest.mark.usefixtures("here")
def test_a_hosted_site_has_none(club: Club, stranger: Client) -> None:
    assert asks(stranger, None).status_code == 404


# The lock


@on_a_laptop
def test_a_night_that_answers_is_led_to(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    page = f"{HERE}/laptop/open/x/"
    way_in = WayIn(page, "http://192.168.1.4:8000/o/KEY/", page)
    monkeypatch.setattr(folder_lock, "ask_for_way_in", lambda: way_in)
    with FileLock(folder / "server.lock"):
        assert claim_database_or_find_night() == way_in


@on_a_laptop
def test_a_program_that_does_not_answer_is_waited_for_and_then_refused(folder: Path) -> None:
    with FileLock(folder / "server.lock"), pytest.raises(Refused, match="running already"):
        claim_database_or_find_night()


def test_a_night_that_stops_is_waited_for(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setattr(folder_lock, "UNLOCK_SECONDS", 30.0)
    write_served_at(HERE, TOKEN, asked_at=HERE)
    lock = FileLock(folder / "server.lock", thread_local=False)
    lock.acquire()
    threading.Timer(0.5, lock.release).start()
    assert claim_database_or_find_night() is None


def test_one_that_has_not_said_yet_where_it_is_served_is_waited_for_longer(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setattr(folder_lock, "UNLOCK_SECONDS", 0.0)
    monkeypatch.setattr(folder_lock, "STARTS", 30.0)
    lock = FileLock(folder / "server.lock", thread_local=False)
    lock.acquire()
    threading.Timer(0.5, lock.release).start()
    assert claim_database_or_find_night() is None


@on_a_laptop
def test_one_that_was_slow_to_say_where_it_is_served_still_has_time_to_answer(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setattr(folder_lock, "STARTS", 30.0)
    looks, way_in = list[float](), WayIn(HERE, HERE, HERE)
    now = [0.0]
    monkeypatch.setattr(folder_lock, "monotonic", lambda: now[0])

    def wait(seconds: float) -> None:
        """Let ten seconds go by; the file is there after twenty, and an answer comes at the second question."""
        now[0] += 10
        if now[0] == 20:
            write_served_at(HERE, TOKEN, asked_at=HERE)

    def ask() -> WayIn | None:
        looks.append(now[0])
        return way_in if now[0] == 30 else None

    monkeypatch.setattr(folder_lock, "UNLOCK_SECONDS", 15.0)
    monkeypatch.setattr(folder_lock, "sleep", wait)
    monkeypatch.setattr(folder_lock, "ask_for_way_in", ask)
    with FileLock(folder / "server.lock"):
        assert claim_database_or_find_night() == way_in
    assert looks == [0, 10, 20, 30]


@on_a_laptop
def test_what_an_earlier_start_left_behind_is_removed_by_the_next(folder: Path) -> None:
    write_served_at(HERE, TOKEN, asked_at=HERE)
    assert claim_database_or_find_night() is None
    assert not served_at_file().exists()
    (held,) = folder_lock._held
    held.release()
