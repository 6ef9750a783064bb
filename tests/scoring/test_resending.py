"""The server goes on from an older copy of its database, and the phones send it the hands that it has lost."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tally.forms import read_result
from tally.loading.games import load_game, night_games
from tally.loading.known_hands import seats_key
from tally.models import Dispute, Hand
from tally.scores.point_labels import against
from tally.scoring.corrections import correct_hand
from tally.scoring.disputes import settle_dispute
from tally.scoring.table_notices import SENT_AGAIN
from tally.scoring.undo import undo_hand
from tally.scoring.versions import MOST_CHANGES
from tests.support.markup import compact
from tests.support.night import (
    ORGANIZER,
    game_at,
    nothing_changes,
    phone_of,
    play_hands,
    player_actor,
    tap,
)
from tests.support.remembering_phones import KnownHand, RememberingPhone
from tests.support.totals import hand_versions, totals, write_total
from tournament.live.events import last_event
from tournament.live.messages import NOTICE, players_of
from tournament.models import Bell, Game, Night
from tournament.movements.seats import Seat, Side
from tournament.night.bell import ring_bell
from tournament.night.games import sign_game
from tournament.night.lifecycle import close_night
from tournament.night.seating import started_rounds

RESULTS = ("NS:3-4", "NS:5", "NS:0-2", "EW:3-4", "EW:5", "EW:0-2")
ONE = {"number": 1, "version": 1, "key": "a-key-of-ours", "record": None}


@pytest.fixture
def game(night: Night) -> Game:
    """The first game at table 1: numbers 1 and 6 against 2 and 5."""
    return game_at(night, 1, 1)


@contextmanager
def older_copy() -> Iterator[Callable[[], None]]:
    """Copy the database, and yield what puts the copy back in its place."""
    with transaction.atomic():
        copy = transaction.savepoint()
        yield lambda: transaction.savepoint_rollback(copy)


def counted(night: Night) -> dict[tuple[int, int], list[tuple[int, object, str]]]:
    """The hands that count with their keys, by round and table."""
    return {
        (game.number, game.row.table): [(hand.number, hand.data, hand.key) for hand in game.hands]
        for game in night_games(night)
    }


def test_the_page_of_a_player_tells_the_hands_to_keep(night: Night, game: Game) -> None:
    play_hands(game, "NS:5")
    phone = RememberingPhone(night, 1)
    page = phone.client.get(f"/n/{night.slug}/play/").content.decode()
    told = re.search(r'<script id="known-hands" type="application/json">(.*?)</script>', page)
    assert told and json.loads(told[1]) == phone.look()
    assert [hand["number"] for hands in phone.known.values() for hand in hands.values()] == [1]
    assert [each["seats"] for each in phone.look()] == [seats_key(load_game(game, night))], "games with a hand only"
    phone_of_nobody = Client().get(f"/n/{night.slug}/play/").content.decode()
    assert "known-hands" not in phone_of_nobody


def test_hands_that_a_server_has_lost_come_back_with_the_same_keys(night: Night, game: Game) -> None:
    phone, other = RememberingPhone(night, 1), RememberingPhone(night, 5)
    play_hands(game, "NS:5", "EW:3-4")
    with older_copy() as restore:
        tap(phone.client, game, 3, "NS:0-2")
        tap(other.client, game, 4, "EW:5")
        phone.look()
        before = counted(night)
        restore()
        assert len(counted(night)[1, 1]) == 2
        assert phone.resend() and counted(night) == before
    line = night.log_entries.order_by("-pk")[0]
    assert str(line) == (
        "1 Ann M. sent hands 3 and 4 of game 1 at table 1 again, which this laptop did not have anymore"
    )
    with nothing_changes():
        assert not phone.resend() and not other.resend(), "there is nothing more to send"


def test_a_phone_that_has_seen_later_events_than_the_copy_gets_its_page(night: Night, game: Game) -> None:
    phone, path = phone_of(night, 1), f"/n/{night.slug}/play/"
    play_hands(game, "NS:5")
    newest = last_event(night.pk)
    answers = [phone.get(f"{path}?seen={newest + more}", headers={"HX-Request": "true"}) for more in (0, 20)]
    assert [answer.status_code for answer in answers] == [204, 200]
    assert f'name="seen" value="{newest}"' in answers[1].content.decode()


def test_hands_that_are_sent_twice_are_recorded_once(night: Night, game: Game) -> None:
    play_hands(game, "NS:5")
    phones = [RememberingPhone(night, number) for number in (1, 2, 5, 6)]
    with older_copy() as restore:
        play_hands(game, "EW:3-4", first=2)
        for phone in phones:
            phone.look()
        restore()
        everything = [dict(phone.known) for phone in phones]
        for phone, known in zip(phones, everything, strict=True):
            for seats, hands in known.items():
                assert phone.send(seats, list(hands.values())).status_code == 204
        assert [number for number, *_ in hand_versions(game)] == [1, 2] and not Dispute.objects.exists()


def test_an_undone_an_edited_and_a_settled_hand_come_back_as_they_were(night: Night, game: Game) -> None:
    ann, eve = player_actor(night, 1), player_actor(night, 5)
    phone = RememberingPhone(night, 1)
    play_hands(game, "NS:5", "EW:3-4", who=ann)
    with older_copy() as restore:
        undo_hand(game=game, hand=load_game(game, night).newest, key=uuid4().hex, who=eve)
        play_hands(game, "NS:3-4", "EW:5", first=2, who=eve)
        first = load_game(game, night).hands[0].id
        correct_hand(game=game, of=first, record=read_result(night, "NS:0-2"), key=uuid4().hex, who=ann)
        tap(phone.client, game, 3, "NS:5")
        settle_dispute(night=night, dispute=Dispute.objects.get().pk, take=True, who=eve)
        play_hands(game, "NS:5", first=4, who=ann)
        undo_hand(game=game, hand=load_game(game, night).newest, key=uuid4().hex, who=ann)
        phone.look()
        before, points = counted(night), totals(night)
        restore()
        assert phone.resend()
        assert (counted(night), totals(night)) == (before, points) and not phone.refused
        tap(phone.client, game, 4, "EW:3-4")
        assert len(counted(night)[1, 1]) == 4, "the table goes on where it was"


@pytest.mark.parametrize("newest_first", [True, False])
def test_the_newest_version_counts_whichever_phone_sends_first(night: Night, game: Game, newest_first: bool) -> None:
    awake, asleep = RememberingPhone(night, 1), RememberingPhone(night, 5)
    with older_copy() as restore:
        play_hands(game, "NS:5")
        asleep.look()
        of = load_game(game, night).newest
        correct_hand(game=game, of=of, record=read_result(night, "EW:5"), key=uuid4().hex, who=ORGANIZER)
        awake.look()
        before = counted(night)
        restore()
        for phone in (awake, asleep) if newest_first else (asleep, awake):
            phone.resend()
        assert counted(night) == before and not awake.refused and not asleep.refused


def test_a_newer_version_of_a_hand_is_logged_as_an_edit_and_told(night: Night, game: Game) -> None:
    phone = RememberingPhone(night, 1)
    play_hands(game, "NS:5", who=player_actor(night, 5))
    tap(phone.client, game, 1, "NS:3-4")
    before = load_game(game, night)
    assert before.dispute is not None
    newer = {"number": 1, "version": 2, "key": uuid4().hex, "older": before.hands[0].key, "alone_by": None}
    newest = last_event(night.pk)
    answer = phone.send(seats_key(before), [newer | {"record": read_result(night, "NS:0-2")}])
    assert answer.status_code == 204 and load_game(game, night).dispute is None
    assert str(night.log_entries.order_by("-pk")[0]) == (
        "1 Ann M. sent a newer version of hand 1 of game 1 at table 1: 2–0 → 0–2, the game 2–0 → 0–2; "
        "its two answers are settled"
    )
    told = " ".join(night.events.filter(pk__gt=newest).values_list("topics", flat=True)).split()
    others = [entry.pk for entry in before.players.values() if entry.number != 1]
    assert {topic for topic in told if topic.startswith("notice-")} == {f"notice-{pk}" for pk in others}


@pytest.mark.parametrize("number", [None, 5])
def test_an_edit_is_told_as_one_though_the_reason_typed_for_it_is_sent_again(
    night: Night, game: Game, organizer: Client, number: int | None
) -> None:
    play_hands(game, "NS:5")
    path, of = f"/n/{night.slug}/game/{game.pk}/hand/1/", load_game(game, night).hands[0].id
    form = {"game": game.pk, "hand": 1, "of": of, "result": "EW:5", "key": uuid4().hex, "why": SENT_AGAIN}
    assert (phone_of(night, number) if number else organizer).post(path, form).status_code == 302
    told = night.events.filter(topics__contains="notice-").latest("pk").public_text
    assert told.startswith("Eve L. changed hand 1" if number else "The organizer changed hand 1")
    assert load_game(game, night).rows.versions[-1].why == "sent again", "the reason itself stays"


def test_hands_that_are_sent_again_are_told_once_and_in_nobodys_name(night: Night, game: Game) -> None:
    finn, ned = RememberingPhone(night, 1), player_actor(night, 5)
    play_hands(game, "NS:5", "EW:3-4", "EW:3-4")
    with older_copy() as restore:
        for _ in range(2):
            undo_hand(game=game, hand=load_game(game, night).hands[-1].id, key=uuid4().hex, who=ned)
        finn.look()
        restore()
        newest = last_event(night.pk)
        assert finn.resend()
    partner = load_game(game, night).players[Seat.N]
    if partner.number == 1:
        partner = load_game(game, night).players[Seat.S]
    score = against(*(load_game(game, night).play.total(side) for side in Side))
    events = night.events.filter(pk__gt=newest, topics__contains="notice-")
    told = [event.public_text for event in events if partner.pk in players_of(event, NOTICE)]
    assert told == [f"Phones sent hands again: now {score}."]
    page = compact(phone_of(night, partner.number or 0).get(f"/n/{night.slug}/play/").content.decode())
    assert told[0] in page and "took out" not in page


@pytest.mark.parametrize("record", [None, "EW:5"])
def test_a_hand_that_was_taken_back_or_came_again_since_the_copy_is_logged_so(
    night: Night, game: Game, record: str | None
) -> None:
    phone = RememberingPhone(night, 1)
    play_hands(game, "NS:5")
    if record:
        undo_hand(game=game, hand=load_game(game, night).newest, key=uuid4().hex, who=ORGANIZER)
    with older_copy() as restore:
        if record:
            play_hands(game, record)
        else:
            undo_hand(game=game, hand=load_game(game, night).newest, key=uuid4().hex, who=ORGANIZER)
        phone.look()
        restore()
        assert phone.resend()
    change = "not played → 0–2, the game 0–0 → 0–2" if record else "2–0 → not played, the game 2–0 → 0–0"
    assert night.log_entries.order_by("-pk")[0].text.endswith(
        f"sent a newer version of hand 1 of game 1 at table 1: {change}"
    )


def test_a_version_that_no_game_reaches_keeps_no_other_phone_from_sending(night: Night, game: Game) -> None:
    phone, other = RememberingPhone(night, 1), RememberingPhone(night, 5)
    play_hands(game, "NS:5")
    before = load_game(game, night)
    with older_copy() as restore:
        made_up = {"number": 1, "version": 999, "key": uuid4().hex, "older": before.hands[0].key, "alone_by": None}
        assert phone.send(seats_key(before), [made_up | {"record": before.hands[0].data}]).status_code == 204
        of = load_game(game, night).newest
        correct_hand(game=game, of=of, record=read_result(night, "EW:5"), key=uuid4().hex, who=ORGANIZER)
        other.look()
        expected = counted(night)
        restore()
        assert other.resend() and counted(night) == expected and not other.refused
    assert Hand.objects.filter(game=game).order_by("-version")[0].version < 5


def test_a_hand_with_as_many_versions_as_a_game_may_have_is_sent_again(night: Night, game: Game) -> None:
    phone = RememberingPhone(night, 1)
    play_hands(game, "NS:5")
    before = load_game(game, night)
    older = " ".join([before.hands[0].key, *(uuid4().hex * 2 for _ in range(MOST_CHANGES - 1))])
    hand = {"number": 1, "version": MOST_CHANGES, "key": uuid4().hex, "older": older, "alone_by": None}
    answer = phone.send(seats_key(before), [hand | {"record": read_result(night, "EW:5")}])
    assert answer.status_code == 204, answer.content.decode()
    assert load_game(game, night).totals == {"NS": 0, "EW": 2}


def test_an_undo_that_a_phone_makes_up_starts_no_game_to_come(night: Night) -> None:
    last = game_at(night, 7, 1)
    phone = RememberingPhone(night, last.places.all()[0].entry.number or 0)
    with nothing_changes():
        assert phone.send(seats_key(load_game(last, night)), [ONE]).status_code == 409
    assert started_rounds(night) == 0


@pytest.mark.parametrize("number", [2, 99])
def test_an_undo_of_a_hand_that_cannot_come_next_is_not_stored(night: Night, game: Game, number: int) -> None:
    phone = RememberingPhone(night, 1)
    with nothing_changes():
        assert phone.send(seats_key(load_game(game, night)), [ONE | {"number": number}]).status_code == 409


def test_hands_and_their_undos_come_back_in_the_order_of_play(night: Night, game: Game) -> None:
    phone = RememberingPhone(night, 1)
    with older_copy() as restore:
        play_hands(game, "NS:5", "EW:5", "NS:3-4")
        for _ in range(2):
            last = load_game(game, night).hands[-1].id
            undo_hand(game=game, hand=last, key=uuid4().hex, who=ORGANIZER, from_outbox=True)
        phone.look()
        before = counted(night)
        restore()
        phone.resend()
        assert counted(night) == before and len(before[1, 1]) == 1
        assert not phone.known, "nothing is left to send"


@pytest.mark.parametrize("copied", [0, 1, 3])
def test_a_hand_comes_back_though_the_organizer_took_one_before_it_back(night: Night, game: Game, copied: int) -> None:
    phone, results = RememberingPhone(night, 1), ("NS:5", "EW:5", "NS:3-4")
    play_hands(game, *results[:copied])
    if copied == 3:
        undo_hand(game=game, hand=load_game(game, night).newest, key=uuid4().hex, who=ORGANIZER)
    with older_copy() as restore:
        first = min(copied, 2) + 1
        play_hands(game, *results[first - 1 :], first=first)
        second = load_game(game, night).hands[1].id
        undo_hand(game=game, hand=second, key=uuid4().hex, who=ORGANIZER, from_outbox=True)
        phone.look()
        before = counted(night)
        restore()
        assert phone.resend() and counted(night) == before
        assert [number for number, *_ in before[1, 1]] == [1, 3] and not phone.known


def test_a_record_without_extras_breaks_no_page(night: Night, game: Game, organizer: Client) -> None:
    record = read_result(night, "NS:5") | {"extras": None}
    phone = RememberingPhone(night, 1)
    assert phone.send(seats_key(load_game(game, night)), [ONE | {"record": record}]).status_code == 204
    assert organizer.get(f"/n/{night.slug}/game/{game.pk}/hand/1/").status_code == 200


def test_a_newer_version_that_says_the_same_is_no_edit(night: Night, game: Game) -> None:
    play_hands(game, "NS:5")
    phone, before = RememberingPhone(night, 1), load_game(game, night)
    lines = night.log_entries.count()
    same = ONE | {"version": 2, "older": before.hands[0].key, "record": before.hands[0].data}
    assert phone.send(seats_key(before), [same]).status_code == 204
    assert Hand.objects.get(game=game, version=2).record == before.hands[0].data
    assert night.log_entries.count() == lines


def test_a_tap_waits_until_the_hands_before_it_were_sent_again(night: Night, game: Game) -> None:
    phone = RememberingPhone(night, 1)
    headers = {"HX-Request": "true", "X-Outbox": "1"}
    with older_copy() as restore:
        play_hands(game, "NS:5", "EW:5")
        phone.look()
        undone = load_game(game, night).hands[1].key
        restore()
        path, next_hand = f"/n/{night.slug}/play/", {"game": game.pk, "hand": 3, "result": "NS:5", "key": uuid4().hex}
        with nothing_changes():
            answer = phone.client.post(f"{path}hand/", next_hand | {"known": 2}, headers=headers)
            assert (answer.status_code, answer["Retry-After"]) == (409, "15") and b"known-hands" in answer.content
            assert "gone on from an older copy" in answer.content.decode()
            undo = {"game": game.pk, "hand": 2, "key": undone, "known": 2}
            answer = phone.client.post(f"{path}undo/", undo, headers=headers)
            assert (answer.status_code, answer["Retry-After"]) == (409, "15")
        assert phone.resend()
        assert phone.client.post(f"{path}hand/", next_hand | {"known": 2}, headers=headers).status_code == 204
        assert [number for number, *_ in counted(night)[1, 1]] == [1, 2, 3]


def test_a_later_game_waits_for_its_bell_and_then_comes_back(night: Night, game: Game) -> None:
    phone = RememberingPhone(night, 1)
    play_hands(game, "NS:5")
    play_hands(game_at(night, 1, 2), "NS:5")
    with older_copy() as restore:
        ring_bell(round_=game.round, who=ORGANIZER)
        place = phone.night.entries.get(number=1).places.get(game__round__number=2)
        play_hands(place.game, "EW:5", "EW:3-4")
        phone.look()
        before = counted(night)
        restore()
        assert not phone.resend() and counted(night)[2, place.game.table] == [] and not phone.refused
        ring_bell(round_=game.round, who=ORGANIZER)
        assert phone.resend() and counted(night) == before


def test_all_hands_from_before_the_bell_come_back_though_it_has_rung_again(night: Night, game: Game) -> None:
    phone = RememberingPhone(night, 1)
    with older_copy() as restore:
        play_hands(game, "NS:5", "EW:5", "EW:3-4")
        phone.look()
        before = counted(night)
        restore()
        ring_bell(round_=game.round, who=ORGANIZER)
        assert phone.resend() and counted(night) == before


def test_a_hand_that_the_table_entered_again_differently_stays_and_the_player_is_told(night: Night, game: Game) -> None:
    phone = RememberingPhone(night, 1)
    with older_copy() as restore:
        play_hands(game, "NS:5", "NS:5")
        of = load_game(game, night).hands[1].id
        correct_hand(game=game, of=of, record=read_result(night, "EW:5"), key=uuid4().hex, who=ORGANIZER)
        phone.look()
        restore()
        tap(phone_of(night, 2), game, 1, "NS:5")
        tap(phone_of(night, 2), game, 2, "NS:3-4")
        phone.resend()
        assert hand_versions(game) == [(1, "5", True), (2, "[3, 4]", True)]
        assert "Hand 2 is already recorded, with another result." in phone.refused[0]
        with nothing_changes():
            assert not phone.resend()


@pytest.mark.parametrize("state", ["confirmed", "on paper", "other seats"])
def test_hands_of_a_game_that_is_over_or_another_one_are_refused(night: Night, game: Game, state: str) -> None:
    phone = RememberingPhone(night, 1)
    with older_copy() as restore:
        play_hands(game, "NS:5", "EW:5")
        phone.look()
        restore()
        if state == "confirmed":
            play_hands(game, "NS:3-4")
            sign_game(game=game, winner="NS", who=ORGANIZER)
        elif state == "on paper":
            write_total(game, 3, 4)
        else:
            game.places.filter(entry__number=2).update(entry=night.entries.get(number=3))
        seats, hands = next(iter(phone.known.items()))
        with nothing_changes():
            answer = phone.send(seats, list(hands.values()))
        expected = {
            "confirmed": "This score is confirmed",
            "on paper": "counts by its total from paper",
            "other seats": "Others sit at table 1 in game 1 by now. Tell the organizer.",
        }[state]
        assert answer.status_code == 409 and "Retry-After" not in answer
        assert expected in compact(answer.content.decode())


def test_a_game_that_is_not_seated_again_yet_waits(night: Night, game: Game) -> None:
    phone = RememberingPhone(night, 1)
    play_hands(game, "NS:5")
    phone.look()
    hand = next(iter(phone.known.values()))[1] | {"key": uuid4().hex}
    with nothing_changes():
        answer = phone.send("99-1-1-2-3-4", [hand])
    assert (answer.status_code, answer["Retry-After"]) == (409, "15")


def test_no_hand_is_taken_after_the_night(night: Night, game: Game) -> None:
    phone = RememberingPhone(night, 1)
    with older_copy() as restore:
        play_hands(game, "NS:5")
        phone.look()
        restore()
        close_night(night=night, who=ORGANIZER)
        with nothing_changes():
            answer = phone.send(*_one_game(phone))
    assert answer.status_code == 409 and answer["Retry-After"] == "15", "the night may be opened again"
    assert b"known-hands" not in phone.client.get(f"/n/{night.slug}/play/").content


def _one_game(phone: RememberingPhone) -> tuple[str, list[KnownHand]]:
    """The only game that a phone knows hands of."""
    ((seats, hands),) = phone.known.items()
    return seats, list(hands.values())


def test_only_players_of_the_table_send_hands_again(stranger: Client, night: Night, game: Game) -> None:
    phone = RememberingPhone(night, 1)
    with older_copy() as restore:
        play_hands(game, "NS:5")
        phone.look()
        restore()
        seats, hands = _one_game(phone)
        elsewhere = RememberingPhone(night, 3)
        with nothing_changes():
            assert elsewhere.send(seats, hands).status_code == 403, "number 3 sits at table 2"
            elsewhere.client = stranger
            assert elsewhere.send(seats, hands).status_code == 403


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"seats": "1-1", "hands": "[]"},
        {"seats": "1-1-1-2-3-4", "hands": "{"},
        {"seats": "1-1-1-2-3-4", "hands": "[" * 100_000},
        {"seats": "1-1-1-2-3-4", "hands": "[1]"},
        {"seats": "1-1-1-2-3-4", "hands": json.dumps([ONE | {"record": [1]}])},
        {"seats": "1-1-1-2-3-4", "hands": json.dumps([ONE | {"record": []}])},
        {"seats": "1-1-1-2-3-4", "hands": json.dumps([ONE | {"record": {}}])},
        {"seats": "1-1-1-2-3-4", "hands": '[{"number": 1, "version": 1, "key": "a-key-of-ours"}]'},
        {"seats": "1-1-1-2-3-4", "hands": f'[{{"number": 1, "version": 1, "record": {"1" * 6_000}}}]'},
        {"seats": "1-1-1-2-3-4", "hands": json.dumps([ONE | {"record": "1" * 6_000}])},
        {"seats": "1-1-1-2-3-4", "hands": json.dumps([ONE | {"record": "[" * 100_000}])},
        {"seats": "1-1-1-2-3-4", "hands": json.dumps([ONE | {"key": "a-key-of-ours\ud800"}])},
        {"seats": "1-1-1-2-3-4", "hands": json.dumps([ONE | {"version": 100_000}])},
        {"seats": "1-1-1-2-3-4", "hands": json.dumps([ONE | {"key": "two words"}])},
        {"seats": "1-1-1-2-3-4", "hands": json.dumps([ONE | {"version": 0}])},
        {"seats": "1-1-1-2-3-4", "hands": '[{"number": 1, "version": 1, "key": "a\\u0000key-of-ours"}]'},
        {"seats": "1-1-1-2-3-4", "hands": json.dumps([{"number": 1, "version": 1, "key": "a-key-of-ours"}] * 2)},
    ],
)
def test_a_broken_form_is_refused(night: Night, form: dict[str, str]) -> None:
    phone = phone_of(night, 1)
    with nothing_changes():
        answer = phone.post(f"/n/{night.slug}/play/resend/", form)
    assert answer.status_code == 409 and "This page is incomplete." in answer.content.decode()


@pytest.mark.parametrize("record", [{"variant": "standard"}, {"maker_tricks": 99}, None])
def test_an_impossible_hand_and_the_undo_of_an_earlier_one_are_refused(
    night: Night, game: Game, record: dict[str, object] | None
) -> None:
    play_hands(game, "NS:5", "EW:5")
    phone = RememberingPhone(night, 1)
    loaded = load_game(game, night)
    number = 3 if record else 1
    hand = {"number": number, "version": 2, "key": uuid4().hex, "older": loaded.hands[0].key, "alone_by": None}
    whole = record and (loaded.hands[0].data | record if "maker_tricks" in record else record)
    with nothing_changes():
        answer = phone.send(seats_key(loaded), [hand | {"record": whole}])
    assert answer.status_code == 409 and phone.refused


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=6,
)
FIELDS = ("variant", "players", "maker_side", "bid", "alone", "exchange", "maker_tricks", "defender_tricks", "extras")


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(
    hand=st.dictionaries(st.sampled_from(("number", "version", "older", "record", "alone_by")), JSON), record=st.data()
)
def test_whatever_a_hand_holds_the_answer_is_a_sentence_or_done(
    night: Night, hand: dict[str, object], record: st.DataObject
) -> None:
    with transaction.atomic():
        game = game_at(night, 1, 1)
        whole = read_result(night, "NS:5") | record.draw(st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=2))
        form = {"number": 1, "version": 1, "key": "a-key-of-ours", "record": whole} | hand
        answer = RememberingPhone(night, 1).send(seats_key(load_game(game, night)), [form])
        assert answer.status_code in (204, 409)
        assert load_game(game, night).play.hands or not load_game(game, night).hands
        transaction.set_rollback(True)


def play_on(night: Night, chance: Random, phones: list[RememberingPhone]) -> None:
    """One act at a table: a hand, an undo or an edit; those who are awake see it, and always who did it."""
    rung = Bell.objects.active().filter(round__night=night, round__number=1).exists()
    game = game_at(night, 2 if rung else 1, chance.choice((1, 2)))
    who = chance.choice([entry.number for entry in night.entries.filter(places__game=game)])
    loaded, act = load_game(game, night), chance.choice(("hand", "hand", "hand", "undo", "edit"))
    if act == "hand" and loaded.next_hand:
        tap(phones[who - 1].client, game, loaded.next_hand, chance.choice(RESULTS))
    elif act == "undo" and loaded.hands:
        key = uuid4().hex
        undo_hand(game=game, hand=loaded.hands[-1].id, key=key, who=player_actor(night, who), from_outbox=True)
    elif act == "edit" and loaded.hands:
        record = read_result(night, chance.choice(RESULTS))
        of = chance.choice(loaded.hands).id
        correct_hand(game=game, of=of, record=record, key=uuid4().hex, who=player_actor(night, who))
    for number, phone in enumerate(phones, 1):
        if number == who or chance.random() < 0.2:
            phone.look()


@settings(
    max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(
    chance=st.randoms(use_true_random=False), before=st.integers(0, 12), after=st.integers(1, 12), bell=st.booleans()
)
def test_after_any_copy_and_in_any_order_the_phones_bring_the_same_tallies_back(
    night: Night, chance: Random, before: int, after: int, bell: bool
) -> None:
    with transaction.atomic():
        phones = [RememberingPhone(night, number) for number in range(1, 9)]
        first = game_at(night, 1, 1).round
        for _ in range(before):
            play_on(night, chance, phones)
        with older_copy() as restore:
            for act in range(after):
                if bell and act == after // 2:
                    ring_bell(round_=first, who=ORGANIZER)
                play_on(night, chance, phones)
            expected = counted(night), totals(night)
            restore()
            if bell:
                ring_bell(round_=first, who=ORGANIZER)
            order = [*phones, *phones]
            chance.shuffle(order)
            for phone in order:
                phone.resend()
            assert (counted(night), totals(night)) == expected
            assert not any(phone.refused for phone in phones)
            with nothing_changes():
                assert [phone.resend() for phone in phones] == [False] * 8
        transaction.set_rollback(True)
