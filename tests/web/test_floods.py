"""Nobody who writes without being the organizer fills the database: every such address has a bound.

`BOUNDS` says which; a new address fails until it is there. What is not here is the organizer's and helpers'.
"""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from tally.models import Hand, Signature
from tally.scoring import versions
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands, tap
from tests.support.single_table import open_table
from tests.support.strangers import advance_to
from tests.support.url_table import PLAYER_CHANGES, PUBLIC_CHANGES, SINGLE_TABLE_CHANGES
from tournament.club import sign_ins
from tournament.models import Invitation, LogEntry, Night, Phone, PhoneCheck, SignIn
from tournament.night import phone_check, phones, single_table
from tournament.night.numbers import draw_numbers

OF_A_GAME = "500 changes of a kind in a game"
BOUNDS = {
    "/theme/": "writes a cookie only",
    "/j/": "writes nothing",
    "/sign-out/": "ends what is there",
    "/help-tonight/": "writes nothing",
    "/j/{key}": "12 phones of a player in 10 minutes",
    "/j/{join_key}/{entry}/": "150 a minute, 12 phones of a player in 10 minutes; 12 requests a minute, 3 a phone",
    "/n/{slug}/join/": "150 names of an address in 10 minutes, 150 a minute, 1,000 a night",
    "/n/{slug}/join/again/": "as joining; one regular a phone",
    "/h/{invited}/": "12 browsers of an invitation in 10 minutes",
    "/n/{slug}/check/": "20 a minute of an address; 60 and 1,000 a night of strangers together and of each player",
    "/n/{slug}/play/hand/": OF_A_GAME,
    "/n/{slug}/play/resend/": OF_A_GAME,
    "/n/{slug}/play/settle/": OF_A_GAME,
    "/n/{slug}/play/undo/": OF_A_GAME,
    "/n/{slug}/play/agree/": OF_A_GAME,
    "/n/{slug}/play/tie/": OF_A_GAME,
    "/n/{slug}/game/{game}/hand/1/": OF_A_GAME,
    "/n/{slug}/game/{game}/hand/3/": OF_A_GAME,
    "/n/{slug}/table/": OF_A_GAME,
    "/n/{slug}/table/undo/": OF_A_GAME,
    "/n/{slug}/table/next/": "300 games of a table",
}


def test_every_address_that_strangers_and_players_write_to_has_a_bound() -> None:
    assert {path for path, *_ in PUBLIC_CHANGES + PLAYER_CHANGES + SINGLE_TABLE_CHANGES} == set(BOUNDS)


@pytest.fixture
def few_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let phones change a game six times only."""
    monkeypatch.setattr(versions, "MOST_CHANGES", 6)


def test_a_card_pairs_so_many_phones(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phones, "MOST_PHONES", 3)
    card = night.entries.get(number=1).key
    assert [Client().post(f"/j/{card}").status_code for _ in range(3)] == [302] * 3
    with nothing_changes():
        answer = Client().post(f"/j/{card}")
    assert answer.status_code == 409 and "Wait ten minutes" in answer.content.decode()
    assert Client().post(f"/j/{night.entries.get(number=2).key}").status_code == 302, "another player goes on"


def test_a_name_is_taken_and_given_back_so_many_times(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phones, "MOST_PHONES", 3)
    phone, address = Client(), f"/j/{night.join_key}/{night.entries.get(number=1).pk}/"
    phone.get(address)
    for _ in range(6):
        phone.post(address)
        phone.post(address, {"release": "1"})
    assert Phone.objects.count() == 3


def test_an_invitation_signs_so_many_browsers_in(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_ins, "MOST_BROWSERS", 2)
    advance_to(night, "helped")
    invitation = Invitation.objects.get()
    before = SignIn.objects.filter(invitation=invitation).count()
    answers = [Client().post(f"/h/{invitation.key}").status_code for _ in range(4)]
    assert answers == [302] * (2 - before) + [409] * (2 + before)


def test_phone_checks_are_kept_so_many_times(
    eight_players: Night, organizer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone_check, "MOST_OF_A_NIGHT", 2)
    address = f"/n/{eight_players.slug}/check/"
    assert [Client().post(address).status_code for _ in range(3)] == [302, 302, 409]
    assert PhoneCheck.objects.count() == 2
    draw_numbers(night=eight_players, order="arrival", who=ORGANIZER)
    assert phone_of(eight_players, 1).post(address).status_code == 302, "players count by themselves"
    assert organizer.post(address).status_code == 302


@pytest.mark.usefixtures("few_changes")
def test_hands_are_changed_so_often_and_the_organizer_goes_on(night: Night) -> None:
    game, phone = game_at(night, 1, 1), phone_of(night, 1)
    for _ in range(10):
        tap(phone, game, 1)
        newest = Hand.objects.latest("pk")
        Hand.objects.filter(pk=newest.pk).update(at=night.created_at)  # no double tap
        phone.post(f"/n/{night.slug}/play/undo/", {"game": game.pk, "undo": newest.pk})
    assert Hand.objects.count() == 6
    play_hands(game, "NS:5", who=ORGANIZER)
    assert Hand.objects.count() == 7
    page = tap(phone, game, 2)
    assert "only the organizer can go on with it" in page.content.decode()
    assert tap(phone_of(night, 3), game_at(night, 1, 2), 1).status_code == 302, "other tables go on"


@pytest.mark.usefixtures("few_changes")
def test_a_side_changes_its_mind_so_often(night: Night) -> None:
    night = advance_to(night, "rung")
    game, phone = game_at(night, 1, 1), phone_of(night, 1)
    upto = Hand.objects.filter(game=game).latest("pk").pk
    for word in ("NS:agree", "NS:not-right") * 6:
        phone.post(f"/n/{night.slug}/play/agree/", {"game": game.pk, "upto": upto, "word": word})
    assert Signature.objects.filter(game=game).count() == 6


def test_saying_the_same_again_is_no_line_in_the_log(night: Night) -> None:
    night = advance_to(night, "rung")
    game, phone = game_at(night, 1, 1), phone_of(night, 1)
    upto = Hand.objects.filter(game=game).latest("pk").pk
    form = {"game": game.pk, "upto": upto, "word": "NS:agree"}
    phone.post(f"/n/{night.slug}/play/agree/", form)
    lines = LogEntry.objects.count()
    phone.post(f"/n/{night.slug}/play/agree/", form)
    assert LogEntry.objects.count() == lines


@pytest.mark.usefixtures("few_changes")
def test_a_tie_is_settled_the_other_way_so_often(night: Night) -> None:
    night = advance_to(night, "tied")
    game, phone = game_at(night, 1, 1), phone_of(night, 1)
    upto = Hand.objects.filter(game=game).latest("pk").pk
    for winner in ("NS", "EW") * 5:
        phone.post(f"/n/{night.slug}/play/tie/", {"game": game.pk, "upto": upto, "winner": winner})
    assert night.log_entries.filter(text__startswith="said of game 1 at table 1").count() == 6


@pytest.mark.usefixtures("few_changes")
def test_second_answers_come_so_often(night: Night) -> None:
    game = game_at(night, 1, 1)
    one, other = phone_of(night, 1), phone_of(night, 2)
    tap(one, game, 1, "NS:5")
    for _ in range(10):
        tap(other, game, 1, "NS:5")
    assert game.disputes.count() == 6


def test_hands_after_the_end_are_logged_for_numbers_that_there_are(night: Night) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    Night.objects.update(status=Night.Status.CLOSED)
    lines = LogEntry.objects.count()
    for number in (1, 1, 99, 100, 10**9):
        data = {"game": game.pk, "hand": number, "result": "NS:5", "key": uuid4().hex}
        phone.post(f"/n/{night.slug}/play/hand/", data, headers={"X-Outbox": "1"})
    assert LogEntry.objects.count() == lines + 2


def test_a_table_starts_so_many_games(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(single_table, "MOST_GAMES", 0)
    table = open_table(night.club, "standard", 4)
    phone = phone_of(table, 1)
    game = game_at(table, 1, 1)
    with nothing_changes():
        answer = phone.post(f"/n/{table.slug}/table/next/", {"game": game.pk, "upto": "0"})
    assert answer.status_code == 409


@pytest.mark.parametrize(("most", "status"), [(2, 409), (3, 302)])
def test_games_in_an_earlier_versions_log_count_toward_the_most(
    night: Night, monkeypatch: pytest.MonkeyPatch, most: int, status: int
) -> None:
    monkeypatch.setattr(single_table, "MOST_GAMES", most)
    table = open_table(night.club, "standard", 4)
    for text in ("began game 2", "started game 3"):
        LogEntry.objects.create(night=table, actor="Ann Miller", text=text)
    answer = phone_of(table, 1).post(f"/n/{table.slug}/table/next/", {"game": game_at(table, 1, 1).pk, "upto": "0"})
    assert answer.status_code == status
