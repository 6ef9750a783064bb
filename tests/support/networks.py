"""Networks for tests: namespaces of Linux with a laptop, phones and what is between them, in a room of their own.

They need the rights of an administrator, and iproute2 and nftables. Without them the tests skip and say so; in CI,
whose machine has all of it, they fail.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import NoReturn

import pytest

from tests.support.chromium import CHROMIUM
from tests.support.hall_server import MANAGE, TIMEOUT, Hall

PORT = 8000
SBIN = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
IP, NFT = (shutil.which(name, path=SBIN) or name for name in ("ip", "nft"))
_numbers = count()


def run(*command: str) -> None:
    """Run a command; it fails with what it said."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stderr}"


@dataclass
class Place:
    """A namespace: a laptop, a phone, or a router between them."""

    name: str
    folder: Path
    interfaces: Iterator[int] = field(default_factory=count)

    def ip(self, *words: str) -> None:
        """Run `ip` in here."""
        run(IP, "-n", self.name, *words)

    def nft(self, *rules: str) -> None:
        """Add rules to the packet filter in here."""
        for rule in rules:
            run(IP, "netns", "exec", self.name, NFT, rule)

    def command(self, *words: str) -> list[str]:
        """Return a command that runs in here."""
        return [IP, "netns", "exec", self.name, *words]

    def chromium(self) -> str:
        """Return the path of a program that starts Chromium in here."""
        script = self.folder / f"chromium-{self.name}"
        script.write_text(f'#!/bin/sh\nexec {IP} netns exec {self.name} {CHROMIUM} "$@"\n')
        script.chmod(0o755)
        return str(script)


class Networks:
    """Places and the cables between them; all are removed at the end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.places: list[Place] = []
        self.processes: list[subprocess.Popen[bytes]] = []

    def place(self, kind: str) -> Place:
        """Make a namespace."""
        place = Place(f"euchre-{os.getpid()}-{next(_numbers)}-{kind}", self.folder)
        run(IP, "netns", "add", place.name)
        self.places.append(place)
        place.ip("link", "set", "lo", "up")
        return place

    def cable(self, one: Place, one_address: str, other: Place, other_address: str) -> tuple[str, str]:
        """Lay a cable; an end with an address gets it. Return the names of both ends."""
        ends = []
        number = f"{os.getpid() % 10_000}x{next(_numbers)}"
        run(IP, "link", "add", f"a{number}", "type", "veth", "peer", "name", f"b{number}")
        for letter, place, address in (("a", one, one_address), ("b", other, other_address)):
            run(IP, "link", "set", f"{letter}{number}", "netns", place.name)
            name = f"eth{next(place.interfaces)}"
            place.ip("link", "set", f"{letter}{number}", "name", name)
            if address:
                place.ip("addr", "add", address, "dev", name, *(["nodad"] if ":" in address else []))
            place.ip("link", "set", name, "up")
            ends.append(name)
        return ends[0], ends[1]

    def start(self, place: Place, *words: str, **env: str) -> Path:
        """Start a program in a place; it ends with the networks. Return the file with what it says."""
        log = self.folder / f"{place.name}-{next(_numbers)}.log"
        with log.open("wb") as out:
            process = subprocess.Popen(
                place.command(*words),
                env=os.environ | env,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.processes.append(process)
        return log

    def end(self, process: subprocess.Popen[bytes]) -> None:
        """End a program that was started here."""
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(TIMEOUT)

    def close(self) -> None:
        """End every program that was started here, and remove the places with their cables."""
        for process in self.processes:
            self.end(process)
        for place in self.places:
            subprocess.run([IP, "netns", "del", place.name], check=False)


def require_networks() -> None:
    """Skip a test where no network can be made; fail it in CI."""
    if not sys.platform.startswith("linux") or not (shutil.which("ip", path=SBIN) and shutil.which("nft", path=SBIN)):
        _give_up("Networks are made with iproute2 and nftables, which are not installed")
    name = f"euchre-{os.getpid()}-try"
    tried = subprocess.run([IP, "netns", "add", name], capture_output=True, text=True, check=False)
    if tried.returncode:
        _give_up(f"No network can be made here: {tried.stderr.strip()}")
    subprocess.run([IP, "netns", "del", name], check=False)


def _give_up(reason: str) -> NoReturn:
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@dataclass
class LaptopInNetwork:
    """A hall's server in a place, with the organizer's path from what it printed."""

    place: Place
    organizer_path: str
    url: str = f"http://127.0.0.1:{PORT}"


@contextmanager
def hall_in(networks: Networks, laptop: Place, *more: str) -> Iterator[LaptopInNetwork]:
    """Start `manage.py night` on the laptop, for its whole network; `more` are options of it."""
    with Hall.database_in(networks.folder) as env:
        words = [sys.executable, MANAGE, "night", "--port", str(PORT), "--no-browser", *more]
        log = networks.start(laptop, *words, **env)
        until = time.monotonic() + TIMEOUT
        while (found := re.search(r"(/o/\w+/)", log.read_text())) is None:
            assert time.monotonic() < until, f"The server did not start: {log.read_text()}"
            time.sleep(0.05)
        try:
            yield LaptopInNetwork(laptop, found[1])
        finally:
            networks.end(networks.processes.pop())
