"""A club in which everything has happened once, by the site's own functions: what an archive must hold."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

from django.apps import apps
from django.db import connection

from tally.archive.tables import tables
from tally.forms import read_result
from tally.loading.games import load_game
from tally.models import Hand
from tally.pictures.logos import logo_of
from tally.rules import VARIANTS, result_buttons
from tally.scores.total_lines import TotalLine
from tally.scoring.corrections import correct_hand
from tally.scoring.night_totals import enter_totals
from tally.scoring.own_games import save_own_game
from tally.scoring.recording import record_hand
from tally.scoring.signing import sign_for_both
from tally.scoring.ties import settle_tie
from tally.scoring.undo import undo_hand
from tests.support.club_looks import png
from tests.support.movement_nights import games_of, open_guest_night, play_round
from tests.support.night import CAST, ORGANIZER, game_at, play_hands, player_actor
from tests.support.single_table import open_table
from tests.support.totals import write_total
from tournament.club.cash import add_line, close_box, correct_line, pay_entry_fee, type_count
from tournament.club.erasing import erase_player
from tournament.club.merging import merge_regulars, preview_merge, undo_merge
from tournament.club.paper_look import set_logo, set_paper_look
from tournament.club.seasons import save_season
from tournament.models import Club, Game, Night, Player, Season
from tournament.money.box import Kind
from tournament.movements.seats import Side
from tournament.night.bell import ring_bell
from tournament.night.charts import add_chart, load_charts
from tournament.night.lifecycle import close_night, start_night
from tournament.night.numbers import draw_numbers
from tournament.night.roster_changes import drop_out, substitute
from tournament.night.signup import sign_up

EIGHT = "1  1-2 vs 3-4  5-6 vs 7-8\n2  1-3 vs 2-4  5-7 vs 6-8"
ERASED = "Nora Quinn"


def fill_club(club: Club) -> None:
    """Let everything happen once."""
    paid_night(club)
    bench_night(club)
    bid_night(club)
    own_game_night(club)
    open_night_of(club)
    single_table(club)
    lines = [TotalLine("Ann Miller", 40), TotalLine("王小明", 41, games=7, loners=2)]
    enter_totals(club=club, name="Old", on=date(2019, 1, 1), games=8, lines=lines, who=ORGANIZER)
    seasons(club)
    people(club)
    set_paper_look(club=club, name=club.name, motto="Good cards", accent="#1d3a6b", who=ORGANIZER)
    set_logo(club=club, logo=logo_of(png()), who=ORGANIZER)


def new_night(club: Club, name: str, on: date, **settings: object) -> Night:
    """Make a night in sign-up."""
    return Night.objects.create(club=club, name=name, date=on, seed=7, **settings)


def paid_night(club: Club) -> Night:
    """Two tables: a corrected, an undone, a disputed hand, paper, a substitute, somebody who left, and the cash box."""
    night = new_night(
        club, "Tuesday “euchre”", date(2026, 9, 1), money=True, entry_fee=500, euchre_price=25, loner_price=10,
        wifi_name="Hall", wifi_password="secret-of-the-hall", count_loners=True, bell_by="organizer",
    )  # fmt: skip
    sign_up(night=night, names=[*CAST[:7], ERASED], who=ORGANIZER)
    draw_numbers(night=night, order="arrival", who=ORGANIZER)
    for entry in night.entries.all()[:3]:
        pay_entry_fee(entry=entry, who=ORGANIZER)
    add_line(night=night, kind=Kind.EXPENSE, cents=-700, who=ORGANIZER, key=uuid4().hex, what="Coffee")
    correct_line(line=night.cash_lines.get(what="Coffee"), cents=-650, who=ORGANIZER)
    start_night(night=night, who=ORGANIZER)
    game = game_at(night, 1, 1)
    play_hands(game, "NS:5", "EW:3-4", who=player_actor(night, game.places.get(seat="N").entry.number or 0))
    other = player_actor(night, game.places.get(seat="E").entry.number or 0)
    again = {"number": 2, "key": uuid4().hex, "who": other}
    record_hand(game=game, record=read_result(night, "NS:3-4"), **again)  # type: ignore[arg-type]
    first = Hand.objects.get(game=game, number=1)
    correct_hand(
        game=game, of=first.pk, record=read_result(night, "EW:5"), key=uuid4().hex, who=ORGANIZER, why="Nora saw it"
    )
    play_hands(game, "NS:5-alone", first=3, who=ORGANIZER)
    undo_hand(game=game, hand=Hand.objects.get(game=game, number=3).pk, key=uuid4().hex, who=ORGANIZER)
    write_total(game_at(night, 1, 2), 7, 5, n7=1)
    substitute(entry=night.entries.get(number=8), name="Zed Abbott", who=ORGANIZER, why="Nora felt ill")
    type_count(entry=night.entries.get(number=5), happening="euchre", count=2, who=ORGANIZER)
    drop_out(entry=night.entries.get(number=7), who=ORGANIZER)
    close_night(night=night, who=ORGANIZER)
    close_box(night=night, cents=850, who=ORGANIZER)
    return night


def bench_night(club: Club) -> Night:
    """Winners move up, with two on the bench, a tie that was cut, and a bell."""
    night = new_night(club, "Winners", date(2026, 9, 8))
    night = open_guest_night(night, 10, "winners-up", bell_by="organizer", tie_by="cut")
    head = games_of(night, 1)[0]
    play_hands(head, "NS:3-4", "EW:3-4")
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    settle_tie(game=head, winner=Side.EW, seen_hand=load_game(head, night).newest, who=ORGANIZER)
    sign_for_both(load_game(Game.objects.get(pk=head.pk), night), ORGANIZER)
    return night


def bid_night(club: Club) -> Night:
    """A night of a bid game with a ghost, closed."""
    night = new_night(club, "Bids", date(2026, 9, 15), variant="hasenpfeffer-cats")
    night = open_guest_night(night, 7, ghost=True)
    for game in games_of(night, 1):
        play_hands(game, f"NS:{result_buttons(VARIANTS[night.variant], {})[0].slug}")
    close_night(night=night, who=ORGANIZER)
    return night


def own_game_night(club: Club) -> Night:
    """A night of the club's own game on its own chart, closed with the club's own rules."""
    night = new_night(club, "Our game", date(2026, 9, 22))
    Club.objects.filter(pk=club.pk).update(own_rules="Coffee at eight.")
    description = {"name": "Fire Hall Euchre", "base": "standard", "cards": 24, "notes": ["Low card deals."]}
    version = save_own_game(night=night, description=description, who=ORGANIZER)
    later = {**description, "about": "As of this year"}
    save_own_game(night=night, description=later, who=ORGANIZER, game=version.game)
    Night.objects.filter(pk=night.pk).update(variant=version.game.versions.last().slug)  # type: ignore[union-attr]
    night.refresh_from_db()
    sign_up(night=night, names=CAST[:8], who=ORGANIZER)
    draw_numbers(night=night, order="arrival", who=ORGANIZER)
    add_chart(night=night, name="Eight of ours", notation=EIGHT, who=ORGANIZER)
    night.refresh_from_db()
    start_night(night=night, who=ORGANIZER)
    close_night(night=night, who=ORGANIZER)
    return night


def open_night_of(club: Club) -> Night:
    """A night in the middle of a game, whose last acts can be undone."""
    night = new_night(club, "Tonight", date(2026, 9, 29))
    night = open_guest_night(night, 8)
    play_round(night, 1)
    write_total(games_of(night, 2)[0], 3, 2)
    return night


def single_table(club: Club) -> Night:
    """One table, two hands."""
    night = open_table(club, "standard", 4)
    for number in (1, 2):
        Hand.objects.create(
            game=Game.objects.get(round__night=night), number=number, version=1, key=uuid4().hex,
            record={"variant": "standard", "players": 4, "maker_side": "A", "alone": False, "maker_tricks": 5,
                    "defender_tricks": 0},
        )  # fmt: skip
    return night


def seasons(club: Club) -> None:
    """A season that leaves a night out, and one that takes one in."""
    nights = {night.name: night.pk for night in club.nights.all()}
    fall = Season(
        club=club, name="Fall", first_day=date(2026, 9, 1), last_day=date(2026, 12, 31), adding="best", best=2
    )
    save_season(season=fall, exceptions={nights["Bids"]: False})
    old = Season(club=club, name="Old times", first_day=date(2018, 1, 1), last_day=date(2019, 12, 31), worth="places")
    save_season(season=old, exceptions={nights["Winners"]: True})


def people(club: Club) -> None:
    """A merge, one that was undone, a guest who is gone, and somebody erased."""

    def player(name: str) -> Player:
        return club.players.get(name=name)

    pairs = (("Ann Miller", "Guest9 X"), ("Bob Stone", "Guest10 X"))
    merges = [
        merge_regulars(
            kept=player(kept), merged=player(gone), who=ORGANIZER,
            shown=preview_merge(player(kept), player(gone)).state_token,
        )
        for kept, gone in pairs
    ]  # fmt: skip
    undo_merge(merge=merges[1], who=ORGANIZER)
    Player.objects.create(club=club, name="Zoë Guest", paper_name="Zo", is_guest=True, is_active=False)
    erase_player(player=player(ERASED), typed_name=ERASED, who=ORGANIZER)


def delete_nights(*nights: Night) -> None:
    """Delete nights with all that was played, which no page does."""
    for table in reversed(tables()):
        if table.of_night:
            table.model._default_manager.filter(**{f"{table.path}__in": [night.pk for night in nights]}).delete()


def empty_database() -> None:
    """Delete every row, but not what counts the ids; the charts that come with the program are loaded again."""
    with connection.cursor() as cursor, connection.constraint_checks_disabled():
        for model in reversed(apps.get_models()):
            cursor.execute(f'DELETE FROM "{model._meta.db_table}"')
    load_charts()
