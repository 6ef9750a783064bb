"""Figures for Prometheus: only with their key, and with nothing in them that names anybody."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from tests.support.night import phone_of, run_in_thread
from tests.support.strangers import advance_to, fill_in
from tests.support.url_table import URLS
from tournament.copies.places import first_place
from tournament.live.hub import Hub, Stream
from tournament.models import Night
from tournament.web.metrics import count_request

KEY = "a-key-for-prometheus-0123456789ab"


@pytest.fixture
def watched(settings: Any) -> Client:
    """A site with a key for its figures, and who has it."""
    settings.METRICS_KEY = KEY
    return Client(headers={"Authorization": f"Bearer {KEY}"})


def figures(client: Client) -> dict[tuple[str, ...], float]:
    """Ask for the figures; return each by its name and its labels' values."""
    answer = client.get("/metrics/")
    assert answer.status_code == 200 and answer["Cache-Control"] == "no-store"
    families = text_string_to_metric_families(answer.content.decode())
    return {
        (sample.name, *(f"{name}={value}" for name, value in sorted(sample.labels.items()))): sample.value
        for family in families
        for sample in family.samples
    }


@pytest.mark.parametrize("sent", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": KEY}, {"Cookie": KEY}])
def test_without_the_key_there_is_no_such_page(watched: Client, night: Night, sent: dict[str, str]) -> None:
    answer = Client(headers=sent).get("/metrics/")
    assert answer.status_code == 404 and "There is nothing here" in answer.content.decode()


def test_where_no_key_is_set_an_empty_one_opens_nothing(settings: Any, organizer: Client) -> None:
    settings.METRICS_KEY = ""
    for sent in ({}, {"Authorization": "Bearer "}, {"Authorization": ""}):
        assert organizer.get("/metrics/", headers=sent).status_code == 404
    assert organizer.post("/metrics/").status_code == 405


def test_requests_are_counted_by_kind_and_status(watched: Client, db: None) -> None:
    sample = ("euchre_request_seconds_count", "kind=tap", "status=204")
    before = figures(watched).get(sample, 0)
    count_request("/n/abc/play/hand/", 204, 0.02, looks=False)
    count_request("/n/abc/", 200, 0.2, looks=True)
    count_request(f"{django_settings.STATIC_URL}tournament/base.css", 200, 0.001, looks=False)
    found = figures(watched)
    assert found[sample] == before + 1
    assert ("euchre_request_seconds_count", "kind=look", "status=200") in found
    assert ("euchre_request_seconds_count", "kind=file", "status=200") in found


def test_nothing_is_counted_without_a_key(watched: Client, settings: Any, db: None) -> None:
    settings.METRICS_KEY = ""
    count_request("/n/abc/play/hand/", 299, 0.02, looks=False)
    settings.METRICS_KEY = KEY
    assert not [name for name in figures(watched) if "status=299" in name]


@pytest.mark.long
def test_no_figure_names_anybody(watched: Client, night: Night) -> None:
    """Only labels that are listed here, and no value of theirs comes from an address."""
    phone = phone_of(advance_to(night, "playing"), 1)
    for path in URLS:
        address, _ = fill_in(night, (path, "playing", {}))
        count_request(address, phone.get(address).status_code, 0.1, looks=True)
    text = watched.get("/metrics/").content.decode()
    labels = set(re.findall(r'(\w+)="', text))
    assert labels <= {"kind", "status", "le", "part", "state", "place"}
    for secret in (
        night.slug,
        night.join_key,
        night.club.key,
        night.name,
        *night.entries.values_list("key", flat=True),
    ):
        assert secret not in text


def test_what_works_is_said(watched: Client, db: None, settings: Any, tmp_path: Any) -> None:
    settings.DATA_DIR = tmp_path
    assert not [name for name in figures(watched) if name[0] == "euchre_safe_copy_age_seconds"]
    first_place().mkdir()
    (first_place() / "night-copy-000001-2026-11-24.sqlite3").touch()
    found = figures(watched)
    assert 0 <= found["euchre_safe_copy_age_seconds", "place=first"] < 600
    assert found["euchre_works", "part=database"] == 1 and ("euchre_hears_events",) in found
    assert ("euchre_open_streams",) in found and ("euchre_events_sent_total",) in found
    connections = [value for name, value in found.items() if name[0] == "euchre_database_connections"]
    assert bool(connections) == (connection.vendor == "postgresql")


def test_each_message_to_each_stream_is_an_event_sent_and_heartbeats_are_not() -> None:
    async def send(message: object) -> None:
        """Take a message."""

    sent = []

    async def run() -> None:
        hub = Hub()
        for _ in range(3):
            hub.subscribe(1, Stream(send))
        hub.publish(1, b"one")
        hub.publish(2, b"for nobody")
        hub.publish(1, b"", {7: b"for a player without a phone"})
        await asyncio.sleep(0.01)
        hub.heartbeat()
        sent.append(hub.sent)

    run_in_thread(run())
    assert sent == [3]
