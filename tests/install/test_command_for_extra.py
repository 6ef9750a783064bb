"""What is typed to get the package of an extra, by how the program was installed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tournament.server import extras
from tournament.server.extras import command_for_extra


@pytest.mark.parametrize(
    ("is_installed", "file", "pip", "command"),
    [
        (False, "", True, ".venv/bin/pip install -e '.[mdns]'"),
        (True, "pipx_metadata.json", True, "pipx inject euchre-night zeroconf"),
        (True, "pipx_metadata.json", False, "pipx inject euchre-night zeroconf"),
        (True, "uv-receipt.toml", False, 'uv pip install --python "{python}" zeroconf'),
        (True, "", True, '"{python}" -m pip install zeroconf'),
    ],
)
def test_the_command_fits_how_the_program_was_installed(
    is_installed: bool, file: str, pip: bool, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if file:
        (tmp_path / file).touch()
    monkeypatch.setattr(extras, "IS_INSTALLED", is_installed)
    monkeypatch.setattr(extras, "find_spec", lambda name: object() if pip else None)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert command_for_extra("mdns", "zeroconf") == command.format(python=sys.executable)


def test_on_windows_a_checkout_has_other_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "IS_INSTALLED", False)
    monkeypatch.setattr(os, "name", "nt")
    assert command_for_extra("mdns", "zeroconf") == r".venv\Scripts\pip install -e .[mdns]"
