"""Measures what a visitor gets while many connections say nothing, or never finish what they ask.

    python -m tests.benchmarks.silent_connections [--files 1024] [--silent 1100] [--half] [--same-address]

The server is `manage.py night` in a process of its own, which may open so many files and no more.
"""

from __future__ import annotations

import argparse
import http.client
import sys
import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path

import tests.benchmarks.hall  # noqa: F401 - sets Django up
from tests.support.few_files import LAPTOP, OTHER_PHONE, PHONE, SmallHall, open_silent
from tests.support.hall_server import MANAGE, Hall

HALF = b"GET / HTTP/1.1\r\nHost: hall\r\nX-Half"
VISITOR_SECONDS = 30  # of a visitor


def visit(hall: Hall, source: str) -> str:
    """Open the start page as a new visitor, and say what came."""
    began = time.perf_counter()
    visitor = http.client.HTTPConnection(LAPTOP, hall.port, timeout=VISITOR_SECONDS, source_address=(source, 0))
    with closing(visitor):
        try:
            visitor.request("GET", "/")
            answer: object = visitor.getresponse().status
        except OSError as error:
            answer = f"nothing ({type(error).__name__})"
    return f"{answer} after {1000 * (time.perf_counter() - began):.0f} ms"


def main() -> None:
    """Print what the visitor gets before, at once, and after a quarter of a minute."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=1024)
    parser.add_argument("--soft", action="store_true", help="the program may ask for more files")
    parser.add_argument("--silent", type=int, default=1100)
    parser.add_argument("--half", action="store_true", help="they send half of what they ask")
    parser.add_argument("--same-address", action="store_true", help="the visitor has the address of the silent ones")
    options = parser.parse_args()
    limit = f"ulimit {'-Sn' if options.soft else '-n'} {options.files}"

    class LimitedHall(SmallHall):
        command = ["sh", "-c", f'{limit} && exec "$@"', "sh", sys.executable, MANAGE]

    visitor = PHONE if options.same_address else OTHER_PHONE
    with tempfile.TemporaryDirectory() as folder, LimitedHall.opened(Path(folder)) as hall, ExitStack() as stack:
        print(f"{limit}; alone: {visit(hall, visitor)}")
        open_silent(stack, hall, options.silent, PHONE, HALF if options.half else b"")
        print(f"with {options.silent} connections that say {'half' if options.half else 'nothing'}:")
        print(f"  at once: {visit(hall, visitor)}")
        time.sleep(15)
        print(f"  15 s later: {visit(hall, visitor)}")


if __name__ == "__main__":
    main()
