"""manage.py movement: every kind, new or in the middle of a night, its report, and its errors.

These tests need no database. They parse and count what the command prints without the code that drew it up.
"""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from collections import Counter
from io import StringIO, TextIOWrapper
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.support.hall_server import MANAGE
from tests.support.printed_charts import PRINTED
from tournament.movements.charts import read_chart

BOTH_CHARTS = pytest.mark.parametrize("players", [8, 12])
FOLLOWS_WINNERS, BY_RULE = ("winners-up", "winners-stay"), ("north-stays", "two-colors", "drawn")
QUICK = {"budget": 0.01}
NIGHT = {"players": 9, "rounds": [[[1, 2, 3, 4], [5, 6, 7, 8]]], "sitouts": [[9]]}


def movement(players: int | None, output_format: str = "json", **options: Any) -> str:
    """Run the command and return what it prints."""
    out = StringIO()
    call_command("movement", players=players, format=output_format, stdout=out, stderr=StringIO(), **options)
    return out.getvalue()


def movement_data(players: int | None, **options: Any) -> Any:
    """Run the command and return its JSON as data."""
    return json.loads(movement(players, **options))


def refusal(players: int | None, **options: Any) -> str:
    """Return the sentence that the command fails with; it must print nothing."""
    out = StringIO()
    with pytest.raises(CommandError) as failed:
        call_command("movement", players=players, stdout=out, **options)
    sentence = str(failed.value)
    assert out.getvalue() == "" and "\n" not in sentence and sentence[-1] in ".}", sentence
    return sentence


def continue_night(folder: Path, night: dict[str, Any], players: int | None = None, **options: Any) -> Any:
    """Run the command with this night's history and return its JSON as data."""
    return movement_data(players, after=write_night(folder, night), **options)


def write_night(folder: Path, night: object) -> str:
    """Write a night's history to a file and return its path."""
    file = folder / "night.json"
    file.write_text(json.dumps(night), encoding="utf-8")
    return str(file)


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own without a database."""
    env = os.environ | {"EUCHRE_DATA": str(folder / "no" / "such"), "DATABASE_URL": "postgres://nobody@127.0.0.1:1/x"}
    return subprocess.run(
        [sys.executable, MANAGE, "movement", *arguments],
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def check_places(night: dict[str, Any]) -> None:
    """Check that each player in a game has one place, with four at a table and fewer than four sitting out."""
    games = len(night["rounds"])
    sit_outs, active = night.get("sitouts", [[]] * games), night.get("active", [range(1, night["players"] + 1)] * games)
    assert len(sit_outs) == len(active) == games
    for tables, out, here in zip(night["rounds"], sit_outs, active, strict=True):
        assert all(len(table) == 4 for table in tables) and len(out) < 4
        assert sorted([*(number for table in tables for number in table), *out]) == list(here)


def partners(night: dict[str, Any]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for tables in night["rounds"] for a, b, c, d in tables for pair in ((a, b), (c, d)))


# The printed charts


@BOTH_CHARTS
def test_movement_prints_the_printed_chart_exactly(players: int) -> None:
    chart = movement(players, "chart")
    rows = [[int(n) for n in re.findall(r"\d+", row)] for row in chart.splitlines()[1:]]
    assert rows == [[game, *(n for table in tables for n in table)] for game, tables in enumerate(PRINTED[players], 1)]
    file = {8: "two_tables", 12: "three_tables"}[players]
    assert chart == Path(MANAGE).with_name("fixtures").joinpath(f"charts/{file}.txt").read_text()
    assert movement(players, "chart", kind="chart", games=3) == "".join(chart.splitlines(keepends=True)[:4])


@BOTH_CHARTS
def test_movement_as_json_has_players_and_rounds(players: int) -> None:
    assert movement_data(players) == {"players": players, "rounds": PRINTED[players]}


@BOTH_CHARTS
def test_movement_as_csv_has_a_line_per_table_in_dealing_order(players: int) -> None:
    rows = list(csv.DictReader(StringIO(movement(players, "csv"))))
    assert [[int(row[key]) for key in ("game", "table", "north", "east", "south", "west")] for row in rows] == [
        [game, table, a, c, b, d]
        for game, tables in enumerate(PRINTED[players], 1)
        for table, (a, b, c, d) in enumerate(tables, 1)
    ]


@BOTH_CHARTS
def test_a_number_of_games_makes_night_the_default_for_8_and_12_players_too(players: int) -> None:
    night = movement_data(players, games=5, **QUICK)
    check_places(night)
    assert len(night["rounds"]) == 5 and night == movement_data(players, games=5, kind="night", **QUICK)


def test_movement_needs_no_database_and_prints_only_the_chart(tmp_path: Path) -> None:
    done = run(tmp_path, "--players", "12")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == movement(12, "chart")


# Every other kind


@pytest.mark.parametrize(("players", "games"), [(4, 3), (9, 6), (10, 8), (15, 7), (20, 8), (30, 8), (133, 3)])
def test_a_night_seats_all_players_and_repeats_no_partners(players: int, games: int) -> None:
    night = movement_data(players, games=games, **QUICK)
    check_places(night)
    assert len(night["rounds"]) == games and ("sitouts" in night) == (players % 4 > 0) and "active" not in night
    assert max(partners(night).values()) == 1


def test_a_night_has_ten_games_by_default() -> None:
    assert len(movement_data(18, **QUICK)["rounds"]) == len(movement_data(18, kind="drawn")["rounds"]) == 10


@pytest.mark.parametrize("players", [13, 20])
def test_perfect_prints_the_whole_rotation_or_its_first_games(players: int) -> None:
    night = movement_data(players, kind="perfect")
    check_places(night)
    assert partners(night) == Counter(map(frozenset, combinations(range(1, players + 1), 2)))
    assert movement_data(players, kind="perfect", games=6)["rounds"] == night["rounds"][:6]


@pytest.mark.parametrize("kind", BY_RULE)
@pytest.mark.parametrize("players", [4, 11, 22])
def test_a_movement_by_rule_is_drawn_up_whole(kind: str, players: int) -> None:
    night = movement_data(players, kind=kind, games=7)
    check_places(night)
    assert len(night["rounds"]) == 7


def test_north_stays_all_night() -> None:
    night = movement_data(16, kind="north-stays", games=4)
    assert len({tuple(table[0] for table in tables) for tables in night["rounds"]}) == 1


@pytest.mark.parametrize("kind", ["night", "drawn", "winners-up"])
def test_the_same_seed_gives_the_same_night_and_another_seed_another(kind: str) -> None:
    one, same, other = (movement(18, kind=kind, seed=seed, games=6, **QUICK) for seed in (1, 1, 2))
    assert one == same != other


def test_the_british_spelling_of_two_colors_is_accepted() -> None:
    assert movement(12, kind="two-colours") == movement(12, kind="two-colors")


def test_a_printed_chart_can_be_read_back() -> None:
    assert read_chart(movement(10, "chart", games=4, **QUICK)).sitting_out == tuple(
        map(tuple, movement_data(10, games=4, **QUICK)["sitouts"])
    )


# Winners


@pytest.mark.parametrize("kind", FOLLOWS_WINNERS)
def test_when_seats_follow_winners_only_the_first_game_is_printed_and_a_sentence_says_so(
    kind: str, tmp_path: Path
) -> None:
    done = run(tmp_path, "--players", "14", "--kind", kind, "--format", "json")
    night = json.loads(done.stdout)
    check_places(night)
    assert done.returncode == 0 and len(night["rounds"]) == 1
    assert done.stderr.startswith("Game 2 follows the winners: ") and done.stderr.count("\n") == 1


def test_the_next_game_is_added_once_the_winners_are_known(tmp_path: Path) -> None:
    """Seed 000: winners move up one table, the head table's losers go to the tail."""
    night = movement_data(12, kind="winners-up")
    night["winners"] = [["NS", "EW", "NS"]]
    (a, b, *lost), (*_, e, f), _ = night["rounds"][0]
    after = continue_night(tmp_path, night, kind="winners-up")
    check_places(after)
    assert after["rounds"][:1] == night["rounds"] and after["winners"] == night["winners"]
    assert set(after["rounds"][1][0]) == {a, b, e, f} and set(lost) < set(after["rounds"][1][2])
    after["winners"].append(["EW", "EW", "EW"])
    assert len(continue_night(tmp_path, after, kind="winners-up")["rounds"]) == 3


def test_missing_winners_are_asked_for(tmp_path: Path) -> None:
    night = movement_data(12, kind="winners-up")
    file = write_night(tmp_path, night)
    assert "who won game 1. Add" in refusal(None, after=file, kind="winners-up")
    write_night(tmp_path, night | {"winners": [["NS", None, "EW"]]})
    assert "Nobody has won at table 2 yet" in refusal(None, after=file, kind="winners-up")
    write_night(tmp_path, night | {"winners": [["NS", "EW"]]})
    assert "each of 3 tables" in refusal(None, after=file, kind="winners-up")


# In the middle of a night


def test_after_a_player_left_the_remaining_games_are_redrawn_and_the_earlier_ones_stay(tmp_path: Path) -> None:
    night = movement_data(21, games=8, **QUICK)
    here = [number for number in range(1, 22) if number != 7]
    after = continue_night(tmp_path, night | {"played": 4, "here": here}, games=8)
    check_places(after)
    assert after["rounds"][:4] == night["rounds"][:4] and after["sitouts"][:4] == night["sitouts"][:4]
    assert after["active"] == [list(range(1, 22))] * 4 + [here] * 4
    assert max(partners(after).values()) == 1
    assert after == continue_night(tmp_path, night | {"played": 4, "here": here}, games=8)


@pytest.mark.parametrize("kind", ["night", *BY_RULE])
def test_a_latecomer_gets_the_next_number_and_is_active_from_then_on(kind: str, tmp_path: Path) -> None:
    night = movement_data(13, games=7, kind=kind, **QUICK)
    after = continue_night(tmp_path, night | {"played": 3}, 15, games=7, kind=kind, **QUICK)
    check_places(after)
    assert (after["players"], len(after["rounds"])) == (15, 7) and after["rounds"][:3] == night["rounds"][:3]
    assert after["active"] == [list(range(1, 14))] * 3 + [list(range(1, 16))] * 4


def test_its_own_json_can_be_continued_and_remembers_who_left(tmp_path: Path) -> None:
    """There are two changes: 3 leaves, and later 21 and 22 arrive."""
    night = movement_data(20, games=9, **QUICK)
    once = continue_night(tmp_path, night | {"played": 3, "here": [1, 2, *range(4, 21)]}, games=9, **QUICK)
    twice = continue_night(tmp_path, once | {"played": 5}, 22, games=9, **QUICK)
    check_places(twice)
    assert twice["rounds"][:5] == once["rounds"][:5]
    assert twice["active"][4:6] == [[1, 2, *range(4, 21)], [1, 2, *range(4, 23)]]


def test_the_players_here_can_be_given_in_three_ways(tmp_path: Path) -> None:
    night = movement_data(9, games=2, **QUICK)
    here = [1, 2, 3, 4, 6, 7, 8, 9]
    results = [
        continue_night(tmp_path, night | changed, games=4, **QUICK)
        for changed in ({"here": here}, {"active": here}, {"active": [list(range(1, 10)), list(range(1, 10)), here]})
    ]
    assert results[0] == results[1] == results[2] and results[0]["active"][-1] == here
    assert continue_night(tmp_path, night | {"here": here}, 8, games=4, **QUICK) == results[0]


def test_games_with_different_numbers_of_tables_share_a_chart(tmp_path: Path) -> None:
    night = movement_data(8, games=3, kind="night", **QUICK)
    file = write_night(tmp_path, night | {"here": [1, 2, 3, 4, 5]})
    heading, *rows = movement(None, "chart", after=file, games=5, **QUICK).splitlines()
    assert heading.split("    ") == ["Game", "Players - Table 1", "Players - Table 2"]
    assert [row.count(" vs ") for row in rows] == [2, 2, 2, 1, 1]
    assert ["sit out" in row for row in rows] == [False] * 3 + [True] * 2
    assert len(movement(None, "csv", after=file, games=5, **QUICK).splitlines()) == 1 + 3 * 2 + 2 * 2


def test_a_night_is_read_from_standard_input_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write_night(tmp_path, movement_data(8, games=2, **QUICK))
    with (tmp_path / "night.json").open(encoding="utf-8") as file:
        assert isinstance(file, TextIOWrapper)
        monkeypatch.setattr(sys, "stdin", file)
        assert len(movement_data(None, after="-", games=3, **QUICK)["rounds"]) == 3


# The search


class Terminal(StringIO):
    """A terminal, on which a progress bar can be drawn."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("options", [{}, {"after": True}])
def test_a_search_with_a_budget_shows_a_progress_bar_on_the_terminal_and_erases_it(
    options: dict[str, Any], tmp_path: Path
) -> None:
    if options:
        options = {"after": write_night(tmp_path, movement_data(20, games=3, **QUICK))}
    quiet, screen, out = Terminal(), Terminal(), StringIO()
    call_command("movement", players=20, games=9, format="json", stdout=StringIO(), stderr=quiet, **options)
    call_command("movement", players=20, games=9, format="json", stdout=out, stderr=screen, budget=0.05, **options)
    check_places(json.loads(out.getvalue()))
    assert quiet.getvalue() == ""
    assert re.search(r"\[#+ +\] +\d+ %, cost \d+", screen.getvalue())
    assert re.search(r"\r *\r$", screen.getvalue()) and "\n" not in screen.getvalue()
    assert screen.getvalue().count("%") < 150


def test_a_longer_search_is_never_worse_than_what_is_shipped() -> None:
    short, longer = (
        movement_data(16, games=8, report=True, budget=budget)["report"]["repeats"] for budget in (None, 0.2)
    )
    assert longer["partners"] == 0 and sum(longer.values()) <= sum(short.values())


# The report


def test_the_report_follows_the_chart_and_has_the_bounds() -> None:
    chart, report = movement(10, "chart", games=8, report=True, **QUICK).split("\n\n")
    assert chart + "\n" == movement(10, "chart", games=8, **QUICK)
    assert "Nobody has the same partner twice." in report.splitlines()
    bounds = r"partners 0 \(0\), opponents \d+ \(19\), meetings \d+ \(51\)\.$"  # counted by hand
    assert re.search(bounds, report.strip())


def test_the_report_in_json_counts_what_is_printed() -> None:
    night = movement_data(12, report=True)
    met = partners(night) + Counter(
        frozenset((mine, other))
        for tables in night["rounds"]
        for a, b, c, d in tables
        for mine in (a, b)
        for other in (c, d)
    )
    assert night["report"]["repeats"] == {
        "partners": 0,
        "opponents": sum(met.values()) - 66 - 66,
        "meetings": sum(met.values()) - 66,
    }
    assert night["report"]["least"].keys() == night["report"]["repeats"].keys()
    assert night["report"]["sentences"][0] == "Nobody has the same partner twice."


def test_csv_has_no_place_for_a_report() -> None:
    assert refusal(12, report=True, format="csv") == "CSV has no place for a report; choose --format chart or json."


# What is refused


@pytest.mark.parametrize("players", [-8, 0, 1, 3, 134, 10**30])
@pytest.mark.parametrize("kind", [None, "perfect", "winners-up", "drawn"])
def test_a_number_of_players_that_cannot_be_seated_is_named(players: int, kind: str | None) -> None:
    assert refusal(players, kind=kind).startswith(f"{players} players cannot be seated")


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (10, {"kind": "chart"}, "no printed chart for 10 players, only for 8 and 12"),
        (10, {"kind": "perfect"}, "10 players have no perfect rotation"),
        (12, {"kind": "chart", "games": 12}, "has 1 to 11 games, not 12"),
        (12, {"kind": "perfect", "games": 0}, "has 1 to 11 games, not 0"),
        (12, {"games": 21}, "1 to 20 games, not 21"),
        (12, {"games": -1, "kind": "drawn"}, "1 to 20 games, not -1"),
        (12, {"games": 10**9, "kind": "north-stays"}, "1 to 20 games"),
        (12, {"kind": "mitchell"}, 'no movement "mitchell"; the kinds are chart, night, perfect'),
        (12, {"budget": -1.0}, "0 to 3600 seconds"),
        (12, {"budget": float("nan")}, "0 to 3600 seconds"),
        (12, {"budget": float("inf")}, "0 to 3600 seconds"),
        (None, {}, "--players 20"),
    ],
)
def test_impossible_options_are_refused_with_a_sentence(
    players: int | None, options: dict[str, Any], message: str
) -> None:
    assert message in refusal(players, **options)


def test_as_a_process_it_fails_with_one_line_and_status_1(tmp_path: Path) -> None:
    done = run(tmp_path, "--players", "3", "--format", "json")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "3 players cannot be seated; a movement is for 4 to 133.\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 8}, "--players 8 does not say who"),
        ({"players": 134}, "134 players cannot be seated"),
        ({"players": None, "games": 1}, "Game 1 of 1 has been played"),
        ({"players": None, "games": 21}, "20 at most"),
        ({"players": None, "kind": "perfect"}, "Choose --kind night"),
        ({"players": None, "kind": "chart"}, "Choose --kind night"),
    ],
)
def test_an_impossible_change_is_refused_with_a_sentence(options: dict[str, Any], message: str, tmp_path: Path) -> None:
    assert message in refusal(after=write_night(tmp_path, NIGHT), **options)


def test_too_few_remaining_players_are_refused_with_a_sentence(tmp_path: Path) -> None:
    for kind in ("night", "drawn"):
        assert "needs four" in refusal(None, after=write_night(tmp_path, NIGHT | {"here": [1, 2, 3]}), kind=kind)


@pytest.mark.parametrize(
    "text", [b"", b"nonsense", b"[" * 100_000, b"[]", b"{}", b'{"players": 8}', b"9" * 5000, b"\xff\xfe"]
)
def test_a_file_that_is_not_a_night_is_refused_with_a_sentence(text: bytes, tmp_path: Path) -> None:
    file = tmp_path / "night.json"
    file.write_bytes(text)
    assert re.search("A night |UTF-8", refusal(None, after=str(file)))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    assert refusal(None, after=str(tmp_path / "none.json")).endswith(
        "none.json cannot be read: no such file or directory."
    )
