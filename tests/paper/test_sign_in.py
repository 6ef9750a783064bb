"""The sign-in sheet, read back from the PDF."""

from __future__ import annotations

from datetime import date

import pypdfium2
import pytest

from tally.paper.document import Job
from tally.paper.measures import Paper
from tally.paper.sign_in import GUEST_LINES, GUESTS, GUESTS_MOST, ROW, ROW_MOST, Arrival, SignInGrid, draw_sign_in
from tally.printing.catalog import draw as draw_sheet
from tests.support.night import CAST, ORGANIZER
from tests.support.odd_names import ODD_NAMES
from tests.support.paper_checks import check_pdf, read_words
from tests.support.printed_nights import SITE
from tests.support.printed_pages import HEADING, PAPERS_AND_SIZES, draw, text_of
from tournament.club.cash import pay_entry_fee
from tournament.club.regulars import add_regular
from tournament.models import Night, Player
from tournament.night.lifecycle import close_night
from tournament.night.signup import sign_up

FEE = "$5.00"


def people(count: int) -> list[Arrival]:
    """Odd names, every second with a number and every third with the fee paid."""
    return [
        Arrival(f"{ODD_NAMES[k % len(ODD_NAMES)]}{k // len(ODD_NAMES) or ''}", k + 1 if k % 2 else None, k % 3 == 0)
        for k in range(count)
    ]


@pytest.mark.sample(3)
@PAPERS_AND_SIZES
@pytest.mark.parametrize(
    ("count", "pays", "fee"),
    [(0, True, FEE), (8, False, ""), (24, True, ""), (60, True, "1.250,00 €"), (132, True, FEE)],
)
def test_everybody_has_a_line_with_room_to_write(paper: Paper, large: bool, count: int, pays: bool, fee: str) -> None:
    pdf = draw(draw_sign_in, HEADING, people(count), pays, fee, paper=paper, large=large)
    found = check_pdf(pdf, Job(paper, large))
    assert not [word for word in found.shortened if not set(word) <= set("W…")]
    if count == 132:
        assert found.pages <= (10 if large else 5)
    text = text_of(pdf)
    assert text.count("Guests") == 1 and text.count("CHECK OFF YOUR NAME") == found.pages
    assert ("Paid" in text) == pays
    assert text.count(f"Please pay {fee} if the box under Paid is empty.") == found.pages * bool(fee)


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("count", [0, 1, 8, 17, 18, 19, 20, 40, 41, 133])
@pytest.mark.parametrize(("large", "columns"), [(False, 1), (False, 2), (True, 1)])
def test_guests_have_a_heading_and_four_to_twelve_lines_in_one_column(
    paper: Paper, large: bool, count: int, columns: int
) -> None:
    names = [Arrival(f"Player {number}") for number in range(count)]
    grid = SignInGrid(Job(paper, large).room, names, True, columns)
    *before, last = [part for page in grid.pages for part in page]
    start = last.index(GUESTS)
    assert [row for part in before for row in part] + last[:start] == names
    guests = last[start + 1 :]
    assert guests == [None] * len(guests) and GUEST_LINES <= len(guests) <= GUESTS_MOST
    room = grid.top - 20 * 72 / 25.4
    assert ROW <= grid.row <= ROW_MOST and all(grid.row * len(part) <= room + 0.1 for part in (*before, last))
    most = int(room / ROW)
    assert all(len(page) <= columns for page in grid.pages)
    if count + 1 + GUEST_LINES <= most:
        assert len(grid.pages) == 1 and (len(guests) == GUESTS_MOST or columns == 2 or len(last) == most)


def test_of_several_pages_each_says_which_names_it_has() -> None:
    names = [Arrival(f"{letter}{letter.lower()}{number}") for letter in "ACÉFKLMRSŁ" for number in range(5)]
    pdf = draw(draw_sign_in, HEADING, [*names, Arrival("王")], True, FEE)
    heads = [" ".join(page.get_textpage().get_text_range().split()) for page in pypdfium2.PdfDocument(pdf)]
    assert [head.split(" CHECK")[0].split("here")[1] for head in heads] == [": A–L", ": L–S"]
    assert "Sign in here CHECK" in text_of(draw(draw_sign_in, HEADING, names[:9], True, FEE))
    alone = draw(draw_sign_in, HEADING, names[:13], True, FEE, paper=Paper.LETTER, large=True)
    assert "Sign in here: A–E CHECK" in text_of(alone) and "Sign in here: guests CHECK" in text_of(alone)


def test_names_are_in_order_with_what_is_known_of_them() -> None:
    arrivals = [Arrival("Zoë Young", 7), Arrival("Ödön Kiss"), Arrival("王小明"), Arrival("ann miller", 12, paid=True)]
    page = pypdfium2.PdfDocument(draw(draw_sign_in, HEADING, arrivals, True, FEE))[0]
    words = list(read_words(page))
    levels = {word.text: word.foot for word in words}
    assert levels["ann"] > levels["Ödön"] > levels["Zoë"] > levels["Guests"]
    assert levels["12"] == pytest.approx(levels["ann"], abs=1) and levels["7"] == pytest.approx(levels["Zoë"], abs=1)


def test_a_fee_that_is_paid_has_a_check_mark() -> None:
    def strokes(paid: bool) -> int:
        page = pypdfium2.PdfDocument(draw(draw_sign_in, HEADING, [Arrival("Ann", paid=paid)], True, FEE))[0]
        return sum(1 for _ in page.get_objects())

    assert strokes(paid=True) == strokes(paid=False) + 1


def test_before_the_start_the_regulars_who_come_are_expected(empty_night: Night) -> None:
    club = empty_night.club
    sign_up(night=empty_night, names=CAST[:2], who=ORGANIZER)
    for name in ("Old Regular", "Vera Gone"):
        add_regular(club=club, name=name)
    Player.objects.filter(name="Vera Gone").update(is_active=False)
    add_regular(club=club, name="Otto Guest", is_guest=True)
    text = text_of(draw_sheet(empty_night, "sign-in", Job(), SITE))
    assert "Ann Miller Bob Stone Old Regular Guests" in text, "a club without a night expects all"
    assert text.count("Ann Miller") == 1 and "Vera" not in text and "Otto" not in text


def test_whoever_missed_the_last_ten_nights_is_not_expected(night: Night) -> None:
    add_regular(club=night.club, name="Old Regular")
    Player.objects.filter(name=CAST[1]).update(paper_name="Robert")
    close_night(night=night, who=ORGANIZER)
    coming = Night.objects.create(club=night.club, name="The next", date=date(2026, 12, 1))
    sign_up(night=coming, names=["Zoë Young", "Ann Miller"], who=ORGANIZER)
    text = text_of(draw_sheet(coming, "sign-in", Job(), SITE))
    names = ["Ann Miller", *CAST[2:8], "Robert", "Zoë Young"]
    assert " ".join(names).replace("'", "’") in text.replace("'", "’") and "Old Regular" not in text


def test_once_the_night_has_started_only_its_players_are_on_the_sheet(night: Night) -> None:
    add_regular(club=night.club, name="Late Comer")
    text = text_of(draw_sheet(night, "sign-in", Job(), SITE))
    assert "Ann Miller 1" in text and "Late Comer" not in text


def test_the_fee_is_on_the_sheet_where_the_money_is_kept(night: Night) -> None:
    def head() -> str:
        return text_of(draw_sheet(night, "sign-in", Job(), SITE)).split("here ", 1)[1].split("Ann")[0]

    assert head() == f"CHECK OFF YOUR NAME {night} · Tuesday, November 24, 2026 Name Paid Number "
    night.money = True
    assert head().endswith("2026 Name Number "), "no fee"
    night.entry_fee, night.currency = 750, "euros-behind"
    night.save()
    assert head().endswith("2026 Please pay 7,50 € if the box under Paid is empty. Name Paid Number ")
    marks = len(list(pypdfium2.PdfDocument(draw_sheet(night, "sign-in", Job(), SITE))[0].get_objects()))
    pay_entry_fee(entry=night.entries.get(number=3), who=ORGANIZER)
    page = pypdfium2.PdfDocument(draw_sheet(night, "sign-in", Job(), SITE))[0]
    assert len(list(page.get_objects())) == marks + 1
