"""Extra minutes for one table: its bell rings when they are over, on its four phones only."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from tally.loading.games import load_game
from tally.models import Hand
from tally.presenters.board import tiles
from tally.scores.progress import State
from tests.support.clocks import MINUTE, SECOND, is_about, log_texts, round_of
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, phone_topics, play_hands
from tournament.models import Bell, Game, Night
from tournament.night.bell import ring_bell, unring_bell
from tournament.night.clock import grant_minutes, move_clock, start_clock, stop_clock
from tournament.night.games import sign_game
from tournament.night.lifecycle import close_night
from tournament.night.ticker import tick
from tournament.people.errors import Refused
from tournament.templatetags.moments import epoch_ms


@pytest.fixture
def rung(night: Night) -> Night:
    """A night by the clock after its first bell, with two hands at each of two tables."""
    Night.objects.update(bell_by=Night.BellBy.CLOCK)
    night.refresh_from_db()
    for table in (1, 2):
        play_hands(game_at(night, 1, table), "NS:3-4", "NS:3-4")
    ring_bell(round_=round_of(night), who=ORGANIZER)
    return night


def grant(night: Night, minutes: int = 3) -> Game:
    """Grant table 1 more minutes and return its game."""
    game = game_at(night, 1, 1)
    grant_minutes(game=game, minutes=minutes, expected=game.extra_until, who=ORGANIZER)
    return game_at(night, 1, 1)


def let_pass(night: Night, by: timedelta) -> None:
    """Make the hands, the bell and the extra minutes earlier by this much."""
    Hand.objects.update(at=F("at") - by)
    Bell.objects.update(rung_at=Bell.objects.get().rung_at - by)
    game = game_at(night, 1, 1)
    Game.objects.filter(pk=game.pk).update(extra_until=game.extra_until and game.extra_until - by)


def post(client: Client, night: Night, **data: object) -> int:
    """Grant table 1 extra minutes from the organizer's page; return the status code."""
    form = {"game": game_at(night, 1, 1).pk, "minutes": 3, "seen": ""} | data
    return client.post(f"/n/{night.slug}/bell/extra/", form).status_code


def test_extra_minutes_postpone_the_bell_for_one_table_only(organizer: Client, rung: Night) -> None:
    address = f"/n/{rung.slug}/game/{game_at(rung, 1, 1).pk}/"
    assert "+3 minutes for table 1" in organizer.get(address).content.decode()
    assert post(organizer, rung) == 302
    game = load_game(game_at(rung, 1, 1), rung)
    assert is_about(game.row.extra_until, timezone.now() + 3 * MINUTE) and game.rings_at == game.row.extra_until
    assert not game.progress.rung and load_game(game_at(rung, 1, 2), rung).progress.rung
    play_hands(game.row, "NS:3-4", "NS:3-4", first=3)
    assert not load_game(game.row, rung).progress.to_agree, "a hand in the extra time does not end the game"
    let_pass(rung, 3 * MINUTE + SECOND)
    assert load_game(game_at(rung, 1, 1), rung).progress.rung
    play_hands(game.row, "NS:3-4", first=5)
    assert load_game(game_at(rung, 1, 1), rung).progress.to_agree


def test_extra_minutes_are_announced_to_the_four_phones_and_ring_once_at_the_end(rung: Night) -> None:
    game = grant(rung)
    event = rung.events.order_by("-pk")[0]
    logged = rung.log_entries.order_by("-pk")[0]
    phones = phone_topics(game)
    notices = {phone.replace("entry", "notice") for phone in phones}
    assert set(event.topics.split()) == {*notices, *phones, "board"}
    assert logged.text == "extended game 1 at table 1 by 3 minutes"
    assert game.extra_until is not None
    with nothing_changes():
        tick(game.extra_until - SECOND)
    tick(game.extra_until)
    event = rung.events.order_by("-pk")[0]
    logged = rung.log_entries.order_by("-pk")[0]
    assert set(event.topics.split()) == {
        *(phone.replace("entry", "bell") for phone in phones),
        *phones,
        "board",
    }
    assert logged.text == "rang the bell of game 1 for table 1 alone"


def test_minutes_granted_after_that_bell_ring_again(rung: Night) -> None:
    first = grant(rung)
    let_pass(rung, 4 * MINUTE)
    tick(timezone.now())
    with nothing_changes():
        tick(timezone.now())
    assert first.extra_until is not None
    second = grant(rung)
    assert is_about(second.extra_until, timezone.now() + 3 * MINUTE), "from now, not from the first bell"
    let_pass(rung, 4 * MINUTE)
    Game.objects.filter(pk=second.pk).update(extra_rung_at=timezone.now() - 4 * MINUTE)
    tick(timezone.now())
    bells = [text for text in log_texts(rung) if text == "rang the bell of game 1 for table 1 alone"]
    assert len(bells) == 2


def test_a_double_tap_grants_once_and_a_second_click_adds(organizer: Client, rung: Night) -> None:
    assert (post(organizer, rung), post(organizer, rung)) == (302, 302)
    until = game_at(rung, 1, 1).extra_until
    assert until is not None and is_about(until, timezone.now() + 3 * MINUTE)
    assert post(organizer, rung, seen=epoch_ms(until)) == 302
    assert game_at(rung, 1, 1).extra_until == until + 3 * MINUTE


def test_minutes_granted_before_the_bell_start_when_the_clock_rings(night: Night) -> None:
    Night.objects.update(bell_by=Night.BellBy.CLOCK)
    play_hands(game_at(night, 1, 1), "NS:3-4")
    start_clock(round_=round_of(night), who=ORGANIZER)
    grant(night)
    assert load_game(game_at(night, 1, 1), night).rings_at == round_of(night).rings_at + 3 * MINUTE
    move_clock(round_=round_of(night), minutes=1, expected=round_of(night).rings_at, who=ORGANIZER)
    assert game_at(night, 1, 1).extra_until == round_of(night).rings_at + 3 * MINUTE
    ring_bell(round_=round_of(night), who=ORGANIZER)
    assert game_at(night, 1, 1).extra_until == Bell.objects.get().rung_at + 3 * MINUTE, (
        "the bell was rung early by hand"
    )
    unring_bell(night=night, who=ORGANIZER)
    assert game_at(night, 1, 1).extra_until == round_of(night).rings_at + 3 * MINUTE
    stop_clock(round_=round_of(night), who=ORGANIZER)
    start_clock(round_=round_of(night), who=ORGANIZER)
    grant(night)
    stop_clock(round_=round_of(night), who=ORGANIZER)
    assert game_at(night, 1, 1).extra_until is None


def test_a_table_with_extra_minutes_is_neither_overdue_nor_named(organizer: Client, rung: Night) -> None:
    for number in (1, 8):
        phone_of(rung, number)
    address = f"/n/{rung.slug}/board/"
    assert "Tables 1 and 2 are still playing game 1." in organizer.get(address).content.decode()
    let_pass(rung, 4 * MINUTE)
    game = load_game(grant(rung), rung)
    other = load_game(game_at(rung, 1, 2), rung)
    assert [tile.state for tile in tiles([game, other], timezone.now())] == [State.PLAYING, State.OVERDUE]
    assert "Table 2 is still playing game 1." in organizer.get(address).content.decode()
    close_night(night=rung, who=ORGANIZER)
    assert "still playing" not in organizer.get(address).content.decode()


@pytest.mark.parametrize("state", ["no bell", "signed", "moved on", "closed", "absurd"])
def test_useless_minutes_are_refused(organizer: Client, night: Night, state: str) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, "NS:3-4")
    if state != "no bell":
        ring_bell(round_=game.round, who=ORGANIZER)
    if state == "signed":
        sign_game(game=game, winner="NS", who=ORGANIZER)
    if state == "moved on":
        play_hands(game_at(night, 2, 1), "NS:3-4")
    if state == "closed":
        close_night(night=night, who=ORGANIZER)
    with nothing_changes():
        assert post(organizer, night, minutes=500 if state == "absurd" else 3) == 409
    with nothing_changes(), pytest.raises(Refused):
        grant_minutes(game=game, minutes=31 if state == "absurd" else 3, expected=None, who=ORGANIZER)


def test_only_the_organizer_grants_minutes(stranger: Client, rung: Night) -> None:
    phone = phone_of(rung, 1)
    with nothing_changes():
        assert (post(stranger, rung), post(phone, rung)) == (403, 403)
