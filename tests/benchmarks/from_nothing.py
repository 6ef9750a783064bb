"""Seconds from nothing to the organizer's page: the wheel is installed and the command started, by pip, pipx and uv.

    python -m tests.benchmarks.from_nothing [--by pip pipx uv] [--rounds 3] [--wheel FILE]

Each installs into new folders, with packages that are in its cache: a first time, which is not counted, brings them
there. Each way's seconds are compared with the twenty that it may take. pipx works with pip, although it would take
uv where it finds it. The page is asked for over HTTP with the link that the command prints, so the database has been
made and the charts loaded by then.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

from tests.support.hall_server import Hall, Process, launch_cold
from tests.support.http_visitor import Visitor
from tests.support.installed_program import build, clean_environment

TOOLS = Path(sys.executable).parent
KINDS = ("pip", "pipx", "uv")
LIMIT = 20  # seconds from nothing to the organizer's page


@dataclass(frozen=True)
class Way:
    """A way to install the program: the commands, and where the program is then."""

    commands: list[list[str]]
    program: Path


def way(kind: str, wheel: Path, folder: Path) -> Way:
    """Return how people install a wheel, here with a folder in place of their home."""
    if kind == "pip":
        python = folder / "venv" / "bin" / "python"
        commands = [[sys.executable, "-m", "venv", str(folder / "venv")]]
        return Way([*commands, [str(python), "-m", "pip", "install", str(wheel)]], python.with_name("euchre-night"))
    if kind == "pipx":
        command = [str(TOOLS / "pipx"), "install", "--python", sys.executable, str(wheel)]
    else:
        command = [str(TOOLS / "uv"), "tool", "install", "--python", sys.executable, str(wheel)]
    return Way([command], folder / "bin" / "euchre-night")


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of a person whose tools and data are in this folder; caches stay where they are."""
    return clean_environment() | {
        "XDG_DATA_HOME": str(folder / "data"),
        "PIPX_HOME": str(folder / "pipx"),
        "PIPX_BIN_DIR": str(folder / "bin"),
        "PIPX_DEFAULT_BACKEND": "pip",
        "UV_TOOL_DIR": str(folder / "uv"),
        "UV_TOOL_BIN_DIR": str(folder / "bin"),
        "PYTHONUNBUFFERED": "1",
    }


@dataclass
class NewHall(Hall):
    """The hall of a program that was just installed."""

    program: Path = Path()

    @property
    def log(self) -> Path:
        """The file that the server writes to."""
        return Path(self.env["XDG_DATA_HOME"]).with_name("server.log")

    def server_command(self) -> list[str]:
        """Return the command that starts the server."""
        return [str(self.program), "--host", "127.0.0.1", "--port", str(self.port), "--no-browser"]

    def launch(self, command: list[str], log: Path) -> Process:
        """Run a command and append its output to `log`."""
        return launch_cold(command, self.env, log, cwd=log.parent)


@dataclass(frozen=True)
class Opened:
    """A page of a program that was just installed, with the seconds of installing it and from then to the page."""

    installing: float
    starting: float
    status: int
    url: str


def install_and_open(kind: str, wheel: Path, folder: Path) -> Opened:
    """Install a wheel in an empty folder, start its program and return the page that the organizer's link opens.

    :raises RuntimeError: when it cannot be installed.
    """
    chosen, env = way(kind, wheel, folder), environment(folder)
    begun = time.perf_counter()
    for command in chosen.commands:
        done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(done.stdout + done.stderr)
    installed = time.perf_counter()
    hall = NewHall(env=env, program=chosen.program)
    try:
        hall.start()
        organizer = Visitor(hall, hall.organizer_path)
        return Opened(installed - begun, time.perf_counter() - installed, organizer.status, organizer.url)
    finally:
        hall.kill()


def measure(kinds: list[str], rounds: int, wheel: Path) -> None:
    """Print the seconds of each way, once each is warm, and how they compare with the limit.

    :raises RuntimeError: when the organizer's page does not open.
    """
    for kind in kinds:
        taken = []
        for number in range(rounds + 1):
            with TemporaryDirectory() as folder:
                page = install_and_open(kind, wheel, Path(folder))
                if page.status != 200:
                    raise RuntimeError(f"{page.url} answers with {page.status}")
                taken += [(page.installing, page.starting)] if number else []
        totals = sorted(map(sum, taken))
        middle = totals[len(totals) // 2]
        install, start = (sorted(part)[len(part) // 2] for part in zip(*taken, strict=True))
        print(
            f"{kind:5} {middle:5.1f} s = {middle / LIMIT:.2f} of {LIMIT} s (from {totals[0]:.1f} to {totals[-1]:.1f}): "
            f"installed after {install:.1f} s, the organizer's page {start:.1f} s later",
            flush=True,
        )


def main() -> None:
    """Measure with the options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--by", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured")
    parser.add_argument("--wheel", type=Path, help="default: one of this checkout, built now")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        measure(list(options.by), options.rounds, options.wheel or build("wheel", Path(folder) / "wheel"))


if __name__ == "__main__":
    main()
