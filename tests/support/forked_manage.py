"""Runs `manage.py` in a forked process that has already imported what every run imports.

A fork server (one for each test worker) imports modules that need no settings. Each run is a fork with its own
environment and settings, in which `manage.py` takes 0.2 s of processor time instead of 0.6 s (measured). Tests of the
start itself and of the terminal's output use `subprocess`.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import sys
from contextlib import suppress
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from subprocess import TimeoutExpired
from types import ModuleType

PRELOADED = [
    "PIL.Image",
    "a2wsgi",
    "asyncio",
    "dj_database_url",
    "django.conf",
    "django.core.management.commands.check",
    "django.core.management.commands.migrate",
    "django.core.servers.basehttp",
    "django.core.wsgi",
    "django.contrib.staticfiles.finders",
    "django.db.backends.postgresql.base",
    "django.db.backends.sqlite3.base",
    "django.db.models",
    "django.forms",
    "django.http",
    "django.middleware.csrf",
    "django.shortcuts",
    "django.template.defaultfilters",
    "django.template.defaulttags",
    "django.template.loader_tags",
    "django.urls",
    "django.views.debug",
    "django_htmx.middleware",
    "fontpkg_atkinson_hyperlegible",
    "httptools",
    "psycopg",
    "reportlab.pdfbase.ttfonts",
    "reportlab.pdfgen.canvas",
    "segno",
    "tally.rules",
    "tally.scores.standings",
    "tally.scores.tallies",
    "tournament.movements.rotation_search",
    "tournament.movements.replan",
    "tournament.movements.winners_up",
    "tzlocal",
    "uvicorn.lifespan.on",
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.auto",
    "uvloop",
    "whitenoise.middleware",
]
_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(PRELOADED)


def _main(arguments: list[str], env: dict[str, str], out: str, err: str) -> None:
    """Run `manage.py` in this fork, appending its output to the files `out` and `err`."""
    os.environ.clear()
    os.environ.update(env)
    for stream, path in ((sys.stdout, out), (sys.stderr, err)):
        stream.flush()
        with Path(path).open("ab") as file:
            os.dup2(file.fileno(), stream.fileno())
        stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    sys.argv = arguments
    runpy.run_path(arguments[0], run_name="__main__")


class ForkedManage:
    """A running `manage.py` with the methods of `subprocess.Popen` that the tests need."""

    def __init__(self, arguments: list[str], env: dict[str, str], out: Path, err: Path) -> None:
        self._process: ForkServerProcess = _context.Process(
            target=_main, args=(arguments, env, str(out), str(err)), daemon=True
        )
        main_module, sys.modules["__main__"] = sys.modules["__main__"], ModuleType("__main__")
        try:  # otherwise the fork would import the program that runs here, with its settings
            self._process.start()
        finally:
            sys.modules["__main__"] = main_module

    @property
    def pid(self) -> int:
        """The process id."""
        assert self._process.pid
        return self._process.pid

    def poll(self) -> int | None:
        """Return the exit status, or None while the process runs."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until the process ends and return its exit status.

        :raises TimeoutExpired: after `timeout` seconds.
        """
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise TimeoutExpired("manage.py", timeout or 0)
        return self._process.exitcode

    def send_signal(self, signal: int) -> None:
        """Send a signal, unless the process has ended."""
        with suppress(ProcessLookupError):  # it may end in between
            if self.poll() is None:
                os.kill(self.pid, signal)
