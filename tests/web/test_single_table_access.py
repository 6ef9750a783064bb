"""Who may change and see what at a single table: every address of it, tried by everybody who must be kept out."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from tests.support.night import ORGANIZER, nothing_changes, phone_of
from tests.support.row_snapshots import rows
from tests.support.single_table import now, sit_down, tell_all
from tests.support.strangers import (
    BACKSTAGE,
    SECRET,
    a_phone_of_another_night,
    a_retired_phone,
    another_clubs_organizer,
    named,
    nobody,
    refused_to,
)
from tests.support.url_table import AT_A_TABLE, Change
from tournament.access import ORGANIZER_COOKIE
from tournament.models import Club, Night
from tournament.night.lifecycle import close_night

STRANGERS = (nobody, another_clubs_organizer, a_retired_phone, a_phone_of_another_night)
PUBLIC = ("table/", "table/hands/", "rules/", "table/?game=1&of={newest}")


@pytest.fixture
def table(club: Club, organizer: Client) -> Night:
    """Three-handed euchre with one hand recorded."""
    night = sit_down(club, "three-handed", 3)
    tell_all(organizer, night, "1:3-4")
    return night


def filled(night: Night, change: Change) -> tuple[str, dict[str, str]]:
    """The address and the form of a change at this very table."""
    game = now(night)
    words = {"slug": night.slug, "game": game.row.pk, "newest": game.hands[-1].id, "fresh": uuid4().hex}
    return change[0].format(**words), {name: value.format(**words) for name, value in change[2].items()}


@pytest.mark.parametrize("change", AT_A_TABLE, ids=named)
def test_what_a_player_sends_works(table: Night, change: Change) -> None:
    phone = phone_of(table, 3)
    address, data = filled(table, change)
    before = rows()
    assert phone.post(address, data).status_code == 302
    assert rows() != before


@pytest.mark.parametrize("change", AT_A_TABLE, ids=named)
def test_a_stranger_changes_nothing(table: Night, change: Change) -> None:
    refused_to({named(stranger): stranger(table) for stranger in STRANGERS}, *filled(table, change))


@pytest.mark.parametrize("change", AT_A_TABLE, ids=named)
def test_nobody_changes_anything_after_the_end_or_at_another_table(
    club: Club, organizer: Client, table: Night, change: Change
) -> None:
    phone, other = phone_of(table, 1), sit_down(club, "three-handed", 3)
    address, data = filled(table, change)
    close_night(night=table, who=ORGANIZER)
    with nothing_changes():
        assert (phone.post(address, data).status_code, organizer.post(address, data).status_code) == (409, 409)
        elsewhere = address.replace(table.slug, other.slug)
        assert (phone.post(elsewhere, data).status_code, organizer.post(elsewhere, data).status_code) in (
            (403, 404),
            (404, 404),
        ), "a game is found below its own table only"


@pytest.mark.parametrize("change", AT_A_TABLE, ids=named)
def test_nothing_is_accepted_without_the_pages_token(table: Night, change: Change) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies[ORGANIZER_COOKIE] = table.club.key
    address, data = filled(table, change)
    with nothing_changes():
        assert client.post(address, data).status_code == 403


@pytest.mark.parametrize("moment", ["playing", "closed"])
@pytest.mark.parametrize("stranger", STRANGERS, ids=named)
def test_public_pages_show_no_last_name_no_key_and_no_way_backstage(
    table: Night, stranger: object, moment: str
) -> None:
    assert callable(stranger)
    client, newest = stranger(table), now(table).hands[-1].id
    if moment == "closed":
        close_night(night=table, who=ORGANIZER)
    keys = [table.club.key, *(key for e in table.entries.all() for key in (e.key, e.printed_key))]
    for path in PUBLIC:
        page = client.get(f"/n/{table.slug}/{path.format(newest=newest)}").content.decode()
        assert not SECRET.search(page) and not BACKSTAGE.findall(page), path
        assert not [key for key in keys if key in page] and 'name="said"' not in page, path


def test_the_organizer_finds_the_codes_for_more_phones_and_a_player_does_not(organizer: Client, table: Night) -> None:
    codes = [entry.printed_key for entry in table.entries.all()]
    page, players = (
        client.get(f"/n/{table.slug}/table/hands/").content.decode() for client in (organizer, phone_of(table, 1))
    )
    assert all(code in page for code in codes) and not any(code in players for code in codes)
