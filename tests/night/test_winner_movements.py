"""Where seats follow the winners, the next game is seated when every table has signed, and nobody gets stuck."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tally.forms import read_result
from tally.loading.games import load_game
from tally.loading.ties import tie_of
from tally.printing.cards import movement_note
from tally.scoring.corrections import correct_hand
from tally.scoring.paper_totals import state_token
from tally.scoring.signing import confirm_game, decide_game
from tally.scoring.wrong_seats import fix_wrong_seats
from tests.support.markup import compact, page_text
from tests.support.movement_nights import games_of, open_guest_night, play_round, sign_both_sides
from tests.support.night import ORGANIZER, nothing_changes, phone_of, play_hands, player_actor
from tests.support.totals import write_total
from tournament.access import Who
from tournament.live.messages import NOTICE, players_of
from tournament.models import Game, Night, Place, Round
from tournament.movements.catalog import MOVEMENTS
from tournament.movements.seats import Side
from tournament.night.bell import ring_bell
from tournament.night.games import reopen_game
from tournament.night.previews import preview_change
from tournament.night.roster_changes import arrive_late, drop_out
from tournament.people.errors import NotAllowed, Refused
from tournament.planning.night_plan import describe_plan
from tournament.planning.rounds import game_count, seatings, sit_out_sentence

pytestmark = pytest.mark.usefixtures("short_searches")
FOLLOW_WINNERS = ("winners-up", "winners-stay")


@pytest.fixture
def winners_up(empty_night: Night) -> Night:
    """A night of four games where winners move up: ten players at two tables, two of them sitting out."""
    return open_guest_night(empty_night, 10, "winners-up")


def phone_text(night: Night, number: int) -> str:
    """Return the text of a player's page."""
    return page_text(phone_of(night, number), f"/n/{night.slug}/play/")


def board_text(organizer: Client, night: Night) -> str:
    """Return the text of the board."""
    return page_text(organizer, f"/n/{night.slug}/board/")


def ring(night: Night, number: int) -> None:
    """Ring the bell of a round."""
    ring_bell(round_=night.rounds.get(number=number), who=ORGANIZER)


@pytest.mark.sample(3)
@pytest.mark.parametrize("players", [4, 5, 8, 10, 15])
@pytest.mark.parametrize("movement", FOLLOW_WINNERS)
def test_a_whole_night_is_seated_game_by_game_by_its_movement(empty_night: Night, movement: str, players: int) -> None:
    night = open_guest_night(empty_night, players, movement)
    for number in range(1, 5):
        assert night.rounds.count() == number
        play_round(night, number, winners=("NS", "EW", "EW"))
        if number < 4:
            winners = [Side(game.winner) for game in games_of(night, number)]
            played = seatings(night)
            assert played[-1] == MOVEMENTS[movement].next_round(played[:-1], winners, chance=None)  # type: ignore[arg-type]
            assert played[-1].everybody == set(range(1, players + 1))
    assert (night.rounds.count(), game_count(night)) == (4, 4)


def test_the_next_game_waits_for_every_table_and_the_board_names_them(organizer: Client, winners_up: Night) -> None:
    first, second = games_of(winners_up, 1)
    play_hands(first, "NS:3-4")
    sign_both_sides(first)
    assert winners_up.rounds.count() == 1
    assert "Seats for game 2 post when all scores are in. To come: table 2." in board_text(organizer, winners_up)
    one, other = seatings(winners_up)[0].sitting_out
    assert f"Sitting out {one} Guest{one} X {other} Guest{other} X" in board_text(organizer, winners_up)
    play_hands(second, "NS:3-4")
    sign_both_sides(second)
    assert winners_up.rounds.count() == 2
    assert "Seats for game 3 post when all scores are in. To come: tables 1, 2." in board_text(organizer, winners_up)


# Phones


def test_a_player_at_a_signed_table_waits_and_then_sees_who_moves(winners_up: Night) -> None:
    first, second = games_of(winners_up, 1)
    play_hands(first, "NS:3-4")
    sign_both_sides(first)
    number = seatings(winners_up)[0].tables[0][0]
    assert "Score confirmed. Well played!" in phone_text(winners_up, number)
    assert "your next seat appears here as soon as all scores are in" in phone_text(winners_up, number)
    play_hands(second, "NS:3-4")
    sign_both_sides(second)
    text = phone_text(winners_up, number)
    assert "Game 2: table 1" in text
    assert re.search(
        r"Guest\d+ X\. moves to (North|South|East|West); Guest\d+ X\. and Guest\d+ X\. come from table 2 "
        r"and sit \w+ and \w+\.",
        text,
    )
    play_hands(games_of(winners_up, 2)[0], "NS:5")
    assert "come from table 2" not in phone_text(winners_up, number)


def test_a_player_sitting_out_sees_it_and_gets_a_seat_in_the_next_game(winners_up: Night) -> None:
    first, second = seatings(winners_up)[0].sitting_out
    assert "You sit out game 1" in phone_text(winners_up, first)
    play_round(winners_up, 1)
    assert {first, second} <= {n for table in seatings(winners_up)[1].tables for n in table}, (
        "those who sat out are seated first"
    )
    assert "Game 2: table 2" in phone_text(winners_up, first)


def test_the_last_game_ends_the_night_for_everybody(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 5, "winners-up", games=2)
    for number in (1, 2):
        play_round(night, number)
    for number in range(1, 6):
        assert "You have played all your games" in phone_text(night, number)


def test_a_sit_out_in_the_last_game_is_shown_until_the_game_is_over(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 5, games=2)
    play_round(night, 1)
    sitting_out = seatings(night)[1].sitting_out[0]
    assert "You sit out game 2 That was your last one" in phone_text(night, sitting_out)
    play_round(night, 2)
    assert "You have played all your games" in phone_text(night, sitting_out)


def test_a_player_sitting_out_in_a_fair_rotation_sees_the_next_seat(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 9)
    sitting_out = seatings(night)[0].sitting_out[0]
    text = phone_text(night, sitting_out)
    assert "You sit out game 1 Take a break. Then you sit here: Game 2: table" in text


# Ties


def play_tie(game: Game, *results: str) -> None:
    """Play a game of these hands, which end in a tie."""
    Night.objects.filter(pk=game.round.night_id).update(deals=len(results))
    game.round.night.refresh_from_db()
    play_hands(game, *results)


@pytest.mark.parametrize(
    ("results", "winner"),
    [(("NS:3-4", "EW:3-4"), "EW"), (("EW:5", "NS:5"), "NS"), (("NS:3-4", "NS:0-2", "NS:3-4"), "NS")],
)
def test_a_tie_goes_to_the_side_that_scored_last_and_phones_show_it_before_signing(
    winners_up: Night, results: tuple[str, ...], winner: str
) -> None:
    game = games_of(winners_up, 1)[0]
    play_tie(game, *results)
    pairs = {"NS": seatings(winners_up)[0].tables[0][:2], "EW": seatings(winners_up)[0].tables[0][2:]}
    for number in seatings(winners_up)[0].tables[0]:
        one, other = pairs[winner]
        assert f"A tie. Guest{one} X. & Guest{other} X. win, as they scored last" in phone_text(winners_up, number)
    sign_both_sides(game)
    assert games_of(winners_up, 1)[0].winner == winner


def test_a_tie_without_points_is_decided_by_a_repeatable_draw(winners_up: Night) -> None:
    game = games_of(winners_up, 1)[1]
    play_tie(game, "passed", "passed")
    tie = tie_of(load_game(game, winners_up))
    assert tie and tie.by_lot
    assert "win by lot, as nobody scored" in phone_text(winners_up, seatings(winners_up)[0].tables[1][0])
    sign_both_sides(game)
    assert games_of(winners_up, 1)[1].winner == tie.winner


def test_a_tie_needs_no_winner_where_seats_are_fixed(night: Night) -> None:
    game = games_of(night, 1)[0]
    play_tie(game, "NS:3-4", "EW:3-4")
    assert tie_of(load_game(game, night)) is None
    assert "A tie" not in phone_text(night, 1)
    sign_both_sides(game)
    assert games_of(night, 1)[0].winner == ""


@pytest.mark.parametrize("winner", list(Side))
def test_the_organizer_decides_a_tie(organizer: Client, winners_up: Night, winner: Side) -> None:
    game = games_of(winners_up, 1)[0]
    play_tie(game, "NS:3-4", "EW:3-4")
    page = organizer.get(f"/n/{winners_up.slug}/game/{game.pk}/").content.decode()
    assert page.count('name="winner"') == 2
    assert organizer.post(f"/n/{winners_up.slug}/board/sign/{game.pk}/", {"winner": winner}).status_code == 302
    assert games_of(winners_up, 1)[0].winner == winner


def test_a_correction_that_leaves_a_tie_keeps_the_organizers_winner(winners_up: Night) -> None:
    game = games_of(winners_up, 1)[0]
    play_tie(game, "NS:5", "EW:5")
    decide_game(game=game, winner=Side.NS, who=ORGANIZER)

    def correct(number: int, result: str) -> str:
        of = load_game(game, winners_up).hands[number - 1].id
        correct_hand(game=game, of=of, record=read_result(winners_up, result), key=f"key-of-hand-{of}", who=ORGANIZER)
        return games_of(winners_up, 1)[0].winner

    assert correct(1, "EW:0-2") == "NS", "still two points each, though E-W scored last"
    assert correct(2, "EW:5-alone") == "EW", "the points decide the winner"
    assert correct(2, "EW:5") == "EW", "a new tie goes to the side that scored last"


# The bell


def test_the_organizer_names_the_winner_of_a_table_without_a_hand_at_the_bell(
    organizer: Client, winners_up: Night
) -> None:
    first, second = games_of(winners_up, 1)
    play_hands(first, "NS:3-4")
    sign_both_sides(first)
    ring(winners_up, 1)
    with pytest.raises(Refused):
        sign_both_sides(second)
    phone_of(winners_up, second.places.first().entry.number)  # it looks up its seat only
    assert "waiting for its slip" in organizer.get(f"/n/{winners_up.slug}/board/").content.decode()
    page = organizer.get(f"/n/{winners_up.slug}/game/{second.pk}/").content.decode()
    assert "Nobody scored before the bell" in page
    organizer.post(f"/n/{winners_up.slug}/board/sign/{second.pk}/", {"winner": "EW"})
    assert winners_up.rounds.count() == 2
    assert set(seatings(winners_up)[0].tables[1][2:]) <= set(seatings(winners_up)[1].tables[0]), (
        "the named winners moved up"
    )


def test_only_the_organizer_names_a_winner_and_only_when_the_points_do_not(
    organizer: Client, winners_up: Night
) -> None:
    game = games_of(winners_up, 1)[0]
    seated = seatings(winners_up)[0].tables[0][0]
    player: Who = player_actor(winners_up, seated)
    with nothing_changes():
        with pytest.raises(Refused, match="ring the bell first"):
            decide_game(game=game, winner=Side.NS, who=ORGANIZER)
        with pytest.raises(NotAllowed):
            decide_game(game=game, winner=Side.NS, who=player)
        assert Client().post(f"/n/{winners_up.slug}/board/sign/{game.pk}/", {"winner": "NS"}).status_code == 403
    play_hands(game, "EW:3-4")
    with nothing_changes():
        answer = organizer.post(f"/n/{winners_up.slug}/board/sign/{game.pk}/", {"winner": "NS"})
        assert answer.status_code == 409


def test_after_the_bell_tables_between_hands_sign_and_everybody_moves(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", deals=4)
    for game in games_of(night, 1):
        play_hands(game, "NS:3-4", "NS:5")
    with pytest.raises(Refused, match="2 of 4 hands"):
        sign_both_sides(games_of(night, 1)[0])
    ring(night, 1)
    for game in games_of(night, 1):
        sign_both_sides(game)
    assert night.rounds.count() == 2


# Reopened games


def test_reopening_a_game_removes_seats_from_which_nobody_played(organizer: Client, winners_up: Night) -> None:
    play_round(winners_up, 1)
    before = seatings(winners_up)
    reopen_game(game=games_of(winners_up, 1)[0], who=ORGANIZER)
    assert seatings(winners_up) == before[:1]
    assert "room" in winners_up.events.order_by("-pk")[0].topics.split(), (
        "every phone refreshes, since its next seat is gone"
    )
    sign_both_sides(games_of(winners_up, 1)[0])
    assert seatings(winners_up) == before


def test_a_correction_that_changes_the_winner_redraws_the_next_game(winners_up: Night) -> None:
    play_round(winners_up, 1, winners=("NS",))
    before, game = seatings(winners_up), games_of(winners_up, 1)[1]
    hand = load_game(game, winners_up).hands[0]
    correct_hand(game=game, of=hand.id, record={**hand.data, "maker_side": "B"}, key="a-key-of-its-own", who=ORGANIZER)
    assert games_of(winners_up, 1)[1].winner == "EW"
    assert winners_up.rounds.count() == 2 and seatings(winners_up)[1] != before[1]


def notices(night: Night) -> dict[str, set[int]]:
    """What single phones were told of their seats, with their players by number."""
    numbers = dict(night.entries.values_list("pk", "number"))
    told: dict[str, set[int]] = {}
    for event in night.events.all():
        players = {numbers[pk] for pk in players_of(event, NOTICE)}
        if players and event.public_text.startswith("Your seat"):
            told.setdefault(event.public_text, set()).update(players)
    return told


def expected_notices(before: dict[int, str], after: dict[int, str]) -> dict[str, set[int]]:
    """What phones are to be told of seats in game 2 that changed, with their players by number."""
    told: dict[str, set[int]] = {}
    for number, place in after.items():
        if place != before[number]:
            where = f"table {place[0]}" if place else "you sit out"
            told.setdefault(f"Your seat in game 2 has changed: {where}.", set()).add(number)
    return told


@pytest.mark.parametrize("reopened", [False, True])
def test_who_gets_another_seat_by_a_correction_is_told(winners_up: Night, reopened: bool) -> None:
    play_round(winners_up, 1, winners=("NS",))
    assert newest_line_of_movement(winners_up) == "The movement seated everybody for game 2"
    before, game = places_of(winners_up, 2), games_of(winners_up, 1)[1]
    if reopened:
        reopen_game(game=game, who=ORGANIZER)
    write_total(games_of(winners_up, 1)[1], 1, 4)
    after = places_of(winners_up, 2)
    expected = expected_notices(before, after)
    assert expected and set().union(*expected.values()) != set(after)
    assert notices(winners_up) == expected
    assert newest_line_of_movement(winners_up) == "The movement gave game 2 new seats: an earlier game was corrected"


@pytest.mark.parametrize("movement", ["winners-up", "night"])
def test_who_gets_another_seat_by_fixed_seating_is_told(
    empty_night: Night, short_searches: None, movement: str
) -> None:
    night = open_guest_night(empty_night, 12, movement)
    play_round(night, 1, winners=("NS",))
    before, (first, second) = places_of(night, 2), games_of(night, 1)[:2]
    one, other = first.places.get(seat="N").entry, second.places.get(seat="E").entry
    fix_wrong_seats(night=night, number=1, one=one, other=other, who=ORGANIZER)
    expected = expected_notices(before, places_of(night, 2))
    assert expected and notices(night) == expected
    lines = [str(line) for line in night.log_entries.order_by("-pk")[:2]]
    assert lines[0] == "The movement gave game 2 new seats: an earlier game was corrected"
    assert lines[1].startswith("The organizer fixed the seating of game 1")


def test_seating_is_fixed_while_a_game_is_open_again(winners_up: Night) -> None:
    play_round(winners_up, 1, winners=("NS",))
    first, second = games_of(winners_up, 1)[:2]
    reopen_game(game=first, who=ORGANIZER)
    one, other = first.places.get(seat="N").entry, second.places.get(seat="E").entry
    fix_wrong_seats(night=winners_up, number=1, one=one, other=other, who=ORGANIZER)
    assert not notices(winners_up)
    sign_both_sides(games_of(winners_up, 1)[0])
    assert newest_line_of_movement(winners_up) == "The movement gave game 2 new seats: an earlier game was corrected"


def test_the_same_winners_once_more_move_nobody(winners_up: Night) -> None:
    play_round(winners_up, 1, winners=("NS",))
    write_total(games_of(winners_up, 1)[1], 4, 1)
    assert not notices(winners_up)
    assert newest_line_of_movement(winners_up) == "The movement left the seats of game 2 as they were"


def newest_line_of_movement(night: Night) -> str:
    """The movement's newest line in the log."""
    entry = night.log_entries.filter(actor="The movement").latest("pk")
    return f"{entry.actor} {entry.text}"


def places_of(night: Night, number: int) -> dict[int, str]:
    """Where each player is in a game, by number: table and seat, as in "1N"; empty for who sits out."""
    round_ = night.rounds.get(number=number)
    seats = Place.objects.filter(game__round=round_).values_list("entry__number", "game__table", "seat")
    return dict.fromkeys(round_.sitouts.values_list("entry__number", flat=True), "") | {
        number: f"{table}{seat}" for number, table, seat in seats
    }


def test_a_correction_after_the_next_game_started_moves_nobody(winners_up: Night) -> None:
    play_round(winners_up, 1, winners=("NS",))
    play_hands(games_of(winners_up, 2)[0], "NS:5")
    before, game = seatings(winners_up), games_of(winners_up, 1)[1]
    reopen_game(game=game, who=ORGANIZER)
    assert seatings(winners_up) == before
    for one in games_of(winners_up, 2):
        if one.started_at is None:
            play_hands(one, "NS:5")
        sign_both_sides(one)
    assert winners_up.rounds.count() == 3, "a reopened older game does not delay the next one"
    sign_both_sides(game)
    assert winners_up.rounds.count() == 3 and seatings(winners_up)[:2] == before


@pytest.mark.parametrize("how", ["total", "hand"])
def test_a_correction_after_the_next_games_bell_keeps_its_seats_and_its_bell(winners_up: Night, how: str) -> None:
    play_round(winners_up, 1, winners=("NS",))
    ring(winners_up, 2)
    before, game = seatings(winners_up), games_of(winners_up, 1)[1]
    if how == "total":
        write_total(game, 1, 4)
    else:
        hand = load_game(game, winners_up).hands[0]
        record = {**hand.data, "maker_side": "B"}
        correct_hand(game=game, of=hand.id, record=record, key="a-key-of-its-own", who=ORGANIZER)
    assert games_of(winners_up, 1)[1].winner == "EW"
    assert seatings(winners_up) == before and load_game(games_of(winners_up, 2)[0], winners_up).progress.rung


def test_a_correction_after_the_next_games_seats_were_found_keeps_them(organizer: Client, winners_up: Night) -> None:
    play_round(winners_up, 1, winners=("NS",))
    before, game = seatings(winners_up), games_of(winners_up, 1)[1]
    address, form = f"/n/{winners_up.slug}/game/{game.pk}", {"ns": "1", "ew": "4", "key": "a-key-of-its-own"}
    form["shown"] = state_token(load_game(game, winners_up))
    hand, moves, stays = (
        f"{address}/hand/1/",
        "If that changes who won, game 2 gets new seats",
        "Game 2 has started, so its seats stay",
    )
    assert moves in page_text(organizer, hand) and stays not in page_text(organizer, hand)
    changed = compact(organizer.post(f"{address}/total/", form).content.decode())
    assert "That changes who won, so game 2 gets new seats." in changed and moves not in changed
    same = compact(organizer.post(f"{address}/total/", form | {"ns": "4", "ew": "1"}).content.decode())
    assert "game 2 gets new seats" not in same and "free for their next game" in same
    Round.objects.filter(night=winners_up, number=2).update(posted_at=timezone.now() - timedelta(minutes=4))
    preview = compact(organizer.post(f"{address}/total/", form).content.decode())
    for page in (preview, page_text(organizer, hand), page_text(organizer, f"{address}/")):
        assert stays in page and moves not in page
    organizer.post(f"{address}/total/", form | {"sure": "1"})
    assert games_of(winners_up, 1)[1].winner == "EW" and seatings(winners_up) == before


# Roster changes


def test_seats_already_shown_are_redrawn_when_a_player_leaves(winners_up: Night) -> None:
    play_round(winners_up, 1)
    leaving = seatings(winners_up)[1].tables[0][0]
    preview = preview_change(winners_up, lambda: drop_out(entry=winners_up.entries.get(number=leaving), who=ORGANIZER))
    drop_out(entry=winners_up.entries.get(number=leaving), who=ORGANIZER)
    assert tuple(seatings(winners_up)) == preview.after
    assert seatings(winners_up)[1].everybody == set(range(1, 11)) - {leaving}


def test_a_player_who_arrives_during_a_game_is_seated_in_the_next_one(winners_up: Night) -> None:
    first, second = games_of(winners_up, 1)
    for game in (first, second):
        play_hands(game, "NS:3-4")
    sign_both_sides(first)
    for name in ("Zoe New", "Yan New"):
        arrive_late(night=winners_up, name=name, who=ORGANIZER)
    assert winners_up.rounds.count() == 1
    assert "Your seat appears" in phone_text(winners_up, 11) or "your next seat appears" in phone_text(winners_up, 11)
    sign_both_sides(second)
    assert (len(seatings(winners_up)[1].tables), seatings(winners_up)[1].sitting_out) == (3, ())


def test_confirming_on_both_sides_phones_moves_everybody(winners_up: Night) -> None:
    play_hands(games_of(winners_up, 1)[0], "NS:3-4")
    sign_both_sides(games_of(winners_up, 1)[0])
    game = games_of(winners_up, 1)[1]
    play_hands(game, "NS:3-4")
    a, _, c, _ = seatings(winners_up)[0].tables[1]
    for number, side in ((a, Side.NS), (c, Side.EW)):
        assert winners_up.rounds.count() == 1
        confirm_game(
            game=game,
            side=side,
            agrees=True,
            seen_hand=load_game(game, winners_up).newest,
            who=player_actor(winners_up, number),
        )
    assert winners_up.rounds.count() == 2


# Sit-outs


def sit_outs_by_number(night: Night) -> dict[int, int]:
    """Count the games that each player has sat out."""
    counts = dict.fromkeys(range(1, night.entries.count() + 1), 0)
    for seating in seatings(night):
        for number in seating.sitting_out:
            counts[number] += 1
    return counts


def test_where_winners_move_up_nobody_sits_out_twice_before_everybody_has_once(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 10, "winners-up", games=10)
    for number in range(1, 6):
        assert set(sit_outs_by_number(night).values()) <= {0, 1}
        play_round(night, number, winners=("EW", "NS"))
    assert len(seatings(night)) == 6
    assert sorted(sit_outs_by_number(night).values()) == [1] * 8 + [2] * 2


def test_the_house_may_let_losers_at_the_last_table_sit_out(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 10, "winners-up", games=10, sit_out_rule="last-table")
    for number in range(1, 10):
        before = seatings(night)[-1]
        play_round(night, number, winners=("EW", "NS"))
        assert set(seatings(night)[-1].sitting_out) == set(before.tables[-1][2:])


@pytest.mark.parametrize(
    ("rule", "plan", "sentence"),
    [
        ("in-turn", "2 sit out in turn", "Everybody sits out in turn: nobody twice before everybody has once."),
        (
            "last-table",
            "2 sit out, losers at the last table",
            "Losers at the last table sit out, however often they have.",
        ),
    ],
)
def test_movement_page_and_seats_say_who_sits_out(
    organizer: Client, empty_night: Night, rule: str, plan: str, sentence: str
) -> None:
    night = open_guest_night(empty_night, 10, "winners-up", sit_out_rule=rule)
    assert sentence in page_text(Client(), f"/n/{night.slug}/")
    assert sentence in movement_note(night)
    assert plan in describe_plan(night, 10)
    assert describe_plan(night, 12).endswith("4 games") and not sit_out_sentence(night, 12)
