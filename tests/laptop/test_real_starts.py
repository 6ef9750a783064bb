"""Real starts: the browser that is opened, a second start, another account of the computer, and Stop."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.support.certificates import make_certificate
from tests.support.databases import on_a_laptop
from tests.support.hall_server import TIMEOUT, Hall, free_port
from tests.support.http_visitor import Visitor
from tests.support.waiting import wait_here_until

SEEN = "Address for phones"  # on the page of the laptop
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(os.name != "posix", reason="the browser of these tests is a shell script"),
    on_a_laptop,
]


class OpeningHall(Hall):
    """A hall that opens the laptop's browser, which here notes the addresses that it is opened with."""

    def server_command(self) -> list[str]:
        return [part for part in super().server_command() if part != "--no-browser"]

    def noted(self, count: int = 1) -> list[str]:
        """Return the addresses once there are so many."""
        file = Path(self.env["EUCHRE_DATA"]) / "opened"
        wait_here_until(lambda: file.exists() and file.read_text().count("\n") >= count)
        return file.read_text().splitlines()

    def second_start(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Start the program again, at another port."""
        command = [*self.server_command()[:-1], str(free_port()), *arguments]
        return subprocess.run(command, env=self.env, capture_output=True, text=True, check=False, timeout=TIMEOUT)


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[OpeningHall]:
    """A laptop with a screen and a browser."""
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> "{tmp_path}/opened"\n')
    browser.chmod(0o755)
    with OpeningHall.database_in(tmp_path) as env:
        env["EUCHRE_HOSTS"] = "night.example"  # phones know it by a name; the laptop's browser has its own address
        for name in ("SSH_CONNECTION", "SSH_TTY"):
            env.pop(name, None)
        hall = OpeningHall(env=env | {"BROWSER": f"{browser} %s", "DISPLAY": ":0"})
        hall.start()
        yield hall
        hall.kill()


def test_the_browser_opens_signed_in_once_and_a_second_start_opens_another(laptop: OpeningHall) -> None:
    (address,) = laptop.noted()
    assert address.startswith(f"{laptop.url}/laptop/open/")
    organizer = Visitor(laptop, address)
    assert (organizer.status, organizer.url) == (200, f"{laptop.url}/laptop/") and SEEN in organizer.page.text
    assert Visitor(laptop, address).status == 403
    second = laptop.second_start()
    assert second.returncode == 0 and "running already" in second.stdout and "No browser" not in second.stdout
    fresh = laptop.noted(2)[1]
    assert fresh != address and SEEN in Visitor(laptop, fresh).page.text
    said = laptop.second_start("--no-browser").stdout
    assert laptop.organizer_path in said and "/laptop/open/" not in said
    errors = Path(laptop.env["EUCHRE_DATA"]) / "errors.log"
    for text in (laptop.output, errors.read_text() if errors.exists() else "", second.stdout + second.stderr):
        assert not any(used.split("/")[-2] in text for used in (address, fresh))


def test_where_nobody_knows_the_certificates_name_a_second_start_finds_the_night(
    laptop: OpeningHall, tmp_path: Path
) -> None:
    laptop.noted()
    laptop.kill()
    files = make_certificate(tmp_path / "certificate", ("night.invalid", "127.0.0.1"))
    laptop.env |= files.settings
    laptop.start()
    assert "http://127.0.0.1" in laptop.noted(2)[1], "not the name, but the page that says what to do"
    began = time.monotonic()
    second = laptop.second_start("--no-browser")
    assert second.returncode == 0 and "running already" in second.stdout, second.stderr
    assert "https://night.invalid" in second.stdout
    assert time.monotonic() - began < 12, "it would look the name up for 15 seconds"
    served = json.loads((tmp_path / "served_at").read_text())
    assert served["address"].startswith("https://night.invalid") and served["asked_at"] == laptop.url


def asked_by(address: str, *somebody: str) -> str:
    """Open an address as another user of this computer, behind a forged header; return the heads of the answer."""
    asks = (
        "import sys, http.client as h; c = h.HTTPConnection(sys.argv[1]);"
        "c.request('GET', sys.argv[2], headers={'X-Forwarded-For': '127.0.0.1'}); print(c.getresponse().headers)"
    )
    host, _, path = address.removeprefix("http://").partition("/")
    command = [*somebody, "/usr/bin/python3", "-c", asks, host, f"/{path}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd="/", timeout=TIMEOUT)
    assert "location: /laptop/" in done.stdout, done
    return done.stdout


@pytest.mark.skipif(not (shutil.which("setpriv") and os.geteuid() == 0), reason="only root acts as somebody else")
def test_another_account_of_the_computer_is_not_signed_in(laptop: OpeningHall) -> None:
    (address,) = laptop.noted()
    assert "sign-in=" not in asked_by(address, "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
    assert "sign-in=" not in asked_by(address), "and the code is used up"
    laptop.second_start()
    assert "sign-in=" in asked_by(laptop.noted(2)[1])


def test_stop_ends_the_night_and_a_start_meanwhile_goes_on_with_it(laptop: OpeningHall) -> None:
    organizer, folder = Visitor(laptop, laptop.noted()[0]), Path(laptop.env["EUCHRE_DATA"])
    stopping = laptop.process
    assert stopping
    assert "Everything is saved" in organizer.follow("Stop Euchre Night").press("Stop Euchre Night").page.text
    assert not (folder / "served_at").exists() and stopping.poll() is None
    laptop.port = free_port()
    laptop.start()
    assert stopping.wait(TIMEOUT) == 0
    assert "Stopped. Everything is saved" in (folder / "server.log").read_text()
    assert SEEN in Visitor(laptop, laptop.noted(2)[1]).page.text


def test_what_a_killed_night_has_left_leads_nobody_astray(laptop: OpeningHall) -> None:
    laptop.noted()
    laptop.kill()
    assert (Path(laptop.env["EUCHRE_DATA"]) / "served_at").exists()
    laptop.start()
    assert len(laptop.noted(2)) == 2


def test_without_a_screen_the_link_is_said(laptop: OpeningHall) -> None:
    laptop.kill()
    del laptop.env["DISPLAY"], laptop.env["BROWSER"]
    laptop.env.pop("WAYLAND_DISPLAY", None)
    laptop.start()
    log = Path(laptop.env["EUCHRE_DATA"]) / "server.log"
    wait_here_until(lambda: "No browser could be opened. Open http" in log.read_text())
    assert "No browser could be opened. Open http" in laptop.second_start().stdout


@pytest.mark.skipif(not shutil.which("gio"), reason="glib, which starts a shortcut as a desktop does, is not installed")
def test_the_shortcut_starts_the_night_without_a_terminal_and_stop_ends_it(laptop: OpeningHall, tmp_path: Path) -> None:
    laptop.kill()
    env = laptop.env | {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "share"), "EUCHRE_DATA": str(tmp_path)}
    subprocess.run([*laptop.command, "shortcut"], env=env, check=True, capture_output=True, timeout=TIMEOUT)
    noted = tmp_path / "opened"
    noted.unlink(missing_ok=True)
    launched = ["gio", "launch", str(tmp_path / "share" / "applications" / "euchre-night.desktop")]
    with (tmp_path / "printed").open("w") as printed:
        subprocess.run(launched, env=env, stdout=printed, stderr=printed, check=True, timeout=TIMEOUT)
    (address,) = laptop.noted()
    started = json.loads((tmp_path / "served_at").read_text())["pid"]
    try:
        laptop.port = int(address.split("/")[2].split(":")[1])
        organizer = Visitor(laptop, address)
        assert SEEN in organizer.page.text
        assert "by its shortcut" in organizer.follow("Stop Euchre Night").press("Stop Euchre Night").page.text
        wait_here_until(lambda: not answers(laptop.port), 20)
    finally:
        with suppress(ProcessLookupError):
            os.kill(started, signal.SIGKILL)
    assert (tmp_path / "printed").read_text() == ""


def answers(port: int) -> bool:
    """Return whether somebody listens on a port."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=5):
        return True
    return False


def test_after_a_start_the_room_says_that_the_clock_was_set_back(laptop: OpeningHall) -> None:
    """That the start itself writes to the database changes nothing."""
    organizer = Visitor(laptop, laptop.noted()[0]).follow("Go on").press("Add to the list", names="Ann Miller")
    laptop.kill()
    with closing(sqlite3.connect(laptop.env["DATABASE_URL"].removeprefix("sqlite:///"))) as database, database:
        ahead = (datetime.now(UTC) + timedelta(hours=5, seconds=30)).strftime("%Y-%m-%d %H:%M:%S")
        assert database.execute("UPDATE tournament_logentry SET at = ?", [ahead]).rowcount
    laptop.start()
    assert "The clock. It was set back by 5 hours" in organizer.follow("Check the room").page.text
