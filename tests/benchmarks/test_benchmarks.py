"""The benchmarks of a server under load, each run once in a small hall, and how many queries a phone needs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.benchmarks import bell_refresh, event_streams, idle_streams, lookers, many_clubs, migrations, record_hand
from tests.benchmarks.hall import BenchHall, CommitLogHall
from tests.support.night import game_at, phone_of, tap
from tournament.models import Night


@pytest.fixture
def commit_log_hall(tmp_path: Path) -> Iterator[CommitLogHall]:
    """Open a hall that logs its commits."""
    with CommitLogHall.opened(tmp_path) as hall:
        yield hall


@pytest.mark.long
def test_every_benchmark_runs_in_a_small_hall(
    commit_log_hall: CommitLogHall, capsys: pytest.CaptureFixture[str]
) -> None:
    bare, real, ratios = event_streams.measure(commit_log_hall, streams=8, rounds=1, rings=2)
    assert (len(bare), len(real), len(ratios)) == (2, 2, 1) and min(bare + real + ratios) > 0
    idle = idle_streams.measure(commit_log_hall, streams=40, seconds=0.3, events=400)
    assert idle.missed == 0, "every stream got every event"
    assert idle.connections - idle.connections_before < 12, "a few for replays, none for an open stream"
    assert idle.kilobytes_a_stream < 100 and idle.after - idle.opened < 10, str(idle)
    took = bell_refresh.measure(commit_log_hall, bells=1, tables=2)
    assert {kind: len(times) for kind, times in took.items()} == {"page": 8, "last": 1, "alone": 8, "nothing": 8}
    figures = record_hand.measure(commit_log_hall, rounds=1, tables=1)
    assert all(ratio > 0 for ratio in figures.values())
    assert lookers.measure(commit_log_hall, rounds=1, tables=2) > 0
    assert "hands a second" in capsys.readouterr().out


@pytest.mark.long
@pytest.mark.skipif(connection.vendor != "postgresql", reason="several processes need PostgreSQL")
def test_many_clubs_run_on_a_small_site(tmp_path: Path) -> None:
    with BenchHall.several(tmp_path, 2, EUCHRE_BROKER="") as halls:
        parts = many_clubs.measure(halls, clubs=2, tables=1, crowd=4, pace=1.0, others_pace=1.0, seconds=4.0, rounds=1)
    assert len(parts) == 4 and all(part.hands and part.bells for part in parts.values())
    assert all((part.lost, part.refused) == (0, 0) for part in parts.values())


@pytest.mark.long
def test_migrations_of_a_large_database_are_timed() -> None:
    command = [sys.executable, "-m", migrations.__name__, "--people", "30", "--nights", "2", "--shown", "100"]
    done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "tournament.0010_move_events" in done.stdout and "a plain copy" in done.stdout


def count_queries(phone: Client, action: str, night: Night) -> int:
    """Count the queries of a phone's page or of its next hand."""
    with CaptureQueriesContext(connection) as captured:
        if action == "page":
            assert phone.get(f"/n/{night.slug}/play/?seen=1", headers={"HX-Request": "true"}).status_code == 200
        else:
            assert tap(phone, game_at(night, 1, 1), 2).status_code == 302
    return len(captured)


def test_a_phones_page_and_a_hand_take_few_queries(night: Night) -> None:
    phone = phone_of(night, 1)
    tap(phone, game_at(night, 1, 1), 1)
    assert count_queries(phone, "page", night) <= 11
    more = 2 * (connection.vendor == "postgresql")  # locks the night's row, and notifies the other processes
    assert count_queries(phone, "hand", night) <= 18 + more  # one of them writes the activity log
