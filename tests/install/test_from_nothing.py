"""pip, pipx and uv install the wheel with its packages, and its command opens the organizer's page."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from tests.benchmarks.from_nothing import KINDS, install_and_open
from tests.support.installed_program import build, clean_environment

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="once is enough: an installed program starts on SQLite"),
]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of this checkout."""
    return build("wheel", tmp_path_factory.mktemp("wheel"))


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


@pytest.mark.parametrize("kind", KINDS)
def test_the_organizers_page_opens_after_two_commands(kind: str, wheel: Path, packages: None, tmp_path: Path) -> None:
    installing, starting = install_and_open(kind, wheel, tmp_path)
    assert installing > 0 and starting > 0
    made = {path.name for path in (tmp_path / "data" / "euchre-night").iterdir()}
    assert {"night.sqlite3", "secret_key", "address"} <= made
