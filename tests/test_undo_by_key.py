"""Undo of a tap of which a phone does not know whether it has arrived: by the key that the tap had."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from tally.models import Claim, Hand
from tests.conftest import ORGANIZER, game_at, nothing_changes, phone_of, tap
from tournament.changes import drop_out
from tournament.errors import Refused
from tournament.models import Game, Night
from tournament.rounds import back_to_sign_up, close_night


def said(game: Game) -> list[tuple[int, str, bool]]:
    """Every version of every hand: number, tricks of the makers, and whether it stands."""
    return [(hand.number, str(hand.record and hand.record["maker_tricks"]), hand.record is not None)
            for hand in Hand.objects.filter(game=game)]


@pytest.fixture
def game(night: Night) -> Game:
    """Table 1's first game: numbers 1 and 6 against 2 and 5."""
    return game_at(night, 1, 1)


@pytest.mark.parametrize("mine", ["hand", "claim", "nothing"])
def test_what_a_phone_does_not_know_to_have_arrived_is_taken_back_by_its_key(
        night: Night, game: Game, mine: str) -> None:
    if mine == "claim":
        tap(phone_of(night, 5), game, 1, "NS:0-2")
    phone = phone_of(night, 1)
    if mine != "nothing":
        tap(phone, game, 1, "NS:5", key="a-key-without-answer")
    undone = {"game": game.pk, "hand": 1, "key": "a-key-without-answer"}
    assert phone.post(f"/n/{night.slug}/play/undo/", undone).status_code == 302
    kept = {"hand": [True, False], "claim": [True], "nothing": [False]}[mine]
    assert [stands for _, _, stands in said(game)] == kept
    assert not Claim.objects.filter(settled_at=None).exists()
    tap(phone, game, 1, "NS:5", key="a-key-without-answer")
    assert [stands for _, _, stands in said(game)] == kept, "what comes late, after it was taken back, is nothing"


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
    assert said(game) == [(1, "5", True), (2, "[3, 4]", True)]


def test_a_first_hand_that_was_taken_back_unarrived_keeps_its_seats(
        night: Night, game: Game, short_searches: None) -> None:
    undone = {"game": game.pk, "hand": 1, "key": uuid4().hex}
    assert phone_of(night, 1).post(f"/n/{night.slug}/play/undo/", undone).status_code == 302
    drop_out(entry=night.entries.get(number=8), who=ORGANIZER)
    assert said(game) == [(1, "None", False)]
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
