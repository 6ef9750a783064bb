"""Print jobs: another process draws a PDF in the background, and a second request finds the finished file.

ReportLab holds the interpreter while it draws, and with it every phone in the hall. Jobs with the same values are the
same job, so two clicks draw once, and a reload finds the file. A few are drawn at once; the others wait. The files
belong to the organizer (cards carry keys): they lie in a folder that only this user may open, and are removed after an
hour.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
from enum import StrEnum
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from tally.paper.document import Drawing, Job
from tournament.people.errors import Refused

AT_ONCE = 40  # players for whom a sheet is drawn within the request: a tenth of a second at most
MAX_AGE = 3600  # seconds until a file is removed
PATIENCE = 1.0  # seconds that a browser waits before it sees how far the job is
ABANDONED_AFTER = 60  # seconds without a new page, after which a job is started again
MOST_AT_ONCE = 2  # jobs of this server that draw at the same time, as many as a small laptop has processors
Work = tuple[str, Job, list[tuple[str, Drawing]]]
_workers: list[subprocess.Popen[bytes]] = []


class Output(StrEnum):
    """What a job makes: the end of its file's name."""

    PDF = "pdf"
    PNG = "png"  # or, of several pages, a ZIP of them
    COUNTS = "counts"  # of the pages of each sheet


class Printing(NamedTuple):
    """A print job: the finished file or None, and its progress: sheets begun, sheets in all, pages drawn."""

    content: bytes | None
    sheet: int = 0
    sheets: int = 0
    pages: int = 0


def run_print_job(work: Work, output: Output = Output.PDF, patience: float = PATIENCE) -> Printing:
    """Start a job in another process, or find out how far it is; wait at most `patience` seconds for its file.

    :raises Refused: when it cannot be drawn.
    """
    pickled = pickle.dumps(work)
    file = _folder() / f"{sha256(pickled + output.encode()).hexdigest()[:32]}.{output}"
    until = time.monotonic() + patience
    while (content := _read(file)) is None:
        _raise_refusal(file)
        if _has_room() and _claims(file):
            _start(file, pickled)
        if time.monotonic() > until:
            return _progress(file)
        time.sleep(0.02)
    return Printing(content)


def forget_prints(**_: object) -> None:
    """Remove every finished file, as after a name was erased."""
    for output in Output:
        for file in _folder().glob(f"*.{output}"):
            file.unlink(missing_ok=True)


def _folder() -> Path:
    """Return the folder of the files, after removing old ones."""
    folder = Path(settings.DATA_DIR) / "prints"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    old = time.time() - MAX_AGE
    for file in folder.iterdir():
        if _written_at(file) < old:
            file.unlink(missing_ok=True)
    return folder


def _written_at(file: Path) -> float:
    """Return when a file was last written; infinity when another job has just removed it."""
    try:
        return file.stat().st_mtime
    except FileNotFoundError:
        return inf


def _has_room() -> bool:
    """Return whether another job may start, and let go of those that have ended."""
    _workers[:] = [worker for worker in _workers if worker.poll() is None]
    return len(_workers) < MOST_AT_ONCE


def _claims(file: Path) -> bool:
    """Return whether this request is the one that starts the job."""
    progress = file.with_suffix(".progress")
    try:
        progress.touch(exist_ok=False)
    except FileExistsError:
        if time.time() - _written_at(progress) < ABANDONED_AFTER:
            return False
        progress.touch()
    return True


def _start(file: Path, pickled: bytes) -> None:
    worker = subprocess.Popen(
        [sys.executable, "-m", "tally.printing.worker", str(file)], stdin=subprocess.PIPE, cwd=settings.BASE_DIR
    )
    _workers.append(worker)
    assert worker.stdin is not None
    with worker.stdin as pipe:
        pipe.write(pickled)


def _raise_refusal(file: Path) -> None:
    refusal = file.with_suffix(".refused")
    if sentence := _read(refusal):
        refusal.unlink(missing_ok=True)
        file.with_suffix(".progress").unlink(missing_ok=True)
        raise Refused(sentence.decode())


def _progress(file: Path) -> Printing:
    numbers = (_read(file.with_suffix(".progress")) or b"").split()
    return Printing(None, *map(int, numbers)) if len(numbers) == 3 else Printing(None)


def _read(file: Path) -> bytes | None:
    """Return what a file holds; None when it does not exist, or another job has just removed it."""
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
