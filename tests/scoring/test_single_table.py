"""A single table: opening it, recording, correcting and undoing hands, and how other pages treat it."""

from __future__ import annotations

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from tally.exports.night_json import export_night
from tally.loading.single_table import table_games
from tally.models import Hand
from tally.rules import VARIANTS
from tally.scoring.single_table import start_next_game
from tests.support.night import CAST, ORGANIZER, nothing_changes, phone_of, sign_in_as_organizer
from tests.support.single_table import (
    current_game,
    open_table,
    post_form,
    post_hand,
    post_hands,
    read_page,
    totals,
    undo,
)
from tournament.models import Club, Game, Night
from tournament.night.lifecycle import close_night, start_night
from tournament.night.numbers import draw_numbers
from tournament.night.phones import pair_phone
from tournament.night.signup import sign_up
from tournament.people.errors import Refused

THREE = "three-handed"


@pytest.fixture
def table(club: Club) -> Night:
    """Ann, Bob and Carla play three-handed euchre to 5."""
    return open_table(club, THREE, 3)


def a_second_later() -> None:
    """Make every hand written so far more than 700 ms old."""
    Hand.objects.update(at=timezone.now() - timedelta(milliseconds=701))


# Opening


def test_the_organizer_opens_a_table_and_is_redirected_to_it(organizer: Client) -> None:
    assert b"Two to eight people at one table" in organizer.get("/one-table/").content
    answer = organizer.post("/one-table/", {"variant": THREE, "names": "Ann Miller\nBob Stone, Carla Reyes"})
    night = Night.objects.get()
    assert answer["Location"] == f"/n/{night.slug}/table/"
    assert (night.kind, night.status, night.variant, night.name) == (
        Night.Kind.SINGLE_TABLE,
        Night.Status.PLAYING,
        THREE,
        VARIANTS[THREE].name,
    )
    assert [(place.seat, place.entry.name) for place in Game.objects.get().places.order_by("seat")] == [
        ("1", "Ann Miller"),
        ("2", "Bob Stone"),
        ("3", "Carla Reyes"),
    ]
    page = read_page(organizer, night)
    assert "Game 1 · Hand 1" in page and "Ann M.</span> deals" in page


def test_the_target_is_in_the_list_of_games_and_on_the_page(organizer: Client, table: Night) -> None:
    assert "Euchre (4 players), to 5" in organizer.get("/one-table/").content.decode()
    assert "<span>to 5</span>" in organizer.get(f"/n/{table.slug}/table/").content.decode()


def test_only_the_organizer_opens_a_table(night: Night, stranger: Client) -> None:
    for client in (stranger, phone_of(night, 1)):
        with nothing_changes():
            page = client.get("/one-table/")
            answer = client.post("/one-table/", {"variant": THREE, "names": "Ann\nBob\nCarla"})
        assert (page.status_code, answer.status_code) == (403, 403)
        assert "Only the organizer can open a table." in answer.content.decode()


@pytest.mark.parametrize(
    ("variant", "names", "sentence"),
    [
        (THREE, "Ann\nBob\nCarla\nDan", "is for 3 players; this list has 4."),
        ("florida-five-handed", "Ann\nBob", "is for 5 or 6 or 7 or 8 players; this list has 2."),
        (THREE, "Ann\nBob\nAnn", "Ann is more than once in this list. Add a letter or a nickname."),
        (THREE, "  \n ", "Write at least one name."),
        (THREE, ",,\n,", "There is no name in this list."),
        (THREE, f"{'A' * 41}\nBob\nCarla", "is longer than 40 letters. Shorten it to fit the card."),
        ("no-such-game", "Ann\nBob\nCarla", "is not one of the available choices"),
    ],
)
def test_an_invalid_list_of_names_is_refused_and_stays_on_the_page(
    organizer: Client, variant: str, names: str, sentence: str
) -> None:
    with nothing_changes():
        answer = organizer.post("/one-table/", {"variant": variant, "names": names})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert page.count(sentence) == 2, "once in the summary, once at the field"
    assert names.strip()[:3] in page


# Recording


def test_a_tap_records_a_hand_and_returns_to_the_table(table: Night) -> None:
    answer = post_hand(phone_of(table, 2), table, "0:5")
    assert (answer.status_code, answer["Location"]) == (302, f"/n/{table.slug}/table/")
    hand = Hand.objects.get()
    assert (hand.number, hand.version, hand.entry.number, hand.phone is not None) == (1, 1, 2, True)  # type: ignore[union-attr]
    assert totals(table) == [3, 0, 0]
    page = read_page(phone_of(table, 1), table)
    assert "✓ 1: Ann M. called it, took 5: Ann M. +3" in page and "Game 1 · Hand 2" in page


def test_a_bid_leads_to_the_next_question_and_records_nothing(club: Club, organizer: Client) -> None:
    night = open_table(club, "pepper-three", 3)
    with nothing_changes():
        page = post_hand(organizer, night, "0:bid-4").content.decode()
        assert "Ann M.: 4, and took …" in page and 'value="0:bid-4/took-8"' in page
        page = post_hand(organizer, night, "0:bid-4/took-5").content.decode()
        assert "How many did Bob S. take?" in page and "Carla R. 2" in page
    post_hands(organizer, night, "0:bid-4/took-5/own-1")
    assert totals(night) == [5, 1, 2]


def test_a_stranger_a_retired_phone_and_another_nights_phone_record_nothing(club: Club, table: Night) -> None:
    retired = phone_of(table, 1)
    pair_phone(entry=table.entries.get(number=1), token="the-newer-phone")
    thursday = Client()
    sign_in_as_organizer(thursday, Club.objects.create(name="Thursday club"))
    kept_out = [Client(), retired, phone_of(open_table(club, THREE, 3), 1), thursday]
    with nothing_changes():
        answers = [post_hand(client, table, "0:5") for client in kept_out]
    assert [answer.status_code for answer in answers] == [403] * 4
    assert "Another phone took over" in answers[1].content.decode()
    assert "scan a player’s QR code" in read_page(retired, table)


def test_a_closed_table_accepts_no_hand(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, "0:5")
    close_night(night=table, who=ORGANIZER)
    with nothing_changes():
        game = current_game(table).row
        answers = [
            post_hand(organizer, table, "0:5"),
            undo(organizer, table),
            post_form(organizer, table, "next/", game),
        ]
    assert [answer.status_code for answer in answers] == [409] * 3
    page = read_page(organizer, table)
    assert "This table is closed." in page and 'name="said"' not in page


def test_the_same_key_twice_records_one_hand(organizer: Client, table: Night) -> None:
    for _ in range(2):
        assert post_hand(organizer, table, "0:3-4", hand=1, key="one-key-for-both").status_code == 302
    assert Hand.objects.count() == 1


def test_a_key_that_came_with_another_result_is_refused(organizer: Client, table: Night) -> None:
    post_hand(organizer, table, "0:3-4", hand=1, key="one-key-for-both")
    with nothing_changes():
        assert post_hand(organizer, table, "0:5", hand=1, key="one-key-for-both").status_code == 409
        assert post_hand(organizer, table, "0:5", key="short").status_code == 409


def test_the_same_result_from_two_phones_records_one_hand(table: Night) -> None:
    first, second = phone_of(table, 1), phone_of(table, 2)
    assert post_hand(first, table, "0:3-4", hand=1).status_code == 302
    with nothing_changes():
        assert post_hand(second, table, "0:3-4", hand=1).status_code == 302


def test_a_different_result_from_a_second_phone_is_refused_with_the_reason(table: Night) -> None:
    first, second = phone_of(table, 1), phone_of(table, 2)
    post_hand(first, table, "0:3-4", hand=1)
    with nothing_changes():
        answer = post_hand(second, table, "0:5", hand=1)
    assert answer.status_code == 409
    assert (
        "Hand 1 is already recorded, with another result. If yours is right, edit that hand under “Hands and more”."
        in answer.content.decode()
    )


@pytest.mark.parametrize("hand", [3, 9, 0])
def test_a_hand_out_of_turn_is_refused(organizer: Client, table: Night, hand: int) -> None:
    post_hands(organizer, table, "0:3-4")
    with nothing_changes():
        answer = post_hand(organizer, table, "0:3-4", hand=hand)
    assert f"Hand 2 comes next; this page was for hand {hand}." in answer.content.decode()


@pytest.mark.parametrize("path", ["0:6", "3:5", "x", "0:5/took-3", "A:5", "0:5" + "0" * 100])
def test_a_result_that_no_button_sends_is_refused_with_a_sentence(organizer: Client, table: Night, path: str) -> None:
    with nothing_changes():
        answer = post_hand(organizer, table, path)
    assert answer.status_code == 409 and "This game has no such result as" in answer.content.decode()


def test_htmx_gets_only_the_part_that_changes(organizer: Client, table: Night) -> None:
    game, url = current_game(table), f"/n/{table.slug}/table/"
    answer = organizer.post(
        url, {"game": game.row.pk, "hand": 1, "said": "0:3-4", "key": uuid4().hex}, headers={"HX-Request": "true"}
    )
    page = answer.content.decode()
    assert answer.status_code == 200 and "<html" not in page and "Hand 2" in page
    seen = re.search(r'name="seen" value="(\d+)"', page)
    assert seen
    assert organizer.get(url, {"seen": seen[1]}, headers={"HX-Request": "true"}).status_code == 204
    post_hands(organizer, table, "0:3-4")
    assert organizer.get(url, {"seen": seen[1]}, headers={"HX-Request": "true"}).status_code == 200


def test_addresses_of_progressive_nights_change_nothing_at_a_single_table(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, "0:5")
    row, newest = current_game(table).row, current_game(table).hands[0].id
    with nothing_changes():
        for path, data in (
            ("play/hand/", {"game": row.pk, "hand": 2, "result": "NS:5", "key": uuid4().hex}),
            ("play/undo/", {"game": row.pk, "undo": newest}),
            ("join/", {"name": "Zoe New"}),
            ("desk/names/", {"names": "Zoe New"}),
            ("bell/ring/", {"round": 1}),
            ("desk/back/", {}),
            (f"game/{row.pk}/hand/1/", {"of": newest, "result": "NS:5", "key": uuid4().hex}),
        ):
            answer = organizer.post(f"/n/{table.slug}/{path}", data)
            assert answer.status_code == 409 and b"This is a single table" in answer.content, path


# Correcting


def correct(client: Client, night: Night, number: int, path: str, **more: object) -> int:
    """Correct a hand of the newest game, and return the answer's status."""
    hand = current_game(night).hand(number)
    assert hand
    return post_hand(client, night, path, **({"of": hand.id} | more)).status_code


def test_a_correction_is_a_new_version_and_may_change_the_winner(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, "0:5", "1:5", "0:5")
    assert "Ann M. wins with 6." in read_page(organizer, table)
    assert correct(organizer, table, 3, "1:5") == 302
    assert (totals(table), current_game(table).state.winners) == ([3, 6, 0], (1,))
    assert "Bob S. wins with 6." in read_page(organizer, table)
    assert correct(organizer, table, 1, "2:3-4") == correct(organizer, table, 3, "2:3-4") == 302
    assert (totals(table), current_game(table).over) == ([0, 3, 2], False)
    assert [(hand.number, hand.version) for hand in Hand.objects.order_by("pk")] == [
        (1, 1),
        (2, 1),
        (3, 1),
        (3, 2),
        (1, 2),
        (3, 3),
    ]


def test_the_correction_page_shows_what_the_hand_was(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, "0:5", "1:0-2")
    page = read_page(organizer, table, f"?game=1&of={current_game(table).hands[0].id}")
    assert "Hand 1 was: Ann M. called it, took 5: Ann M. +3. What really happened?" in page
    assert f'name="of" value="{current_game(table).hands[0].id}"' in page and "Cancel" in page


def test_a_hand_can_be_corrected_to_a_rare_bid_or_to_passed(club: Club, organizer: Client) -> None:
    table = open_table(club, "twelves", 4)
    post_hands(organizer, table, "A:bid-6/took-6")
    page = read_page(organizer, table, f"?game=1&of={current_game(table).hands[0].id}")
    offered = dict(re.findall(r'name="said" value="([^"]+)">([^<]+)</button>', page))
    assert offered["B:bid-48-alone"] == "Bob S. & Dan O.: 48" and offered["passed"] == "Everybody passed"
    page = post_hand(organizer, table, "B:bid-48-alone", hand=1, of=current_game(table).hands[0].id).content.decode()
    assert "and took …" in page and "Everybody passed" not in page
    for path, bid in (("B:bid-48-alone/took-6", 48), ("passed", None)):
        assert post_hand(organizer, table, path, hand=1, of=current_game(table).hands[0].id).status_code == 302
        assert (len(current_game(table).hands), current_game(table).hands[0].record.bid) == (1, bid)
    assert 'name="said" value="passed"' not in read_page(organizer, table), "the scoring page offers no rare result"


def test_a_hand_of_a_finished_game_can_be_corrected_after_the_next_started(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, "0:5", "0:5")
    first = current_game(table)
    post_form(organizer, table, "next/", first.row)
    answer = post_hand(organizer, table, "1:5", game=first.row.pk, of=first.hands[1].id)
    assert answer.status_code == 302
    games = table_games(table)
    assert list(games[0].state.totals.values()) == [3, 3, 0] and not games[0].state.over
    assert "Stopped early." in read_page(organizer, table, "hands/")


def test_a_repeated_correction_counts_once_and_an_outdated_one_is_refused(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, "0:5")
    old = current_game(table).hands[0].id
    for _ in range(2):
        assert post_hand(organizer, table, "1:5", of=old, key="one-key-for-both").status_code == 302
    assert Hand.objects.count() == 2
    with nothing_changes():
        answer = post_hand(organizer, table, "2:5", of=old)
    assert "Somebody changed this hand while you were looking at it." in answer.content.decode()


def test_hands_after_an_end_moved_forward_by_a_correction_do_not_count(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, "0:5", "1:5", "0:3-4", "0:3-4")
    assert totals(table) == [5, 3, 0]
    assert correct(organizer, table, 2, "0:5") == 302
    assert (totals(table), current_game(table).state.hands) == ([6, 0, 0], 2)
    assert read_page(organizer, table, "hands/").count("after the game was over, so it does not count") == 2


def test_strangers_cannot_correct_a_hand(table: Night, organizer: Client, stranger: Client) -> None:
    post_hands(organizer, table, "0:5")
    with nothing_changes():
        assert correct(stranger, table, 1, "1:5") == 403
    assert "Edit</a>" not in read_page(stranger, table, "hands/")
    assert "Edit</a>" in read_page(phone_of(table, 2), table, "hands/")


# Undo


def test_undo_removes_the_last_hand_and_a_double_tap_no_other(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, "0:5", "1:5")
    assert undo(organizer, table).status_code == 302
    with nothing_changes():
        assert undo(organizer, table).status_code == 302, "a double tap within 700 ms"
    assert totals(table) == [3, 0, 0]
    a_second_later()
    undo(organizer, table)
    assert totals(table) == [0, 0, 0]
    post_hands(organizer, table, "2:5")
    assert Hand.objects.filter(number=1).count() == 3


def test_an_organizer_who_also_plays_undoes_one_hand_with_a_double_tap(club: Club, table: Night) -> None:
    organizer_phone = phone_of(table, 1)
    sign_in_as_organizer(organizer_phone, club)
    post_hands(organizer_phone, table, "0:5", "1:5")
    undo(organizer_phone, table)
    with nothing_changes():
        assert undo(organizer_phone, table).status_code == 302, "a double tap within 700 ms"
    assert totals(table) == [3, 0, 0]


def test_the_winning_hand_can_be_undone_until_the_next_game_starts(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, "0:5", "0:5")
    assert current_game(table).over
    undo(organizer, table)
    assert not current_game(table).over
    post_hands(organizer, table, "0:5")
    won = current_game(table)
    post_form(organizer, table, "next/", won.row)
    a_second_later()
    with nothing_changes():
        answer = post_form(organizer, table, "undo/", won.row, undo=won.hands[-1].id)
    assert (answer.status_code, "Edit the hand instead" in answer.content.decode()) == (409, True)


# Other pages


def test_the_export_has_every_hand_and_the_winners(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, "0:5", "1:0-2")
    undo(organizer, table)
    a_second_later()
    post_hands(organizer, table, "0:5")
    document = export_night(table)
    game = document["rounds"][0]["tables"][0]
    assert (document["night"]["kind"], document["standings"]) == ("single-table", [])
    assert (game["seats"], game["totals"]) == ({"1": 1, "2": 2, "3": 3}, {"0": 6, "1": 0, "2": 0})
    assert (game["winners"], game["worth"]) == (["0"], 1)
    assert [(hand["hand"], hand["version"], hand["current"], hand["points"]) for hand in game["hands"]] == [
        (1, 1, True, {"0": 3, "1": 0, "2": 0}),
        (2, 1, False, None),
        (2, 2, False, None),
        (2, 3, True, {"0": 3, "1": 0, "2": 0}),
    ]


@pytest.mark.parametrize(
    "path", ["", "play/", "board/", "desk/", "standings/", "tally/1/", "join/", "game/{game}/", "game/{game}/hand/1/"]
)
def test_pages_of_progressive_nights_redirect_to_the_table(organizer: Client, table: Night, path: str) -> None:
    answer = organizer.get(f"/n/{table.slug}/{path.format(game=current_game(table).row.pk)}")
    assert (answer.status_code, answer["Location"]) == (302, f"/n/{table.slug}/table/")


def test_table_pages_of_a_progressive_night_redirect_to_its_seats(organizer: Client, night: Night) -> None:
    for path in ("table/", "table/hands/"):
        assert organizer.get(f"/n/{night.slug}/{path}")["Location"] == f"/n/{night.slug}/"


@pytest.mark.parametrize("players", [4, 8])
def test_addresses_of_a_single_table_change_nothing_in_a_progressive_night(empty_night: Night, players: int) -> None:
    night = empty_night
    sign_up(night=night, names=CAST[:players], who=ORGANIZER)
    draw_numbers(night=night, order="arrival", who=ORGANIZER)
    start_night(night=night, who=ORGANIZER)
    row = Game.objects.filter(round__night=night).first()
    assert row
    player = phone_of(night, 1)
    with nothing_changes():
        for path, data in (
            ("table/", {"game": row.pk, "hand": 1, "said": "A:5", "key": uuid4().hex}),
            ("table/next/", {"game": row.pk, "upto": 0}),
            ("table/undo/", {"game": row.pk, "undo": 0}),
        ):
            answer = player.post(f"/n/{night.slug}/{path}", data)
            assert answer.status_code == 409 and b"several tables" in answer.content, path
        with pytest.raises(Refused, match="several tables"):
            start_next_game(game=row, seen_hand=0, who=ORGANIZER)
    assert player.get(f"/n/{night.slug}/").status_code == 200


@pytest.mark.parametrize("sheet", ["tally-cards", "filled-cards", "standings"])
def test_a_single_table_prints_only_its_rules(organizer: Client, table: Night, sheet: str) -> None:
    answer = organizer.get(f"/n/{table.slug}/print/{sheet}.pdf")
    assert answer.status_code == 409 and "A single table prints its rules" in answer.content.decode()
    assert organizer.get(f"/n/{table.slug}/print/rules.pdf").content.startswith(b"%PDF")
    with pytest.raises(CommandError, match="A single table prints its rules"):
        call_command("print", table.slug, sheet)


def test_the_start_page_and_the_rules_page_include_the_table(organizer: Client, stranger: Client, table: Night) -> None:
    for client in (organizer, stranger):
        assert f'href="/n/{table.slug}/table/">To the table' in client.get("/").content.decode()
        assert client.get(f"/n/{table.slug}/rules/").status_code == 200
    assert "One table, one game" in organizer.get("/").content.decode()


def test_a_players_card_brings_a_phone_to_the_table(table: Night) -> None:
    phone, key = Client(), table.entries.get(number=2).key
    assert phone.post(f"/J/{key}", follow=True).redirect_chain[-1][0] == f"/n/{table.slug}/table/"
    assert post_hand(phone, table, "1:5").status_code == 302


def test_closing_a_table_calls_it_a_table_and_not_a_night(organizer: Client, table: Night) -> None:
    assert "Close this table?" in organizer.get(f"/n/{table.slug}/close/").content.decode()
    answer = organizer.post(f"/n/{table.slug}/close/", follow=True)
    assert answer.redirect_chain[-1][0] == f"/n/{table.slug}/table/" and b"This table is closed." in answer.content
    assert "Open the table again" in organizer.get(f"/n/{table.slug}/close/").content.decode()
    organizer.post(f"/n/{table.slug}/close/", {"reopen": "1"})
    assert post_hand(organizer, table, "0:5").status_code == 302
