"""The benchmarks of a server under load, each once and small: they run, and what they count is right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.benchmarks import hand as bench_hand
from tests.benchmarks import idle as bench_idle
from tests.benchmarks import live as bench_live
from tests.benchmarks import storm as bench_storm
from tests.benchmarks.bench_hall import NotingHall
from tests.support.night import game_at, phone_of, tap
from tournament.models import Night


@pytest.fixture
def noting(tmp_path: Path) -> Iterator[NotingHall]:
    """A hall for benchmarks."""
    with NotingHall.opened(tmp_path) as hall:
        yield hall


@pytest.mark.long
def test_every_benchmark_runs_in_a_small_hall(noting: NotingHall, capsys: pytest.CaptureFixture[str]) -> None:
    bare, real, ratios = bench_live.measure(noting, streams=8, rounds=1, rings=2)
    assert (len(bare), len(real), len(ratios)) == (2, 2, 1) and min(bare + real + ratios) > 0
    idle = bench_idle.measure(noting, streams=40, seconds=0.3, events=400)
    assert idle.missed == 0, "every stream got every event"
    assert idle.connections - idle.connections_before < 12, "a few for replays, none for a stream"
    assert idle.kilobytes_a_stream < 100 and idle.after - idle.opened < 10, str(idle)
    took = bench_storm.measure(noting, bells=1, tables=2)
    assert {kind: len(times) for kind, times in took.items()} == {"page": 8, "last": 1, "nothing": 8}
    figures = bench_hand.measure(noting, rounds=1, tables=1)
    assert all(ratio > 0 for ratio in figures.values())
    assert "hands a second" in capsys.readouterr().out


def queries(phone: Client, do: str, night: Night) -> int:
    """How many queries a phone's page, or its next hand, takes."""
    with CaptureQueriesContext(connection) as asked:
        if do == "page":
            assert phone.get(f"/n/{night.slug}/play/?seen=1", headers={"HX-Request": "true"}).status_code == 200
        else:
            assert tap(phone, game_at(night, 1, 1), 2).status_code == 302
    return len(asked)


def test_a_phones_page_and_a_hand_take_few_queries(night: Night) -> None:
    phone = phone_of(night, 1)
    tap(phone, game_at(night, 1, 1), 1)
    assert queries(phone, "page", night) <= 13
    more = 2 * (connection.vendor == "postgresql")  # it locks the night's row, and notifies the other processes
    assert queries(phone, "hand", night) <= 18 + more  # one of them writes the activity log
