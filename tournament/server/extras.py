"""How a package that the program does without is added to it, by how the program was installed."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

from tournament.installation import IS_INSTALLED, NAME


def command_for_extra(extra: str, package: str) -> str:
    """Return what is typed to add the package of an extra, by how the program was installed."""
    if not IS_INSTALLED:
        return (
            rf".venv\Scripts\pip install -e .[{extra}]" if os.name == "nt" else f".venv/bin/pip install -e '.[{extra}]'"
        )
    if (Path(sys.prefix) / "pipx_metadata.json").exists():
        return f"pipx inject {NAME} {package}"
    if find_spec("pip") is None:  # as uv leaves it out
        return f'uv pip install --python "{sys.executable}" {package}'
    return f'"{sys.executable}" -m pip install {package}'
