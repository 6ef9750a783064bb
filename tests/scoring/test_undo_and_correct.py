"""Undo and correction: each adds a version, nothing is overwritten, and earlier signatures no longer count."""

from __future__ import annotations

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tally.forms import read_result
from tally.loading.games import load_game
from tally.models import Hand, Signature
from tally.rules import HandRefused
from tally.scoring.corrections import correct_hand
from tally.scoring.signing import confirm_game
from tally.scoring.undo import undo_hand
from tests.support.night import (
    ORGANIZER,
    game_at,
    nothing_changes,
    phone_of,
    phone_topics,
    play_hands,
    player_actor,
    tap,
)
from tournament.models import Game, Night
from tournament.movements.seats import Side
from tournament.night.lifecycle import close_night
from tournament.people.errors import NotAllowed, Refused

CATS = Night()  # standard Euchre, four hands a game


def undo(phone: Client, game: Game, hand: Hand | int) -> HttpResponse:
    """Tap Undo on a page that showed this row as the last hand."""
    row = hand if isinstance(hand, int) else hand.pk
    return phone.post(f"/n/{game.round.night.slug}/play/undo/", {"game": game.pk, "undo": row})


def correct(client: Client, game: Game, hand: Hand, result: str = "NS:5", **more: object) -> HttpResponse:
    """Tap another result on the page that corrects this row."""
    data = {"game": game.pk, "hand": hand.number, "of": hand.pk, "result": result, "key": uuid4().hex} | more
    return client.post(f"/n/{game.round.night.slug}/game/{game.pk}/hand/{hand.number}/", data)


def current(game: Game) -> dict[int, str]:
    """Return the hands that count now: the makers' side and tricks by hand number."""
    loaded = load_game(game, game.round.night)
    return {hand.number: f"{hand.record.maker_side}{hand.data['maker_tricks']}" for hand in loaded.hands}


def a_second_later() -> None:
    """Make every hand written so far more than 700 ms old."""
    Hand.objects.update(at=timezone.now() - timedelta(milliseconds=701))


@pytest.fixture
def game(night: Night) -> Game:
    """The first game at table 1, with three hands."""
    game = game_at(night, 1, 1)
    play_hands(game, "NS:3-4", "EW:3-4", "NS:5")
    return game


@pytest.fixture
def signed(night: Night) -> Game:
    """A game of four hands, 4–1, signed by both sides."""
    game = game_at(night, 1, 1)
    play_hands(game, "NS:3-4", "EW:3-4", "NS:3-4", "NS:5")
    for side in Side:
        confirm_game(game=game, side=side, agrees=True, seen_hand=Hand.objects.order_by("-pk")[0].pk, who=ORGANIZER)
    game.refresh_from_db()
    return game


def newest_version(game: Game, number: int) -> Hand:
    """Return the newest version of a hand."""
    return Hand.objects.filter(game=game, number=number).order_by("-version")[0]


# Undo


def test_undo_removes_the_last_hand_with_a_new_version(night: Night, game: Game) -> None:
    phone = phone_of(night, 5)
    assert undo(phone, game, newest_version(game, 3))["Location"] == f"/n/{night.slug}/play/"
    recorded, undone = Hand.objects.filter(number=3).order_by("version")
    assert (recorded.record, undone.record, undone.version) == (read_result(CATS, "NS:5"), None, 2)
    assert (undone.entry.number, undone.phone.token) == (5, "token-of-5")  # type: ignore[union-attr]
    assert current(game) == {1: "A[3, 4]", 2: "B[3, 4]"}
    assert "Hand 3 of 4" in phone.get(f"/n/{night.slug}/play/").content.decode()


def test_undoing_the_same_hand_again_changes_nothing(night: Night, game: Game) -> None:
    phone, last = phone_of(night, 1), newest_version(game, 3)
    undo(phone, game, last)
    a_second_later()
    with nothing_changes():
        assert undo(phone, game, last).status_code == 302
        assert undo(phone_of(night, 1), game, last).status_code == 302


def test_a_second_tap_within_700_milliseconds_is_ignored(night: Night, game: Game) -> None:
    phone = phone_of(night, 1)
    undo(phone, game, newest_version(game, 3))
    with nothing_changes():
        undo(phone, game, newest_version(game, 2))
    a_second_later()
    undo(phone, game, newest_version(game, 2))
    assert current(game) == {1: "A[3, 4]"}


def test_undo_from_another_phone_is_not_a_double_tap(night: Night, game: Game) -> None:
    one, other = phone_of(night, 1), phone_of(night, 6)
    undo(one, game, newest_version(game, 3))
    undo(other, game, newest_version(game, 2))
    assert current(game) == {1: "A[3, 4]"}


def test_an_undone_hand_is_recorded_again_as_a_third_version(night: Night, game: Game) -> None:
    phone = phone_of(night, 1)
    undo(phone, game, newest_version(game, 3))
    tap(phone, game, 3, "EW:5-alone")
    assert list(Hand.objects.filter(number=3).order_by("version").values_list("version", flat=True)) == [1, 2, 3]
    assert current(game)[3] == "B5"
    undo(phone, game, newest_version(game, 3))
    assert current(game) == {1: "A[3, 4]", 2: "B[3, 4]"}


def test_only_the_last_hand_can_be_undone(night: Night, game: Game) -> None:
    phone = phone_of(night, 1)
    with nothing_changes():
        answer = undo(phone, game, newest_version(game, 1))
    assert (answer.status_code, "Only the last hand can be undone." in answer.content.decode()) == (409, True)


def test_an_outdated_page_does_not_undo_a_hand_corrected_meanwhile(night: Night, game: Game) -> None:
    phone, seen = phone_of(night, 1), newest_version(game, 3)
    correct(phone, game, seen, "EW:5")
    with nothing_changes():
        undo(phone, game, seen)


@pytest.mark.parametrize("hand", [0, 999_999, 10**18])
def test_undoing_an_unknown_hand_changes_nothing(night: Night, game: Game, hand: int) -> None:
    phone = phone_of(night, 1)
    with nothing_changes():
        assert undo(phone, game, hand).status_code == 302


def test_undo_cannot_change_another_table(night: Night, game: Game) -> None:
    other, phone = game_at(night, 1, 2), phone_of(night, 1)
    play_hands(other, "NS:5")
    with nothing_changes():
        assert undo(phone, other, newest_version(other, 1)).status_code == 403
        assert undo(phone, game, newest_version(other, 1)).status_code == 302


def test_undo_after_the_last_hand_cancels_a_sides_confirmation(night: Night, game: Game) -> None:
    play_hands(game, "EW:5", first=4)
    phone, last = phone_of(night, 1), newest_version(game, 4)
    confirm_game(game=game, side=Side.NS, agrees=True, seen_hand=last.pk, who=player_actor(night, 1))
    undo(phone, game, last)
    assert not load_game(game, night).signatures
    tap(phone, game, 4, "EW:5")
    assert not load_game(game, night).signatures, "the same total must be confirmed again"
    assert Signature.objects.count() == 1


def test_players_cannot_undo_in_a_signed_game(night: Night, signed: Game) -> None:
    phone = phone_of(night, 1)
    with nothing_changes():
        answer = undo(phone, signed, newest_version(signed, 4))
    assert answer.status_code == 403
    assert "This score is confirmed, 4–1. Only the organizer can change it now." in answer.content.decode()


def test_nothing_can_be_undone_after_the_night(night: Night, game: Game) -> None:
    phone = phone_of(night, 1)
    close_night(night=night, who=ORGANIZER)
    with nothing_changes():
        assert undo(phone, game, newest_version(game, 3)).status_code == 409


def test_the_organizer_may_undo_any_hand_and_the_gap_is_played_next(
    organizer: Client, night: Night, game: Game
) -> None:
    first = newest_version(game, 1)
    address = f"/n/{night.slug}/game/{game.pk}/hand/1/"
    assert organizer.post(address, {"withdraw": first.pk, "why": "dealt wrongly"}).status_code == 302
    assert newest_version(game, 1).why == "dealt wrongly"
    assert current(game).keys() == {2, 3}
    phone = phone_of(night, 1)
    with nothing_changes():
        assert "Hand 1 comes next" in tap(phone, game, 4).content.decode()
    assert tap(phone, game, 1, "EW:5").status_code == 302


def test_a_hand_that_somebody_edited_meanwhile_is_not_taken_back_and_a_sentence_says_so(
    organizer: Client, night: Night, game: Game
) -> None:
    seen, phone = newest_version(game, 3), phone_of(night, 1)
    correct_hand(game=game, of=seen.pk, record=read_result(night, "EW:5"), key=uuid4().hex, who=ORGANIZER)
    with nothing_changes():
        on_the_page = organizer.post(f"/n/{night.slug}/game/{game.pk}/hand/3/", {"withdraw": seen.pk})
        on_the_phone = undo(phone, game, seen)
    for answer in (on_the_page, on_the_phone):
        assert answer.status_code == 409 and "Somebody edited this hand meanwhile" in answer.content.decode()
    undo_hand(game=game, hand=(edited := newest_version(game, 3)).pk, key=uuid4().hex, who=ORGANIZER)
    tap(phone, game, 3, "NS:5")
    with nothing_changes():
        assert undo(phone, game, edited).status_code == 302, "it was taken back before, so that is done"


def test_undo_on_the_page_of_a_hand_ignores_an_empty_result(organizer: Client, night: Night, game: Game) -> None:
    """In bid games the organizer's form sends both fields."""
    address = f"/n/{night.slug}/game/{game.pk}/hand/3/"
    assert organizer.post(address, {"withdraw": newest_version(game, 3).pk, "result": ""}).status_code == 302
    assert current(game).keys() == {1, 2}


def test_a_player_undoes_only_the_last_hand_on_the_page_of_a_hand(night: Night, game: Game) -> None:
    phone = phone_of(night, 1)
    with nothing_changes():
        address = f"/n/{night.slug}/game/{game.pk}/hand/1/"
        assert phone.post(address, {"withdraw": newest_version(game, 1).pk}).status_code == 409
        assert 'name="withdraw"' not in phone.get(address).content.decode()
    phone.post(f"/n/{night.slug}/game/{game.pk}/hand/3/", {"withdraw": newest_version(game, 3).pk})
    assert current(game).keys() == {1, 2}


# Correction


def test_a_correction_is_a_new_version_and_the_old_one_stays(night: Night, game: Game) -> None:
    phone, before = phone_of(night, 1), newest_version(game, 1)
    assert correct(phone, game, before, "EW:0-2")["Location"] == f"/n/{night.slug}/play/"
    old, new = Hand.objects.filter(number=1).order_by("version")
    assert (old.pk, old.record) == (before.pk, read_result(CATS, "NS:3-4"))
    assert (new.version, new.record) == (2, read_result(CATS, "EW:0-2"))
    assert (new.entry.number, new.phone.token, new.why) == (1, "token-of-1", "")  # type: ignore[union-attr]
    page = phone.get(f"/n/{night.slug}/game/{game.pk}/").content.decode()
    assert "before: +1 us, 3 or 4 tricks" in page
    event = night.events.filter(topics__contains="board").latest("pk")
    assert event.topics.split() == [*phone_topics(game), "board", "signed"]


def test_a_correction_takes_two_taps_on_the_phone(night: Night, game: Game) -> None:
    phone = phone_of(night, 1)
    page = phone.get(f"/n/{night.slug}/play/").content.decode()
    link = re.search(rf'href="(/n/{night.slug}/game/{game.pk}/hand/1/)"', page)
    assert link
    form = phone.get(link[1]).content.decode()
    assert f'name="of" value="{newest_version(game, 1).pk}"' in form
    assert 'value="NS:3-4" class="us" aria-current="true"' in form, "the current result is marked"


def test_an_outdated_page_corrects_nothing(night: Night, game: Game) -> None:
    one, other, seen = phone_of(night, 1), phone_of(night, 5), newest_version(game, 1)
    correct(one, game, seen, "EW:0-2")
    with nothing_changes():
        answer = correct(other, game, seen, "NS:5")
    assert answer.status_code == 409
    assert "Somebody changed this hand while you were looking at it." in answer.content.decode()
    assert f'name="of" value="{newest_version(game, 1).pk}"' in answer.content.decode(), "the new page is up to date"


def test_the_same_correction_twice_counts_once(night: Night, game: Game) -> None:
    phone, seen = phone_of(night, 1), newest_version(game, 1)
    correct(phone, game, seen, "EW:5", key="same-key")
    with nothing_changes():
        assert correct(phone, game, seen, "EW:5", key="same-key").status_code == 302
        assert correct(phone, game, seen, "EW:0-2", key="same-key").status_code == 409


@pytest.mark.parametrize("number", [4, 9, 0])
def test_a_hand_that_is_not_recorded_cannot_be_corrected(night: Night, game: Game, number: int) -> None:
    phone = phone_of(night, 1)
    address = f"/n/{night.slug}/game/{game.pk}/hand/{number}/"
    assert "This hand is not recorded" in phone.get(address).content.decode()
    with nothing_changes():
        answer = phone.post(address, {"game": game.pk, "hand": 4, "of": 0, "result": "NS:5", "key": uuid4().hex})
    assert answer.status_code == 409


@pytest.mark.parametrize("changes", [{"result": "NS:9"}, {"result": ""}, {"key": "short"}, {"of": ""}, {"of": "²"}])
def test_a_correction_that_no_page_sends_is_refused(night: Night, game: Game, changes: dict[str, str]) -> None:
    phone = phone_of(night, 1)
    with nothing_changes():
        assert correct(phone, game, newest_version(game, 1), **{"result": "NS:5"} | changes).status_code == 409  # type: ignore[arg-type]


def test_an_impossible_correction_is_refused(night: Night, game: Game) -> None:
    record = read_result(CATS, "NS:5") | {"maker_tricks": 4}
    with nothing_changes(), pytest.raises(HandRefused):
        correct_hand(game=game, of=newest_version(game, 1).pk, record=record, key=uuid4().hex, who=ORGANIZER)


def test_a_hand_of_another_game_cannot_be_corrected_through_this_one(night: Night, game: Game) -> None:
    other, who = game_at(night, 1, 2), player_actor(night, 1)
    play_hands(other, "NS:5")
    with nothing_changes(), pytest.raises(Refused, match="Somebody changed this hand"):
        correct_hand(
            game=game, of=newest_version(other, 1).pk, record=read_result(CATS, "EW:5"), key=uuid4().hex, who=who
        )


def test_confirmations_from_before_a_correction_no_longer_count(night: Night, game: Game) -> None:
    play_hands(game, "EW:5", first=4)
    confirm_game(game=game, side=Side.EW, agrees=True, seen_hand=newest_version(game, 4).pk, who=player_actor(night, 5))
    phone = phone_of(night, 1)
    correct(phone, game, newest_version(game, 1), "NS:5-alone")
    assert not load_game(game, night).signatures
    confirm_game(game=game, side=Side.NS, agrees=True, seen_hand=newest_version(game, 1).pk, who=player_actor(night, 1))
    game.refresh_from_db()
    assert game.signed_at is None, "the other side has not seen this total"


def test_when_loners_are_counted_a_correction_to_a_loner_asks_who_went_alone(night: Night, game: Game) -> None:
    phone, ann = phone_of(night, 1), night.entries.get(number=1)
    assert b'name="alone_by"' not in phone.get(f"/n/{night.slug}/game/{game.pk}/hand/1/").content
    Night.objects.update(count_loners=True)
    pages = phone.get(f"/n/{night.slug}/game/{game.pk}/hand/1/").content
    pages += correct(phone, game, newest_version(game, 1), "NS:5-alone").content
    assert b'name="alone_by"' in pages
    assert correct(phone, game, newest_version(game, 1), "NS:5-alone", alone_by=ann.pk).status_code == 302
    assert newest_version(game, 1).alone_by == ann


# A signed game


def test_players_cannot_correct_a_signed_game(night: Night, signed: Game) -> None:
    phone = phone_of(night, 1)
    assert (
        "Only the organizer can edit it now" in phone.get(f"/n/{night.slug}/game/{signed.pk}/hand/1/").content.decode()
    )
    with nothing_changes():
        answer = correct(phone, signed, newest_version(signed, 1), "EW:5")
        with pytest.raises(NotAllowed):
            correct_hand(
                game=signed,
                of=newest_version(signed, 1).pk,
                record=read_result(CATS, "EW:5"),
                key=uuid4().hex,
                who=player_actor(night, 1),
            )
    assert answer.status_code in (403, 409)
    assert "This score is confirmed, 4–1. Only the organizer can change it now." in answer.content.decode()


def test_the_organizer_corrects_a_signed_game_and_signs_it_again(organizer: Client, night: Night, signed: Game) -> None:
    page = organizer.get(f"/n/{night.slug}/game/{signed.pk}/hand/4/").content.decode()
    assert "4–1, confirmed; you confirm the new one" in " ".join(page.split())
    answer = correct(organizer, signed, newest_version(signed, 4), "EW:5-alone", why="both sides say so")
    assert answer["Location"] == f"/n/{night.slug}/board/"
    new = newest_version(signed, 4)
    assert (new.version, new.entry, new.phone, new.why) == (2, None, None, "both sides say so")
    signed.refresh_from_db()
    assert (signed.signed_at is not None, signed.winner) == (True, "EW")
    signatures = Signature.objects.filter(seen_hand=new.pk)
    assert {(s.side, s.agrees, s.ns, s.ew, s.entry) for s in signatures} == {
        ("NS", True, 2, 5, None),
        ("EW", True, 2, 5, None),
    }
    assert Signature.objects.count() == 4, "the earlier signatures stay on record"
    newest, before = night.log_entries.order_by("-pk")[:2]
    assert (newest.actor, newest.text) == ("The organizer", "confirmed the score of game 1 at table 1")
    assert before.text.startswith("edited hand 4 of game 1")


def test_a_signed_game_that_loses_a_hand_is_open_again(organizer: Client, night: Night, signed: Game) -> None:
    undo_hand(game=signed, hand=newest_version(signed, 4).pk, key=uuid4().hex, who=ORGANIZER, why="played too many")
    signed.refresh_from_db()
    assert (signed.signed_at, signed.winner) == (None, "")
    data = {"game": signed.pk, "hand": 4, "result": "EW:5", "key": "a-key-of-the-laptop"}
    assert organizer.post(f"/n/{night.slug}/game/{signed.pk}/hand/4/", data).status_code == 302
    assert load_game(signed, night).progress.complete


def test_only_the_organizer_reopens_a_signed_game(organizer: Client, night: Night, signed: Game) -> None:
    address, form = f"/n/{night.slug}/board/sign/{signed.pk}/", {"reopen": "1"}
    phone = phone_of(night, 1)
    with nothing_changes():
        assert phone.post(address, form).status_code == 403
    assert organizer.post(address, form).status_code == 302
    signed.refresh_from_db()
    assert (signed.signed_at, len(load_game(signed, night).hands)) == (None, 4)


def test_nothing_can_be_corrected_after_the_night(organizer: Client, night: Night, game: Game) -> None:
    phone = phone_of(night, 1)
    close_night(night=night, who=ORGANIZER)
    with nothing_changes():
        for client in (phone, organizer):
            assert correct(client, game, newest_version(game, 1), "EW:5").status_code in (403, 409)
    page = organizer.get(f"/n/{night.slug}/game/{game.pk}/hand/1/").content.decode()
    assert "This score is confirmed" not in page, "the game is not signed; the night is closed"
