"""Nights whose seats follow the winners: the next game is seated when every table has agreed, and nobody gets stuck."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tally.forms import read_result
from tally.loading.games import load_game
from tally.loading.ties import tie_of
from tally.scoring.corrections import correct_hand
from tally.scoring.signing import confirm_game, decide_game
from tests.support.movement_nights import agree, games_of, open_with, play_round
from tests.support.night import ORGANIZER, nothing_changes, phone_of, play_hands, who_is
from tournament.access import Who
from tournament.models import Game, Night
from tournament.movements.catalog import MOVEMENTS
from tournament.movements.seats import Side
from tournament.night.bell import ring_bell
from tournament.night.games import reopen_game
from tournament.night.previews import preview_change
from tournament.night.roster_changes import arrive_late, drop_out
from tournament.people.errors import NotAllowed, Refused
from tournament.planning.rounds import game_count, seatings

pytestmark = pytest.mark.usefixtures("short_searches")
FOLLOW = ("winners-up", "winners-stay")


@pytest.fixture
def bell(empty_night: Night) -> Night:
    """Ten players on the bell movement: two tables, two rest; four games."""
    return open_with(empty_night, 10, "winners-up")


def phone_says(night: Night, number: int) -> str:
    page = phone_of(night, number).get(f"/n/{night.slug}/play/").content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def board_says(organizer: Client, night: Night) -> str:
    page = organizer.get(f"/n/{night.slug}/board/").content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def ring(night: Night, number: int) -> None:
    ring_bell(round_=night.rounds.get(number=number), who=ORGANIZER)


@pytest.mark.parametrize("players", [4, 5, 8, 10, 15])
@pytest.mark.parametrize("movement", FOLLOW)
def test_a_whole_night_is_seated_game_by_game_as_the_movement_says(
    empty_night: Night, movement: str, players: int
) -> None:
    night = open_with(empty_night, players, movement)
    for number in range(1, 5):
        assert night.rounds.count() == number
        play_round(night, number, winners=("NS", "EW", "EW"))
        if number < 4:
            winners = [Side(game.winner) for game in games_of(night, number)]
            played = seatings(night)
            assert played[-1] == MOVEMENTS[movement].next_round(played[:-1], winners, chance=None)  # type: ignore[arg-type]
            assert played[-1].everybody == set(range(1, players + 1))
    assert (night.rounds.count(), game_count(night)) == (4, 4)


def test_the_next_game_waits_for_every_table_and_the_board_says_for_which(organizer: Client, bell: Night) -> None:
    first, second = games_of(bell, 1)
    play_hands(first, "NS:3-4")
    agree(first)
    assert bell.rounds.count() == 1
    assert "Game 2 is seated when table 2 has agreed" in board_says(organizer, bell)
    one, other = seatings(bell)[0].sitting_out
    assert f"No seat in game 1: {one} Guest{one} X. , {other} Guest{other} X." in board_says(organizer, bell)
    play_hands(second, "NS:3-4")
    agree(second)
    assert bell.rounds.count() == 2
    assert "is seated when tables 1, 2 have agreed" in board_says(organizer, bell)


# Phones


def test_a_player_who_has_agreed_waits_and_then_sees_who_moves(bell: Night) -> None:
    first, second = games_of(bell, 1)
    play_hands(first, "NS:3-4")
    agree(first)
    number = seatings(bell)[0].tables[0][0]
    assert "Agreed. Well played!" in phone_says(bell, number)
    assert "your next seat appears here as soon as every table has agreed" in phone_says(bell, number)
    play_hands(second, "NS:3-4")
    agree(second)
    said = phone_says(bell, number)
    assert "Game 2: table 1" in said
    assert re.search(
        r"Guest\d+ X\. moves to (North|South|East|West); Guest\d+ X\. and Guest\d+ X\. come from table 2 "
        r"and sit \w+ and \w+\.",
        said,
    )
    play_hands(games_of(bell, 2)[0], "NS:5")
    assert "come from table 2" not in phone_says(bell, number)


def test_who_rests_reads_it_and_gets_a_seat_after_that(bell: Night) -> None:
    waits, other = seatings(bell)[0].sitting_out
    assert "You sit out game 1" in phone_says(bell, waits)
    play_round(bell, 1)
    assert {waits, other} <= {n for table in seatings(bell)[1].tables for n in table}, "longest wait first"
    assert "Game 2: table 2" in phone_says(bell, waits)


def test_the_last_game_ends_the_night_for_everybody(empty_night: Night) -> None:
    night = open_with(empty_night, 5, "winners-up", games=2)
    for number in (1, 2):
        play_round(night, number)
    for number in range(1, 6):
        assert "You have played all your games" in phone_says(night, number)


def test_a_rest_in_the_last_game_is_said_until_it_is_over(empty_night: Night) -> None:
    night = open_with(empty_night, 5, games=2)
    play_round(night, 1)
    rests = seatings(night)[1].sitting_out[0]
    assert "You sit out game 2 That was the last one for you" in phone_says(night, rests)
    play_round(night, 2)
    assert "You have played all your games" in phone_says(night, rests)


def test_a_resting_player_of_a_fair_rotation_sees_the_seat_after_it(empty_night: Night) -> None:
    night = open_with(empty_night, 9)
    rests = seatings(night)[0].sitting_out[0]
    said = phone_says(night, rests)
    assert "You sit out game 1 Take a rest. Then you sit here: Game 2: table" in said


# Ties


def level(game: Game, *results: str) -> None:
    """Two hands, and the score level."""
    Night.objects.filter(pk=game.round.night_id).update(deals=len(results))
    game.round.night.refresh_from_db()
    play_hands(game, *results)


@pytest.mark.parametrize(
    ("results", "winner"),
    [(("NS:3-4", "EW:3-4"), "EW"), (("EW:5", "NS:5"), "NS"), (("NS:3-4", "NS:0-2", "NS:3-4"), "NS")],
)
def test_a_tie_goes_to_whoever_scored_last_and_the_phones_say_so_before(
    bell: Night, results: tuple[str, ...], winner: str
) -> None:
    game = games_of(bell, 1)[0]
    level(game, *results)
    pairs = {"NS": seatings(bell)[0].tables[0][:2], "EW": seatings(bell)[0].tables[0][2:]}
    for number in seatings(bell)[0].tables[0]:
        one, other = pairs[winner]
        assert f"A tie. Guest{one} X. & Guest{other} X. win, as they scored last" in phone_says(bell, number)
    agree(game)
    assert games_of(bell, 1)[0].winner == winner


def test_at_nil_all_the_lot_decides_and_always_the_same_way(bell: Night) -> None:
    game = games_of(bell, 1)[1]
    level(game, "passed", "passed")
    tie = tie_of(load_game(game, bell))
    assert tie and tie.by_lot
    assert "win by lot, as nobody scored" in phone_says(bell, seatings(bell)[0].tables[1][0])
    agree(game)
    assert games_of(bell, 1)[1].winner == tie.winner


def test_a_tie_moves_nobody_where_seats_are_fixed_and_is_not_spoken_of(night: Night) -> None:
    game = games_of(night, 1)[0]
    level(game, "NS:3-4", "EW:3-4")
    assert tie_of(load_game(game, night)) is None
    assert "A tie" not in phone_says(night, 1)
    agree(game)
    assert games_of(night, 1)[0].winner == ""


@pytest.mark.parametrize("winner", list(Side))
def test_the_organizer_settles_a_tie_as_the_house_does(organizer: Client, bell: Night, winner: Side) -> None:
    game = games_of(bell, 1)[0]
    level(game, "NS:3-4", "EW:3-4")
    page = organizer.get(f"/n/{bell.slug}/game/{game.pk}/").content.decode()
    assert page.count('name="winner"') == 2
    assert organizer.post(f"/n/{bell.slug}/board/sign/{game.pk}/", {"winner": winner}).status_code == 302
    assert games_of(bell, 1)[0].winner == winner


def test_a_correction_that_leaves_a_tie_leaves_the_winner_whom_the_organizer_named(bell: Night) -> None:
    game = games_of(bell, 1)[0]
    level(game, "NS:5", "EW:5")
    decide_game(game=game, winner=Side.NS, who=ORGANIZER)

    def correct(number: int, said: str) -> str:
        of = load_game(game, bell).hands[number - 1].id
        correct_hand(game=game, of=of, record=read_result(bell, said), key=f"a key: {of}", who=ORGANIZER)
        return games_of(bell, 1)[0].winner

    assert correct(1, "EW:0-2") == "NS", "two points each as before, though E-W scored last"
    assert correct(2, "EW:5-alone") == "EW", "the points say who won"
    assert correct(2, "EW:5") == "EW", "a new tie goes to whoever scored last"


# The bell


def test_a_table_without_a_hand_at_the_bell_is_decided_by_the_organizer_and_the_night_goes_on(
    organizer: Client, bell: Night
) -> None:
    first, second = games_of(bell, 1)
    play_hands(first, "NS:3-4")
    agree(first)
    ring(bell, 1)
    with pytest.raises(Refused):
        agree(second)
    assert "(no hand was played: say who won)" in organizer.get(f"/n/{bell.slug}/board/").content.decode()
    page = organizer.get(f"/n/{bell.slug}/game/{second.pk}/").content.decode()
    assert "Nobody scored before the bell" in page
    organizer.post(f"/n/{bell.slug}/board/sign/{second.pk}/", {"winner": "EW"})
    assert bell.rounds.count() == 2
    assert set(seatings(bell)[0].tables[1][2:]) <= set(seatings(bell)[1].tables[0]), "its winners moved up"


def test_only_the_organizer_decides_and_only_what_the_points_do_not(organizer: Client, bell: Night) -> None:
    game = games_of(bell, 1)[0]
    seated = seatings(bell)[0].tables[0][0]
    who: Who = who_is(bell, seated)
    with nothing_changes():
        with pytest.raises(Refused, match="ring the bell first"):
            decide_game(game=game, winner=Side.NS, who=ORGANIZER)
        with pytest.raises(NotAllowed):
            decide_game(game=game, winner=Side.NS, who=who)
        assert Client().post(f"/n/{bell.slug}/board/sign/{game.pk}/", {"winner": "NS"}).status_code == 403
    play_hands(game, "EW:3-4")
    with nothing_changes():
        answer = organizer.post(f"/n/{bell.slug}/board/sign/{game.pk}/", {"winner": "NS"})
        assert answer.status_code == 409


def test_after_the_bell_a_table_between_hands_agrees_and_all_move(empty_night: Night) -> None:
    night = open_with(empty_night, 8, "winners-up", deals=4)
    for game in games_of(night, 1):
        play_hands(game, "NS:3-4", "NS:5")
    with pytest.raises(Refused, match="2 of 4 hands"):
        agree(games_of(night, 1)[0])
    ring(night, 1)
    for game in games_of(night, 1):
        agree(game)
    assert night.rounds.count() == 2


# Opened again


def test_a_game_opened_again_takes_seats_back_that_nobody_played_from(organizer: Client, bell: Night) -> None:
    play_round(bell, 1)
    before = seatings(bell)
    reopen_game(game=games_of(bell, 1)[0], who=ORGANIZER)
    assert seatings(bell) == before[:1]
    assert "room" in bell.events.order_by("-pk")[0].topics.split(), "all phones hear of it, for their seat is gone"
    agree(games_of(bell, 1)[0])
    assert seatings(bell) == before


def test_a_correction_that_turns_the_game_seats_the_next_one_anew(bell: Night) -> None:
    play_round(bell, 1, winners=("NS",))
    before, game = seatings(bell), games_of(bell, 1)[1]
    hand = load_game(game, bell).hands[0]
    correct_hand(game=game, of=hand.id, record={**hand.data, "maker_side": "B"}, key="a-key-of-its-own", who=ORGANIZER)
    assert games_of(bell, 1)[1].winner == "EW"
    assert bell.rounds.count() == 2 and seatings(bell)[1] != before[1]


def test_a_correction_after_the_next_game_began_moves_nobody(bell: Night) -> None:
    play_round(bell, 1, winners=("NS",))
    play_hands(games_of(bell, 2)[0], "NS:5")
    before, game = seatings(bell), games_of(bell, 1)[1]
    reopen_game(game=game, who=ORGANIZER)
    assert seatings(bell) == before
    for one in games_of(bell, 2):
        if one.started_at is None:
            play_hands(one, "NS:5")
        agree(one)
    assert bell.rounds.count() == 3, "an old game that is open again holds nobody up"
    agree(game)
    assert bell.rounds.count() == 3 and seatings(bell)[:2] == before


# Who comes and goes


def test_seats_that_were_shown_are_drawn_again_when_somebody_goes(bell: Night) -> None:
    play_round(bell, 1)
    gone = seatings(bell)[1].tables[0][0]
    look = preview_change(bell, lambda: drop_out(entry=bell.entries.get(number=gone), who=ORGANIZER))
    drop_out(entry=bell.entries.get(number=gone), who=ORGANIZER)
    assert tuple(seatings(bell)) == look.after
    assert seatings(bell)[1].everybody == set(range(1, 11)) - {gone}


def test_who_comes_during_a_game_is_seated_with_the_next_one(bell: Night) -> None:
    first, second = games_of(bell, 1)
    for game in (first, second):
        play_hands(game, "NS:3-4")
    agree(first)
    for name in ("Zoe New", "Yan New"):
        arrive_late(night=bell, name=name, who=ORGANIZER)
    assert bell.rounds.count() == 1
    assert "Your seat appears" in phone_says(bell, 11) or "your next seat appears" in phone_says(bell, 11)
    agree(second)
    assert (len(seatings(bell)[1].tables), seatings(bell)[1].sitting_out) == (3, ())


def test_both_sides_word_on_their_phones_moves_everybody(bell: Night) -> None:
    play_hands(games_of(bell, 1)[0], "NS:3-4")
    agree(games_of(bell, 1)[0])
    game = games_of(bell, 1)[1]
    play_hands(game, "NS:3-4")
    a, _, c, _ = seatings(bell)[0].tables[1]
    for number, side in ((a, Side.NS), (c, Side.EW)):
        assert bell.rounds.count() == 1
        confirm_game(
            game=game, side=side, agrees=True, seen_hand=load_game(game, bell).newest, who=who_is(bell, number)
        )
    assert bell.rounds.count() == 2
