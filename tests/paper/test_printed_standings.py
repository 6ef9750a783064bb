"""Printed standings, read back from the PDF: text, positions, sizes, ink.

These tests use no database.
"""

from __future__ import annotations

from functools import partial
from io import BytesIO
from itertools import pairwise
from typing import Any

import pdfplumber
import pypdfium2
import pytest

from tally.paper import standings
from tally.paper.measures import FIGURE, TEXT, Paper
from tally.paper.pages import SIDE
from tally.paper.season_standings import SeasonLine, draw_season
from tally.paper.standings import StandingRow
from tally.paper.standings_foot import PrintedAward
from tally.paper.standings_prizes import PrizeRow
from tests.support.odd_names import LONG_NAME, ODD_NAMES, UNBROKEN_NAME
from tests.support.paper_checks import read_pages
from tests.support.printed_pages import (
    BOTH_PAPERS,
    HEADING,
    PAPERS_AND_SIZES,
    card,
    draw,
    draw_standings,
    draw_tally_cards,
    ink_share,
    lines_of,
    pages,
    standing_rows,
    text_of,
)
from tests.support.tag_checks import check_tags

# Standings


@pytest.mark.sample(3)
@BOTH_PAPERS
@pytest.mark.parametrize(("players", "games", "count"), [(8, 7, 1), (12, 11, 1), (48, 11, 2), (104, 11, 4)])
def test_standings_list_every_player_once_in_order(paper, players, games, count):
    rows = standing_rows(players, games)
    sheets = list(pages(draw(partial(standings.draw_standings, with_games=True), HEADING, rows, paper=paper)))
    assert len(sheets) == count
    lines = [line for sheet in sheets for line in lines_of(sheet)]
    high, low = rows[0].total, rows[-1].total
    expected = [
        " ".join([row.place, str(row.number), row.name, *map(str, row.games), str(row.total)])
        + {high: " High", low: " Low"}.get(row.total, "")
        for row in rows
    ]
    assert [line for line in lines if line in set(expected)] == expected
    for page, sheet in enumerate(sheets, 1):
        text = sheet.extract_text()
        assert " ".join(["Place No. Name", *map(str, range(1, games + 1)), "Total"]) in lines_of(sheet)
        assert "Summer Euchre Night" in text and "Friday, June 12, 2026" in text
        assert (f"page {page} of {count}" in text) == (count > 1)


@BOTH_PAPERS
@pytest.mark.parametrize("games", [11, 20])
def test_standings_of_a_hundred_take_two_upright_pages_of_totals(paper, games):
    rows = standing_rows(100, games, [f"{ODD_NAMES[0]} {n}" for n in range(100)])
    given = [PrizeRow(f"Prize {n}: A ham", rows[n].name, f"{rows[n].total} points") for n in range(6)]
    prizes = [f"{one.prize} {one.winners} {one.won_with}" for one in given]
    drawing = partial(standings.draw_standings, prizes=given)
    sheets = list(pages(draw(drawing, HEADING, rows, ["Table 2 did not agree."], paper=paper)))
    assert len(sheets) == 2 and all(sheet.width < sheet.height for sheet in sheets)
    found = []
    for sheet in sheets:
        for left, right in ((0, sheet.width / 2), (sheet.width / 2, sheet.width)):
            found += lines_of(sheet.crop((left, 0, right, sheet.height)))
    marks = {rows[0].total: " High", rows[-1].total: " Low"}
    expected = [f"{row.place} {row.number} {row.name} {row.total}{marks.get(row.total, '')}" for row in rows]
    assert [line for line in found if line in set(expected)] == expected
    first, second = map(lines_of, sheets)
    assert first[first.index(prizes[0]) :][:6] == prizes
    assert first.index(prizes[5]) < next(index for index, line in enumerate(first) if line.startswith("Place"))
    assert second[-2] == "Table 2 did not agree."


@pytest.mark.sample(3)
@PAPERS_AND_SIZES
@pytest.mark.parametrize("count", [1, 7, 12, 30, 90])
def test_prizes_come_first_however_many_there_are(paper, large, count):
    prizes = [PrizeRow(f"Prize {n}: A ham", "Ann", f"{n} points") for n in range(count)]
    drawing = partial(standings.draw_standings, prizes=prizes)
    pdf = draw(drawing, HEADING, standing_rows(12, 9), NOTES, paper=paper, large=large)
    read_pages(pdf, paper)
    check_tags(pdf)
    lines = [line for sheet in pages(pdf) for line in lines_of(sheet)]
    rows = [f"Prize {n}: A ham Ann {n} points" for n in range(count)]
    assert [line for line in lines if line in rows] == rows
    assert lines.index(rows[-1]) < next(index for index, line in enumerate(lines) if line.startswith("Place No. Name"))
    assert lines.index("PRIZES") + 1 == lines.index(rows[0])
    assert sum(line.startswith("Place No. Name") for line in lines) <= 2


def test_a_prize_is_a_row_with_bold_winners_and_air_before_the_table():
    prizes = [PrizeRow("High: A ham", "Ann", "58 points"), PrizeRow("Door prize", "Bo and Cy")]
    pdf = draw(partial(standings.draw_standings, prizes=prizes), HEADING, standing_rows(12, 9))
    page = next(pages(pdf))
    words = {word["text"]: word for word in page.extract_words(extra_attrs=["fontname"])}
    assert words["Ann"]["x0"] == pytest.approx(words["Bo"]["x0"], abs=1.5)
    assert words["points"]["x1"] == pytest.approx(page.width - SIDE, abs=1)
    assert "Bold" in words["Ann"]["fontname"] and "Bold" not in words["ham"]["fontname"]
    between = words["Bo"]["top"] - words["Ann"]["top"]
    assert words["Place"]["top"] - words["Bo"]["top"] > 1.5 * between
    (sheet,) = check_tags(pdf).kids
    assert [part.role for part in sheet.kids].index("H2") < [part.role for part in sheet.kids].index("Table")


@PAPERS_AND_SIZES
def test_a_long_prize_has_the_whole_width_and_its_winner_beside_its_end(paper, large):
    prizes = [PrizeRow("High: A ham", "Bo", "58 points"), PrizeRow(f"Second: {'W' * 60} and $20", "Ann")]
    drawing = partial(standings.draw_standings, prizes=prizes)
    pdf = draw(drawing, HEADING, standing_rows(12, 9), paper=paper, large=large)
    read_pages(pdf, paper)
    lines = lines_of(next(pages(pdf)))
    (end,) = [line for line in lines if line.endswith("and $20 Ann")]
    assert lines.index(end) - lines.index("High: A ham Bo 58 points") <= 3


@BOTH_PAPERS
@pytest.mark.parametrize("notes", [0, 1, 12])
def test_pages_are_filled_before_the_next_one_begins(paper, notes):
    """In large print, twelve players stand on one page across, and what is below them on a second."""
    rows = standing_rows(12, 9, ["W" * 40, *["Ann Miller"] * 11])
    drawing = partial(standings.draw_standings, with_games=True)
    sheets = list(pages(draw(drawing, HEADING, rows, ["Table 2 did not agree."] * notes, paper=paper, large=True)))
    assert sum(" Ann Miller " in line for line in lines_of(sheets[0])) == 11
    assert len(sheets) <= 2


def test_tied_players_share_high_and_low_and_nobody_is_both():
    rows = [StandingRow("T-1", number, "Ann", 30, (30,)) for number in (1, 2)] + [
        StandingRow("3", 3, "Bob", 20, (20,)),
        *(StandingRow("T-4", number, "Cy", 9, (9,)) for number in (4, 5)),
        StandingRow("6", 6, "Di", 0, (None,)),
    ]
    lines = lines_of(next(pages(draw_standings(HEADING, rows, Paper.A4))))
    assert [line.split()[-1] for line in lines[-6:]] == ["High", "High", "20", "Low", "Low", "0"]
    assert lines[-2:] == ["T-4 5 Cy 9 9 Low", "6 6 Di – 0"], "nobody without a game is low"
    tied = lines_of(next(pages(draw_standings(HEADING, rows[:2], Paper.A4))))
    assert [line.split()[-1] for line in tied[-2:]] == ["High", "High"]


@BOTH_PAPERS
def test_twenty_games_print_in_landscape_and_sixty_show_only_totals(paper):
    twenty, sixty = (next(pages(draw_standings(HEADING, standing_rows(8, games), paper))) for games in (20, 60))
    assert twenty.width > twenty.height
    assert " ".join(map(str, range(1, 21))) in twenty.extract_text()
    assert sixty.width < sixty.height
    assert "Place No. Name Total" in sixty.extract_text()


def test_notes_follow_the_last_player_even_onto_a_new_page():
    notes = [f"Table {number} did not agree game 7." for number in range(1, 61)]
    lines = [
        line
        for sheet in pages(draw_standings(HEADING, standing_rows(8, 7), Paper.LETTER, notes))
        for line in lines_of(sheet)
    ]
    assert [line for line in lines if line in notes] == notes
    assert lines.index(notes[0]) > next(index for index, line in enumerate(lines) if line.endswith("Low"))


@pytest.mark.sample(5)
@BOTH_PAPERS
@pytest.mark.parametrize(("players", "games"), [(0, 0), (1, 1), (24, 7), (25, 11), (30, 20), (100, 20)])
def test_standings_keep_margins_sizes_and_ink(paper, players, games):
    names = (ODD_NAMES * 5)[:players]
    pdf = draw_standings(HEADING, standing_rows(players, games, names), paper, ["Table 2 did not agree. " * 12])
    for number, text in enumerate(read_pages(pdf, paper)):
        assert ("Table 2 did not agree." in text) == (number == len(pypdfium2.PdfDocument(pdf)) - 1)
        assert ink_share(pdf, number) <= 0.10


@pytest.mark.parametrize("games", [7, 11, 20])
def test_points_are_aligned_under_their_game(games):
    page = next(pages(draw_standings(HEADING, standing_rows(8, games), Paper.LETTER)))
    head, *rows = [
        line
        for line in page.extract_text_lines(x_tolerance_ratio=0.35, y_tolerance=4)
        if line["text"].startswith("Place") or line["text"].split()[0].removeprefix("T-").isdigit()
    ]

    def ones(line: dict) -> list[float]:
        """Return the middle of each number's last digit."""
        chars = [char for char in line["chars"] if char["size"] < 12.5 and char["x0"] > page.width * 0.3]
        return [
            (a["x0"] + a["x1"]) / 2
            for a, b in pairwise([*chars, {"x0": 9999}])
            if a["text"].isdigit() and b["x0"] - a["x0"] > FIGURE * TEXT * 1.3
        ]

    assert len(rows) == 8
    for row in rows:
        assert ones(row)[:games] == pytest.approx(ones(head)[:games], abs=0.05)


@pytest.mark.parametrize("name", [LONG_NAME, UNBROKEN_NAME, "W" * 40])
def test_a_long_name_stays_clear_of_the_first_game(name):
    page = next(pages(draw_standings(HEADING, standing_rows(8, 11, [name] * 8), Paper.A4)))
    head, first = (
        next(word for word in page.extract_words() if word["text"] == text and word["x0"] > left)
        for text, left in (("Name", 0), ("1", page.width / 3))
    )
    ends = [
        word["x1"]
        for word in page.extract_words()
        if head["x0"] - 1 < word["x0"] < first["x0"] and word["top"] > head["bottom"] and not word["text"].isdigit()
    ]
    assert len(ends) >= 8 and max(ends) <= first["x1"] - 2 * FIGURE * TEXT


@BOTH_PAPERS
@pytest.mark.parametrize(("games", "large"), [(11, False), (20, False), (11, True), (20, True)])
def test_a_long_name_is_not_shortened(paper, games, large):
    names = [LONG_NAME, UNBROKEN_NAME, "Grandma Hildegard Von Hohenzollern-Sigm."]
    pdf = draw_standings(HEADING, standing_rows(12, games, names * 4), paper, large=large)
    text = text_of(pdf).replace(" ", "")
    assert [text.count(name.replace(" ", "")) for name in names] == [4, 4, 4] and "…" not in text


@BOTH_PAPERS
def test_a_long_name_takes_three_lines_where_that_keeps_the_page_upright(paper):
    rows = standing_rows(12, 9, ["W" * 40, *["Ann Miller"] * 11])
    prizes = [PrizeRow("Second: " + "W" * 60, "Ann")] * 2
    sheets = list(pages(draw(partial(standings.draw_standings, prizes=prizes), HEADING, rows, paper=paper)))
    assert [sheet.height > sheet.width for sheet in sheets] == [True]
    assert "…" not in sheets[0].extract_text()


# Awards

AWARDS = [
    PrintedAward("Most loners", ("Carla Reyes, 4 loners: games 2, 5, 6 and 8",)),
    PrintedAward("Never euchred", tuple(f"{name}, 9 calls with partners, all made" for name in ("Bo", "Cy", "Di"))),
    PrintedAward("Iron tail table", ("Zoe Young, 5 games in a row at the last table (2, 3, 4, 5 and 6)",)),
    PrintedAward("Best pair", (f"{LONG_NAME} and {UNBROKEN_NAME}, 14 points together in game 3 at table 1 (14–2)",)),
    PrintedAward("Closest game", (f"{LONG_NAME} and Bo against {'W' * 40} and Di, 8–7 in game 3 at table 4",)),
    PrintedAward("Best comeback", ("Dan Young, up 14 places, from place 20 after game 2 to place 6",)),
    PrintedAward("The lantern", ("Zoe Young, 12 points in 8 games, played to the very end",)),
]
PRIZES = [
    PrizeRow("High: A ham", "Margaret W.", "58 points"),
    PrizeRow("Low: A sausage", "Bob Stone", "12 points"),
]
NOTES = ["Each game that somebody sat out counts 5 points."]


def with_awards(players: int, games: int, paper: Paper = Paper.LETTER, awards=AWARDS, **job: Any) -> bytes:
    """Standings with prizes, awards and a note."""
    sheet = partial(standings.draw_standings, prizes=PRIZES, awards=awards)
    return draw(sheet, HEADING, standing_rows(players, games), NOTES, paper=paper, **job)


@PAPERS_AND_SIZES
def test_awards_stand_whole_after_the_prizes_and_before_the_notes(paper, large):
    pdf = with_awards(12, 8, paper, large=large)
    text = "".join("".join(read_pages(pdf, paper)).split()).replace("-", "")
    wanted = [
        *(part for one in PRIZES for part in (one.prize, one.winners, one.won_with)),
        "AWARDS",
        *(part for award in AWARDS for part in (award.title, *award.holders)),
        *NOTES,
    ]
    places = [text.find("".join(part.split()).replace("-", "")) for part in wanted]
    assert -1 not in places and places == sorted(places) and "…" not in text


@BOTH_PAPERS
@pytest.mark.parametrize(("players", "games"), [(12, 8), (16, 8), (40, 8), (100, 11)])
def test_awards_take_no_page_more_where_there_is_room(paper, players, games):
    pdf = with_awards(players, games, paper)
    plain = draw_standings(HEADING, standing_rows(players, games), paper, [*(one.prize for one in PRIZES), *NOTES])
    count = len(pypdfium2.PdfDocument(plain))
    assert len(pypdfium2.PdfDocument(pdf)) == count
    assert max(ink_share(pdf, page) for page in range(count)) <= 0.10


def test_the_heading_of_the_awards_stays_with_the_first_one():
    for players in range(10, 30):
        sheets = [text.split("\n") for text in map(str, read_pages(with_awards(players, 8), Paper.LETTER))]
        (page,) = [lines for lines in sheets if any("AWARDS" in line for line in lines)]
        assert any("Most loners" in line for line in page)


def test_a_screen_reader_finds_the_awards_under_a_heading():
    (sheet,) = check_tags(with_awards(12, 8)).kids
    heading = next(index for index, part in enumerate(sheet.kids) if part.text == "AWARDS")
    assert sheet.kids[heading].role == "H2" and sheet.kids[heading + 1].text.startswith("Most loners")


def test_a_night_without_awards_has_no_heading_for_them():
    text = text_of(with_awards(12, 8, awards=()))
    assert PRIZES[0].prize in text and NOTES[0] in text and "AWARDS" not in text


# A season's


def test_sixty_players_and_forty_nights_of_a_season_take_three_pages():
    lines = [SeasonLine(str(at), f"Player {at}", ("(44)",) * 40, "40", "1234") for at in range(1, 61)]
    assert len(list(pages(draw(draw_season, HEADING, lines, ["Sep 22"] * 40, ["All are added up."])))) == 3


# The document


@pytest.mark.parametrize(
    ("pdf", "title"),
    [
        (draw_tally_cards(HEADING, [card()], Paper.A4), "A sheet"),
        (draw_standings(HEADING, standing_rows(8, 7), Paper.A4), "A sheet"),
    ],
)
def test_the_document_has_its_title_author_and_language(pdf, title):
    with pdfplumber.open(BytesIO(pdf)) as document:
        assert (document.metadata["Title"], document.metadata["Author"]) == (title, "Euchre Night")
        assert document.doc.catalog["Lang"] == b"en"
        fonts = {char["fontname"] for page in document.pages for char in page.chars}
    assert fonts and all("+AtkinsonHyperlegible" in font for font in fonts)
    assert b"Helvetica" not in pdf
