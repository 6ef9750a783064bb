"""What keeps a start by the shortcut from going on is shown in the browser; nothing is printed."""

from __future__ import annotations

import re
import socket
import sqlite3
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tally.management.commands import night
from tests.support.databases import on_a_laptop
from tests.support.hall_server import MANAGE
from tests.support.waiting import wait_here_until
from tournament.copies.places import Copy
from tournament.laptop import not_started
from tournament.laptop.not_started import Problem, show_name_not_found, show_problem
from tournament.people.errors import Refused
from tournament.server.cannot_start import CannotStart
from tournament.server.hall import why_not


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a browser gets that loads the page and its styles."""
    texts: list[str] = []

    def browse(address: str) -> bool:
        def load() -> None:
            for path in ("", "static/tournament/stands_alone.css"):
                with urllib.request.urlopen(address + path, timeout=10) as answer:
                    texts.append(answer.read().decode())

        threading.Thread(target=load).start()
        return True

    monkeypatch.setattr(not_started, "open_browser", browse)
    return texts


def test_the_sentence_is_a_page_in_the_browser(seen: list[str]) -> None:
    assert not show_problem(Problem("The disk is <full>."))
    wait_here_until(lambda: len(seen) == 2)
    page, styles = seen
    assert "The disk is &lt;full&gt;." in page and "did not start" in page and ".problem" in styles


def test_where_the_name_is_not_found_the_page_leads_on_without_it(seen: list[str]) -> None:
    address = "https://127.0.0.1:8000/laptop/open/x/"
    assert show_name_not_found("night.example", address)
    wait_here_until(lambda: len(seen) == 2)
    assert "does not find night.example" in seen[0] and f'href="{address}"' in seen[0] and "is running" in seen[0]


def test_without_a_browser_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(not_started, "open_browser", lambda address: False)
    assert not show_problem(Problem("The disk is full."))


def test_nobody_who_closes_the_page_keeps_the_program_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(not_started, "open_browser", lambda address: True)
    assert not show_problem(Problem("The disk is full.", details="Traceback"), seconds=0.1)


def asking(monkeypatch: pytest.MonkeyPatch, ask: Callable[[str], None]) -> None:
    """Let a browser ask the page's server in a thread of its own."""

    def browse(address: str) -> bool:
        threading.Thread(target=ask, args=[address]).start()
        return True

    monkeypatch.setattr(not_started, "open_browser", browse)


def test_a_safe_copy_is_chosen_with_a_button(monkeypatch: pytest.MonkeyPatch) -> None:
    pages: list[str] = []

    def press(address: str) -> None:
        page = urllib.request.urlopen(address, timeout=10).read().decode()
        key = re.findall(r'name="key" value="([^"]+)"', page)[0]
        answer = urllib.request.urlopen(address, f"key={key}".encode(), timeout=10).read().decode()
        pages.extend([page, answer])
        urllib.request.urlopen(f"{address}x.css", timeout=10).read()

    asking(monkeypatch, press)
    copied = datetime(2026, 11, 27, 20, 41, tzinfo=UTC)
    assert show_problem(Problem("The database is damaged.", copied))
    assert "<button>Go on from this safe copy</button>" in pages[0]
    assert "It goes on from the safe copy of Nov" in pages[1]


def test_nobody_else_presses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    codes: list[int] = []

    def press(address: str) -> None:
        for form, headers in ((b"key=none", {}), (b"", {}), (None, {"Host": "evil.example"})):
            try:
                urllib.request.urlopen(urllib.request.Request(address, form, headers), timeout=10)
            except urllib.error.HTTPError as error:
                codes.append(error.code)

    asking(monkeypatch, press)
    assert not show_problem(Problem("The database is damaged.", datetime.now(UTC)), seconds=1)
    wait_here_until(lambda: len(codes) == 3)
    assert codes == [403] * 3


def test_another_user_of_the_laptop_sees_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    codes: list[int] = []

    def ask(address: str) -> None:
        try:
            urllib.request.urlopen(address, timeout=10)
        except urllib.error.HTTPError as error:
            codes.append(error.code)

    monkeypatch.setattr(not_started, "is_from_own_account", lambda connection: False)
    asking(monkeypatch, ask)
    assert not show_problem(Problem("The database is damaged.", datetime.now(UTC)), seconds=1)
    assert codes == [403]


def test_the_details_can_be_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[str] = []

    def save(address: str) -> None:
        page = urllib.request.urlopen(address, timeout=10).read().decode()
        path = re.findall(r'href="/([^"]+)" download', page)[0]
        texts.append(urllib.request.urlopen(address + path, timeout=10).read().decode())

    asking(monkeypatch, save)
    show_problem(Problem("A fault.", details="Traceback, and the line"), seconds=1)
    assert texts == ["Traceback, and the line"]


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Problem]:
    """The problems that are shown; nobody presses a button."""
    problems: list[Problem] = []
    monkeypatch.setattr(night, "show_problem", problems.append)
    monkeypatch.setattr(sys, "stdout", sys.stdout)  # what the command sets is taken back
    return problems


def start_that_fails(monkeypatch: pytest.MonkeyPatch, folder: Path, error: Exception, *options: str) -> None:
    """Start the night where nothing can be prepared."""

    def fail() -> None:
        raise error

    monkeypatch.setattr(night, "prepare_folder", fail)
    call_command("night", *options)


@on_a_laptop
def test_a_start_by_the_shortcut_shows_its_problem(
    shown: list[Problem], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(CommandError):
        start_that_fails(monkeypatch, tmp_path, Refused("The disk is full."), "--from-shortcut", str(tmp_path))
    assert shown == [Problem("The disk is full.")]


@on_a_laptop
def test_a_fault_of_the_program_is_shown_and_noted(
    shown: list[Problem], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: Any
) -> None:
    settings.ERROR_FILE = tmp_path / "errors.log"
    with pytest.raises(ZeroDivisionError):
        fault = ZeroDivisionError("at http://192.168.1.5:8000/o/DA78ASHCHBT2VMZQ2RKR/")
        start_that_fails(monkeypatch, tmp_path, fault, "--from-shortcut", str(tmp_path))
    assert "went wrong in the program" in shown[0].sentence
    for told in (shown[0].details, settings.ERROR_FILE.read_text()):
        assert "ZeroDivisionError" in told and "DA78ASHCHBT2VMZQ2RKR" not in told, "somebody else reads it"


@on_a_laptop
def test_a_start_in_a_terminal_says_its_problem_there(
    shown: list[Problem], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(CommandError, match="The disk is full"):
        start_that_fails(monkeypatch, tmp_path, Refused("The disk is full."))
    assert shown == []


def test_a_chosen_copy_is_gone_on_from_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    copy = Copy(tmp_path / "night-copy-000001-x.sqlite3", 1, datetime.now(UTC))
    did: list[object] = []

    def run(self: object, options: object) -> None:
        did.append("start")
        if len(did) == 1:
            raise CannotStart("Damaged.", in_terminal="Restore.", by_shortcut="Press the button.", copy=copy)

    def press(problem: Problem) -> bool:
        did.append(problem)
        return True

    monkeypatch.setattr(night.Command, "_run", run)
    monkeypatch.setattr(night, "show_problem", press)
    monkeypatch.setattr(night, "restore_at_next_start", did.append)
    monkeypatch.setattr(sys, "stdout", sys.stdout)
    call_command("night", "--from-shortcut", str(tmp_path))
    assert did == ["start", Problem("Damaged. Press the button.", copy.made_at), copy.file, "start"]


TERMINAL = re.compile(r"EUCHRE_|manage\.py|euchre-night |--\w|command")
OF_A_DATABASE = pytest.mark.parametrize(
    "error",
    [
        sqlite3.DatabaseError(reason)
        for reason in (
            "file is not a database",
            "database disk image is malformed",
            "attempt to write a readonly database",
            "table x already exists",
            "disk I/O error",
            "database or disk is full",
        )
    ],
    ids=str,
)


@OF_A_DATABASE
def test_whoever_typed_the_command_reads_what_to_do(error: sqlite3.Error) -> None:
    _, what_to_do = str(why_not(Path("/data/night.sqlite3"), error)).split(". ", 1)
    assert what_to_do


@OF_A_DATABASE
def test_whoever_double_clicked_reads_of_no_terminal(error: sqlite3.Error) -> None:
    sentence = night._problem_of(why_not(Path("/data/night.sqlite3"), error)).sentence
    assert not TERMINAL.search(sentence) and sentence.count(".") > 1, sentence


@on_a_laptop
def test_nor_where_the_folder_cannot_be_written_to_or_every_port_is_taken(
    shown: list[Problem], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: Any
) -> None:
    settings.DATA_DIR = tmp_path / "file"
    settings.DATA_DIR.write_text("a file")
    with pytest.raises(CommandError, match="EUCHRE_DATA"):
        call_command("night", "--from-shortcut", str(tmp_path))
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(night, "claim_database_or_find_night", lambda: None)
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        with pytest.raises(CommandError, match="--port"):
            call_command("night", "--host", "127.0.0.1", "--port", port, "--from-shortcut", str(tmp_path))
    assert len(shown) == 2 and not any(TERMINAL.search(problem.sentence) for problem in shown)


@pytest.mark.long
def test_a_process_without_any_output_shows_its_problem(tmp_path: Path) -> None:
    """As Windows starts `pythonw`: there is no standard output, and no place for errors."""
    (tmp_path / "data").write_text("a file")
    browser = tmp_path / "browser"
    asks = (
        "import sys, urllib.request as r; "
        f"open('{tmp_path}/page', 'wb').write(r.urlopen(sys.argv[1]).read()); r.urlopen(sys.argv[1] + 'x.css')"
    )
    browser.write_text(f'#!/bin/sh\n/usr/bin/python3 -c "{asks}" "$1" &\n')
    browser.chmod(0o755)
    windowless = (
        "import sys, runpy; sys.stdout = sys.stderr = None; sys.argv = sys.argv[1:]; "
        "runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", windowless, MANAGE, "night", "--from-shortcut", str(tmp_path / "data")],
        env={"BROWSER": f"{browser} %s", "DISPLAY": ":0", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert (done.stdout, done.stderr) == (b"", b"") and done.returncode == 1
    assert "cannot be written to" in (tmp_path / "page").read_text()
