"""A single table: its rules before the first hand, and two phones that show different pages."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from tally.rules import VARIANTS, ask
from tally.scoring.single_table import record_at_table
from tests.support.night import ORGANIZER, nothing_changes, phone_of
from tests.support.single_table import current_game, open_table, post_form, post_hands, totals, undo
from tournament.models import Club, Night
from tournament.people.errors import Refused

THREE = "three-handed"


@pytest.fixture
def table(club: Club) -> Night:
    """Ann, Bob and Carla play three-handed euchre to 5."""
    return open_table(club, THREE, 3)


# The game and its house rules, before the first hand


def test_a_tables_house_rules_can_change_only_before_its_first_hand(organizer: Client, table: Night) -> None:
    address = f"/n/{table.slug}/rules/"
    page = organizer.get(address).content.decode()
    assert "Pepper for Three" in page and "Michigan" not in page and "Hands a game" not in page
    chosen = {"variant": THREE, "rule-target": "10", "rule-march": "4"}
    assert organizer.post(address, chosen)["Location"] == f"{address}?saved=answers"
    table.refresh_from_db()
    assert table.house_rules == {"target": 10, "march": 4}
    post_hands(organizer, table, "0:5", "0:5")
    assert totals(table) == [8, 0, 0] and not current_game(table).over
    with nothing_changes():
        answer = organizer.post(address, {"variant": THREE, "rule-target": "5", "rule-march": "3"})
    assert answer.status_code == 409 and "A hand has been played" in answer.content.decode()


def test_another_game_for_the_same_number_of_players_can_be_chosen_before_the_first_hand(
    organizer: Client, table: Night
) -> None:
    address = f"/n/{table.slug}/rules/"
    with nothing_changes():
        assert organizer.post(address, {"variant": "hoosier"}).status_code == 400
    assert organizer.post(address, {"variant": "pepper-three"}).status_code == 302
    table.refresh_from_db()
    assert (table.variant, table.name, table.house_rules) == ("pepper-three", VARIANTS["pepper-three"].name, {})
    post_hands(organizer, table, "1:bid-3/took-4/own-2")
    assert totals(table) == [2, 4, 2]


def test_a_hand_of_the_previously_chosen_game_is_refused(organizer: Client, table: Night) -> None:
    hand = ask(current_game(table).setup, "0:5")
    assert isinstance(hand, dict)
    organizer.post(f"/n/{table.slug}/rules/", {"variant": "pepper-three"})
    with nothing_changes(), pytest.raises(Refused, match="a game that is not tonight’s"):
        record_at_table(game=current_game(table).row, number=1, record=hand, key="a-key-of-its-own", who=ORGANIZER)


def test_players_and_strangers_cannot_choose_a_tables_rules(stranger: Client, table: Night) -> None:
    for client in (stranger, phone_of(table, 1)):
        with nothing_changes():
            assert client.post(f"/n/{table.slug}/rules/", {"variant": THREE}).status_code == 403


# Two phones that show different pages


def test_a_hand_that_another_phone_has_recorded_meanwhile_is_not_recorded_again(organizer: Client, club: Club) -> None:
    table = open_table(club, "call-ace", 4)
    slow_phone, game = phone_of(table, 1), current_game(table).row
    form = {"game": game.pk, "hand": 1, "key": uuid4().hex}
    assert slow_phone.post(f"/n/{table.slug}/table/", form | {"said": "0:turn-up"}).status_code == 200
    post_hands(organizer, table, "0:turn-up/with-2/took-3-4")
    page = slow_phone.post(f"/n/{table.slug}/table/", form | {"said": "0:turn-up/with-2"})
    assert page.status_code == 200 and 'name="hand" value="1"' in page.content.decode()
    with nothing_changes():
        assert (
            slow_phone.post(f"/n/{table.slug}/table/", form | {"said": "0:turn-up/with-2/took-3-4"}).status_code == 302
        )
        other = slow_phone.post(
            f"/n/{table.slug}/table/", form | {"said": "0:turn-up/with-2/took-5", "key": uuid4().hex}
        )
    assert other.status_code == 409 and "already recorded, with another result" in other.content.decode()


def test_a_hand_is_refused_when_the_one_before_it_was_undone_meanwhile(organizer: Client, club: Club) -> None:
    table = open_table(club, "call-ace", 4)
    post_hands(organizer, table, "0:turn-up/with-2/took-3-4", "1:turn-up/with-3/took-5")
    slow_phone, game = phone_of(table, 1), current_game(table).row
    form = {"game": game.pk, "hand": 3, "key": uuid4().hex}
    assert slow_phone.post(f"/n/{table.slug}/table/", form | {"said": "0:turn-up"}).status_code == 200
    undo(organizer, table)
    with nothing_changes():
        for path in ("0:turn-up/with-2", "0:turn-up/with-2/took-5"):
            page = slow_phone.post(f"/n/{table.slug}/table/", form | {"said": path})
            assert page.status_code == 409
            assert "Hand 2 comes next; this page was for hand 3." in page.content.decode()


def test_the_next_game_starts_only_from_a_page_that_shows_every_hand(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, "0:5", "0:5")
    won = current_game(table)
    undo(organizer, table)
    with nothing_changes():
        answer = post_form(organizer, table, "next/", won.row, upto=won.newest)
    assert answer.status_code == 409 and "entered or undone in the meantime" in answer.content.decode()
    post_hands(organizer, table, "0:3-4")
    assert totals(table) == [4, 0, 0]
