"""Undo of a tap of which a phone does not know whether it has arrived: by the key that the tap had."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from tally.loading.games import load_game
from tally.models import Dispute
from tally.scoring.disputes import settle_dispute
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands, tap, who_is
from tests.support.scored_games import hand_versions
from tournament.models import Game, Night
from tournament.night.lifecycle import back_to_sign_up, close_night
from tournament.night.roster_changes import drop_out
from tournament.people.errors import Refused


@pytest.fixture
def game(night: Night) -> Game:
    """Table 1's first game: numbers 1 and 6 against 2 and 5."""
    return game_at(night, 1, 1)


@pytest.mark.parametrize("mine", ["hand", "dispute", "nothing"])
def test_what_a_phone_does_not_know_to_have_arrived_is_taken_back_by_its_key(
    night: Night, game: Game, mine: str
) -> None:
    if mine == "dispute":
        tap(phone_of(night, 5), game, 1, "NS:0-2")
    phone = phone_of(night, 1)
    if mine != "nothing":
        tap(phone, game, 1, "NS:5", key="a-key-without-answer")
    undone = {"game": game.pk, "hand": 1, "key": "a-key-without-answer"}
    assert phone.post(f"/n/{night.slug}/play/undo/", undone).status_code == 302
    kept = {"hand": [True, False], "dispute": [True], "nothing": [False]}[mine]
    assert [stands for _, _, stands in hand_versions(game)] == kept
    assert not Dispute.objects.open().exists()
    tap(phone, game, 1, "NS:5", key="a-key-without-answer")
    standing = [stands for _, _, stands in hand_versions(game)]
    assert standing == kept, "a late arrival of what was taken back counts for nothing"


def test_undo_of_a_tap_that_never_arrived_takes_nobody_elses_hand_back(night: Night, game: Game) -> None:
    mine, theirs = phone_of(night, 1), phone_of(night, 5)
    tap(theirs, game, 1, "NS:5")
    tap(theirs, game, 2, "EW:3-4")
    with nothing_changes():
        for number in (1, 2, 4, 99):
            undone = {"game": game.pk, "hand": number, "key": uuid4().hex}
            assert mine.post(f"/n/{night.slug}/play/undo/", undone).status_code == 302
        later = {"game": game_at(night, 2, 1).pk, "hand": 1, "key": uuid4().hex}
        assert theirs.post(f"/n/{night.slug}/play/undo/", later).status_code in (302, 403), "game 2 has to wait"
    assert hand_versions(game) == [(1, "5", True), (2, "[3, 4]", True)]


def test_a_first_hand_that_was_taken_back_unarrived_keeps_its_seats(
    night: Night, game: Game, short_searches: None
) -> None:
    undone = {"game": game.pk, "hand": 1, "key": uuid4().hex}
    assert phone_of(night, 1).post(f"/n/{night.slug}/play/undo/", undone).status_code == 302
    drop_out(entry=night.entries.get(number=8), who=ORGANIZER)
    assert hand_versions(game) == [(1, "None", False)]
    with pytest.raises(Refused, match="Hands have been played"):
        back_to_sign_up(night=night, who=ORGANIZER)


@pytest.mark.parametrize("arrived", [True, False])
def test_nobody_else_takes_it_back(stranger: Client, night: Night, game: Game, arrived: bool) -> None:
    if arrived:
        tap(phone_of(night, 1), game, 1, "NS:5", key="the-key-of-ann")
    phones = [stranger, phone_of(night, 3)]  # number 3 sits at table 2
    with nothing_changes():
        for phone in phones:
            undone = {"game": game.pk, "hand": 1, "key": "the-key-of-ann"}
            assert phone.post(f"/n/{night.slug}/play/undo/", undone).status_code == 403


def test_nothing_is_taken_back_after_the_night(night: Night, game: Game) -> None:
    phone = phone_of(night, 1)
    tap(phone, game, 1, "NS:5", key="the-key-of-ann")
    close_night(night=night, who=ORGANIZER)
    with nothing_changes():
        for hand, key in ((1, "the-key-of-ann"), (2, "a-key-that-never-came")):
            undone = {"game": game.pk, "hand": hand, "key": key}
            assert phone.post(f"/n/{night.slug}/play/undo/", undone).status_code in (403, 409)


def take_back(night: Night, game: Game, number: int, key: str) -> int:
    """Undo on the phone of a player who does not know whether the first hand has arrived."""
    undone = {"game": game.pk, "hand": 1, "key": key}
    return phone_of(night, number).post(f"/n/{night.slug}/play/undo/", undone).status_code


def standing(game: Game) -> list[tuple[int, str]]:
    """The hands that count: number, and tricks of the makers."""
    return [(hand.number, str(hand.data["maker_tricks"])) for hand in load_game(game, game.round.night).hands]


def test_what_another_phone_says_against_it_takes_its_place(night: Night, game: Game) -> None:
    tap(phone_of(night, 1), game, 1, "NS:5", key="a-key-without-answer")
    tap(phone_of(night, 5), game, 1, "NS:0-2")
    assert take_back(night, game, 1, "a-key-without-answer") == 302
    assert standing(game) == [(1, "[0, 2]")] and not Dispute.objects.open().exists()
    with nothing_changes():
        assert take_back(night, game, 1, "a-key-without-answer") == 302, "sent again"


def test_what_another_phone_has_told_alike_stands(night: Night, game: Game) -> None:
    tap(phone_of(night, 1), game, 1, "NS:5", key="a-key-without-answer")
    tap(phone_of(night, 5), game, 1, "NS:5", key="the-key-of-eve")
    with nothing_changes():
        for number, key in ((1, "a-key-without-answer"), (5, "the-key-of-eve")):
            assert take_back(night, game, number, key) == 302
    assert standing(game) == [(1, "5")]


@pytest.mark.parametrize("mine", ["NS:5", "NS:0-2"], ids=["another told it too", "an agreement before the dispute"])
def test_a_dispute_of_two_others_stays_as_it_is(night: Night, game: Game, mine: str) -> None:
    tap(phone_of(night, 5), game, 1, "NS:0-2")
    tap(phone_of(night, 1), game, 1, mine, key="a-key-without-answer")
    tap(phone_of(night, 6), game, 1, "NS:5")
    with nothing_changes():
        assert take_back(night, game, 1, "a-key-without-answer") == 302


def test_an_answer_that_another_player_settled_as_right_stands(night: Night, game: Game) -> None:
    tap(phone_of(night, 5), game, 1, "NS:0-2")
    tap(phone_of(night, 1), game, 1, "NS:5", key="a-key-without-answer")
    settle_dispute(night=night, dispute=Dispute.objects.get().pk, take=True, who=who_is(night, 5))
    with nothing_changes():
        assert take_back(night, game, 1, "a-key-without-answer") == 302
    assert standing(game) == [(1, "5")]


def test_a_key_that_belongs_to_a_hand_of_another_game_takes_nothing_back(night: Night, game: Game) -> None:
    tap(phone_of(night, 1), game, 1, key="the-key-of-ann")
    for first in (game, game_at(night, 1, 2)):
        told = 1 + (first == game)
        play_hands(first, *["NS:3-4"] * (5 - told), first=told)
    second = Game.objects.get(round__night=night, round__number=2, places__entry__number=1)
    with nothing_changes():
        assert take_back(night, second, 1, "the-key-of-ann") == 302
