"""The site's own key, in a file of the data folder, which only its owner reads."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def read_secret_key(file: Path) -> str:
    """Return the key; empty where there is none, or none that can be read."""
    try:
        return file.read_text("utf-8").strip()
    except (OSError, ValueError):
        return ""


def write_secret_key(file: Path, key: str) -> None:
    """Write the key whole or not at all, whether the disk is full or the power goes.

    :raises OSError: when it cannot be written.
    """
    fresh = file.with_name(f"{file.name}.new")
    try:
        fresh.unlink(missing_ok=True)
        with os.fdopen(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as opened:
            opened.write(key)
            opened.flush()
            os.fsync(opened.fileno())
        fresh.replace(file)
    except OSError:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
