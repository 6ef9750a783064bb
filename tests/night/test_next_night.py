"""The club's next night is set up as the last one was, with its movement, prizes and paper."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.test import Client

from tests.support.night import CAST, ORGANIZER, nothing_changes, phone_of
from tests.support.rosters import names_by_arrival
from tournament.models import Chart, Club, Night
from tournament.night.last_time import last_times_players
from tournament.night.lifecycle import close_night, create_night, start_night
from tournament.night.roster_changes import drop_out, substitute
from tournament.night.signup import sign_up

TONIGHT_ONLY = {"house_rules_before", "seed", "drawn", "phone_sign_up"}
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
    "printed_sheets",
    "revealed_steps",
    "reveal_of",
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
    later = create_night(club=club, who=ORGANIZER)
    assert later.pk != night.pk
    changed = {field.name for field in settings if getattr(later, field.name) != getattr(night, field.name)}
    assert changed == TONIGHT_ONLY, "a new field is kept, or it is named here and in Night.TONIGHT_ONLY"


def test_the_movement_of_last_week_is_on_next_weeks_desk(organizer: Client, empty_night: Night) -> None:
    organizer.post(f"/n/{empty_night.slug}/desk/movement/", {"movement": "winners-up", "games": "12"})
    organizer.post("/new/")
    later = Night.objects.latest("pk")
    assert (later.movement, later.games, later.seed != empty_night.seed) == ("winners-up", 12, True)


# Last time's players


def next_week(night: Night) -> Night:
    """Close this night, and create the club's next one."""
    close_night(night=night, who=ORGANIZER)
    return create_night(club=night.club, who=ORGANIZER)


def test_last_times_players_are_signed_up_with_one_button(
    organizer: Client, night: Night, short_searches: None
) -> None:
    drop_out(entry=night.entries.get(number=2), who=ORGANIZER)
    substitute(entry=night.entries.get(number=5), name="Zoe New", who=ORGANIZER)
    later = next_week(night)
    assert "Add last time’s players (9)" in organizer.get(f"/n/{later.slug}/desk/").content.decode()
    page = organizer.post(f"/n/{later.slug}/desk/last-time/", follow=True).content.decode()
    assert names_by_arrival(later) == [*CAST[:4], "Zoe New", *CAST[5:8], CAST[4]]
    assert "Added 9 players." in page and "Add last time’s players" not in page
    assert later.log_entries.latest("pk").text.startswith("signed up Ann M., ")


def test_last_times_players_are_added_once_and_beside_those_who_are_here(
    organizer: Client, night: Night, short_searches: None
) -> None:
    later = next_week(night)
    sign_up(night=later, names=[CAST[3].upper(), "Zoe New"], who=ORGANIZER)
    for _ in range(2):
        assert organizer.post(f"/n/{later.slug}/desk/last-time/").status_code == 302
    assert names_by_arrival(later) == [CAST[3].upper(), "Zoe New", *CAST[:3], *CAST[4:8]]


def test_two_of_the_same_name_come_again_as_two(organizer: Client, empty_night: Night) -> None:
    sign_up(night=empty_night, names=["Bob", "Bob", "Carla", "Dan"], who=ORGANIZER, also_same_names=True)
    start_night(night=empty_night, who=ORGANIZER)
    later = next_week(empty_night)
    organizer.post(f"/n/{later.slug}/desk/last-time/")
    assert names_by_arrival(later) == ["Bob", "Bob", "Carla", "Dan"]


def test_last_times_players_are_refused_to_strangers_and_after_the_start(
    organizer: Client, stranger: Client, night: Night, short_searches: None
) -> None:
    phone, later = phone_of(night, 1), next_week(night)
    address = f"/n/{later.slug}/desk/last-time/"
    with nothing_changes():
        assert [client.post(address).status_code for client in (stranger, phone)] == [403, 403]
    organizer.post(address)
    start_night(night=later, who=ORGANIZER)
    with nothing_changes():
        assert organizer.post(address).status_code == 409


def test_without_a_night_that_was_played_no_players_are_offered(organizer: Client, empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:4], who=ORGANIZER)
    later = create_night(club=empty_night.club, who=ORGANIZER)
    assert last_times_players(later) == []
    assert "last time" not in organizer.get(f"/n/{later.slug}/desk/").content.decode()
