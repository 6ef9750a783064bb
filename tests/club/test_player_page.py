"""A player's page: who may see it, what it shows, and that it shows no surprise before its time."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client

from tally.forms import read_result
from tally.loading.called_hands import called_hands
from tally.models import PaperTotal
from tally.scores.called_hands import count_called
from tally.scoring.recording import record_hand
from tests.support.club_nights import new_night, play_nights
from tests.support.movement_nights import open_guest_night, play_round
from tests.support.night import ORGANIZER, game_at, phone_of, play_hands
from tests.support.strangers import another_clubs_organizer
from tournament.models import Club, Night, Player, Season
from tournament.night.lifecycle import close_night
from tournament.night.phones import pair_phone
from tournament.web.visitors import PHONE_COOKIE


def address(player: Player) -> str:
    return f"/club/people/{player.pk}/"


def guest(club: Club, number: int) -> Player:
    return club.players.get(name=f"Guest{number} X")


def text_of(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    page = re.sub(r"<[^>]+>", " ", response.content.decode().split("<main")[1].split("</main>")[0])
    return " ".join(page.split())


# Who may see it


def test_the_organizer_and_the_players_own_phone_see_the_page(club: Club, organizer: Client) -> None:
    night = play_nights(club, 1)[0]
    player = guest(club, 1)
    Night.objects.filter(pk=night.pk).update(status=Night.Status.PLAYING)
    phone = phone_of(night, 1)
    Night.objects.filter(pk=night.pk).update(status=Night.Status.CLOSED)
    assert organizer.get(address(player)).status_code == 200
    assert phone.get(address(player)).status_code == 200
    assert phone.get(address(guest(club, 2))).status_code == 403


def test_strangers_and_other_clubs_do_not_see_the_page(club: Club, stranger: Client) -> None:
    night = play_nights(club, 1)[0]
    player = guest(club, 1)
    assert stranger.get(address(player)).status_code == 403
    assert another_clubs_organizer(night).get(address(player)).status_code == 403


def test_a_phone_that_another_one_replaced_does_not_see_the_page(club: Club) -> None:
    night = play_nights(club, 1)[0]
    Night.objects.filter(pk=night.pk).update(status=Night.Status.PLAYING)
    phone = phone_of(night, 1)
    pair_phone(entry=night.entries.get(number=1), token="the-newer-phone")
    assert phone.get(address(guest(club, 1))).status_code == 403


def test_who_was_merged_leads_to_the_person_that_stayed(club: Club, organizer: Client) -> None:
    play_nights(club, 1)
    twin = Player.objects.create(club=club, name="Guest1 Xx", merged_into=guest(club, 1))
    assert organizer.get(address(twin)).headers["Location"] == address(guest(club, 1))


def test_others_are_short_names_on_a_players_own_phone(club: Club, organizer: Client) -> None:
    night = play_nights(club, 2)[0]
    Night.objects.filter(pk=night.pk).update(status=Night.Status.PLAYING)
    club.players.filter(name="Guest2 X").update(name="Guest2 Xylander")
    own = text_of(phone_of(night, 1), address(guest(club, 1)))
    assert "Guest2 X." in own and "Xylander" not in own
    assert "Xylander" in text_of(organizer, address(guest(club, 1)))


# What it shows


def test_a_page_adds_the_nights_up_and_opens_each(club: Club, organizer: Client) -> None:
    nights = play_nights(club, 3)
    page = organizer.get(address(guest(club, 1))).content.decode()
    assert "Nights <" not in page
    text = text_of(organizer, address(guest(club, 1)))
    assert "Nights 3 of 3" in text
    assert "Nights in a row 3 3 now" in text
    for night in nights:
        assert f"/n/{night.slug}/tally/1/" in page
        assert f"/n/{night.slug}/standings/" in page
    assert page.count('role="img"') == 2
    assert "Places night by night. September 1, 2026: " in page


def test_head_to_head_lists_every_game_of_two(club: Club, organizer: Client) -> None:
    play_nights(club, 3)
    one, other = guest(club, 1), guest(club, 2)
    page = text_of(organizer, f"{address(one)}?with={other.pk}")
    assert "Head to head with Guest2 X" in page
    for title, how in (("As partners", "partners"), ("Against", "against")):
        figures = re.search(rf"{title} (\d+) won (\d+)(?:, ([\d.]+) points a game)?", page)
        scores = [tuple(map(int, pair)) for pair in re.findall(rf"{how} (\d+)–(\d+)", page)]
        assert figures and (int(figures[1]), int(figures[2])) == (
            len(scores),
            sum(our > their for our, their in scores),
        )
        assert not scores or figures[3] == f"{sum(our for our, _ in scores) / len(scores):.1f}"
    assert organizer.get(f"{address(one)}?with={one.pk}").status_code == 200
    assert organizer.get(f"{address(one)}?with=999999&game=nonsense").status_code == 200


def test_a_player_without_a_night_is_told_what_comes(club: Club, organizer: Client) -> None:
    player = Player.objects.create(club=club, name="Zoe New")
    assert "No nights yet." in text_of(organizer, address(player))


def test_different_games_are_chosen_before_points_are_compared(club: Club, organizer: Client) -> None:
    play_nights(club, 3)
    Night.objects.filter(name="Week 3").update(variant="standard")
    page = text_of(organizer, address(guest(club, 1)))
    assert "All games (3)" in page and "Points of different games do not compare" in page
    assert "Nights 1 of 1" in text_of(organizer, f"{address(guest(club, 1))}?game=standard")


def test_tonight_is_there_while_it_is_played_and_counts_when_it_is_over(club: Club, organizer: Client) -> None:
    play_nights(club, 1)
    tonight = open_guest_night(new_night(club, 1), 8, "winners-up", games=3)
    play_round(tonight, 1)
    page = text_of(organizer, address(guest(club, 1)))
    assert "Tonight" in page and "Week 2: " in page
    assert "Nights 1 of 1" in page


def test_a_surprise_stays_one_on_the_players_phone(club: Club, organizer: Client) -> None:
    night = play_nights(club, 1)[0]
    Night.objects.filter(pk=night.pk).update(status=Night.Status.PLAYING)
    phone, player = phone_of(night, 1), guest(club, 1)
    Night.objects.filter(pk=night.pk).update(status=Night.Status.CLOSED, revealed_at=None)
    assert "No nights yet." in text_of(phone, address(player))
    assert "Nights 1 of 1" in text_of(organizer, address(player))
    tonight = open_guest_night(new_night(club, 1), 8, "winners-up", games=3, hidden_games=3)
    play_round(tonight, 1)
    tonight_phone = Client()
    tonight_phone.cookies[PHONE_COOKIE] = "token-of-1"
    page = text_of(tonight_phone, address(player))
    assert "Week 2: " in page and " so far." in page, "the points, and no place"


def test_a_players_phone_reads_the_season_and_the_records_without_a_surprise(club: Club, organizer: Client) -> None:
    _, second = play_nights(club, 2)
    season = Season.objects.create(club=club, name="Fall", first_day="2026-01-01", last_day="2027-12-31")
    tonight = open_guest_night(new_night(club, 2), 8, "winners-up", games=3)
    play_round(tonight, 1)
    phone, player = phone_of(tonight, 1), guest(club, 1)
    Night.objects.filter(pk=second.pk).update(revealed_at=None)
    own = phone.get(address(player)).content.decode()
    assert f'href="/club/seasons/{season.pk}/"' in own and 'href="/club/records/"' in own
    page = text_of(phone, f"/club/seasons/{season.pk}/")
    assert "Guest1 X." in page and "Week 1" in page and "Week 2" not in page and "Week 3" not in page
    assert "Week 3" in text_of(organizer, f"/club/seasons/{season.pk}/")
    behind = text_of(phone, f"/club/seasons/{season.pk}/people/{guest(club, 2).pk}/")
    assert "Week 1" in behind and "Week 2" not in behind and "All nights of" not in behind
    records = phone.get("/club/records/").content.decode()
    assert "From 1 night." in " ".join(records.split())
    for link in set(re.findall(r'href="(/(?:n|club)/[^"]+)"', records + own.split("<main")[1])):
        assert phone.get(link.replace("&amp;", "&")).status_code == 200, link
    assert "From 2 nights." in text_of(organizer, "/club/records/")


@pytest.mark.parametrize("nights", [1, 4])
def test_the_number_of_queries_does_not_grow(
    club: Club, organizer: Client, nights: int, django_assert_max_num_queries: object
) -> None:
    play_nights(club, nights)
    with django_assert_max_num_queries(24):  # type: ignore[operator]
        organizer.get(address(guest(club, 1)))


# Calls


def test_euchres_are_those_of_the_hands_and_each_figure_lists_its_own(three_tables: Night, organizer: Client) -> None:
    night, game = three_tables, game_at(three_tables, 1, 1)
    seats = {place.seat: place.entry for place in game.places.select_related("entry__player")}
    north, east = seats["N"], seats["E"]
    play_hands(game, "NS:3-4", "NS:0-2", "EW:0-2", "EW:5")
    hands = called_hands(north.player, [night])
    counted = count_called(hands)
    assert len(hands) == 4
    assert (counted["called"], counted["made"], counted["euchred"], counted["euchres"]) == (2, 1, 1, 1)
    other = count_called(called_hands(east.player, [night]))
    assert (other["called"], other["euchred"], other["euchres"]) == (2, 1, 1)
    close_night(night=night, who=ORGANIZER)
    page = f"{address(north.player)}?calls=euchres"
    assert "Euchres of the other side: 1" in text_of(organizer, page)
    assert "game 1, table 1, hand 3" in text_of(organizer, page)
    assert f"/n/{night.slug}/game/{game.pk}/" in organizer.get(page).content.decode()
    assert "hand 3" not in text_of(organizer, f"{address(north.player)}?calls=nonsense")


def test_who_went_alone_counts_where_the_table_said_so(night: Night) -> None:
    game = game_at(night, 1, 1)
    seats = {place.seat: place.entry for place in game.places.select_related("entry__player")}
    record = read_result(night, "NS:5-alone")
    record_hand(game=game, number=1, record=record, key=uuid4().hex, who=ORGANIZER, alone_by=seats["S"])
    play_hands(game, "NS:5-alone", first=2)
    south = count_called(called_hands(seats["S"].player, [night]))
    north = count_called(called_hands(seats["N"].player, [night]))
    assert (south["alone"], south["loners"], north["alone"]) == (1, 1, 0)
    assert south["called"] == north["called"] == 2


def test_a_game_that_counts_by_a_total_from_paper_says_nothing_about_calls(night: Night) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, "NS:3-4")
    PaperTotal.objects.create(game=game, version=1, ns=7, ew=3, key="paper")
    player = game.places.get(seat="N").entry.player
    assert called_hands(player, [night]) == []
    PaperTotal.objects.create(game=game, version=2, key="taken back")
    assert len(called_hands(player, [night])) == 1
