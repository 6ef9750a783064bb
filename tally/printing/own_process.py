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
from threading import Lock
from typing import ParamSpec

from tournament.people.errors import Refused

log = logging.getLogger(__name__)
P = ParamSpec("P")
MEMORY = 1_500_000_000  # bytes of addresses that such a process may have, where that can be limited
DONE, REFUSED = b"+", b"-"  # how an answer begins: never a pickle, as it is of a stranger's making
_one_at_a_time = Lock()
PROGRAM = Path(__file__).parents[2]
BUSY = "Other pictures are being drawn just now. Try again in a minute."


class ProcessFailedError(Exception):
    """A process that took too long, too much memory, or broke."""


class BusyError(Refused):
    """Others have kept the one process for as long as this one would have had."""


def in_own_process(seconds: float, draw: Callable[P, bytes], *values: P.args, **named: P.kwargs) -> bytes:
    """What a function of a module returns for these values, both of which can be pickled.

    There is one at a time, or many who upload at once would take every processor.

    :raises ProcessFailedError: after so many seconds, or when it fails; the log says why.
    :raises BusyError: when its turn does not come in so many seconds.
    :raises Refused: as the function does.
    """
    command = [sys.executable, "-m", "tally.printing.own_process", f"{seconds:.0f}"]
    work = pickle.dumps((draw, values, named))
    if not _one_at_a_time.acquire(timeout=seconds):
        raise BusyError(BUSY)
    try:
        done = subprocess.run(command, input=work, capture_output=True, timeout=seconds, cwd=PROGRAM, check=True)
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
        log.warning("%s: %s\n%s", draw.__qualname__, error, (error.stderr or b"").decode(errors="replace"))
        raise ProcessFailedError from error
    finally:
        _one_at_a_time.release()
    if done.stdout.startswith(REFUSED):
        raise Refused(done.stdout.removeprefix(REFUSED).decode())
    return done.stdout.removeprefix(DONE)


def _limit(seconds: int) -> None:
    """Let this process have only so much, where the system can say so.

    macOS limits no addresses (python/cpython#78783), and one that has less already may not have more.
    """
    if os.name == "posix":
        import resource

        for what, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, seconds)):
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
