"""Badges and labels: every one lies where the product has it, on the product's paper, moved as the printer needs."""

from __future__ import annotations

from html import unescape
from itertools import pairwise, product
from typing import Any

import pypdfium2
import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tally.paper.document import Job
from tally.paper.label_stock import STOCKS, Stock, check_nudge, stock_named
from tally.paper.labels import draw_badges, draw_labels
from tally.paper.measures import MM, Paper
from tally.paper.name_tags import draw_name_tags
from tally.printing.catalog import draw as draw_sheet
from tally.printing.hall_sheets import BADGES, LABELS
from tests.support.odd_names import LONG_NAME, ODD_NAMES
from tests.support.paper_checks import Word, check_pdf, read_words
from tests.support.printed_pages import HEADING, draw, pages, text_of
from tournament.models import Night
from tournament.people.errors import Refused

INCH = 25.4
EDGE = 2 * MM  # what a die may be off
DRAWINGS = {**dict.fromkeys(BADGES, draw_badges), **dict.fromkeys(LABELS, draw_labels)}


def printed(code: str, tags: list[tuple[int, str]], **job: Any) -> bytes:
    return draw(DRAWINGS[code], HEADING, tags, STOCKS[code], **job)


def inside(stock: Stock, word: Word) -> bool:
    return any(
        x + EDGE <= word.left
        and word.right <= x + stock.width - EDGE
        and y + EDGE <= word.foot
        and word.top <= y + stock.height - EDGE
        for x, y in stock.corners()
    )


@pytest.mark.parametrize(
    ("code", "paper", "columns", "rows", "size", "margins", "gaps"),
    [
        ("5392", Paper.LETTER, 2, 3, (4 * INCH, 3 * INCH), (0.25 * INCH, 1 * INCH), (0, 0)),
        ("5395", Paper.LETTER, 2, 4, (85.725, 59.267), (17.4625, 14.817), (9.525, 4.233)),
        ("L4785", Paper.A4, 2, 5, (80, 50), (17.5, 13.5), (15, 5)),
        ("5160", Paper.LETTER, 3, 10, (66.675, 25.4), (4.7625, 12.7), (3.175, 0)),
        ("L7160", Paper.A4, 3, 7, (63.5, 38.1), (7.25, 15.15), (2.5, 0)),
    ],
)
def test_labels_are_where_the_product_has_them(
    code: str, paper: Paper, columns: int, rows: int, size: Any, margins: Any, gaps: Any
) -> None:
    """All figures are millimeters; a sheet is as wide and high as its labels, their gaps and equal margins."""
    stock = STOCKS[code]
    assert (stock.paper, stock.columns, stock.rows) == (paper, columns, rows)
    assert (stock.width / MM, stock.height / MM) == pytest.approx(size, abs=0.01)
    assert (stock.left / MM, stock.top / MM) == pytest.approx(margins, abs=0.01)
    across, down = (stock.step_across - stock.width) / MM, (stock.step_down - stock.height) / MM
    assert (across, down) == pytest.approx(gaps, abs=0.01)
    wide = 2 * margins[0] + columns * size[0] + (columns - 1) * gaps[0]
    high = 2 * margins[1] + rows * size[1] + (rows - 1) * gaps[1]
    assert (wide * MM, high * MM) == pytest.approx((paper.width, paper.height), abs=0.2)
    lefts, feet = zip(*stock.corners(), strict=True)
    assert len(lefts) == columns * rows and lefts[0] == stock.left
    assert all(one >= other for one, other in pairwise(feet)), "row by row from the top"
    assert max(lefts) + stock.width + stock.left == pytest.approx(paper.width, abs=0.2)
    assert min(feet) == pytest.approx(stock.top, abs=0.2)


@pytest.mark.sample(3)
@pytest.mark.parametrize(("code", "large"), list(product(STOCKS, [False, True])))
def test_any_name_lies_within_its_label(code: str, large: bool) -> None:
    stock = STOCKS[code]
    tags = list(enumerate([*ODD_NAMES, "Ann Miller", "Dan"] * 2, 90))
    pdf = printed(code, tags, large=large)
    found = check_pdf(pdf, Job(large=large), sizes=[(stock.paper.width, stock.paper.height)])
    assert [word for word in found.shortened if set(word) != set("W…")] == [], "also beside numbers over 99"
    document = pypdfium2.PdfDocument(pdf)
    assert len(document) == -(-len(tags) // stock.count)
    outside = [word.text for page in document for word in read_words(page) if not inside(stock, word)]
    assert outside == []


@pytest.mark.parametrize("code", STOCKS)
def test_the_number_is_large_enough_to_find_somebody_by_it(code: str) -> None:
    for large in (False, True):
        words = list(read_words(pypdfium2.PdfDocument(printed(code, [(7, "Ann Miller")], large=large))[0]))
        sizes = {word.text: word.size for word in words}
        assert sizes["7"] >= (40 if code in BADGES else 28)
        assert sizes["Ann"] > sizes.get("Summer", 26), "low badges in large print have no night"


@pytest.mark.parametrize(("code", "large"), list(product(LABELS, [False, True])))
def test_number_and_night_have_one_left_edge_and_a_name_is_broken_at_its_hyphen(code: str, large: bool) -> None:
    tags = [(1, "Ann Miller"), (12, "Margaret-Anne Wilson"), (44, LONG_NAME), (133, "Bob Stone")]
    words = list(read_words(pypdfium2.PdfDocument(printed(code, tags, large=large))[0]))
    edges = {word.text: word.left for word in words if word.text.isdigit() or word.text == "Summer"}
    stock = STOCKS[code]
    columns = [x for x, _ in stock.corners()][: stock.columns]
    for left in edges.values():
        assert min(abs(left - column - 3.5 * MM) for column in columns) < 3, "the face leaves a little beside a figure"
    shown = {word.text.rstrip("-") for word in words}
    assert {"Featherstonehaugh", "Worthing", "Wilson"} <= shown and shown & {"Margaret-Anne", "Anne"}


def test_badges_of_the_night_s_own_paper_come_first(organizer: Client, night: Night) -> None:
    def first() -> str:
        html = organizer.get(f"/n/{night.slug}/print/").content.decode()
        return html.split('action="/n/' + night.slug + '/print/badges/"')[1].split('<option value="')[1].split('"')[0]

    Night.objects.filter(pk=night.pk).update(paper="letter")
    assert first() == "5392"
    Night.objects.filter(pk=night.pk).update(paper="a4")
    assert first() == "L4785"


@pytest.mark.parametrize("code", STOCKS)
def test_a_nudge_moves_everything_by_so_many_millimeters(code: str) -> None:
    tags = [(1, "Ann Miller"), (2, "Dan")]
    before, after = (
        list(read_words(pypdfium2.PdfDocument(printed(code, tags, nudge=nudge))[0])) for nudge in ((0, 0), (1.5, -0.5))
    )
    assert [word.text for word in before] == [word.text for word in after]
    for one, other in zip(before, after, strict=True):
        assert (other.left - one.left, other.foot - one.foot) == pytest.approx((1.5 * MM, 0.5 * MM), abs=0.02)


def test_outlines_are_drawn_only_to_try_it() -> None:
    (page,) = pages(printed("5160", [(1, "Ann")], outlines=True, nudge=(1, 1)))
    (plain,) = pages(printed("5160", [(1, "Ann")]))
    assert len(page.curves) == 30 and len(plain.curves) == 0
    left, top = min(curve["x0"] for curve in page.curves), min(curve["top"] for curve in page.curves)
    assert (left, top) == pytest.approx((13.5 + MM, 36 + MM), abs=0.1), "they move, too"


def test_only_what_a_sheet_is_laid_out_for_is_taken() -> None:
    assert stock_named("", LABELS).code == "5160" and stock_named("L7160", LABELS).code == "L7160"
    with pytest.raises(Refused, match="choose 5392 or 5395 or L4785"):
        stock_named("5160", BADGES)
    check_nudge((10, -10))
    for far in ((10.1, 0), (0, -11)):
        with pytest.raises(Refused, match="up to 10 mm"):
            check_nudge(far)


def test_the_product_decides_the_paper(night: Night) -> None:
    sheets = {
        (slug, paper, chosen): draw_sheet(night, slug, Job(paper, product=chosen), "")
        for slug, paper, chosen in (
            ("badges", Paper.LETTER, ""),
            ("badges", Paper.A4, ""),
            ("badges", Paper.A4, "5395"),
            ("labels", Paper.A4, ""),
            ("labels", Paper.LETTER, ""),
            ("labels", Paper.LETTER, "L7160"),
        )
    }
    widths = [round(pypdfium2.PdfDocument(pdf)[0].get_width()) for pdf in sheets.values()]
    assert widths == [612, 595, 612, 595, 612, 595]


def test_the_shelf_takes_product_and_nudge_for_each_print(organizer: Client, night: Night) -> None:
    shelf = unescape(organizer.get(f"/n/{night.slug}/print/").content.decode())
    for words in (
        "Avery 5392: 6 on Letter",
        "Avery 5395: 8 on Letter",
        "Avery L4785: 10 on A4",
        "Avery 5160: 30 on Letter",
        "Avery L7160: 21 on A4",
    ):
        assert words in shelf
    address = f"/n/{night.slug}/print/labels.pdf"
    plain, moved = (
        organizer.get(f"{address}?product=L7160&only={more}").content
        for more in ("", "&right=2&down=-1.26&outlines=yes")
    )
    assert text_of(plain).count("Ann Miller") == text_of(moved).count("Ann Miller") == 1
    one, other = (next(read_words(pypdfium2.PdfDocument(pdf)[0])) for pdf in (plain, moved))
    assert (other.left - one.left, other.foot - one.foot) == pytest.approx((2 * MM, 1.3 * MM), abs=0.02)
    assert len(next(pages(moved)).curves) - len(next(pages(plain)).curves) == 21
    only = organizer.get(f"{address}?product=5160&only=2").content
    assert "Bob Stone" in text_of(only) and "Ann Miller" not in text_of(only)
    for bad in ("right=nan", "down=inf", "right=", "down=a&right=1e999"):
        assert organizer.get(f"{address}?{bad}").status_code == 200, "a typing error moves nothing"
    for bad, words in (("product=5392", "choose 5160 or L7160"), ("right=11", "up to 10 mm")):
        answer = organizer.get(f"{address}?{bad}")
        assert answer.status_code == 409 and words in answer.content.decode()


def test_the_command_takes_them_too(night: Night, tmp_path: Any) -> None:
    plain, moved = tmp_path / "plain.pdf", tmp_path / "moved.pdf"
    call_command("print", night.slug, "badges", "--product", "5395", "-o", str(plain))
    call_command("print", night.slug, "badges", "--product", "5395", "--nudge", "1", "-1", "-o", str(moved))
    one, other = (next(read_words(pypdfium2.PdfDocument(file)[0])) for file in (plain, moved))
    assert (other.left - one.left, other.foot - one.foot) == pytest.approx((MM, MM), abs=0.02)
    with pytest.raises(CommandError, match="choose 5392 or 5395 or L4785"):
        call_command("print", night.slug, "badges", "--product", "L7160", "-o", str(plain))


@pytest.mark.parametrize("large", [False, True])
def test_first_names_that_fit_have_one_size_in_a_run_whatever_their_accents(large: bool) -> None:
    people = [(1, "Ann Miller"), (2, "Łukasz Żółć"), (3, "Ágnes Kis")]
    for sheet in (
        draw(draw_name_tags, HEADING, people, large=large),
        draw(draw_badges, HEADING, people, STOCKS["L4785"], paper=Paper.A4, large=large),
    ):
        (page,) = pages(sheet)
        sizes = {char["size"] for char in page.chars if char["text"] in "AŁÁ" and char["size"] > 18}
        assert len(sizes) == 1, sizes
