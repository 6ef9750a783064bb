"""Choosing the movement: every one in a sentence, what it would be for tonight, and only before the start."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.conftest import CAST, ORGANIZER, nothing_changes, phone_of
from tests.movement_nights import open_with
from tests.test_numbers import eight
from tournament.entries import draw_numbers, sign_up
from tournament.models import Night
from tournament.movements.choices import MOVEMENTS
from tournament.plan import plan, seatings

__all__ = ["eight"]  # a fixture
FOLLOW_WINNERS = {"winners-up", "winners-stay"}


def address(night: Night) -> str:
    return f"/n/{night.slug}/desk/movement/"


@pytest.mark.parametrize("movement", Night.Movement.values)
def test_a_movement_is_chosen_with_its_games(organizer: Client, eight: Night, movement: str) -> None:
    answer = organizer.post(address(eight), {"movement": movement, "games": "6", "even_head_table": "on"})
    assert (answer.status_code, answer["Location"]) == (302, address(eight))
    eight.refresh_from_db()
    assert (eight.movement, eight.games, eight.even_head_table) == (movement, 6, True)
    assert "Tonight, with 8 players:" in organizer.get(address(eight)).content.decode()


def test_no_number_of_games_means_the_movements_own(organizer: Client, eight: Night) -> None:
    organizer.post(address(eight), {"movement": "chart", "games": ""})
    eight.refresh_from_db()
    assert (eight.games, plan(eight, range(1, 9)).games) == (0, 7)


def test_every_movement_has_a_sentence_and_says_what_cards_can_show(organizer: Client, eight: Night) -> None:
    page = organizer.get(address(eight)).content.decode()
    labels = page.split('<label class="tick"><input type="radio"')[1:]
    assert len(labels) == len(Night.Movement)
    for (slug, name), label in zip(Night.Movement.choices, labels, strict=True):
        label = label.partition("</label>")[0]
        assert f'value="{slug}"' in label and str(name) in label
        assert ("filled in as you go" if slug in FOLLOW_WINNERS else "printed with all seats") in label, slug
    assert {slug for slug, movement in MOVEMENTS.items() if movement.follows_winners} == FOLLOW_WINNERS


@pytest.mark.parametrize(("players", "not_for"), [(8, set()), (10, {"chart", "perfect"}), (9, {"chart"})])
def test_a_movement_that_cannot_seat_tonights_players_says_so(
        organizer: Client, empty_night: Night, players: int, not_for: set[str]) -> None:
    sign_up(night=empty_night, names=CAST[:players], who=ORGANIZER)
    labels = organizer.get(address(empty_night)).content.decode().split('<label class="tick"><input type="radio"')[1:]
    said = {slug for slug, label in zip(Night.Movement.values, labels, strict=True)
            if f"Not for {players} players" in label.partition("</label>")[0]}
    assert said == not_for


def test_another_draw_is_another_rotation_with_the_same_movement(organizer: Client, eight: Night) -> None:
    organizer.post(address(eight), {"movement": "drawn", "games": "6"})
    eight.refresh_from_db()
    before = plan(eight, range(1, 9)).rounds
    organizer.post(address(eight), {"movement": "drawn", "games": "6", "again": "1"})
    eight.refresh_from_db()
    assert plan(eight, range(1, 9)).rounds != before
    organizer.post(f"/n/{eight.slug}/desk/start/")
    assert tuple(seatings(eight)) == plan(eight, range(1, 9)).rounds


@pytest.mark.parametrize("said", [{"movement": "musical-chairs"}, {"movement": "night", "games": "0"},
                                  {"movement": "night", "games": "21"}, {"movement": "night", "games": "x"}])
def test_what_no_night_can_be_is_said_at_the_field_and_changes_nothing(
        organizer: Client, eight: Night, said: dict[str, str]) -> None:
    with nothing_changes():
        answer = organizer.post(address(eight), said)
    assert answer.status_code == 400
    assert "There is a problem" in answer.content.decode()


def test_strangers_and_players_choose_no_movement(stranger: Client, eight: Night) -> None:
    draw_numbers(night=eight, order="arrival", who=ORGANIZER)
    phone = phone_of(eight, 1)
    with nothing_changes():
        for client in (stranger, phone):
            assert client.post(address(eight), {"movement": "drawn"}).status_code == 403
            assert client.get(address(eight)).status_code == 403


def test_after_the_start_the_movement_stays(organizer: Client, empty_night: Night) -> None:
    night = open_with(empty_night, 10, "drawn", games=3)
    with nothing_changes():
        assert organizer.post(address(night), {"movement": "night"}).status_code == 409
    page = organizer.get(address(night)).content.decode()
    assert "its movement stays" in page and 'type="radio"' not in page
