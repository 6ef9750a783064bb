"""A single table before its first hand, and with two phones that are not at the same page."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from tally.rules import VARIANTS, ask
from tally.scoring.single_table import record_at_table
from tests.support.night import ORGANIZER, nothing_changes, phone_of
from tests.support.single_table import now, post, sit_down, tell_all, totals, undo
from tournament.models import Club, Night
from tournament.people.errors import Refused

THREE = "three-handed"


@pytest.fixture
def table(club: Club) -> Night:
    """Ann, Bob and Carla play three-handed euchre to 5."""
    return sit_down(club, THREE, 3)


# ---- The game and its house rules, until the first hand


def test_the_house_rules_of_a_table_are_chosen_before_its_first_hand(organizer: Client, table: Night) -> None:
    address = f"/n/{table.slug}/rules/"
    page = organizer.get(address).content.decode()
    assert "Pepper for Three" in page and "Michigan" not in page and "Hands a game" not in page
    assert organizer.post(address, {"variant": THREE, "rule-target": "10", "rule-march": "4"})["Location"] == address
    table.refresh_from_db()
    assert table.house_rules == {"target": 10, "march": 4}
    tell_all(organizer, table, "0:5", "0:5")
    assert totals(table) == [8, 0, 0] and not now(table).over
    with nothing_changes():
        answer = organizer.post(address, {"variant": THREE, "rule-target": "5", "rule-march": "3"})
    assert answer.status_code == 409 and "A hand has been played" in answer.content.decode()


def test_another_game_for_as_many_players_is_chosen_before_the_first_hand(organizer: Client, table: Night) -> None:
    address = f"/n/{table.slug}/rules/"
    with nothing_changes():
        assert organizer.post(address, {"variant": "hoosier"}).status_code == 400
    assert organizer.post(address, {"variant": "pepper-three"}).status_code == 302
    table.refresh_from_db()
    assert (table.variant, table.name, table.house_rules) == ("pepper-three", VARIANTS["pepper-three"].name, {})
    tell_all(organizer, table, "1:bid-3/took-4/own-2")
    assert totals(table) == [2, 4, 2]


def test_a_hand_of_the_game_that_was_chosen_before_is_refused(organizer: Client, table: Night) -> None:
    told = ask(now(table).setup, "0:5")
    assert isinstance(told, dict)
    organizer.post(f"/n/{table.slug}/rules/", {"variant": "pepper-three"})
    with nothing_changes(), pytest.raises(Refused, match="another game than tonight's"):
        record_at_table(game=now(table).row, number=1, record=told, key="a-key-of-its-own", who=ORGANIZER)


def test_a_player_or_a_stranger_chooses_no_rules_for_a_table(stranger: Client, table: Night) -> None:
    for client in (stranger, phone_of(table, 1)):
        with nothing_changes():
            assert client.post(f"/n/{table.slug}/rules/", {"variant": THREE}).status_code == 403


# ---- Two phones that are not at the same page


def test_a_hand_that_another_phone_told_meanwhile_is_not_told_again(organizer: Client, club: Club) -> None:
    table = sit_down(club, "call-ace", 4)
    slow, game = phone_of(table, 1), now(table).row
    asked = {"game": game.pk, "hand": 1, "key": uuid4().hex}
    assert slow.post(f"/n/{table.slug}/table/", asked | {"said": "0:turn-up"}).status_code == 200
    tell_all(organizer, table, "0:turn-up/with-2/took-3-4")
    page = slow.post(f"/n/{table.slug}/table/", asked | {"said": "0:turn-up/with-2"})
    assert page.status_code == 200 and 'name="hand" value="1"' in page.content.decode()
    with nothing_changes():
        assert slow.post(f"/n/{table.slug}/table/", asked | {"said": "0:turn-up/with-2/took-3-4"}).status_code == 302
        other = slow.post(f"/n/{table.slug}/table/", asked | {"said": "0:turn-up/with-2/took-5", "key": uuid4().hex})
    assert other.status_code == 409 and "recorded already, with another result" in other.content.decode()


def test_a_hand_is_not_told_in_the_place_of_one_that_was_taken_back_meanwhile(organizer: Client, club: Club) -> None:
    table = sit_down(club, "call-ace", 4)
    tell_all(organizer, table, "0:turn-up/with-2/took-3-4", "1:turn-up/with-3/took-5")
    slow, game = phone_of(table, 1), now(table).row
    asked = {"game": game.pk, "hand": 3, "key": uuid4().hex}
    assert slow.post(f"/n/{table.slug}/table/", asked | {"said": "0:turn-up"}).status_code == 200
    undo(organizer, table)
    with nothing_changes():
        for said in ("0:turn-up/with-2", "0:turn-up/with-2/took-5"):
            page = slow.post(f"/n/{table.slug}/table/", asked | {"said": said})
            assert page.status_code == 409
            assert "Hand 2 comes next; this page was for hand 3." in page.content.decode()


def test_the_next_game_begins_only_from_a_page_that_shows_every_hand(organizer: Client, table: Night) -> None:
    tell_all(organizer, table, "0:5", "0:5")
    won = now(table)
    undo(organizer, table)
    with nothing_changes():
        answer = post(organizer, table, "next/", won.row, upto=won.newest)
    assert answer.status_code == 409 and "taken back meanwhile" in answer.content.decode()
    tell_all(organizer, table, "0:3-4")
    assert totals(table) == [4, 0, 0]
