"""Numbers are drawn by arrival or at random, and can be swapped; seats follow them."""

from __future__ import annotations

import random

import pytest
from django.test import Client

from tally.scoring.signing import confirm_game
from tally.scoring.undo import undo_hand
from tests.support.night import CAST, ORGANIZER, game_at, nothing_changes, phone_of, play_hands
from tests.support.rosters import numbers_by_name, seats_by_chart, seats_of
from tournament.models import Night
from tournament.movements.seats import Side
from tournament.night.bell import ring_bell
from tournament.night.numbers import draw_numbers, swap_numbers
from tournament.people.errors import Refused

# Drawing


def test_numbers_by_arrival_follow_the_list(organizer: Client, eight_players: Night) -> None:
    assert organizer.post(f"/n/{eight_players.slug}/desk/draw/", {"order": "arrival"}).status_code == 302
    assert numbers_by_name(eight_players) == {name: n for n, name in enumerate(CAST[:8], 1)}


def test_random_numbers_reach_everybody_and_depend_only_on_the_seed(eight_players: Night) -> None:
    drawn = []
    for seed in (7, 7, 8):
        draw_numbers(night=eight_players, order="random", who=ORGANIZER, chance=random.Random(seed))
        drawn.append(numbers_by_name(eight_players))
    assert drawn[0] == drawn[1] != drawn[2]
    assert sorted(drawn[0].values(), key=int) == list(range(1, 9))
    expected = list(CAST[:8])
    random.Random(7).shuffle(expected)
    assert [name for name, _ in sorted(drawn[0].items(), key=lambda item: item[1] or 0)] == expected


def test_drawing_again_gives_everybody_one_number(organizer: Client, eight_players: Night) -> None:
    for _ in range(3):
        organizer.post(f"/n/{eight_players.slug}/desk/draw/", {"order": "random"})
        assert sorted(numbers_by_name(eight_players).values(), key=int) == list(range(1, 9))


def test_an_empty_list_cannot_be_numbered(organizer: Client, empty_night: Night) -> None:
    with nothing_changes():
        page = organizer.post(f"/n/{empty_night.slug}/desk/draw/", {"order": "random"})
    assert page.status_code == 409
    assert "Nobody to number yet." in page.content.decode()


def test_numbers_cannot_be_drawn_again_after_the_start(organizer: Client, night: Night) -> None:
    with nothing_changes():
        assert organizer.post(f"/n/{night.slug}/desk/draw/", {"order": "random"}).status_code == 409


# Swapping


def swap(organizer: Client, night: Night, one: object, other: object) -> int:
    """Swap two numbers at the desk; return the status code."""
    return organizer.post(f"/n/{night.slug}/desk/swap/", {"one": one, "other": other}).status_code


def test_two_players_swap_numbers_before_the_start(organizer: Client, eight_players: Night) -> None:
    draw_numbers(night=eight_players, order="arrival", who=ORGANIZER)
    assert swap(organizer, eight_players, 2, 7) == 302
    assert (numbers_by_name(eight_players)["Bob Stone"], numbers_by_name(eight_players)["Gina Rossi"]) == (7, 2)
    assert sorted(numbers_by_name(eight_players).values(), key=int) == list(range(1, 9))


def test_after_the_start_the_seats_follow_a_swap(organizer: Client, night: Night) -> None:
    phone = phone_of(night, 2)
    assert swap(organizer, night, 2, 7) == 302
    assert numbers_by_name(night)["Bob Stone"] == 7
    assert seats_of(night) == seats_by_chart(night.chart)
    assert "7 Bob S." in phone.get(f"/n/{night.slug}/play/").content.decode()


def test_numbers_cannot_be_swapped_after_the_first_hand(organizer: Client, night: Night) -> None:
    play_hands(game_at(night, 1, 2), "NS:3-4")
    with nothing_changes():
        assert swap(organizer, night, 2, 7) == 409


def test_numbers_cannot_be_swapped_even_when_the_first_hand_was_undone(organizer: Client, night: Night) -> None:
    game = game_at(night, 1, 2)
    play_hands(game, "NS:3-4")
    undo_hand(game=game, hand=game.hands.get().pk, key="k" * 8, who=ORGANIZER)
    with nothing_changes():
        assert swap(organizer, night, 2, 7) == 409
        assert organizer.post(f"/n/{night.slug}/desk/back/").status_code == 409


@pytest.mark.parametrize("path", ["swap", "back"])
def test_after_the_bell_seats_are_fixed_and_a_game_without_a_hand_cannot_be_signed(
    organizer: Client, night: Night, path: str
) -> None:
    game = game_at(night, 1, 1)
    ring_bell(round_=game.round, who=ORGANIZER)
    with nothing_changes():
        with pytest.raises(Refused, match="No hand is recorded"):
            confirm_game(game=game, side=Side.NS, agrees=True, seen_hand=0, who=ORGANIZER)
        assert organizer.post(f"/n/{night.slug}/desk/{path}/", {"one": 1, "other": 2}).status_code == 409


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (2, 2),
        (2, 9),
        (0, 1),
        (-1, 2),
        ("", 2),
        ("x", 2),
        ("2.5", 3),
        (2, 70_000),
        (2, 10**12),
        (2, 10**30),
    ],
)
def test_a_swap_needs_two_different_numbers_on_the_list(
    organizer: Client, night: Night, one: object, other: object
) -> None:
    with nothing_changes():
        assert swap(organizer, night, one, other) == 409


def test_numbers_of_a_closed_night_cannot_be_swapped(organizer: Client, night: Night) -> None:
    Night.objects.update(status=Night.Status.CLOSED)
    with nothing_changes():
        assert swap(organizer, night, 2, 7) == 409


def test_a_swap_is_logged_with_both_names(night: Night) -> None:
    swap_numbers(night=night, one=1, other=8, who=ORGANIZER)
    event = night.events.order_by("-pk")[0]
    logged = night.log_entries.order_by("-pk")[0]
    assert (logged.actor, event.topics) == ("The organizer", "room")
    assert "Ann M." in logged.text and "Hal Y." in logged.text
