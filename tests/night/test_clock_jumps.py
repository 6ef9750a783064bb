"""The laptop's clock is set back or ahead during a night: bells, Undo and game clocks go on as before."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from tally.forms import read_result
from tally.loading.games import load_game
from tally.models import Hand
from tally.scoring.corrections import correct_hand
from tally.scoring.paper_totals import state_token, undo_total
from tally.scoring.undo_last import last_act, undo_act
from tally.scoring.undoable import Tonight
from tests.support.clocks import MINUTE, all_scores_in, log_texts
from tests.support.markup import compact
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands, player_actor, tap
from tests.support.single_table import open_table
from tests.support.strangers import invited_helper
from tests.support.totals import write_total
from tournament.live.messages import NOTICE, players_of
from tournament.models import Bell, Club, Event, Game, Invitation, Night, Role, SignIn
from tournament.models.sign_ins import token_hash
from tournament.night import clock_jumps, phone_check, ticker
from tournament.night.bell import bell_to_unring, ring_bell, unring_bell
from tournament.night.clock import grant_minutes, move_clock, pause_clock, start_clock, stop_clock
from tournament.night.clock_jumps import ClockNote, JumpWatch, boot_id, follow_jump, steady_seconds
from tournament.night.games import sign_game
from tournament.night.lifecycle import close_night, reopen_night
from tournament.night.round_clocks import ClockKind, clock_state
from tournament.night.seating import started_rounds
from tournament.web.visitors import SIGN_IN_COOKIE

HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)
JUMPS = [HOUR, -HOUR, timedelta(minutes=-61), timedelta(days=-400)]


@pytest.fixture
def set_clock_ahead(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Set the laptop's clock ahead by a time, or back by a negative one."""
    real = timezone.now

    def set_ahead(by: timedelta) -> None:
        monkeypatch.setattr(timezone, "now", lambda: real() + by)

    return set_ahead


SetAhead = Callable[[timedelta], None]


@pytest.fixture
def clocked(night: Night) -> Night:
    """A night whose games end by a clock."""
    Night.objects.filter(pk=night.pk).update(bell_by=Night.BellBy.CLOCK, minutes=12, pause=3)
    night.refresh_from_db()
    return night


# Second taps


def test_the_next_bell_rings_although_the_clock_was_set_back(
    organizer: Client, night: Night, set_clock_ahead: SetAhead
) -> None:
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    Game.objects.filter(round__night=night, round__number=1).update(signed_at=timezone.now())
    with nothing_changes():
        organizer.post(f"/n/{night.slug}/bell/ring/", {"round": "2"})  # the second of two taps
    set_clock_ahead(-HOUR)
    organizer.post(f"/n/{night.slug}/bell/ring/", {"round": "2"})
    assert list(Bell.objects.active().values_list("round__number", flat=True).order_by("pk")) == [1, 2]
    organizer.post(f"/n/{night.slug}/bell/unring/", {"bell": Bell.objects.latest("pk").pk})
    assert list(Bell.objects.active().values_list("round__number", flat=True)) == [1], "the newest bell, by order"


def test_undo_works_although_the_clock_was_set_back(night: Night, set_clock_ahead: SetAhead) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    tap(phone, game, 1)
    tap(phone, game, 2)

    def undo(number: int) -> None:
        newest = Hand.objects.filter(game=game, number=number).latest("pk")
        phone.post(f"/n/{night.slug}/play/undo/", {"game": game.pk, "undo": newest.pk})

    undo(2)
    with nothing_changes():
        undo(1)  # the second of two taps
    set_clock_ahead(-HOUR)
    undo(1)
    assert Hand.objects.filter(game=game, number=1).latest("pk").record is None


def test_a_phone_is_tested_although_the_clock_was_set_back(
    night: Night, set_clock_ahead: SetAhead, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone_check, "MOST_REPORTS", 3)
    phone = phone_of(night, 1)
    for _ in range(3):
        phone.post(f"/n/{night.slug}/check/", {"page_id": "0a0a0a0a"})
    assert phone.post(f"/n/{night.slug}/check/", {"page_id": "0a0a0a0a"}).status_code == 409
    set_clock_ahead(-HOUR)
    assert phone.post(f"/n/{night.slug}/check/", {"page_id": "0a0a0a0a"}).status_code == 302


# What phones are told


def told_of_score(night: Night, number: int) -> str:
    """What this player's phone says about the newest change of a score."""
    page = compact(phone_of(night, number).get(f"/n/{night.slug}/play/").content.decode())
    return "".join(re.findall(r"The organizer [^<]* of game [^<]*", page)[:1]).strip()


def test_a_table_hears_of_its_total_although_the_clock_was_set_back(night: Night, set_clock_ahead: SetAhead) -> None:
    game, newest = game_at(night, 1, 1), Event.objects.latest("pk").pk
    play_hands(game, "NS:3-4", "NS:5", who=player_actor(night, 1))
    set_clock_ahead(-HOUR)
    write_total(game, 9, 5)
    undo_total(game=game, key=uuid4().hex, who=ORGANIZER, expected=state_token(load_game(game, night)))
    events = Event.objects.filter(night=night, pk__gt=newest, topics__contains=NOTICE).order_by("pk")
    for player in game.places.values_list("entry", flat=True):
        told = [event.public_text for event in events if player in players_of(event, NOTICE)]
        assert [text.partition(":")[0] for text in told] == [
            "The organizer entered the total of game 1",
            "The organizer took back the total of game 1",
        ]


def test_a_phone_says_that_a_total_counts_although_the_clock_was_set_back(
    night: Night, set_clock_ahead: SetAhead
) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, "NS:3-4", who=player_actor(night, 1))
    set_clock_ahead(-HOUR)
    write_total(game, 9, 5)
    assert told_of_score(night, 1).startswith("The organizer entered the total of game 1:")


def test_a_hand_of_the_next_game_ends_what_a_phone_says_of_a_total_although_the_clock_was_set_back(
    night: Night, set_clock_ahead: SetAhead
) -> None:
    for table in (1, 2):
        write_total(game_at(night, 1, table), 9, 5)
    set_clock_ahead(-HOUR)
    following = Game.objects.get(round__night=night, round__number=2, places__entry__number=1)
    assert told_of_score(night, 1).startswith("The organizer entered the total of game 1:")
    play_hands(following, "NS:3-4", who=player_actor(night, 1))
    assert told_of_score(night, 1) == ""


def test_a_phone_says_that_a_hand_of_an_earlier_game_was_edited_although_the_clock_was_set_back(
    night: Night, set_clock_ahead: SetAhead
) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, "NS:3-4")
    all_scores_in(night, 1)
    play_hands(Game.objects.get(round__night=night, round__number=2, places__entry__number=1), "NS:3-4")
    set_clock_ahead(-HOUR)
    of, record = load_game(game, night).hands[0].id, read_result(night, "EW:5")
    correct_hand(game=game, of=of, record=record, key=uuid4().hex, who=ORGANIZER)
    assert told_of_score(night, 1).startswith("The organizer changed hand 1 of game 1 to ")


def test_a_phone_says_that_the_total_of_an_earlier_game_was_corrected(night: Night) -> None:
    for table in (1, 2):
        write_total(game_at(night, 1, table), 9, 5)
    play_hands(second_game(night), "NS:3-4", who=player_actor(night, 1))
    write_total(game_at(night, 1, 1), 8, 5)
    assert told_of_score(night, 1).startswith("The organizer entered the total of game 1:")


def test_a_phone_says_that_a_hand_was_edited_after_the_total_of_a_later_game(night: Night) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, "NS:3-4")
    all_scores_in(night, 1)
    write_total(second_game(night), 9, 5)
    of, record = load_game(game, night).hands[0].id, read_result(night, "EW:5")
    correct_hand(game=game, of=of, record=record, key=uuid4().hex, who=ORGANIZER)
    assert told_of_score(night, 1).startswith("The organizer changed hand 1 of game 1 to ")


# Measuring


def test_a_jump_is_what_the_clock_gained_against_one_that_nobody_can_set() -> None:
    start = datetime(2026, 11, 24, 19, tzinfo=UTC)
    readings = [  # seconds of the time of day, of the steady clock, and the jump
        (0, 0, 0),
        (1, 1, 0),
        (31, 2, 0),  # half a minute: nothing
        (3632, 3, 3600),
        (32, 4, -3601),
        (7232, 7204, 0),  # two hours of sleep, which the steady clock has counted
    ]
    now, steady = (iter(column) for column in ([start + row[0] * SECOND for row in readings], [r[1] for r in readings]))
    watch = JumpWatch(lambda: next(now), lambda: float(next(steady)))
    assert [watch.jump() / SECOND for _ in readings] == pytest.approx([row[2] for row in readings])


def test_the_steady_clock_never_runs_back() -> None:
    assert all(before <= after for before, after in pairwise(steady_seconds() for _ in range(100)))


# Game clocks


def undo_newest(night: Night) -> None:
    """Take back the organizer's newest act."""
    act = last_act(Tonight(night))
    assert act is not None
    undo_act(night=night, entry=act.pk, who=ORGANIZER)


def left_of(night: Night, number: int = 1) -> float:
    """Seconds that are left on a game's clock."""
    state = clock_state(night.rounds.get(number=number), timezone.now())
    left = state.left if state.left is not None else (state.until or timezone.now()) - timezone.now()
    return left / SECOND


@pytest.mark.parametrize("jump", JUMPS)
def test_a_game_clock_has_the_same_time_left_after_a_jump(
    clocked: Night, set_clock_ahead: SetAhead, jump: timedelta
) -> None:
    start_clock(round_=clocked.rounds.get(number=1), who=ORGANIZER)
    grant_minutes(game=game_at(clocked, 1, 2), minutes=5, expected=None, who=ORGANIZER)
    before, extra = left_of(clocked), game_at(clocked, 1, 2).extra_until
    set_clock_ahead(jump)
    follow_jump(jump)
    assert left_of(clocked) == pytest.approx(before, abs=5)
    assert game_at(clocked, 1, 2).extra_until == extra + jump
    ticker.tick(timezone.now())
    assert not Bell.objects.exists(), "nothing has run out"


def test_a_game_whose_clock_was_stopped_has_still_started_after_a_jump(
    clocked: Night, set_clock_ahead: SetAhead
) -> None:
    for act in (start_clock, stop_clock):
        act(round_=clocked.rounds.get(number=1), who=ORGANIZER)
    assert started_rounds(clocked) == 1
    set_clock_ahead(-HOUR)
    follow_jump(-HOUR)
    assert started_rounds(clocked) == 1


def test_a_game_whose_clock_is_stopped_after_a_pause_and_a_jump_has_still_started(
    clocked: Night, set_clock_ahead: SetAhead
) -> None:
    for act in (start_clock, pause_clock):
        act(round_=clocked.rounds.get(number=1), who=ORGANIZER)
    set_clock_ahead(-HOUR)
    follow_jump(-HOUR)
    stop_clock(round_=clocked.rounds.get(number=1), who=ORGANIZER)
    assert started_rounds(clocked) == 1


@pytest.mark.parametrize("bell_by", [Night.BellBy.CLOCK, Night.BellBy.ORGANIZER])
@pytest.mark.parametrize("later", [5 * MINUTE, timedelta(hours=3)])
def test_a_game_has_still_started_where_the_clock_was_set_back_while_the_night_was_closed(
    clocked: Night, set_clock_ahead: SetAhead, bell_by: Night.BellBy, later: timedelta
) -> None:
    start_clock(round_=clocked.rounds.get(number=1), who=ORGANIZER)
    Night.objects.filter(pk=clocked.pk).update(bell_by=bell_by)
    clocked.rounds.filter(number=1).update(posted_at=timezone.now() - 4 * MINUTE)
    clocked.refresh_from_db()
    close_night(night=clocked, who=ORGANIZER)
    set_clock_ahead(-HOUR)
    follow_jump(-HOUR)
    set_clock_ahead(later - HOUR)
    reopen_night(night=clocked, who=ORGANIZER)
    clocked.refresh_from_db()
    assert started_rounds(clocked) == 1


@pytest.mark.parametrize("jump", JUMPS)
def test_a_paused_clock_keeps_its_time(clocked: Night, set_clock_ahead: SetAhead, jump: timedelta) -> None:
    start_clock(round_=clocked.rounds.get(number=1), who=ORGANIZER)
    pause_clock(round_=clocked.rounds.get(number=1), who=ORGANIZER)
    before = left_of(clocked)
    set_clock_ahead(jump)
    follow_jump(jump)
    assert left_of(clocked) == pytest.approx(before, abs=5)


@pytest.mark.parametrize("jump", JUMPS)
def test_a_pause_between_games_lasts_as_long_after_a_jump(
    clocked: Night, set_clock_ahead: SetAhead, jump: timedelta
) -> None:
    ring_bell(round_=clocked.rounds.get(number=1), who=ORGANIZER)
    all_scores_in(clocked)
    before = left_of(clocked, 2)
    set_clock_ahead(jump)
    follow_jump(jump)
    assert clock_state(clocked.rounds.get(number=2), timezone.now()).kind is ClockKind.WAITING
    assert left_of(clocked, 2) == pytest.approx(before, abs=5) == pytest.approx(180, abs=10)


@pytest.mark.parametrize("jump", JUMPS)
def test_extra_minutes_after_the_bell_keep_their_time_and_ring_once(
    clocked: Night, set_clock_ahead: SetAhead, jump: timedelta
) -> None:
    ring_bell(round_=clocked.rounds.get(number=1), who=ORGANIZER)
    grant_minutes(game=game_at(clocked, 1, 1), minutes=5, expected=None, who=ORGANIZER)
    until = game_at(clocked, 1, 1).extra_until
    set_clock_ahead(jump)
    follow_jump(jump)
    assert game_at(clocked, 1, 1).extra_until == until + jump
    ticker.tick(timezone.now())
    assert game_at(clocked, 1, 1).extra_rung_at is None
    ticker.tick(timezone.now() + timedelta(minutes=6))
    Game.objects.update(extra_rung_at=timezone.now() + HOUR)
    rung = game_at(clocked, 1, 1).extra_until
    follow_jump(jump)
    assert game_at(clocked, 1, 1).extra_until == rung, "it has rung, and does not ring again"


@pytest.mark.parametrize("jump", JUMPS)
def test_undo_gives_a_clock_that_was_stopped_in_the_pause_the_time_that_was_left(
    clocked: Night, set_clock_ahead: SetAhead, jump: timedelta
) -> None:
    ring_bell(round_=clocked.rounds.get(number=1), who=ORGANIZER)
    all_scores_in(clocked)
    before = left_of(clocked, 2)
    stop_clock(round_=clocked.rounds.get(number=2), who=ORGANIZER)
    set_clock_ahead(jump)
    follow_jump(jump)
    undo_newest(clocked)
    assert clock_state(clocked.rounds.get(number=2), timezone.now()).kind is ClockKind.WAITING
    assert left_of(clocked, 2) == pytest.approx(before, abs=5) == pytest.approx(180, abs=10)


@pytest.mark.parametrize("jump", JUMPS)
@pytest.mark.parametrize("halt", [None, pause_clock, stop_clock])
def test_undo_of_a_moved_or_stopped_clock_gives_the_time_back_whatever_the_clock_did(
    clocked: Night, set_clock_ahead: SetAhead, jump: timedelta, halt: Callable[..., None] | None
) -> None:
    round_ = clocked.rounds.get(number=1)
    start_clock(round_=round_, who=ORGANIZER)
    before = left_of(clocked)
    if halt is not None:
        halt(round_=round_, who=ORGANIZER)
    if halt is not stop_clock:
        rings_at = clocked.rounds.get(number=1).rings_at
        move_clock(round_=round_, minutes=1, expected=rings_at, who=ORGANIZER)
    set_clock_ahead(jump)
    follow_jump(jump)
    undo_newest(clocked)
    assert left_of(clocked) == pytest.approx(before, abs=5)


# Bells


def second_game(night: Night) -> Game:
    """The game in round 2 of player 1."""
    return Game.objects.get(round__night=night, round__number=2, places__entry__number=1)


@pytest.mark.parametrize("jump", JUMPS)
def test_a_bell_cannot_be_canceled_once_the_next_game_is_played_whatever_the_clock_did(
    night: Night, set_clock_ahead: SetAhead, jump: timedelta
) -> None:
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    sign_game(game=game_at(night, 1, 1), winner="NS", who=ORGANIZER)
    set_clock_ahead(jump)
    follow_jump(jump)
    bell = bell_to_unring(night)
    assert bell is not None
    assert abs(bell.rung_at - timezone.now()) < MINUTE, "it rang a moment ago"
    play_hands(second_game(night), "NS:3-4")
    assert bell_to_unring(night) is None


def test_a_bell_cannot_be_canceled_once_the_next_game_is_played_in_a_night_that_was_closed_meanwhile(
    night: Night, set_clock_ahead: SetAhead
) -> None:
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    sign_game(game=game_at(night, 1, 1), winner="NS", who=ORGANIZER)
    close_night(night=night, who=ORGANIZER)
    set_clock_ahead(-HOUR)
    reopen_night(night=night, who=ORGANIZER)
    night.refresh_from_db()
    assert bell_to_unring(night) is not None
    play_hands(second_game(night), "NS:3-4")
    assert bell_to_unring(night) is None


@pytest.mark.parametrize("jump", JUMPS)
def test_a_bell_can_be_canceled_where_the_next_game_had_started_before_it(
    night: Night, set_clock_ahead: SetAhead, jump: timedelta
) -> None:
    for table in (1, 2):
        sign_game(game=game_at(night, 1, table), winner="NS", who=ORGANIZER)
    tap(phone_of(night, 1), second_game(night), 1)
    sign_game(game=second_game(night), winner="NS", who=ORGANIZER)
    Game.objects.filter(round__number=1, table=2).update(signed_at=None)
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    set_clock_ahead(jump)
    follow_jump(jump)
    assert bell_to_unring(night) is not None


@pytest.mark.parametrize("jump", JUMPS)
def test_a_canceled_bell_gives_the_clock_back_whatever_the_clock_did(
    clocked: Night, set_clock_ahead: SetAhead, jump: timedelta
) -> None:
    start_clock(round_=clocked.rounds.get(number=1), who=ORGANIZER)
    before = left_of(clocked)
    bell = ring_bell(round_=clocked.rounds.get(number=1), who=ORGANIZER)
    set_clock_ahead(jump)
    follow_jump(jump)
    unring_bell(night=clocked, who=ORGANIZER, expected=bell.pk)
    assert left_of(clocked) == pytest.approx(before, abs=5)


# Sign-ins


@pytest.mark.parametrize("jump", [*JUMPS, timedelta(days=800)])
def test_a_jump_signs_nobody_out_and_a_helper_has_as_long_as_before(
    organizer: Client, night: Night, set_clock_ahead: SetAhead, jump: timedelta
) -> None:
    ruth, other = invited_helper(night.club, Role.SCORER), invited_helper(night.club, Role.SCORER)
    ended = SignIn.objects.get(token_hash=token_hash(other.cookies[SIGN_IN_COOKIE].value))
    SignIn.objects.filter(pk=ended.pk).update(expires_at=timezone.now() - SECOND)
    invited = Invitation.objects.earliest("pk")
    before = timezone.now()
    set_clock_ahead(jump)
    follow_jump(jump)
    for browser in (organizer, ruth):
        assert browser.get(f"/n/{night.slug}/board/").status_code == 200
    invited.refresh_from_db()
    sign_in = invited.sign_ins.get()
    for expires_at in (invited.expires_at, sign_in.expires_at):
        assert expires_at and abs(expires_at - jump - before - timedelta(days=1)) < MINUTE
    assert not SignIn.objects.get(pk=ended.pk).is_active(timezone.now()), "what was over stays so"


# While no server runs


@pytest.fixture
def first_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the next tick be the server's first."""
    if connection.vendor != "sqlite":
        pytest.skip("where several processes share a database, none moves its clocks")
    start_again(monkeypatch)


def start_again(monkeypatch: pytest.MonkeyPatch, note: ClockNote | None = None) -> None:
    """Let the next tick be the first of a server, which may have a note of the clock."""
    monkeypatch.setattr(ticker, "_watch", JumpWatch())
    monkeypatch.setattr(ticker, "_jumped", None)
    monkeypatch.setattr(ticker, "_note", note)


def test_a_clock_that_was_set_back_while_no_server_ran_leaves_games_their_time(
    clocked: Night, set_clock_ahead: SetAhead, first_tick: None
) -> None:
    start_clock(round_=clocked.rounds.get(number=1), who=ORGANIZER)
    before = left_of(clocked)
    set_clock_ahead(-HOUR)
    for _ in range(3):
        ticker.run_tick()
    assert left_of(clocked) == pytest.approx(before, abs=5)
    assert [text for text in log_texts(clocked) if "jumped back by 60 minutes" in text] == log_texts(clocked)[-1:]


def test_a_server_that_was_down_for_an_hour_has_seen_no_jump(
    clocked: Night, set_clock_ahead: SetAhead, first_tick: None
) -> None:
    set_clock_ahead(HOUR)
    ticker.run_tick()
    assert not [text for text in log_texts(clocked) if "jumped" in text]


@pytest.mark.parametrize("jump", [HOUR, -HOUR, timedelta(minutes=5)])
def test_a_clock_that_was_set_while_no_server_ran_and_the_laptop_was_on_leaves_games_their_time(
    clocked: Night,
    set_clock_ahead: SetAhead,
    first_tick: None,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    jump: timedelta,
) -> None:
    def note() -> ClockNote:
        return ClockNote(tmp_path / "clock", now=lambda: timezone.now(), boot=lambda: "this-start")

    start_clock(round_=clocked.rounds.get(number=1), who=ORGANIZER)
    before = left_of(clocked)
    start_again(monkeypatch, note())
    ticker.run_tick()
    set_clock_ahead(jump)
    for _ in range(2):  # started twice, and the jump is followed once
        start_again(monkeypatch, note())
        ticker.run_tick()
    assert left_of(clocked) == pytest.approx(before, abs=5)
    assert len([text for text in log_texts(clocked) if "jumped" in text]) == 1
    assert not Bell.objects.exists()


def test_a_pause_of_an_hour_is_told_from_a_clock_set_ahead(
    clocked: Night, set_clock_ahead: SetAhead, first_tick: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hours = 0

    def note() -> ClockNote:
        steady = lambda: steady_seconds() + hours * 3600  # noqa: E731
        return ClockNote(tmp_path / "clock", now=lambda: timezone.now(), steady=steady, boot=lambda: "this-start")

    start_again(monkeypatch, note())
    ticker.run_tick()
    hours = 1
    set_clock_ahead(HOUR)
    start_again(monkeypatch, note())
    ticker.run_tick()
    assert not [text for text in log_texts(clocked) if "jumped" in text]


@pytest.mark.parametrize("content", ["", "another-start 5", "this-start", "this-start nan", "this-start 1e400", "é"])
def test_a_note_of_another_start_or_of_nothing_tells_nothing(tmp_path: Path, content: str) -> None:
    file = tmp_path / "clock"
    file.write_text(content, "utf-8")
    assert ClockNote(file, boot=lambda: "this-start").jump() is None
    assert ClockNote(tmp_path / "no folder" / "clock", boot=lambda: "this-start").jump() is None
    ClockNote(tmp_path / "no folder" / "clock", boot=lambda: "this-start").write()


def test_where_a_system_gives_no_id_of_its_start_nothing_is_noted(tmp_path: Path) -> None:
    ClockNote(tmp_path / "clock", boot=lambda: "").write()
    assert not (tmp_path / "clock").exists()


def test_this_systems_id_of_its_start_stays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert boot_id() == boot_id()
    monkeypatch.setattr(clock_jumps, "BOOT_ID", tmp_path / "none")
    monkeypatch.setattr(clock_jumps, "BOOT_COMMAND", ("/no/such/command",))
    assert boot_id() == ""


# What is said


def test_the_board_says_what_a_jump_did(organizer: Client, clocked: Night, set_clock_ahead: SetAhead) -> None:
    start_clock(round_=clocked.rounds.get(number=1), who=ORGANIZER)
    set_clock_ahead(-HOUR)
    follow_jump(-HOUR)
    page = organizer.get(f"/n/{clocked.slug}/board/").content.decode()
    assert "<b>The laptop’s clock</b>" in page
    assert "jumped back by 60 minutes. The clock of game 1 moved along: 1" in page and "left, as before." in page
    assert {"board", "room"} <= set(Event.objects.latest("pk").topics.split()), "phones fetch their clock again"


def test_the_board_says_it_of_each_clock(clocked: Night, set_clock_ahead: SetAhead) -> None:
    for number in (1, 2):
        clocked.rounds.filter(number=number).update(rings_at=timezone.now() + number * 5 * MINUTE)
    set_clock_ahead(HOUR)
    follow_jump(HOUR)
    said = log_texts(clocked)[-1]
    each = [
        rf"The clock of game {game} moved along: {left}:\d\d left, as before\."
        for game, left in ((1, "[45]"), (2, "(9|10)"))
    ]
    assert re.fullmatch(" ".join(["jumped ahead by 60 minutes.", *each]), said), said


def test_a_jump_without_a_game_clock_changes_nothing_and_is_said(organizer: Client, night: Night, club: Club) -> None:
    table = open_table(club, "standard", 4)
    follow_jump(timedelta(minutes=2))
    page = organizer.get(f"/n/{night.slug}/board/").content.decode()
    assert "jumped ahead by 2 minutes. No game clock was running." in page
    assert table.log_entries.filter(actor="The laptop’s clock").count() == 1


def test_the_server_follows_a_jump_once(clocked: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("where several processes share a database, none moves its clocks")
    start_clock(round_=clocked.rounds.get(number=1), who=ORGANIZER)
    rings_at = clocked.rounds.get(number=1).rings_at
    offsets = iter([0, 0, 7200, 7200])
    watch = JumpWatch(lambda: timezone.now() + next(offsets) * SECOND, steady_seconds)
    monkeypatch.setattr(ticker, "_watch", watch)
    monkeypatch.setattr(ticker, "tick", lambda now: None)
    for _ in range(4):
        ticker.run_tick()
    moved = clocked.rounds.get(number=1).rings_at
    assert rings_at and moved and (moved - rings_at) / SECOND == pytest.approx(7200, abs=5)
    assert clocked.log_entries.filter(actor="The laptop’s clock").count() == 1
