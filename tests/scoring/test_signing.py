"""Signing a game: both sides confirm its total, on two phones or on one.

A signed game has a winner, or none if it is a tie.
"""

from __future__ import annotations

import re
from threading import Barrier, Thread
from uuid import uuid4

import pytest
from django.db import connections
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, expect

from tally.forms import read_result
from tally.models import Hand, Signature
from tally.scoring.corrections import correct_hand
from tally.scoring.signing import confirm_game
from tally.scoring.undo import undo_hand
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands, player_actor, tap
from tests.support.screens import PHONE
from tests.support.serverless_browser import ServerlessBrowser, freeze_clock
from tests.support.waiting import wait_for_script
from tournament.access import Who
from tournament.models import Game, Night
from tournament.movements.seats import Side
from tournament.night.bell import ring_bell
from tournament.night.lifecycle import close_night


def answer_total(phone: Client, game: Game, word: str, seen_hand: int | None = None) -> HttpResponse:
    """Confirm or contest a total from one side, as a page that showed the newest hand (or `seen_hand`) would."""
    newest = Hand.objects.filter(game=game).order_by("-pk").first()
    if seen_hand is None:
        seen_hand = newest.pk if newest else 0
    return phone.post(f"/n/{game.round.night.slug}/play/agree/", {"game": game.pk, "upto": seen_hand, "word": word})


def board_shows(organizer: Client, night: Night, text: str) -> bool:
    """Whether the board shows this text."""
    return text in organizer.get(f"/n/{night.slug}/board/").content.decode()


@pytest.fixture
def game(night: Night) -> Game:
    """The first game at table 1, with all hands played and 3–1: numbers 1 and 6 against 2 and 5."""
    game = game_at(night, 1, 1)
    play_hands(game, "NS:3-4", "EW:3-4", "NS:3-4", "NS:3-4")
    return game


def test_both_sides_confirm_on_their_own_phones(night: Night, game: Game) -> None:
    one, other = phone_of(night, 1), phone_of(night, 5)
    assert "Confirm 3–1" in one.get(f"/n/{night.slug}/play/").content.decode()
    assert "Confirm 1–3" in other.get(f"/n/{night.slug}/play/").content.decode()
    assert answer_total(one, game, "NS:agree")["Location"] == f"/n/{night.slug}/play/"
    game.refresh_from_db()
    assert game.signed_at is None
    assert "Your side confirmed" in one.get(f"/n/{night.slug}/play/").content.decode()
    assert "✓ Ann M. & Fritz B. confirmed. Do you?" in other.get(f"/n/{night.slug}/play/").content.decode()
    assert answer_total(other, game, "EW:agree").status_code == 302
    game.refresh_from_db()
    assert (game.signed_at is not None, game.winner) == (True, "NS")
    signatures = Signature.objects.order_by("pk")
    assert [(s.side, s.agrees, s.ns, s.ew, s.entry.number) for s in signatures] == [  # type: ignore[union-attr]
        ("NS", True, 3, 1, 1),
        ("EW", True, 3, 1, 5),
    ]


def test_one_phone_passed_across_the_table_confirms_for_both_sides(night: Night, game: Game) -> None:
    phone = phone_of(night, 1)
    answer_total(phone, game, "NS:agree")
    page = phone.get(f"/n/{night.slug}/play/").content.decode()
    assert 'name="word" value="EW:agree"' in page
    answer_total(phone, game, "EW:agree")
    game.refresh_from_db()
    assert game.signed_at is not None
    assert {s.phone.token for s in Signature.objects.all()} == {"token-of-1"}  # type: ignore[union-attr]


def test_the_phone_shows_the_next_seat_as_soon_as_both_sides_agree(night: Night, game: Game) -> None:
    play_hands(game_at(night, 1, 2), *["NS:3-4"] * 4)
    phone = phone_of(night, 2)
    answer_total(phone, game, "EW:agree")
    data = {"game": game.pk, "upto": Hand.objects.filter(game=game).order_by("-pk")[0].pk, "word": "NS:agree"}
    page = phone.post(f"/n/{night.slug}/play/agree/", data, headers={"HX-Request": "true"}).content.decode()
    assert "Game 2: table 1" in page
    assert '<b class="player-name">3 Carla R.' in page


def test_the_phone_shows_the_next_seat_before_the_total_is_confirmed(night: Night, game: Game) -> None:
    page = phone_of(night, 2).get(f"/n/{night.slug}/play/").content.decode()
    assert "Game 2: table 1" in page


@pytest.mark.parametrize(
    ("results", "winner"),
    [
        (("NS:5", "EW:3-4", "NS:0-2", "passed"), "EW"),
        (("NS:5", "EW:5", "passed", "passed"), ""),
        (("EW:0-2", "passed", "passed", "passed"), "NS"),
    ],
)
def test_the_side_with_more_points_wins_and_a_tie_has_no_winner(
    night: Night, results: tuple[str, ...], winner: str
) -> None:
    game, phone = game_at(night, 1, 2), phone_of(night, 3)
    play_hands(game, *results)
    for side in Side:
        answer_total(phone, game, f"{side}:agree")
    game.refresh_from_db()
    assert (game.signed_at is not None, game.winner) == (True, winner)


def test_a_signature_is_announced_to_the_table_the_next_tables_and_the_hall(night: Night, game: Game) -> None:
    phone = phone_of(night, 1)
    answer_total(phone, game, "NS:agree")
    first = night.events.order_by("-pk")[0]
    phones = [f"entry-{pk}" for pk in night.entries.order_by("pk").values_list("pk", flat=True)]
    assert first.topics.split() == [phones[n - 1] for n in (1, 2, 5, 6)] + ["board"]
    answer_total(phone, game, "EW:agree")
    topics = night.events.order_by("-pk")[0].topics.split()
    assert topics == [*phones, "board", "signed"], "one of the four players sits at each of the next tables"


def test_the_question_for_the_score_shows_the_hand_that_somebody_else_just_entered(night: Night) -> None:
    game, other = game_at(night, 1, 1), phone_of(night, 5)
    play_hands(game, "NS:3-4", "EW:3-4", "NS:3-4", "NS:5", who=player_actor(night, 1))
    page = " ".join(re.sub(r"<[^>]+>", " ", other.get(f"/n/{night.slug}/play/").content.decode()).split())
    assert "Ann M. , hand 4: +2 them, all 5 tricks" in page and "Confirm 1–4" in page


# A side contests the total


def test_contesting_a_total_opens_the_list_of_hands_and_calls_the_organizer(
    organizer: Client, night: Night, game: Game
) -> None:
    phone = phone_of(night, 5)
    assert not board_shows(organizer, night, "needs you")
    assert answer_total(phone, game, "EW:not-right")["Location"] == f"/n/{night.slug}/game/{game.pk}/"
    assert board_shows(organizer, night, "needs you")
    other = phone_of(night, 1).get(f"/n/{night.slug}/play/").content.decode()
    assert "Somebody says that’s wrong." in other
    mine = phone.get(f"/n/{night.slug}/play/").content.decode()
    assert "You said that the score is wrong." in mine and "Somebody says" not in mine
    game.refresh_from_db()
    assert game.signed_at is None


def test_the_side_that_agreed_sees_that_the_other_side_does_not(organizer: Client, night: Night, game: Game) -> None:
    one, other = phone_of(night, 1), phone_of(night, 5)
    answer_total(one, game, "NS:agree")
    before = one.get(f"/n/{night.slug}/play/").content.decode()
    assert "✓ Your side confirmed. Now Bob S. or Eve L." in before and "that’s wrong" not in before
    answer_total(other, game, "EW:not-right")
    after = one.get(f"/n/{night.slug}/play/").content.decode()
    assert "Your side confirmed, but Bob S. & Eve L. say that’s wrong." in after and "✓ Your side" not in after
    page = f"/n/{night.slug}/game/{game.pk}/"
    assert "The two sides do not agree. Ask them" in organizer.get(page).content.decode()
    assert "Which hand is wrong? Tap" in other.get(page).content.decode()


def test_contesting_a_total_through_htmx_opens_the_list_of_hands_too(night: Night, game: Game) -> None:
    data = {"game": game.pk, "upto": Hand.objects.order_by("-pk")[0].pk, "word": "EW:not-right"}
    answer = phone_of(night, 5).post(f"/n/{night.slug}/play/agree/", data, headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Redirect"]) == (204, f"/n/{night.slug}/game/{game.pk}/")


def test_a_side_that_objected_may_still_agree(organizer: Client, night: Night, game: Game) -> None:
    phone = phone_of(night, 1)
    answer_total(phone, game, "NS:agree")
    answer_total(phone, game, "EW:not-right")
    answer_total(phone, game, "EW:agree")
    game.refresh_from_db()
    assert game.signed_at is not None
    assert Signature.objects.count() == 3, "the objection stays on record"
    assert not board_shows(organizer, night, "needs you")


def test_a_side_that_objects_withdraws_its_own_agreement(night: Night, game: Game) -> None:
    phone = phone_of(night, 1)
    answer_total(phone, game, "NS:agree")
    answer_total(phone, game, "NS:not-right")
    answer_total(phone, game, "EW:agree")
    game.refresh_from_db()
    assert game.signed_at is None


def test_the_other_side_cannot_confirm_for_a_side_whose_own_phone_objects(
    organizer: Client, night: Night, game: Game
) -> None:
    one, other = phone_of(night, 1), phone_of(night, 5)
    answer_total(other, game, "EW:not-right")
    answer_total(one, game, "NS:agree")
    page = one.get(f"/n/{night.slug}/play/").content.decode()
    assert 'value="EW:agree"' not in page and "Only they, on their own phone, or the organizer" in page
    answer_total(one, game, "EW:not-right")
    with nothing_changes():
        refused = answer_total(one, game, "EW:agree")
    assert refused.status_code == 409
    assert "Bob S. &amp; Eve L. say that’s wrong. Only they" in refused.content.decode()
    assert board_shows(organizer, night, "they say the score is wrong")
    answer_total(phone_of(night, 2), game, "EW:agree")
    game.refresh_from_db()
    assert game.signed_at is not None, "their own phone confirms"


def test_after_another_hand_one_phone_may_confirm_for_both_sides_again(night: Night, game: Game) -> None:
    one = phone_of(night, 1)
    answer_total(phone_of(night, 5), game, "EW:not-right")
    newest = Hand.objects.filter(game=game).latest("pk")
    correct_hand(
        game=game,
        of=newest.pk,
        record=read_result(night, "EW:3-4"),
        key=uuid4().hex,
        who=player_actor(night, 5),
    )
    for word in ("NS:agree", "EW:agree"):
        assert answer_total(one, game, word).status_code == 302
    game.refresh_from_db()
    assert game.signed_at is not None


def test_a_side_that_objects_is_told_that_the_organizer_confirmed(organizer: Client, night: Night, game: Game) -> None:
    one, other = phone_of(night, 1), phone_of(night, 5)
    answer_total(one, game, "NS:agree")
    answer_total(other, game, "EW:not-right")
    address = f"/n/{night.slug}/game/{game.pk}/"
    bob, eve = (night.entries.get(number=number).pk for number in (2, 5))
    page = other.get(address).content.decode()
    assert f"sse:entry-{eve}," in page and "the two sides do not agree" in page, "the page asks again by itself"
    newest = Hand.objects.filter(game=game).latest("pk").pk
    organizer.post(f"/n/{night.slug}/board/sign/{game.pk}/", {"upto": newest})
    [notice] = night.events.filter(public_text__startswith="The organizer confirmed")
    assert notice.public_text == "The organizer confirmed the score of game 1: 1–3."
    assert set(notice.topics.split()) == {f"notice-{bob}", f"notice-{eve}"}
    page = other.get(address).content.decode()
    assert "✓✓ Confirmed by the organizer." in page and "the two sides do not agree" not in page
    assert "✓✓ The organizer confirmed." in other.get(f"/n/{night.slug}/play/?game=1").content.decode()


# Refused


def test_a_total_that_changed_since_the_page_was_shown_cannot_be_confirmed(night: Night, game: Game) -> None:
    phone, seen = phone_of(night, 1), Hand.objects.order_by("-pk")[0]
    phone.post(f"/n/{night.slug}/play/undo/", {"game": game.pk, "undo": seen.pk})
    tap(phone, game, 4, "EW:5")
    for seen_hand in (seen.pk, 0, 10**18):
        with nothing_changes():
            answer = answer_total(phone, game, "NS:agree", seen_hand=seen_hand)
        assert answer.status_code == 409
        assert "The score changed while you were looking at it." in answer.content.decode()


@pytest.mark.parametrize("hands", [0, 1, 3])
def test_a_total_cannot_be_confirmed_before_all_hands_are_played(organizer: Client, night: Night, hands: int) -> None:
    game, phone = game_at(night, 1, 1), phone_of(night, 1)
    play_hands(game, *["NS:3-4"] * hands)
    with nothing_changes():
        answer = answer_total(phone, game, "NS:agree")
        assert (
            organizer.post(
                f"/n/{night.slug}/board/sign/{game.pk}/",
                {"upto": max(Hand.objects.values_list("pk", flat=True), default=0)},
            ).status_code
            == 409
        )
    assert answer.status_code == 409
    assert f"{hands} of 4 hands are recorded." in answer.content.decode()


@pytest.mark.parametrize("hands", [1, 3])
def test_after_the_bell_fewer_hands_are_enough(night: Night, hands: int) -> None:
    game, phone = game_at(night, 1, 1), phone_of(night, 1)
    play_hands(game, *["EW:3-4"] * hands)
    ring_bell(round_=game.round, who=ORGANIZER)
    assert f"End at 0–{hands}" in phone.get(f"/n/{night.slug}/play/").content.decode()
    assert f"Confirm 0–{hands}" in phone.get(f"/n/{night.slug}/play/?end=1").content.decode()
    for side in Side:
        assert answer_total(phone, game, f"{side}:agree").status_code == 302
    game.refresh_from_db()
    assert (game.signed_at is not None, game.winner) == (True, "EW")


def test_after_the_bell_and_one_more_hand_the_phone_asks_for_confirmation(night: Night) -> None:
    game, phone = game_at(night, 1, 1), phone_of(night, 1)
    play_hands(game, "NS:3-4")
    ring_bell(round_=game.round, who=ORGANIZER)
    assert 'name="result"' in phone.get(f"/n/{night.slug}/play/").content.decode(), "the hand in play may be finished"
    tap(phone, game, 2)
    page = phone.get(f"/n/{night.slug}/play/").content.decode()
    assert "Confirm 2–0" in page and 'name="result"' not in page


def test_correcting_a_hand_after_the_bell_leaves_the_hand_in_play_to_be_recorded(
    organizer: Client, night: Night
) -> None:
    game, phone = game_at(night, 1, 1), phone_of(night, 1)
    play_hands(game, "NS:3-4", "NS:3-4")
    ring_bell(round_=game.round, who=ORGANIZER)
    seen = Hand.objects.get(game=game, number=1)
    correct_hand(game=game, of=seen.pk, record=seen.record | {"maker_side": "B"}, key="a-key-of-its-own", who=ORGANIZER)
    page = phone.get(f"/n/{night.slug}/play/").content.decode()
    assert 'name="result"' in page and board_shows(organizer, night, "last hand")
    last = Hand.objects.get(game=game, number=2)
    undo_hand(game=game, hand=last.pk, key="another-key", who=ORGANIZER)
    assert 'name="result"' in phone.get(f"/n/{night.slug}/play/").content.decode()
    assert tap(phone, game, 2).status_code == 302
    assert "Confirm 1–1" in phone.get(f"/n/{night.slug}/play/").content.decode(), (
        "a hand recorded again counts as played after the bell"
    )


@pytest.mark.parametrize("word", ["", "agree", "NS", "NS:", "NS:yes", "XX:agree", ":agree"])
def test_a_value_that_no_button_sends_is_refused(night: Night, game: Game, word: str) -> None:
    phone = phone_of(night, 1)
    with nothing_changes():
        assert answer_total(phone, game, word).status_code == 409


def test_confirming_twice_counts_once(night: Night, game: Game) -> None:
    phone = phone_of(night, 1)
    answer_total(phone, game, "NS:agree")
    answer_total(phone, game, "NS:agree")
    assert Signature.objects.count() == 1
    answer_total(phone, game, "EW:agree")
    with nothing_changes():
        assert answer_total(phone, game, "EW:agree").status_code == 302
        assert answer_total(phone, game, "NS:not-right").status_code == 302, "only the organizer reopens a signed game"


def test_totals_cannot_be_confirmed_after_the_night(night: Night, game: Game) -> None:
    phone = phone_of(night, 1)
    close_night(night=night, who=ORGANIZER)
    with nothing_changes():
        assert answer_total(phone, game, "NS:agree").status_code == 409


# The organizer


def test_the_organizer_signs_for_a_table_whose_players_have_left(organizer: Client, night: Night, game: Game) -> None:
    newest = Hand.objects.order_by("-pk")[0].pk
    address = f"/n/{night.slug}/board/sign/{game.pk}/"
    with nothing_changes():
        assert organizer.post(address, {"upto": newest - 1}).status_code == 409
    assert organizer.post(address, {"upto": newest})["Location"] == f"/n/{night.slug}/board/"
    game.refresh_from_db()
    assert (game.signed_at is not None, game.winner) == (True, "NS")
    assert {(s.entry, s.phone) for s in Signature.objects.all()} == {(None, None)}
    with nothing_changes():
        assert organizer.post(address, {"upto": newest}).status_code == 302


def test_the_organizers_signature_overrules_an_objection(organizer: Client, night: Night, game: Game) -> None:
    answer_total(phone_of(night, 5), game, "EW:not-right")
    organizer.post(f"/n/{night.slug}/board/sign/{game.pk}/", {"upto": Hand.objects.order_by("-pk")[0].pk})
    game.refresh_from_db()
    assert game.signed_at is not None
    assert not board_shows(organizer, night, "needs you")


# Both sides at the same moment


@pytest.mark.django_db(transaction=True)
def test_both_sides_at_the_same_moment_sign_the_game(night: Night) -> None:
    for number in range(1, 6):
        for table in (1, 2):
            play_hands(game_at(night, number, table), *["NS:3-4"] * 4)
            _confirm_from_both_sides(game_at(night, number, table), player_actor(night, 1))
    assert Game.objects.filter(signed_at__isnull=False).count() == 10
    assert Signature.objects.count() == 20


def _confirm_from_both_sides(game: Game, who: Who) -> None:
    newest = Hand.objects.filter(game=game).order_by("-pk")[0].pk
    actor = who if who.entry and game.places.filter(entry=who.entry).exists() else ORGANIZER
    barrier, failed = Barrier(2), list[Exception]()

    def run(side: Side) -> None:
        try:
            barrier.wait(30)
            confirm_game(game=game, side=side, agrees=True, seen_hand=newest, who=actor)
        except Exception as error:
            failed.append(error)
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=(side,), name=uuid4().hex) for side in Side]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    game.refresh_from_db()
    assert (failed, game.signed_at is not None) == ([], True)


@pytest.mark.long
def test_the_page_fits_a_phone_while_both_sides_confirm(browser: Browser, night: Night) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, *["NS:5"] * 4)
    phones = [phone_of(night, number) for number in (1, 5)]
    for signed in (False, True):
        if signed:
            newest = Hand.objects.order_by("-pk")[0].pk
            confirm_game(game=game, side=Side.NS, agrees=True, seen_hand=newest, who=player_actor(night, 1))
        for phone in phones:
            with ServerlessBrowser(browser, phone, PHONE) as serverless:
                page = serverless.open(f"/n/{night.slug}/play/")
                assert page.evaluate("document.documentElement.scrollHeight") <= PHONE[1]
                assert "Refresh" in (page.locator("main noscript").text_content() or "")


def test_a_refresh_that_arrives_while_a_button_is_pressed_does_not_lose_the_tap(
    browser: Browser, night: Night, game: Game
) -> None:
    with ServerlessBrowser(browser, phone_of(night, 5), PHONE) as serverless:
        page = serverless.open(f"/n/{night.slug}/play/")
        page.evaluate("""() => {
          window.submitted = [];
          window.finishedRequests = 0;
          document.addEventListener("htmx:afterRequest", () => { finishedRequests += 1; });
          addEventListener("submit", event => {
            submitted.push(event.submitter.value);
            event.preventDefault();
            event.stopPropagation();
          }, true);
        }""")
        freeze_clock(page, timezone.now())  # a press of three seconds is taken for one whose end went unnoticed
        page.get_by_role("button", name="Confirm 1–3").hover()
        page.mouse.down()
        answer_total(phone_of(night, 1), game, "NS:agree")
        page.evaluate("htmx.trigger(document.body, 'wake')")
        wait_for_script(page, "finishedRequests > 0")
        page.clock.resume()
        page.mouse.up()
        expect(page.locator("#page")).to_contain_text("Ann M. & Fritz B. confirmed. Do you?")
        assert page.evaluate("submitted") == ["EW:agree"]
