"""Printed lists of seats, read back from the PDF: where you start, the rotation, table charts."""

from __future__ import annotations

import re
from itertools import chain, pairwise

import pytest

from tally.paper import fonts
from tally.paper.document import Heading, Job
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import Paper
from tally.paper.pages import evenly, in_balance, in_columns, letters_of
from tally.paper.rotation import Four, GameRow, draw_rotation
from tally.paper.table_charts import Sitting, TableChart, draw_table_charts
from tally.paper.where_you_start import Start, draw_where_you_start, sorted_starts
from tests.support.odd_names import LONG_NAME, ODD_NAMES
from tests.support.paper_checks import check_pdf
from tests.support.printed_pages import (
    BOTH_PAPERS,
    HEADING,
    PAPERS_AND_SIZES,
    draw,
    lines_of,
    pages,
    pairs_by_column,
    text_of,
)

SEATS = ("North", "East", "South", "West")

# Lines dealt out to pages


@pytest.mark.parametrize(("count", "most"), [(0, 4), (1, 4), (4, 4), (5, 4), (9, 4), (100, 33)])
def test_items_are_split_evenly_into_as_few_parts_as_possible(count, most):
    parts = [list(part) for part in evenly(range(count), most)]
    assert list(chain(*parts)) == list(range(count))
    assert len(parts) == -(-count // most)
    assert max(map(len, parts), default=0) - min(map(len, parts), default=0) <= 1


@pytest.mark.parametrize("heights", [[1.0] * 7, [1.0, 2.0, 1.4] * 9, [3.0, 9.0, 1.0], [12.0, 1.0]])
def test_columns_hold_their_lines_and_are_about_equally_long(heights):
    starts = in_columns(heights, 10, 2)
    ends = [*starts[1:], len(heights)]
    lengths = [sum(heights[start:end]) for start, end in zip(starts, ends, strict=True)]
    assert starts[0] == 0 and all(start < following for start, following in pairwise(starts))
    assert all(length <= 10 or end - start == 1 for length, start, end in zip(lengths, starts, ends, strict=True))
    if max(heights) <= 10:
        assert max(lengths) <= sum(heights) / (2 * -(-len(starts) // 2)) + max(heights) + 0.1


@pytest.mark.parametrize("text", [*ODD_NAMES, "Scan this and tap your name, or type K7QM-2X9D.", "A Margaret-Anne B"])
@pytest.mark.parametrize("width", [60, 110, 200])
def test_balanced_lines_keep_the_text_and_the_number_of_lines_and_break_no_more_words(text, width):
    wrapped, balanced = (break_lines(text, BOLD, 13, width, 3) for break_lines in (fonts.wrap, in_balance))
    assert letters_of(balanced) == letters_of(wrapped) and len(balanced) == len(wrapped)
    widths = [[fonts.width_of(line, BOLD, 13) for line in lines] for lines in (balanced, wrapped)]
    assert max(widths[0]) <= max(widths[1]) + 0.01 and max(widths[0]) <= width
    broken = [
        {piece for piece in fonts.unbroken(text) if not any(piece.rstrip() in line for line in lines)}
        for lines in (balanced, wrapped)
    ]
    assert broken[0] <= broken[1]


def test_a_balanced_sentence_does_not_end_in_a_single_word():
    assert in_balance("Scan this and write your name.", REGULAR, 12, 130, 2) == [
        "Scan this and",
        "write your name.",
    ]


# Where you start


def test_who_has_no_name_that_prints_is_at_the_foot_by_number():
    starts = [Start(name, 1, "North", number) for number, name in ((10, ""), (2, ""), (7, "王小明"), (1, "Zoe"))]
    assert [start.number for start in sorted_starts(starts)] == [1, 2, 7, 10]
    lines = lines_of(next(pages(draw(draw_where_you_start, HEADING, starts))))
    at = lines.index("Z Zoe 1 North")
    assert lines[at + 1 : at + 4] == ["No. 2 1 North", "7 1 North", "10 1 North"]


def starts_of(names: list[str]) -> list[Start]:
    """Seat these names four to a table; every seventeenth sits out."""
    return [
        Start(name, None, "sits out") if place % 17 == 16 else Start(name, place // 4 + 1, SEATS[place % 4])
        for place, name in enumerate(names)
    ]


def test_names_are_in_order_under_their_letters_whatever_their_accents():
    names = ["Zoe", "Łukasz", "Émile", "eve", "Ed", "😀", "Lucy", "Женя", "Ági", "王小明"]
    assert [start.name for start in sorted_starts(starts_of(names))] == [
        "Ági",
        "Ed",
        "Émile",
        "eve",
        "Lucy",
        "Łukasz",
        "Zoe",
        "Женя",
        "😀",
        "王小明",
    ]
    lines = lines_of(next(pages(draw(draw_where_you_start, HEADING, starts_of(names)))))
    assert "Game 1".upper() in "\n".join(lines)
    assert [line for line in lines if line[:2] in ("A ", "E ", "L ", "Z ", "Ж ")] == [
        "A Ági 3 North",
        "E Ed 2 North",
        "L Lucy 2 South",
        "Z Zoe 1 North",
        "Ж Женя 2 West",
    ]
    assert [line for line in lines if "____" in line] == ["· ____________ 2 East", "____________ 3 East"]


@BOTH_PAPERS
@pytest.mark.parametrize(("players", "large", "count"), [(8, False, 1), (40, True, 1), (100, False, 2)])
def test_every_player_is_on_the_list_once(paper, players, large, count):
    names = [f"Guest{number} X" for number in range(players)]
    pdf = draw(draw_where_you_start, HEADING, starts_of(names), "Your tally card says more.", paper=paper, large=large)
    assert check_pdf(pdf, Job(paper, large)).pages == count
    text = text_of(pdf)
    for place, name in enumerate(names):
        seat = "sits out" if place % 17 == 16 else f"{place // 4 + 1} {SEATS[place % 4]}"
        assert text.count(f"{name} {seat}") == 1


@pytest.mark.sample(5)
@BOTH_PAPERS
@pytest.mark.parametrize("players", [4, 40, 133])
def test_two_columns_are_only_for_names_whose_words_fit_in_them(paper, players):
    names = [f"Guest{number} Őrsi" for number in range(players - 1)]
    short, long = (
        draw(draw_where_you_start, HEADING, starts_of([*names, name]), paper=paper, large=True)
        for name in ("Bob Stone", LONG_NAME)
    )
    text = text_of(long)
    assert all(word in text for word in re.split("[ -]", LONG_NAME)), "no word is broken inside"
    few, more = (check_pdf(pdf, Job(paper, large=True)).pages for pdf in (short, long))
    assert (few, more) == (1, 1) if players == 4 else few < more <= 2 * few


@pytest.mark.parametrize("large", [False, True])
def test_any_name_fits_in_its_column(large):
    pdf = draw(draw_where_you_start, HEADING, starts_of(ODD_NAMES), paper=Paper.LETTER, large=large)
    assert check_pdf(pdf, Job(Paper.LETTER, large)).words > len(ODD_NAMES)


# The rotation


def rotation_of(players: int, games: int, known: int = 99) -> list[GameRow]:
    """Return games with other players at each table in each; players left over sit out.

    Games after `known` have no seats yet.
    """
    rows = []
    for game in range(1, games + 1):
        order = [*range(game, players + 1), *range(1, game)] if game <= players else list(range(1, players + 1))
        fours = tuple(Four(*order[start : start + 4]) for start in range(0, players // 4 * 4, 4))
        rows.append(GameRow(game, fours, tuple(order[players // 4 * 4 :])) if game <= known else GameRow(game))
    return rows


@pytest.mark.parametrize(
    ("players", "games", "paper", "large", "count"),
    [(8, 7, Paper.A4, False, 1), (13, 10, Paper.A4, True, 1), (49, 12, Paper.LETTER, False, 2)],
)
def test_the_rotation_has_every_pair_in_its_column(players, games, paper, large, count):
    rows = rotation_of(players, games)
    pdf = draw(draw_rotation, HEADING, rows, paper=paper, large=large)
    assert check_pdf(pdf, Job(paper, large)).pages == count
    found: dict[str, list[str]] = {}
    for page in pages(pdf):
        for head, pairs in pairs_by_column(page).items():
            found.setdefault(head, []).extend(pairs)
    for table in range(players // 4):
        fours = [row.tables[table] for row in rows]
        assert found[f"Table {table + 1}"] == [
            f"{x}·{y}" for four in fours for x, y in ((four.a, four.b), (four.c, four.d))
        ]
    assert found.get("Sits out", []) == [str(row.bench[0]) for row in rows if row.bench]


def test_the_largest_rotation_passes_the_print_checks():
    assert check_pdf(draw(draw_rotation, HEADING, rotation_of(133, 20)), Job()).pages == 5


def test_games_without_seats_yet_are_empty_rows():
    pdf = draw(draw_rotation, HEADING, rotation_of(12, 6, known=1), "Winners move up a table.")
    lines = lines_of(next(pages(pdf)))
    assert "Winners move up a table." in lines
    assert [line for line in lines if line in "23456"] == list("23456")


def test_the_line_under_a_title_is_shortened_but_never_loses_the_date():
    pdf = draw(draw_rotation, HEADING, rotation_of(13, 20), large=True)
    texts = [page.extract_text() for page in pages(pdf)]
    assert all(
        f"GAMES {games} " in text and "Summer Euchre Night · Friday, June 12, 2026" in text
        for games, text in zip(("1 TO 10", "11 TO 20"), texts, strict=True)
    )
    night = "The Great Midsummer Euchre Night of the Tuesday Club in Goshen"
    for large in (False, True):
        pdf = draw(draw_rotation, Heading(night, "Friday, June 12, 2026"), rotation_of(40, 20), large=large)
        assert "Friday, June 12, 2026" in text_of(pdf) and (night[: 40 if large else 99] in text_of(pdf))
        check_pdf(pdf, Job(Paper.LETTER, large))


# Charts for the tables


def charts_of(tables: int, games: int, names: list[str], known: int = 99) -> list[TableChart]:
    """Return charts of tables where the same four play all games; games after `known` have no seats yet."""
    return [
        TableChart(
            table,
            tuple(
                Sitting(
                    game, tuple((number, names[number % len(names)]) for number in range(table * 4 - 3, table * 4 + 1))
                )
                if game <= known
                else Sitting(game, instead="no game here" * (game == known + 2))
                for game in range(1, games + 1)
            ),
        )
        for table in range(1, tables + 1)
    ]


@BOTH_PAPERS
@pytest.mark.parametrize(
    ("tables", "games", "large", "count"), [(3, 11, False, 2), (2, 20, False, 2), (1, 12, True, 1), (1, 20, True, 2)]
)
def test_each_table_has_its_chart_on_half_a_page_or_a_whole_page(paper, tables, games, large, count):
    names = [f"Guest{number} X." for number in range(13)]
    pdf = draw(draw_table_charts, HEADING, charts_of(tables, games, names), paper=paper, large=large)
    cuts = ([], [paper.height / 2]) if count < tables else ([], [])
    assert check_pdf(pdf, Job(paper, large), cuts=cuts).pages == count


@PAPERS_AND_SIZES
def test_any_name_fits_on_a_chart_and_long_ones_are_not_shortened(paper, large):
    pdf = draw(
        draw_table_charts,
        HEADING,
        charts_of(7, 7, ["Maximiliane-Sophie-Charlotte F.", *ODD_NAMES]),
        paper=paper,
        large=large,
    )
    check_pdf(pdf, Job(paper, large))
    assert text_of(pdf).replace(" ", "").count("Maximiliane-Sophie-CharlotteF.") == 7


def test_a_chart_shows_the_seats_of_known_games_and_empty_rows_for_the_others():
    lines = lines_of(next(pages(draw(draw_table_charts, HEADING, charts_of(1, 5, [f"P{n}" for n in range(9)], 2)))))
    assert "Game North East South West" in lines
    assert [line for line in lines if line[0] in "12345"] == [
        "1 1 P1 2 P2 3 P3 4 P4",
        "2 1 P1 2 P2 3 P3 4 P4",
        "3",
        "4 no game here",
        "5",
    ]
    assert any("North deals first" in line for line in lines)
