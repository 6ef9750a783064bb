"""The bell rings once a round, by the organizer or the head table's last hand, and can be canceled."""

from __future__ import annotations

from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from tally.loading.games import load_game
from tally.models import Hand
from tally.scoring.paper_totals import state_token, undo_total
from tally.scoring.signing import confirm_game
from tally.scoring.undo import undo_hand
from tally.scoring.undo_last import last_act
from tally.scoring.undoable import Tonight
from tests.support.markup import compact
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands, tap
from tests.support.totals import write_total
from tournament.models import Bell, Night
from tournament.movements.seats import Side
from tournament.night.bell import bell_to_unring, ring_bell, round_to_ring, unring_bell
from tournament.night.games import reopen_game, sign_game
from tournament.night.lifecycle import back_to_sign_up, close_night
from tournament.people.errors import Refused


def ring(organizer: Client, night: Night, number: object = 1) -> int:
    """Ring the bell from a board that showed this round; return the status code."""
    return organizer.post(f"/n/{night.slug}/bell/ring/", {"round": number}).status_code


def unring(organizer: Client, night: Night, bell: Bell | None = None) -> int:
    """Cancel this bell, or the newest, from the board; return the status code."""
    canceled = bell or Bell.objects.active().order_by("pk").last()
    return organizer.post(f"/n/{night.slug}/bell/unring/", {"bell": canceled.pk if canceled else 0}).status_code


def four_seconds_pass() -> None:
    """Let the last bell be four seconds ago, longer than a double tap lasts."""
    Bell.objects.update(rung_at=timezone.now() - timedelta(seconds=4))


def sign(night: Night, number: int) -> None:
    """Play and sign both games of a round."""
    for table in (1, 2):
        game = game_at(night, number, table)
        play_hands(game, *["NS:3-4"] * 4)
        sign_game(game=game, winner="NS", who=ORGANIZER)


# Ringing


def test_the_organizer_rings_for_the_current_round(organizer: Client, night: Night) -> None:
    assert "(ring the bell)" in organizer.get(f"/n/{night.slug}/board/").content.decode()
    assert ring(organizer, night) == 302
    bell = Bell.objects.get()
    assert (bell.round.number, bell.rung_by, bell.unrung_at) == (1, "The organizer", None)
    assert timezone.now() - bell.rung_at < timedelta(seconds=30)


def test_the_bell_is_announced_to_every_phone_and_the_board(night: Night) -> None:
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    event = night.events.order_by("-pk")[0]
    logged = night.log_entries.order_by("-pk")[0]
    assert (event.topics, logged.actor) == ("bell board", "The organizer")
    assert event.public_text == "The bell! Tables still at game 1 finish this hand and confirm the score."
    assert logged.text == "rang the bell for game 1"


def test_after_the_bell_the_phone_shows_that_this_is_the_last_hand(night: Night) -> None:
    phone = phone_of(night, 1)
    assert "Last hand" not in phone.get(f"/n/{night.slug}/play/").content.decode()
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    assert "The bell! Last hand." in phone.get(f"/n/{night.slug}/play/").content.decode()
    tap(phone, game_at(night, 1, 1), 1)
    assert "Confirm 1–0" in phone.get(f"/n/{night.slug}/play/").content.decode()


def test_ringing_twice_rings_one_bell(organizer: Client, night: Night) -> None:
    first = ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    with nothing_changes():
        assert ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER) == first
        assert ring(organizer, night) == 302
    four_seconds_pass()
    with nothing_changes():
        assert ring(organizer, night) == 302


def test_a_double_tap_does_not_ring_for_the_next_game_too(organizer: Client, night: Night) -> None:
    ring(organizer, night, 1)
    with nothing_changes():
        assert ring(organizer, night, 2) == 302
    four_seconds_pass()
    assert ring(organizer, night, 2) == 302
    assert [bell.round.number for bell in Bell.objects.order_by("pk")] == [1, 2]


@pytest.mark.parametrize("number", ["", "x", "0", "8", "-1", "²", 10**12, 10**30])
def test_a_bell_for_a_round_that_is_not_in_play_is_refused(organizer: Client, night: Night, number: object) -> None:
    with nothing_changes():
        assert ring(organizer, night, number) == 409


def test_the_bell_rings_only_while_the_night_is_in_play(organizer: Client, night: Night) -> None:
    round_ = night.rounds.get(number=1)
    close_night(night=night, who=ORGANIZER)
    with nothing_changes():
        assert (ring(organizer, night), unring(organizer, night)) == (409, 409)
    Night.objects.update(status=Night.Status.SIGN_UP)
    with nothing_changes(), pytest.raises(Refused, match="The night has not started yet"):
        ring_bell(round_=round_, who=ORGANIZER)
    Night.objects.update(status=Night.Status.PLAYING)
    back_to_sign_up(night=night, who=ORGANIZER)
    with nothing_changes():
        assert (ring(organizer, night), unring(organizer, night)) == (409, 409)


def test_the_next_bell_is_for_the_earliest_unsigned_round(night: Night) -> None:
    assert round_to_ring(night) == night.rounds.get(number=1)
    sign(night, 1)
    assert round_to_ring(night) == night.rounds.get(number=2)
    ring_bell(round_=night.rounds.get(number=2), who=ORGANIZER)
    assert round_to_ring(night) == night.rounds.get(number=3)
    for number in range(2, 8):
        sign(night, number)
    assert round_to_ring(night) is None


def test_after_a_bell_players_move_on_before_their_games_are_signed(organizer: Client, night: Night) -> None:
    play_hands(game_at(night, 1, 1), *["NS:3-4"] * 4)
    play_hands(game_at(night, 1, 2), "NS:3-4")
    phone = phone_of(night, 2)
    with nothing_changes():
        assert tap(phone, game_at(night, 2, 1), 1).status_code == 409
    ring(organizer, night)
    assert tap(phone, game_at(night, 2, 1), 1).status_code == 302


def test_a_slow_table_can_still_play_and_sign_after_the_bell(organizer: Client, night: Night) -> None:
    game, phone = game_at(night, 1, 2), phone_of(night, 3)
    ring(organizer, night)
    assert tap(phone, game, 1, "EW:5").status_code == 302
    for side in Side:
        confirm_game(game=game, side=side, agrees=True, seen_hand=Hand.objects.get().pk, who=ORGANIZER)
    game.refresh_from_db()
    assert (game.winner, len(load_game(game, night).hands)) == ("EW", 1)


# Canceling


def test_canceling_the_bell_is_announced_to_everybody(organizer: Client, night: Night) -> None:
    phone = phone_of(night, 1)
    ring(organizer, night)
    button = f'name="bell" value="{Bell.objects.get().pk}">Cancel the bell of game 1'
    page = compact(organizer.get(f"/n/{night.slug}/board/").content.decode())
    assert button in page and 'class="plain" id="do-ring" name="round" value="2"' in page, "the next bell is for game 2"
    assert unring(organizer, night) == 302
    assert Bell.objects.get().unrung_at is not None, "the bell stays on record"
    event = night.events.order_by("-pk")[0]
    logged = night.log_entries.order_by("-pk")[0]
    assert (event.topics, logged.text) == ("unbell board", "canceled the bell of game 1")
    assert "Last hand" not in phone.get(f"/n/{night.slug}/play/").content.decode()
    assert not load_game(game_at(night, 1, 1), night).progress.rung


def test_a_canceled_bell_can_be_rung_again(organizer: Client, night: Night) -> None:
    ring(organizer, night)
    unring(organizer, night)
    assert ring(organizer, night) == 302
    assert [bell.unrung_at is None for bell in Bell.objects.order_by("pk")] == [False, True]


def test_without_a_bell_there_is_nothing_to_cancel(organizer: Client, night: Night) -> None:
    with nothing_changes():
        assert unring(organizer, night) == 409
    ring(organizer, night)
    unring(organizer, night)
    with nothing_changes():
        assert unring(organizer, night) == 409


def test_a_second_tap_does_not_cancel_another_bell(organizer: Client, night: Night) -> None:
    first = ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    sign(night, 1)
    second = ring_bell(round_=night.rounds.get(number=2), who=ORGANIZER)
    with nothing_changes():
        assert unring(organizer, night, first) == 409, "the page was out of date"
    assert unring(organizer, night, second) == 302
    with nothing_changes():
        assert unring(organizer, night, second) == 302, "a repeated request changes nothing"
    assert Bell.objects.active().get() == first
    with nothing_changes():
        assert organizer.post(f"/n/{night.slug}/bell/unring/").status_code == 409, "the request names no bell"


def test_a_bell_cannot_be_canceled_after_the_next_game_started(organizer: Client, night: Night) -> None:
    play_hands(game_at(night, 1, 1), *["NS:3-4"] * 4)
    ring(organizer, night)
    play_hands(game_at(night, 1, 2), "EW:5")
    assert bell_to_unring(night) is not None, "after a hand of the same round it can still be canceled"
    play_hands(game_at(night, 2, 1), "NS:5")
    assert bell_to_unring(night) is None
    assert "Cancel the bell" not in organizer.get(f"/n/{night.slug}/board/").content.decode()
    with nothing_changes(), pytest.raises(Refused, match="cannot be canceled"):
        unring_bell(night=night, who=ORGANIZER)


def test_a_bell_can_be_canceled_again_once_no_hand_or_total_of_the_next_game_is_left(
    organizer: Client, night: Night
) -> None:
    play_hands(game_at(night, 1, 1), *["NS:3-4"] * 4)
    ring(organizer, night)
    board, coming = f"/n/{night.slug}/board/", game_at(night, 2, 1)
    phone = phone_of(night, coming.places.get(seat="N").entry.number or 0)

    def tap_and_undo() -> None:
        tap(phone, coming, 1)
        assert bell_to_unring(night) is None
        assert "Cancel the bell" not in compact(organizer.get(board).content.decode())
        phone.post(f"/n/{night.slug}/play/undo/", {"game": coming.pk, "undo": Hand.objects.latest("pk").pk})

    tap_and_undo()
    assert "Cancel the bell of game 1" in compact(organizer.get(board).content.decode())
    assert last_act(Tonight(night)) is not None, "and the bell can be undone"
    tap_and_undo()
    write_total(coming, 7, 5)
    assert bell_to_unring(night) is None
    undo_total(game=coming, key="a-key-of-its-own", who=ORGANIZER, expected=state_token(load_game(coming, night)))
    assert unring(organizer, night) == 302
    assert not Bell.objects.active().exists()
    assert night.rounds.filter(games=coming).exists(), "its rows stay, so its seats do"


def test_a_bell_stays_once_all_scores_of_its_game_are_in(organizer: Client, night: Night) -> None:
    ring(organizer, night)
    write_total(game_at(night, 1, 1), 7, 5)
    assert bell_to_unring(night) is not None, "a score is still out"
    write_total(game_at(night, 1, 2), 4, 6)
    assert "Cancel the bell" not in compact(organizer.get(f"/n/{night.slug}/board/").content.decode())
    with nothing_changes():
        answer = organizer.post(f"/n/{night.slug}/bell/unring/", {"bell": Bell.objects.get().pk})
    assert answer.status_code == 409
    sentence = "All scores of game 1 are in, so its bell stays. To change a score, click its table on the board."
    assert sentence in unescape(answer.content.decode())
    reopen_game(game=game_at(night, 1, 2), who=ORGANIZER)
    assert unring(organizer, night) == 302


def test_a_table_that_was_ahead_does_not_keep_the_bell_from_being_canceled(night: Night) -> None:
    for table in (1, 2):
        play_hands(game_at(night, 1, table), *["NS:3-4"] * 4)
    play_hands(game_at(night, 2, 1), "NS:5")
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    assert bell_to_unring(night) is not None


# Rung by the head table


def test_the_head_tables_last_hand_rings_when_the_night_is_set_so(night: Night) -> None:
    Night.objects.update(bell_by=Night.BellBy.HEAD_TABLE)
    head = game_at(night, 1, 1)
    play_hands(head, *["NS:3-4"] * 3)
    assert not Bell.objects.exists()
    tap(phone_of(night, 1), head, 4)
    bell = Bell.objects.get()
    assert (bell.round.number, bell.rung_by) == (1, "The head table")
    assert [event.topics.split()[0] for event in night.events.order_by("-pk")[:2]] == [
        "bell",
        f"entry-{night.entries.get(number=1).pk}",
    ]


def test_the_head_tables_last_hand_does_not_ring_when_the_organizer_does(night: Night) -> None:
    play_hands(game_at(night, 1, 1), *["NS:3-4"] * 4)
    assert not Bell.objects.exists()


def test_another_tables_last_hand_never_rings(night: Night) -> None:
    Night.objects.update(bell_by=Night.BellBy.HEAD_TABLE)
    play_hands(game_at(night, 1, 2), *["NS:3-4"] * 4)
    assert not Bell.objects.exists()


def test_the_head_table_rings_once_though_its_last_hand_is_undone_and_played_again(night: Night) -> None:
    Night.objects.update(bell_by=Night.BellBy.HEAD_TABLE)
    head = game_at(night, 1, 1)
    play_hands(head, *["NS:3-4"] * 4)
    undo_hand(game=head, hand=Hand.objects.order_by("-pk")[0].pk, key="a-key-to-undo", who=ORGANIZER)
    assert Bell.objects.active().count() == 1, "undo does not cancel the bell"
    play_hands(head, "EW:5", first=4)
    assert Bell.objects.count() == 1


def test_the_head_table_does_not_ring_after_the_organizer(organizer: Client, night: Night) -> None:
    Night.objects.update(bell_by=Night.BellBy.HEAD_TABLE)
    ring(organizer, night)
    play_hands(game_at(night, 1, 1), *["NS:3-4"] * 4)
    assert Bell.objects.get().rung_by == "The organizer"


def test_the_head_tables_last_hand_sent_twice_rings_once(organizer: Client, night: Night) -> None:
    Night.objects.update(bell_by=Night.BellBy.HEAD_TABLE)
    head, phone = game_at(night, 1, 1), phone_of(night, 1)
    play_hands(head, *["NS:3-4"] * 3)
    tap(phone, head, 4, key="same-key")
    unring(organizer, night)
    with nothing_changes():
        tap(phone, head, 4, key="same-key")


def test_after_a_bell_a_phone_names_the_table_that_still_plays_with_its_next_players(night: Night) -> None:
    play_hands(game_at(night, 1, 1), "NS:5", "NS:5", "NS:5", "NS:5")
    play_hands(game_at(night, 1, 2), "NS:5")
    sign_game(game=game_at(night, 1, 1), winner="NS", who=ORGANIZER)
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    number = game_at(night, 1, 1).places.get(seat="N").entry.number
    assert number
    phone, address = phone_of(night, number), f"/n/{night.slug}/play/"
    page = phone.get(address).content.decode()
    assert "Table 2 is still playing game 1 with" in page and 'name="result"' in page, (
        "the hand can be recorded meanwhile"
    )
    assert 'name="here" value="2">' in page and "All four are at this table: record hand 1" in page
    assert 'name="here" value="2" checked' in phone.get(address, {"here": "2"}).content.decode()
    assert 'name="here" value="2">' in phone.get(address, {"here": "1"}).content.decode(), "said of the game before"
    Hand.objects.filter(game=game_at(night, 1, 2)).delete()
    assert 'name="here"' not in phone.get(address).content.decode(), "no phone tells how far a table on paper is"
    play_hands(game_at(night, 1, 2), "NS:5")
    sign_game(game=game_at(night, 1, 2), winner="NS", who=ORGANIZER)
    page = phone.get(address).content.decode()
    assert "is still playing" not in page and 'name="here"' not in page
