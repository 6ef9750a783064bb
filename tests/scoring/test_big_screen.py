"""The big screen: what it shows at each moment of a night."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from tally.loading.hidden_standings import HIDDEN_SENTENCE
from tally.loading.reveal import ONE_BY_ONE, Finish, reveal_steps
from tally.presenters.big_screen.loners import FLASH_FOR
from tally.presenters.big_screen.moments import BELL_FOR
from tally.presenters.big_screen.panels import ROWS, Row, Screen, panels_of
from tally.presenters.big_screen.screen import screen_now
from tally.presenters.big_screen.tables import tables_side_by_side
from tests.support.clocks import all_scores_in
from tests.support.markup import compact
from tests.support.movement_nights import games_of, open_guest_night
from tests.support.night import CAST, ORGANIZER, game_at, phone_of, play_hands
from tournament.club.sign_ins import invite
from tournament.models import Bell, Night, Role, SitOut
from tournament.night.bell import ring_bell, unring_bell
from tournament.night.games import sign_game
from tournament.night.lifecycle import close_night, start_night
from tournament.night.signup import sign_up

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


def screen(night: Night, later: timedelta = timedelta(0)) -> Screen:
    """Return what the screen shows, now or `later` from now."""
    night.refresh_from_db()
    return screen_now(night, timezone.now() + later)


def ring(night: Night, number: int) -> datetime:
    """Ring the bell for a game, and return when it rang."""
    return ring_bell(round_=night.rounds.get(number=number), who=ORGANIZER).rung_at


def play_and_sign(night: Night, number: int, *tables: int) -> None:
    """Play one hand at each of these tables, and sign their games."""
    for table in tables:
        play_hands(game_at(night, number, table), "NS:5")
        sign_game(game=game_at(night, number, table), winner="NS", who=ORGANIZER)


# From the first arrivals to the first game


def test_before_the_start_it_shows_the_qr_code_and_the_newest_names_first(
    eight_players: Night, stranger: Client
) -> None:
    page = stranger.get(f"/n/{eight_players.slug}/screen/").content.decode()
    assert '<svg role="img" aria-label="QR code"' in page and f">testserver/n/{eight_players.slug}/join<" in page
    assert [row.name for row in screen(eight_players).panels[0].rows][:2] == ["Hal Y.", "Gina R."]
    assert screen(eight_players).panels[0].title == "8 players"


def test_the_organizers_screen_shows_the_code_that_opens_tonights_names(
    eight_players: Night, organizer: Client, stranger: Client
) -> None:
    address = f"/n/{eight_players.slug}/screen/"
    page = organizer.get(address).content.decode()
    assert ">testserver/j<" in page and f">{eight_players.printed_join_key}<" in page
    assert eight_players.printed_join_key not in stranger.get(address).content.decode(), "its address is no secret"


def test_before_the_clock_runs_no_time_looks_like_a_countdown(night: Night, stranger: Client) -> None:
    Night.objects.update(status=Night.Status.SIGN_UP)
    for _ in range(2):
        page = stranger.get(f"/n/{night.slug}/screen/").content.decode()
        assert 'class="clock"' not in page and re.search(r'<time class="daytime"[^>]*>\d+:\d\d [AP]M<', page)
        Night.objects.update(status=Night.Status.PLAYING)


def test_a_long_names_first_word_is_cut_so_that_two_margarets_stay_apart():
    rows = [Row("Margaret An."), Row("Margaret Wil. (12)"), Row("Ann M."), Row("Wilhelmina-Alexandrine")]
    assert [(row.given, row.rest) for row in rows] == [
        ("Margaret", "An."),
        ("Margaret", "Wil. (12)"),
        ("", "Ann M."),
        ("Wilhelmina-Alexandrine", ""),
    ]


def test_nobody_is_thanked_before_the_winners_are_shown(night: Night, stranger: Client) -> None:
    night.rounds.filter(number__gt=1).delete()
    play_and_sign(night, 1, 1, 2)
    address = f"/n/{night.slug}/screen/"
    assert "Thank you all" not in stranger.get(address).content.decode()
    close_night(night=night, who=ORGANIZER)
    assert "Thank you all" not in stranger.get(address).content.decode()


def test_where_no_clock_counts_the_time_of_day_stands_large(night: Night, stranger: Client) -> None:
    page = stranger.get(f"/n/{night.slug}/screen/").content.decode()
    assert page.count('class="daytime"') == 1 and 'class="hour"' in page and "Find your seat" in page


def test_before_anybody_signs_up_it_says_how(empty_night: Night) -> None:
    assert "Scan the QR code" in screen(empty_night).panels[0].sentence


def test_after_the_start_it_lists_everybodys_seat_by_name(night: Night) -> None:
    current = screen(night)
    assert (current.slug, current.title, current.of) == ("sit", "Game 1", "of 7")
    rows = current.panels[0].rows
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
        (table, seat) for table in "12" for seat in ("North", "East", "South", "West")
    }
    ann = night.entries.get(number=1).places.get(game__round__number=1)
    assert rows[0].large == str(ann.game.table) and rows[0].small[0] == ann.seat


def test_players_without_a_seat_are_listed_and_namesakes_have_their_numbers(night: Night) -> None:
    night.entries.filter(number=3).update(name="Ann Moss")
    game = game_at(night, 1, 1)
    SitOut.objects.create(round=game.round, entry=night.entries.get(number=1), position=1)
    game.delete()
    rows = screen(night).panels[0].rows
    assert rows[0] == Row("Ann M. (1)", "", "sits out")
    assert rows[1].name == "Ann M. (3)"


@given(st.integers(0, 140))
def test_a_panel_has_at_most_twelve_rows_and_nobody_is_left_out(players: int) -> None:
    rows = [Row(str(n)) for n in range(players)]
    panels = panels_of("names", "", rows)
    assert [row for panel in panels for row in panel.rows] == rows
    assert all(1 <= panel.lines <= ROWS == 12 for panel in panels)


def test_many_tables_that_still_play_are_counted(empty_night: Night, short_searches: None) -> None:
    open_guest_night(empty_night, 36, "drawn", games=2)
    for game in games_of(empty_night, 1):
        play_hands(game, "NS:5")
    ring(empty_night, 1)
    assert "Still at game 1: 9 tables." in screen(empty_night, 2 * BELL_FOR).notes


@pytest.mark.parametrize(("tables", "side_by_side"), [(1, 1), (3, 3), (5, 3), (9, 3), (16, 4), (25, 5), (33, 6)])
def test_the_tables_fill_their_panel(tables: int, side_by_side: int) -> None:
    assert tables_side_by_side(tables) == side_by_side


# While a game is played


def test_once_half_the_tables_have_started_it_shows_their_progress(night: Night) -> None:
    play_hands(game_at(night, 1, 1), "NS:5")
    assert screen(night).slug == "sit"
    play_hands(game_at(night, 1, 2), "NS:5")
    current = screen(night)
    assert (current.slug, current.panels[0].title) == ("play", "Every table plays")
    play_and_sign(night, 1, 1)
    assert [(row.large, row.small) for row in screen(night).panels[0].rows] == [("1", "done"), ("2", "playing")]
    assert screen(night).panels[0].title == "1 of 2 tables still plays"


def test_the_screen_names_a_late_table_but_none_on_paper(night: Night) -> None:
    play_hands(game_at(night, 1, 1), "NS:5", "NS:5", "NS:5", "NS:5")
    Night.objects.update(bell_by="clock", minutes=15)
    night.rounds.filter(number=1).update(rings_at=timezone.now() + 5 * MINUTE)
    assert screen(night).panels[0].title == "Every table plays", "nobody has a phone at table 2"
    for number in range(1, 9):
        phone_of(night, number)
    current = screen(night)
    assert current.slug == "play" and current.panels[0].title == "Late: table 2"


def test_standings_follow_the_tables_from_the_first_agreed_game_unless_they_are_hidden(night: Night) -> None:
    for table in (1, 2):
        play_hands(game_at(night, 1, table), "NS:5")
    assert [panel.kind for panel in screen(night).panels] == ["tables"], "nobody has agreed a score yet"
    sign_game(game=game_at(night, 1, 1), winner="NS", who=ORGANIZER)
    assert [(panel.kind, len(panel.rows)) for panel in screen(night).panels] == [("tables", 2), ("standings", 8)]
    assert {row.large for row in screen(night).panels[1].rows} == {"2", "0"}
    assert {row.first for row in screen(night).panels[1].rows} == {"T-1", "T-5"}
    Night.objects.update(hidden_games=7)
    assert screen(night).panels[1].sentence == HIDDEN_SENTENCE == "The standings are a surprise until the end."


def test_hidden_standings_are_not_projected_even_from_the_organizers_laptop(night: Night, organizer: Client) -> None:
    Night.objects.update(hidden_games=7)
    for table in (1, 2):
        play_hands(game_at(night, 1, table), "NS:5")
    for client in (organizer, phone_of(night, 1), Client()):
        for headers in ({}, {"HX-Request": "true"}):
            page = client.get(f"/n/{night.slug}/screen/?page=2", headers=headers).content.decode()
            assert HIDDEN_SENTENCE in page and 'standings"' not in page and "Ann M." not in page


# The bell, and after it


def test_the_bell_is_shown_for_a_minute_then_the_next_seats(night: Night) -> None:
    play_and_sign(night, 1, 1)
    play_hands(game_at(night, 1, 2), "NS:5")
    rang_at = ring(night, 1)
    current = screen(night)
    assert (current.slug, current.title, current.again) == ("bell", "Game 1", rang_at + BELL_FOR)
    assert current.panels[0].sentence == "Finish this hand, then agree the score."
    assert current.notes == ["Still at game 1: table 2."]
    after = screen(night, BELL_FOR + SECOND)
    assert (after.slug, after.title, after.notes) == ("sit", "Game 2", ["Still at game 1: table 2."])


def test_a_bell_before_the_first_hand_does_not_claim_that_every_table_has_agreed(night: Night) -> None:
    ring(night, 1)
    assert screen(night).panels[0].sentence == "Finish this hand, then agree the score."
    for table in (1, 2):
        sign_game(game=game_at(night, 1, table), winner="NS", who=ORGANIZER)
    assert screen(night).panels[0].sentence == "Every table has agreed."


def test_a_canceled_bell_is_announced_for_a_minute(night: Night) -> None:
    play_hands(game_at(night, 1, 1), "NS:5")
    play_hands(game_at(night, 1, 2), "NS:5")
    ring(night, 1)
    unring_bell(night=night, who=ORGANIZER)
    assert (screen(night).slug, screen(night).notes) == (
        "play",
        ["Bell canceled. If your score is not confirmed, keep playing."],
    )
    assert screen(night, BELL_FOR + SECOND).notes == []


def test_when_seats_depend_on_winners_it_names_the_tables_still_playing(night: Night) -> None:
    night.rounds.filter(number__gt=1).delete()
    Night.objects.update(movement="winners-up", games=5)
    play_and_sign(night, 1, 1)
    play_hands(game_at(night, 1, 2), "NS:5")
    ring(night, 1)
    current = screen(night, BELL_FOR + SECOND)
    assert (current.title, current.of) == ("Game 2", "of 5")
    assert current.panels[0].sentence == "Seats follow when every table has agreed: waiting for table 2."


def test_tables_that_score_on_paper_are_not_listed_as_still_playing(night: Night) -> None:
    ring(night, 1)
    assert screen(night).notes == [] and screen(night, BELL_FOR + SECOND).title == "Game 2"


def test_without_a_bell_the_next_game_is_shown_once_half_the_tables_play_it(night: Night) -> None:
    play_and_sign(night, 1, 1)
    play_hands(game_at(night, 1, 2), "NS:5")
    play_hands(game_at(night, 2, 1), "NS:5")
    assert screen(night).title == "Game 1"
    play_hands(game_at(night, 2, 2), "NS:5")
    assert (screen(night).title, screen(night).notes) == ("Game 2", ["Still at game 1: table 2."])


# The clock


def test_a_clock_counts_down_to_the_start_then_to_the_bell(night: Night) -> None:
    Night.objects.update(bell_by="clock", minutes=15, pause=3)
    ring(night, 1)
    missing = screen(night, BELL_FOR + SECOND)
    assert (missing.clock.until, missing.notes) == (None, ["Game 2 starts when all scores are in."])
    all_scores_in(night)
    rings, start = night.rounds.values_list("rings_at", "starts_at").get(number=2)
    assert rings is not None and start is not None and rings == start + 15 * MINUTE
    current = screen(night, BELL_FOR + SECOND)
    assert (current.clock.label, current.clock.until, current.again) == ("Game 2 starts in", start, start)
    assert current.notes == []
    seating, playing, warning = (screen(night, minutes * MINUTE) for minutes in (4, 6, 16.5))
    assert (seating.slug, playing.slug) == ("sit", "play"), "players find their seats until two minutes after the start"
    assert {seating.clock.until, playing.clock.until, warning.clock.until} == {rings}
    assert (playing.clock.label, playing.notes, warning.notes) == ("to the bell", [], ["The last two minutes."])
    assert playing.again == rings - 2 * MINUTE


def test_an_extra_minute_does_not_send_a_running_game_back_to_the_pause(night: Night) -> None:
    Night.objects.update(bell_by="clock", minutes=15, pause=3)
    Bell.objects.filter(pk=ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER).pk).update(
        rung_at=timezone.now() - 4 * MINUTE
    )
    rings = timezone.now() + 16 * MINUTE
    night.rounds.filter(number=2).update(rings_at=rings, starts_at=timezone.now() - MINUTE)
    current = screen(night)
    assert (current.title, current.clock.until, current.clock.label, current.notes) == (
        "Game 2",
        rings,
        "to the bell",
        [],
    )


def test_without_a_clock_it_shows_the_time_of_day(night: Night, stranger: Client) -> None:
    page = stranger.get(f"/n/{night.slug}/screen/").content.decode()
    assert screen(night).clock.until is None and "data-zone=" in page and "data-until=" not in page


def test_the_page_says_when_to_refresh_it(night: Night, stranger: Client) -> None:
    ring(night, 1)
    Bell.objects.update(rung_at=timezone.now() - timedelta(seconds=20))
    found = re.search(r'data-again="(\d+)"', stranger.get(f"/n/{night.slug}/screen/").content.decode())
    assert found and 35_000 < int(found[1]) <= 40_000


# The end


def test_when_all_games_are_over_it_keeps_the_winners_for_the_reveal(night: Night) -> None:
    night.rounds.filter(number__gt=1).delete()
    play_and_sign(night, 1, 1, 2)
    assert (screen(night).slug, screen(night).panels[0].kind) == ("over", "message")
    assert screen(night).panels[0].sentence == "The winners are next."


@given(st.lists(st.integers(0, 30), min_size=1, max_size=140))
def test_each_player_is_revealed_once_in_order_and_each_of_the_best_ten_places_alone(totals: list[int]) -> None:
    totals.sort(reverse=True)
    finishes = [
        Finish(n, str(n), totals.index(each) + 1, len(totals), totals.count(each) > 1, str(each))
        for n, each in enumerate(totals)
    ]
    *steps, last = reveal_steps(finishes)
    assert last.everybody and not last.finishes
    assert sorted(finish.entry for step in steps for finish in step.finishes) == list(range(len(finishes)))
    places = [finish.place for step in steps for finish in step.finishes]
    assert places == sorted(places, reverse=True)
    assert [step.countdown for step in steps] == [len(set(places)) > 1 and step is steps[-2] for step in steps]
    alone = [step for step in steps if not step.countdown][-ONE_BY_ONE:]
    assert all(len({finish.place for finish in step.finishes}) == 1 for step in alone)
    assert steps[-1].wins and {finish.place for finish in steps[0].finishes} == {places[0]}


# Without JavaScript


def test_without_javascript_each_reload_shows_the_next_panel(empty_night: Night, stranger: Client) -> None:
    sign_up(night=empty_night, names=[f"{name} {n}" for n in range(10) for name in CAST[:6]], who=ORGANIZER)
    Night.objects.update(movement="drawn", games=2)
    empty_night.refresh_from_db()
    start_night(night=empty_night, who=ORGANIZER)
    hidden, address = [], f"/n/{empty_night.slug}/screen/"
    for _ in range(3):
        page = stranger.get(address).content.decode()
        assert len(re.findall(r'<div class="panel[^>]*>', page)) == 2
        hidden.append([" hidden" in panel for panel in re.findall(r'<div class="panel[^>]*>', page)])
        found = re.search(r'<noscript><meta http-equiv="refresh" content="20;url=(\?page=\d)"></noscript>', page)
        assert found and ">Refresh</a>" in page
        address = f"/n/{empty_night.slug}/screen/{found[1]}"
    assert hidden == [[False, True], [True, False], [False, True]]


@pytest.mark.parametrize("page", ["0", "99", "-1", "x", "²"])
def test_a_panel_number_out_of_range_shows_the_first_or_the_last(night: Night, stranger: Client, page: str) -> None:
    answer = stranger.get(f"/n/{night.slug}/screen/?page={page}")
    assert answer.status_code == 200 and "Ann M." in answer.content.decode()


def test_board_and_desk_link_to_it_in_a_new_tab(eight_players: Night, organizer: Client) -> None:
    link = rf'href="/n/{eight_players.slug}/screen/"[^>]*target="_blank"'
    assert re.search(link, organizer.get(f"/n/{eight_players.slug}/desk/").content.decode())
    start_night(night=eight_players, who=ORGANIZER)
    assert re.search(link, organizer.get(f"/n/{eight_players.slug}/board/").content.decode())


# The hall


def hall(organizer: Client, night: Night, **data: str) -> int:
    """Save what the screen knows of the hall; return the status code."""
    return organizer.post(f"/n/{night.slug}/screen/hall/", data).status_code


def test_a_map_of_the_tables_follows_the_seats_once_the_organizer_says_how_they_stand(
    night: Night, organizer: Client
) -> None:
    assert [panel.kind for panel in screen(night).panels] == ["seats"], "a wrong map would be worse than none"
    assert hall(organizer, night, tables_in_row="2", loner_flash="on") == 302
    chart = screen(night).panels[1]
    assert (chart.kind, chart.columns, [row.large for row in chart.rows]) == ("map", 2, ["1", "2"])
    assert hall(organizer, night, tables_in_row="13") == 400


def test_everybody_in_a_hall_of_a_hundred_is_on_two_panels_by_letter(empty_night: Night, short_searches: None) -> None:
    sign_up(night=empty_night, names=[f"{name} {n:02}" for n in range(9) for name in CAST][:100], who=ORGANIZER)
    Night.objects.update(movement="drawn", games=2)
    empty_night.refresh_from_db()
    start_night(night=empty_night, who=ORGANIZER)
    current = screen(empty_night)
    assert current.wide and [len(panel.rows) for panel in current.panels] == [50, 50]
    assert all(panel.lines <= 10 and panel.columns == 5 for panel in current.panels)
    rows = [row for panel in current.panels for row in panel.rows]
    assert [row.name for row in rows] == sorted((row.name for row in rows), key=str.casefold)
    assert "".join(row.starts for row in rows) == "abcdefghijkl"


# Loners


def test_a_loner_flashes_for_some_seconds_with_who_made_it(night: Night, stranger: Client) -> None:
    for table in (1, 2):
        play_hands(game_at(night, 1, table), "NS:5")
    assert screen(night).flash is None
    game = game_at(night, 1, 2)
    play_hands(game, "EW:5-alone", first=2)
    assert "loner" in night.events.order_by("-pk")[0].topics.split(), "the screen hears of it"
    current = screen(night)
    pair = [place.entry.short_name for place in game.places.filter(seat__in="EW").order_by("seat")]
    assert current.flash and (current.flash.players, current.flash.table) == (" and ".join(pair), 2)
    assert current.again == current.flash.until
    assert "Loner!" in stranger.get(f"/n/{night.slug}/screen/").content.decode()
    assert screen(night, FLASH_FOR).flash is None
    Night.objects.update(loner_flash=False)
    assert screen(night).flash is None


def test_a_lone_hand_that_took_not_every_trick_does_not_flash(night: Night) -> None:
    for table in (1, 2):
        play_hands(game_at(night, 1, table), "NS:3-4")
    assert screen(night).slug == "play" and screen(night).flash is None
    assert "loner" not in night.events.order_by("-pk")[0].topics.split()


def test_the_announcers_page_of_the_hall_leads_to_the_reveal_once_the_night_is_closed(night: Night) -> None:
    announcer, hall = Client(), f"/n/{night.slug}/screen/hall/"
    announcer.post(
        f"/h/{invite(who=ORGANIZER, club=night.club, name='Al', role=Role.ANNOUNCER, lasts=timedelta(days=1)).key}/"
    )
    live = {"HX-Request": "true", "X-Version": settings.STATIC_URL}
    play_hands(game_at(night, 1, 1), "NS:5")
    page = announcer.get(hall).content.decode()
    assert f'hx-get="{hall}" hx-trigger="sse:room, sse:reveal' in page and 'id="hall-save">Save' in compact(page)
    assert "Now the winners" not in page
    close_night(night=night, who=ORGANIZER)
    for part in (announcer.get(hall, headers=live).content.decode(), announcer.get(hall).content.decode()):
        assert "The night is closed. Now the winners" in part and f'href="/n/{night.slug}/reveal/"' in part
        assert re.search(r'<button id="hall-save" class="plain"', part), "one primary button: the reveal"
    announcer.post(f"/n/{night.slug}/reveal/", {"all": "1"})
    part = announcer.get(hall, headers=live).content.decode()
    assert "The night is over" in part and f'href="/n/{night.slug}/standings/"' in part
