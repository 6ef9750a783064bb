"""A hall with the URLs of `tests.benchmarks.extra_urls`, for benchmarks.

Benchmarks import this module before anything that needs Django's settings. Such a hall runs

    python -m tests.benchmarks.hall night …

which is `manage.py night …` with these URLs.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
django.setup()
from tests.support.hall_server import Hall  # noqa: E402 - needs the settings

COMMIT_LOG = "committed"  # a file in the hall's folder: when each event was committed, in ns


class BenchHall(Hall):
    """A hall with two more URLs."""

    command: ClassVar[list[str]] = [sys.executable, "-m", "tests.benchmarks.hall"]


class CommitLogHall(BenchHall):
    """A hall that also logs when each event is committed.

    On SQLite that is just before the event is sent to the open streams, on PostgreSQL just before COMMIT.
    """

    command: ClassVar[list[str]] = [*BenchHall.command, "log-commits"]


def committed_at(hall: Hall) -> int:
    """Read when the newest event was committed, in ns of the monotonic clock that all processes share."""
    return int((Path(hall.env["EUCHRE_DATA"]) / COMMIT_LOG).read_text().split()[-1])


def _log_commits() -> None:
    from django.db import transaction

    from tournament.live.hub import hub
    from tournament.live.postgresql import PostgreSQL
    from tournament.models import Event

    file = Path(os.environ["EUCHRE_DATA"]) / COMMIT_LOG
    publish, notify = hub.publish, PostgreSQL.send

    def log(moment: int) -> None:
        with file.open("a") as commit_log:
            commit_log.write(f"{moment}\n")

    def publish_and_log(night_id: int, message: bytes, notices: Mapping[int, bytes], event_id: int) -> None:
        moment = time.monotonic_ns()
        publish(night_id, message, notices, event_id)
        log(moment)

    def notify_and_log(broker: PostgreSQL, event: Event) -> None:
        moment = time.monotonic_ns()  # PostgreSQL notifies before Django's on_commit runs
        notify(broker, event)
        transaction.on_commit(lambda: log(moment))

    hub.publish, PostgreSQL.send = publish_and_log, notify_and_log  # type: ignore[method-assign]


if __name__ == "__main__":
    from django.conf import settings
    from django.core.management import execute_from_command_line

    settings.ROOT_URLCONF = "tests.benchmarks.extra_urls"
    if sys.argv[1] == "log-commits":
        _log_commits()
    execute_from_command_line(["manage.py", *sys.argv[1 + (sys.argv[1] == "log-commits") :]])
