"""A night's tables: they say what its pages say, and the hands' points add up to the standings, whatever is played."""

from __future__ import annotations

import csv
from collections import defaultdict
from datetime import date
from io import BytesIO, StringIO
from random import Random
from uuid import uuid4

import pytest
from django.test import Client
from openpyxl import load_workbook

from tally.forms import read_result
from tally.loading.games import load_game
from tally.loading.single_table import table_games
from tally.presenters.results import every_bid, scoring_buttons
from tally.scores.total_lines import TotalLine
from tally.scoring.night_totals import enter_totals
from tally.scoring.recording import record_hand
from tally.scoring.undo import undo_hand
from tests.support.movement_nights import games_of, open_guest_night
from tests.support.night import ORGANIZER, game_at, play_hands, player_actor
from tests.support.single_table import current_game, open_table, post_hand, random_hand, sum_records
from tests.support.totals import totals, write_total
from tournament.models import Club, Game, Night
from tournament.movements.seats import Side
from tournament.night.lifecycle import close_night
from tournament.night.roster_changes import substitute

GAMES = (
    "standard",
    "progressive-cats",
    "railroad",
    "bid-single-deck",
    "pepper-cats",
    "double-hasenpfeffer-cats",
    "buck",
)
RULES = {"standard": {"loner": "5-4"}}  # more for the one who went alone
SINGLE_TABLES = [("standard", 4), ("three-handed", 3), ("call-ace", 5), ("buck", 4), ("bid-single-deck", 4)]
Rows = list[dict[str, str]]


def table_of(client: Client, night: Night, name: str) -> Rows:
    """Return a table of a night as a spreadsheet reads it."""
    answer = client.get(f"/n/{night.slug}/data/{name}.csv")
    assert (
        answer.status_code == 200 and answer["Content-Disposition"] == f'attachment; filename="{name}-{night.slug}.csv"'
    )
    return list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"), newline="")))


def added_up(hands: Rows, seats: Rows) -> dict[str, int]:
    """Add up what the rows of hands bring everybody, and what sitting out does."""
    found: defaultdict[str, int] = defaultdict(int)
    for row in hands:
        for side, seated in (("N–S", ("North", "South")), ("E–W", ("East", "West"))):
            for seat in seated:
                found[row[seat]] += int(row[f"Points {side}"])
        if row["More for alone"]:
            found[row["Alone"]] += int(row["More for alone"])
    for row in seats:
        if row["Seat"] == "Sits out":
            found[row["Name"]] += int(row["Points"] or 0)
    return dict(found)


def every_result(night: Night) -> list[str]:
    """List the values of every button of tonight's game."""
    buttons = scoring_buttons(night, Side.NS)
    rows = [result for row in buttons.get("rows", []) for result in row]  # type: ignore[attr-defined]
    bids = [result for side in every_bid(night, Side.NS) for bid in side for result in bid.results]
    reneges = [result for row in buttons["reneges"] for result in row]  # type: ignore[attr-defined]
    return [result.value for result in (*rows, *bids, *reneges)] + ["passed"] * bool(buttons["may_pass"])


def play_random(game: Game, chance: Random, results: list[str], hands: int = 4) -> None:
    """Record hands of a game by chance; who went alone is said where there is a loner."""
    night = game.round.night
    for number in range(1, hands + 1):
        record = read_result(night, chance.choice(results))
        maker = {"A": "NS", "B": "EW"}.get(str(record.get("maker_side")))
        seats = {place.seat: place.entry for place in game.places.all()}
        alone = seats[chance.choice(maker)] if record.get("alone") and maker else None
        record_hand(game=game, number=number, record=record, key=uuid4().hex, who=ORGANIZER, alone_by=alone)


@pytest.mark.sample(3)
@pytest.mark.parametrize("variant", GAMES)
def test_hands_add_up_to_the_standings(empty_night: Night, organizer: Client, variant: str) -> None:
    night = open_guest_night(
        empty_night, 9, "night", games=2, variant=variant, deals=4, house_rules=RULES.get(variant, {})
    )
    chance, results = Random(variant), every_result(night)
    for number in (1, 2):
        for game in games_of(night, number):
            play_random(game, chance, results)
    hands, seats, standings = (table_of(organizer, night, name) for name in ("hands", "seats", "standings"))
    assert len(hands) == 2 * 2 * 4 and {row["Result"] for row in hands} <= set(RESULTS) | {
        row["Result"] for row in hands if row["Result"].startswith("Renege by Guest")
    }
    added = added_up(hands, seats)
    assert any(row["More for alone"] for row in hands) == (variant in RULES)
    assert {row["Name"]: int(row["Total"]) for row in standings} == added
    assert {row["No."]: int(row["Total"]) for row in standings} == {str(n): total for n, total in totals(night).items()}
    points: defaultdict[str, int] = defaultdict(int)
    for row in seats:
        points[row["Name"]] += int(row["Points"] or 0)
        assert int(row["Total so far"]) == points[row["Name"]]
    assert points == added


RESULTS = ("Made", "Euchred", "Set", "Everybody passed")


def test_a_hand_says_who_sat_there_who_called_and_who_entered_it(night: Night, organizer: Client) -> None:
    game, ann = game_at(night, 1, 1), player_actor(night, 1)
    play_hands(game, "NS:5-alone", "EW:0-2", "NS:3-4", who=ann)
    undo_hand(game=game, hand=load_game(game, night).hands[-1].id, key="undone", who=ORGANIZER)
    first, second = table_of(organizer, night, "hands")
    seats = {place.seat: place.entry.name for place in game.places.select_related("entry")}
    assert [first[seat] for seat in ("North", "East", "South", "West")] == [seats[seat] for seat in "NESW"]
    assert (first["Game"], first["Table"], first["Hand"], second["Hand"]) == ("1", "1", "1", "2")
    assert (
        first["Called by"] == f"{seats['N']} & {seats['S']}" and second["Called by"] == f"{seats['E']} & {seats['W']}"
    )
    assert (first["Result"], first["Tricks"], first["Alone"]) == ("Made", "5", "yes")
    assert (second["Result"], second["Tricks"], second["Points N–S"]) == ("Euchred", "0–2", "2")
    assert {first["Entered by"], second["Entered by"]} == {"Ann Miller"}


def test_a_total_from_paper_is_a_line_in_place_of_the_hands(empty_night: Night, organizer: Client) -> None:
    night = open_guest_night(
        empty_night, 8, "night", games=1, count_loners=True, variant="standard", house_rules=RULES["standard"]
    )
    game = game_at(night, 1, 1)
    play_hands(game, "NS:5")
    number = game.places.get(seat="N").entry.number
    write_total(game, 9, 4, sure=True, **{f"n{number}": 2})
    rows = [row for row in table_of(organizer, night, "hands") if row["Table"] == "1"]
    assert [(row["Hand"], row["Result"], row["Points N–S"], row["Points E–W"]) for row in rows] == [
        ("", "Total from paper", "9", "4"),
        ("", "2 hands alone", "0", "0"),
    ]
    assert rows[1]["More for alone"] == "2"
    standings = table_of(organizer, night, "standings")
    added = added_up(rows, [])
    assert {row["Name"]: int(row["Total"]) for row in standings if row["Name"] in added} == added
    assert [row["Loners"] for row in standings].count("2") == 1


def test_standings_say_what_the_page_says(night: Night, organizer: Client) -> None:
    Night.objects.update(prizes={"list": [{"kind": "high", "what": "A ham", "money": "$20"}]})
    play_hands(game_at(night, 1, 1), "NS:5", "EW:3-4")
    substitute(entry=night.entries.get(number=2), name="Zed Abbott", who=ORGANIZER)
    close_night(night=night, who=ORGANIZER)
    night.refresh_from_db()
    page = organizer.get(f"/n/{night.slug}/standings/").context
    rows = table_of(organizer, night, "standings")
    assert [(int(row["Place"]), int(row["No."]), int(row["Games"]), int(row["Total"])) for row in rows] == [
        (row.place, row.number, row.games, row.total) for row, _ in page["rows"]
    ]
    assert {row["Name"] for row in rows} >= {"Bob Stone / Zed Abbott", "Ann Miller"}
    winners = [row for row in rows if row["Prizes"]]
    assert len(winners) == 2 and {row["Prizes"] for row in winners} == {"High, A ham, $10"}
    assert "Loners" not in rows[0] and "Hickeys" not in rows[0]


def test_everything_is_a_workbook_of_three_sheets(night: Night, organizer: Client) -> None:
    play_hands(game_at(night, 1, 1), "NS:5", "EW:3-4")
    night.entries.filter(number=1).update(name="=1+1")
    answer = organizer.get(f"/n/{night.slug}/data/everything.xlsx")
    workbook = load_workbook(BytesIO(answer.content))
    assert [sheet.title for sheet in workbook.worksheets] == ["Standings", "Seats", "Hands"]
    names = {cell.value: cell.data_type for cell in workbook["Standings"]["C"]}
    assert names["=1+1"] == "s"
    totals_there = [cell.value for cell in workbook["Standings"]["E"]][1:]
    assert totals_there == [int(row["Total"]) for row in table_of(organizer, night, "standings")]
    assert organizer.get(f"/n/{night.slug}/data/everything.csv").status_code == 404
    assert organizer.get(f"/n/{night.slug}/data/cards.csv").status_code == 404


@pytest.mark.parametrize("path", ["standings.csv", "seats.xlsx", "hands.csv", "everything.xlsx"])
def test_only_the_organizer_takes_tables_out(night: Night, stranger: Client, path: str) -> None:
    play_hands(game_at(night, 1, 1), "NS:5")
    assert stranger.get(f"/n/{night.slug}/data/{path}").status_code == 403


def test_a_night_that_has_not_started_has_no_tables(eight_players: Night, organizer: Client) -> None:
    answer = organizer.get(f"/n/{eight_players.slug}/data/seats.csv")
    assert answer.status_code == 409 and "has not started" in answer.content.decode()


def test_an_old_night_has_standings_only(club: Club, organizer: Client) -> None:
    lines = [TotalLine("Ann Miller", 40, loners=2), TotalLine("Bob Stone", -3)]
    night = enter_totals(club=club, name="Old", on=date(2019, 1, 1), games=8, lines=lines, who=ORGANIZER)
    rows = table_of(organizer, night, "standings")
    assert [(row["Name"], row["Total"]) for row in rows] == [("Ann Miller", "40"), ("Bob Stone", "-3")]
    assert organizer.get(f"/n/{night.slug}/data/hands.csv").status_code == 302
    answer = organizer.get(f"/n/{night.slug}/data/everything.xlsx")
    assert load_workbook(BytesIO(answer.content)).sheetnames == ["Standings"]


@pytest.mark.parametrize(("slug", "players"), SINGLE_TABLES)
def test_the_hands_of_a_single_table_add_up_to_its_totals(
    club: Club, organizer: Client, slug: str, players: int
) -> None:
    night, chance = open_table(club, slug, players), Random(slug)
    for _ in range(4):
        game = current_game(night)
        if game.over:
            break
        assert post_hand(organizer, night, random_hand(game.setup, chance)).status_code == 302
    rows = table_of(organizer, night, "hands")
    game = table_games(night)[0]
    here = [row for row in rows if row["Game"] == "1" and row["Counts"] == "yes"]
    names = {str(party): " & ".join(entry.name for entry in entries) for party, entries in game.names.items()}
    assert here and {party: sum(int(row[f"Points {name}"]) for row in here) for party, name in names.items()} == {
        party: sum_records(night, game.row).get(party, 0) for party in names
    }
    assert organizer.get(f"/n/{night.slug}/data/seats.csv").status_code == 302
    assert Client().get(f"/n/{night.slug}/data/hands.csv").status_code == 403
