"""The organizer starts, moves and stops a game's clock; it warns, rings, and starts again after the pause.

The clock warns two minutes before it rings. Tests let time pass by setting when a clock rings, or by the `now` that
they pass to a tick.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tally.loading.games import load_game
from tests.support.clocks import MINUTE, SECOND, all_scores_in, is_about, log_texts, round_of, start_game_clock
from tests.support.movement_nights import games_of, open_guest_night, sign_both_sides
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands
from tournament.models import Bell, Night, Round
from tournament.night.bell import ring_bell, unring_bell
from tournament.night.clock import move_clock, start_clock, stop_clock
from tournament.night.games import reopen_game
from tournament.night.lifecycle import close_night, reopen_night
from tournament.night.roster_changes import arrive_late
from tournament.night.round_clocks import seats_posted_at, waits_until
from tournament.night.settings import save_settings
from tournament.night.ticker import run_tick, tick
from tournament.people.errors import Refused
from tournament.views.bell import milliseconds


def post(client: Client, night: Night, **data: object) -> int:
    """Press a button of the clock on the board; return the status code."""
    return client.post(f"/n/{night.slug}/bell/clock/", {"round": 1} | data).status_code


# Starting


def test_one_click_starts_the_clock_and_the_board_counts_down(organizer: Client, timed: Night) -> None:
    address = f"/n/{timed.slug}/board/"
    assert "Start the clock" in organizer.get(address).content.decode()
    assert post(organizer, timed, start="0") == 302
    assert is_about(round_of(timed).rings_at, timezone.now() + 15 * MINUTE)
    page = organizer.get(address).content.decode()
    assert f'data-until="{milliseconds(round_of(timed).rings_at)}"' in page and "Start the clock" not in page
    assert log_texts(timed)[-1] == "started the clock of game 1: 15 minutes"


def test_starting_the_clock_twice_starts_it_once(organizer: Client, timed: Night) -> None:
    rings_at = start_game_clock(timed)
    with nothing_changes():
        assert post(organizer, timed, start="0") == 302
    assert round_of(timed).rings_at == rings_at


@pytest.mark.parametrize(
    "wrong",
    [
        {"start": "0", "round": "2"},
        {"start": "0", "round": "x"},
        {"start": "500"},
        {},
        {"move": "more"},
        {"move": "much"},
        {"stop": "1", "round": "7"},
    ],
)
def test_a_request_for_a_clock_that_does_not_exist_is_refused(
    organizer: Client, timed: Night, wrong: dict[str, str]
) -> None:
    with nothing_changes():
        assert post(organizer, timed, **wrong) == 409


def test_a_night_without_a_clock_refuses_to_start_one(organizer: Client, night: Night) -> None:
    with nothing_changes():
        assert post(organizer, night, start="0") == 409
    assert "Start the clock" not in organizer.get(f"/n/{night.slug}/board/").content.decode()


def test_strangers_and_players_cannot_change_the_clock(stranger: Client, timed: Night) -> None:
    seen = milliseconds(start_game_clock(timed))
    phone = phone_of(timed, 1)
    with nothing_changes():
        for data in ({"start": "0"}, {"stop": "1"}, {"move": "more", "seen": seen}):
            assert (post(stranger, timed, **data), post(phone, timed, **data)) == (403, 403)


def test_a_closed_night_has_no_clock(organizer: Client, timed: Night) -> None:
    start_game_clock(timed)
    close_night(night=timed, who=ORGANIZER)
    with nothing_changes():
        assert post(organizer, timed, start="0") == 409
        tick(timezone.now() + 20 * MINUTE)
    reopen_night(night=timed, who=ORGANIZER)
    with nothing_changes():
        tick(timezone.now() + 20 * MINUTE)


# Moving and stopping


@pytest.mark.parametrize(("direction", "minutes"), [("more", 1), ("less", -1)])
def test_the_clock_moves_by_a_minute_once_per_double_tap(
    organizer: Client, timed: Night, direction: str, minutes: int
) -> None:
    before = start_game_clock(timed)
    seen = milliseconds(before)
    for _ in range(2):
        assert post(organizer, timed, move=direction, seen=seen) == 302
    assert round_of(timed).rings_at == before + minutes * MINUTE
    assert log_texts(timed)[-1] == ("gave" if minutes > 0 else "took") + " game 1 1 minute"


def test_a_clock_cannot_be_moved_into_the_past_or_beyond_four_hours(timed: Night) -> None:
    start_game_clock(timed, minutes=1)
    with nothing_changes(), pytest.raises(Refused, match="Ring the bell instead"):
        move_clock(round_=round_of(timed), minutes=-1, expected=round_of(timed).rings_at, who=ORGANIZER)
    Round.objects.filter(night=timed, number=1).update(rings_at=timezone.now() + 240 * MINUTE)
    with nothing_changes(), pytest.raises(Refused, match="More than four hours"):
        move_clock(round_=round_of(timed), minutes=1, expected=round_of(timed).rings_at, who=ORGANIZER)


def test_a_stopped_clock_does_not_ring_until_it_is_started_again(organizer: Client, timed: Night) -> None:
    start_game_clock(timed)
    assert post(organizer, timed, stop="1") == 302
    assert log_texts(timed)[-1] == "stopped the clock of game 1"
    with nothing_changes():
        assert post(organizer, timed, stop="1") == 302
        tick(timezone.now() + 20 * MINUTE)
    stop_clock(round_=round_of(timed), who=ORGANIZER)
    play_hands(game_at(timed, 1, 1), "NS:5")
    assert 'name="start" value="3"' in organizer.get(f"/n/{timed.slug}/board/").content.decode(), (
        "the button offers three minutes"
    )
    assert post(organizer, timed, start="3") == 302
    assert is_about(round_of(timed).rings_at, timezone.now() + 3 * MINUTE)


# The ticker


def test_a_tick_warns_once_at_two_minutes_and_rings_once_at_zero(timed: Night) -> None:
    rings_at = start_game_clock(timed)
    with nothing_changes():
        tick(rings_at - 2 * MINUTE - SECOND)
    tick(rings_at - 2 * MINUTE)
    event = timed.events.order_by("-pk")[0]
    logged = timed.log_entries.order_by("-pk")[0]
    assert (event.topics, event.public_text) == ("warning", "Two minutes left of game 1.")
    assert (logged.actor, logged.text) == ("The clock", "gave the two-minute warning of game 1")
    with nothing_changes():
        tick(rings_at - 2 * MINUTE)
        tick(rings_at - SECOND)
    tick(rings_at)
    bell = Bell.objects.get()
    assert (bell.round.number, bell.rung_by) == (1, "The clock")
    event = timed.events.order_by("-pk")[0]
    logged = timed.log_entries.order_by("-pk")[0]
    assert (event.topics, logged.text) == ("bell board", "rang the bell for game 1")
    with nothing_changes():
        tick(rings_at + SECOND)


def test_a_clock_past_zero_rings_at_once_however_long_the_server_was_down(timed: Night) -> None:
    start_game_clock(timed)
    Round.objects.filter(number=1).update(rings_at=timezone.now() - timedelta(hours=5))
    tick(timezone.now())
    assert is_about(Bell.objects.get().rung_at, timezone.now()), "it rang now, not five hours ago"
    assert "gave the two-minute warning of game 1" not in log_texts(timed)


def test_a_tick_that_is_late_for_the_warning_says_less_than_two_minutes(timed: Night) -> None:
    tick(start_game_clock(timed) - 30 * SECOND)
    assert timed.events.order_by("-pk")[0].public_text == "Less than two minutes left of game 1."


@pytest.mark.parametrize("minutes", [1, 2])
def test_a_clock_of_two_minutes_does_not_warn_as_it_starts(timed: Night, minutes: int) -> None:
    start_game_clock(timed, minutes=minutes)
    with nothing_changes():
        tick(timezone.now() + SECOND)


def test_a_clock_moved_after_its_warning_warns_again(timed: Night) -> None:
    rings_at = start_game_clock(timed)
    tick(rings_at - 2 * MINUTE)
    move_clock(round_=round_of(timed), minutes=1, expected=rings_at, who=ORGANIZER)
    tick(rings_at - MINUTE)
    assert log_texts(timed).count("gave the two-minute warning of game 1") == 2


def test_a_tick_rings_only_in_nights_whose_time_is_up(timed: Night) -> None:
    other = Night.objects.create(club=timed.club, name="Another", date=timed.date, bell_by="clock", status="playing")
    Round.objects.create(night=other, number=1, rings_at=timezone.now() + 9 * MINUTE)
    rings_at = start_game_clock(timed, minutes=5)
    tick(rings_at)
    assert [bell.round.night for bell in Bell.objects.all()] == [timed]


# From game to game


def test_the_next_games_clock_starts_after_the_pause_once_its_seats_are_posted(timed: Night) -> None:
    tick(start_game_clock(timed))
    assert (round_of(timed, 2).rings_at, seats_posted_at(timed, 2)) == (None, None)
    all_scores_in(timed)
    assert is_about(seats_posted_at(timed, 2), timezone.now())
    assert is_about(round_of(timed, 2).rings_at, timezone.now() + 18 * MINUTE)
    assert (round_of(timed).rings_at, round_of(timed, 3).rings_at) == (None, None)


def test_the_organizer_starts_the_next_game_and_a_second_click_changes_nothing(organizer: Client, timed: Night) -> None:
    ring_bell(round_=round_of(timed), who=ORGANIZER)
    for game in games_of(timed, 1):
        play_hands(game, "NS:5")
        sign_both_sides(game)
    assert "Start game 2 now" in organizer.get(f"/n/{timed.slug}/board/").content.decode()
    assert post(organizer, timed, round=2, start="0") == 302
    rings_at = round_of(timed, 2).rings_at
    assert is_about(rings_at, timezone.now() + 15 * MINUTE)
    with nothing_changes():
        assert post(organizer, timed, round=2, start="0") == 302


def test_when_the_next_game_is_seated_late_the_pause_starts_then(empty_night: Night, short_searches: None) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", bell_by="clock", minutes=10, pause=2)
    tick(start_game_clock(night))
    Bell.objects.update(rung_at=timezone.now() - 7 * MINUTE)
    for game in games_of(night, 1):
        play_hands(game, "NS:5")
        sign_both_sides(game)
    assert is_about(round_of(night, 2).rings_at, timezone.now() + 12 * MINUTE)


def test_redrawn_seats_keep_their_clock(timed: Night, short_searches: None) -> None:
    start_game_clock(timed, minutes=4)
    play_hands(game_at(timed, 1, 1), "NS:5")
    tick(timezone.now() + 5 * MINUTE)
    before = round_of(timed, 2)
    Round.objects.filter(pk=before.pk).update(
        starts_at=timezone.now() + 4 * MINUTE, rings_at=timezone.now() + 44 * MINUTE
    )
    arrive_late(night=timed, name="Zoe New", who=ORGANIZER)
    after = round_of(timed, 2)
    assert after.pk != before.pk and is_about(after.rings_at, timezone.now() + 44 * MINUTE)
    stop_clock_of(after)
    arrive_late(night=timed, name="Yan New", who=ORGANIZER)
    assert round_of(timed, 2).rings_at is None, "a stopped clock stays stopped"


def stop_clock_of(round_: Round) -> None:
    """Stop a round's clock in the database."""
    Round.objects.filter(pk=round_.pk).update(rings_at=None)


def test_canceling_the_bell_stops_both_clocks_and_the_organizer_can_add_minutes(
    organizer: Client, timed: Night
) -> None:
    tick(start_game_clock(timed))
    all_scores_in(timed)
    reopen_game(game=game_at(timed, 1, 1), who=ORGANIZER)
    assert waits_until(round_of(timed, 2), timezone.now())
    unring_bell(night=timed, who=ORGANIZER)
    assert log_texts(timed)[-1] == "canceled the bell of game 1"
    assert [round_.rings_at for round_ in timed.rounds.all()] == [None] * timed.rounds.count()
    with nothing_changes():
        tick(timezone.now() + 60 * MINUTE)
    assert post(organizer, timed, start="3") == 302
    tick(timezone.now() + 3 * MINUTE)
    assert Bell.objects.active().count() == 1


# Settings changed during the night


def test_a_new_kind_of_bell_counts_at_once(timed: Night) -> None:
    game = game_at(timed, 1, 1)
    start_game_clock(timed)
    play_hands(game, *["NS:3-4"] * 5)
    assert (load_game(game, timed).progress.complete, load_game(game, timed).next_hand) == (False, 6)
    timed.bell_by = Night.BellBy.DEALS
    save_settings(night=timed, changed=["bell_by"], who=ORGANIZER)
    assert round_of(timed).rings_at is None
    loaded = load_game(game, timed)
    assert (loaded.progress.complete, loaded.next_hand, len(loaded.hands)) == (True, None, 5), "no hand is lost"
    timed.bell_by = Night.BellBy.ORGANIZER
    save_settings(night=timed, changed=["bell_by"], who=ORGANIZER)
    assert load_game(game, timed).next_hand == 6


def test_new_minutes_change_a_waiting_clock_but_not_a_running_one(timed: Night) -> None:
    rings_at = start_game_clock(timed)
    timed.minutes, timed.pause = 8, 5
    save_settings(night=timed, changed=["minutes", "pause"], who=ORGANIZER)
    assert round_of(timed).rings_at == rings_at
    ring_bell(round_=round_of(timed), who=ORGANIZER)
    all_scores_in(timed)
    assert is_about(round_of(timed, 2).rings_at, timezone.now() + 13 * MINUTE)
    timed.minutes, timed.pause = 10, 1
    save_settings(night=timed, changed=["minutes", "pause"], who=ORGANIZER)
    assert is_about(round_of(timed, 2).rings_at, timezone.now() + 11 * MINUTE)


def board_of(organizer: Client, night: Night) -> str:
    """Return the board's HTML."""
    return organizer.get(f"/n/{night.slug}/board/").content.decode()


def test_a_running_clock_keeps_its_time_when_the_nights_minutes_change(organizer: Client, timed: Night) -> None:
    start_game_clock(timed)
    for _ in range(2):
        move_clock(round_=round_of(timed), minutes=1, expected=round_of(timed).rings_at, who=ORGANIZER)
    assert "Start game 2 now" not in board_of(organizer, timed)
    timed.minutes = 5
    save_settings(night=timed, changed=["minutes"], who=ORGANIZER)
    assert is_about(round_of(timed).rings_at, timezone.now() + 17 * MINUTE)
    timed.minutes, timed.pause = 25, 9
    save_settings(night=timed, changed=["minutes", "pause"], who=ORGANIZER)
    start_clock(round_=round_of(timed), who=ORGANIZER)
    assert is_about(round_of(timed).rings_at, timezone.now() + 17 * MINUTE), (
        "a running clock keeps its time when it is started again"
    )
    assert "Start game 2 now" not in board_of(organizer, timed)


def test_a_pause_ended_early_stays_over_when_the_clock_changes(organizer: Client, timed: Night) -> None:
    ring_bell(round_=round_of(timed), who=ORGANIZER)
    all_scores_in(timed)
    start_game_clock(timed, number=2)
    move_clock(round_=round_of(timed, 2), minutes=1, expected=round_of(timed, 2).rings_at, who=ORGANIZER)
    assert waits_until(round_of(timed, 2), timezone.now()) is None and "Start game 2 now" not in board_of(
        organizer, timed
    )
    timed.pause = 9
    save_settings(night=timed, changed=["pause"], who=ORGANIZER)
    assert is_about(round_of(timed, 2).rings_at, timezone.now() + 16 * MINUTE)


def test_a_clock_waits_for_the_end_of_the_pause_or_the_first_hand(organizer: Client, timed: Night) -> None:
    ring_bell(round_=round_of(timed), who=ORGANIZER)
    all_scores_in(timed)
    waiting = round_of(timed, 2)
    posted = seats_posted_at(timed, 2)
    assert posted is not None and waits_until(waiting, posted) == posted + 3 * MINUTE
    assert waits_until(waiting, posted + 3 * MINUTE) is None
    move_clock(round_=waiting, minutes=1, expected=waiting.rings_at, who=ORGANIZER)
    assert waits_until(round_of(timed, 2), posted) == posted + 3 * MINUTE, "only the game gets a minute longer"
    assert "Start game 2 now" in board_of(organizer, timed)
    play_hands(game_at(timed, 2, 1), "NS:5")
    assert waits_until(round_of(timed, 2), posted) is None
    assert "Start game 2 now" not in board_of(organizer, timed)


# A whole night


def test_a_whole_night_by_the_clock(organizer: Client, empty_night: Night) -> None:
    games = 3
    timed = open_guest_night(empty_night, 8, "winners-up", games=games, bell_by="clock")
    assert post(organizer, timed, start="0") == 302
    for number in range(1, games + 1):
        for game in games_of(timed, number):
            play_hands(game, *["NS:3-4"] * (1 + (number + game.table) % 4))
        assert is_about(round_of(timed, number).rings_at, timezone.now() + (15 if number == 1 else 18) * MINUTE)
        Round.objects.filter(number=number).update(rings_at=timezone.now() + MINUTE, starts_at=timezone.now())
        tick(timezone.now())
        Round.objects.filter(number=number).update(rings_at=timezone.now())
        tick(timezone.now())
        slow_table = games_of(timed, number)[number % 2]
        play_hands(slow_table, "EW:5", first=2 + (number + slow_table.table) % 4)
        for game in games_of(timed, number):
            sign_both_sides(game)
    assert [bell.rung_by for bell in Bell.objects.all()] == ["The clock"] * games
    assert sum(text.startswith("gave the two-minute warning") for text in log_texts(timed)) == games
    assert not timed.rounds.timed().exists()
    with nothing_changes():
        tick(timezone.now() + timedelta(days=1))


@pytest.mark.django_db(transaction=True)
def test_concurrent_ticks_warn_and_ring_once(timed: Night) -> None:
    start_game_clock(timed)
    for left in (MINUTE, -SECOND):
        Round.objects.filter(number=1).update(rings_at=timezone.now() + left)
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda _: run_tick(), range(8)))
    assert Bell.objects.count() == 1
    assert log_texts(timed).count("gave the two-minute warning of game 1") == 1
