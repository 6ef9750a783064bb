"""Rows that are replayed from a snapshot equal the rows that were made."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.apps import apps
from django.db import models, transaction
from django.db.models import F
from django.utils import timezone

from tests.support.night import CAST, ORGANIZER
from tests.support.row_snapshots import all_rows, make_or_replay
from tournament.models import Event, Night
from tournament.night.lifecycle import start_night
from tournament.night.numbers import draw_numbers
from tournament.night.roster_changes import arrive_late
from tournament.night.signup import sign_up


@pytest.fixture
def opened(empty_night: Night) -> Night:
    """A night of eight at two tables, made in a transaction that is rolled back, then replayed a minute later."""

    def make() -> Night:
        made.append("once")
        night = Night.objects.get(pk=empty_night.pk)
        sign_up(night=night, names=CAST[:8], who=ORGANIZER)
        draw_numbers(night=night, order="arrival", who=ORGANIZER)
        start_night(night=night, who=ORGANIZER)
        return night

    this, made = object(), []
    with transaction.atomic():
        make_or_replay(this, make)
        first = rows_without_times()
        transaction.set_rollback(True)
    Night.objects.update(created_at=F("created_at") + timedelta(minutes=1))
    night = make_or_replay(this, make)
    assert made == ["once"] and rows_without_times() == first
    return night


def rows_without_times() -> list[tuple[str, dict[str, object]]]:
    """Read every row of every table with Django, reducing each time to whether it is set."""
    found = []
    for model in apps.get_models():
        times = [field.attname for field in model._meta.concrete_fields if isinstance(field, models.DateTimeField)]
        for row in model._default_manager.order_by("pk").values():
            found.append((model.__name__, row | {name: row[name] is not None for name in times}))
    return found


def test_a_replay_has_the_same_rows_with_the_current_time(opened: Night) -> None:
    assert opened.opened_at is not None and (timezone.now() - opened.opened_at).total_seconds() < 5
    assert opened.entries.count() == 8 and Event.objects.filter(night=opened).exists()


def test_a_replayed_night_can_be_changed(opened: Night) -> None:
    arrive_late(night=opened, name="Zoe Late", who=ORGANIZER)
    assert opened.entries.count() == 9


def test_a_database_with_other_rows_gets_no_replay(empty_night: Night) -> None:
    this, before = object(), all_rows()
    make_or_replay(this, lambda: _named(empty_night, "One"))
    assert all_rows() != before
    make_or_replay(this, lambda: _named(empty_night, "Another"))
    assert Night.objects.get().name == "Another"


def _named(night: Night, name: str) -> Night:
    night.name = name
    night.save()
    return night
