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
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from tally.prints.document import Drawing, Job
from tournament.errors import Refused

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
    while not file.exists():
        _look_for_refusal(file)
        if time.monotonic() > until:
            return _progress(file)
        time.sleep(0.02)
    return Printing(file.read_bytes())


def _folder() -> Path:
    """Where the press keeps its files; what is old goes."""
    folder = Path(settings.DATA_DIR) / "prints"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    old = time.time() - KEPT
    for file in folder.iterdir():
        if file.stat().st_mtime < old:
            file.unlink(missing_ok=True)
    return folder


def _begins(file: Path) -> bool:
    """Whether this request is the one that starts the drawing."""
    told = file.with_suffix(".progress")
    try:
        told.touch(exist_ok=False)
    except FileExistsError:
        if time.time() - told.stat().st_mtime < GIVEN_UP:
            return False
        told.touch()
    return True


def _start(file: Path, given: bytes) -> None:
    worker = subprocess.Popen([sys.executable, "-m", "tally.prints.worker", str(file)], stdin=subprocess.PIPE,
                              cwd=settings.BASE_DIR)
    assert worker.stdin is not None
    with worker.stdin as pipe:
        pipe.write(given)


def _look_for_refusal(file: Path) -> None:
    refusal = file.with_suffix(".refused")
    if refusal.exists():
        said = refusal.read_text(encoding="utf-8")
        refusal.unlink(missing_ok=True)
        file.with_suffix(".progress").unlink(missing_ok=True)
        raise Refused(said)


def _progress(file: Path) -> Printing:
    told = file.with_suffix(".progress").read_text(encoding="ascii").split()
    return Printing(None, *map(int, told)) if len(told) == 3 else Printing(None)
