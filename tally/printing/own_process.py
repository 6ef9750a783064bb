"""Draws something in a process of its own, for a limited time: what strangers upload, and what one thread alone may do.

python -m tally.printing.own_process: a pickled function and its values come through standard input, what it returns
goes out through standard output.
"""

from __future__ import annotations

import logging
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import ParamSpec

from tournament.people.errors import Refused

log = logging.getLogger(__name__)
P = ParamSpec("P")
MEMORY = 1_500_000_000  # bytes of addresses that such a process may have, where that can be limited
DONE, REFUSED = b"+", b"-"  # how an answer begins: never a pickle, as it is of a stranger's making
WAIT = 2  # seconds that the next one waits: what a person uploads is drawn in half a second
_one_draws, _one_waits = Lock(), BoundedSemaphore()
PROGRAM = Path(__file__).parents[2]
BUSY = "Other pictures are being drawn just now. Try again in a minute."


class ProcessFailedError(Exception):
    """A process that took too much memory, or broke."""


class TookTooLongError(ProcessFailedError):
    """A process that was ended after its seconds."""


class BusyError(Refused):
    """Another one draws, and one waits already, or this one has waited for long enough."""


def in_own_process(seconds: float, draw: Callable[P, bytes], *values: P.args, **named: P.kwargs) -> bytes:
    """What a function of a module returns for these values, both of which can be pickled.

    One draws at a time and one more waits, for `WAIT` seconds; all others are refused at once. So two of a server's
    threads at most are kept from the nights, and none for longer than `seconds` and `WAIT`.

    :raises TookTooLongError: after so many seconds.
    :raises ProcessFailedError: when it fails; the log says why.
    :raises BusyError: when its turn does not come.
    :raises Refused: as the function does.
    """
    command = [sys.executable, "-m", "tally.printing.own_process", f"{seconds:.0f}"]
    work = pickle.dumps((draw, values, named))
    _take_turn()
    try:
        done = subprocess.run(command, input=work, capture_output=True, timeout=seconds, cwd=PROGRAM, check=True)
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
        log.warning("%s: %s\n%s", draw.__qualname__, error, (error.stderr or b"").decode(errors="replace"))
        too_long = isinstance(error, subprocess.TimeoutExpired)
        raise (TookTooLongError if too_long else ProcessFailedError) from error
    finally:
        _one_draws.release()
    if done.stdout.startswith(REFUSED):
        raise Refused(done.stdout.removeprefix(REFUSED).decode())
    return done.stdout.removeprefix(DONE)


def _take_turn() -> None:
    """Be the one that draws, at once or after the one before.

    :raises BusyError: when another one waits for that, or it takes too long.
    """
    if _one_draws.acquire(blocking=False):
        return
    if not _one_waits.acquire(blocking=False):
        raise BusyError(BUSY)
    try:
        if not _one_draws.acquire(timeout=WAIT):
            raise BusyError(BUSY)
    finally:
        _one_waits.release()


def _limit(seconds: int) -> None:
    """Let this process have only so much, where the system can say so: of time a second more than it is waited for.

    macOS limits no addresses (python/cpython#78783), and one that has less already may not have more.
    """
    if os.name == "posix":
        import resource

        for what, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, seconds + 1)):
            with suppress(ValueError, OSError):
                resource.setrlimit(what, (most, most))
        os.nice(10)


if __name__ == "__main__":
    _limit(int(sys.argv[1]))
    function, values, named = pickle.load(sys.stdin.buffer)
    try:
        answer = DONE + function(*values, **named)
    except Refused as refused:
        answer = REFUSED + str(refused).encode()
    sys.stdout.buffer.write(answer)
