"""Recording a hand: facts with who, when and which phone; the same write twice is one."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.utils import timezone

from tally.forms import read_result
from tally.models import Hand
from tally.rules import HandRefused
from tally.scoring.recording import record_hand
from tally.scoring.undo import undo_hand
from tally.scoring.versions import HandTaken
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, phones_at, play_hands, tap, who_is
from tournament.access import Who
from tournament.models import Game, Night
from tournament.night.bell import ring_bell
from tournament.night.games import sign_game
from tournament.night.lifecycle import close_night, open_night
from tournament.night.signup import sign_up
from tournament.people.errors import Refused

CATS = Night()  # standard Euchre, four hands a game
MARCH = read_result(CATS, "NS:5")
POINT = read_result(CATS, "NS:3-4")


def record(game: Game, number: int, said: dict[str, object], who: Who = ORGANIZER, key: str = "") -> None:
    """Record a hand under a key of its own unless one is given."""
    record_hand(game=game, number=number, record=said, key=key or uuid4().hex, who=who)


# What is kept


@pytest.mark.parametrize(
    ("result", "maker", "alone", "tricks"),
    [
        ("NS:3-4", "A", None, [3, 4]),
        ("NS:5", "A", False, 5),
        ("EW:5-alone", "B", True, 5),
        ("EW:0-2", "B", None, [0, 2]),
    ],
)
def test_a_hand_is_kept_as_facts_and_never_as_points(
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


def test_the_first_hand_starts_the_game_and_says_so_to_its_table(night: Night) -> None:
    game = game_at(night, 1, 1)
    tap(phone_of(night, 1), game, 1)
    game.refresh_from_db()
    assert game.started_at is not None
    event = night.events.order_by("-pk")[0]
    logged = night.log_entries.order_by("-pk")[0]
    assert (event.topics, logged.actor) == (" ".join([*phones_at(game), "board"]), "1 Ann M.")
    started = game.started_at
    tap(phone_of(night, 1), game, 2)
    game.refresh_from_db()
    assert game.started_at == started


def test_the_last_hand_also_tells_the_tables_that_wait_for_these_players(night: Night) -> None:
    play_hands(game_at(night, 1, 1), *["NS:3-4"] * 4)
    topics = night.events.order_by("-pk")[0].topics.split()
    assert topics == [f"entry-{pk}" for pk in sorted(night.entries.values_list("pk", flat=True))] + ["board"]


def test_a_hand_that_everybody_passed_is_kept_without_points(night: Night) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    tap(phone, game, 1, "passed")
    assert Hand.objects.get().record["extras"] == {"passed_out": True}
    assert "everybody passed" in phone.get(f"/n/{night.slug}/play/").content.decode()


def test_every_button_on_the_phone_is_one_tap_that_is_kept(night: Night) -> None:
    phone = phone_of(night, 1)
    shown = phone.get(f"/n/{night.slug}/play/").content.decode()
    values = re.findall(r'name="result" value="([^"]+)"', shown)
    assert len(values) == 8
    for number, value in enumerate(values[:4], 1):
        assert tap(phone, game_at(night, 1, 1), number, value).status_code == 302
    for number, value in enumerate(values[4:], 1):
        assert tap(phone_of(night, 3), game_at(night, 1, 2), number, value).status_code == 302


def test_with_htmx_the_answer_is_the_phones_page_itself(night: Night) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    data = {"game": game.pk, "hand": 1, "result": "NS:5", "key": uuid4().hex}
    answer = phone.post(f"/n/{night.slug}/play/hand/", data, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    page = answer.content.decode()
    assert page.lstrip().startswith('<main id="page"') and "<html" not in page
    assert "✓ Hand 1: +2 us, all 5 tricks" in page


# Twice


@pytest.mark.parametrize(("header", "answer"), [("X-Outbox", (204, b"")), ("X-Queue", (200, b"kept"))])
def test_a_phones_outbox_learns_that_a_tap_is_recorded_also_on_an_open_page_of_release_0_1_0(
    night: Night, header: str, answer: tuple[int, bytes]
) -> None:
    game = game_at(night, 1, 1)
    data = {"game": game.pk, "hand": 1, "result": "NS:3-4", "key": uuid4().hex}
    response = phone_of(night, 1).post(f"/n/{night.slug}/play/hand/", data, headers={"HX-Request": "true", header: "1"})
    assert (response.status_code, response.content) == answer and response["X-Night"] == "1"
    assert Hand.objects.filter(game=game).count() == 1


def test_the_same_key_twice_is_one_hand(night: Night) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    tap(phone, game, 1, key="same-key")
    with nothing_changes():
        assert tap(phone, game, 1, key="same-key").status_code == 302


def test_the_same_key_with_another_result_keeps_the_first(night: Night) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    tap(phone, game, 1, "NS:3-4", key="same-key")
    with nothing_changes():
        with pytest.raises(HandTaken) as taken:
            record(game, 1, MARCH, who_is(night, 1), key="same-key")
        assert (taken.value.number, taken.value.answer) == (1, MARCH)
        assert tap(phone, game, 1, "NS:5", key="same-key").status_code == 409


def test_a_key_that_arrives_again_after_an_undo_brings_nothing_back(night: Night) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    tap(phone, game, 1, key="same-key")
    phone.post(f"/n/{night.slug}/play/undo/", {"game": game.pk, "undo": Hand.objects.get().pk})
    with nothing_changes():
        assert tap(phone, game, 1, key="same-key").status_code == 302


def test_a_key_of_another_hand_or_table_is_refused(night: Night) -> None:
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
        assert "All hands of this game are recorded." in tap(phone, game, 5).content.decode()


@pytest.mark.parametrize(
    "more",
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
def test_a_form_that_no_page_sends_is_refused(night: Night, more: dict[str, str]) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    with nothing_changes():
        answer = phone.post(
            f"/n/{night.slug}/play/hand/", {"game": game.pk, "hand": 1, "result": "NS:3-4", "key": uuid4().hex} | more
        )
    assert answer.status_code == 409
    assert "Reload it and tap again" in answer.content.decode() or "Reload the page" in answer.content.decode()


@pytest.mark.parametrize(
    "wrong",
    [
        {"maker_tricks": 6, "defender_tricks": 0},
        {"maker_tricks": 3, "defender_tricks": 3},
        {"maker_side": None},
        {"variant": "nonesuch"},
        {"points": 4},
        {"maker_tricks": [0, 5], "defender_tricks": [0, 5]},
    ],
)
def test_an_impossible_record_is_refused(night: Night, wrong: dict[str, object]) -> None:
    with nothing_changes(), pytest.raises(HandRefused):
        record(game_at(night, 1, 1), 1, MARCH | wrong)


def test_a_record_of_another_variant_is_refused(night: Night) -> None:
    with nothing_changes(), pytest.raises(Refused, match="another game than tonight's"):
        record(game_at(night, 1, 1), 1, read_result(Night(variant="standard"), "NS:5"))


@pytest.mark.parametrize("pk", [999_999, 10**18, 10**30])
def test_a_game_that_is_not_there_is_refused_with_a_sentence(night: Night, pk: int) -> None:
    phone = phone_of(night, 1)
    with nothing_changes():
        answer = phone.post(
            f"/n/{night.slug}/play/hand/", {"game": pk, "hand": 1, "result": "NS:5", "key": uuid4().hex}
        )
    assert answer.status_code == 409


def test_a_game_of_another_night_is_refused(night: Night) -> None:
    later = Night.objects.create(club=night.club, name="Next week", date="2026-12-01")
    sign_up(night=later, names=[f"Guest {n}" for n in range(8)], who=ORGANIZER)
    open_night(night=later, who=ORGANIZER)
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
def test_nothing_is_recorded_unless_the_night_is_played(night: Night, status: str) -> None:
    phone = phone_of(night, 1)
    Night.objects.update(status=status)
    with nothing_changes():
        assert tap(phone, game_at(night, 1, 1), 1).status_code == 409


def test_a_signed_game_takes_no_more_hands(night: Night) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    play_hands(game, "NS:3-4")
    sign_game(game=game, winner="NS", who=ORGANIZER)
    with nothing_changes():
        assert "This game is agreed, 1–0." in tap(phone, game, 2).content.decode()


def test_closing_the_night_ends_recording_in_the_middle_of_a_game(night: Night) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    tap(phone, game, 1)
    close_night(night=night, who=ORGANIZER)
    with nothing_changes():
        assert "This night is closed; its cards have expired." in tap(phone, game, 2).content.decode()


# A table whose players are still elsewhere


def test_a_table_waits_for_its_four_players(night: Night) -> None:
    play_hands(game_at(night, 1, 1), *["NS:3-4"] * 4)
    play_hands(game_at(night, 1, 2), *["NS:3-4"] * 3)
    phone, following = phone_of(night, 2), game_at(night, 2, 1)
    with nothing_changes():
        answer = tap(phone, following, 1)
    assert answer.status_code == 409
    assert "Table 2 is still playing game 1 with " in answer.content.decode()


@pytest.mark.parametrize("freed", ["complete", "signed", "rung"])
def test_a_table_starts_once_its_four_are_free(night: Night, freed: str) -> None:
    play_hands(game_at(night, 1, 1), *["NS:3-4"] * 4)
    other = game_at(night, 1, 2)
    play_hands(other, *["NS:3-4"] * 3)
    if freed == "complete":
        play_hands(other, "EW:5", first=4)
    elif freed == "signed":
        sign_game(game=other, winner="NS", who=ORGANIZER)
    else:
        ring_bell(round_=other.round, who=ORGANIZER)
    assert tap(phone_of(night, 2), game_at(night, 2, 1), 1).status_code == 302


def test_a_table_that_has_begun_goes_on_when_an_earlier_hand_is_taken_back(night: Night) -> None:
    play_hands(game_at(night, 1, 1), *["NS:3-4"] * 4)
    play_hands(game_at(night, 1, 2), *["NS:3-4"] * 4)
    phone, following = phone_of(night, 2), game_at(night, 2, 1)
    tap(phone, following, 1)
    undo_hand(
        game=game_at(night, 1, 2),
        hand=Hand.objects.get(game=game_at(night, 1, 2), number=4).pk,
        key=uuid4().hex,
        who=ORGANIZER,
    )
    assert tap(phone, following, 2).status_code == 302


# Who went alone


def test_nobody_is_asked_who_went_alone_unless_loners_are_counted(night: Night) -> None:
    assert tap(phone_of(night, 1), game_at(night, 1, 1), 1, "NS:5-alone").status_code == 302
    assert Hand.objects.get().alone_by is None


def test_where_loners_are_counted_a_loner_takes_a_second_tap(night: Night) -> None:
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
    assert tap(phone, game, 2, "NS:5").status_code == 302, "other results are asked nothing"
    assert tap(phone, game, 3, "NS:5-alone", alone_by="").status_code == 302
    assert Hand.objects.get(number=3).alone_by is None


@pytest.mark.parametrize(("result", "number"), [("NS:5-alone", 2), ("NS:5-alone", 3), ("NS:5", 1), ("EW:5-alone", 1)])
def test_only_a_maker_of_a_loner_can_have_gone_alone(night: Night, result: str, number: int) -> None:
    phone, entry = phone_of(night, 1), night.entries.get(number=number)
    with nothing_changes():
        answer = tap(phone, game_at(night, 1, 1), 1, result, alone_by=str(entry.pk))
    assert (answer.status_code, "Only one of the makers" in answer.content.decode()) == (409, True)


def test_the_same_key_with_another_loner_is_asked_about(night: Night) -> None:
    game, who = game_at(night, 1, 1), who_is(night, 1)
    record, one, other = read_result(night, "NS:5-alone"), *night.entries.filter(number__in=(1, 6))
    record_hand(game=game, number=1, record=record, key="one-key-for-both", who=who, alone_by=one)
    with nothing_changes(), pytest.raises(HandTaken):
        record_hand(game=game, number=1, record=record, key="one-key-for-both", who=who, alone_by=other)
