"""Asking other programs of the system, each for a short time only."""

from __future__ import annotations

import os
import shutil
import subprocess

PROGRAM_SECONDS = 3.0  # for one program
NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # on Windows a program without a terminal would open one
LETTERS = "oem" if os.name == "nt" else "utf-8"  # in which programs print: on Windows those of its terminal
MOST = 100_000  # characters of an answer that are read


def ask(*command: str) -> str:
    """Return what a program prints; empty where there is none, where it fails, or where it takes too long."""
    program = shutil.which(command[0]) or shutil.which(command[0], path="/usr/sbin:/sbin")
    if program is None:
        return ""
    try:
        done = subprocess.run(
            [program, *command[1:]],
            capture_output=True,
            timeout=PROGRAM_SECONDS,
            stdin=subprocess.DEVNULL,
            env=os.environ | {"LC_ALL": "C"},
            creationflags=NO_WINDOW,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode(LETTERS, "replace")[:MOST] if done.returncode == 0 else ""
