"""Charts in the printed notation: the two printed charts, what can be read, and what is refused.

These tests need no database. `PRINTED` has the two- and three-table tally charts (seed 003), copied by hand.
"""

from __future__ import annotations

import csv
import re
import time
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.printed_charts import PRINTED
from tournament.movements.charts import ChartError, check_rotation, read_chart, write_chart, write_csv
from tournament.movements.rotation import Rotation

FIXTURES = Path(django_settings.BASE_DIR) / "fixtures" / "charts"
FILES = {8: "two_tables.txt", 12: "three_tables.txt"}
BOTH_CHARTS = pytest.mark.parametrize("players", [8, 12])
NO_DEADLINE = settings(deadline=None)  # a busy machine must not fail a test
ROW_1, ROW_2 = "1 1-6 vs 2-5 3-8 vs 4-7", "2 2-3 vs 5-8 1-4 vs 6-7"


def printed(players: int) -> str:
    return (FIXTURES / FILES[players]).read_text(encoding="utf-8")


def numbers(rotation: Rotation) -> list[list[list[int]]]:
    return [[list(table) for table in tables] for tables in rotation.rounds]


def refusal(text: str) -> str:
    with pytest.raises(ChartError) as refused:
        read_chart(text)
    return str(refused.value)


def everybody_sits_once(rounds: list[list[list[int]]], players: int) -> bool:
    """Check independently that every game seats players 1 to `players`, each exactly once."""
    return all(
        sorted(number for table in tables for number in table) == list(range(1, players + 1)) for tables in rounds
    )


# The printed charts


@BOTH_CHARTS
def test_the_printed_chart_is_read_number_for_number(players: int) -> None:
    rotation = read_chart(printed(players))
    assert rotation.players == players
    assert numbers(rotation) == PRINTED[players]


@BOTH_CHARTS
def test_the_printed_chart_is_written_as_it_was_printed(players: int) -> None:
    assert write_chart(read_chart(printed(players))) == printed(players)


def test_the_printed_notation_has_a_row_per_game_and_a_column_per_table() -> None:
    lines = write_chart(read_chart(printed(8))).splitlines()
    assert lines[0].split("    ") == ["Game", "Players - Table 1", "Players - Table 2"]
    assert re.split(r" {2,}", lines[1]) == ["1", "1-6 vs 2-5", "3-8 vs 4-7"]
    assert len(lines) == 8


@BOTH_CHARTS
def test_the_printed_chart_seats_each_player_once_per_game(players: int) -> None:
    assert len(PRINTED[players]) == players - 1
    assert everybody_sits_once(PRINTED[players], players)


@BOTH_CHARTS
def test_in_the_printed_chart_all_pairs_are_partners_once(players: int) -> None:
    pairs = Counter(
        frozenset(pair)
        for tables in numbers(read_chart(printed(players)))
        for a, b, c, d in tables
        for pair in ((a, b), (c, d))
    )
    assert pairs == Counter(map(frozenset, combinations(range(1, players + 1), 2)))


@pytest.mark.parametrize(("players", "meetings"), [(8, {2: 28}), (12, {1: 24, 2: 23, 3: 14, 4: 5})])
def test_opponents_meet_twice_in_the_two_table_chart_and_up_to_four_times_in_the_other(
    players: int, meetings: dict[int, int]
) -> None:
    met = Counter(
        frozenset((mine, theirs))
        for tables in numbers(read_chart(printed(players)))
        for a, b, c, d in tables
        for mine in (a, b)
        for theirs in (c, d)
    )
    assert Counter(met.values()) == meetings


@BOTH_CHARTS
def test_csv_has_a_line_per_table_in_dealing_order(players: int) -> None:
    rows = list(csv.reader(write_csv(read_chart(printed(players))).splitlines()))
    assert rows[0] == ["game", "table", "north", "east", "south", "west"]
    assert [[int(cell) for cell in row] for row in rows[1:]] == [
        [game, table, a, c, b, d]
        for game, tables in enumerate(PRINTED[players], 1)
        for table, (a, b, c, d) in enumerate(tables, 1)
    ]


# What can be read


@pytest.mark.parametrize(
    "row",
    [
        "1 1-2 vs 3-4",
        "1\t1-2\tvs\t3-4",
        "  1   1-2   vs   3-4  ",
        "1 1–2 vs 3–4",
        "1 1—2 vs 3—4",
        "1 1 - 2 vs 3 - 4",
        "1 1-2 v 3-4",
        "1 1-2 vs. 3-4",
        "1 1-2 v. 3-4",
        "1 1-2 VS 3-4",
        "1 1-2 versus 3-4",
        "1: 1-2 : 3-4",
        "1: 1-2 vs 3-4",
        "1. 1-2 vs 3-4",
        "1) 1-2 vs 3-4",
        "Game 1: 1-2 vs 3-4",
        "game 1 1-2 vs 3-4",
        "Round 1 | 1-2 vs 3-4 |",
        "1 1&2 vs 3&4",
        "1, 1-2 vs 3-4",
        "01 01-02 vs 03-04",
        "1 1-2vs3-4",
        "1\u00a01-2\u00a0vs\u00a03-4",
    ],
)
def test_a_row_is_read_as_people_write_it(row: str) -> None:
    assert read_chart(row).rounds == (((1, 2, 3, 4),),)


@pytest.mark.parametrize("gap", ["\t", "    ", ", ", "; ", " | ", ",", "/", " \t "])
def test_tables_are_separated_by_spaces_tabs_commas_or_bars(gap: str) -> None:
    assert read_chart(f"1 1-6 vs 2-5{gap}3-8 vs 4-7").rounds == (((1, 6, 2, 5), (3, 8, 4, 7)),)


@pytest.mark.parametrize(
    "heading",
    [
        "Game    Players - Table 1    Players - Table 2",
        "Two Table Arrangement",
        "Tuesday club\n\nTable one, table two\n",
        "\n\n   \n",
        "\ufeffGame",
    ],
)
def test_headings_and_empty_lines_may_precede_the_first_game(heading: str) -> None:
    assert len(read_chart(f"{heading}\n{ROW_1}\n\n{ROW_2}\n\n").rounds) == 2


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_endings_of_every_system_are_read(end: str) -> None:
    assert len(read_chart(end.join([ROW_1, ROW_2, ""])).rounds) == 2


def test_a_thousand_rows_take_less_than_a_second_of_the_processor() -> None:
    start = time.process_time()
    rotation = read_chart("\n".join(f"{game}{ROW_1[1:]}" for game in range(1, 1001)))
    assert len(rotation.rounds) == 1000
    assert time.process_time() - start < 1


def test_a_chart_has_at_most_33_tables() -> None:
    def row(tables: int) -> str:
        return "1 " + " ".join(f"{n}-{n + 1} vs {n + 2}-{n + 3}" for n in range(1, 4 * tables, 4))

    assert read_chart(row(33)).players == 132
    assert refusal(row(34)) == "This chart is for 136 players; at most 132 can play."


# What is refused, with a sentence that names the row and the player


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1 1-6 vs 2-5 3-8 vs 4-6", "Game 1: player 6 sits at table 1 and at table 2."),
        ("1 1-6 vs 2-6 3-8 vs 4-7", "Game 1: player 6 sits twice at table 1."),
        ("1 1-1 vs 2-5 3-8 vs 4-7", "Game 1: player 1 sits twice at table 1."),
        (ROW_1 + "\n2 2-3 vs 5-8 1-4 vs 6-8", "Game 2: player 8 sits at table 1 and at table 2."),
        ("1 1-6 vs 2-5 3-8 vs 4-9", "Game 1, table 2: there is no player 9; this chart has players 1 to 8."),
        ("1 0-6 vs 2-5 3-8 vs 4-7", "Game 1, table 1: there is no player 0; this chart has players 1 to 8."),
        (
            ROW_1 + "\n2 2-3 vs 5-8 1-4 vs 6-9999",
            "Game 2, table 2: there is no player 9999; this chart has players 1 to 8.",
        ),
        (ROW_1 + "\n3 2-3 vs 5-8 1-4 vs 6-7", 'Game 2 was expected here, but the row says "3 2-3 vs 5-8 1-4 vs 6-7".'),
        (ROW_1 + "\n" + ROW_1, f'Game 2 was expected here, but the row says "{ROW_1}".'),
        ("2" + ROW_1[1:], 'Game 1 was expected here, but the row says "2 1-6 vs 2-5 3-8 vs 4-7".'),
        ("0" + ROW_1[1:], 'Game 1 was expected here, but the row says "0 1-6 vs 2-5 3-8 vs 4-7".'),
        (ROW_1 + "\nLunch\n" + ROW_2, 'Game 2 was expected here, but the row says "Lunch".'),
        ("1 1-6 vs 2-5 3-8 vs 4", 'Game 1: "3-8 vs 4" cannot be read. Write each table like "1-6 vs 2-5".'),
        ("1 1-6 vs 2-5 3-8", 'Game 1: "3-8" cannot be read. Write each table like "1-6 vs 2-5".'),
        ("1 1-6 vs 2-5 and 3-8 vs 4-7", 'Game 1: "and 3-8 vs 4-7" cannot be read. Write each table like "1-6 vs 2-5".'),
        ("1 1-2 vs 3--4", 'Game 1: "1-2 vs 3--4" cannot be read. Write each table like "1-6 vs 2-5".'),
        ("1 -1-2 vs 3-4", 'Game 1: "-1-2 vs 3-4" cannot be read. Write each table like "1-6 vs 2-5".'),
        (ROW_1 + "\n2", 'Game 2 has no tables. Write them like "1-6 vs 2-5".'),
    ],
)
def test_the_sentence_names_the_row_and_the_player(text: str, sentence: str) -> None:
    assert refusal(text) == sentence


def test_a_row_without_one_of_the_players_names_the_wrong_number() -> None:
    """With the right number of seats, a player is missing only where another sits twice or does not exist."""
    for text in ("1 1-2 vs 3-3", "1 1-2 vs 3-5"):
        assert re.search(r"^Game 1.*player [35]\b", refusal(text))


def test_a_game_with_fewer_tables_than_the_first_is_named() -> None:
    assert refusal(ROW_1 + "\n2 1-2 vs 3-4").startswith("Game 2 seats 4 players, but game 1 seats 8.")
    assert refusal("1 1-2 vs 3-4\n" + ROW_2).startswith("Game 2 seats 8 players, but game 1 seats 4.")


def test_tables_that_run_together_are_refused_with_a_hint() -> None:
    """A chart copied from a page can lose its columns: 2-5 and 3-8 become 2-53-8."""
    sentence = refusal("1 1-6 vs 2-53-8 vs 4-7")
    assert sentence.startswith("Game 1")
    assert "space" in sentence


@pytest.mark.parametrize("text", ["", " ", "\n\n", "Game", "Two Table Arrangement\n\nPlayers - Table 1"])
def test_a_chart_without_a_game_says_how_to_write_one(text: str) -> None:
    assert refusal(text).startswith("There is no game in this chart.")


@pytest.mark.parametrize(
    "text",
    [
        "1 99999-6 vs 2-5",
        "1 1-6 vs 2-" + "9" * 5000,
        "9" * 5000 + " 1-6 vs 2-5",
        "1" * 50_000,
        "1 " + "1-" * 20_000,
        "1 1-2 vs 3-4 sit out: " + "5" * 40_000,
        "1 1-2 vs 3-4 sit out: " + "5 " * 20_000,
        "1 1-2 vs 3-4 " + "sit " * 12_000,
        "1 1-2 vs 3-4 " + "x" * 40_000,
        "x" * 50_000 + "\n1 1-2 vs 3-4\nx",
        "1 1-2 vs 3-4\n" + "\n".join(["2 1-2"] * 9000),
        "1 ²-2 vs 3-4",
        "² 1-2 vs 3-4",
        "1 1-2 vs 3-4\x00",
        "1 1e3-2 vs 3-4",
        "1 1.5-2 vs 3-4",
        "\x00",
        "1 <b>-2 vs 3-4",
    ],
)
def test_hostile_text_is_refused_with_a_sentence_in_a_moment(text: str) -> None:
    start = time.process_time()
    assert refusal(text).endswith((".", '".'))
    assert time.process_time() - start < 1


def test_the_sentence_does_not_repeat_a_whole_long_row() -> None:
    assert len(refusal("1 " + "x" * 40_000)) < 300
    assert len(refusal("1 1-2 vs 3-4\n" + "x" * 40_000)) < 300


@pytest.mark.parametrize(
    "row",
    [
        "{}x",
        "2{}x",
        "game{}x",
        "2 1{}2",
        "2 1-2{}vs",
        "2 1-2 vs 3-4{}x",
        "2 1-2 vs 3-4 sit{}out",
        "2 1-2 vs 3-4 sit out:{}x",
    ],
)
def test_fifty_thousand_blanks_in_a_row_take_less_than_a_second_of_the_processor(row: str) -> None:
    """The organizer's form takes that many, and the time to read them must not be quadratic."""

    def seconds(blanks: int) -> float:
        start = time.process_time()
        refusal("1 1-2 vs 3-4\n" + row.format(" " * blanks))
        return time.process_time() - start

    assert seconds(20_000) < 1  # fails early: quadratic reading of 50,000 would take long
    assert seconds(50_000) < 1


# Sit-outs

FIVE = "1 2-5 vs 3-4 sit out: 1\n2 1-3 vs 4-5 sit out: 2"


@pytest.mark.parametrize(
    "cell",
    ["sit out: 5, 6", "Sit out 5 6", "sits out: 5 & 6", "SITTING OUT: 5; 6", "| sit-out: 5 / 6", "sit outs: 5,6"],
)
def test_sit_outs_are_read_as_people_write_them(cell: str) -> None:
    assert read_chart(f"1 1-2 vs 3-4 {cell}") == Rotation(6, (((1, 2, 3, 4),),), ((5, 6),))


def test_sit_outs_are_written_in_a_last_column() -> None:
    """The column has no heading, because every cell says what it is."""
    rotation = Rotation(6, (((1, 2, 3, 4),), ((6, 5, 1, 2),)), ((5, 6), (3, 4)))
    assert write_chart(rotation).splitlines() == [
        "Game    Players - Table 1",
        "1       1-2 vs 3-4           sit out: 5, 6",
        "2       6-5 vs 1-2           sit out: 3, 4",
    ]
    assert write_csv(rotation).splitlines()[1:4] == ["1,1,1,3,2,4", "1,sit out,5,,,", "1,sit out,6,,,"]


def test_a_chart_without_sit_outs_does_not_mention_them() -> None:
    rotation = read_chart(ROW_1)
    assert rotation.sitting_out == ()
    assert not any("sit out" in text for text in (write_chart(rotation), write_csv(rotation)))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1 1-2 vs 3-4 sit out: 4", "Game 1: player 4 sits at table 1 and out."),
        ("1 1-2 vs 3-4 sit out: 5 5", "Game 1: player 5 sits out twice."),
        ("1 1-2 vs 3-4 sit out: 6", "Game 1, out: there is no player 6; this chart has players 1 to 5."),
        (FIVE.replace("out: 2", "out: 3"), "Game 2: player 3 sits at table 1 and out."),
        (FIVE.removesuffix(" sit out: 2"), "Game 2: player 2 has no seat."),
        (FIVE.replace("sit out: 1", ""), "Game 1, table 1: there is no player 5; this chart has players 1 to 4."),
        ("1 1-2 vs 3-4 sit out: 5 6\n2 1-2 vs 3-4 sit out: 5", "Game 2: player 6 has no seat and does not sit out."),
        ("1 1-2 vs 3-4 sit out: Pat", 'Game 1: "Pat" cannot be read. Write who has no seat like "sit out: 5, 9".'),
        ("1 1-2 vs 3-4 sit out", 'Game 1: "" cannot be read. Write who has no seat like "sit out: 5, 9".'),
        ("1 sit out: 5", 'Game 1 has no tables. Write them like "1-6 vs 2-5".'),
        (FIVE + "\n3 1-2 vs 3-4 5-6 vs 7-8 sit out: 9", "Game 3 seats 8 players, but game 1 seats 4."),
    ],
)
def test_wrong_sit_outs_are_refused_with_a_sentence(text: str, sentence: str) -> None:
    assert refusal(text) == sentence


def test_133_players_can_play_when_one_sits_out() -> None:
    row = "1 " + " ".join(f"{n}-{n + 1} vs {n + 2}-{n + 3}" for n in range(1, 133, 4))
    assert read_chart(f"{row} sit out: 133").players == 133
    assert refusal(f"{row} sit out: 133, 134") == "This chart is for 134 players; at most 133 can play."


def test_sit_outs_are_given_for_every_game_or_for_none() -> None:
    with pytest.raises(ChartError, match="This chart has 2 games, but says for 1 who sits out"):
        check_rotation(Rotation(5, (((1, 2, 3, 4),), ((1, 2, 3, 5),)), ((5,),)))


# Any rotation and any text


@st.composite
def rotations(draw: st.DrawFn, tables: int = 9, games: int = 9, sitting_out: int = 0) -> Rotation:
    seats, out = 4 * draw(st.integers(1, tables)), draw(st.integers(0, sitting_out))
    orders = draw(st.lists(st.permutations(range(1, seats + out + 1)), min_size=1, max_size=games))
    return Rotation(
        seats + out,
        tuple(tuple((o[i], o[i + 1], o[i + 2], o[i + 3]) for i in range(0, seats, 4)) for o in orders),
        tuple(tuple(o[seats:]) for o in orders) if out else (),
    )


@NO_DEADLINE
@given(rotations(sitting_out=5))
def test_a_written_chart_reads_back_the_same(rotation: Rotation) -> None:
    assert read_chart(write_chart(rotation)) == rotation


@NO_DEADLINE
@given(rotations(tables=3, games=3))
def test_csv_has_any_rotation_in_dealing_order(rotation: Rotation) -> None:
    lines = [[int(cell) for cell in row] for row in list(csv.reader(write_csv(rotation).splitlines()))[1:]]
    assert [[n, s, e, w] for _, _, n, e, s, w in lines] == [table for tables in numbers(rotation) for table in tables]


@NO_DEADLINE
@given(st.data())
def test_a_chart_with_one_number_changed_is_refused_unless_it_is_legal(data: st.DataObject) -> None:
    rotation = data.draw(rotations(tables=4, games=4))
    heading, text = write_chart(rotation).split("\n", 1)
    spots = list(re.finditer(r"\d+", text))
    spot = data.draw(st.sampled_from(spots))
    changed = text[: spot.start()] + str(data.draw(st.integers(0, 99_999))) + text[spot.end() :]
    rows = [[int(number) for number in re.findall(r"\d+", line)] for line in changed.splitlines()]
    legal = [row[0] for row in rows] == list(range(1, len(rows) + 1)) and all(
        sorted(row[1:]) == list(range(1, rotation.players + 1)) for row in rows
    )
    try:
        read = read_chart(f"{heading}\n{changed}")
    except ChartError:
        assert not legal
    else:
        assert legal
        assert [[number for table in tables for number in table] for tables in read.rounds] == [row[1:] for row in rows]


@BOTH_CHARTS
def test_every_wrong_number_in_a_printed_chart_is_refused_by_game_and_player(players: int) -> None:
    """Change every number of the chart into every other number from 0 to the number of players plus one."""
    rotation = read_chart(printed(players))
    for game, tables in enumerate(PRINTED[players]):
        for seat in range(players):
            for wrong in range(players + 2):
                table, place = divmod(seat, 4)
                if wrong == tables[table][place]:
                    continue
                rows = [list(map(list, row)) for row in PRINTED[players]]
                rows[game][table][place] = wrong
                text = write_chart(Rotation(players, tuple(tuple(map(tuple, row)) for row in rows)))  # type: ignore[misc]
                assert re.search(rf"^Game {game + 1}\b.*\bplayer {wrong}\b", refusal(text))
    assert numbers(rotation) == PRINTED[players]


@NO_DEADLINE
@given(st.text(st.sampled_from("0123456789-–vs:.,;|/ \t\ngameGround&x\u0661²"), max_size=200) | st.text(max_size=200))
def test_any_text_is_a_chart_or_a_sentence(text: str) -> None:
    try:
        rotation = read_chart(text)
    except ChartError as refused:
        assert str(refused).strip()
    else:
        assert everybody_sits_once(numbers(rotation), rotation.players)
