"""Two phones at one table: the same result is one hand, different results are a dispute until a player settles it."""

from __future__ import annotations

import re
from threading import Barrier, Thread
from uuid import uuid4

import pytest
from django.db import connections
from django.http import HttpResponse
from django.test import Client

from tally.forms import read_result
from tally.models import Dispute, Hand
from tally.scoring.corrections import correct_hand
from tally.scoring.disputes import settle_dispute
from tally.scoring.recording import record_hand
from tally.scoring.signing import confirm_game, decide_game
from tally.scoring.versions import HandTaken
from tests.simulations.two_phones import run
from tests.support.hall_server import Hall
from tests.support.markup import compact
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
from tests.support.totals import hand_versions
from tournament.models import Game, Night
from tournament.movements.seats import Side
from tournament.night.bell import ring_bell
from tournament.night.games import sign_game
from tournament.night.lifecycle import close_night
from tournament.night.phones import pair_phone
from tournament.people.errors import NotAllowed, Refused
from tournament.web.visitors import PHONE_COOKIE


def page(phone: Client, night: Night) -> str:
    """Return the text that a phone shows now."""
    text = re.sub(r"<[^>]+>", " ", phone.get(f"/n/{night.slug}/play/").content.decode().partition('<main id="page"')[2])
    return " ".join(text.split())


def settle(phone: Client, night: Night, right: str, dispute: int | None = None) -> HttpResponse:
    """Settle a dispute, the newest one unless another is given, by tapping one of its two answers."""
    dispute_id = dispute or Dispute.objects.order_by("-pk")[0].pk
    return phone.post(f"/n/{night.slug}/play/settle/", {"dispute": dispute_id, "right": right})


@pytest.fixture
def game(night: Night) -> Game:
    """The first game at table 1: numbers 1 and 6 against 2 and 5."""
    return game_at(night, 1, 1)


@pytest.fixture
def disputed(night: Night, game: Game) -> Game:
    """Number 1 reports that their side made all five tricks, number 5 that number 1's side was euchred."""
    tap(phone_of(night, 1), game, 1, "NS:5", key="the-key-of-ann")
    tap(phone_of(night, 5), game, 1, "NS:0-2", key="the-key-of-eve")
    return game


# The same result


def test_the_same_result_from_both_sides_is_one_hand_and_both_phones_show_the_agreement(
    night: Night, game: Game
) -> None:
    mine, theirs = phone_of(night, 1), phone_of(night, 5)
    tap(mine, game, 1, "NS:5")
    assert "✓ Hand 1: +2 us, all 5 tricks" in page(mine, night) and "✓✓" not in page(mine, night)
    assert tap(theirs, game, 1, "NS:5")["Location"] == f"/n/{night.slug}/play/"
    assert "✓✓ Both agree. Hand 1: +2 us, all 5 tricks" in page(mine, night)
    assert "✓✓ Both agree. Hand 1: +2 them, all 5 tricks" in page(theirs, night)
    assert (Hand.objects.count(), Hand.objects.get().entry.number) == (1, 1)  # type: ignore[union-attr]
    assert night.events.order_by("-pk")[0].topics.split() == [*phone_topics(game), "board"], (
        "announced to all four players"
    )


def test_the_same_result_from_a_partner_is_not_an_agreement_of_both_sides(night: Night, game: Game) -> None:
    mine = phone_of(night, 1)
    tap(mine, game, 1, "NS:5")
    tap(phone_of(night, 6), game, 1, "NS:5")
    assert "✓✓" not in page(mine, night) and Hand.objects.count() == 1


def test_an_agreement_does_not_carry_over_to_a_hand_recorded_again_after_undo(night: Night, game: Game) -> None:
    mine, theirs = phone_of(night, 1), phone_of(night, 5)
    tap(mine, game, 1, "NS:5")
    tap(theirs, game, 1, "NS:5", key="the-second-key")
    mine.post(f"/n/{night.slug}/play/undo/", {"game": game.pk, "undo": Hand.objects.get().pk})
    with nothing_changes():
        assert tap(theirs, game, 1, "NS:5", key="the-second-key").status_code == 302, (
            "a tap whose answer was lost is sent again"
        )
    tap(mine, game, 1, "NS:5")
    assert "✓✓" not in page(mine, night)


def test_after_signing_the_same_result_is_accepted_and_a_different_one_refused(night: Night, game: Game) -> None:
    theirs = phone_of(night, 5)
    play_hands(game, "NS:5", who=player_actor(night, 1))
    sign_game(game=game, winner="NS", who=ORGANIZER)
    assert tap(theirs, game, 1, "NS:5").status_code == 302
    with nothing_changes():
        assert "This score is confirmed, 2–0." in tap(theirs, game, 1, "EW:5").content.decode()


# Different results


def test_all_four_phones_show_both_answers_also_after_a_reload(night: Night, disputed: Game) -> None:
    event, logged = night.events.order_by("-pk")[0], night.log_entries.order_by("-pk")[0]
    assert logged.text.startswith("said otherwise of hand 1")
    assert Hand.objects.count() == Dispute.objects.open().count() == 1
    for number, answers in (
        (1, "You said +2 us all 5 tricks Eve L. said +2 them we were euchred"),
        (6, "Ann M. said +2 us all 5 tricks Eve L. said +2 them we were euchred"),
        (5, "Ann M. said +2 them all 5 tricks You said +2 us they were euchred"),
        (2, "Ann M. said +2 them all 5 tricks Eve L. said +2 us they were euchred"),
    ):
        phone = phone_of(night, number)
        for _ in range(2):
            assert f"Game 1, hand 1: two answers Settle it at the table, then tap what is right. {answers}" in (
                page(phone, night)
            )
    assert event.topics.split() == [*phone_topics(disputed), "board"], "announced at once"
    assert "two answers" not in page(phone_of(night, 3), night), "another table"


@pytest.mark.parametrize(
    ("right", "versions"), [("keep", [(1, "5", True)]), ("take", [(1, "5", True), (1, "[0, 2]", True)])]
)
@pytest.mark.parametrize("number", [1, 2, 5, 6])
def test_any_of_the_four_players_settles_a_dispute_with_one_tap(
    night: Night, disputed: Game, right: str, versions: list[object], number: int
) -> None:
    phone = phone_of(night, number)
    assert settle(phone, night, right).status_code == 302
    assert hand_versions(disputed) == versions
    assert Dispute.objects.open().count() == 0 and "two answers" not in page(phone, night)
    with nothing_changes():
        for again in ("keep", "take"):
            assert settle(phone_of(night, 1), night, again).status_code == 302, "the dispute is already settled"
        assert tap(phone_of(night, 5), disputed, 1, "NS:0-2", key="the-key-of-eve").status_code == 302, "sent again"


def test_a_player_who_accepts_the_other_sides_answer_makes_it_an_agreement(night: Night, disputed: Game) -> None:
    settle(phone_of(night, 1), night, "take")
    assert "✓✓ Both agree. Hand 1: +2 them, we were euchred" in page(phone_of(night, 1), night)


def test_a_third_phone_with_one_of_the_two_answers_sees_the_dispute_and_settles_nothing(
    night: Night, disputed: Game
) -> None:
    for number, result in ((2, "NS:0-2"), (6, "NS:5")):
        third = phone_of(night, number)
        assert tap(third, disputed, 1, result).status_code == 302
        assert "two answers" in page(third, night)
    assert (Hand.objects.count(), Dispute.objects.open().count()) == (1, 1)


def test_where_neither_answer_is_right_the_hand_is_entered_again(
    organizer: Client, night: Night, disputed: Game
) -> None:
    phone, again = phone_of(night, 1), f"/n/{night.slug}/game/{disputed.pk}/hand/1/"
    page = phone.get(f"/n/{night.slug}/play/").content.decode()
    assert "The organizer has been told" in page and re.search(rf'href="{again}">Neither is right', page)
    assert "two answers" in organizer.get(f"/n/{night.slug}/board/").content.decode(), "the organizer sees it"
    of = Hand.objects.get(game=disputed, number=1).pk
    form = {"game": disputed.pk, "hand": 1, "of": of, "result": "NS:5-alone", "key": "neither-of-both"}
    assert phone.post(again, form)["Location"] == f"/n/{night.slug}/play/"
    assert "two answers" not in phone_of(night, 5).get(f"/n/{night.slug}/play/").content.decode()


def test_a_page_from_before_the_update_settles_a_dispute_by_its_old_field_name(night: Night, disputed: Game) -> None:
    data = {"claim": Dispute.objects.open().get().pk, "right": "take"}
    assert phone_of(night, 2).post(f"/n/{night.slug}/play/settle/", data).status_code == 302
    assert not Dispute.objects.open().exists()


@pytest.mark.parametrize("right", ["keep", "take"])
def test_a_settled_answer_opens_no_new_dispute_until_the_hand_is_recorded_again(
    night: Night, disputed: Game, right: str
) -> None:
    third = phone_of(night, 2)
    settle(third, night, right)
    for result in ("NS:5", "NS:0-2"):
        assert tap(third, disputed, 1, result).status_code == 302
    assert "two answers" not in page(third, night)
    hand = Hand.objects.order_by("-pk")[0]
    phone_of(night, 1).post(f"/n/{night.slug}/play/undo/", {"game": disputed.pk, "undo": hand.pk})
    tap(phone_of(night, 1), disputed, 1, "EW:5")
    tap(third, disputed, 1, "NS:5")
    assert "two answers" in page(third, night), "the hand recorded again has not been disputed before"


@pytest.mark.parametrize(
    ("age", "disputed_again"),
    [  # in milliseconds, as the phone sends it
        ("60000", False),
        ("9" * 18, False),
        ("0", True),
        ("-5", True),
        ("", True),
    ],
)
def test_a_settled_answer_tapped_before_its_hand_was_undone_opens_no_new_dispute(
    night: Night, disputed: Game, age: str, disputed_again: bool
) -> None:
    third = phone_of(night, 2)
    settle(third, night, "keep")
    phone_of(night, 1).post(f"/n/{night.slug}/play/undo/", {"game": disputed.pk, "undo": Hand.objects.get().pk})
    tap(phone_of(night, 1), disputed, 1, "NS:5")
    assert tap(third, disputed, 1, "NS:0-2", age=age).status_code == 302
    assert ("two answers" in page(third, night)) == disputed_again


def test_a_third_answer_and_a_second_dispute_are_refused_until_the_first_is_settled(
    night: Night, disputed: Game
) -> None:
    third = phone_of(night, 2)
    with nothing_changes():
        answer = tap(third, disputed, 1, "EW:5")
    assert answer.status_code == 409 and "has two other answers already" in answer.content.decode()
    play_hands(disputed, "NS:3-4", first=2)
    with nothing_changes():
        answer = tap(third, disputed, 2, "EW:5")
    assert (answer.status_code, answer["Retry-After"]) == (409, "15"), "the phone saves it and sends it again"
    assert "Hand 1 has two answers. Settle that one first" in answer.content.decode()
    settle(third, night, "keep")
    assert tap(third, disputed, 2, "EW:5").status_code == 302
    assert "Game 1, hand 2: two answers" in page(third, night)


def test_who_went_alone_can_be_disputed_too(night: Night, game: Game) -> None:
    Night.objects.update(count_loners=True)
    for number in (1, 6):
        tap(phone_of(night, number), game, 1, "NS:5-alone", alone_by=str(night.entries.get(number=number).pk))
    text = page(phone_of(night, 1), night)
    assert "You said +4 us all 5, alone number 1 alone" in text and "number 6 alone" in text
    settle(phone_of(night, 1), night, "take")
    assert [hand.alone_by.number for hand in Hand.objects.all()] == [1, 6]  # type: ignore[union-attr]


def test_another_result_with_the_same_key_is_a_conflict(night: Night, game: Game) -> None:
    phone = phone_of(night, 1)
    tap(phone, game, 1, "NS:5", key="one-key-twice")
    with nothing_changes(), pytest.raises(HandTaken):
        record_hand(
            game=game, number=1, record=read_result(night, "EW:5"), key="one-key-twice", who=player_actor(night, 1)
        )
    assert tap(phone, game, 1, "EW:5", key="one-key-twice").status_code == 409


# What a dispute blocks and what it does not


def test_nobody_can_sign_a_game_in_dispute(night: Night, disputed: Game) -> None:
    play_hands(disputed, *["NS:3-4"] * 3, first=2)
    newest = Hand.objects.order_by("-pk")[0].pk
    with nothing_changes():
        for who in (player_actor(night, 1), ORGANIZER):
            with pytest.raises(Refused, match="Hand 1 has two answers"):
                confirm_game(game=disputed, side=Side.NS, agrees=True, seen_hand=newest, who=who)
    assert "Agree" not in page(phone_of(night, 1), night)
    settle(phone_of(night, 1), night, "keep")
    assert "Confirm 5–0" in page(phone_of(night, 1), night)


def test_a_tie_in_dispute_cannot_be_decided(night: Night, game: Game) -> None:
    Night.objects.update(movement=Night.Movement.WINNERS_UP)
    tap(phone_of(night, 1), game, 1, "NS:5")
    tap(phone_of(night, 5), game, 1, "NS:0-2")
    play_hands(game, "EW:5", "passed", "passed", first=2)
    with nothing_changes(), pytest.raises(Refused, match="Hand 1 has two answers"):
        decide_game(game=game, winner=Side.NS, who=ORGANIZER)


def test_a_dispute_blocks_neither_the_next_hand_nor_the_bell_nor_the_next_table(night: Night, disputed: Game) -> None:
    assert tap(phone_of(night, 1), disputed, 2, "NS:3-4").status_code == 302
    ring_bell(round_=disputed.round, who=ORGANIZER)
    play_hands(game_at(night, 1, 2), *["NS:3-4"] * 4)
    assert tap(phone_of(night, 2), game_at(night, 2, 1), 1).status_code == 302
    text = page(phone_of(night, 2), night)
    assert "Game 1, hand 1: two answers. Settle it" in text, "a line on the page of the next game"


def test_the_board_calls_the_organizer_who_settles_it_on_the_games_page(
    organizer: Client, night: Night, disputed: Game
) -> None:
    assert "needs you" in organizer.get(f"/n/{night.slug}/board/").content.decode()
    html = compact(organizer.get(f"/n/{night.slug}/game/{disputed.pk}/").content.decode())
    assert "hand 1: two answers" in html and "Ann M. said" in html and "Eve L. said" in html
    assert "Ann M. & Fritz B. +" in html
    assert settle(organizer, night, "take")["Location"] == f"/n/{night.slug}/game/{disputed.pk}/"
    assert hand_versions(disputed) == [(1, "5", True), (1, "[0, 2]", True)]
    assert "needs you" not in organizer.get(f"/n/{night.slug}/board/").content.decode()


def test_the_laptop_settles_as_organizer_after_another_phone_took_over_its_players_card(
    organizer: Client, night: Night, disputed: Game
) -> None:
    pair_phone(entry=night.entries.get(number=1), token="laptop")
    phone_of(night, 1)
    organizer.cookies[PHONE_COOKIE] = "laptop"
    assert settle(organizer, night, "take")["Location"] == f"/n/{night.slug}/game/{disputed.pk}/"
    assert hand_versions(disputed) == [(1, "5", True), (1, "[0, 2]", True)]


def test_undo_and_correction_of_the_hand_close_the_dispute(night: Night, disputed: Game) -> None:
    correct_hand(
        game=disputed,
        of=Hand.objects.get().pk,
        record=read_result(night, "EW:5"),
        key=uuid4().hex,
        who=player_actor(night, 1),
    )
    assert not Dispute.objects.open().exists()
    tap(phone_of(night, 6), disputed, 1, "EW:3-4")
    assert Dispute.objects.open().exists()
    phone = phone_of(night, 1)
    phone.post(f"/n/{night.slug}/play/undo/", {"game": disputed.pk, "undo": Hand.objects.order_by("-pk")[0].pk})
    assert not Dispute.objects.open().exists() and "two answers" not in page(phone, night)


def test_a_correction_of_another_hand_leaves_the_dispute(night: Night, disputed: Game) -> None:
    tap(phone_of(night, 1), disputed, 2, "NS:3-4")
    correct_hand(
        game=disputed,
        of=Hand.objects.order_by("-pk")[0].pk,
        record=read_result(night, "EW:5"),
        key=uuid4().hex,
        who=player_actor(night, 1),
    )
    assert Dispute.objects.open().get().number == 1


@pytest.mark.parametrize(
    ("right", "ours", "theirs"),
    [
        ("take", "Eve L. changed hand 1 to +2 them: now 0–2.", "Eve L. changed hand 1 to +2 us: now 2–0."),
        ("keep", "Eve L. kept hand 1 at +2 us: 2–0.", "Eve L. kept hand 1 at +2 them: 0–2."),
    ],
)
def test_the_tables_phones_are_told_how_a_dispute_was_settled(
    night: Night, disputed: Game, right: str, ours: str, theirs: str
) -> None:
    settle(phone_of(night, 5), night, right)
    told = {
        number: [event.public_text for event in night.events.all() if f"notice-{entry.pk}" in event.topics.split()]
        for number, entry in ((entry.number, entry) for entry in night.entries.filter(number__in=(1, 2, 5, 6)))
    }
    assert told == {1: [ours], 6: [ours], 2: [theirs], 5: []}


def test_who_gave_the_second_answer_is_told_that_the_other_agrees(night: Night, disputed: Game) -> None:
    settle(phone_of(night, 1), night, "take")
    second = Dispute.objects.get().entry
    told = night.events.filter(topics__contains=f"notice-{second.pk if second else ''}").get()
    assert told.public_text == "Ann M. agrees with you on hand 1: 2–0."


# Who may settle a dispute, and when


def test_only_players_of_the_table_settle_and_only_with_a_choice(
    stranger: Client, night: Night, disputed: Game
) -> None:
    dispute, mine = Dispute.objects.get().pk, phone_of(night, 1)
    other_table, other_player = phone_of(night, 3), player_actor(night, 3)
    with nothing_changes():
        with pytest.raises(NotAllowed):
            settle_dispute(night=night, dispute=dispute, take=True, who=other_player)
        assert [settle(client, night, "take").status_code for client in (stranger, other_table)] == [403, 403]
        assert settle(mine, night, "").status_code == 409
        assert settle(mine, night, "keep", dispute + 99).status_code == 409


@pytest.mark.parametrize("state", ["closed", "signed"])
def test_nothing_can_be_settled_once_the_game_is_signed_or_the_night_closed(
    night: Night, disputed: Game, state: str
) -> None:
    phone = phone_of(night, 1)
    if state == "closed":
        close_night(night=night, who=ORGANIZER)
    else:
        sign_game(game=disputed, winner="NS", who=ORGANIZER)
    with nothing_changes():
        assert settle(phone, night, "take").status_code == 409


# At the same moment


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("results", [("NS:5", "NS:5"), ("NS:5", "EW:0-2")], ids=["same", "different"])
@pytest.mark.parametrize("keys", ["own keys", "one key"])
def test_two_phones_at_the_same_moment_record_one_hand(night: Night, results: tuple[str, str], keys: str) -> None:
    who, game = (player_actor(night, 1), player_actor(night, 5)), game_at(night, 1, 1)
    for number in range(1, 5):
        barrier, outcomes = Barrier(2), []
        key = uuid4().hex if keys == "one key" else ""

        def record(
            side: int, number: int = number, key: str = key, barrier: Barrier = barrier, outcomes: list[str] = outcomes
        ) -> None:
            barrier.wait(30)
            try:
                record_hand(
                    game=game,
                    number=number,
                    record=read_result(night, results[side]),
                    key=key or uuid4().hex,
                    who=who[side],
                )
                outcomes.append("recorded")
            except HandTaken:
                outcomes.append("taken")
            finally:
                connections.close_all()

        threads = [Thread(target=record, args=(side,)) for side in (0, 1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        different = results[0] != results[1]
        assert sorted(outcomes) == (["recorded", "taken"] if different and key else ["recorded", "recorded"])
        assert Hand.objects.filter(game=game, number=number).count() == 1
        disputes = Dispute.objects.filter(game=game, number=number)
        assert disputes.count() == (not key) and disputes.open().count() == (different and not key)
        disputes.update(settled_at="2026-11-24T20:00:00Z")


@pytest.mark.long
def test_forty_hands_recorded_by_two_phones_at_the_same_moment_over_http(hall: Hall) -> None:
    found = run(hall, 40)
    assert found["races"] == 40 and found["agreed"] > 10 and found["disputed"] > 10
    assert 0 < found["settled for the second"] < found["disputed"]
