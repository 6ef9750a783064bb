"""Opening a night: its chart, pasted charts, the start, going back, and the organizer's link."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime

import pytest
from django.conf import LazySettings
from django.test import Client

from tests.support.night import (
    CAST,
    ORGANIZER,
    game_at,
    nothing_changes,
    phone_of,
    play_hands,
    player_actor,
    sign_in_as_organizer,
)
from tests.support.rosters import numbers_by_name, seats_by_chart, seats_of
from tests.support.row_snapshots import all_rows
from tournament.models import Chart, Club, Game, Night
from tournament.night.lifecycle import back_to_sign_up, create_night, start_night
from tournament.night.numbers import draw_numbers
from tournament.night.roster_changes import arrive_late, drop_out
from tournament.night.signup import add_ghost, sign_up
from tournament.people.errors import Refused
from tournament.planning.chart_choice import charts_for, fitting_chart
from tournament.planning.night_plan import describe_plan, plan_night
from tournament.planning.rounds import seatings
from tournament.planning.shipped import printed_charts
from tournament.web.dates import time_of_day
from tournament.web.visitors import SIGN_IN_COOKIE

FOUR = "Game  Players - Table 1\n1     1-2 vs 3-4\n2     1-3 vs 2-4\n3     1-4 vs 2-3\n"
EIGHT = "1   1-2 vs 3-4   5-6 vs 7-8\n2   1-3 vs 5-7   2-4 vs 6-8\n"


# The start


@pytest.mark.parametrize(("players", "chart", "games"), [(8, "Two tables", 7), (12, "Three tables", 11)])
def test_the_printed_chart_that_fits_is_played(
    organizer: Client, empty_night: Night, players: int, chart: str, games: int
) -> None:
    sign_up(night=empty_night, names=CAST[:players], who=ORGANIZER)
    draw_numbers(night=empty_night, order="random", who=ORGANIZER)
    answer = organizer.post(f"/n/{empty_night.slug}/desk/start/")
    assert answer["Location"] == f"/n/{empty_night.slug}/board/"
    empty_night.refresh_from_db()
    assert (empty_night.status, empty_night.chart_name) == (Night.Status.PLAYING, chart)
    assert empty_night.rounds.count() == games
    assert seats_of(empty_night) == seats_by_chart(printed_charts()[chart][1])


@pytest.mark.parametrize(
    ("players", "sentence"), [(0, "Nobody is signed up"), (1, "1 player is signed up"), (3, "3 players are signed up")]
)
def test_a_night_with_too_few_players_for_a_table_cannot_start(
    organizer: Client, empty_night: Night, players: int, sentence: str
) -> None:
    sign_up(night=empty_night, names=[f"G{n}" for n in range(players)], who=ORGANIZER)
    with nothing_changes():
        page = organizer.post(f"/n/{empty_night.slug}/desk/start/")
    assert page.status_code == 409
    assert f"{sentence}; a table needs four." in page.content.decode()


def test_a_players_own_tables_are_marked_in_the_list_of_seats(stranger: Client, night: Night) -> None:
    rows = r'<tr class="me">.*?</tr>'
    own_rows = re.findall(rows, phone_of(night, 3).get(f"/n/{night.slug}/").content.decode())
    assert len(own_rows) == night.rounds.count() == 7 and all("3 Carla R." in row for row in own_rows)
    assert 'class="me"' not in stranger.get(f"/n/{night.slug}/").content.decode()


def test_a_night_starts_once(organizer: Client, night: Night) -> None:
    with nothing_changes():
        assert organizer.post(f"/n/{night.slug}/desk/start/")["Location"] == f"/n/{night.slug}/board/"
    Night.objects.update(status=Night.Status.CLOSED)
    with nothing_changes():
        page = organizer.post(f"/n/{night.slug}/desk/start/")
        assert (page.status_code, "This night is closed." in page.content.decode()) == (409, True)


def test_players_without_a_number_get_the_next_ones_at_the_start(eight_players: Night) -> None:
    eight_players.entries.filter(name__in=CAST[4:8]).update(number=None)
    for number, name in enumerate(("Dan O'Hara", "Ann Miller"), 1):
        eight_players.entries.filter(name=name).update(number=number)
    start_night(night=eight_players, who=ORGANIZER)
    assert numbers_by_name(eight_players) == {
        "Dan O'Hara": 1,
        "Ann Miller": 2,
        "Bob Stone": 3,
        "Carla Reyes": 4,
        "Eve Lund": 5,
        "Fritz Bauer": 6,
        "Gina Rossi": 7,
        "Hal Young": 8,
    }


# The club's own charts


def paste(organizer: Client, night: Night, notation: str, name: str = "Ours") -> int:
    """Paste a chart at the desk; return the status code."""
    return organizer.post(f"/n/{night.slug}/desk/chart/", {"name": name, "notation": notation}).status_code


def test_a_pasted_chart_is_played(organizer: Client, eight_players: Night) -> None:
    assert paste(organizer, eight_players, EIGHT) == 302
    organizer.post(f"/n/{eight_players.slug}/desk/start/")
    eight_players.refresh_from_db()
    assert (eight_players.chart_name, eight_players.chart) == ("Ours", EIGHT.strip())
    assert seats_of(eight_players) == seats_by_chart(EIGHT)


def test_a_pasted_chart_allows_another_number_of_players(organizer: Client, empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:4], who=ORGANIZER)
    assert paste(organizer, empty_night, FOUR) == 302
    assert organizer.post(f"/n/{empty_night.slug}/desk/start/").status_code == 302
    assert Game.objects.filter(round__night=empty_night).count() == 3


@pytest.mark.parametrize(
    ("notation", "sentence"),
    [
        ("", "Write this first."),
        ("hello", "There is no game in this chart."),
        ("1 1-2 vs 3-5", "Game 1, table 1: there is no player 5;"),
        ("1 1-2 vs 3-3", "Game 1: player 3 sits twice at table 1."),
        ("1 1-2 vs 3-4\n3 1-2 vs 3-4", "Game 2 was expected here"),
        ("1 1-2 vs 3-4\n2 1-2 vs 3", "Game 2: &quot;1-2 vs 3&quot; cannot be read."),
        ("1 1-2 vs 3-4 5-6 vs 7-8\n2 1-2 vs 3-4", "Game 2 seats 4 players, but game 1 seats 8."),
    ],
)
def test_a_chart_that_cannot_be_played_is_refused_with_its_row(
    organizer: Client, eight_players: Night, notation: str, sentence: str
) -> None:
    with nothing_changes():
        page = organizer.post(f"/n/{eight_players.slug}/desk/chart/", {"name": "Ours", "notation": notation})
    assert page.status_code == 400
    assert sentence in page.content.decode()


def test_a_chart_of_the_same_name_is_replaced(organizer: Client, eight_players: Night) -> None:
    assert (paste(organizer, eight_players, FOUR), paste(organizer, eight_players, EIGHT)) == (302, 302)
    assert Chart.objects.get(club=eight_players.club).players == 8


def test_only_the_club_that_pasted_a_chart_sees_it(organizer: Client, eight_players: Night) -> None:
    paste(organizer, eight_players, EIGHT, "Grandmother's chart")
    other_club = Club.objects.create(name="Thursday club")
    night = Night.objects.create(club=other_club, name="Thursday euchre", date="2026-11-26")
    sign_up(night=night, names=CAST[:8], who=ORGANIZER)
    other_organizer = Client()
    sign_in_as_organizer(other_organizer, other_club)
    assert "Grandmother" not in other_organizer.get(f"/n/{night.slug}/desk/").content.decode()
    assert "Grandmother" in organizer.get(f"/n/{eight_players.slug}/desk/").content.decode()
    their_chart = fitting_chart(night, 8)
    assert their_chart and their_chart.name == "Two tables"
    with nothing_changes():
        chart = Chart.objects.get(club=eight_players.club)
        assert other_organizer.post(f"/n/{night.slug}/desk/chart/", {"chart": chart.pk}).status_code == 409
    next_week = Night.objects.create(club=eight_players.club, name="Next week", date="2026-12-01")
    assert chart in charts_for(next_week)


def test_a_chart_is_chosen_from_the_list(organizer: Client, eight_players: Night) -> None:
    paste(organizer, eight_players, EIGHT)
    printed = Chart.objects.get(name="Two tables")
    assert organizer.post(f"/n/{eight_players.slug}/desk/chart/", {"chart": printed.pk}).status_code == 302
    eight_players.refresh_from_db()
    assert fitting_chart(eight_players, 8) == printed
    with nothing_changes():
        for wrong in ("", "x", "0", "999999"):
            assert organizer.post(f"/n/{eight_players.slug}/desk/chart/", {"chart": wrong}).status_code == 409


def add_club_chart(night: Night, name: str, players: int, notation: str) -> Chart:
    """Add a chart that the club pasted at another night."""
    return Chart.objects.create(club=night.club, name=name, players=players, notation=notation)


def test_a_club_chart_is_played_only_when_it_is_chosen(empty_night: Night) -> None:
    chart = add_club_chart(empty_night, "Ours", 4, FOUR)
    assert describe_plan(empty_night, 4) == "a fair rotation, 10 games"
    empty_night.movement = "chart"
    with pytest.raises(Refused, match=r"^No chart is chosen for 4 players\. Choose Ours on the desk, under Charts\.$"):
        describe_plan(empty_night, 4)
    empty_night.chosen_chart = chart
    assert describe_plan(empty_night, 4) == "Ours"
    with pytest.raises(Refused, match=r"the charts seat 4, 8 or 12\. Choose another movement"):
        describe_plan(empty_night, 10)


@pytest.mark.parametrize("movement", ["", "chart"])
def test_the_printed_chart_wins_over_a_club_chart_that_was_not_chosen(eight_players: Night, movement: str) -> None:
    chart, eight_players.movement = add_club_chart(eight_players, "A chart of ours", 8, EIGHT), movement
    assert plan_night(eight_players, range(1, 9)).name == "Two tables"
    eight_players.chosen_chart = chart
    assert (plan_night(eight_players, range(1, 9)).name, plan_night(eight_players, range(1, 9)).chart) == (
        "A chart of ours",
        EIGHT,
    )
    eight_players.chosen_chart = add_club_chart(eight_players, "Four", 4, FOUR)
    assert plan_night(eight_players, range(1, 9)).name == "Two tables", "the chosen chart does not fit"


def test_a_plan_reads_the_charts_in_one_query(
    eight_players: Night, django_assert_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    with django_assert_num_queries(1):
        plan_night(eight_players, range(1, 9))


@pytest.mark.parametrize(
    ("movement", "games", "played"),
    [("", 0, 7), ("drawn", 0, 7), ("winners-up", 5, 5), ("perfect", 3, 3), ("", 4, 4), ("night", 10, 7)],
)
def test_choosing_a_chart_overrides_the_movement_chosen_before(
    organizer: Client, eight_players: Night, movement: str, games: int, played: int
) -> None:
    organizer.post(f"/n/{eight_players.slug}/desk/movement/", {"movement": movement, "games": games or ""})
    organizer.post(f"/n/{eight_players.slug}/desk/chart/", {"chart": Chart.objects.get(name="Two tables").pk})
    cut = f", {played} of its 7 games" if played < 7 else ""
    assert f"Tonight: Two tables{cut}." in organizer.get(f"/n/{eight_players.slug}/desk/").content.decode()
    organizer.post(f"/n/{eight_players.slug}/desk/start/")
    eight_players.refresh_from_db()
    assert (eight_players.chart_name, eight_players.rounds.count()) == ("Two tables", played)


def test_the_printed_chart_can_be_chosen_beside_a_club_chart_of_the_same_name(
    organizer: Client, eight_players: Night
) -> None:
    paste(organizer, eight_players, EIGHT, "Two tables")
    printed = Chart.objects.get(name="Two tables", club=None)
    organizer.post(f"/n/{eight_players.slug}/desk/chart/", {"chart": printed.pk})
    organizer.post(f"/n/{eight_players.slug}/desk/start/")
    eight_players.refresh_from_db()
    assert seats_of(eight_players) == seats_by_chart(printed.notation)


def test_the_chart_cannot_change_after_the_start(organizer: Client, night: Night) -> None:
    with nothing_changes():
        assert paste(organizer, night, EIGHT) == 400
        printed = Chart.objects.get(name="Three tables")
        assert organizer.post(f"/n/{night.slug}/desk/chart/", {"chart": printed.pk}).status_code == 409


def test_changing_a_chart_later_does_not_change_a_night_in_play(night: Night) -> None:
    before = seatings(night), night.chart
    Chart.objects.filter(name="Two tables").update(notation=EIGHT)
    night.refresh_from_db()
    assert (seatings(night), night.chart) == before


# Tonight's variant


def test_the_variant_can_be_chosen_only_before_the_start(organizer: Client, night: Night) -> None:
    address, form = f"/n/{night.slug}/rules/", {"variant": "standard", "deals": "8"}
    with nothing_changes():
        assert organizer.post(address, form).status_code == 409
    organizer.post(f"/n/{night.slug}/desk/back/")
    assert organizer.post(address, form)["Location"] == f"{address}?saved=game"
    night.refresh_from_db()
    assert (night.variant, night.deals) == ("standard", 8)


@pytest.mark.parametrize(
    "wrong", [{"variant": "nonesuch"}, {"variant": ""}, {"deals": "0"}, {"deals": "25"}, {"deals": "x"}]
)
def test_an_unknown_variant_or_number_of_deals_is_refused(
    organizer: Client, empty_night: Night, wrong: dict[str, str]
) -> None:
    with nothing_changes():
        page = organizer.post(f"/n/{empty_night.slug}/rules/", {"variant": "standard", "deals": "4"} | wrong)
    assert page.status_code == 400


# Going back to sign-up


def test_the_start_can_be_undone_until_the_first_hand(organizer: Client, night: Night) -> None:
    assert organizer.post(f"/n/{night.slug}/desk/back/").status_code == 302
    night.refresh_from_db()
    assert (night.status, night.chart, night.rounds.count()) == (Night.Status.SIGN_UP, "", 0)
    assert numbers_by_name(night) == {name: n for n, name in enumerate(CAST[:8], 1)}
    with nothing_changes():
        assert organizer.post(f"/n/{night.slug}/desk/back/").status_code == 409
    start_night(night=night, who=ORGANIZER)
    play_hands(game_at(night, 1, 1), "NS:3-4", who=player_actor(night, 1))
    with nothing_changes():
        assert organizer.post(f"/n/{night.slug}/desk/back/").status_code == 409


def test_going_back_leaves_no_gap_in_the_numbers(empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:9], who=ORGANIZER)
    start_night(night=empty_night, who=ORGANIZER)
    drop_out(entry=empty_night.entries.get(number=3), who=ORGANIZER)
    back_to_sign_up(night=empty_night, who=ORGANIZER)
    printed = numbers_by_name(empty_night)
    assert printed == {name: n for n, name in enumerate([*CAST[:2], *CAST[3:9]], 1)}
    start_night(night=empty_night, who=ORGANIZER)
    assert numbers_by_name(empty_night) == printed, "cards printed before the second start stay valid"


def test_after_late_arrivals_and_going_back_the_ghost_has_the_highest_number(empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:7], who=ORGANIZER)
    add_ghost(night=empty_night, who=ORGANIZER)
    start_night(night=empty_night, who=ORGANIZER)
    for name in CAST[7:11]:
        arrive_late(night=empty_night, name=name, who=ORGANIZER)
    back_to_sign_up(night=empty_night, who=ORGANIZER)
    assert numbers_by_name(empty_night) == {name: n for n, name in enumerate([*CAST[:11], "Ghost"], 1)}


def test_going_back_removes_a_ghost_that_no_longer_completes_a_table(empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:7], who=ORGANIZER)
    add_ghost(night=empty_night, who=ORGANIZER)
    start_night(night=empty_night, who=ORGANIZER)
    arrive_late(night=empty_night, name=CAST[7], who=ORGANIZER)
    back_to_sign_up(night=empty_night, who=ORGANIZER)
    assert numbers_by_name(empty_night) == {name: n for n, name in enumerate(CAST[:8], 1)}


# The organizer's link and the start page


def test_the_organizers_link_signs_this_browser_in(stranger: Client, night: Night) -> None:
    answer = stranger.get(f"/o/{night.club.key}/")
    assert answer["Location"] == f"/n/{night.slug}/board/"
    cookie = stranger.cookies[SIGN_IN_COOKIE]
    assert (cookie["samesite"], bool(cookie["httponly"])) == ("Lax", True)
    assert cookie.value not in str(all_rows()) and night.club.key not in cookie.value
    assert stranger.get(answer["Location"]).status_code == 200


def test_the_organizers_link_opens_the_desk_before_the_start(stranger: Client, empty_night: Night) -> None:
    assert stranger.get(f"/o/{empty_night.club.key.lower()}/")["Location"] == f"/n/{empty_night.slug}/desk/"


def test_the_organizers_link_opens_the_start_page_when_every_night_is_closed(stranger: Client, night: Night) -> None:
    Night.objects.update(status=Night.Status.CLOSED)
    assert stranger.get(f"/o/{night.club.key}/")["Location"] == "/"
    page = stranger.get("/").content.decode()
    assert "No night is open" in page and "Start next night" in page and night.name in page


def test_two_nights_with_the_same_name_and_date_show_when_they_were_created(organizer: Client, club: Club) -> None:
    first, second = (create_night(club=club, who=ORGANIZER) for _ in range(2))
    for night, hour in ((first, 18), (second, 20)):
        Night.objects.filter(pk=night.pk).update(created_at=datetime(2026, 11, 24, hour, 5, tzinfo=UTC))
    other = create_night(club=club, who=ORGANIZER)
    Night.objects.filter(pk=other.pk).update(name="Another")
    page = organizer.get("/").content.decode()
    times = [time_of_day(datetime(2026, 11, 24, hour, 5, tzinfo=UTC)) for hour in (20, 18)]
    assert re.findall(r"started at (\d+:\d\d [AP]M)", page) == times


@pytest.mark.parametrize("key", ["x", "A" * 20, "-", "0"])
def test_a_wrong_organizers_link_signs_nobody_in(stranger: Client, night: Night, key: str) -> None:
    answer = stranger.get(f"/o/{key}/")
    assert answer.status_code == 403
    assert SIGN_IN_COOKIE not in stranger.cookies


def test_the_board_of_a_night_in_sign_up_redirects_to_the_desk(organizer: Client, empty_night: Night) -> None:
    assert organizer.get(f"/n/{empty_night.slug}/board/")["Location"] == f"/n/{empty_night.slug}/desk/"


def test_the_address_of_a_night_can_be_typed_in_capitals(stranger: Client, night: Night) -> None:
    assert stranger.get(f"/n/{night.slug.upper()}/").status_code == 200
    missing = stranger.get("/n/nosuch/")
    assert missing.status_code == 404 and "<h1>There is nothing here</h1>" in missing.content.decode()


@pytest.mark.parametrize("target", ["//evil.example", "/\\evil.example", "https://evil.example", "evil", ""])
def test_choosing_a_theme_never_redirects_to_another_site(stranger: Client, target: str) -> None:
    answer = stranger.post("/theme/", {"theme": "dark", "next": target})
    assert answer["Location"] == "/"
    assert 'media="(prefers-color-scheme: dark)"' not in stranger.get("/").content.decode()


def test_choosing_a_theme_returns_to_the_page(stranger: Client, night: Night) -> None:
    answer = stranger.post("/theme/", {"theme": "light", "next": f"/n/{night.slug}/"})
    assert answer["Location"] == f"/n/{night.slug}/"
    assert "dark.css" not in stranger.get(answer["Location"]).content.decode()


@pytest.mark.parametrize("theme", ["<q>", "😀", "٣", "light\n"])
def test_an_unknown_theme_is_the_phones_own(stranger: Client, theme: str) -> None:
    assert stranger.post("/theme/", {"theme": theme, "next": "/"}).cookies["theme"].value == ""
    assert 'media="(prefers-color-scheme: dark)"' in stranger.get("/").content.decode()


def test_only_a_demo_server_shows_demo_nights(stranger: Client, night: Night, settings: LazySettings) -> None:
    demo = Club.objects.create(name="Demo", is_demo=True)
    Night.objects.create(club=demo, name="Demo night", date="2026-11-24")
    for shown, hidden in ((night.name, "Demo night"), ("Demo night", night.name)):
        page = stranger.get("/").content.decode()
        assert (f"<h1>{shown}</h1>" in page, hidden in page) == (True, False)
        settings.DEMO = True


def test_on_a_site_of_several_clubs_people_see_only_their_own_nights(stranger: Client, night: Night) -> None:
    assert night.name in stranger.get("/").content.decode(), "a laptop with one club shows its night to everybody"
    other = Club.objects.create(name="Thursday club")
    create_night(club=other, who=ORGANIZER)
    organizer_of_other = Client()
    sign_in_as_organizer(organizer_of_other, other)
    for browser, allowed in ((stranger, False), (phone_of(night, 3), True), (organizer_of_other, False)):
        assert (f"/n/{night.slug}/" in browser.get("/").content.decode()) is allowed
