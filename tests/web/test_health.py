"""`/health/` says whether a process can serve, and what it lacks."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client

from tournament.live.broker import Broker
from tournament.live.hub import hub
from tournament.live.in_process import InProcess
from tournament.live.postgresql import PostgreSQL
from tournament.web import health


def ask(client: Client) -> tuple[int, dict[str, str]]:
    """Ask how the site is."""
    answer = client.get("/health/")
    assert answer["Cache-Control"] == "no-store"
    return answer.status_code, answer.json()


@pytest.fixture(autouse=True)
def all_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the disk have room, whatever the computer that tests, and events arrive, for which no server listens here."""
    monkeypatch.setattr(hub, "hears", True)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=200_000_000))


def test_all_is_well(stranger: Client) -> None:
    listens = {"listen": "ok"} if connection.vendor == "postgresql" else {}
    assert ask(stranger) == (200, {"database": "ok", "disk": "ok"} | listens)
    assert stranger.head("/health/").status_code == 200 and stranger.post("/health/").status_code == 405


def test_a_database_that_does_not_answer_is_named_without_secrets(
    stranger: Client, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(execute: Callable[..., Any], *_: object) -> Any:
        raise OperationalError('connection to server at "10.0.0.7", user "euchre": password failed')

    with connection.execute_wrapper(fail):
        status, report = ask(stranger)
        ask(stranger)
    assert (status, report["database"], report["disk"]) == (503, "cannot be used", "ok")
    assert len(caplog.records) <= 1, "a line for the outage, none for each question"


@pytest.mark.parametrize(("carrier", "status"), [(PostgreSQL, 503), (InProcess, 200)])
def test_events_that_do_not_arrive_are_named(
    stranger: Client, monkeypatch: pytest.MonkeyPatch, carrier: type[Broker], status: int
) -> None:
    monkeypatch.setattr(health, "_database", lambda: "ok")
    monkeypatch.setattr(health, "broker", carrier)
    monkeypatch.setattr(hub, "hears", False)
    found, report = ask(stranger)
    assert (found, report.get("listen")) == (status, "events do not arrive" if status == 503 else None)


def test_a_full_disk_is_named(stranger: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=199_999_999))
    status, report = ask(stranger)
    assert (status, report["disk"], report["database"]) == (503, "less than 200 MB are free", "ok")


def test_the_disk_of_a_folder_that_was_not_made_is_looked_at(tmp_path: Path) -> None:
    assert health._disk(tmp_path / "data" / "night") == "ok"
