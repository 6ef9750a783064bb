"""What a screen reader finds in the sheets: every sheet's tags are walked, and a few are read word by word."""

from __future__ import annotations

from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from tally.paper import strokes
from tally.paper.document import Document, Job
from tally.paper.fonts import REGULAR
from tally.paper.measures import Paper
from tally.paper.name_tags import draw_name_tags
from tally.paper.season_standings import SeasonLine, draw_season
from tally.printing.catalog import EVERYTHING, SHEETS, When, draw
from tests.support.odd_names import DEVANAGARI, HEBREW, OWN_LETTERS
from tests.support.printed_nights import SITE, make_printed_night
from tests.support.printed_pages import HEADING, card, draw_standings, draw_tally_cards, standing_rows
from tests.support.printed_pages import draw as draw_sheet
from tests.support.single_table import open_table
from tests.support.tag_checks import check_tags
from tournament.models import Club


@pytest.fixture
def thirteen_players(club: object) -> Any:
    """A night of thirteen with names in many scripts, every hand of its four games scored."""
    return make_printed_night(13, 4)


def test_the_whole_suite_can_be_read_by_a_screen_reader(thirteen_players: Any) -> None:
    """`check_sheet` checks every sheet by itself."""
    root = check_tags(draw(thirteen_players, EVERYTHING, Job(Paper.LETTER), SITE))
    before = [sheet for sheet in SHEETS.values() if sheet.when == When.BEFORE and sheet.progressive]
    assert [part.role for part in root.kids] == ["Sect"] * len(before)
    assert all(
        any(part.all("H1")) for part, sheet in zip(root.kids, before, strict=True) if sheet.slug != "blank-cards"
    )


@pytest.mark.parametrize("names", [True, False])
def test_a_score_sheet_has_a_table_for_each_game(club: Club, names: bool) -> None:
    for large in (False, True):
        root = check_tags(draw(open_table(club, "standard", 4), "score-sheet", Job(large=large, names=names), ""))
        assert len(list(root.all("H2"))) + 1 == len(list(root.all("Table")))


def test_a_season_is_a_table_on_every_page() -> None:
    lines = [SeasonLine(str(at), f"Player {at}", ("(44)",) * 40, "40", "1234") for at in range(1, 61)]
    root = check_tags(draw_sheet(draw_season, HEADING, lines, ["Sep 22"] * 40, ["All are added up."]))
    assert [part.role for part in root.kids[0].kids] == ["H1", "P", "Table", "Table", "Table", "P"]


def test_a_card_is_read_from_its_number_to_its_last_game() -> None:
    root = check_tags(draw_tally_cards(HEADING, [card(17, games=2), card(18, games=2)], Paper.LETTER))
    (sheet,) = root.kids
    first = sheet.kids[: len(sheet.kids) // 2]
    assert [part.role for part in first] == ["H1", "P", "Link", "P", "Table", "P"]
    assert [part.said for part in first if part.role != "Table"] == [
        "17 Margaret W.",
        "Summer Euchre Night Friday, June 12, 2026",
        "Code that opens the page of Margaret W.",
        "K7QM-2X9D",
        "Loners",
    ]
    rows = [[cell.text for cell in row.kids] for row in first[4].all("TR")]
    assert rows == [
        ["Game", "Table", "With", "Against", "Us", "Them", "Initials"],
        ["1", "2", "6", "12·18", ""],
        ["2", "3", "11", "23·35", ""],
        ["Total", ""],
    ]
    assert [cell.scope for cell in next(first[4].all("TR")).kids] == ["Column"] * 7


def test_standings_are_a_table_of_places_and_names() -> None:
    root = check_tags(draw_standings(HEADING, standing_rows(30, 7), Paper.LETTER))
    (sheet,) = root.kids
    assert [part.role for part in sheet.kids][:3] == ["H1", "P", "Table"]
    head, first, *_ = (row.kids for row in sheet.kids[2].all("TR"))
    assert [cell.text for cell in head] == ["Place", "No.", "Name", *"1234567", "Total"]
    assert first[2].role == "TH" and first[2].scope == "Row"


@pytest.mark.parametrize("name", [*OWN_LETTERS, f"Bob {HEBREW} 2", "علی\u200cرضا"])
def test_a_name_is_read_in_the_order_in_which_its_owner_writes_it(name: str) -> None:
    one_card = check_tags(draw_tally_cards(HEADING, [card(17, name, games=2)], Paper.LETTER))
    tag = check_tags(draw_sheet(draw_name_tags, HEADING, [(17, name)]))
    assert next(one_card.all("H1")).text == next(tag.all("H1")).text == f"17 {name}"
    standings = check_tags(draw_standings(HEADING, standing_rows(1, 1, [name]), Paper.LETTER))
    assert [cell.text for cell in standings.all("TH") if cell.scope == "Row"] == [name]


def test_no_mark_without_a_number_lies_within_the_mark_of_a_name() -> None:
    """Poppler takes its end for that of the whole, and reads no further."""
    name = f"{DEVANAGARI} {HEBREW}"
    (page,) = pypdfium2.PdfDocument(draw_sheet(draw_name_tags, HEADING, [(17, name)]))
    texts = page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT])
    assert {pdfium.FPDFPageObj_CountMarks(text) for text in texts} == {1}


def test_a_form_holds_no_tags() -> None:
    document = Document("A sheet", Job())
    with document.sheet("A sheet"), document.page(), pytest.raises(ValueError, match="A form is an artifact"):
        document.form("words", (0, 0, 9, 9), lambda canvas: document.tag("P").__enter__())


def _sheet_with_a_figure(document: Document, box: tuple[float, float, float, float]) -> None:
    with document.page() as canvas, document.figure("A square", box):
        canvas.rect(100, 100, 50, 50)


def _rows_of_two_sizes(document: Document, sizes: tuple[float, float]) -> None:
    with document.page() as canvas, document.table():
        with document.row(head=True), document.cell("Column"):
            strokes.write(canvas, 100, 700, "Table")
        for at, size in enumerate(sizes):
            with document.row(), document.cell():
                strokes.figures(canvas, 100, 600 - 40 * at, str(7 + at), REGULAR, size)


def test_a_figure_has_a_box_around_all_that_is_drawn_of_it() -> None:
    check_tags(draw_sheet(_sheet_with_a_figure, (100, 100, 150, 150)))
    with pytest.raises(AssertionError, match=r"“A square” is drawn at .* beyond its box"):
        check_tags(draw_sheet(_sheet_with_a_figure, (100, 100, 140, 150)))


def test_a_column_of_figures_has_one_size_in_a_file() -> None:
    check_tags(draw_sheet(_rows_of_two_sizes, (14, 14)))
    with pytest.raises(AssertionError, match=r"figures of \[12.0, 14.0\] points in column 1 of \('Table',\)"):
        check_tags(draw_sheet(_rows_of_two_sizes, (14, 12)))


def test_each_page_of_a_wall_board_reads_whose_row_it_is(thirteen_players: Any) -> None:
    """Only the first page of a strip shows the names."""
    root = check_tags(draw(thirteen_players, "wall-board", Job(large=True), SITE))
    assert len(list(root.all("Table"))) > 1
    for table in root.all("Table"):
        head, *rows = table.all("TR")
        assert head.kids[0].text == "Game" and rows
        assert all(row.kids[0].scope == "Row" and row.kids[0].text for row in rows)
