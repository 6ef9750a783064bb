"""Asking other programs of the system, each for a short time only."""

from __future__ import annotations

import os
import shutil
import subprocess

PROGRAM_SECONDS = 3.0  # for one program
MOST = 100_000  # characters of an answer that are read


def ask(*command: str) -> str:
    """Return what a program prints; empty where there is none, where it fails, or where it takes too long."""
    program = shutil.which(command[0]) or shutil.which(command[0], path="/usr/sbin:/sbin")
    if program is None:
        return ""
    hidden = subprocess.CREATE_NO_WINDOW if os.name == "nt" else 0  # type: ignore[attr-defined,unused-ignore]
    try:
        done = subprocess.run(
            [program, *command[1:]],
            capture_output=True,
            timeout=PROGRAM_SECONDS,
            stdin=subprocess.DEVNULL,
            env=os.environ | {"LC_ALL": "C"},
            creationflags=hidden,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode("utf-8", "replace")[:MOST] if done.returncode == 0 else ""
