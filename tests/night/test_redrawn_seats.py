"""Taps and canceled bells that arrive after the seats were redrawn."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from tally.loading import rows
from tally.scoring.undo import undo_by_key
from tests.support.clocks import all_scores_in, round_of
from tests.support.movement_nights import games_of
from tests.support.night import ORGANIZER, nothing_changes, phone_of, play_hands, player_actor
from tournament.access import Who
from tournament.models import Game, Night, Round
from tournament.night.bell import ring_bell, unring_bell
from tournament.night.clock import grant_minutes, pause_clock, resume_clock, start_clock, stop_clock
from tournament.night.locking import SEATS_CHANGED
from tournament.night.roster_changes import drop_out
from tournament.night.seating import started_rounds
from tournament.people.errors import Refused
from tournament.planning.players import playing_numbers
from tournament.planning.rounds import seatings
from tournament.views import bell

pytestmark = pytest.mark.usefixtures("short_searches")


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("hand", {"hand": "1", "result": "NS:5", "key": "a-key-of-its-own"}),
        ("undo", {"undo": "1"}),
        ("agree", {"upto": "0", "word": "NS:agree"}),
    ],
)
def test_a_tap_for_a_game_that_no_longer_exists_is_refused_with_the_reason(
    ten_players: Night, path: str, form: dict[str, str]
) -> None:
    old = games_of(ten_players, 2)[0]
    phone = phone_of(ten_players, seatings(ten_players)[1].tables[0][0])
    drop_out(entry=ten_players.entries.get(number=seatings(ten_players)[1].tables[1][0]), who=ORGANIZER)
    with nothing_changes():
        answer = phone.post(
            f"/n/{ten_players.slug}/play/{path}/", {"game": old.pk} | form, headers={"HX-Request": "true"}
        )
    assert answer.status_code == 409 and SEATS_CHANGED in answer.content.decode()


def test_a_change_to_a_game_removed_while_waiting_for_the_lock_is_refused(ten_players: Night) -> None:
    old = games_of(ten_players, 2)[0]
    drop_out(entry=ten_players.entries.get(number=1), who=ORGANIZER)
    who = player_actor(ten_players, 2)
    for change in (
        lambda: play_hands(old, "NS:5"),
        lambda: undo_by_key(game=old, number=1, key="a-key-of-mine", hand=0, who=who),
        lambda: grant_minutes(game=old, minutes=3, expected=None, who=ORGANIZER),
    ):
        with nothing_changes(), pytest.raises(Refused, match="redrew the seats"):
            change()


def test_a_bell_for_a_game_whose_seats_are_redrawn_before_it_rings_is_refused(
    organizer: Client, ten_players: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    all_scores_in(ten_players)

    def somebody_leaves_first(*, round_: Round, who: Who) -> None:
        drop_out(entry=ten_players.entries.get(number=1), who=ORGANIZER)
        with nothing_changes():
            ring_bell(round_=round_, who=who)

    monkeypatch.setattr(bell, "ring_bell", somebody_leaves_first)
    answer = organizer.post(f"/n/{ten_players.slug}/bell/ring/", {"round": "2"})
    assert answer.status_code == 409
    assert "This is not the game to ring for now. Check the board." in answer.content.decode()


@pytest.mark.parametrize("act", [start_clock, pause_clock, resume_clock, stop_clock])
def test_a_clock_of_a_game_whose_seats_are_redrawn_before_it_changes_is_refused(
    ten_players: Night, act: Callable[..., None]
) -> None:
    Night.objects.update(bell_by=Night.BellBy.CLOCK)
    all_scores_in(ten_players)
    shown = round_of(ten_players, 2)
    drop_out(entry=ten_players.entries.get(number=1), who=ORGANIZER)
    with nothing_changes(), pytest.raises(Refused, match="not the game that is timed now"):
        act(round_=shown, who=ORGANIZER)


@pytest.mark.parametrize("page", ["play", "board", "screen", "standings"])
def test_a_page_whose_games_are_read_before_a_redraw_and_their_seats_after_it_is_shown(
    organizer: Client, ten_players: Night, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    play_hands(games_of(ten_players, 1)[0], "NS:3-4")
    query = rows._GAMES if page == "play" else rows._GAMES_OF_NIGHT
    visitor = phone_of(ten_players, 2) if page == "play" else organizer
    read = query.all

    def read_before_somebody_leaves(*arguments: int) -> list[Game]:
        games = read(*arguments)
        monkeypatch.undo()
        drop_out(entry=ten_players.entries.get(number=1), who=ORGANIZER)
        return games

    monkeypatch.setattr(query, "all", read_before_somebody_leaves)
    assert visitor.get(f"/n/{ten_players.slug}/{page}/").status_code == 200
    assert not ten_players.entries.present().filter(number=1).exists()


def test_a_page_of_a_game_that_is_removed_while_it_is_read_is_refused_with_the_reason(
    organizer: Client, ten_players: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, read = games_of(ten_players, 2)[0], rows._GAME.first

    def read_before_somebody_leaves(pk: int) -> Game | None:
        game = read(pk)
        drop_out(entry=ten_players.entries.get(number=1), who=ORGANIZER)
        return game

    monkeypatch.setattr(rows._GAME, "first", read_before_somebody_leaves)
    answer = organizer.get(f"/n/{ten_players.slug}/game/{old.pk}/")
    assert answer.status_code == 409 and SEATS_CHANGED in answer.content.decode()


def test_canceling_the_bell_does_not_seat_players_who_went_home(ten_players: Night) -> None:
    ring_bell(round_=ten_players.rounds.get(number=2), who=ORGANIZER)
    leaving = seatings(ten_players)[1].tables[0][0]
    drop_out(entry=ten_players.entries.get(number=leaving), who=ORGANIZER)
    assert leaving in seatings(ten_players)[1].everybody  # the bell has started the round, so the seat stays
    unring_bell(night=ten_players, who=ORGANIZER)
    assert started_rounds(ten_players) == 1
    assert all(seating.everybody == set(playing_numbers(ten_players)) for seating in seatings(ten_players)[1:])


def test_canceling_the_bell_moves_nobody_when_the_roster_is_unchanged(ten_players: Night) -> None:
    before = seatings(ten_players)
    ring_bell(round_=ten_players.rounds.get(number=2), who=ORGANIZER)
    unring_bell(night=ten_players, who=ORGANIZER)
    assert seatings(ten_players) == before
