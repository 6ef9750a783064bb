"""The big screen: what it shows at which moment of a night."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from tally.loading.hidden_standings import HIDDEN_SENTENCE
from tally.presenters.big_screen import BELL_FOR, ONE_BY_ONE, ROWS, Row, Screen, panels_of, reveal_steps, screen_now
from tests.support.night import CAST, ORGANIZER, game_at, phone_of, play_hands
from tournament.models import Bell, Night, SitOut
from tournament.night.bell import ring_bell, unring_bell
from tournament.night.games import sign_game
from tournament.night.lifecycle import close_night, open_night
from tournament.night.signup import sign_up

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


def now(night: Night, later: timedelta = timedelta(0), shown: int = 0) -> Screen:
    """What the screen shows, perhaps later."""
    night.refresh_from_db()
    return screen_now(night, timezone.now() + later, shown)


def ring(night: Night, number: int) -> datetime:
    """Ring for a game; when it was rung."""
    return ring_bell(round_=night.rounds.get(number=number), who=ORGANIZER).rung_at


def agree(night: Night, number: int, *tables: int) -> None:
    """These tables play a hand and agree."""
    for table in tables:
        play_hands(game_at(night, number, table), "NS:5")
        sign_game(game=game_at(night, number, table), winner="NS", who=ORGANIZER)


# From the door to the first game


def test_before_the_start_it_shows_the_code_and_the_names_newest_first(eight: Night, stranger: Client) -> None:
    page = stranger.get(f"/n/{eight.slug}/screen/").content.decode()
    assert '<svg role="img" aria-label="QR code"' in page and f"http://testserver/n/{eight.slug}/join/" in page
    assert [row.name for row in now(eight).panels[0].rows][:2] == ["Hal Y.", "Gina R."]
    assert now(eight).panels[0].title == "8 players"


def test_where_nobody_is_yet_it_says_what_to_do(empty_night: Night) -> None:
    assert "Scan the square" in now(empty_night).panels[0].sentence


def test_after_the_start_it_says_where_everybody_sits_by_name(night: Night) -> None:
    shows = now(night)
    assert (shows.slug, shows.title, shows.of) == ("sit", "Game 1", "of 7")
    rows = shows.panels[0].rows
    assert [row.name for row in rows] == [
        "Ann M.",
        "Bob S.",
        "Carla R.",
        "Dan O.",
        "Eve L.",
        "Fritz B.",
        "Gina R.",
        "Hal Y.",
    ]
    assert {(row.large, row.small) for row in rows} == {
        (t, s) for t in "12" for s in ("North", "East", "South", "West")
    }
    ann = night.entries.get(number=1).places.get(game__round__number=1)
    assert rows[0].large == str(ann.game.table) and rows[0].small[0] == ann.seat


def test_who_has_no_seat_is_told_so_and_namesakes_have_their_numbers(night: Night) -> None:
    night.entries.filter(number=3).update(name="Ann Moss")
    game = game_at(night, 1, 1)
    SitOut.objects.create(round=game.round, entry=night.entries.get(number=1), position=1)
    game.delete()
    rows = now(night).panels[0].rows
    assert rows[0] == Row("Ann M. (1)", "", "sits out")
    assert rows[1].name == "Ann M. (3)"


@given(st.integers(0, 140))
def test_a_panel_has_at_most_twelve_rows_and_nobody_is_left_out(people: int) -> None:
    rows = [Row(str(n)) for n in range(people)]
    panels = panels_of("names", "", rows)
    assert [row for panel in panels for row in panel.rows] == rows
    assert all(1 <= panel.lines <= ROWS == 12 for panel in panels)


# While a game is played


def test_when_half_the_tables_have_begun_it_shows_how_far_they_are(night: Night) -> None:
    play_hands(game_at(night, 1, 1), "NS:5")
    assert now(night).slug == "sit"
    play_hands(game_at(night, 1, 2), "NS:5")
    shows = now(night)
    assert (shows.slug, shows.panels[0].title) == ("play", "Every table plays")
    agree(night, 1, 1)
    assert [(row.large, row.small) for row in now(night).panels[0].rows] == [("1", "done"), ("2", "playing")]
    assert now(night).panels[0].title == "1 of 2 tables still play"


def test_a_late_table_is_named(night: Night) -> None:
    play_hands(game_at(night, 1, 1), "NS:5", "NS:5", "NS:5", "NS:5")
    Night.objects.update(bell_by="clock", minutes=15)
    night.rounds.filter(number=1).update(rings_at=timezone.now() + 5 * MINUTE)
    shows = now(night)
    assert shows.slug == "play" and shows.panels[0].title == "Late: table 2"


def test_standings_stand_behind_the_tables_unless_they_are_a_surprise(night: Night) -> None:
    for table in (1, 2):
        play_hands(game_at(night, 1, table), "NS:5")
    assert [(panel.kind, len(panel.rows)) for panel in now(night).panels] == [("tables", 2), ("standings", 8)]
    assert {row.large for row in now(night).panels[1].rows} == {"2", "0"}
    Night.objects.update(hidden_games=7)
    assert now(night).panels[1].sentence == HIDDEN_SENTENCE == "The standings are a surprise until the end."


def test_not_even_the_organizers_own_laptop_projects_hidden_standings(night: Night, organizer: Client) -> None:
    Night.objects.update(hidden_games=7)
    for table in (1, 2):
        play_hands(game_at(night, 1, table), "NS:5")
    for client in (organizer, phone_of(night, 1), Client()):
        for headers in ({}, {"HX-Request": "true"}):
            page = client.get(f"/n/{night.slug}/screen/?shown=9&page=2", headers=headers).content.decode()
            assert HIDDEN_SENTENCE in page and 'standings"' not in page and "Ann M." not in page


# The bell, and after it


def test_the_bell_is_shown_for_a_minute_and_then_the_next_seats(night: Night) -> None:
    agree(night, 1, 1)
    play_hands(game_at(night, 1, 2), "NS:5")
    rung = ring(night, 1)
    shows = now(night)
    assert (shows.slug, shows.title, shows.again) == ("bell", "Game 1", rung + BELL_FOR)
    assert shows.panels[0].sentence == "Finish this hand, then agree the score."
    assert shows.notes == ["Still at game 1: table 2."]
    after = now(night, BELL_FOR + SECOND)
    assert (after.slug, after.title, after.notes) == ("sit", "Game 2", ["Still at game 1: table 2."])


def test_a_bell_before_the_first_hand_does_not_say_that_all_have_agreed(night: Night) -> None:
    ring(night, 1)
    assert now(night).panels[0].sentence == "Finish this hand, then agree the score."
    for table in (1, 2):
        sign_game(game=game_at(night, 1, table), winner="NS", who=ORGANIZER)
    assert now(night).panels[0].sentence == "Every table has agreed."


def test_a_cancelled_bell_is_said_for_a_minute(night: Night) -> None:
    play_hands(game_at(night, 1, 1), "NS:5")
    play_hands(game_at(night, 1, 2), "NS:5")
    ring(night, 1)
    unring_bell(night=night, who=ORGANIZER)
    assert (now(night).slug, now(night).notes) == ("play", ["Bell cancelled, keep playing."])
    assert now(night, BELL_FOR + SECOND).notes == []


def test_where_seats_follow_winners_it_says_for_which_tables_everybody_waits(night: Night) -> None:
    night.rounds.filter(number__gt=1).delete()
    Night.objects.update(movement="winners-up", games=5)
    agree(night, 1, 1)
    play_hands(game_at(night, 1, 2), "NS:5")
    ring(night, 1)
    shows = now(night, BELL_FOR + SECOND)
    assert (shows.title, shows.of) == ("Game 2", "of 5")
    assert shows.panels[0].sentence == "Seats follow when every table has agreed: waiting for table 2."


def test_tables_of_a_game_on_paper_are_not_said_to_play_on(night: Night) -> None:
    ring(night, 1)
    assert now(night).notes == [] and now(night, BELL_FOR + SECOND).title == "Game 2"


def test_without_a_bell_the_hall_is_at_the_next_game_when_half_the_tables_are(night: Night) -> None:
    agree(night, 1, 1)
    play_hands(game_at(night, 1, 2), "NS:5")
    play_hands(game_at(night, 2, 1), "NS:5")
    assert now(night).title == "Game 1"
    play_hands(game_at(night, 2, 2), "NS:5")
    assert (now(night).title, now(night).notes) == ("Game 2", ["Still at game 1: table 2."])


# The clock


def test_a_clock_counts_to_the_start_then_to_the_bell(night: Night) -> None:
    Night.objects.update(bell_by="clock", minutes=15, pause=3)
    start = ring(night, 1) + 3 * MINUTE
    rings = night.rounds.get(number=2).rings_at
    assert rings == start + 15 * MINUTE
    shows = now(night, BELL_FOR + SECOND)
    assert (shows.until, shows.again) == (start, start)
    assert shows.notes == [f"Game 2 starts at {timezone.localtime(start):%-I:%M}."]
    sitting, playing, warned = (now(night, minutes * MINUTE) for minutes in (4, 6, 16.5))
    assert (sitting.slug, playing.slug) == ("sit", "play"), "people look for seats until two minutes after the start"
    assert {sitting.until, playing.until, warned.until} == {rings}
    assert (playing.counts, playing.notes, warned.notes) == ("to the bell", [], ["Two minutes left."])
    assert playing.again == rings - 2 * MINUTE


def test_a_minute_more_does_not_send_a_running_game_back_to_the_pause(night: Night) -> None:
    Night.objects.update(bell_by="clock", minutes=15, pause=3)
    Bell.objects.filter(pk=ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER).pk).update(
        rung_at=timezone.now() - 4 * MINUTE
    )
    rings = timezone.now() + 16 * MINUTE
    night.rounds.filter(number=2).update(rings_at=rings, starts_at=timezone.now() - MINUTE)
    shows = now(night)
    assert (shows.title, shows.until, shows.counts, shows.notes) == ("Game 2", rings, "to the bell", [])


def test_without_a_clock_it_is_the_time_of_day(night: Night, stranger: Client) -> None:
    page = stranger.get(f"/n/{night.slug}/screen/").content.decode()
    assert now(night).until is None and "data-zone=" in page and "data-until=" not in page


def test_the_page_says_when_it_must_be_looked_at_again(night: Night, stranger: Client) -> None:
    ring(night, 1)
    Bell.objects.update(rung_at=timezone.now() - timedelta(seconds=20))
    found = re.search(r'data-again="(\d+)"', stranger.get(f"/n/{night.slug}/screen/").content.decode())
    assert found and 35_000 < int(found[1]) <= 40_000


# The end


def test_when_all_games_are_over_it_says_so(night: Night) -> None:
    night.rounds.filter(number__gt=1).delete()
    agree(night, 1, 1, 2)
    assert (now(night).slug, now(night).panels[0].kind) == ("over", "standings")


def test_the_end_is_revealed_one_at_a_time_from_low_to_first(night: Night, stranger: Client) -> None:
    for table, result in ((1, "NS:5"), (2, "EW:3-4")):
        play_hands(game_at(night, 1, table), result)
    close_night(night=night, who=ORGANIZER)
    address, seen = f"/n/{night.slug}/screen/", []
    for _ in range(9):
        page = stranger.get(address).content.decode()
        seen.append(re.findall(r'<p class="newest">(\S+) ', page))
        found = re.search(r'id="reveal" href="(\?shown=\d+)"', page)
        if not found:
            break
        address = f"/n/{night.slug}/screen/{found[1]}"
    assert seen == [[], [], ["3=", "3="], ["1=", "1="]], "four share the last place: too many for large letters"
    assert page.index(">1=<") < page.index(">3=<") < page.index(">5=<")


@given(st.lists(st.integers(0, 30), min_size=1, max_size=140))
def test_whoever_plays_is_revealed_once_in_order_and_the_best_ten_places_alone(totals: list[int]) -> None:
    totals.sort(reverse=True)
    rows = [Row(str(n), first=str(totals.index(total) + 1)) for n, total in enumerate(totals)]
    steps = reveal_steps(rows)
    assert sorted(int(row.name) for step in steps for row in step) == list(range(len(rows)))
    places = [int(row.first) for step in steps for row in step]
    assert places == sorted(places, reverse=True)
    assert all(len({row.first for row in step}) == 1 for step in steps[-ONE_BY_ONE:])
    assert steps[-1][0].first == "1" and {row.first for row in steps[0]} == {rows[-1].first}


def test_nothing_of_the_final_standings_is_shown_before_the_first_tap(night: Night, stranger: Client) -> None:
    play_hands(game_at(night, 1, 1), "NS:5")
    close_night(night=night, who=ORGANIZER)
    page = stranger.get(f"/n/{night.slug}/screen/").content.decode()
    assert "Reveal low" in page and "Ann M." not in page and "<ol" not in page


# Without JavaScript


def test_without_javascript_each_loading_shows_the_next_panel(empty_night: Night, stranger: Client) -> None:
    sign_up(night=empty_night, names=[f"{name} {n}" for n in range(5) for name in CAST[:6]], who=ORGANIZER)
    Night.objects.update(movement="drawn", games=2)
    empty_night.refresh_from_db()
    open_night(night=empty_night, who=ORGANIZER)
    shown, address = [], f"/n/{empty_night.slug}/screen/"
    for _ in range(3):
        page = stranger.get(address).content.decode()
        assert len(re.findall(r'<div class="panel[^>]*>', page)) == 2
        shown.append([" hidden" in panel for panel in re.findall(r'<div class="panel[^>]*>', page)])
        found = re.search(r'<noscript><meta http-equiv="refresh" content="20;url=(\?page=\d)"></noscript>', page)
        assert found and ">Refresh</a>" in page
        address = f"/n/{empty_night.slug}/screen/{found[1]}"
    assert shown == [[False, True], [True, False], [False, True]]


@pytest.mark.parametrize("page", ["0", "99", "-1", "x", "²"])
def test_a_panel_that_is_not_there_is_the_first_or_the_last(night: Night, stranger: Client, page: str) -> None:
    answer = stranger.get(f"/n/{night.slug}/screen/?page={page}&shown={page}")
    assert answer.status_code == 200 and "Ann M." in answer.content.decode()


def test_board_and_desk_lead_to_it_in_a_new_tab(eight: Night, organizer: Client) -> None:
    link = f'href="/n/{eight.slug}/screen/" target="_blank" rel="noopener">Big screen</a>'
    assert link in organizer.get(f"/n/{eight.slug}/desk/").content.decode()
    open_night(night=eight, who=ORGANIZER)
    assert link in organizer.get(f"/n/{eight.slug}/board/").content.decode()
