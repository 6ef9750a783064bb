"""Opening the night: which chart seats whom, pasted charts, the start, going back, the organizer's link."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from tests.support.night import CAST, ORGANIZER, game_at, nothing_changes, phone_of, play_hands, who_is
from tests.support.rosters import numbers_by_name, seats_by_chart, seats_of
from tournament.access import ORGANIZER_COOKIE
from tournament.models import Chart, Club, Game, Night
from tournament.night.lifecycle import back_to_sign_up, begin_night, open_night
from tournament.night.numbers import draw_numbers
from tournament.night.roster_changes import arrive_late, drop_out
from tournament.night.signup import add_ghost, sign_up
from tournament.people.errors import Refused
from tournament.planning.chart_choice import charts_for, fitting_chart
from tournament.planning.night_plan import describe_plan, plan_night
from tournament.planning.rounds import seatings
from tournament.planning.shipped import printed_charts

FOUR = "Game  Players - Table 1\n1     1-2 vs 3-4\n2     1-3 vs 2-4\n3     1-4 vs 2-3\n"
EIGHT = "1   1-2 vs 3-4   5-6 vs 7-8\n2   1-3 vs 5-7   2-4 vs 6-8\n"


# Which chart


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
    ("players", "says"), [(0, "Nobody is signed up"), (1, "1 player is signed up"), (3, "3 players are signed up")]
)
def test_too_few_for_a_table_hear_so(organizer: Client, empty_night: Night, players: int, says: str) -> None:
    sign_up(night=empty_night, names=[f"G{n}" for n in range(players)], who=ORGANIZER)
    with nothing_changes():
        page = organizer.post(f"/n/{empty_night.slug}/desk/start/")
    assert page.status_code == 409
    assert f"{says}; a table needs four." in page.content.decode()


def test_a_player_finds_the_own_table_of_every_game_marked(stranger: Client, night: Night) -> None:
    rows = r'<tr class="me">.*?</tr>'
    mine = re.findall(rows, phone_of(night, 3).get(f"/n/{night.slug}/").content.decode())
    assert len(mine) == night.rounds.count() == 7 and all("3 Carla R." in row for row in mine)
    assert 'class="me"' not in stranger.get(f"/n/{night.slug}/").content.decode()


def test_a_night_starts_once(organizer: Client, night: Night) -> None:
    with nothing_changes():
        assert organizer.post(f"/n/{night.slug}/desk/start/")["Location"] == f"/n/{night.slug}/board/"
    Night.objects.update(status=Night.Status.CLOSED)
    with nothing_changes():
        page = organizer.post(f"/n/{night.slug}/desk/start/")
        assert (page.status_code, "This night is closed." in page.content.decode()) == (409, True)


def test_whoever_has_no_number_at_the_start_gets_the_next_one(eight: Night) -> None:
    eight.entries.filter(name__in=CAST[4:8]).update(number=None)
    for number, name in enumerate(("Dan O'Hara", "Ann Miller"), 1):
        eight.entries.filter(name=name).update(number=number)
    open_night(night=eight, who=ORGANIZER)
    assert numbers_by_name(eight) == {
        "Dan O'Hara": 1,
        "Ann Miller": 2,
        "Bob Stone": 3,
        "Carla Reyes": 4,
        "Eve Lund": 5,
        "Fritz Bauer": 6,
        "Gina Rossi": 7,
        "Hal Young": 8,
    }


# Charts of the club's own


def paste(organizer: Client, night: Night, notation: str, name: str = "Ours") -> int:
    """Paste a chart at the desk; the answer's status."""
    return organizer.post(f"/n/{night.slug}/desk/chart/", {"name": name, "notation": notation}).status_code


def test_a_pasted_chart_is_played(organizer: Client, eight: Night) -> None:
    assert paste(organizer, eight, EIGHT) == 302
    organizer.post(f"/n/{eight.slug}/desk/start/")
    eight.refresh_from_db()
    assert (eight.chart_name, eight.chart) == ("Ours", EIGHT.strip())
    assert seats_of(eight) == seats_by_chart(EIGHT)


def test_a_pasted_chart_makes_another_number_of_players_possible(organizer: Client, empty_night: Night) -> None:
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
def test_a_chart_by_which_nobody_could_sit_is_refused_with_the_row(
    organizer: Client, eight: Night, notation: str, sentence: str
) -> None:
    with nothing_changes():
        page = organizer.post(f"/n/{eight.slug}/desk/chart/", {"name": "Ours", "notation": notation})
    assert page.status_code == 400
    assert sentence in page.content.decode()


def test_a_chart_of_the_same_name_is_replaced(organizer: Client, eight: Night) -> None:
    assert (paste(organizer, eight, FOUR), paste(organizer, eight, EIGHT)) == (302, 302)
    assert Chart.objects.get(club=eight.club).players == 8


def test_a_pasted_chart_is_the_clubs_own(organizer: Client, eight: Night) -> None:
    paste(organizer, eight, EIGHT, "Grandmother's chart")
    theirs = Club.objects.create(name="Thursday club")
    night = Night.objects.create(club=theirs, name="Thursday euchre", date="2026-11-26")
    sign_up(night=night, names=CAST[:8], who=ORGANIZER)
    other = Client()
    other.cookies[ORGANIZER_COOKIE] = theirs.key
    assert "Grandmother" not in other.get(f"/n/{night.slug}/desk/").content.decode()
    assert "Grandmother" in organizer.get(f"/n/{eight.slug}/desk/").content.decode()
    theirs_fits = fitting_chart(night, 8)
    assert theirs_fits and theirs_fits.name == "Two tables"
    with nothing_changes():
        chart = Chart.objects.get(club=eight.club)
        assert other.post(f"/n/{night.slug}/desk/chart/", {"chart": chart.pk}).status_code == 409
    again = Night.objects.create(club=eight.club, name="Next week", date="2026-12-01")
    assert chart in charts_for(again)


def test_a_chart_is_chosen_from_the_list(organizer: Client, eight: Night) -> None:
    paste(organizer, eight, EIGHT)
    printed = Chart.objects.get(name="Two tables")
    assert organizer.post(f"/n/{eight.slug}/desk/chart/", {"chart": printed.pk}).status_code == 302
    eight.refresh_from_db()
    assert fitting_chart(eight, 8) == printed
    with nothing_changes():
        for wrong in ("", "x", "0", "999999"):
            assert organizer.post(f"/n/{eight.slug}/desk/chart/", {"chart": wrong}).status_code == 409


def club_has(night: Night, name: str, players: int, notation: str) -> Chart:
    """A chart that the club keeps from another night."""
    return Chart.objects.create(club=night.club, name=name, players=players, notation=notation)


def test_a_chart_of_the_clubs_own_is_not_played_by_itself(empty_night: Night) -> None:
    ours = club_has(empty_night, "Ours", 4, FOUR)
    assert describe_plan(empty_night, 4) == "a fair rotation, 10 games"
    empty_night.movement = "chart"
    with pytest.raises(Refused, match=r"^No chart is chosen for 4 players\. Choose Ours on the desk, under Charts\.$"):
        describe_plan(empty_night, 4)
    empty_night.chosen_chart = ours
    assert describe_plan(empty_night, 4) == "Ours"
    with pytest.raises(Refused, match=r"the charts seat 4, 8 or 12\. Choose another movement"):
        describe_plan(empty_night, 10)


@pytest.mark.parametrize("movement", ["", "chart"])
def test_the_printed_chart_wins_over_one_of_the_clubs_that_was_not_chosen(eight: Night, movement: str) -> None:
    ours, eight.movement = club_has(eight, "A chart of ours", 8, EIGHT), movement
    assert plan_night(eight, range(1, 9)).name == "Two tables"
    eight.chosen_chart = ours
    assert (plan_night(eight, range(1, 9)).name, plan_night(eight, range(1, 9)).chart) == ("A chart of ours", EIGHT)
    eight.chosen_chart = club_has(eight, "Four", 4, FOUR)
    assert plan_night(eight, range(1, 9)).name == "Two tables", "what was chosen does not fit"


def test_the_charts_are_read_from_the_database_once(
    eight: Night, django_assert_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    with django_assert_num_queries(1):
        plan_night(eight, range(1, 9))


@pytest.mark.parametrize(
    ("movement", "games", "played"),
    [("", 0, 7), ("drawn", 0, 7), ("winners-up", 5, 5), ("perfect", 3, 3), ("", 4, 4), ("night", 10, 7)],
)
def test_the_chosen_chart_is_played_whatever_was_chosen_before_it(
    organizer: Client, eight: Night, movement: str, games: int, played: int
) -> None:
    organizer.post(f"/n/{eight.slug}/desk/movement/", {"movement": movement, "games": games or ""})
    organizer.post(f"/n/{eight.slug}/desk/chart/", {"chart": Chart.objects.get(name="Two tables").pk})
    cut = f", {played} of its 7 games" if played < 7 else ""
    assert f"Tonight: Two tables{cut}." in organizer.get(f"/n/{eight.slug}/desk/").content.decode()
    organizer.post(f"/n/{eight.slug}/desk/start/")
    eight.refresh_from_db()
    assert (eight.chart_name, eight.rounds.count()) == ("Two tables", played)


def test_the_printed_chart_can_be_chosen_beside_a_namesake_of_the_clubs(organizer: Client, eight: Night) -> None:
    paste(organizer, eight, EIGHT, "Two tables")
    printed = Chart.objects.get(name="Two tables", club=None)
    organizer.post(f"/n/{eight.slug}/desk/chart/", {"chart": printed.pk})
    organizer.post(f"/n/{eight.slug}/desk/start/")
    eight.refresh_from_db()
    assert seats_of(eight) == seats_by_chart(printed.notation)


def test_the_chart_stays_once_the_night_has_started(organizer: Client, night: Night) -> None:
    with nothing_changes():
        assert paste(organizer, night, EIGHT) == 400
        printed = Chart.objects.get(name="Three tables")
        assert organizer.post(f"/n/{night.slug}/desk/chart/", {"chart": printed.pk}).status_code == 409


def test_a_chart_changed_later_leaves_a_night_that_is_played_alone(night: Night) -> None:
    before = seatings(night), night.chart
    Chart.objects.filter(name="Two tables").update(notation=EIGHT)
    night.refresh_from_db()
    assert (seatings(night), night.chart) == before


# Tonight's game


def test_the_game_is_chosen_before_the_start_only(organizer: Client, night: Night) -> None:
    address, wanted = f"/n/{night.slug}/rules/", {"variant": "standard", "deals": "8"}
    with nothing_changes():
        assert organizer.post(address, wanted).status_code == 409
    organizer.post(f"/n/{night.slug}/desk/back/")
    assert organizer.post(address, wanted)["Location"] == address
    night.refresh_from_db()
    assert (night.variant, night.deals) == ("standard", 8)


@pytest.mark.parametrize(
    "wrong", [{"variant": "nonesuch"}, {"variant": ""}, {"deals": "0"}, {"deals": "25"}, {"deals": "x"}]
)
def test_a_game_that_is_not_in_the_list_is_refused(
    organizer: Client, empty_night: Night, wrong: dict[str, str]
) -> None:
    with nothing_changes():
        page = organizer.post(f"/n/{empty_night.slug}/rules/", {"variant": "standard", "deals": "4"} | wrong)
    assert page.status_code == 400


# Going back


def test_the_start_is_taken_back_until_the_first_hand(organizer: Client, night: Night) -> None:
    assert organizer.post(f"/n/{night.slug}/desk/back/").status_code == 302
    night.refresh_from_db()
    assert (night.status, night.chart, night.rounds.count()) == (Night.Status.SIGN_UP, "", 0)
    assert numbers_by_name(night) == {name: n for n, name in enumerate(CAST[:8], 1)}
    with nothing_changes():
        assert organizer.post(f"/n/{night.slug}/desk/back/").status_code == 409
    open_night(night=night, who=ORGANIZER)
    play_hands(game_at(night, 1, 1), "NS:3-4", who=who_is(night, 1))
    with nothing_changes():
        assert organizer.post(f"/n/{night.slug}/desk/back/").status_code == 409


def test_going_back_leaves_no_gap_in_the_numbers(empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:9], who=ORGANIZER)
    open_night(night=empty_night, who=ORGANIZER)
    drop_out(entry=empty_night.entries.get(number=3), who=ORGANIZER)
    back_to_sign_up(night=empty_night, who=ORGANIZER)
    printed = numbers_by_name(empty_night)
    assert printed == {name: n for n, name in enumerate([*CAST[:2], *CAST[3:9]], 1)}
    open_night(night=empty_night, who=ORGANIZER)
    assert numbers_by_name(empty_night) == printed, "cards that were printed before the second start are right"


def test_going_back_after_a_late_arrival_leaves_the_ghost_the_highest_number(empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:7], who=ORGANIZER)
    add_ghost(night=empty_night, who=ORGANIZER)
    open_night(night=empty_night, who=ORGANIZER)
    for name in CAST[7:11]:
        arrive_late(night=empty_night, name=name, who=ORGANIZER)
    back_to_sign_up(night=empty_night, who=ORGANIZER)
    assert numbers_by_name(empty_night) == {name: n for n, name in enumerate([*CAST[:11], "Ghost"], 1)}


def test_a_ghost_that_completes_no_table_any_more_is_off_the_list_after_going_back(empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:7], who=ORGANIZER)
    add_ghost(night=empty_night, who=ORGANIZER)
    open_night(night=empty_night, who=ORGANIZER)
    arrive_late(night=empty_night, name=CAST[7], who=ORGANIZER)
    back_to_sign_up(night=empty_night, who=ORGANIZER)
    assert numbers_by_name(empty_night) == {name: n for n, name in enumerate(CAST[:8], 1)}


# The organizer's link and the start page


def test_the_organizers_link_signs_this_browser_in(stranger: Client, night: Night) -> None:
    answer = stranger.get(f"/o/{night.club.key}/")
    assert answer["Location"] == f"/n/{night.slug}/board/"
    cookie = stranger.cookies[ORGANIZER_COOKIE]
    assert (cookie.value, cookie["samesite"], bool(cookie["httponly"])) == (night.club.key, "Lax", True)
    assert stranger.get(answer["Location"]).status_code == 200


def test_the_organizers_link_opens_the_desk_before_the_start(stranger: Client, empty_night: Night) -> None:
    assert stranger.get(f"/o/{empty_night.club.key.lower()}/")["Location"] == f"/n/{empty_night.slug}/desk/"


def test_the_organizers_link_opens_the_start_page_when_every_night_is_closed(stranger: Client, night: Night) -> None:
    Night.objects.update(status=Night.Status.CLOSED)
    assert stranger.get(f"/o/{night.club.key}/")["Location"] == "/"
    page = stranger.get("/").content.decode()
    assert "No night is open" in page and "Begin a new night" in page and night.name in page


def test_two_nights_of_one_name_on_one_day_are_told_apart_by_when_they_were_begun(
    organizer: Client, club: Club
) -> None:
    first, second = (begin_night(club=club, who=ORGANIZER) for _ in range(2))
    for night, hour in ((first, 18), (second, 20)):
        Night.objects.filter(pk=night.pk).update(created_at=datetime(2026, 11, 24, hour, 5, tzinfo=UTC))
    other = begin_night(club=club, who=ORGANIZER)
    Night.objects.filter(pk=other.pk).update(name="Another")
    page = organizer.get("/").content.decode()
    said = [timezone.localtime(datetime(2026, 11, 24, hour, 5, tzinfo=UTC)).strftime("%H:%M") for hour in (20, 18)]
    assert re.findall(r"begun at (\d\d:\d\d)", page) == said * 2


@pytest.mark.parametrize("key", ["x", "A" * 20, "-", "0"])
def test_a_wrong_organizers_link_signs_nobody_in(stranger: Client, night: Night, key: str) -> None:
    answer = stranger.get(f"/o/{key}/")
    assert answer.status_code == 403
    assert ORGANIZER_COOKIE not in stranger.cookies


def test_the_board_of_a_night_in_sign_up_is_the_desk(organizer: Client, empty_night: Night) -> None:
    assert organizer.get(f"/n/{empty_night.slug}/board/")["Location"] == f"/n/{empty_night.slug}/desk/"


def test_the_address_of_a_night_may_be_typed_in_capitals(stranger: Client, night: Night) -> None:
    assert stranger.get(f"/n/{night.slug.upper()}/").status_code == 200
    nothing = stranger.get("/n/nosuch/")
    assert nothing.status_code == 404 and "<h1>There is nothing here</h1>" in nothing.content.decode()


@pytest.mark.parametrize("target", ["//evil.example", "/\\evil.example", "https://evil.example", "evil", ""])
def test_choosing_light_or_dark_never_leads_off_the_site(stranger: Client, target: str) -> None:
    answer = stranger.post("/theme/", {"theme": "dark", "next": target})
    assert answer["Location"] == "/"
    assert 'media="(prefers-color-scheme: dark)"' not in stranger.get("/").content.decode()


def test_choosing_light_or_dark_comes_back_to_the_page(stranger: Client, night: Night) -> None:
    answer = stranger.post("/theme/", {"theme": "light", "next": f"/n/{night.slug}/"})
    assert answer["Location"] == f"/n/{night.slug}/"
    assert "dark.css" not in stranger.get(answer["Location"]).content.decode()
    stranger.post("/theme/", {"theme": "<q>", "next": "/"})
    assert "<q>" not in stranger.get("/").content.decode()


def test_nights_of_the_demo_are_shown_by_a_server_of_the_demo_only(
    stranger: Client, night: Night, settings: LazySettings
) -> None:
    demo = Club.objects.create(name="Demo", is_demo=True)
    Night.objects.create(club=demo, name="Demo night", date="2026-11-24")
    for shown, hidden in ((night.name, "Demo night"), ("Demo night", night.name)):
        page = stranger.get("/").content.decode()
        assert (f"<h1>{shown}</h1>" in page, hidden in page) == (True, False)
        settings.DEMO = True


def test_where_several_clubs_play_everybody_sees_their_own_nights(stranger: Client, night: Night) -> None:
    assert night.name in stranger.get("/").content.decode(), "one club: the hall's own laptop"
    other = Club.objects.create(name="Thursday club")
    begin_night(club=other, who=ORGANIZER)
    organizer_of_other = Client()
    organizer_of_other.cookies["organizer"] = other.key
    for browser, sees in ((stranger, False), (phone_of(night, 3), True), (organizer_of_other, False)):
        assert (f"/n/{night.slug}/" in browser.get("/").content.decode()) is sees
