"""A hall with the addresses of `tests.benchmarks.extra_urls`. Benchmarks import this before anything of Django's.

python -m tests.benchmarks.bench_hall night …     what such a hall runs: `manage.py night …`
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import ClassVar

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
django.setup()
from tests.support.hall_server import Hall  # noqa: E402 - its settings come first

TIMES = "committed"  # in the hall's folder: when each event was committed, in ns


class BenchHall(Hall):
    """`manage.py night`, and a few addresses more."""

    command: ClassVar[list[str]] = [sys.executable, "-m", "tests.benchmarks.bench_hall"]


class NotingHall(BenchHall):
    """It also notes when events are committed, the moment before its streams are told; over PostgreSQL, when COMMIT is
    about to begin."""

    command: ClassVar[list[str]] = [*BenchHall.command, "noting"]


def committed_at(hall: Hall) -> int:
    """When the newest event was committed, in ns of the clock that all processes of a computer share."""
    return int((Path(hall.env["EUCHRE_DATA"]) / TIMES).read_text().split()[-1])


def _note_commits() -> None:
    from django.db import transaction

    from tournament.live import events
    from tournament.live.hub import hub

    file = Path(os.environ["EUCHRE_DATA"]) / TIMES
    publish, notify = hub.publish, events.notify

    def note(began: int) -> None:
        with file.open("a") as times:
            times.write(f"{began}\n")

    def publish_and_note(night_id: int, message: bytes) -> None:
        began = time.monotonic_ns()
        publish(night_id, message)
        note(began)

    def notify_and_note(event: events.Event) -> None:
        began = time.monotonic_ns()  # PostgreSQL tells it before Django knows that it is committed
        notify(event)
        transaction.on_commit(lambda: note(began))

    hub.publish, events.notify = publish_and_note, notify_and_note  # type: ignore[method-assign]


if __name__ == "__main__":
    from django.conf import settings
    from django.core.management import execute_from_command_line

    settings.ROOT_URLCONF = "tests.benchmarks.extra_urls"
    if sys.argv[1] == "noting":
        _note_commits()
    execute_from_command_line(["manage.py", *sys.argv[1 + (sys.argv[1] == "noting") :]])
