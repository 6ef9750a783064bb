"""The club's book of records as a page."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.club.test_player_page import text_of
from tests.support.club_nights import WINNERS, new_night, play_night, play_nights
from tests.support.movement_nights import open_guest_night
from tests.support.night import phone_of, sign_in_as_organizer
from tournament.models import Club, Night

RECORDS = "/club/records/"


def test_the_book_says_what_who_and_when_and_opens_the_proof(club: Club, organizer: Client) -> None:
    play_nights(club, 3)
    text = text_of(organizer, RECORDS)
    assert "From 3 nights." in text
    for title in ("Highest night", "Lowest night", "Biggest game", "Longest run of nights played", "Most nights won"):
        assert title in text
    assert re.search(r"3 nights Guest\d X September 1, 2026 to September 15, 2026", text)
    page = organizer.get(RECORDS).content.decode()
    proofs = re.findall(r'href="(/(?:n|club)/[^"]+/(?:tally|game|standings|people)[^"]*)"', page)
    assert len(proofs) >= 8
    for proof in set(proofs):
        assert organizer.get(proof).status_code == 200


def test_the_organizer_and_players_phones_open_the_book_and_strangers_do_not(club: Club, stranger: Client) -> None:
    night = play_nights(club, 1)[0]
    Night.objects.filter(pk=night.pk).update(status=Night.Status.PLAYING)
    assert stranger.get(RECORDS).status_code == 403
    assert "No records yet." in text_of(phone_of(night, 1), RECORDS), "a night that is played has none"


def test_an_empty_book_says_when_it_opens(club: Club, organizer: Client) -> None:
    assert "The book opens with the first night that is closed." in text_of(organizer, RECORDS)


def test_another_clubs_nights_are_not_in_the_book(club: Club, organizer: Client) -> None:
    play_nights(club, 1)
    other = Club.objects.create(name="Thursday club")
    browser = Client()
    sign_in_as_organizer(browser, other)
    assert "No records yet." in text_of(browser, RECORDS)


def test_nights_of_different_lengths_are_compared_as_the_club_wishes(club: Club, organizer: Client) -> None:
    play_nights(club, 1, games=2)
    play_night(open_guest_night(new_night(club, 1), 8, "winners-up", games=3), 3, WINNERS[0])
    text = text_of(organizer, RECORDS)
    assert "They had 2 to 3 games. Long nights have the advantage." in text
    per_game = text_of(organizer, RECORDS + "?per=game")
    assert "points a game Guest" in per_game and "Nights are compared by points a game." in per_game


@pytest.mark.parametrize("nights", [1, 4])
def test_the_number_of_queries_does_not_grow(
    club: Club, organizer: Client, nights: int, django_assert_max_num_queries: object
) -> None:
    play_nights(club, nights)
    with django_assert_max_num_queries(18):  # type: ignore[operator]
        organizer.get(RECORDS)
