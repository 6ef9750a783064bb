"""pip, pipx and uv install the wheel with its packages, and its command opens the organizer's page."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from tests.benchmarks import from_nothing
from tests.benchmarks.from_nothing import KINDS, TOOLS, environment, install_and_open, way
from tests.support.help_pages import chapter_page
from tests.support.installed_program import clean_environment

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="once is enough: an installed program starts on SQLite"),
]
LONGEST = 300  # seconds for a line that is typed; packages may come slowly


@pytest.fixture(scope="module")
def packages() -> None:
    """Skip where pip finds no packages; CI has them."""
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--dry-run",
        "--quiet",
        "--ignore-installed",
        "--no-deps",
        "segno",
    ]
    done = subprocess.run(command, env=clean_environment(), capture_output=True, text=True, check=False)
    if done.returncode and os.environ.get("CI") != "true":
        pytest.skip("pip finds no packages here: is there no network?")


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "uv"])
def test_the_organizers_page_opens_after_two_commands(kind: str, wheel: Path, packages: None, tmp_path: Path) -> None:
    page = install_and_open(kind, wheel, tmp_path)
    assert page.status == 200 and page.url.endswith("/desk/"), page
    assert way(kind, wheel, tmp_path).program.is_file(), "installed here"
    made = {path.name for path in (tmp_path / "data" / "euchre-night").iterdir()}
    assert {"night.sqlite3", "secret_key", "address"} <= made


def lines_of_pipx() -> list[str]:
    """Return what Help shows to type for pipx once that is there, in the order of the chapter."""
    found = [line for _, text in chapter_page("install").code for line in text.splitlines()]
    typed = [" ".join(line.split()) for line in found if re.match(r"pipx (un)?install\b|euchre-night ", line)]
    assert typed[-1] == "pipx uninstall euchre-night"
    return list(dict.fromkeys(re.sub(r" \S+\.whl$", "", line) for line in typed))


def test_what_help_shows_for_pipx_installs_renews_and_removes_the_program(
    wheel: Path, packages: None, tmp_path: Path
) -> None:
    program = way("pipx", wheel, tmp_path).program
    env = environment(tmp_path)
    env["PATH"] = os.pathsep.join([str(program.parent), str(TOOLS), env["PATH"]])
    lines = lines_of_pipx()
    assert [lines[0], "pipx install --force" in lines] == ["pipx install", True]
    for line in lines:
        command = shlex.split(line)
        if "install" in command:  # the file is dragged there
            command += ["--python", sys.executable, str(wheel)]
        home = (
            {} if command[0] == "pipx" else {"HOME": str(tmp_path)}
        )  # the desktop; pipx keeps its cache and its settings
        done = subprocess.run(
            command, cwd=tmp_path, env=env | home, capture_output=True, text=True, check=False, timeout=LONGEST
        )
        assert done.returncode == 0, f"{line}: {done.stdout}{done.stderr}"
        assert program.exists() == ("uninstall" not in command), line


def test_the_benchmark_prints_the_seconds_of_uv(wheel: Path, packages: None) -> None:
    command = [sys.executable, "-m", from_nothing.__name__, "--by", "uv", "--rounds", "1", "--wheel", str(wheel)]
    env = clean_environment()
    done = subprocess.run(command, cwd=settings.BASE_DIR, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(
        r"uv +[\d.]+ s = \d+\.\d\d of 20 s \(from [\d.]+ to [\d.]+\): installed after [\d.]+ s, "
        r"the organizer's page [\d.]+ s later\n",
        done.stdout,
    )
