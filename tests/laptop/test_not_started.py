"""What keeps a start by the shortcut from going on is shown in the browser; nothing is printed."""

from __future__ import annotations

import subprocess
import sys
import threading
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tally.management.commands import night
from tests.support.hall_server import MANAGE
from tests.support.waiting import wait_here_until
from tournament.laptop import not_started
from tournament.laptop.not_started import show_name_not_found, show_problem
from tournament.people.errors import Refused


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
    assert show_problem("The disk is <full>.")
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
    assert not show_problem("The disk is full.")


def test_nobody_who_closes_the_page_keeps_the_program_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(not_started, "open_browser", lambda address: True)
    assert show_problem("The disk is full.", seconds=0.1)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sentences that are shown."""
    sentences: list[str] = []
    monkeypatch.setattr(night, "show_problem", sentences.append)
    monkeypatch.setattr(sys, "stdout", sys.stdout)  # what the command sets is taken back
    return sentences


def start_that_fails(monkeypatch: pytest.MonkeyPatch, folder: Path, error: Exception, *options: str) -> None:
    """Start the night where nothing can be prepared."""

    def fail() -> None:
        raise error

    monkeypatch.setattr(night, "prepare_folder", fail)
    call_command("night", *options)


def test_a_start_by_the_shortcut_shows_its_problem(
    shown: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(CommandError):
        start_that_fails(monkeypatch, tmp_path, Refused("The disk is full."), "--from-shortcut", str(tmp_path))
    assert shown == ["The disk is full."]


def test_a_fault_of_the_program_is_shown_and_noted(
    shown: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: Any
) -> None:
    settings.ERROR_FILE = tmp_path / "errors.log"
    with pytest.raises(ZeroDivisionError):
        start_that_fails(monkeypatch, tmp_path, ZeroDivisionError(), "--from-shortcut", str(tmp_path))
    assert str(settings.ERROR_FILE) in shown[0]
    assert "ZeroDivisionError" in settings.ERROR_FILE.read_text()


def test_a_start_in_a_terminal_says_its_problem_there(
    shown: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(CommandError, match="The disk is full"):
        start_that_fails(monkeypatch, tmp_path, Refused("The disk is full."))
    assert shown == []


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
