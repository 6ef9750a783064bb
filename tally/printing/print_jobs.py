"""Print jobs: another process draws a PDF in the background, and a second request finds the finished file.

ReportLab holds the interpreter while it draws, and with it every phone in the hall. Jobs with the same values are the
same job, so two clicks draw once, and a reload finds the file. A few are drawn at once; the others wait. The files
belong to the organizer (cards carry keys): they lie in a folder that only this user may open, and are removed after an
hour.

Pages are counted in the same way, one count at a time, beside what is printed. A count is of a name, such as a night,
and of all that decides it; the last one stays known until the next is finished.
"""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from enum import StrEnum
from hashlib import sha256
from math import inf
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from django.conf import settings

from tally.paper.document import Drawing, Job
from tournament.people.errors import Refused

AT_ONCE = 40  # players for whom a sheet is drawn within the request: a tenth of a second at most
MAX_AGE = 3600  # seconds until a file is removed
PAGE_SECONDS = 1.0  # that a browser waits before it sees how far the job is
ABANDONED_AFTER = 60  # seconds without a new page, after which a job is ended and started again
MOST_AT_ONCE = 2  # jobs of this server that draw at the same time, as many as a small laptop has processors
COUNTED_FOR = 600  # seconds until pages are counted again: a hand or an amount more may take another page
Work = tuple[str, Job, list[tuple[str, Drawing]]]


class Output(StrEnum):
    """What a job makes: the end of its file's name."""

    PDF = "pdf"
    PNG = "png"  # or, of several pages, a ZIP of them
    COUNTS = "counts"  # of the pages of each sheet, as JSON


class _Worker(NamedTuple):
    """A process that draws one file since `started`."""

    process: subprocess.Popen[bytes]
    file: Path
    started: float
    of: str = ""  # what decides its counts, if it counts
    club: int = 0

    @property
    def is_stuck(self) -> bool:
        """Whether nothing was heard of it for too long."""
        heard = max(self.started, _written_at(self.file.with_suffix(".progress"), never=self.started))
        return time.time() - heard > ABANDONED_AFTER


_workers: list[_Worker] = []
_counters: list[_Worker] = []  # one at most
_starting, _counting = Lock(), Lock()


class Printing(NamedTuple):
    """A print job: the finished file or None, and its progress: sheets begun, sheets in all, pages drawn."""

    content: bytes | None
    sheet: int = 0
    sheets: int = 0
    pages: int = 0


class Counted(NamedTuple):
    """The pages of each sheet as they were counted last, and whether that is how they are now."""

    pages: Mapping[str, int]
    is_current: bool


def run_print_job(work: Work, output: Output = Output.PDF, patience: float = PAGE_SECONDS, club: int = 0) -> Printing:
    """Start a job in another process, or find out how far it is; wait at most `patience` seconds for its file.

    :param club: whose it is: one club alone does not take all of a hosted site's places.
    :raises Refused: when it cannot be drawn.
    """
    pickled = pickle.dumps(work)
    file = _folder() / f"{sha256(pickled + output.encode()).hexdigest()[:32]}.{output}"
    until = time.monotonic() + patience
    while (content := _read(file)) is None:
        _raise_refusal(file)
        with _starting:
            worker = _start(_workers, file, club=club) if _has_room(club) and _claims(file) else None
        if worker:
            _send(worker, pickled)
        if time.monotonic() > until:
            return _progress(file)
        time.sleep(0.02)
    return Printing(content)


def count_pages(name: str, of: str, job: Job, drawings: Callable[[], list[tuple[str, Drawing]]]) -> Counted:
    """The pages of each sheet of what has this `name`; they are counted in another process, and nobody waits for that.

    A count that fails has no pages, and is not made again until it is of something else.

    :param of: what decides the counts.
    :param drawings: what is counted, by a sheet's slug; asked for only when a count begins.
    """
    file = _folder() / f"{name}.{Output.COUNTS}"
    with _counting:
        _end_counter()
        counted = _read_counts(file, of)
        if counted.is_current or _counters:
            return counted
        work: Work = (of, job, drawings())
        worker = _start(_counters, file, of)
    _send(worker, pickle.dumps(work))
    return counted


def _end_counter() -> None:
    """Let go of the process that counts once it has ended, or is stuck; when it failed, that is its answer."""
    for worker in _counters:
        failed = _end(worker)
        if failed is not None:
            _counters.clear()
        if failed:
            worker.file.write_text(json.dumps({"of": worker.of, "pages": {}}), encoding="ascii")


def _read_counts(file: Path, of: str) -> Counted:
    """What was counted last; nothing before the first count."""
    content = _read(file)
    if content is None:
        return Counted({}, is_current=False)
    counted = json.loads(content)
    age = time.time() - _written_at(file)
    return Counted(counted["pages"], is_current=counted["of"] == of and age < COUNTED_FOR)


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


def _written_at(file: Path, never: float = inf) -> float:
    """Return when a file was last written; `never` when there is none, as another job has just removed it."""
    try:
        return file.stat().st_mtime
    except FileNotFoundError:
        return never


def _has_room(club: int) -> bool:
    """Return whether a club's next job may start; let go of those that have ended, and end those that are stuck.

    On a hosted site a club leaves a place to the others.
    """
    _workers[:] = [worker for worker in _workers if _end(worker) is None]
    own = sum(worker.club == club for worker in _workers)
    return len(_workers) < MOST_AT_ONCE and (not settings.ACCOUNTS or own < MOST_AT_ONCE - 1)


def _end(worker: _Worker) -> int | None:
    """How a process ended, 0 when all went well; None while it works. One that is stuck is ended."""
    if worker.process.poll() is None and worker.is_stuck:
        worker.process.kill()
        worker.process.wait()
    return worker.process.poll()


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


def _start(workers: list[_Worker], file: Path, of: str = "", club: int = 0) -> _Worker:
    """Start a process that draws a file once it is sent its work."""
    command = [sys.executable, "-m", "tally.printing.worker", str(file)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, cwd=settings.BASE_DIR)
    workers.append(_Worker(process, file, time.time(), of, club))
    return workers[-1]


def _send(worker: _Worker, pickled: bytes) -> None:
    """Give a process its work; one that has ended already is found out later."""
    assert worker.process.stdin is not None
    with suppress(OSError), worker.process.stdin as pipe:
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
