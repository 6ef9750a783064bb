"""Results across nights: each agrees with its night's standings, and many nights take as many queries as one."""

from __future__ import annotations

from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tally.loading.awards import night_standings
from tally.loading.games import load_game, night_games
from tally.loading.results import club_results, night_result
from tally.loading.tallies import night_tallies
from tally.scores.results import NightResult
from tally.scoring.paper_total_checks import Total
from tally.scoring.paper_totals import record_total, state_token
from tally.scoring.undo import undo_hand
from tests.support.movement_nights import open_guest_night, play_round, sign_both_sides
from tests.support.night import ORGANIZER, game_at, play_hands
from tournament.models import Club, Entry, Game, Night
from tournament.night.roster_changes import arrive_late, drop_out, substitute
from tournament.people.errors import Refused

pytestmark = pytest.mark.usefixtures("short_searches")
HANDS = ("NS:3-4", "EW:5", "NS:5-alone", "EW:0-2", "NS:5")


def new_night(club: Club, name: str = "Any", date: str = "2026-11-24") -> Night:
    return Night.objects.create(club=club, name=name, date=date)


def random_night(club: Club, seed: int, day: int = 24) -> Night:
    """Play a night in which hands, totals from paper, sit-outs and players who come and go are drawn."""
    chance = Random(seed)
    players = chance.choice((7, 8, 9))
    night = open_guest_night(
        new_night(club, f"Night {seed}", f"2026-11-{day}"),
        players,
        "winners-up",
        games=4,
        ghost=players == 7,
        count_loners=chance.random() < 0.5,
        house_rules={"sit_out_credit": 3} if chance.random() < 0.5 else {},
    )
    for index in range(4):
        change_players(night, chance, index)
        for game in Game.objects.unsigned().filter(round__night=night, round__number=index + 1).order_by("table"):
            game.round.night = night
            score_game(game, chance)
    return night


def change_players(night: Night, chance: Random, index: int) -> None:
    """Let somebody come, go or be replaced, where that is possible."""
    entry = chance.choice(list(night.entries.all()))
    try:
        match chance.randrange(4):
            case 0:
                arrive_late(night=night, name=f"Late{index} Y", who=ORGANIZER)
            case 1:
                drop_out(entry=entry, who=ORGANIZER)
            case 2:
                substitute(entry=entry, name=f"Stand{index} In", who=ORGANIZER)
    except Refused:
        pass


def score_game(game: Game, chance: Random) -> None:
    """Score a game by a hand or by a total from paper; sometimes the hand is taken back."""
    if chance.random() < 0.3:
        total, expected = (
            Total(ns=chance.randrange(5), ew=chance.randrange(5, 9)),
            state_token(load_game(game, game.round.night)),
        )
        record_total(game=game, total=total, key=f"total of {game.pk}", expected=expected, who=ORGANIZER, sure=True)
        return
    play_hands(game, chance.choice(HANDS))
    sign_both_sides(game)


def check_against_standings(result: NightResult, night: Night) -> None:
    """Check a result against the night's standings, which are made of other queries."""
    standings = {row.number: row for row in night_standings(night, night_tallies(night, night_games(night)))}
    entries = {entry.player_id: entry for entry in night.entries.people().order_by("number")}
    assert len(result.by_player) == len(result.players)
    for player, own in result.by_player.items():
        row = standings[entries[player].number or 0]
        assert (own.points, own.place, own.shared) == (row.total, row.place, row.shared)
        assert own.loners in (None, row.loners)
        assert own.games - own.sat_out == row.games
        assert sum(own.game_points) == own.points and len(own.game_points) == own.games
        assert own.left == (entries[player].left_at is not None)
    assert len(result.players) == len(standings)


@pytest.mark.parametrize("seed", range(4))
def test_a_result_agrees_with_the_nights_standings(club: Club, seed: int) -> None:
    night = random_night(club, seed)
    check_against_standings(night_result(night), night)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4, 60))
def test_results_of_many_random_nights_agree_with_their_standings(club: Club, seed: int) -> None:
    night = random_night(club, seed)
    check_against_standings(night_result(night), night)


def queries_for(club: Club) -> int:
    with CaptureQueriesContext(connection) as queries:
        club_results(club)
    return len(queries)


def test_many_nights_take_as_many_queries_as_one(club: Club) -> None:
    random_night(club, 1)
    one = queries_for(club)
    for seed in (2, 3, 0):
        random_night(club, seed, day=20 + seed)
    assert len(club_results(club)) == 4
    assert queries_for(club) == one <= 8


def test_nights_are_by_date_and_those_without_a_score_have_no_result(club: Club) -> None:
    later, earlier = new_night(club, "Later", "2026-12-01"), new_night(club, "Earlier", "2026-11-01")
    for night in (later, earlier):
        play_round(open_guest_night(night, 8, games=4), 1)
    new_night(club, "In sign-up")
    open_guest_night(new_night(club, "Nothing scored"), 8)
    assert [result.name for result in club_results(club)] == ["Earlier", "Later"]
    other = Club.objects.create(name="Another club")
    assert club_results(other) == club_results(other, [later]) == []


def test_a_result_has_the_games_of_each_table_by_regular(club: Club) -> None:
    night = open_guest_night(new_night(club), 8, games=4)
    play_hands(game_at(night, 1, 1), "NS:5")
    result, seats = night_result(night), dict(game_at(night, 1, 1).places.values_list("seat", "entry__player"))
    assert (result.status, result.games, len(result.meetings)) == ("playing", 1, 1)
    meeting = result.meetings[0]
    assert (meeting.round, meeting.table, meeting.ns_points, meeting.ew_points) == (1, 1, 2, 0)
    assert (set(meeting.ns), set(meeting.ew)) == ({seats["N"], seats["S"]}, {seats["E"], seats["W"]})


def test_a_ghost_is_nobody(club: Club) -> None:
    night = open_guest_night(new_night(club), 7, games=4, ghost=True)
    play_round(night, 1)
    ghost, result = night.entries.get(is_ghost=True), night_result(night)
    assert ghost.player_id not in result.by_player and len(result.players) == 7
    assert [None in (*m.ns, *m.ew) for m in result.meetings].count(True) == 1


def test_a_hand_that_was_taken_back_counts_for_nothing(club: Club) -> None:
    night = open_guest_night(new_night(club), 8, games=4)
    game = game_at(night, 1, 1)
    play_hands(game, "NS:5")
    undo_hand(game=game, hand=game.hands.get().pk, key="take back", who=ORGANIZER)
    assert night_result(night).games == 0 and club_results(club) == []


def test_loners_are_unknown_where_the_night_does_not_record_them(club: Club) -> None:
    night = open_guest_night(new_night(club), 8, games=4)
    play_round(night, 1)
    assert {own.loners for own in night_result(night).players} == {None}
    Night.objects.filter(pk=night.pk).update(count_loners=True)
    night.refresh_from_db()
    assert {own.loners for own in night_result(night).players} == {0}


def test_points_go_to_the_substitute_and_one_person_with_two_numbers_has_one_result(club: Club) -> None:
    night = open_guest_night(new_night(club), 9, games=4)
    play_round(night, 1)
    first, other = night.entries.get(number=1), night.entries.get(number=2)
    drop_out(entry=first, who=ORGANIZER)
    Entry.objects.filter(pk=other.pk).update(player=first.player)  # who came back, and plays on for number 2
    result = night_result(night)
    own = result.by_player[first.player_id]
    assert not own.left and other.player_id not in result.by_player
    assert len(result.players) == len(result.by_player) == 8


def test_regulars_are_told_apart_by_who_they_are_and_not_by_name(club: Club) -> None:
    night = open_guest_night(new_night(club), 8, games=4)
    play_round(night, 1)
    before = night_result(night)
    night.entries.update(name="Same Name")
    assert night_result(night) == before
