"""Undo by key: a phone that does not know whether its tap arrived undoes it by the key that the tap had."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from tally.loading.games import load_game
from tally.models import Dispute
from tally.scoring.disputes import settle_dispute
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands, player_actor, tap
from tests.support.totals import hand_versions
from tournament.models import Game, Night
from tournament.night.lifecycle import back_to_sign_up, close_night
from tournament.night.roster_changes import drop_out
from tournament.people.errors import Refused


@pytest.fixture
def game(night: Night) -> Game:
    """The first game at table 1: numbers 1 and 6 against 2 and 5."""
    return game_at(night, 1, 1)


@pytest.mark.parametrize("arrived_as", ["hand", "dispute", "nothing"])
def test_a_tap_without_an_answer_is_undone_by_its_key(night: Night, game: Game, arrived_as: str) -> None:
    if arrived_as == "dispute":
        tap(phone_of(night, 5), game, 1, "NS:0-2")
    phone = phone_of(night, 1)
    if arrived_as != "nothing":
        tap(phone, game, 1, "NS:5", key="a-key-without-answer")
    form = {"game": game.pk, "hand": 1, "key": "a-key-without-answer"}
    assert phone.post(f"/n/{night.slug}/play/undo/", form).status_code == 302
    expected = {"hand": [True, False], "dispute": [True], "nothing": [False]}[arrived_as]
    assert [stands for _, _, stands in hand_versions(game)] == expected
    assert not Dispute.objects.open().exists()
    tap(phone, game, 1, "NS:5", key="a-key-without-answer")
    counting = [stands for _, _, stands in hand_versions(game)]
    assert counting == expected, "an undone tap that arrives late does not count"


def test_undoing_a_tap_that_never_arrived_undoes_nobody_elses_hand(night: Night, game: Game) -> None:
    mine, theirs = phone_of(night, 1), phone_of(night, 5)
    tap(theirs, game, 1, "NS:5")
    tap(theirs, game, 2, "EW:3-4")
    with nothing_changes():
        for number in (1, 2, 4, 99):
            form = {"game": game.pk, "hand": number, "key": uuid4().hex}
            assert mine.post(f"/n/{night.slug}/play/undo/", form).status_code == 302
        later = {"game": game_at(night, 2, 1).pk, "hand": 1, "key": uuid4().hex}
        assert theirs.post(f"/n/{night.slug}/play/undo/", later).status_code in (302, 403), "game 2 has to wait"
    assert hand_versions(game) == [(1, "5", True), (2, "[3, 4]", True)]


def test_seats_are_kept_after_a_first_hand_is_undone_before_it_arrives(
    night: Night, game: Game, short_searches: None
) -> None:
    form = {"game": game.pk, "hand": 1, "key": uuid4().hex}
    assert phone_of(night, 1).post(f"/n/{night.slug}/play/undo/", form).status_code == 302
    drop_out(entry=night.entries.get(number=8), who=ORGANIZER)
    assert hand_versions(game) == [(1, "None", False)]
    with pytest.raises(Refused, match="Hands have been played"):
        back_to_sign_up(night=night, who=ORGANIZER)


@pytest.mark.parametrize("arrived", [True, False])
def test_only_players_of_the_table_undo_by_key(stranger: Client, night: Night, game: Game, arrived: bool) -> None:
    if arrived:
        tap(phone_of(night, 1), game, 1, "NS:5", key="the-key-of-ann")
    phones = [stranger, phone_of(night, 3)]  # number 3 sits at table 2
    with nothing_changes():
        for phone in phones:
            form = {"game": game.pk, "hand": 1, "key": "the-key-of-ann"}
            assert phone.post(f"/n/{night.slug}/play/undo/", form).status_code == 403


def test_nothing_is_undone_by_key_after_the_night(night: Night, game: Game) -> None:
    phone = phone_of(night, 1)
    tap(phone, game, 1, "NS:5", key="the-key-of-ann")
    close_night(night=night, who=ORGANIZER)
    with nothing_changes():
        for hand, key in ((1, "the-key-of-ann"), (2, "a-key-that-never-came")):
            form = {"game": game.pk, "hand": hand, "key": key}
            assert phone.post(f"/n/{night.slug}/play/undo/", form).status_code in (403, 409)


def undo_by_key(night: Night, game: Game, number: int, key: str) -> int:
    """Undo the first hand by key on a player's phone, and return the answer's status."""
    form = {"game": game.pk, "hand": 1, "key": key}
    return phone_of(night, number).post(f"/n/{night.slug}/play/undo/", form).status_code


def counting_hands(game: Game) -> list[tuple[int, str]]:
    """Return the hands that count: number, and tricks of the makers."""
    return [(hand.number, str(hand.data["maker_tricks"])) for hand in load_game(game, game.round.night).hands]


def test_undoing_one_of_two_disputed_answers_leaves_the_other(night: Night, game: Game) -> None:
    tap(phone_of(night, 1), game, 1, "NS:5", key="a-key-without-answer")
    tap(phone_of(night, 5), game, 1, "NS:0-2")
    assert undo_by_key(night, game, 1, "a-key-without-answer") == 302
    assert counting_hands(game) == [(1, "[0, 2]")] and not Dispute.objects.open().exists()
    with nothing_changes():
        assert undo_by_key(night, game, 1, "a-key-without-answer") == 302, "sent again"


def test_a_hand_that_another_phone_has_recorded_too_is_not_undone(night: Night, game: Game) -> None:
    tap(phone_of(night, 1), game, 1, "NS:5", key="a-key-without-answer")
    tap(phone_of(night, 5), game, 1, "NS:5", key="the-key-of-eve")
    with nothing_changes():
        for number, key in ((1, "a-key-without-answer"), (5, "the-key-of-eve")):
            assert undo_by_key(night, game, number, key) == 302
    assert counting_hands(game) == [(1, "5")]


@pytest.mark.parametrize(
    "result", ["NS:5", "NS:0-2"], ids=["same answer as another phone", "agreed before the dispute"]
)
def test_a_dispute_between_two_other_players_stays_as_it_is(night: Night, game: Game, result: str) -> None:
    tap(phone_of(night, 5), game, 1, "NS:0-2")
    tap(phone_of(night, 1), game, 1, result, key="a-key-without-answer")
    tap(phone_of(night, 6), game, 1, "NS:5")
    with nothing_changes():
        assert undo_by_key(night, game, 1, "a-key-without-answer") == 302


def test_an_answer_that_another_player_chose_in_a_dispute_is_not_undone(night: Night, game: Game) -> None:
    tap(phone_of(night, 5), game, 1, "NS:0-2")
    tap(phone_of(night, 1), game, 1, "NS:5", key="a-key-without-answer")
    settle_dispute(night=night, dispute=Dispute.objects.get().pk, take=True, who=player_actor(night, 5))
    with nothing_changes():
        assert undo_by_key(night, game, 1, "a-key-without-answer") == 302
    assert counting_hands(game) == [(1, "5")]


def test_a_key_of_a_hand_in_another_game_undoes_nothing(night: Night, game: Game) -> None:
    tap(phone_of(night, 1), game, 1, key="the-key-of-ann")
    for earlier in (game, game_at(night, 1, 2)):
        next_hand = 2 if earlier == game else 1
        play_hands(earlier, *["NS:3-4"] * (5 - next_hand), first=next_hand)
    second = Game.objects.get(round__night=night, round__number=2, places__entry__number=1)
    with nothing_changes():
        assert undo_by_key(night, second, 1, "the-key-of-ann") == 302


@pytest.mark.parametrize("key", ["short", "abcdefgh\0", "x" * 65])
def test_a_key_that_no_page_makes_is_refused(night: Night, key: str) -> None:
    phone, form = phone_of(night, 1), {"game": game_at(night, 1, 1).pk, "hand": 1, "key": key}
    with nothing_changes():
        answer = phone.post(f"/n/{night.slug}/play/undo/", form)
    assert answer.status_code == 409 and "This page is incomplete." in answer.content.decode()
