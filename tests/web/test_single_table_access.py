"""Who may open and change what at a single table: every address, requested by everybody who must be refused."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from tests.support.night import ORGANIZER, nothing_changes, phone_of
from tests.support.row_snapshots import all_rows
from tests.support.single_table import current_game, open_table, post_hands
from tests.support.strangers import (
    LAST_NAME,
    ORGANIZER_PATH,
    another_clubs_organizer,
    browser_without_a_key,
    case_name,
    check_refused,
    phone_of_another_night,
    replaced_phone,
)
from tests.support.url_table import SINGLE_TABLE_CHANGES, Change
from tournament.models import Club, Night
from tournament.night.lifecycle import close_night

STRANGERS = (browser_without_a_key, another_clubs_organizer, replaced_phone, phone_of_another_night)
PUBLIC_PATHS = ("table/", "table/hands/", "rules/", "table/?game=1&of={newest}")


@pytest.fixture
def table(club: Club, organizer: Client) -> Night:
    """A single table of three-handed euchre with one hand recorded."""
    night = open_table(club, "three-handed", 3)
    post_hands(organizer, night, "1:3-4")
    return night


def fill_in(night: Night, change: Change) -> tuple[str, dict[str, str]]:
    """Return the path and the form of a change at this table."""
    game = current_game(night)
    values = {"slug": night.slug, "game": game.row.pk, "newest": game.hands[-1].id, "fresh": uuid4().hex}
    return change[0].format(**values), {name: text.format(**values) for name, text in change[2].items()}


@pytest.mark.parametrize("change", SINGLE_TABLE_CHANGES, ids=case_name)
def test_a_player_can_make_every_change(table: Night, change: Change) -> None:
    phone = phone_of(table, 3)
    address, data = fill_in(table, change)
    before = all_rows()
    assert phone.post(address, data).status_code == 302
    assert all_rows() != before


@pytest.mark.parametrize("change", SINGLE_TABLE_CHANGES, ids=case_name)
def test_a_stranger_cannot_change_anything(table: Night, change: Change) -> None:
    check_refused({case_name(stranger): stranger(table) for stranger in STRANGERS}, *fill_in(table, change))


@pytest.mark.parametrize("change", SINGLE_TABLE_CHANGES, ids=case_name)
def test_nobody_can_change_anything_after_the_end_or_at_another_table(
    club: Club, organizer: Client, table: Night, change: Change
) -> None:
    phone, other = phone_of(table, 1), open_table(club, "three-handed", 3)
    address, data = fill_in(table, change)
    close_night(night=table, who=ORGANIZER)
    with nothing_changes():
        assert (phone.post(address, data).status_code, organizer.post(address, data).status_code) == (409, 409)
        elsewhere = address.replace(table.slug, other.slug)
        assert (phone.post(elsewhere, data).status_code, organizer.post(elsewhere, data).status_code) in (
            (403, 404),
            (404, 404),
        ), "a game is found only under its own table"


@pytest.mark.parametrize("moment", ["playing", "closed"])
@pytest.mark.parametrize("stranger", STRANGERS, ids=case_name)
def test_public_pages_show_no_last_name_no_key_and_no_organizer_link(
    table: Night, stranger: object, moment: str
) -> None:
    assert callable(stranger)
    client, newest = stranger(table), current_game(table).hands[-1].id
    if moment == "closed":
        close_night(night=table, who=ORGANIZER)
    keys = [table.club.key, *(key for e in table.entries.all() for key in (e.key, e.printed_key))]
    for path in PUBLIC_PATHS:
        page = client.get(f"/n/{table.slug}/{path.format(newest=newest)}").content.decode()
        assert not LAST_NAME.search(page) and not ORGANIZER_PATH.findall(page), path
        assert not [key for key in keys if key in page] and 'name="said"' not in page, path


def test_only_the_organizer_sees_the_codes_for_more_phones(organizer: Client, table: Night) -> None:
    codes = [entry.printed_key for entry in table.entries.all()]
    organizers_page, players_page = (
        client.get(f"/n/{table.slug}/table/hands/").content.decode() for client in (organizer, phone_of(table, 1))
    )
    assert all(code in organizers_page for code in codes)
    assert not any(code in players_page for code in codes)
