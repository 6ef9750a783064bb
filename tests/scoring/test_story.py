"""A night game by game: lines of places, every table, and the records set on it."""

from __future__ import annotations

from django.test import Client

from tests.club.test_player_page import text_of
from tests.support.club_nights import play_nights
from tests.support.movement_nights import open_guest_night, play_round
from tests.support.night import ORGANIZER, phone_of
from tests.support.strangers import LAST_NAME
from tournament.models import Club, Night
from tournament.night.roster_changes import drop_out


def story(night: Night) -> str:
    return f"/n/{night.slug}/story/"


def test_every_table_of_every_game_is_there_with_the_winners_first(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", games=3)
    play_round(night, 1, ("NS", "EW"))
    page = text_of(Client(), story(night))
    assert "Ahead now:" in page and "Game 1 Table 1" in page and "Game 2" not in page
    assert page.count("1–0") == 2 and "0–1" not in page


def test_before_the_first_hand_the_page_says_what_comes(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", games=3)
    assert "No hands yet. Games appear here as tables record them." in text_of(Client(), story(night))


def test_an_empty_chair_is_the_ghost(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 7, "winners-up", games=2, ghost=True)
    play_round(night, 1)
    assert "and ghost" in text_of(Client(), story(night)) or "ghost and" in text_of(Client(), story(night))


def test_ones_own_tables_are_marked_and_only_the_organizer_opens_hands(empty_night: Night, organizer: Client) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", games=3)
    for number in (1, 2):
        play_round(night, number)
    own = phone_of(night, 1).get(story(night)).content.decode()
    assert own.count('<li class="me">') == 2
    assert f"/n/{night.slug}/game/" not in own
    assert organizer.get(story(night)).content.decode().count(f"/n/{night.slug}/game/") == 4


def test_a_hidden_night_is_no_story_yet_except_to_the_organizer(empty_night: Night, organizer: Client) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", games=3, hidden_games=3)
    play_round(night, 1)
    assert "The standings are a surprise until the end." in text_of(Client(), story(night))
    assert "Table 1" not in text_of(Client(), story(night))
    assert "Table 1" in text_of(organizer, story(night))


def test_records_set_on_a_night_are_on_its_page_and_not_on_the_first_nights(club: Club) -> None:
    first, second = play_nights(club, 2)
    assert "Records set this night" not in text_of(Client(), story(first))
    page = text_of(Client(), story(second))
    assert "Records set this night" in page and "Biggest game" in page
    for number in range(1, 9):
        assert f"Guest{number} X " not in page.replace(f"Guest{number} X.", "")
    assert not LAST_NAME.search(page)


def test_a_record_tells_others_nothing_of_an_earlier_night_that_is_still_a_surprise(
    club: Club, organizer: Client
) -> None:
    first, _, third = play_nights(club, 3)
    Night.objects.filter(pk=first.pk).update(revealed_at=None)
    assert first.slug in organizer.get(story(third)).content.decode()
    page = Client().get(story(third)).content.decode()
    assert "Records set this night" in page and first.slug not in page


def test_standings_and_rail_lead_to_the_page(empty_night: Night, organizer: Client) -> None:
    night = open_guest_night(empty_night, 9, "winners-up", games=3)
    play_round(night, 1)
    drop_out(entry=night.entries.get(number=9), who=ORGANIZER)
    assert f'href="{story(night)}"' in Client().get(f"/n/{night.slug}/standings/").content.decode()
    assert "Game by game" in organizer.get(f"/n/{night.slug}/fairness/").content.decode()
