"""A single table that plays until a time: the hand that is being played then is the last, and most points win."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tally.rules import VARIANTS, HandResult, Score, fold_game
from tally.views.open_table import moment_of
from tests.support.night import CAST, ORGANIZER, nothing_changes
from tests.support.single_table import current_game, post_form, post_hand, post_hands, read_page, undo
from tournament.live.events import last_event
from tournament.models import Bell, Club, Night, Round
from tournament.night.single_table import open_single_table
from tournament.night.ticker import tick

MINUTES = 45


@pytest.fixture
def table(club: Club) -> Night:
    """Ann, Bob and Carla play three-handed euchre for 45 minutes."""
    until = timezone.now() + timedelta(minutes=MINUTES)
    return open_single_table(
        club=club, name="Euchre", variant="three-handed", names=CAST[:3], who=ORGANIZER, until=until
    )


def let_time_pass() -> None:
    """Let the time of every running clock be over."""
    Round.objects.timed().update(rings_at=timezone.now())
    tick(timezone.now())


def test_the_target_does_not_end_the_game_and_the_page_shows_the_time(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, "0:5", "0:5", "1:5")
    page = read_page(organizer, table)
    assert current_game(table).state.totals == {0: 6, 1: 3, 2: 0} and not current_game(table).over
    assert 'class="clock"' in page and "Time is over" not in page


def test_the_hand_that_is_being_played_is_the_last_and_counts(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, "0:5", "1:3-4")
    seen = last_event(table.pk)
    let_time_pass()
    assert last_event(table.pk) > seen and Bell.objects.count() == 1
    assert "This is the last hand" in read_page(organizer, table)
    post_hands(organizer, table, "1:5")
    assert current_game(table).over and "Bob S. wins with 4." in read_page(organizer, table)
    with nothing_changes():
        assert "This game is over." in post_hand(organizer, table, "0:5").content.decode()


def test_most_points_win_and_equal_points_share(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, "0:5")
    let_time_pass()
    post_hands(organizer, table, "1:5")
    assert "Ann M. and Bob S. tie with 3." in read_page(organizer, table)


def test_a_shared_game_is_nobodys_win(organizer: Client, club: Club) -> None:
    until = timezone.now() + timedelta(minutes=1)
    table = open_single_table(club=club, name="Euchre", variant="standard", names=CAST[:4], who=ORGANIZER, until=until)
    post_hands(organizer, table, "A:3-4")
    let_time_pass()
    post_hands(organizer, table, "B:3-4")
    page = read_page(organizer, table)
    assert "1 all: a tie." in page and "Games won: none; 1 tied" in page
    assert "Next game, 1 minute<" in page.replace(" </button>", "<") and "1 minutes" not in page
    post_form(organizer, table, "next/", current_game(table).row)
    post_hands(organizer, table, "A:5")
    let_time_pass()
    post_form(organizer, table, "next/", current_game(table).row, only_end="1")
    assert "Games won: Ann M. & Carla R. 1; 1 tied" in read_page(organizer, table)


def test_an_undone_hand_is_played_again_and_a_correction_ends_nothing(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, "0:5", "1:5")
    let_time_pass()
    first = current_game(table).hands[0]
    assert post_hand(organizer, table, "2:5", of=first.id, hand=1).status_code == 302
    assert not current_game(table).over
    undo(organizer, table)
    post_hands(organizer, table, "1:5")
    assert not current_game(table).over
    post_hands(organizer, table, "2:5")
    assert current_game(table).over and "Carla R. wins with 6." in read_page(organizer, table)


def test_a_game_ends_between_two_hands_when_its_players_say_so(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, "0:5")
    with nothing_changes():
        assert post_form(organizer, table, "next/", current_game(table).row, only_end="1").status_code == 409
    let_time_pass()
    for _ in range(2):
        assert post_form(organizer, table, "next/", current_game(table).row, only_end="1").status_code == 302
    assert "Ann M. wins with 3." in read_page(organizer, table)
    undo(organizer, table)
    assert not current_game(table).over and not current_game(table).hands


def test_the_next_game_has_as_many_minutes_and_one_broken_off_leaves_its_time(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, "0:5")
    until = table.rounds.get().rings_at
    post_form(organizer, table, "next/", current_game(table).row)
    first, second = table.rounds.order_by("number")
    assert (first.rings_at, second.rings_at) == (None, until)
    let_time_pass()
    post_hands(organizer, table, "0:5")
    assert f"Next game, {MINUTES} minutes" in read_page(organizer, table)
    post_form(organizer, table, "next/", current_game(table).row)
    third = table.rounds.get(number=3)
    assert third.rings_at and abs(third.rings_at - timezone.now() - timedelta(minutes=MINUTES)) < timedelta(seconds=30)


def test_a_game_after_the_time_but_before_the_bell_has_as_many_minutes(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, "0:5")
    Round.objects.timed().update(rings_at=timezone.now() - timedelta(seconds=1))
    post_form(organizer, table, "next/", current_game(table).row)
    second = table.rounds.get(number=2)
    assert second.rings_at and abs(second.rings_at - timezone.now() - timedelta(minutes=MINUTES)) < timedelta(
        seconds=30
    )


def test_going_back_after_the_time_takes_the_bell_along(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, "0:5")
    post_form(organizer, table, "next/", current_game(table).row)
    let_time_pass()
    assert post_form(organizer, table, "undo/", current_game(table).row, back="1").status_code == 302
    assert "This is the last hand" in read_page(organizer, table)
    post_hands(organizer, table, "1:3-4")
    assert current_game(table).number == 1 and current_game(table).over


def test_the_rules_say_when_the_game_ends_and_ask_for_no_target(organizer: Client, table: Night) -> None:
    page = organizer.get(f"/n/{table.slug}/rules/").content.decode()
    assert "with the hand being played then. Most points win" in page and "rule-target" not in page


def test_fewest_points_win_where_points_count_down() -> None:
    hands = [HandResult(0, Score(-5, 0, by_player=(-5, 0, 5, 0), made=True))] * 4
    variant = VARIANTS["dirty-clubs"]
    assert fold_game(variant, hands, time_over=False, players=4).winners == ()
    assert fold_game(variant, hands, time_over=True, players=4).winners == (0,)


@pytest.mark.parametrize(
    ("written", "minutes"),
    [
        ("45", 45),
        ("720", 720),
        ("9:30 pm", 90),
        ("9.30 p.m.", 90),
        ("21:30", 90),
        ("9:30", 90),
        ("7:59", 719),
        ("12:15 am", 255),
        ("12:00", 240),
        ("24:00", 240),
        ("9 pm", 60),
        ("10 P.M.", 120),
        ("0:15", 255),
        ("0", None),
        ("721", None),
        ("8:00 pm", None),
        ("13:00 pm", None),
        ("25:00", None),
        ("9", 9),
        ("13 pm", None),
        ("9:75", None),
        ("soon", None),
        ("", None),
    ],
)
def test_a_time_is_minutes_or_a_time_of_day(written: str, minutes: int | None, settings: pytest.FixtureRequest) -> None:
    settings.TIME_ZONE = "UTC"
    now = datetime(2026, 11, 23, 20, 0, tzinfo=UTC)
    with timezone.override(UTC):
        found = moment_of(written, now)
    assert found == (None if minutes is None else now + timedelta(minutes=minutes))


def test_the_page_that_opens_a_table_asks_for_the_end(organizer: Client) -> None:
    sent = {"variant": "three-handed", "names": "Ann\nBob\nCarla", "ends": "until"}
    with nothing_changes():
        page = organizer.post("/one-table/", sent | {"until": "soon"})
    assert page.status_code == 400 and "Write 1 to 720 minutes, or a time within the next 12 hours." in (
        page.content.decode()
    )
    assert organizer.post("/one-table/", sent | {"until": "30"}).status_code == 302
    night = Night.objects.get()
    round_ = night.rounds.get()
    assert night.until_a_time and round_.rings_at and night.minutes == 30
    assert organizer.post("/one-table/", sent | {"ends": "own", "names": "Zoe\nYan\nXavier"}).status_code == 302
    assert not Night.objects.latest("pk").until_a_time
