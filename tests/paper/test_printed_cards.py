"""Tally cards, read back from the PDF: text, positions, sizes, ink.

These tests use no database.
"""

from __future__ import annotations

from dataclasses import astuple
from itertools import pairwise

import pdfplumber
import pypdfium2
import pytest
import segno
from reportlab.pdfbase import pdfmetrics

from tally.paper import fonts, qr
from tally.paper.document import Heading, Job
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.grids import rows_that_fit
from tally.paper.letters import BLANK
from tally.paper.measures import MM, NUMBER, RULE, SAFE, TWIN, Paper
from tally.paper.qr import QR_QUIET, QR_SIDE
from tally.paper.score_slips import draw_score_slips
from tally.paper.tally_cards import CardRow
from tests.support.odd_names import LONG_NAME, ODD_NAMES
from tests.support.paper_checks import check_pdf
from tests.support.printed_pages import (
    ADDRESS,
    BOTH_PAPERS,
    CODE,
    HEADING,
    card,
    card_rows,
    draw,
    draw_tally_cards,
    first_card,
    full_sheet,
    ink_box,
    lines_of,
    pages,
    quarters,
    render_gray,
    text_of,
    upright,
)

# Paper and letters


@pytest.mark.parametrize(("name", "width", "height"), [("letter", 215.9, 279.4), ("a4", 210, 297)])
def test_paper_is_found_by_its_name(name, width, height):
    paper = Paper.named(name)
    assert (paper.width / MM, paper.height / MM) == pytest.approx((width, height))


def test_unknown_paper_is_refused_with_a_sentence():
    with pytest.raises(ValueError, match='no paper called "foolscap"'):
        Paper.named("foolscap")


@pytest.mark.parametrize(
    ("name", "on_paper"),
    [
        ("Zoë Őrsi", "Zoë Őrsi"),
        ("Łukasz", "Łukasz"),
        ("Женя", "Женя"),
        ("Ωμέγα", "Ωμέγα"),
        ("ŵ ệ", "ŵ ệ"),
        ("王小明", BLANK),
        ("Bob 😀", "Bob"),
        ("e\u0301", "é"),
        ("x\u0302", "x"),
        ("a\u200db\x00", "ab"),
        ("\u200d", BLANK),
        ("", ""),
        ("\ud800", BLANK),
        ("STRAẞE", "STRAẞE"),
        ("ﬁn", "ﬁn"),
        ("김철수", BLANK),
        ("さくら", BLANK),
        ("  a \n b ", "a b"),
        ("O‑Neill", "O-Neill"),
        ("ألف", "ألف"),
        ("Bob → 2", "Bob → 2"),
    ],
)
def test_letters_missing_from_the_typefaces_have_a_substitute_or_a_line(name, on_paper):
    assert fonts.printable_text(name) == on_paper


def test_every_printed_letter_has_a_glyph_in_both_fonts():
    letters = fonts.printable_text(" ".join(map(chr, range(0x20, 0x2FFF))))
    assert len(letters) > 5000
    for font in (REGULAR, BOLD):
        for piece, face in fonts.runs(letters, font):
            glyphs = pdfmetrics.getFont(face).face.charToGlyph
            assert all(glyphs.get(ord(sign), 0) > 0 for sign in set(piece))


@pytest.mark.parametrize("text", [name for name in ODD_NAMES if name.strip()])
@pytest.mark.parametrize("width", [30, 80, 165])
def test_a_fitted_text_stays_within_its_width(text, width):
    fitted, size = fonts.fit(text, BOLD, 15, width, 12)
    assert fitted
    assert size >= 12
    assert fonts.width_of(fitted, BOLD, size) <= width
    lines = fonts.wrap(text, BOLD, 13, width, 2)
    assert len(lines) <= 2
    assert all(fonts.width_of(line, BOLD, 13) <= width for line in lines)


# Tally cards: text


@BOTH_PAPERS
@pytest.mark.parametrize("games", [1, 7, 11, 12, 20])
def test_a_blank_card_shows_the_seats_and_leaves_the_scores_empty(paper, games):
    tally_card = card(games=games)
    lines = lines_of(first_card(draw_tally_cards(HEADING, [tally_card], paper)))
    assert lines[:2] == ["17", "Margaret W."]
    assert "Summer Euchre Night" in lines
    assert "Friday, June 12, 2026" in lines
    start = lines.index("Game Table With Against Us Them Initials")
    expected = [
        f"{row.game} {row.table} {row.partner} {row.opponents[0]}·{row.opponents[1]}" for row in tally_card.rows
    ]
    assert lines[start + 1 : start + 1 + games] == expected
    assert lines[start + 1 + games :] == ["Total", f"Loners {CODE}"]


@BOTH_PAPERS
@pytest.mark.parametrize("games", [7, 11, 20])
def test_a_filled_card_shows_the_scores(paper, games):
    tally_card = card(games=games, played=games)
    lines = lines_of(first_card(draw_tally_cards(HEADING, [tally_card], paper)))
    start = lines.index("Game Table With Against Us Them Total")
    expected = [
        f"{row.game} {row.table} {row.partner} {row.opponents[0]}·{row.opponents[1]} {row.us} {row.them} {row.total}"
        for row in tally_card.rows
    ]
    assert lines[start + 1 : start + 1 + games] == expected
    assert lines[start + 1 + games :] == [f"confirmed Total {tally_card.total}", f"Loners {CODE}"]


def test_a_card_of_a_night_half_over_has_scores_and_empty_boxes():
    lines = lines_of(first_card(draw_tally_cards(HEADING, [card(games=4, played=2)], Paper.A4)))
    assert [len(line.split()) for line in lines[-6:-2]] == [7, 7, 4, 4]


def test_a_card_without_known_seats_has_boxes_for_everything():
    unknown_rows = tuple(CardRow(game, None, None, None) for game in (1, 2, 3))
    unknown, known = (
        first_card(draw_tally_cards(HEADING, [card(rows=rows, number=number, name=name)], Paper.A4))
        for rows, number, name in ((unknown_rows, 0, ""), (card_rows(3), 1, "Ann"))
    )
    assert lines_of(unknown)[-5:-2] == ["1", "2", "3"]
    assert len(vertical_lines(unknown)) == len(vertical_lines(known)) + 3


def test_a_card_shows_sit_outs_and_points_below_zero():
    rows = (CardRow(1, None, None, None, total=0, instead="sits out"), CardRow(2, 1, 2, (3, 4), -6, 4, -6))
    lines = lines_of(first_card(draw_tally_cards(HEADING, [card(rows=rows, total=-6)], Paper.LETTER)))
    assert lines[-4:] == ["1 sits out 0", "2 1 2 3·4 −6 4 −6", "Total −6", CODE]


def test_a_text_in_place_of_a_seat_is_in_one_wide_box():
    boxes = tuple(CardRow(game, None, None, None) for game in range(3, 9))
    rows = (CardRow(1, 2, 3, (4, 5)), CardRow(2, None, None, None, instead="sits out, +20"), *boxes)
    page = first_card(draw_tally_cards(HEADING, [card(rows=rows)], Paper.LETTER))
    text = next(line for line in page.extract_text_lines() if "sits out, +20" in line["text"])
    middle = (text["top"] + text["bottom"]) / 2
    crossing = [line for line in vertical_lines(page) if line["top"] < middle < line["bottom"]]
    letters = [char for char in text["chars"] if char["x0"] > page.width * 0.15]
    left, right = min(char["x0"] for char in letters), max(char["x1"] for char in letters)
    assert not [line for line in crossing if left - 1 < line["x0"] < right + 1]
    assert len(crossing) == 4, "two of the six column lines are left out there"
    below = [line for line in vertical_lines(page) if line["top"] < text["bottom"] + 40 < line["bottom"]]
    assert len({round(line["x0"]) for line in below}) == 6


@pytest.mark.sample(3)
@BOTH_PAPERS
@pytest.mark.parametrize(("games", "fits"), [(7, True), (10, True), (12, True), (20, False)])
def test_a_note_is_printed_under_the_games_if_there_is_room(paper, games, fits):
    note = "8 is the ghost: with it, you play alone."
    with_note, without_note = (
        first_card(draw_tally_cards(HEADING, [card(games=games, note=text)], paper)) for text in (note, "")
    )
    lines = lines_of(with_note)
    assert (note in lines) == fits
    assert lines[-1 - fits :] == [note, f"Loners {CODE}"][1 - fits :]
    assert [line for line in lines if line != note] == lines_of(without_note)
    if fits:
        height = min(row_heights(with_note))
        assert height >= 5.4 * MM
        assert height <= min(row_heights(without_note))
    last_line = [char for char in with_note.chars if char["top"] > with_note.height - 40]
    assert max(char["bottom"] for char in last_line) <= with_note.bbox[3] - SAFE + 3


def test_a_ghost_is_named_in_place_of_a_partners_number():
    row = CardRow(1, 2, 8, (4, 5), ghost=True)
    lines = lines_of(first_card(draw_tally_cards(HEADING, [card(rows=(row, CardRow(2, 1, 3, (4, 8))))], Paper.A4)))
    assert lines[-4:-2] == ["1 2 ghost 4·5", "2 1 3 4·8"]


def vertical_lines(page: pdfplumber.page.Page) -> list[dict]:
    """Return the vertical lines of a card, without those along its right edge."""
    return [line for line in page.lines if line["x0"] == line["x1"] and line["x0"] < page.bbox[2] - 1]


def test_every_player_has_one_card_in_order_and_the_rest_of_the_page_is_empty():
    sheets = list(pages(draw_tally_cards(HEADING, [card(number) for number in range(1, 6)], Paper.LETTER)))
    heads = [lines_of(quarter)[:2] for sheet in sheets for quarter in quarters(sheet)]
    assert heads == [[str(number), "Margaret W."] for number in range(1, 6)] + [[], [], []]
    assert not quarters(sheets[1])[3].chars
    assert len(list(pages(draw_tally_cards(HEADING, [], Paper.A4)))) == 1


@pytest.mark.parametrize(
    ("loners", "circles", "filled", "extra"),
    [(None, 0, 0, ""), (0, 8, 0, ""), (3, 8, 3, ""), (9, 9, 9, ""), (13, 10, 10, "+3")],
)
def test_a_circle_is_filled_for_every_loner(loners, circles, filled, extra):
    page = first_card(draw_tally_cards(HEADING, [card(games=7, played=7, loners=loners)], Paper.A4))
    drawn = [
        curve
        for curve in page.curves
        if abs(curve["width"] - curve["height"]) < 0.01 and curve["width"] < 10 and curve["stroke"]
    ]
    assert (len(drawn), sum(curve["fill"] for curve in drawn)) == (circles, filled)
    assert extra in lines_of(page)[-1]


@pytest.mark.sample(5)
@BOTH_PAPERS
@pytest.mark.parametrize("name", ODD_NAMES)
def test_any_name_is_printed_or_its_substitute_is(paper, name):
    page = first_card(draw_tally_cards(HEADING, [card(name=name)], paper))
    names = [
        char for char in page.chars if "Bold" in char["fontname"] and char["top"] < 15 * MM and char["size"] < NUMBER
    ]
    printed = "".join(char["text"] for char in names).rstrip("…")
    if fonts.is_shaped(name):  # its shapes are no letters
        printed = fonts.printable_text(name)
        assert printed in text_of(draw_tally_cards(HEADING, [card(name=name)], paper))
    full_name = fonts.written(name).replace(" ", "")
    assert full_name.startswith(printed.replace(" ", ""))
    assert len(printed) >= min(len(full_name), 11)
    assert "(cid" not in printed and "\ufffd" not in printed
    qr_left = page.width - SAFE - QR_SIDE
    assert all(char["x1"] <= qr_left - QR_QUIET + 0.01 for char in names)


def test_a_two_digit_number_is_read_back_as_one_number():
    row = CardRow(11, 21, 31, (41, 10))
    text = pypdfium2.PdfDocument(draw_tally_cards(HEADING, [card(rows=(row,))], Paper.A4))[0].get_textpage()
    assert {"11", "21", "31", "41·10"} <= set(text.get_text_bounded().replace(" ·", "·").replace("· ", "·").split())


# Tally cards: positions and sizes

SHEETS = [(paper, games, played) for paper in Paper for games, played in ((1, 0), (7, 7), (11, 5), (12, 0), (20, 20))]


@pytest.mark.sample(3)
@pytest.mark.parametrize(("paper", "games", "played"), SHEETS)
def test_every_card_of_a_sheet_passes_the_print_checks(paper, games, played):
    codes = [ADDRESS] * 4 * (played < games)
    found = check_pdf(
        draw_tally_cards(HEADING, full_sheet(games, played), paper),
        Job(paper),
        codes=codes,
        cuts=([paper.width / 2], [paper.height / 2]),
    )
    assert found.pages == 1 and found.words > 4 * games and found.ink > 0.01


def test_the_number_is_set_in_24_points_and_the_name_in_18():
    page = first_card(draw_tally_cards(HEADING, [card(name="Ann")], Paper.LETTER))
    head = {char["text"]: char["size"] for char in page.chars if char["top"] < 35}
    assert head == pytest.approx({"1": 24, "7": 24, "A": 18, "n": 18})


def row_heights(page: pdfplumber.page.Page) -> list[float]:
    """Return the distances in points between the horizontal lines of a card, from the column heads to the total."""
    horizontal = [
        line
        for line in page.lines
        if line["top"] == line["bottom"] < page.bbox[3] - SAFE and line["width"] > page.width / 2
    ]
    thick = [line["top"] for line in horizontal if line["linewidth"] == RULE]
    thin = [line["top"] for line in horizontal if all(abs(line["top"] - top) > 2 * TWIN for top in thick)]
    return [below - above for above, below in pairwise(sorted(thick + thin))]


def test_twelve_games_have_rows_of_seven_millimeters_on_letter_paper():
    heights = row_heights(first_card(draw_tally_cards(HEADING, [card(games=12)], Paper.LETTER)))
    assert len(heights) == 12
    assert min(heights) >= 7 * MM - 0.001


@BOTH_PAPERS
def test_twenty_games_fit_and_too_many_are_refused_with_a_sentence(paper):
    most = rows_that_fit(paper)
    assert most == {Paper.LETTER: 20, Paper.A4: 22}[paper]
    draw_tally_cards(HEADING, [card(games=most)], paper)
    with pytest.raises(ValueError, match=f"room for {most} games"):
        draw_tally_cards(HEADING, [card(games=most + 1)], paper)


@pytest.mark.parametrize("column", ["Us", "Them", "Total"])
def test_digits_are_aligned_by_their_ones(column):
    page = upright(first_card(draw_tally_cards(HEADING, [card(games=11, played=11, code="")], Paper.A4)))
    head = next(word for word in page.extract_words() if word["text"] == column)
    below = [
        char
        for char in page.chars
        if char["text"].isdigit()
        and char["top"] > head["bottom"]
        and head["x0"] - 8 < (char["x0"] + char["x1"]) / 2 < head["x1"] + 8
    ]
    rows = {
        round(char["top"]): char for char in sorted(below, key=lambda char: char["x0"])
    }  # the last digit in each row
    if column != "Total":
        rows.pop(max(rows))  # the total of all games, in the middle of its box
    assert len(rows) >= 10
    middles = [(char["x0"] + char["x1"]) / 2 for char in rows.values()]
    assert max(middles) - min(middles) < 0.05


@pytest.mark.parametrize("opponents", [(7, 9), (12, 16), (99, 100), (101, 112)])
def test_three_digit_numbers_stay_within_their_columns(opponents):
    row = CardRow(12, 24, 112, opponents)
    page = first_card(draw_tally_cards(HEADING, [card(number=112, rows=(row,) * 12)], Paper.A4))
    against = sorted(line["x0"] for line in vertical_lines(page))[0]
    words = page.crop((0, 120, against - 0.5, page.bbox[3] - 60)).extract_text(x_tolerance_ratio=0.3).splitlines()
    assert words[-5:] == [f"12 24 112 {opponents[0]}·{opponents[1]}"] * 5


def test_all_cards_of_a_file_have_figures_of_one_size():
    cards = [card(number, rows=card_rows(7, players=20)) for number in range(1, 8)]
    cards.append(card(100, rows=(CardRow(1, 24, 99, (98, 100)),) * 7))
    sizes = [
        {round(char["size"], 1) for char in quarter.chars if char["top"] - quarter.bbox[1] > 34 * MM} - {12.0}
        for page in pages(draw_tally_cards(HEADING, cards, Paper.LETTER))
        for quarter in quarters(page)
    ]
    assert len(sizes) == 8 and len(set(map(frozenset, sizes))) == 1, sizes


@BOTH_PAPERS
def test_a_tick_stands_clear_of_a_long_total(paper):
    rows = tuple(CardRow(game, 2, 7, (9, 11), -10, 0, total, True) for game, total in ((1, -111), (2, -9), (3, 1004)))
    page = first_card(draw_tally_cards(HEADING, [card(rows=rows, total=-111)], paper))
    ticks = [curve for curve in page.curves if curve["stroke"] and not curve["fill"] and len(curve["pts"]) == 3]
    assert len(ticks) == 4, "of three games, and of the word that explains them"
    for tick in ticks:
        beside = [char for char in page.chars if abs(char["top"] - tick["top"]) < 8 and char["x1"] > tick["x0"]]
        assert min(char["x0"] for char in beside) > tick["x1"], "ink on ink"


@BOTH_PAPERS
@pytest.mark.parametrize("blank", [False, True])
def test_a_date_is_not_cut_but_written_in_few_letters(paper, blank):
    heading = Heading("Thanksgiving Euchre Night", "Wednesday, November 25, 2026", "Nov 25, 2026")
    one = card(0, "", code="", address="") if blank else card(100)
    text = text_of(draw_tally_cards(heading, [one], paper))
    assert "…" not in text and ("Wednesday, November 25, 2026" in text or "Nov 25, 2026" in text)
    slips = text_of(draw(draw_score_slips, heading, 8, paper=paper))
    assert slips.count("Thanksgiving Euchre Night · Nov 25, 2026") == 4
    long = Heading("The Annual Thanksgiving Night of the Elks Lodge No. 1234", *astuple(heading)[1:])
    assert text_of(draw(draw_score_slips, long, 8, paper=paper)).replace("…·", "… ·").count("… · Nov 25, 2026") == 4


# Tally cards: QR codes


def read_modules(page: pdfplumber.page.Page) -> tuple[list[list[int]], float]:
    """Rebuild the QR code on a card from its rectangles: return its rows from the top, and its side in points."""
    rects = [
        rect
        for rect in page.rects
        if rect["fill"] and rect["top"] - page.bbox[1] < 30 * MM and rect["x0"] - page.bbox[0] > page.width / 2
    ]
    left, top = min(rect["x0"] for rect in rects), min(rect["top"] for rect in rects)
    side = max(rect["x1"] for rect in rects) - left
    module = min(rect["height"] for rect in rects)
    count = round(side / module)
    rows = [[0] * count for _ in range(count)]
    for rect in rects:
        for column in range(round((rect["x0"] - left) / module), round((rect["x1"] - left) / module)):
            rows[round((rect["top"] - top) / module)][column] = 1
    return rows, side


@BOTH_PAPERS
@pytest.mark.parametrize(
    ("address", "version"),
    [
        (ADDRESS, 2),
        ("HTTP://10.0.0.5/J/K7QM2X9D", 2),
        ("HTTPS://EUCHRE.EXAMPLE.ORG/NIGHTS/J/K7QM2X9D", 3),
        ("https://euchre.example.org/j/K7QM2X9D", 3),
    ],
)
def test_the_code_on_the_card_is_the_code_of_its_address(paper, address, version):
    rows, side = read_modules(first_card(draw_tally_cards(HEADING, [card(address=address)], paper)))
    expected = segno.make_qr(address, error="m", version=version, mask=2, boost_error=False)
    assert rows == [list(row) for row in expected.matrix]
    assert side >= 20 * MM


def test_every_card_of_a_sheet_has_its_own_code():
    addresses = [ADDRESS[:-1] + last for last in "ABCD"]
    page = next(pages(draw_tally_cards(HEADING, [card(address=address) for address in addresses], Paper.LETTER)))
    drawn = [read_modules(quarter)[0] for quarter in quarters(page)]
    assert drawn == [[list(row) for row in qr.qr_matrix(address)] for address in addresses]


@BOTH_PAPERS
def test_the_code_has_a_white_border_of_four_modules(paper):
    image = render_gray(draw_tally_cards(HEADING, [card(name=LONG_NAME, code=CODE)], paper))
    quiet = 4 * QR_SIDE / 25
    right = paper.width / 2 - SAFE
    box = ink_box(image, right - QR_SIDE - quiet, SAFE - quiet, right + quiet, SAFE + QR_SIDE + quiet)
    assert box == pytest.approx((quiet, quiet, quiet + QR_SIDE, quiet + QR_SIDE), abs=1)


def test_without_an_address_or_a_code_neither_is_drawn():
    page = first_card(draw_tally_cards(HEADING, [card(address="", code="")], Paper.A4))
    assert not [rect for rect in page.rects if rect["height"] > 1]
    assert CODE not in page.extract_text()
