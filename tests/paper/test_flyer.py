"""The announcement of a night, read back from the PDF."""

from __future__ import annotations

from typing import Any

import pypdfium2
import pytest
from django.test import Client

from tally.paper.document import Heading, Job
from tally.paper.flyer import NIGHT_LEAST, Announcement, draw_flyer
from tally.paper.measures import LARGE, MM, Paper
from tally.printing.catalog import draw as draw_sheet
from tally.printing.catalog import job_for
from tests.support.night import ORGANIZER
from tests.support.odd_names import LONG_NAME
from tests.support.paper_checks import check_pdf, read_words
from tests.support.printed_nights import SITE
from tests.support.printed_pages import HEADING, PAPERS_AND_SIZES, draw, pages, text_of
from tournament.models import Night
from tournament.night.joined_names import set_sign_up_by_phone

HOSTED = "https://euchre.example"
LONGEST = f"The {LONG_NAME} Memorial Night"[:60]
LONG_ADDRESS = "https://a-very-long-name-of-a-host.euchre-night.example.org/n/ab3f9k/join/"


@PAPERS_AND_SIZES
@pytest.mark.parametrize(
    ("night", "club", "price", "address"),
    [
        ("Tuesday euchre", "Tuesday club", "", ""),
        (LONGEST, "The Greater Springfield and Shelbyville Senior Citizens’ Euchre Club", "1.250,00 kr", LONG_ADDRESS),
        ("W" * 60, "W" * 80, "$5.00", LONG_ADDRESS),
        ("Вечер 王", "Żółć", "5,00 €", f"{HOSTED}/n/ab3f9k/join/"),
    ],
)
def test_a_flyer_is_one_page_of_large_type(
    paper: Paper, large: bool, night: str, club: str, price: str, address: str
) -> None:
    heading = Heading(night, "Wednesday, September 23, 2026")
    known = Announcement(club, "Single Deck Bid Euchre, Big Pepper 24", price, address)
    pdf = draw(draw_flyer, heading, known, paper=paper, large=large)
    found = check_pdf(pdf, Job(paper, large), codes=[address] * bool(address))
    assert found.pages == 1 and found.smallest >= LARGE
    assert all(set(word) <= set("W…") for word in found.shortened)
    words = list(read_words(pypdfium2.PdfDocument(pdf)[0]))
    assert max(word.size for word in words) >= NIGHT_LEAST
    assert "We play Single Deck Bid Euchre, Big Pepper 24." in text_of(pdf)


def lines_to_write_on(pdf: bytes) -> int:
    """How many rules end at the right margin and begin in the column of the facts."""
    (page,) = pages(pdf)
    return sum(1 for line in page.lines if 140 < line["x0"] < 160 and line["x1"] > page.width * 0.9)


def test_what_is_known_is_printed_and_the_rest_has_a_line(empty_night: Night) -> None:
    pdf = draw_sheet(empty_night, "flyer", job_for(empty_night), SITE)
    words = (
        "Tuesday club Tuesday euchre Tuesday, November 24, 2026 No partner needed: you have a new one in every game. "
        "Bring a friend. We play Progressive Euchre. Time Place Price Contact"
    )
    assert text_of(pdf) == words and lines_to_write_on(pdf) == 5
    empty_night.money = True
    assert text_of(draw_sheet(empty_night, "flyer", job_for(empty_night), SITE)) == words, (
        "no fee is not a price of nothing"
    )
    empty_night.entry_fee = 500
    pdf = draw_sheet(empty_night, "flyer", job_for(empty_night), SITE)
    assert text_of(pdf) == words.replace("Price", "Price $5.00") and lines_to_write_on(pdf) == 4


def test_a_club_that_is_named_like_its_night_is_named_once(empty_night: Night) -> None:
    empty_night.name = empty_night.club.name
    assert text_of(draw_sheet(empty_night, "flyer", Job(), SITE)).count("Tuesday club") == 1


def test_the_code_leads_to_sign_up_on_a_hosted_site(empty_night: Night, organizer: Client, settings: Any) -> None:
    address = f"{HOSTED}/n/{empty_night.slug}/join/"
    plain = organizer.get(f"/n/{empty_night.slug}/print/flyer.pdf?paper=letter").content
    check_pdf(plain, Job())
    assert "testserver" not in text_of(plain), "a laptop is out of reach"
    settings.ADDRESS = HOSTED
    pdf = organizer.get(f"/n/{empty_night.slug}/print/flyer.pdf?paper=letter").content
    check_pdf(pdf, Job(), codes=[address])
    assert f"Scan to sign up, or type {address.removeprefix('https://')}" in text_of(pdf)
    assert [link["uri"] for page in pages(pdf) for link in page.hyperlinks] == [address]
    assert organizer.get(address.removeprefix(HOSTED)).status_code == 200
    check_pdf(draw_sheet(empty_night, "flyer", Job(codes=False), HOSTED), Job())


def test_the_code_is_left_out_while_phones_may_not_sign_up(night: Night) -> None:
    check_pdf(draw_sheet(night, "flyer", Job(), HOSTED), Job())
    closed = Night.objects.create(club=night.club, name="The next", date=night.date)
    set_sign_up_by_phone(night=closed, is_open=False, who=ORGANIZER)
    closed.refresh_from_db()
    check_pdf(draw_sheet(closed, "flyer", Job(), HOSTED), Job())


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("address", ["", f"{HOSTED}/n/ab3f9k/join/"])
def test_there_is_room_to_write_by_hand_and_date_and_price_are_large(paper: Paper, address: str) -> None:
    known = Announcement("Tuesday club", "Progressive Euchre", "$5.00", address)
    pdf = draw(draw_flyer, HEADING, known, paper=paper)
    (page,) = pages(pdf)
    levels = sorted(line["top"] for line in page.lines if 140 < line["x0"] < 160)
    time, place, second, contact = levels
    assert place - time == pytest.approx(second - place, abs=0.01) and second - place >= 17 * MM
    assert contact - second == pytest.approx(2 * (second - place), abs=0.01), "the price is between them"
    sizes = {word.text: word.size for word in read_words(pypdfium2.PdfDocument(pdf)[0])}
    assert sizes["June"] == 40 and sizes["$5.00"] == 32


def test_the_address_on_a_flyer_has_plain_zeros() -> None:
    """Only a password has slashed ones: in an address no zero could be an O."""
    known = Announcement("Tuesday club", "Progressive Euchre", "", "http://192.168.1.50:8000/n/ab3f9k/join/")
    (page,) = pages(draw(draw_flyer, HEADING, known))
    faces = {char["fontname"] for char in page.chars if char["text"] == "0"}
    assert faces and not any("Typed" in face for face in faces)
