"""The press: long jobs are drawn by another process, and whoever asks again gets what it has printed.

ReportLab holds the interpreter while it draws, and with it every phone in the hall. A job is the same job when its
values are the same, so two clicks are one drawing, and a reload finds the finished file. Files are the organizer's
(cards carry keys): they lie in a folder that only this user may open, and go after an hour.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from tally.paper.document import Drawing, Job
from tournament.people.errors import Refused

KEPT = 3600  # seconds
PATIENCE = 1.0  # seconds that a browser waits before it is told how far the press is
GIVEN_UP = 60  # seconds without a page, after which a drawing is begun anew
Work = tuple[str, Job, list[tuple[str, Drawing]]]


class Printing(NamedTuple):
    """A job at the press: the finished PDF or None; and how far it is: sheets begun, sheets in all, pages drawn."""

    pdf: bytes | None
    sheet: int = 0
    sheets: int = 0
    pages: int = 0


def press(work: Work, patience: float = PATIENCE) -> Printing:
    """Have a job drawn elsewhere, or see how far it is; wait for so many seconds.

    :raises Refused: when it cannot be drawn.
    """
    given = pickle.dumps(work)
    file = _folder() / f"{sha256(given).hexdigest()[:32]}.pdf"
    until = time.monotonic() + patience
    if not file.exists() and _begins(file):
        _start(file, given)
    while (pdf := _read(file)) is None:
        _look_for_refusal(file)
        if time.monotonic() > until:
            return _progress(file)
        time.sleep(0.02)
    return Printing(pdf)


def _folder() -> Path:
    """Where the press keeps its files; what is old goes."""
    folder = Path(settings.DATA_DIR) / "prints"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    old = time.time() - KEPT
    for file in folder.iterdir():
        if _made_at(file) < old:
            file.unlink(missing_ok=True)
    return folder


def _made_at(file: Path) -> float:
    """When a file was last written; endlessly late when another print has just taken it away."""
    try:
        return file.stat().st_mtime
    except FileNotFoundError:
        return inf


def _begins(file: Path) -> bool:
    """Whether this request is the one that starts the drawing."""
    told = file.with_suffix(".progress")
    try:
        told.touch(exist_ok=False)
    except FileExistsError:
        if time.time() - _made_at(told) < GIVEN_UP:
            return False
        told.touch()
    return True


def _start(file: Path, given: bytes) -> None:
    worker = subprocess.Popen(
        [sys.executable, "-m", "tally.printing.worker", str(file)], stdin=subprocess.PIPE, cwd=settings.BASE_DIR
    )
    assert worker.stdin is not None
    with worker.stdin as pipe:
        pipe.write(given)


def _look_for_refusal(file: Path) -> None:
    refusal = file.with_suffix(".refused")
    if said := _read(refusal):
        refusal.unlink(missing_ok=True)
        file.with_suffix(".progress").unlink(missing_ok=True)
        raise Refused(said.decode())


def _progress(file: Path) -> Printing:
    told = (_read(file.with_suffix(".progress")) or b"").split()
    return Printing(None, *map(int, told)) if len(told) == 3 else Printing(None)


def _read(file: Path) -> bytes | None:
    """What a file holds; None when it is not there, or not any more: another print may have taken it away."""
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
