"""Results across nights: each agrees with its night's standings, and many nights take as many queries as one."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from importlib import import_module
from random import Random

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tally.exports.season_tables import SEASON_TABLES
from tally.loading.awards import night_standings
from tally.loading.called_hands import called_hands
from tally.loading.games import load_game, night_games
from tally.loading.results import club_results, night_result
from tally.loading.seasons import LoadedSeason
from tally.loading.tallies import night_tallies
from tally.presenters.pictures import night_picture
from tally.scores.results import NightResult
from tally.scoring.paper_total_checks import Total
from tally.scoring.paper_totals import record_total, state_token
from tally.scoring.undo import undo_hand
from tests.support.movement_nights import open_guest_night, play_round, sign_both_sides
from tests.support.night import ORGANIZER, game_at, play_hands
from tournament.club.merging import merge_regulars, preview_merge
from tournament.models import Club, EarlierPlayer, Entry, Game, Night, Player, Season, SitOut
from tournament.movements.seats import Side
from tournament.night.bell import ring_bell
from tournament.night.lifecycle import close_night
from tournament.night.roster_changes import arrive_late, drop_out, last_game_over, substitute
from tournament.people.errors import Refused

pytestmark = pytest.mark.usefixtures("short_searches")
HANDS = ("NS:3-4", "EW:5", "NS:5-alone", "EW:0-2", "NS:5")


def new_night(club: Club, name: str = "Any", date: str = "2026-11-24") -> Night:
    return Night.objects.create(club=club, name=name, date=date)


Book = dict[tuple[int, int], int]  # who played a game under a number, by the regular's id


def random_night(club: Club, seed: int, day: int = 24, book: Book | None = None) -> Night:
    """Play a night in which hands, totals from paper, sit-outs and players who come and go are drawn.

    :param book: where to write down who had each number in each game.
    """
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
        if book is not None:
            book |= {(index + 1, e.number or 0): e.player_id for e in night.entries.people().numbered()}
        for game in Game.objects.unsigned().filter(round__night=night, round__number=index + 1).order_by("table"):
            game.round.night = night
            score_game(game, chance)
    return night


def change_players(night: Night, chance: Random, index: int) -> None:
    """Let somebody come, go or be replaced, where that is possible."""
    entry = chance.choice(list(night.entries.all()))
    try:
        match chance.randrange(5):
            case 0:
                arrive_late(night=night, name=f"Late{index} Y", who=ORGANIZER)
            case 1:
                drop_out(entry=entry, who=ORGANIZER)
            case 2:
                substitute(entry=entry, name=f"Stand{index} In", who=ORGANIZER)
            case 3:
                gone = night.entries.gone().first()
                substitute(entry=entry, name=gone.name if gone else f"Stand{index} In", who=ORGANIZER)
    except Refused:
        pass


def score_game(game: Game, chance: Random) -> None:
    """Score a game by a hand or by a total from paper; sometimes the hand is taken back."""
    if chance.random() < 0.3:
        total, expected = (
            Total(ns=chance.randrange(5), ew=chance.randrange(5, 9)),
            state_token(load_game(game, game.round.night)),
        )
        record_total(game=game, total=total, key=f"total-of-{game.pk}", expected=expected, who=ORGANIZER, sure=True)
        return
    play_hands(game, chance.choice(HANDS))
    sign_both_sides(game)


def check_against_standings(result: NightResult, night: Night) -> None:
    """Check a result against the night's standings, which are made of other queries."""
    standings = {row.number: row for row in night_standings(night, night_tallies(night, night_games(night)))}
    entries = {entry.number: entry for entry in night.entries.people().with_earlier_players()}
    assert len(result.by_player) == len(result.players)
    for player, own in result.by_player.items():
        row, entry = standings[own.number], entries[own.number]
        assert (own.standing_points, own.place, own.shared) == (row.total, row.place, row.shared)
        assert sum(own.game_points) == own.points and len(own.game_points) == own.took_part
        if not result.has_substitutes:
            assert own.games == row.games, "a game across nights is one that tonight's standings count"
        assert player in (entry.player_id, *(one.player_id for one in entry.earlier_players.all()))
        assert own.left == (entry.left_at is not None or entry.player_id != player)
    assert {own.number for own in result.players} <= standings.keys()


def who_played(book: Book, game: int, number: int) -> int:
    """Who played a game under a number; an empty chair's games are those of whoever takes it over."""
    return next(book[later, number] for later in range(game, 9) if (later, number) in book)


def check_against_book(result: NightResult, night: Night, book: Book) -> None:
    """Count what everybody made a second time, game by game, by who is written down for it; and who met whom."""
    points: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for game in Game.objects.filter(round__night=night).select_related("round"):
        loaded = load_game(game, night).play
        for place in game.places.select_related("entry"):
            side = next(side for side in Side if place.seat in side.seats)
            if loaded.played and not place.entry.is_ghost:
                player = who_played(book, game.round.number, place.entry.number or 0)
                points[player][game.round.number] = loaded.total(side)
                assert any(
                    player in (*meeting.ns, *meeting.ew)
                    for meeting in result.meetings
                    if (meeting.round, meeting.table) == (game.round.number, game.table)
                )
    for out in SitOut.objects.filter(round__night=night, round__games__signed_at__isnull=False).distinct():
        if not out.entry.is_ghost:
            player = who_played(book, out.round.number, out.entry.number or 0)
            points[player][out.round.number] = night.house_rules.get("sit_out_credit", 0)
    counted = {player: tuple(made for _, made in sorted(games.items())) for player, games in points.items()}
    assert {player: own.game_points for player, own in result.by_player.items() if own.took_part} == counted


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(6))
def test_a_result_agrees_with_the_nights_standings_and_with_who_played(club: Club, seed: int) -> None:
    book: Book = {}
    night = random_night(club, seed, book=book)
    check_against_standings(night_result(night), night)
    check_against_book(night_result(night), night, book)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6, 60))
def test_results_of_many_random_nights_agree_with_their_standings(club: Club, seed: int) -> None:
    book: Book = {}
    night = random_night(club, seed, book=book)
    check_against_standings(night_result(night), night)
    check_against_book(night_result(night), night, book)


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
    undo_hand(game=game, hand=game.hands.get().pk, key="take-back", who=ORGANIZER)
    assert night_result(night).games == 0 and club_results(club) == []


def test_loners_are_unknown_where_the_night_does_not_record_them(club: Club) -> None:
    night = open_guest_night(new_night(club), 8, games=4)
    play_round(night, 1)
    assert {own.loners for own in night_result(night).players} == {None}
    Night.objects.filter(pk=night.pk).update(count_loners=True)
    night.refresh_from_db()
    assert {own.loners for own in night_result(night).players} == {0}


def hand_over(night: Night, number: int, name: str) -> None:
    substitute(entry=night.entries.get(number=number), name=name, who=ORGANIZER)


def own_games(night: Night, name: str) -> tuple[int, ...]:
    return night_result(night).by_player[Player.objects.get(club=night.club, name=name).pk].game_points


def test_whoever_went_and_the_substitute_each_have_their_own_games(club: Club) -> None:
    night = open_guest_night(new_night(club), 8, games=4)
    first = night.entries.get(number=1)
    play_round(night, 1)
    hand_over(night, 1, "Norm Stone")
    for number in (2, 3):
        play_round(night, number)
    hand_over(night, 1, first.name)
    play_round(night, 4)
    tally = next(row for row in night_standings(night, night_tallies(night, night_games(night))) if row.number == 1)
    result = night_result(night)
    (line,) = [line for line in result.lines if line[0].number == 1]
    assert [(own.player, own.games, own.left) for own in line] == [
        (first.player_id, 2, False),
        (Player.objects.get(name="Norm Stone").pk, 2, True),
    ]
    assert sum(own.points for own in line) == tally.total == line[0].standing_points
    assert {own.place for own in line} == {tally.place}
    assert len(result.lines) == 8 and len(result.players) == 9 and result.has_substitutes


def test_the_game_under_way_is_the_substitutes_and_one_whose_bell_has_rung_is_not(club: Club) -> None:
    night = open_guest_night(new_night(club), 8, games=4)
    first = night.entries.get(number=1)
    play_hands(Game.objects.get(round__number=1, places__entry=first), "NS:5")
    hand_over(night, 1, "Norm Stone")
    assert first.player_id not in night_result(night).by_player
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    hand_over(night, 1, "Ole Berg")
    sign_both_sides(Game.objects.get(round__number=1, places__entry=first))
    play_round(night, 2)
    assert (len(own_games(night, "Norm Stone")), len(own_games(night, "Ole Berg"))) == (1, 1)


def test_a_game_sat_out_is_over_once_every_table_has_agreed(club: Club) -> None:
    night = open_guest_night(new_night(club), 9, games=4, house_rules={"sit_out_credit": 3})
    (out,) = SitOut.objects.filter(round__night=night, round__number=1)
    assert last_game_over(out.entry) == 0
    play_round(night, 1)
    assert last_game_over(out.entry) == 1
    hand_over(night, out.entry.number or 0, "Norm Stone")
    assert own_games(night, out.entry.name) == (3,) and own_games(night, "Norm Stone") == ()


def test_a_sit_out_is_no_game_in_any_page_file_or_picture(
    club: Club, organizer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = open_guest_night(new_night(club), 5, games=5, house_rules={"sit_out_credit": 3})
    for number in range(1, 6):
        play_round(night, number)
    close_night(night=night, who=ORGANIZER)
    season = Season.objects.create(club=club, name="Fall", first_day=night.date, last_day=night.date, per_game=True)
    result = night_result(night)
    assert result.games == 5
    assert {(own.games, own.sat_out, own.sit_out_points) for own in result.players} == {(4, 1, 3)}
    own = result.players[0]
    assert own.points_a_game == Fraction(own.points - 3, 4)
    (score,) = LoadedSeason(season).standings[0].nights
    assert score.worth == own.points_a_game
    page = organizer.get(f"/club/people/{own.player}/").content.decode()
    assert "in 4 games, 3 points of them for sitting out" in " ".join(page.split())
    table = SEASON_TABLES["nights"](LoadedSeason(season))
    assert {row[table.columns.index("Games")] for row in table.rows} == {4}
    feet: list[str] = []
    monkeypatch.setattr("tally.presenters.pictures.standings_picture", lambda heading, _: feet.append(heading.foot))
    night_picture(night)
    assert feet == ["5 players · 5 games"]


def test_where_the_last_game_was_not_noted_all_are_the_substitutes(club: Club) -> None:
    night = open_guest_night(new_night(club), 8, games=4)
    first = night.entries.get(number=1)
    play_round(night, 1)
    hand_over(night, 1, "Norm Stone")
    play_round(night, 2)
    EarlierPlayer.objects.update(last_game=None)
    result = night_result(night)
    assert first.player_id not in result.by_player and len(own_games(night, "Norm Stone")) == 2
    assert not result.has_substitutes


def test_a_migration_notes_last_games_by_when_scores_were_agreed_and_bells_rang(club: Club) -> None:
    night = open_guest_night(new_night(club), 8, games=4)
    for number, name in enumerate(("Norm Stone", "Ole Berg", "Pia Lind")):
        hand_over(night, 1, name)
        play_round(night, number + 1)
    EarlierPlayer.objects.update(last_game=None)
    migration = import_module("tournament.migrations.0032_earlier_players_last_game")
    migration.note_last_games(apps, None)
    assert list(EarlierPlayer.objects.values_list("last_game", flat=True)) == [None, 1, 2]


def test_merging_changes_a_remembered_result(club: Club) -> None:
    night = open_guest_night(new_night(club), 8, games=4)
    first = night.entries.get(number=1).player
    play_round(night, 1)
    hand_over(night, 1, "Norm Stone")
    close_night(night=night, who=ORGANIZER)
    night.refresh_from_db()
    other = Player.objects.create(club=club, name="Guest One")
    assert first.pk in night_result(night).by_player
    merge_regulars(kept=other, merged=first, shown=preview_merge(other, first).state_token, who=ORGANIZER)
    assert first.pk not in night_result(night).by_player and other.pk in night_result(night).by_player


def test_a_season_says_that_a_substitute_took_over(club: Club) -> None:
    night = open_guest_night(new_night(club), 8, games=4)
    play_round(night, 1)
    season = LoadedSeason(Season.objects.create(club=club, name="Fall", first_day=night.date, last_day=night.date))
    assert season.differences == []
    hand_over(night, 1, "Norm Stone")
    play_round(night, 2)
    season = LoadedSeason(Season.objects.get())
    assert season.differences == ["On 1 night a substitute took over: each player counts their own games."]
    assert len(season.standings) == 9
    Season.objects.update(worth="places")
    said = "On 1 night a substitute took over: each player counts their own games, and the place that these bring."
    assert LoadedSeason(Season.objects.get()).differences == [said]


def test_hands_that_were_called_count_for_who_sat_there(club: Club) -> None:
    night = open_guest_night(new_night(club), 8, games=4)
    first = night.entries.get(number=1)
    play_round(night, 1)
    hand_over(night, 1, "Norm Stone")
    play_round(night, 2)
    norm = Player.objects.get(name="Norm Stone")
    assert {hand.round for hand in called_hands(first.player, [night])} == {1}
    assert {hand.round for hand in called_hands(norm, [night])} == {2}


def test_one_person_with_two_numbers_has_one_result_with_the_games_of_both(club: Club) -> None:
    night = open_guest_night(new_night(club), 9, games=4)
    first = night.entries.get(number=1)
    play_round(night, 1)
    drop_out(entry=first, who=ORGANIZER)
    play_round(night, 2)
    hand_over(night, 2, first.name)
    play_round(night, 3)
    own = night_result(night).by_player[first.player_id]
    assert (own.took_part, own.number, own.left) == (2, 2, False)


def test_one_game_by_two_numbers_is_that_of_the_number_they_ended_with(club: Club) -> None:
    night = open_guest_night(new_night(club), 9, games=4)
    play_round(night, 1)
    points = {own.number: own.game_points for own in night_result(night).players}
    first = night.entries.get(number=1)
    other = next(entry for entry in night.entries.order_by("number") if points[entry.number] != points[1])
    drop_out(entry=first, who=ORGANIZER)
    Entry.objects.filter(pk=other.pk).update(player=first.player)  # who came back, and plays on for the other number
    result = night_result(night)
    own = result.by_player[first.player_id]
    assert own.game_points == points[other.number]
    assert not own.left and other.player_id not in result.by_player
    assert len(result.players) == len(result.by_player) == 8


def test_regulars_are_told_apart_by_who_they_are_and_not_by_name(club: Club) -> None:
    night = open_guest_night(new_night(club), 8, games=4)
    play_round(night, 1)
    before = night_result(night)
    night.entries.update(name="Same Name")
    assert night_result(night) == before
