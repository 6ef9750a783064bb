"""Recording a hand: its facts with player, time and phone. Sending it twice records it once."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tally.forms import read_result
from tally.models import Hand
from tally.rules import HandRefused
from tally.scoring.recording import record_hand
from tally.scoring.undo import undo_hand
from tally.scoring.versions import HandTaken
from tally.views import phone_posts
from tally.views.phone import page_after_tap
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
from tournament.access import Who
from tournament.models import Game, Night
from tournament.night.bell import ring_bell
from tournament.night.games import sign_game
from tournament.night.lifecycle import close_night, reopen_night, start_night
from tournament.night.signup import sign_up
from tournament.people.errors import Refused

CATS = Night()  # standard Euchre, four hands a game
MARCH = read_result(CATS, "NS:5")
POINT = read_result(CATS, "NS:3-4")


def record(game: Game, number: int, facts: dict[str, object], who: Who = ORGANIZER, key: str = "") -> None:
    """Record a hand, under a key of its own unless one is given."""
    record_hand(game=game, number=number, record=facts, key=key or uuid4().hex, who=who)


# What is recorded


@pytest.mark.parametrize(
    ("result", "maker", "alone", "tricks"),
    [
        ("NS:3-4", "A", None, [3, 4]),
        ("NS:5", "A", False, 5),
        ("EW:5-alone", "B", True, 5),
        ("EW:0-2", "B", None, [0, 2]),
    ],
)
def test_a_hand_is_stored_as_facts_and_never_as_points(
    night: Night, result: str, maker: str, alone: bool | None, tricks: object
) -> None:
    phone, game, before = phone_of(night, 5), game_at(night, 1, 1), timezone.now()
    answer = tap(phone, game, 1, result, key="a-key-of-this-tap")
    assert (answer.status_code, answer["Location"]) == (302, f"/n/{night.slug}/play/")
    hand = Hand.objects.get()
    assert (hand.game, hand.number, hand.version, hand.key) == (game, 1, 1, "a-key-of-this-tap")
    assert hand.entry and hand.phone
    assert (hand.entry.number, hand.phone.token, hand.alone_by) == (5, "token-of-5", None)
    assert before <= hand.at <= timezone.now()
    assert (hand.record["maker_side"], hand.record["alone"], hand.record["maker_tricks"]) == (maker, alone, tricks)
    assert not {"points", "score", "ns", "ew"} & set(hand.record)


def test_the_first_hand_starts_the_game_and_is_announced_to_its_table(night: Night) -> None:
    game = game_at(night, 1, 1)
    tap(phone_of(night, 1), game, 1)
    game.refresh_from_db()
    assert game.started_at is not None
    event = night.events.order_by("-pk")[0]
    logged = night.log_entries.order_by("-pk")[0]
    assert (event.topics, logged.actor) == (" ".join([*phone_topics(game), "board"]), "1 Ann M.")
    started = game.started_at
    tap(phone_of(night, 1), game, 2)
    game.refresh_from_db()
    assert game.started_at == started


def test_the_last_hand_is_also_announced_to_tables_that_wait_for_these_players(night: Night) -> None:
    play_hands(game_at(night, 1, 1), *["NS:3-4"] * 4)
    topics = night.events.order_by("-pk")[0].topics.split()
    assert topics == [f"entry-{pk}" for pk in sorted(night.entries.values_list("pk", flat=True))] + ["board"]


def test_a_passed_hand_is_recorded_without_points(night: Night) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    tap(phone, game, 1, "passed")
    assert Hand.objects.get().record["extras"] == {"passed_out": True}
    assert "everybody passed" in phone.get(f"/n/{night.slug}/play/").content.decode()


def test_every_button_on_the_phone_records_a_hand(night: Night) -> None:
    phone = phone_of(night, 1)
    page = phone.get(f"/n/{night.slug}/play/").content.decode()
    values = re.findall(r'name="result" value="([^"]+)"', page)
    assert len(values) == 11 and values[8:] == ["NS:renege", "EW:renege", "passed"], "the last three are under More"
    for number, value in enumerate(values[:4], 1):
        assert tap(phone, game_at(night, 1, 1), number, value).status_code == 302
    for number, value in enumerate(values[4:8], 1):
        assert tap(phone_of(night, 3), game_at(night, 1, 2), number, value).status_code == 302


def test_htmx_gets_the_phones_updated_page(night: Night) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    data = {"game": game.pk, "hand": 1, "result": "NS:5", "key": uuid4().hex}
    answer = phone.post(f"/n/{night.slug}/play/hand/", data, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    page = answer.content.decode()
    assert page.lstrip().startswith('<main id="page"') and "<html" not in page
    assert "✓ Hand 1: +2 us, all 5 tricks" in page


# Sent twice


@pytest.mark.parametrize(("header", "answer"), [("X-Outbox", (204, b"")), ("X-Queue", (200, b"kept"))])
def test_a_phones_outbox_gets_an_acknowledgement_also_on_a_page_from_release_0_1_0(
    night: Night, header: str, answer: tuple[int, bytes]
) -> None:
    game = game_at(night, 1, 1)
    data = {"game": game.pk, "hand": 1, "result": "NS:3-4", "key": uuid4().hex}
    response = phone_of(night, 1).post(f"/n/{night.slug}/play/hand/", data, headers={"HX-Request": "true", header: "1"})
    assert (response.status_code, response.content) == answer and response["X-Night"] == "1"
    assert Hand.objects.filter(game=game).count() == 1


def test_the_same_key_twice_records_one_hand(night: Night) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    tap(phone, game, 1, key="same-key")
    with nothing_changes():
        assert tap(phone, game, 1, key="same-key").status_code == 302


def test_the_same_key_with_another_result_keeps_the_first(night: Night) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    tap(phone, game, 1, "NS:3-4", key="same-key")
    with nothing_changes():
        with pytest.raises(HandTaken) as taken:
            record(game, 1, MARCH, player_actor(night, 1), key="same-key")
        assert (taken.value.number, taken.value.answer) == (1, MARCH)
        assert tap(phone, game, 1, "NS:5", key="same-key").status_code == 409


def test_a_key_that_arrives_again_after_an_undo_restores_nothing(night: Night) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    tap(phone, game, 1, key="same-key")
    phone.post(f"/n/{night.slug}/play/undo/", {"game": game.pk, "undo": Hand.objects.get().pk})
    with nothing_changes():
        assert tap(phone, game, 1, key="same-key").status_code == 302


def test_a_key_used_for_another_hand_or_table_is_refused(night: Night) -> None:
    record(game_at(night, 1, 1), 1, POINT, key="same-key")
    with nothing_changes():
        for game, number in ((game_at(night, 1, 1), 2), (game_at(night, 1, 2), 1)):
            with pytest.raises(Refused, match="from another hand"):
                record(game, number, POINT, key="same-key")


# Refused


@pytest.mark.parametrize(
    ("hand", "sentence"),
    [
        ("3", "Hand 2 comes next; this page was for hand 3."),
        ("5", "Hand 2 comes next; this page was for hand 5."),
        ("99", "Hand 2 comes next; this page was for hand 99."),
    ],
)
def test_a_hand_out_of_turn_is_refused(night: Night, hand: str, sentence: str) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    tap(phone, game, 1)
    with nothing_changes():
        answer = tap(phone, game, int(hand))
    assert answer.status_code == 409
    assert sentence in answer.content.decode()


def test_a_fifth_hand_is_refused(night: Night) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    play_hands(game, *["NS:3-4"] * 4)
    with nothing_changes():
        assert "All hands of this game are in." in tap(phone, game, 5).content.decode()


@pytest.mark.parametrize(
    "changes",
    [
        {"result": "NS:6"},
        {"result": "XX:5"},
        {"result": "5"},
        {"result": ""},
        {"result": "A" * 41},
        {"hand": "0"},
        {"hand": "-1"},
        {"hand": "x"},
        {"hand": "100"},
        {"hand": ""},
        {"game": ""},
        {"game": "x"},
        {"key": "short"},
        {"key": ""},
        {"key": "k" * 65},
        {"result": "NS:3-4\x00"},
        {"alone_by": "x"},
    ],
)
def test_a_form_that_no_page_sends_is_refused(night: Night, changes: dict[str, str]) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    with nothing_changes():
        form = {"game": game.pk, "hand": 1, "result": "NS:3-4", "key": uuid4().hex} | changes
        answer = phone.post(f"/n/{night.slug}/play/hand/", form)
    assert answer.status_code == 409
    assert "Reload it and tap again" in answer.content.decode() or "Reload the page" in answer.content.decode()


@pytest.mark.parametrize(
    "changes",
    [
        {"maker_tricks": 6, "defender_tricks": 0},
        {"maker_tricks": 3, "defender_tricks": 3},
        {"maker_side": None},
        {"variant": "nonesuch"},
        {"points": 4},
        {"maker_tricks": [0, 5], "defender_tricks": [0, 5]},
    ],
)
def test_an_impossible_record_is_refused(night: Night, changes: dict[str, object]) -> None:
    with nothing_changes(), pytest.raises(HandRefused):
        record(game_at(night, 1, 1), 1, MARCH | changes)


def test_a_record_of_another_variant_is_refused(night: Night) -> None:
    with nothing_changes(), pytest.raises(Refused, match="a game that is not tonight’s"):
        record(game_at(night, 1, 1), 1, read_result(Night(variant="standard"), "NS:5"))


@pytest.mark.parametrize("pk", [999_999, 10**18, 10**30])
def test_an_unknown_game_is_refused(night: Night, pk: int) -> None:
    phone = phone_of(night, 1)
    with nothing_changes():
        answer = phone.post(
            f"/n/{night.slug}/play/hand/", {"game": pk, "hand": 1, "result": "NS:5", "key": uuid4().hex}
        )
    assert answer.status_code == 409


def test_a_game_of_another_night_is_refused(night: Night) -> None:
    later = Night.objects.create(club=night.club, name="Next week", date="2026-12-01")
    sign_up(night=later, names=[f"Guest {n}" for n in range(8)], who=ORGANIZER)
    start_night(night=later, who=ORGANIZER)
    mine, theirs = phone_of(night, 1), game_at(later, 1, 1)
    with nothing_changes():
        for path, data in (
            ("hand", {"hand": 1, "result": "NS:5", "key": uuid4().hex}),
            ("undo", {"undo": 1}),
            ("agree", {"word": "NS:agree", "upto": 0}),
        ):
            assert mine.post(f"/n/{night.slug}/play/{path}/", {"game": theirs.pk} | data).status_code == 409
            assert mine.post(f"/n/{later.slug}/play/{path}/", {"game": theirs.pk} | data).status_code == 403


@pytest.mark.parametrize("status", [Night.Status.SIGN_UP, Night.Status.CLOSED])
def test_nothing_is_recorded_unless_the_night_is_being_played(night: Night, status: str) -> None:
    phone = phone_of(night, 1)
    Night.objects.update(status=status)
    with nothing_changes():
        assert tap(phone, game_at(night, 1, 1), 1).status_code == 409


def test_a_signed_game_accepts_no_more_hands(night: Night) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    play_hands(game, "NS:3-4")
    sign_game(game=game, winner="NS", who=ORGANIZER)
    with nothing_changes():
        assert "This score is confirmed, 1–0." in tap(phone, game, 2).content.decode()


def test_closing_the_night_ends_recording_in_the_middle_of_a_game(night: Night) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    tap(phone, game, 1)
    close_night(night=night, who=ORGANIZER)
    with nothing_changes():
        assert "This night is closed, and its cards have expired." in tap(phone, game, 2).content.decode()


# A table whose players still play elsewhere


def test_a_table_waits_for_its_four_players(night: Night) -> None:
    play_hands(game_at(night, 1, 1), *["NS:3-4"] * 4)
    play_hands(game_at(night, 1, 2), *["NS:3-4"] * 3)
    phone, next_game = phone_of(night, 2), game_at(night, 2, 1)
    with nothing_changes():
        answer = tap(phone, next_game, 1)
    assert answer.status_code == 409
    assert "Table 2 is still playing game 1 with " in answer.content.decode()


def test_a_waiting_phone_names_all_whom_its_table_waits_for(night: Night) -> None:
    play_hands(game_at(night, 1, 1), *["NS:3-4"] * 4)
    play_hands(game_at(night, 1, 2), *["NS:3-4"] * 3)
    page = phone_of(night, 2).get(f"/n/{night.slug}/play/?game=2").content.decode()
    found = re.search(
        r"Table 1 is confirming the score of game 1 with (.+); table 2 is still playing game 1 with (.+) –", page
    )
    assert found
    named = re.split(", | and ", f"{found[1]} and {found[2]}")
    here = next(game for game in night.rounds.get(number=2).games.all() if game.places.filter(entry__number=2).exists())
    assert sorted(named) == sorted(place.entry.short_name for place in here.places.all())


@pytest.mark.parametrize("how", ["all hands played", "signed", "bell rung"])
def test_a_table_starts_once_its_four_players_are_free(night: Night, how: str) -> None:
    play_hands(game_at(night, 1, 1), *["NS:3-4"] * 4)
    other = game_at(night, 1, 2)
    play_hands(other, *["NS:3-4"] * 3)
    if how == "all hands played":
        play_hands(other, "EW:5", first=4)
    elif how == "signed":
        sign_game(game=other, winner="NS", who=ORGANIZER)
    else:
        ring_bell(round_=other.round, who=ORGANIZER)
    assert tap(phone_of(night, 2), game_at(night, 2, 1), 1).status_code == 302


def test_a_table_that_has_started_goes_on_when_an_earlier_hand_is_undone(night: Night) -> None:
    play_hands(game_at(night, 1, 1), *["NS:3-4"] * 4)
    play_hands(game_at(night, 1, 2), *["NS:3-4"] * 4)
    phone, next_game = phone_of(night, 2), game_at(night, 2, 1)
    tap(phone, next_game, 1)
    undo_hand(
        game=game_at(night, 1, 2),
        hand=Hand.objects.get(game=game_at(night, 1, 2), number=4).pk,
        key=uuid4().hex,
        who=ORGANIZER,
    )
    assert tap(phone, next_game, 2).status_code == 302


# Who went alone


def test_the_phone_does_not_ask_who_went_alone_unless_loners_are_counted(night: Night) -> None:
    assert tap(phone_of(night, 1), game_at(night, 1, 1), 1, "NS:5-alone").status_code == 302
    assert Hand.objects.get().alone_by is None


def test_when_loners_are_counted_a_loner_takes_a_second_tap(night: Night) -> None:
    Night.objects.update(count_loners=True)
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    with nothing_changes():
        page = tap(phone, game, 1, "NS:5-alone", key="same-key").content.decode()
    assert "Who went alone?" in page
    partner = night.entries.get(number=6)
    offered = re.findall(r'name="alone_by" value="(\d*)"', page)
    assert offered == [str(night.entries.get(number=1).pk), str(partner.pk), ""]
    assert tap(phone, game, 1, "NS:5-alone", key="same-key", alone_by=str(partner.pk)).status_code == 302
    assert Hand.objects.get().alone_by == partner
    assert tap(phone, game, 2, "NS:5").status_code == 302, "other results need no second tap"
    assert tap(phone, game, 3, "NS:5-alone", alone_by="").status_code == 302
    assert Hand.objects.get(number=3).alone_by is None


@pytest.mark.parametrize(("result", "number"), [("NS:5-alone", 2), ("NS:5-alone", 3), ("NS:5", 1), ("EW:5-alone", 1)])
def test_only_one_of_the_makers_can_have_gone_alone(night: Night, result: str, number: int) -> None:
    phone, entry = phone_of(night, 1), night.entries.get(number=number)
    with nothing_changes():
        answer = tap(phone, game_at(night, 1, 1), 1, result, alone_by=str(entry.pk))
    assert (answer.status_code, "Only one of the makers" in answer.content.decode()) == (409, True)


def test_the_same_key_with_another_loner_is_a_conflict(night: Night) -> None:
    game, who = game_at(night, 1, 1), player_actor(night, 1)
    loner, one, other = read_result(night, "NS:5-alone"), *night.entries.filter(number__in=(1, 6))
    record_hand(game=game, number=1, record=loner, key="one-key-for-both", who=who, alone_by=one)
    with nothing_changes(), pytest.raises(HandTaken):
        record_hand(game=game, number=1, record=loner, key="one-key-for-both", who=who, alone_by=other)


def test_a_hand_that_came_after_the_close_is_kept_by_the_phone_and_logged_once(night: Night) -> None:
    game, phone = game_at(night, 1, 1), phone_of(night, 1)
    close_night(night=night, who=ORGANIZER)
    form = {"game": game.pk, "hand": 1, "result": "NS:5", "key": uuid4().hex}
    for _ in range(2):
        answer = phone.post(f"/n/{night.slug}/play/hand/", form, headers={"X-Outbox": "1"})
        assert (answer.status_code, answer["Retry-After"]) == (409, "15")
    [line] = night.log_entries.filter(text__contains="after the night was closed")
    assert line.text == "sent hand 1 of game 1 at table 1 after the night was closed: not saved"
    assert line.actor == str(night.entries.get(number=1)) and not Hand.objects.exists()


def test_a_phone_keeps_its_hand_although_the_night_opens_again_before_the_answer(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, phone = game_at(night, 1, 1), phone_of(night, 1)
    close_night(night=night, who=ORGANIZER)

    def open_night_then_answer(*args: Any, **options: Any) -> HttpResponse:
        reopen_night(night=night, who=ORGANIZER)
        return page_after_tap(*args, **options)

    monkeypatch.setattr(phone_posts, "page_after_tap", open_night_then_answer)
    form = {"game": game.pk, "hand": 1, "result": "NS:5", "key": uuid4().hex}
    answer = phone.post(f"/n/{night.slug}/play/hand/", form, headers={"X-Outbox": "1"})
    assert (answer.status_code, answer["Retry-After"]) == (409, "15")
    again = phone.post(f"/n/{night.slug}/play/hand/", form, headers={"X-Outbox": "1"})
    assert again.status_code == 204 and Hand.objects.count() == 1


def test_the_tap_of_a_phone_that_is_nobodys_is_said_first_not_to_be_saved(night: Night, stranger: Client) -> None:
    game = game_at(night, 1, 1)
    form = {"game": game.pk, "hand": 1, "result": "NS:5", "key": "k" * 32}
    with nothing_changes():
        answer = stranger.post(f"/n/{night.slug}/play/hand/", form)
    page = answer.content.decode()
    assert answer.status_code == 403
    assert page.index("<h1>Nothing was saved</h1>") < page.index("This phone is not signed in as a player.")
