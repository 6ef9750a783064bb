"""Closing a night: open games are listed first, keys expire, standings stay, and it can be undone."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from tally.scoring.reveal import reveal_standings
from tests.support.markup import compact
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands, tap
from tournament.models import Club, Night
from tournament.night.bell import ring_bell, unring_bell
from tournament.night.games import sign_game
from tournament.night.lifecycle import back_to_sign_up, close_night, create_night


def page_of(client: Client, night: Night, path: str) -> str:
    """Return the HTML of a page of the night."""
    return client.get(f"/n/{night.slug}/{path}").content.decode()


def close(organizer: Client, night: Night, **data: str) -> int:
    """Confirm on the closing page; return the status code."""
    return organizer.post(f"/n/{night.slug}/close/", data).status_code


def test_the_closing_page_says_that_the_night_can_be_opened_again(organizer: Client, night: Night) -> None:
    assert "You can open the night again" in " ".join(page_of(organizer, night, "close/").split())


def test_the_closing_page_lists_what_is_open_with_a_remedy_each(organizer: Client, night: Night) -> None:
    play_hands(game_at(night, 1, 1), *["NS:3-4"] * 4)
    play_hands(unconfirmed := game_at(night, 1, 2), "NS:3-4")
    play_hands(game_at(night, 2, 1), "NS:3-4")
    for number in (1, 2):
        sign_game(game=game_at(night, number, 1), winner="NS", who=ORGANIZER)
    with nothing_changes():
        page = page_of(organizer, night, "close/")
    assert "Game 1, table 2: the score is not confirmed" in page and "Game 1, table 1" not in page
    assert f'href="/n/{night.slug}/game/{unconfirmed.pk}/"' in page
    assert "Game 2: no score from table 2" in page and f'href="/n/{night.slug}/quick/2/"' in page
    assert "Games 3 to 7 were not played" in compact(page)
    assert "Write the list of prizes" in page


def test_a_game_that_rang_is_open_even_where_no_score_of_it_is_in(organizer: Client, night: Night) -> None:
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    page = compact(page_of(organizer, night, "close/"))
    assert "Game 1: no score from tables 1 and 2" in page and f'href="/n/{night.slug}/quick/1/"' in page
    assert "Games 2 to 7 were not played" in page and "Every score" not in page
    unring_bell(night=night, who=ORGANIZER)
    assert "Games 1 to 7 were not played" in compact(page_of(organizer, night, "close/"))


def test_the_closing_page_says_when_every_score_is_confirmed(organizer: Client, night: Night) -> None:
    for number in range(1, 8):
        for table in (1, 2):
            play_hands(game_at(night, number, table), "NS:3-4")
            sign_game(game=game_at(night, number, table), winner="NS", who=ORGANIZER)
    page = page_of(organizer, night, "close/")
    assert "Every score is in and confirmed." in page
    assert "Still open" not in page and "not played" not in page


def test_closing_is_logged_and_leads_to_the_reveal(organizer: Client, night: Night) -> None:
    answer = organizer.post(f"/n/{night.slug}/close/")
    assert answer["Location"] == f"/n/{night.slug}/reveal/"
    night.refresh_from_db()
    assert (night.status, night.closed_at is not None) == (Night.Status.CLOSED, True)
    event = night.events.order_by("-pk")[0]
    logged = night.log_entries.order_by("-pk")[0]
    assert (event.topics, logged.text) == ("room signed board", "closed the night")


def test_only_a_night_in_play_can_be_closed(organizer: Client, night: Night) -> None:
    back_to_sign_up(night=night, who=ORGANIZER)
    with nothing_changes():
        assert close(organizer, night) == 409
        assert close(organizer, night, reopen="1") == 409


def test_closing_twice_closes_once(organizer: Client, night: Night) -> None:
    close(organizer, night)
    with nothing_changes():
        assert organizer.post(f"/n/{night.slug}/close/")["Location"] == f"/n/{night.slug}/reveal/"


def test_after_closing_nothing_is_recorded_and_the_phone_says_why(organizer: Client, night: Night) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    tap(phone, game, 1, "NS:5")
    close(organizer, night)
    with nothing_changes():
        assert tap(phone, game, 2).status_code == 409
    page = page_of(phone, night, "play/")
    assert "The night is over" in page and '<p class="total">2</p>' in page
    assert 'name="result"' not in page


@pytest.mark.parametrize("path", ["standings/", "tally/1/", "tally/8/", ""])
def test_standings_tallies_and_seats_are_public_after_the_reveal(
    organizer: Client, stranger: Client, night: Night, path: str
) -> None:
    play_hands(game_at(night, 1, 1), "NS:5", "EW:3-4")
    before = page_of(stranger, night, path)
    close(organizer, night)
    reveal_standings(night=night, who=ORGANIZER)
    after = stranger.get(f"/n/{night.slug}/{path}")
    assert after.status_code == 200
    rows = re.findall(r"<tr.*?</tr>", before, re.DOTALL)
    assert rows and re.findall(r"<tr.*?</tr>", after.content.decode(), re.DOTALL) == rows


def test_standings_become_final(organizer: Client, stranger: Client, night: Night) -> None:
    play_hands(game_at(night, 1, 1), "NS:5")
    assert "Final standings" not in page_of(stranger, night, "standings/")
    close(organizer, night)
    assert "Final standings" not in page_of(stranger, night, "standings/"), "not before they are revealed"
    reveal_standings(night=night, who=ORGANIZER)
    assert "Final standings" in page_of(stranger, night, "standings/")


@pytest.mark.parametrize("sheet", ["standings", "filled-cards"])
def test_sheets_are_printed_after_closing(organizer: Client, night: Night, sheet: str) -> None:
    play_hands(game_at(night, 1, 1), "NS:5")
    close(organizer, night)
    assert organizer.get(f"/n/{night.slug}/print/{sheet}.pdf").content.startswith(b"%PDF")


def test_the_start_page_shows_a_closed_night_as_over(organizer: Client, stranger: Client, night: Night) -> None:
    assert night.name in stranger.get("/").content.decode()
    close(organizer, night)
    page = stranger.get("/").content.decode()
    assert "No night is open" in page and "My table" not in page
    assert "Ask the organizer, or scan the QR code at the desk." in page
    assert "Code on your card, your table or the desk" in page
    assert (
        f"{night.name} of November 24, 2026 is over." in page
        and f'/n/{night.slug}/standings/">Standings' in compact(page)
    )
    reveal_standings(night=night, who=ORGANIZER)
    assert "Final standings" in stranger.get("/").content.decode()
    assert "Start next night" in organizer.get("/").content.decode()
    assert f"{night.name}, November 24, 2026" in organizer.get("/").content.decode()


def test_the_desk_of_a_closed_night_says_that_its_list_stays(organizer: Client, night: Night) -> None:
    assert "The night has started; its list is closed." in page_of(organizer, night, "desk/")
    close(organizer, night)
    page = page_of(organizer, night, "desk/")
    assert "The night is closed, so its list stays as it is." in page and "its list is closed" not in page


def test_a_phone_of_the_last_night_finds_its_result_on_the_start_page(
    organizer: Client, stranger: Client, night: Night
) -> None:
    phone, link = phone_of(night, 1), f'href="/n/{night.slug}/play/">My result</a>'
    assert link not in phone.get("/").content.decode()
    close(organizer, night)
    assert link in phone.get("/").content.decode() and "My result" not in stranger.get("/").content.decode()
    newer = create_night(club=night.club, who=ORGANIZER)
    assert link in phone.get("/").content.decode(), "another night is open"
    Night.objects.filter(pk=newer.pk).update(status=Night.Status.CLOSED, date=night.date, closed_at=timezone.now())
    assert "My result" not in phone.get("/").content.decode(), "the club has played another night"


def test_the_header_leads_a_phone_to_its_table_once(night: Night) -> None:
    assert phone_of(night, 1).get(f"/n/{night.slug}/standings/").content.decode().count(">My table</a>") == 1


def test_a_reopened_night_continues_where_it_was(organizer: Client, night: Night) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    tap(phone, game, 1, "NS:5")
    close(organizer, night)
    assert organizer.get(f"/n/{night.slug}/close/")["Location"] == f"/n/{night.slug}/reveal/"
    assert "Open the night again" in page_of(organizer, night, "reveal/")
    answer = organizer.post(f"/n/{night.slug}/close/", {"reopen": "1"})
    assert answer["Location"] == f"/n/{night.slug}/board/"
    night.refresh_from_db()
    assert (night.status, night.closed_at) == (Night.Status.PLAYING, None)
    assert "Hand 2 of 4" in page_of(phone, night, "play/")
    assert tap(phone, game, 2).status_code == 302


def test_a_night_that_is_not_closed_cannot_be_reopened(organizer: Client, night: Night) -> None:
    with nothing_changes():
        assert close(organizer, night, reopen="1") == 409


def test_closing_one_night_leaves_other_nights_alone(organizer: Client, night: Night) -> None:
    other = Night.objects.create(club=night.club, name="Another", date="2026-12-01")
    elsewhere = Night.objects.create(club=Club.objects.create(name="X"), name="Elsewhere", date="2026-12-01")
    close_night(night=night, who=ORGANIZER)
    for untouched in (other, elsewhere):
        untouched.refresh_from_db()
        assert (untouched.status, untouched.closed_at) == (Night.Status.SIGN_UP, None)
