"""A single table: opened, hands recorded, corrected and undone, and what other pages make of it."""

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
from tests.support.night import ORGANIZER, nothing_changes, phone_of
from tests.support.single_table import now, page_of, post, sit_down, tell, tell_all, totals, undo
from tournament.access import ORGANIZER_COOKIE
from tournament.models import Club, Game, Night
from tournament.night.lifecycle import close_night
from tournament.night.phones import pair_phone

THREE = "three-handed"


@pytest.fixture
def table(club: Club) -> Night:
    """Ann, Bob and Carla play three-handed euchre to 5."""
    return sit_down(club, THREE, 3)


def a_second_later() -> None:
    """Let more than 700 ms pass since everything that was written so far."""
    Hand.objects.update(at=timezone.now() - timedelta(milliseconds=701))


# ---- Opening


def test_the_organizer_opens_a_table_and_is_led_to_it(organizer: Client) -> None:
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
    assert [(p.seat, p.entry.name) for p in Game.objects.get().places.order_by("seat")] == [
        ("1", "Ann Miller"),
        ("2", "Bob Stone"),
        ("3", "Carla Reyes"),
    ]
    page = page_of(organizer, night)
    assert "Game 1 · Hand 1" in page and "Ann M.</span> deals" in page


def test_nobody_else_opens_a_table(night: Night, stranger: Client) -> None:
    for client in (stranger, phone_of(night, 1)):
        with nothing_changes():
            got = client.get("/one-table/")
            sent = client.post("/one-table/", {"variant": THREE, "names": "Ann\nBob\nCarla"})
        assert (got.status_code, sent.status_code) == (403, 403)
        assert "Only the organizer can open a table." in sent.content.decode()


@pytest.mark.parametrize(
    ("variant", "names", "sentence"),
    [
        (THREE, "Ann\nBob\nCarla\nDan", "is for 3 players; this list has 4."),
        ("florida-five-handed", "Ann\nBob", "is for 5 or 6 or 7 players; this list has 2."),
        (THREE, "Ann\nBob\nAnn", "Ann is more than once in this list. Add a letter or a nickname."),
        (THREE, "  \n ", "Write at least one name."),
        (THREE, ",,\n,", "There is no name in this list."),
        (THREE, f"{'A' * 41}\nBob\nCarla", "is longer than 40 letters. Shorten it to fit the card."),
        ("no-such-game", "Ann\nBob\nCarla", "is not one of the available choices"),
    ],
)
def test_a_list_that_cannot_play_is_refused_and_stays_on_the_page(
    organizer: Client, variant: str, names: str, sentence: str
) -> None:
    with nothing_changes():
        answer = organizer.post("/one-table/", {"variant": variant, "names": names})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert page.count(sentence) == 2, "once in the summary, once at the field"
    assert names.strip()[:3] in page


# ---- Recording


def test_a_tap_is_a_hand_and_leads_back_to_the_table(table: Night) -> None:
    answer = tell(phone_of(table, 2), table, "0:5")
    assert (answer.status_code, answer["Location"]) == (302, f"/n/{table.slug}/table/")
    hand = Hand.objects.get()
    assert (hand.number, hand.version, hand.entry.number, hand.phone is not None) == (1, 1, 2, True)  # type: ignore[union-attr]
    assert totals(table) == [3, 0, 0]
    page = page_of(phone_of(table, 1), table)
    assert "✓ 1: Ann M. called it, took 5: Ann M. +3" in page and "Game 1 · Hand 2" in page


def test_a_bid_brings_the_next_question_and_nothing_is_written(club: Club, organizer: Client) -> None:
    night = sit_down(club, "pepper-three", 3)
    with nothing_changes():
        page = tell(organizer, night, "0:bid-4").content.decode()
        assert "Ann M.: 4, and took …" in page and 'value="0:bid-4/took-8"' in page
        page = tell(organizer, night, "0:bid-4/took-5").content.decode()
        assert "How many did Bob S. take?" in page and "Carla R. 2" in page
    tell_all(organizer, night, "0:bid-4/took-5/own-1")
    assert totals(night) == [5, 1, 2]


def test_a_stranger_a_retired_phone_and_another_nights_phone_record_nothing(club: Club, table: Night) -> None:
    retired = phone_of(table, 1)
    pair_phone(entry=table.entries.get(number=1), token="the-newer-phone")
    thursday = Client()
    thursday.cookies[ORGANIZER_COOKIE] = Club.objects.create(name="Thursday club").key
    kept_out = [Client(), retired, phone_of(sit_down(club, THREE, 3), 1), thursday]
    with nothing_changes():
        answers = [tell(client, table, "0:5") for client in kept_out]
    assert [answer.status_code for answer in answers] == [403] * 4
    assert "Another phone took over" in answers[1].content.decode()
    assert "scan a player’s square" in page_of(retired, table)


def test_a_closed_table_takes_no_hand(organizer: Client, table: Night) -> None:
    tell_all(organizer, table, "0:5")
    close_night(night=table, who=ORGANIZER)
    with nothing_changes():
        game = now(table).row
        answers = [tell(organizer, table, "0:5"), undo(organizer, table), post(organizer, table, "next/", game)]
    assert [answer.status_code for answer in answers] == [409] * 3
    page = page_of(organizer, table)
    assert "This table is closed." in page and 'name="said"' not in page


def test_the_same_key_twice_is_one_hand(organizer: Client, table: Night) -> None:
    for _ in range(2):
        assert tell(organizer, table, "0:3-4", hand=1, key="one-key-for-both").status_code == 302
    assert Hand.objects.count() == 1


def test_a_key_that_said_something_else_before_is_not_believed(organizer: Client, table: Night) -> None:
    tell(organizer, table, "0:3-4", hand=1, key="one-key-for-both")
    with nothing_changes():
        assert tell(organizer, table, "0:5", hand=1, key="one-key-for-both").status_code == 409
        assert tell(organizer, table, "0:5", key="short").status_code == 409


def test_two_phones_with_one_result_are_one_hand(table: Night) -> None:
    first, second = phone_of(table, 1), phone_of(table, 2)
    assert tell(first, table, "0:3-4", hand=1).status_code == 302
    with nothing_changes():
        assert tell(second, table, "0:3-4", hand=1).status_code == 302


def test_two_phones_with_different_results_are_told_so(table: Night) -> None:
    first, second = phone_of(table, 1), phone_of(table, 2)
    tell(first, table, "0:3-4", hand=1)
    with nothing_changes():
        answer = tell(second, table, "0:5", hand=1)
    assert answer.status_code == 409
    assert (
        "Hand 1 is recorded already, with another result. If yours is right, correct it: it stands under “Hands”."
        in answer.content.decode()
    )


@pytest.mark.parametrize("hand", [3, 9, 0])
def test_a_hand_out_of_turn_is_refused(organizer: Client, table: Night, hand: int) -> None:
    tell_all(organizer, table, "0:3-4")
    with nothing_changes():
        answer = tell(organizer, table, "0:3-4", hand=hand)
    assert f"Hand 2 comes next; this page was for hand {hand}." in answer.content.decode()


@pytest.mark.parametrize("said", ["0:6", "3:5", "x", "0:5/took-3", "A:5", "0:5" + "0" * 100])
def test_what_no_button_says_is_refused_with_a_sentence(organizer: Client, table: Night, said: str) -> None:
    with nothing_changes():
        answer = tell(organizer, table, said)
    assert answer.status_code == 409 and "This game has no such result as" in answer.content.decode()


def test_a_part_for_htmx_is_no_whole_page(organizer: Client, table: Night) -> None:
    game, url = now(table), f"/n/{table.slug}/table/"
    answer = organizer.post(
        url, {"game": game.row.pk, "hand": 1, "said": "0:3-4", "key": uuid4().hex}, headers={"HX-Request": "true"}
    )
    page = answer.content.decode()
    assert answer.status_code == 200 and "<html" not in page and "Hand 2" in page
    seen = re.search(r'name="seen" value="(\d+)"', page)
    assert seen
    assert organizer.get(url, {"seen": seen[1]}, headers={"HX-Request": "true"}).status_code == 204
    tell_all(organizer, table, "0:3-4")
    assert organizer.get(url, {"seen": seen[1]}, headers={"HX-Request": "true"}).status_code == 200


def test_the_addresses_of_a_progressive_night_change_nothing_at_a_single_table(organizer: Client, table: Night) -> None:
    tell_all(organizer, table, "0:5")
    row, newest = now(table).row, now(table).hands[0].id
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
            assert (answer.status_code, answer["Location"]) == (302, f"/n/{table.slug}/table/"), path


# ---- Correcting


def correct(client: Client, night: Night, number: int, said: str, **more: object) -> int:
    """Say a hand of the newest game anew; the answer's status."""
    hand = now(night).hand(number)
    assert hand
    return tell(client, night, said, **({"of": hand.id} | more)).status_code


def test_a_correction_is_a_new_version_and_the_winner_is_found_out_again(organizer: Client, table: Night) -> None:
    tell_all(organizer, table, "0:5", "1:5", "0:5")
    assert "Ann M. wins with 6." in page_of(organizer, table)
    assert correct(organizer, table, 3, "1:5") == 302
    assert (totals(table), now(table).state.winners) == ([3, 6, 0], (1,))
    assert "Bob S. wins with 6." in page_of(organizer, table)
    assert correct(organizer, table, 1, "2:3-4") == correct(organizer, table, 3, "2:3-4") == 302
    assert (totals(table), now(table).over) == ([0, 3, 2], False)
    assert [(h.number, h.version) for h in Hand.objects.order_by("pk")] == [
        (1, 1),
        (2, 1),
        (3, 1),
        (3, 2),
        (1, 2),
        (3, 3),
    ]


def test_the_page_that_corrects_says_what_the_hand_was(organizer: Client, table: Night) -> None:
    tell_all(organizer, table, "0:5", "1:0-2")
    page = page_of(organizer, table, f"?game=1&of={now(table).hands[0].id}")
    assert "Hand 1 was: Ann M. called it, took 5: Ann M. +3. What really happened?" in page
    assert f'name="of" value="{now(table).hands[0].id}"' in page and "Leave it as it is" in page


def test_a_hand_is_corrected_to_a_rare_bid_or_to_passed(club: Club, organizer: Client) -> None:
    table = sit_down(club, "twelves", 4)
    tell_all(organizer, table, "A:bid-6/took-6")
    page = page_of(organizer, table, f"?game=1&of={now(table).hands[0].id}")
    offered = dict(re.findall(r'name="said" value="([^"]+)">([^<]+)</button>', page))
    assert offered["B:bid-48"] == "Bob S. & Dan O.: 48" and offered["passed"] == "Everybody passed"
    asked = tell(organizer, table, "B:bid-48", hand=1, of=now(table).hands[0].id).content.decode()
    assert "and took …" in asked and "Everybody passed" not in asked
    for said, bid in (("B:bid-48/took-6", 48), ("passed", None)):
        assert tell(organizer, table, said, hand=1, of=now(table).hands[0].id).status_code == 302
        assert (len(now(table).hands), now(table).hands[0].record.bid) == (1, bid)
    assert 'name="said" value="passed"' not in page_of(organizer, table), "nothing rare on the page that scores"


def test_a_hand_of_a_finished_game_is_corrected_after_the_next_began(organizer: Client, table: Night) -> None:
    tell_all(organizer, table, "0:5", "0:5")
    first = now(table)
    post(organizer, table, "next/", first.row)
    answer = tell(organizer, table, "1:5", game=first.row.pk, of=first.hands[1].id)
    assert answer.status_code == 302
    games = table_games(table)
    assert list(games[0].state.totals.values()) == [3, 3, 0] and not games[0].state.over
    assert "Broken off." in page_of(organizer, table, "hands/")


def test_a_correction_that_arrives_twice_is_one_and_a_late_one_is_refused(organizer: Client, table: Night) -> None:
    tell_all(organizer, table, "0:5")
    old = now(table).hands[0].id
    for _ in range(2):
        assert tell(organizer, table, "1:5", of=old, key="one-key-for-both").status_code == 302
    assert Hand.objects.count() == 2
    with nothing_changes():
        answer = tell(organizer, table, "2:5", of=old)
    assert "Somebody changed this hand while you looked at it." in answer.content.decode()


def test_hands_after_a_corrected_end_do_not_count(organizer: Client, table: Night) -> None:
    tell_all(organizer, table, "0:5", "1:5", "0:3-4", "0:3-4")
    assert totals(table) == [5, 3, 0]
    assert correct(organizer, table, 2, "0:5") == 302
    assert (totals(table), now(table).state.hands) == ([6, 0, 0], 2)
    assert page_of(organizer, table, "hands/").count("after the end, so it does not count") == 2


def test_strangers_correct_nothing(table: Night, organizer: Client, stranger: Client) -> None:
    tell_all(organizer, table, "0:5")
    with nothing_changes():
        assert correct(stranger, table, 1, "1:5") == 403
    assert "Correct</a>" not in page_of(stranger, table, "hands/")
    assert "Correct</a>" in page_of(phone_of(table, 2), table, "hands/")


# ---- Undo


def test_undo_takes_back_the_last_hand_and_a_second_tap_nothing_more(organizer: Client, table: Night) -> None:
    tell_all(organizer, table, "0:5", "1:5")
    assert undo(organizer, table).status_code == 302
    with nothing_changes():
        assert undo(organizer, table).status_code == 302, "within 700 ms"
    assert totals(table) == [3, 0, 0]
    a_second_later()
    undo(organizer, table)
    assert totals(table) == [0, 0, 0]
    tell_all(organizer, table, "2:5")
    assert Hand.objects.filter(number=1).count() == 3


def test_an_organizer_who_also_plays_takes_back_one_hand_with_two_taps(club: Club, table: Night) -> None:
    both = phone_of(table, 1)
    both.cookies[ORGANIZER_COOKIE] = club.key
    tell_all(both, table, "0:5", "1:5")
    undo(both, table)
    with nothing_changes():
        assert undo(both, table).status_code == 302, "within 700 ms"
    assert totals(table) == [3, 0, 0]


def test_undo_takes_back_the_hand_that_won_but_not_after_the_next_game_began(organizer: Client, table: Night) -> None:
    tell_all(organizer, table, "0:5", "0:5")
    assert now(table).over
    undo(organizer, table)
    assert not now(table).over
    tell_all(organizer, table, "0:5")
    won = now(table)
    post(organizer, table, "next/", won.row)
    a_second_later()
    with nothing_changes():
        answer = post(organizer, table, "undo/", won.row, undo=won.hands[-1].id)
    assert (answer.status_code, "Correct the hand instead" in answer.content.decode()) == (409, True)


# ---- Elsewhere


def test_the_export_has_every_hand_and_who_won(organizer: Client, table: Night) -> None:
    tell_all(organizer, table, "0:5", "1:0-2")
    undo(organizer, table)
    a_second_later()
    tell_all(organizer, table, "0:5")
    document = export_night(table)
    game = document["rounds"][0]["tables"][0]
    assert (document["night"]["kind"], document["standings"]) == ("single-table", [])
    assert (game["seats"], game["totals"]) == ({"1": 1, "2": 2, "3": 3}, {"0": 6, "1": 0, "2": 0})
    assert (game["winners"], game["worth"]) == (["0"], 1)
    assert [(h["hand"], h["version"], h["current"], h["points"]) for h in game["hands"]] == [
        (1, 1, True, {"0": 3, "1": 0, "2": 0}),
        (2, 1, False, None),
        (2, 2, False, None),
        (2, 3, True, {"0": 3, "1": 0, "2": 0}),
    ]


@pytest.mark.parametrize(
    "path", ["", "play/", "board/", "desk/", "standings/", "tally/1/", "join/", "game/{game}/", "game/{game}/hand/1/"]
)
def test_pages_of_progressive_nights_lead_to_the_table(organizer: Client, table: Night, path: str) -> None:
    answer = organizer.get(f"/n/{table.slug}/{path.format(game=now(table).row.pk)}")
    assert (answer.status_code, answer["Location"]) == (302, f"/n/{table.slug}/table/")


def test_the_table_of_a_progressive_night_leads_to_its_seats(organizer: Client, night: Night) -> None:
    for path in ("table/", "table/hands/"):
        assert organizer.get(f"/n/{night.slug}/{path}")["Location"] == f"/n/{night.slug}/"


@pytest.mark.parametrize("sheet", ["tally-cards", "filled-cards", "standings"])
def test_only_the_rules_of_a_single_table_are_printed(organizer: Client, table: Night, sheet: str) -> None:
    answer = organizer.get(f"/n/{table.slug}/print/{sheet}.pdf")
    assert answer.status_code == 409 and "A single table prints its rules" in answer.content.decode()
    assert organizer.get(f"/n/{table.slug}/print/rules.pdf").content.startswith(b"%PDF")
    with pytest.raises(CommandError, match="A single table prints its rules"):
        call_command("print", table.slug, sheet)


def test_the_start_page_and_the_rules_know_the_table(organizer: Client, stranger: Client, table: Night) -> None:
    for client in (organizer, stranger):
        assert f'href="/n/{table.slug}/table/">To the table' in client.get("/").content.decode()
        assert client.get(f"/n/{table.slug}/rules/").status_code == 200
    assert "One table, one game" in organizer.get("/").content.decode()


def test_a_card_of_the_table_leads_a_phone_to_it(table: Night) -> None:
    phone, key = Client(), table.entries.get(number=2).key
    assert phone.post(f"/J/{key}", follow=True).redirect_chain[-1][0] == f"/n/{table.slug}/table/"
    assert tell(phone, table, "1:5").status_code == 302


def test_closing_a_table_speaks_of_a_table(organizer: Client, table: Night) -> None:
    assert "Close this table?" in organizer.get(f"/n/{table.slug}/close/").content.decode()
    answer = organizer.post(f"/n/{table.slug}/close/", follow=True)
    assert answer.redirect_chain[-1][0] == f"/n/{table.slug}/table/" and b"This table is closed." in answer.content
    assert "Open the table again" in organizer.get(f"/n/{table.slug}/close/").content.decode()
    organizer.post(f"/n/{table.slug}/close/", {"reopen": "1"})
    assert tell(organizer, table, "0:5").status_code == 302
