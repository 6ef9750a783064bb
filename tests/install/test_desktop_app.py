"""The packed app: its configuration agrees with the project's, it starts the night, and it is its own Python."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from PIL import Image

from tournament import command
from tournament.data_folder import data_folder

ROOT = Path(settings.BASE_DIR)
FOLDER = ROOT / ".desktop"
MODULE = FOLDER / "euchre_night" / "__main__.py"


def read(file: Path) -> dict[str, Any]:
    """Return a TOML file."""
    return tomllib.loads(file.read_text("utf-8"))


def test_its_configuration_agrees_with_the_projects() -> None:
    project, packed = read(ROOT / "pyproject.toml")["project"], read(FOLDER / "pyproject.toml")["tool"]["briefcase"]
    assert {name: packed[name] for name in ("version", "license", "requires_python")} == {
        "version": project["version"],
        "license": project["license"],
        "requires_python": project["requires-python"],
    }
    (app,) = packed["app"].values()
    assert app["description"] == project["description"].rstrip(".")
    assert app["requires"][1:] == project["optional-dependencies"]["mdns"]
    assert (FOLDER / app["requires"][0]).resolve() == ROOT and (FOLDER / app["sources"][0]).is_dir()
    assert all((FOLDER / file).is_file() for file in packed["license-files"])
    assert {"windows", "macOS", "linux"} <= set(app)


def test_its_icons_are_made_for_each_system(tmp_path: Path) -> None:
    runpy.run_path(str(FOLDER / "icons.py"))["make"](tmp_path)
    (app,) = read(FOLDER / "pyproject.toml")["tool"]["briefcase"]["app"].values()
    name = Path(app["icon"]).name
    sizes = {path.name: Image.open(path).size[0] for path in tmp_path.iterdir()}
    assert {f"{name}-{size}.png": size for size in (16, 32, 64, 128, 256, 512)}.items() <= sizes.items()
    assert {f"{name}.ico", f"{name}.icns"} <= sizes.keys()


def test_it_starts_the_night_as_a_shortcut_does(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(command, "main", lambda: called.append(sys.argv[1:]))
    monkeypatch.setattr(sys, "argv", ["Euchre Night.exe"])
    runpy.run_path(str(MODULE))["main"]([])
    assert called == [["night", "--from-shortcut", str(data_folder())]]


def test_what_draws_in_a_process_of_its_own_is_run_by_the_app() -> None:
    """There, `sys.executable` is the app."""
    done = subprocess.run(
        [sys.executable, str(MODULE), "-m", "json.tool", "--compact"],
        input='{"a": [1, 2]}',
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert json.loads(done.stdout) == {"a": [1, 2]}
