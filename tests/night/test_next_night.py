"""The club's next night begins as the last one was, with its movement, prizes and paper."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.test import Client

from tests.support.night import ORGANIZER
from tournament.models import Chart, Club, Night
from tournament.night.lifecycle import begin_night

TONIGHT_ONLY = {"house_rules_before", "seed", "drawn"}
# What a night is and goes through, which is nobody's choice.
NO_SETTINGS = {
    "id",
    "club",
    "slug",
    "join_key",
    "date",
    "kind",
    "status",
    "chart_name",
    "chart",
    "own_rules",
    "created_at",
    "opened_at",
    "closed_at",
    "revealed_at",
    "revealed_steps",
}
TEXTS = {"variant": "standard"}
JSON_VALUES = {"house_rules": {"stick_the_dealer": True}, "house_rules_before": {"standard": {}}}


def another_value(field: models.Field[Any, Any], night: Night) -> Any:
    """Return a value for a setting that it does not have now."""
    now = getattr(night, field.name)
    if field.choices:
        return next(value for value, _ in field.choices if value != now)
    if isinstance(field, models.ForeignKey):
        return Chart.objects.exclude(pk=getattr(night, field.attname)).latest("pk")
    if isinstance(field, models.BooleanField):
        return not now
    if isinstance(field, models.IntegerField):
        return now + 1
    if isinstance(field, models.JSONField):
        return JSON_VALUES.get(field.name, {"list": [{"kind": "high"}]})
    return TEXTS.get(field.name, "Something else")


def test_the_next_night_keeps_every_setting_but_those_of_tonight(club: Club) -> None:
    night = Night.objects.create(club=club, name="Tuesday euchre", date="2026-11-24")
    settings = [field for field in Night._meta.concrete_fields if field.name not in NO_SETTINGS]
    for field in settings:
        setattr(night, field.name, another_value(field, night))
    night.save()
    later = begin_night(club=club, who=ORGANIZER)
    assert later.pk != night.pk
    changed = {field.name for field in settings if getattr(later, field.name) != getattr(night, field.name)}
    assert changed == TONIGHT_ONLY, "a new field is kept, or it is named here and in Night.TONIGHT_ONLY"


def test_the_movement_of_last_week_is_on_next_weeks_desk(organizer: Client, empty_night: Night) -> None:
    organizer.post(f"/n/{empty_night.slug}/desk/movement/", {"movement": "winners-up", "games": "12"})
    organizer.post("/new/")
    later = Night.objects.latest("pk")
    assert (later.movement, later.games, later.seed != empty_night.seed) == ("winners-up", 12, True)
