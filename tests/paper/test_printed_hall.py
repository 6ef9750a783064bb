"""Sheets for the hall, read back from the PDF: table tents, score slips, name tags, wall board, Wi-Fi poster."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pdfplumber
import pypdfium2
import pytest
from django.test import Client

from tally.paper.board_tiles import LAP, draw_board_tiles, tiles
from tally.paper.document import Job
from tally.paper.measures import LARGE, MM, SAFE, TEXT, Paper
from tally.paper.name_tags import draw_name_tags
from tally.paper.score_slips import SlipGrid, draw_score_slips
from tally.paper.slip_form import HANDS_UNKNOWN
from tally.paper.table_mats import draw_table_mats
from tally.paper.table_tents import Scan, draw_table_tents
from tally.paper.wall_board import GAME_LEAST, GAME_MOST, BoardRow, draw_wall_board
from tally.paper.wifi_poster import draw_wifi_poster
from tally.printing.catalog import draw as draw_sheet
from tests.support.club_looks import LOOK
from tests.support.night import ORGANIZER
from tests.support.odd_names import ODD_NAMES
from tests.support.paper_checks import check_pdf, read_words
from tests.support.printed_pages import BOTH_PAPERS, HEADING, PAPERS_AND_SIZES, draw, pages, text_of
from tournament.models import Night
from tournament.night.lifecycle import close_night
from tournament.reach.wifi_code import wifi_code
from tournament.web.addresses import join_address

JOIN = "HTTP://192.168.1.50:8000/J/K7QM2X9D"
SITE = "http://192.168.1.50:8000"
WIFI = Scan(wifi_code("Hall Guest", "bower&bell"), "Wi-Fi", "Scan to join a network of a name of 32.")
SCANS = (WIFI, Scan(JOIN, "Play by phone", "Scan, or type K7QM-2X9D at 192.168.1.50:8000/J", JOIN))


# Table tents


@PAPERS_AND_SIZES
def test_a_tent_has_its_number_and_both_codes_on_both_sides(paper, large):
    pdf = draw(draw_table_tents, HEADING, [1, 33], SCANS, paper=paper, large=large)
    check_pdf(pdf, Job(paper, large), codes=[scan.content for scan in SCANS] * 4, cuts=([], [paper.height / 2]))
    for page, number in zip(pypdfium2.PdfDocument(pdf), ("1", "33"), strict=True):
        digits = [word for word in read_words(page) if word.size >= 150]
        assert min(word.top - word.foot for word in digits) >= 90 * MM - 0.1
        upper, lower = ([word for word in digits if (word.foot > paper.height / 2) == half] for half in (True, False))
        assert "".join(word.text for word in upper) == "".join(word.text for word in lower) == number
        assert paper.height - upper[0].top == pytest.approx(
            lower[0].foot, abs=0.1
        )  # once folded, both are at the same height
        assert paper.width - upper[0].right == pytest.approx(lower[0].left, abs=0.1)


@BOTH_PAPERS
def test_a_tent_is_folded_along_dashes_in_its_middle(paper):
    (page,) = pages(draw(draw_table_tents, HEADING, [33], SCANS, paper=paper))
    (fold,) = [line for line in page.lines if line["dash"]]
    assert fold["top"] == fold["bottom"] == pytest.approx(page.height / 2)
    assert fold["linewidth"] >= 0.4 and fold["x1"] - fold["x0"] > paper.width - 15 * MM


@PAPERS_AND_SIZES
def test_a_tent_says_where_the_code_is_typed_and_breaks_no_address(paper, large):
    words = "Scan, or type K7QM-2X9D at springfield.euchre.example.org/J"
    scans = (WIFI, Scan(JOIN, "Play by phone", words, JOIN))
    pdf = draw(draw_table_tents, HEADING, [33], scans, paper=paper, large=large)
    check_pdf(pdf, Job(paper, large), codes=[WIFI.content, JOIN] * 2, cuts=([], [paper.height / 2]))
    assert text_of(pdf).count("springfield.euchre.example.org/J") == 2


def test_a_mat_marks_who_deals_first_as_cards_do():
    (page,) = pages(draw(draw_table_mats, HEADING, [3]))
    dots = [curve for curve in page.curves if curve["fill"] and curve["width"] == pytest.approx(3 * MM, abs=0.1)]
    assert len(dots) == 1, [curve["width"] for curve in page.curves]


@PAPERS_AND_SIZES
def test_a_tent_tells_those_who_cannot_scan_the_password(night: Night, paper, large):
    """Where the longest names have no room below the number, it is left to the poster; the number stays as large."""
    for name, password, told in (("Hall", "bower&b0wer", True), ("Hall", "", False), ("W" * 32, "W" * 63, False)):
        night.wifi_name, night.wifi_password = name, password
        pdf = draw_sheet(night, "table-tents", Job(paper, large), SITE)
        check_pdf(
            pdf,
            Job(paper, large),
            codes=[wifi_code(name, password), join_address(night, SITE)] * 4,
            cuts=([], [paper.height / 2]),
        )
        assert (text_of(pdf).count(password or "password") == 4) is told, text_of(pdf)
        assert f"{password}." not in text_of(pdf) or not told, "a full stop would be typed, too"
        typed = [word.text for page in pypdfium2.PdfDocument(pdf) for word in read_words(page)]
        assert typed.count(night.printed_join_key) >= 2 or name != "Hall", "upright, and not broken"
        for page in pypdfium2.PdfDocument(pdf):
            digits = [word for word in read_words(page) if word.size >= 150]
            assert min(word.top - word.foot for word in digits) >= 90 * MM - 0.1
        faces = {char["fontname"] for page in pages(pdf) for char in page.chars if char["text"] == "0"}
        assert any("Typed" in face for face in faces) is told


@pytest.mark.parametrize("typed", ["192.168.1.50:8000/J", "euchre.example.org/J"])
def test_an_address_on_the_poster_has_plain_zeros_and_a_password_has_slashed_ones(typed: str):
    (page,) = pages(draw(draw_wifi_poster, HEADING, "Hall", "p00", JOIN, typed))
    faces = {char["fontname"] for char in page.chars if char["text"] == "0" and char["size"] == 22}
    assert not any("Typed" in face for face in faces)
    assert any("Typed" in char["fontname"] for char in page.chars if char["text"] == "0")


def test_a_tent_without_codes_has_its_number_in_the_middle():
    (page,) = pypdfium2.PdfDocument(draw(draw_table_tents, HEADING, [4], []))
    (digit,) = [word for word in read_words(page) if word.size >= 150 and word.top < Paper.LETTER.height / 2]
    assert (digit.foot + digit.top) / 2 == pytest.approx(Paper.LETTER.height / 4, abs=4 * MM)


def test_a_code_is_also_a_link_except_for_a_wifi_code():
    with pdfplumber.open(BytesIO(draw(draw_table_tents, HEADING, [4], SCANS))) as document:
        links = document.pages[0].hyperlinks
        height = document.pages[0].height
    assert [link["uri"] for link in links] == [JOIN, JOIN]
    assert links[0]["x1"] < 306 < links[1]["x0"] and links[0]["bottom"] < height / 2 < links[1]["top"]


def test_without_wifi_the_second_code_leads_to_the_standings(night: Night):
    sheet = draw_sheet(night, "table-tents", Job(), SITE)
    check_pdf(sheet, Job(), codes=[join_address(night, SITE), f"{SITE}/n/{night.slug}/standings/"] * 4)
    night.wifi_name = "Hall"
    sheet = draw_sheet(night, "table-tents", Job(), SITE)
    check_pdf(sheet, Job(), codes=["WIFI:T:nopass;S:Hall;;", join_address(night, SITE)] * 4)
    assert text_of(sheet).count(f"or type {night.printed_join_key} at 192.168.1.50:8000/J") == 4
    assert "192.168.1.50:8000/J." not in text_of(sheet)


def test_a_scan_during_the_night_offers_the_names(night: Night, stranger: Client):
    page = stranger.get(join_address(night, "")).content.decode()
    assert "Count me in" not in page and "Tap your name" in page and "<b>Ann M.</b>" in page
    assert "Ask the organizer: latecomers can still play." in page
    close_night(night=night, who=ORGANIZER)
    page = stranger.get(join_address(night, "")).content.decode()
    assert "This night is over." in page and "Ann M." not in page


def test_the_public_page_of_a_night_that_goes_on_says_what_to_scan(night: Night, stranger: Client):
    page = stranger.get(f"/n/{night.slug}/join/").content.decode()
    assert "Count me in" not in page and '<a class="button" href="/J">Type a code</a>' in page
    assert "Scan the QR code on a table" in page and "Who sits where" in page
    close_night(night=night, who=ORGANIZER)
    page = stranger.get(f"/n/{night.slug}/join/").content.decode()
    assert "This night is over." in page and "Type a code" not in page


# Table mats


@PAPERS_AND_SIZES
@pytest.mark.parametrize("note", ["", "The ghost’s partner deals for it."])
def test_a_mat_tells_everybody_the_seat_the_partner_and_when_to_deal(paper, large, note):
    pdf = draw(draw_table_mats, HEADING, [6, 28], note, paper=paper, large=large)
    assert check_pdf(pdf, Job(paper, large), sizes=[(paper.width, paper.height)]).pages == 2
    text = text_of(pdf)
    for deals, partner in (("first", "South"), ("second", "West"), ("third", "North"), ("last", "East")):
        assert text.count(f"You deal {deals}. Your partner is {partner}.") == 2
    assert [text.count(seat) for seat in ("NORTH", "EAST", "SOUTH", "WEST")] == [2] * 4
    assert text.count("The ghost’s partner deals for it.") == 4 * bool(note)


@BOTH_PAPERS
def test_each_seat_of_a_mat_is_turned_toward_who_sits_there(paper):
    """North is opposite South, and East to the left of North, as the deal goes."""
    (page,) = pages(draw(draw_table_mats, HEADING, [6], paper=paper))
    letters = {
        seat: max(
            (char for char in page.chars if char["text"] == seat), key=lambda char: char["width"] * char["height"]
        )
        for seat in "NESW"
    }
    turned = {seat: tuple(map(round, letter["matrix"][:4])) for seat, letter in letters.items()}
    assert turned == {"N": (-1, 0, 0, -1), "E": (0, 1, -1, 0), "S": (1, 0, 0, 1), "W": (0, -1, 1, 0)}
    assert letters["N"]["bottom"] < page.height / 4 and letters["S"]["top"] > page.height * 3 / 4
    assert letters["W"]["x1"] < page.width / 3 and letters["E"]["x0"] > page.width * 2 / 3


def test_there_is_a_mat_for_every_table_and_it_tells_of_a_ghost(three_tables: Night):
    mats = text_of(draw_sheet(three_tables, "table-mats", Job(), SITE))
    assert (mats.count("You deal first."), mats.count("ghost")) == (3, 0)
    three_tables.entries.filter(number=8).update(is_ghost=True)
    assert text_of(draw_sheet(three_tables, "table-mats", Job(), SITE)).count("The ghost’s partner deals for it.") == 6


# Score slips


@pytest.mark.parametrize(
    ("hands", "large", "slips"),
    [(4, False, 6), (8, False, 4), (None, False, 4), (4, True, 2), (8, True, 2), (20, True, 1)],
)
def test_slips_have_a_row_for_each_hand_and_room_to_write(hands, large, slips):
    job = Job(Paper.A4, large)
    grid = SlipGrid(job.room, hands or HANDS_UNKNOWN, large)
    assert grid.across * grid.high == slips
    assert grid.row >= 6.8 * 72 / 25.4
    pdf = draw(draw_score_slips, HEADING, hands, paper=job.paper, large=large)
    check_pdf(
        pdf,
        job,
        cuts=(
            [job.paper.width / grid.across] * (grid.across - 1),
            [job.paper.height / grid.high * row for row in range(1, grid.high)],
        ),
    )
    words = text_of(pdf).split()
    assert words.count("Initials") == words.count("Total") == slips
    rows = hands or HANDS_UNKNOWN
    assert words.count(str(rows)) == slips
    assert str(rows + 1) not in words


# Name tags


@PAPERS_AND_SIZES
def test_any_name_fits_on_its_tag(paper, large):
    pdf = draw(draw_name_tags, HEADING, list(enumerate(ODD_NAMES, 90)), paper=paper, large=large)
    cuts = [paper.width / 2], [paper.height / 5 * row for row in range(1, 5)]
    assert check_pdf(pdf, Job(paper, large), cuts=cuts).pages == 3


def test_first_name_and_number_can_be_read_across_a_table():
    page = pypdfium2.PdfDocument(draw(draw_name_tags, HEADING, [(7, "Margaret Wilson"), (8, "Dan")]))[0]
    sizes = {word.text: word.size for word in read_words(page)}
    assert sizes["Dan"] == 42 and sizes["Margaret"] > 36
    assert (sizes["Wilson"], sizes["7"]) == (17, 46)


def test_a_first_name_keeps_its_distance_from_the_frame():
    page = pypdfium2.PdfDocument(draw(draw_name_tags, HEADING, [(7, "Margaret-Anne-Louise Wilson")]))[0]
    (name,) = (word for word in read_words(page) if word.text.startswith("Margaret"))
    frame = Paper.LETTER.width / 2 - 2 * SAFE
    assert name.right - name.left < frame * 0.9 + 1 and name.left > SAFE + frame * 0.05 - 1


# The wall board


@BOTH_PAPERS
@pytest.mark.parametrize(
    ("players", "games", "large", "count", "landscape"),
    [(8, 7, False, 1, False), (12, 20, False, 1, True), (8, 20, True, 2, True)],
)
def test_the_board_can_be_read_from_two_meters(paper, players, games, large, count, landscape):
    rows = [
        BoardRow(number, ODD_NAMES[number % len(ODD_NAMES)], tuple(str(game) for game in range(1, games + 1)))
        for number in range(1, players + 1)
    ]
    pdf = draw(draw_wall_board, HEADING, rows, "Below the table: your total.", paper=paper, large=large)
    width, height = paper.board
    found = check_pdf(pdf, Job(paper, large), sizes=[(height, width)] if landscape else [(width, height)])
    assert found.pages == count
    sizes = {word.size for word in read_words(pypdfium2.PdfDocument(pdf)[0]) if word.text in ("3", "7", "Total")}
    assert min(sizes) >= 20


def test_the_board_shows_each_players_table_in_each_game():
    rows = [BoardRow(1, "Ann M.", ("3", "–", "")), BoardRow(12, "Bob S.", ("33", "1", ""))]
    text = text_of(draw(draw_wall_board, HEADING, rows, "Below it your total."))
    assert "Game 1 2 3 Total 1 Ann M. 3 – 12 Bob S. 33 1 Below it your total." in text


@pytest.mark.sample(3)
@BOTH_PAPERS
@pytest.mark.parametrize(
    ("players", "games", "large", "pages"),
    [(8, 3, False, 1), (12, 11, False, 2), (30, 15, False, 6), (12, 30, False, 3), (6, 12, True, 3)],
)
def test_the_board_is_also_pages_that_are_laid_over_one_another(paper, players, games, large, pages):
    rows = [
        BoardRow(number, ODD_NAMES[number % len(ODD_NAMES)], tuple(str(game % 9 + 1) for game in range(games)))
        for number in range(1, players + 1)
    ]
    pdf = draw(draw_board_tiles, HEADING, rows, "Below the table: your total.", paper=paper, large=large)
    assert check_pdf(pdf, Job(paper, large)).pages == pages
    text = text_of(pdf)
    assert ("lay it over this one" in text) == (pages > 1)
    assert [number for number in range(1, games + 1) if f" {number} " not in text] == []


@pytest.mark.parametrize("games", range(1, 41))
def test_every_game_is_on_one_page_of_a_strip_and_pages_meet_at_the_dotted_line(games):
    for width in (Paper.LETTER.width, Paper.A4.width, Paper.LETTER.width / LARGE * TEXT):
        strip, game = tiles(width, games)
        assert [number for tile in strip for number in tile.games] == list(range(games))
        assert GAME_LEAST <= game <= GAME_MOST
        assert [(tile.first, tile.last) for tile in strip] == [
            (page == 0, page == len(strip) - 1) for page in range(len(strip))
        ]
        for tile in strip[:-1]:
            assert tile.right <= width - LAP + 0.1, "the next page covers the margin"


# The Wi-Fi poster


@pytest.mark.parametrize(
    ("name", "password", "content"),
    [
        ("Hall", "", "WIFI:T:nopass;S:Hall;;"),
        ("Hall", "secret", "WIFI:T:WPA;S:Hall;P:secret;;"),
        ('a;b,c"d:e\\f', "p;q", 'WIFI:T:WPA;S:a\\;b\\,c\\"d\\:e\\\\f;P:p\\;q;;'),
        ("Гости 王", "", "WIFI:T:nopass;S:Гости 王;;"),
    ],
)
def test_the_wifi_code_escapes_special_characters(name, password, content):
    assert wifi_code(name, password) == content


@PAPERS_AND_SIZES
def test_the_poster_fits_the_longest_network_name_and_its_codes_can_be_read(paper, large):
    name, password = "Łukasz; Saal :2 " * 2, "W" * 63
    pdf = draw(draw_wifi_poster, HEADING, name, password, JOIN, "192.168.1.50:8000", paper=paper, large=large)
    assert check_pdf(pdf, Job(paper, large), codes=[wifi_code(name, password), JOIN]).pages == 1


@pytest.mark.parametrize("paper", list(Paper))
def test_large_print_has_as_large_a_code_and_the_foot_has_the_margins_of_the_head(paper):
    """A code is read from farther away than a line, and a page has one left edge."""
    for large in (False, True):
        pdf = draw(
            draw_wifi_poster, HEADING, "Hall", "bower", JOIN, "192.168.1.50:8000", paper=paper, large=large, look=LOOK
        )
        (page,) = pages(pdf)
        ends = {(round(line["x0"]), line["top"] < page.height / 2) for line in page.lines if line["x0"] < 28 * MM}
        head, foot = ({left for left, above in ends if above is half} for half in (True, False))
        assert min(head) == min(foot), ends
        wide = max(rect["x1"] for rect in page.rects) - min(rect["x0"] for rect in page.rects)
        assert wide >= 54 * MM, wide / MM


def test_the_poster_also_has_everything_in_words():
    pdf = draw(draw_wifi_poster, HEADING, "Hall Guest", "bower&bell", JOIN, "192.168.1.50:8000")
    text = text_of(pdf)
    for phrase in ("NETWORK Hall Guest", "PASSWORD bower&bell", "192.168.1.50:8000", "Ask the organizer."):
        assert phrase in text
    assert [link["uri"] for page in pages(pdf) for link in page.hyperlinks] == [JOIN]


def test_the_poster_has_the_address_also_before_anybody_names_the_network(night: Night, organizer: Client):
    pdf = organizer.get(f"/n/{night.slug}/print/wifi-poster.pdf?paper=letter").content
    check_pdf(pdf, Job(), codes=[join_address(night, "http://testserver")])
    text = text_of(pdf)
    for phrase in ("1 Choose this Wi-Fi", "NETWORK", "PASSWORD", "2 Then scan this, or type", "testserver"):
        assert phrase in text


def test_the_poster_of_a_site_on_the_internet_asks_for_no_wifi(night: Night, organizer: Client, settings: Any):
    settings.ADDRESS = "https://euchre.example"
    pdf = organizer.get(f"/n/{night.slug}/print/wifi-poster.pdf?paper=letter").content
    check_pdf(pdf, Job(), codes=[join_address(night, "https://euchre.example")])
    text = text_of(pdf)
    assert "Scan this, or type" in text and "NETWORK" not in text and "WI-FI" not in text
    assert "Printing before you are in the hall?" not in organizer.get(f"/n/{night.slug}/print/").content.decode()


def test_without_codes_nothing_leads_to_the_address_of_another_network(night: Night, organizer: Client):
    night.wifi_name, night.wifi_password = "Hall Guest", "bower&bell"
    night.save()
    shelf = organizer.get(f"/n/{night.slug}/print/").content.decode()
    assert "Printing before you are in the hall?" in shelf and "<b>http://testserver</b>" in shelf
    wifi = wifi_code("Hall Guest", "bower&bell")
    tables = night.rounds.get(number=1).games.count()
    for sheet, codes in (("tally-cards", []), ("table-tents", [wifi] * 2 * tables), ("wifi-poster", [wifi])):
        address = f"/n/{night.slug}/print/{sheet}.pdf?codes=no"
        assert address in shelf
        pdf = organizer.get(f"{address}&paper=letter").content
        check_pdf(pdf, Job(), codes=codes)
        assert "testserver" not in text_of(pdf).lower()
        assert not [link for page in pages(pdf) for link in page.hyperlinks]
    assert night.entries.get(number=1).printed_key in text_of(
        organizer.get(f"/n/{night.slug}/print/tally-cards.pdf?codes=no").content
    ), "which a player types"


def test_the_network_that_is_entered_on_the_print_page_is_on_the_poster(night: Night, organizer: Client):
    form = {"paper": "a4", "wifi_name": "Hall Guest", "wifi_password": "bower&bell"}
    organizer.post(f"/n/{night.slug}/print/", form)
    night.refresh_from_db()
    assert (night.wifi_name, night.wifi_password) == ("Hall Guest", "bower&bell")
    assert "bower&bell" not in organizer.get(f"/n/{night.slug}/log/").content.decode()
    answer = organizer.get(f"/n/{night.slug}/print/wifi-poster.pdf")
    check_pdf(
        answer.content,
        Job(Paper.A4),
        codes=[wifi_code("Hall Guest", "bower&bell"), join_address(night, "http://testserver")],
    )
    answer = organizer.post(f"/n/{night.slug}/print/", form | {"wifi_name": "W" * 33})
    assert answer.status_code == 409 and "32 letters" in answer.content.decode()
