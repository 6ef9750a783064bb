"""Undo on the board: the organizer's acts are taken back one by one, each by its line in the log."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tally.forms import read_result
from tally.loading.games import load_game
from tally.models import Hand
from tally.scoring.corrections import correct_hand
from tally.scoring.paper_total_checks import Total
from tally.scoring.paper_totals import record_total, state_token, undo_total
from tally.scoring.signing import confirm_game
from tally.scoring.undo import undo_hand
from tally.scoring.undo_last import can_undo, last_act, undo_act
from tally.scoring.undoable import Tonight
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands, player_actor
from tests.support.strangers import check_refused, strangers
from tournament.access import Who
from tournament.models import Game, LogEntry, Night, Role
from tournament.movements.seats import Side
from tournament.night.bell import ring_bell
from tournament.night.clock import grant_minutes, move_clock, start_clock, stop_clock
from tournament.night.games import reopen_game
from tournament.night.lifecycle import close_night
from tournament.night.player_names import rename_player
from tournament.night.roster_changes import drop_out
from tournament.night.round_clocks import clock_state
from tournament.people.errors import NotAllowed, Refused


@pytest.fixture
def game(night: Night) -> Game:
    """The first game at table 1, with three hands that its players recorded: 3–1."""
    game = game_at(night, 1, 1)
    play_hands(game, "NS:3-4", "EW:3-4", "NS:5", who=player_actor(night, 1))
    return game


@pytest.fixture
def timed(night: Night) -> Night:
    """A night whose games end by the clock."""
    Night.objects.update(bell_by=Night.BellBy.CLOCK, minutes=12)
    night.refresh_from_db()
    return night


def totals(game: Game) -> tuple[int, int]:
    """Read the game's points now."""
    loaded = load_game(game, game.round.night)
    return loaded.play.total(Side.NS), loaded.play.total(Side.EW)


def correct(game: Game, number: int, result: str) -> None:
    """Correct a hand as the organizer."""
    hand = load_game(game, game.round.night).hand(number)
    assert hand
    record = read_result(game.round.night, result)
    correct_hand(game=game, of=hand.id, record=record, key=uuid4().hex, who=ORGANIZER)


def write_total(game: Game, ns: int, ew: int) -> None:
    """Record a total from paper."""
    token = state_token(load_game(game, game.round.night))
    record_total(game=game, total=Total(ns, ew), key=uuid4().hex, who=ORGANIZER, expected=token)


def sign(game: Game, *, players: bool = False) -> None:
    """Sign a game as the organizer, or as its `players`, one of each side."""
    loaded = load_game(game, game.round.night)
    for side in Side:
        number = loaded.players[side.seats[0]].number or 0
        actor = player_actor(game.round.night, number) if players else ORGANIZER
        confirm_game(game=game, side=side, agrees=True, seen_hand=loaded.newest, who=actor)


def undo_last(night: Night) -> LogEntry:
    """Undo the newest act that can be undone, and return its line."""
    act = last_act(Tonight(night))
    assert act, "something can be undone"
    undo_act(night=night, entry=act.pk, who=ORGANIZER)
    return act


# What is undone


def test_a_corrected_hand_is_what_it_was(night: Night, game: Game) -> None:
    correct(game, 2, "NS:5")
    assert totals(game) == (5, 0)
    assert undo_last(night).undo["what"] == "hand 2 at table 1"
    assert totals(game) == (3, 1)
    versions = Hand.objects.filter(game=game, number=2).order_by("version")
    assert versions.count() == 3 and versions[2].record == versions[0].record, "nothing is deleted"
    assert last_act(Tonight(night)) is None, "an undo is not undone, and a player's hand is the player's"


def test_a_hand_that_was_edited_twice_is_undone_step_by_step(night: Night, game: Game) -> None:
    for result in ("NS:5", "EW:5"):
        correct(game, 2, result)
    undo_last(night)
    assert totals(game) == (5, 0), "as it was edited first"
    undo_last(night)
    assert totals(game) == (3, 1), "as the players had it"


def test_a_hand_that_was_taken_out_is_back(night: Night, game: Game) -> None:
    hand = load_game(game, night).hands[1]
    undo_hand(game=game, hand=hand.id, key=uuid4().hex, who=ORGANIZER)
    assert totals(game) == (3, 0)
    undo_last(night)
    assert totals(game) == (3, 1)


def test_a_hand_that_the_organizer_recorded_is_gone(night: Night) -> None:
    game = game_at(night, 1, 2)
    play_hands(game, "NS:5")
    undo_last(night)
    assert totals(game) == (0, 0) and not load_game(game, night).hands


def test_a_corrected_hand_of_a_signed_game_is_signed_as_before(night: Night, game: Game) -> None:
    play_hands(game, "NS:3-4", first=4, who=player_actor(night, 1))
    sign(game, players=True)
    correct(game, 4, "EW:5")
    assert totals(game) == (3, 3)
    undo_last(night)
    game.refresh_from_db()
    assert totals(game) == (4, 1) and game.signed_at and game.winner == "NS"


def test_a_hand_taken_out_of_a_signed_game_is_back_and_signed(night: Night, game: Game) -> None:
    play_hands(game, "NS:3-4", first=4, who=player_actor(night, 1))
    sign(game, players=True)
    undo_hand(game=game, hand=load_game(game, night).hands[3].id, key=uuid4().hex, who=ORGANIZER)
    game.refresh_from_db()
    assert game.signed_at is None
    undo_last(night)
    game.refresh_from_db()
    assert totals(game) == (4, 1) and game.signed_at


def test_the_bell_is_canceled(night: Night, game: Game) -> None:
    bell = ring_bell(round_=game.round, who=ORGANIZER)
    assert undo_last(night).undo["what"] == "bell of game 1"
    bell.refresh_from_db()
    assert bell.unrung_at


def test_a_bell_that_the_clock_or_the_head_table_rang_is_canceled_too(night: Night, game: Game) -> None:
    bell = ring_bell(round_=game.round, who="The clock")
    undo_last(night)
    bell.refresh_from_db()
    assert bell.unrung_at


def test_a_total_from_paper_gives_way_to_the_hands(night: Night, game: Game) -> None:
    write_total(game, 7, 5)
    assert totals(game) == (7, 5)
    undo_last(night)
    game.refresh_from_db()
    assert totals(game) == (3, 1) and game.signed_at is None


def test_a_second_total_gives_way_to_the_first_and_then_to_nothing(night: Night) -> None:
    game = game_at(night, 1, 2)
    ring_bell(round_=game.round, who=ORGANIZER)
    write_total(game, 7, 5)
    write_total(game, 8, 5)
    undo_last(night)
    game.refresh_from_db()
    assert totals(game) == (7, 5) and game.signed_at
    undo_last(night)
    game.refresh_from_db()
    assert totals(game) == (0, 0) and game.signed_at is None
    assert undo_last(night).undo["kind"] == "bell", "one act further back"


@pytest.mark.parametrize("second", [8, 7])
def test_a_total_written_over_an_open_one_leaves_it_open(night: Night, second: int) -> None:
    game = game_at(night, 1, 1)
    write_total(game, 7, 3)
    reopen_game(game=game, who=ORGANIZER)
    write_total(game, second, 3)
    undo_last(night)
    game.refresh_from_db()
    assert totals(game) == (7, 3) and game.signed_at is None
    write_total(game, 7, 3)
    game.refresh_from_db()
    assert game.signed_at, "it can be confirmed as ever"


def test_a_total_that_was_taken_back_counts_again(night: Night, game: Game) -> None:
    write_total(game, 7, 5)
    undo_total(game=game, key=uuid4().hex, who=ORGANIZER, expected=state_token(load_game(game, night)))
    assert totals(game) == (3, 1)
    undo_last(night)
    assert totals(game) == (7, 5)


def test_a_score_that_the_organizer_confirmed_is_open_and_asks_both_sides(night: Night, game: Game) -> None:
    ring_bell(round_=game.round, who=ORGANIZER)
    sign(game)
    assert undo_last(night).undo["what"] == "score of game 1, table 1"
    game.refresh_from_db()
    assert game.signed_at is None and not load_game(game, night).signatures
    act = last_act(Tonight(night))
    assert act and act.undo and act.undo["kind"] == "bell", "one act further back"
    newest = load_game(game, night).newest
    confirm_game(game=game, side=Side.NS, agrees=True, seen_hand=newest, who=player_actor(night, 1))
    game.refresh_from_db()
    assert game.signed_at is None, "one side is not both"


def test_the_clock_is_what_it_was(timed: Night) -> None:
    round_ = timed.rounds.get(number=1)

    def rings_at() -> object:
        round_.refresh_from_db()
        return round_.rings_at

    start_clock(round_=round_, who=ORGANIZER)
    started = rings_at()
    move_clock(round_=round_, minutes=1, expected=round_.rings_at, who=ORGANIZER)
    stop_clock(round_=round_, who=ORGANIZER)
    assert rings_at() is None
    undo_last(timed)
    assert rings_at() == started + timedelta(minutes=1)
    undo_last(timed)
    assert rings_at() == started
    undo_last(timed)
    assert rings_at() is None and last_act(Tonight(timed)) is None


def _play_game_1_by_the_clock(night: Night) -> None:
    """Ring the bell of the first game; table 1 has agreed, and table 2 plays on."""
    Night.objects.update(pause=3)
    night.refresh_from_db()
    start_clock(round_=night.rounds.get(number=1), who=ORGANIZER)
    for table in (1, 2):
        play_hands(game_at(night, 1, table), "NS:3-4")
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    sign(game_at(night, 1, 1), players=True)


def test_a_clock_whose_early_start_was_undone_follows_when_every_score_is_in(timed: Night) -> None:
    _play_game_1_by_the_clock(timed)
    start_clock(round_=timed.rounds.get(number=2), who=ORGANIZER)
    undo_last(timed)
    following = timed.rounds.get(number=2)
    assert clock_state(following, timezone.now()).kind == "not-posted"
    sign(game_at(timed, 1, 2), players=True)
    following.refresh_from_db()
    assert clock_state(following, timezone.now()).kind == "waiting"


def test_a_clock_whose_early_start_is_undone_late_follows_after_the_pause(timed: Night) -> None:
    _play_game_1_by_the_clock(timed)
    start_clock(round_=timed.rounds.get(number=2), who=ORGANIZER)
    act = last_act(Tonight(timed))
    sign(game_at(timed, 1, 2), players=True)
    assert act
    undo_act(night=timed, entry=act.pk, who=ORGANIZER)
    assert clock_state(timed.rounds.get(number=2), timezone.now()).kind == "waiting"


def test_extra_minutes_are_taken_back_and_the_table_is_told(timed: Night) -> None:
    game = game_at(timed, 1, 2)
    start_clock(round_=game.round, who=ORGANIZER)
    grant_minutes(game=game, minutes=3, expected=None, who=ORGANIZER)
    assert undo_last(timed).undo["what"] == "+3 min for table 2"
    game.refresh_from_db()
    assert game.extra_until is None
    told = timed.events.order_by("-pk")[0]
    assert "notice-" in told.topics and told.public_text == "Your extra minutes are taken back, table 2."


# What is not undone


def _edit_again(night: Night, game: Game) -> None:
    correct(game, 2, "EW:5")


def _confirm(night: Night, game: Game) -> None:
    ring_bell(round_=game.round, who=ORGANIZER)
    sign(game, players=True)


def _write_total(night: Night, game: Game) -> None:
    write_total(game, 7, 5)


def _close(night: Night, game: Game) -> None:
    close_night(night=night, who=ORGANIZER)


@pytest.mark.parametrize(
    ("since", "sentence"),
    [
        (_edit_again, "Hand 2 at table 1 cannot be undone. This hand was changed again since."),
        (_confirm, "Both sides have confirmed the score since"),
        (_write_total, "A total from paper counts for this game now"),
        (_close, "This night is closed"),
    ],
)
def test_an_act_that_something_was_built_upon_stays(
    night: Night, game: Game, since: Callable[[Night, Game], None], sentence: str
) -> None:
    correct(game, 2, "NS:5")
    act = last_act(Tonight(night))
    assert act
    since(night, game)
    with nothing_changes(), pytest.raises(Refused, match=sentence.replace("(", r"\(")):
        undo_act(night=night, entry=act.pk, who=ORGANIZER)
    night.refresh_from_db()
    assert act.pk not in can_undo(Tonight(night), night.log_entries.all())


def test_a_bell_stays_once_a_hand_of_the_next_game_is_played(night: Night, game: Game) -> None:
    ring_bell(round_=game.round, who=ORGANIZER)
    act = last_act(Tonight(night))
    assert act
    for table in (1, 2):
        write_total(game_at(night, 1, table), 3, 1)
    LogEntry.objects.exclude(pk=act.pk).update(undo=None)
    play_hands(game_at(night, 2, 1), "NS:5", who=player_actor(night, game_at(night, 2, 1).places.first().entry.number))
    assert last_act(Tonight(night)) is None
    with nothing_changes(), pytest.raises(Refused, match=r"Bell of game 1 cannot be undone\. Another bell rang"):
        undo_act(night=night, entry=act.pk, who=ORGANIZER)


def test_a_bell_stays_once_all_scores_of_its_game_are_in(night: Night, game: Game) -> None:
    ring_bell(round_=game.round, who=ORGANIZER)
    act = last_act(Tonight(night))
    assert act
    for table in (1, 2):
        play_hands(game_at(night, 1, table), "NS:5", first=len(load_game(game_at(night, 1, table), night).hands) + 1)
        sign(game_at(night, 1, table), players=True)
    assert last_act(Tonight(night)) is None
    with nothing_changes(), pytest.raises(Refused, match="all scores of its game are in"):
        undo_act(night=night, entry=act.pk, who=ORGANIZER)


def test_a_score_stays_once_the_winners_next_game_has_started(night: Night) -> None:
    Night.objects.update(movement=Night.Movement.WINNERS_UP, games=3)
    night.refresh_from_db()
    night.rounds.filter(number__gt=1).delete()
    for table in (1, 2):
        write_total(game_at(night, 1, table), 3, 1)
    acts = [entry for entry in night.log_entries.order_by("-pk") if entry.undo]
    assert can_undo(Tonight(night), acts) == {act.pk for act in acts}
    following = game_at(night, 2, 1)
    number = following.places.first().entry.number
    play_hands(following, "NS:5", who=player_actor(night, number))
    assert not can_undo(Tonight(night), acts), "their seats follow from these scores"


def test_a_clock_that_has_moved_on_stays(timed: Night) -> None:
    round_ = timed.rounds.get(number=1)
    start_clock(round_=round_, who=ORGANIZER)
    round_.rings_at = timezone.now() + timedelta(minutes=4)
    round_.save()
    assert last_act(Tonight(timed)) is None


def test_a_stop_is_taken_back_whose_line_was_written_before_stopped_games_kept_their_start(timed: Night) -> None:
    round_ = timed.rounds.get(number=1)
    start_clock(round_=round_, who=ORGANIZER)
    rings_at = timed.rounds.get(number=1).rings_at
    stop_clock(round_=round_, who=ORGANIZER)
    stop = timed.log_entries.latest("pk")
    assert stop.undo is not None
    LogEntry.objects.filter(pk=stop.pk).update(undo=stop.undo | {"now": {}})
    undo_act(night=timed, entry=stop.pk, who=ORGANIZER)
    assert timed.rounds.get(number=1).rings_at == rings_at


def test_a_stopped_clock_stays_stopped_when_no_clock_rings_any_more(timed: Night) -> None:
    round_ = timed.rounds.get(number=1)
    start_clock(round_=round_, who=ORGANIZER)
    stop_clock(round_=round_, who=ORGANIZER)
    act = last_act(Tonight(timed))
    Night.objects.update(bell_by=Night.BellBy.ORGANIZER)
    with nothing_changes(), pytest.raises(Refused, match="No clock rings tonight anymore"):
        undo_act(night=timed, entry=act.pk if act else 0, who=ORGANIZER)


def test_an_older_act_is_not_offered_once_the_organizer_did_what_cannot_be_undone(night: Night, game: Game) -> None:
    correct(game, 2, "NS:5")
    corrected = last_act(Tonight(night))
    assert corrected
    drop_out(entry=night.entries.get(number=8), who=ORGANIZER)
    assert last_act(Tonight(night)) is None, "somebody left since"
    assert corrected.pk in can_undo(Tonight(night), night.log_entries.all()), "its line among the latest keeps Undo"
    correct(game, 1, "NS:5")
    assert undo_last(night).undo["what"] == "hand 1 at table 1"
    assert last_act(Tonight(night)) is None, "and further back it is still the player who left"


def test_no_older_act_is_offered_to_an_organizer_with_a_name_either(night: Night, game: Game) -> None:
    ann = Who(role=Role.ORGANIZER, name="Ann")
    ring_bell(round_=night.rounds.get(number=1), who=ann)
    assert last_act(Tonight(night))
    rename_player(entry=night.entries.get(number=8), name="Harriet Young", who=ann)
    assert last_act(Tonight(night)) is None, "the bell is not what she did last"


@pytest.mark.parametrize("name", ["Harriet (organizer)", "Harriet (Organizer)", "(organizer)"])
def test_a_player_who_is_called_like_an_organizer_hides_no_undo(night: Night, game: Game, name: str) -> None:
    player = night.entries.get(number=8)
    for number, other in ((7, "Harriet"), (8, name)):
        rename_player(entry=night.entries.get(number=number), name=other, who=ORGANIZER)
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    player.refresh_from_db()
    LogEntry.objects.create(night=night, actor=str(player), text="signed")
    assert last_act(Tonight(night)), "the bell is what the organizer did last"


# The button


def test_the_board_undoes_the_act_that_it_showed_and_twice_is_once(night: Night, game: Game, organizer: Client) -> None:
    correct(game, 1, "NS:5")
    shown = last_act(Tonight(night))
    assert shown
    correct(game, 3, "EW:5")  # meanwhile, on another laptop
    for _ in range(2):
        answer = organizer.post(f"/n/{night.slug}/board/undo/", {"act": shown.pk})
        assert answer.status_code == 302 and answer["Location"] == f"/n/{night.slug}/board/"
    assert totals(game) == (1, 3), "hand 1 is what it was, and hand 3 stays corrected"
    assert Hand.objects.filter(game=game, number=1).count() == 3
    shown.refresh_from_db()
    assert shown.undone_at


def test_strangers_and_players_undo_nothing(night: Night, game: Game) -> None:
    correct(game, 1, "NS:5")
    act = last_act(Tonight(night))
    assert act
    player = player_actor(night, 1)
    check_refused(strangers(night), f"/n/{night.slug}/board/undo/", {"act": str(act.pk)})
    with nothing_changes(), pytest.raises(NotAllowed):
        undo_act(night=night, entry=act.pk, who=player)


def test_what_is_no_act_of_this_night_is_refused(night: Night, game: Game, organizer: Client) -> None:
    line = night.log_entries.filter(undo__isnull=True).first()
    assert line
    for act in ("", "x", "0", str(line.pk)):
        with nothing_changes():
            answer = organizer.post(f"/n/{night.slug}/board/undo/", {"act": act})
        assert answer.status_code == 409 and "cannot be undone" in answer.content.decode()


def test_a_correction_by_a_player_is_not_the_organizers(night: Night, game: Game) -> None:
    hand = load_game(game, night).hands[2]
    record = read_result(night, "EW:5")
    correct_hand(game=game, of=hand.id, record=record, key=uuid4().hex, who=player_actor(night, 5))
    assert last_act(Tonight(night)) is None
    assert phone_of(night, 1).get(f"/n/{night.slug}/play/").status_code == 200
