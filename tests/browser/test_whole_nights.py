"""Whole nights in real Chromium: by phone, by the clock with slips, and a hundred checked in at two laptops."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.hall_server import Hall
from tests.support.night import CAST
from tests.support.offline_phones import recorded
from tests.support.scorebook import codes_on_cards
from tests.support.screens import LAPTOP, PHONE, Screens, click_and_load, tap

pytestmark = pytest.mark.long
GUESTS = tuple(f"Guest{number} Xavier" for number in range(1, 101))


def open_desk(screens: Screens) -> Page:
    """Open the desk of a new night on a laptop."""
    page = screens.open(screens.hall.organizer_path, LAPTOP)
    page.goto(screens.hall.url)
    click_and_load(page.locator("form[action='/new/'] button"))
    return page


def add(page: Page, names: tuple[str, ...]) -> None:
    """Sign these people up at a laptop."""
    page.locator("textarea[name=names]").fill("\n".join(names))
    click_and_load(page.get_by_role("button", name="Add to the list"))


def start(page: Page) -> None:
    """Number everybody by arrival and start the night."""
    click_and_load(page.get_by_role("button", name="Number by arrival"))
    click_and_load(page.get_by_role("button", name="Start the night"))
    page.wait_for_url("**/board/")


def play_game(phone: Page, hands: int, result: str) -> None:
    """Tap this result for every hand, then confirm the score for both sides on this phone."""
    for hand in range(1, hands + 1):
        tap(phone.locator(f"button[name=result][value='{result}']"))
        if hand < hands:
            expect(phone.locator(".tail .status-line")).to_contain_text(recorded(f"Hand {hand}:"))
    confirm(phone)


def confirm(phone: Page) -> None:
    """Confirm the score for our side, then for theirs, on one phone."""
    phone.get_by_role("button", name=re.compile("^Confirm ")).click()
    phone.get_by_text("Your side confirmed").wait_for()
    theirs = phone.get_by_role("button", name=re.compile(" confirm$"))
    theirs.click()
    expect(theirs).to_have_count(0)


def table_of(phone: Page, game: int) -> int:
    """The table at which this phone's player sits in a game."""
    text = phone.locator(".seat-card strong", has_text=f"Game {game}: table").inner_text()
    return int(text.rsplit(" ", 1)[1])


def test_twelve_play_a_whole_night_by_phone(screens: Screens, hall: Hall) -> None:
    board = open_desk(screens)
    add(board, CAST)
    start(board)
    phones = [screens.phone(code) for _, code in codes_on_cards(hall).values()]
    for game in range(1, 12):
        tables = {table_of(phone, game): phone for phone in reversed(phones)}
        assert sorted(tables) == [1, 2, 3]
        for phone in tables.values():
            side = "EW" if re.search(r"you sit (East|West)", phone.locator(".seat-card").inner_text()) else "NS"
            play_game(phone, 4, f"{side}:3-4")
    expect(
        phones[0].get_by_role("heading", name=re.compile("You have played all your games|Score confirmed"))
    ).to_be_visible()
    click_and_load(board.get_by_role("link", name="Close the night").first)
    click_and_load(board.get_by_role("button", name="Close the night"))
    totals = [player["total"] for player in hall.export()["standings"]]
    assert len(totals) == 12 and sum(totals) == 11 * 3 * 4 * 2


def do_next(board: Page, name: str) -> None:
    """Press the board's one primary button, which has this name now."""
    primary = board.locator(".board-bar .primary")
    expect(primary).to_have_text(re.compile(name))
    click_and_load(primary)


def set_bell_by_clock(board: Page) -> None:
    """Let winners move up, and let a clock ring, from the desk."""
    click_and_load(board.locator("button[name=movement][value=winners-up]"))
    board.get_by_text("Night settings", exact=True).click()
    settings = board.locator("form[action$='/desk/settings/']")
    settings.locator("select[name=bell_by]").select_option("clock")
    click_and_load(settings.get_by_role("button", name="Save"))


def enter_slips(board: Page, tables: list[int]) -> None:
    """Type 6 to 2 for each of these tables, with the keyboard alone after the first click."""
    for table in tables:
        row = board.locator(".quick li", has_text=re.compile(rf"^\s*Table {table}\b"))
        row.locator("input[name$=-ns]").fill("6")
        row.locator("input[name$=-ew]").fill("2")
        row.locator("input[name$=-ew]").press("Enter")
        expect(row).to_contain_text("✓ 6–2")


def test_twenty_two_move_up_by_the_clock_with_tables_on_paper(screens: Screens, hall: Hall) -> None:
    board = open_desk(screens)
    add(board, GUESTS[:22])
    set_bell_by_clock(board)
    start(board)
    cards, sat_out = codes_on_cards(hall), set[int]()
    seats = {table["table"]: table["seats"] for table in hall.export()["rounds"][0]["tables"]}
    phones = {seats[table]["N"]: screens.phone(cards[seats[table]["N"]][1]) for table in (1, 2)}
    do_next(board, "Start the clock")
    for game in range(1, 4):
        round_ = hall.export()["rounds"][game - 1]
        tables = {table["table"]: table["seats"] for table in round_["tables"]}
        sat_out |= set(range(1, 23)) - {number for four in tables.values() for number in four.values()}
        with_phone = {
            table: (phones[number], seat)
            for table, four in tables.items()
            for seat, number in four.items()
            if number in phones
        }
        for phone, seat in with_phone.values():
            tap(phone.locator(f"button[name=result][value='{'NS' if seat in 'NS' else 'EW'}:3-4']"))
            expect(phone.locator(".tail .status-line")).to_contain_text(recorded("Hand 1:"))
        expect(board.locator("form[data-early]")).to_have_count(0)  # the board knows of the hands
        do_next(board, "ring the bell")
        for phone, _ in with_phone.values():
            phone.get_by_role("link", name=re.compile("^End at ")).or_(
                phone.get_by_role("button", name=re.compile("^End at "))
            ).first.click()
            confirm(phone)
        slips = sorted(set(tables) - set(with_phone))
        do_next(board, f"Enter scores \\({len(slips)} table")
        enter_slips(board, slips)
        board.goto(board.url.partition("/quick/")[0] + "/board/")
        if game < 3:
            do_next(board, f"Start game {game + 1} now")
    assert len(sat_out) == 6, "nobody sits out twice before everybody has once"
    played = [table for round_ in hall.export()["rounds"][:3] for table in round_["tables"]]
    assert all(table["signed_at"] for table in played) and len(played) == 15
    assert sum(row["total"] for row in hall.export()["standings"]) == sum(
        2 * (table["totals"]["NS"] + table["totals"]["EW"]) for table in played
    )


def test_two_laptops_check_a_hundred_people_in(screens: Screens, hall: Hall) -> None:
    one = open_desk(screens)
    two = screens.open(hall.organizer_path, LAPTOP)
    two.goto(one.url)
    for first in range(0, 100, 20):
        add(one, GUESTS[first : first + 10])
        add(two, GUESTS[first + 10 : first + 20])
    for laptop in (one, two):
        expect(laptop.locator(".chips > li")).to_have_count(100)
    start(one)
    expect(one.locator(".tile:not(.sitting-out)")).to_have_count(25)
    two.goto(one.url)
    expect(two.locator(".tile:not(.sitting-out)")).to_have_count(25)
    assert len(hall.export()["players"]) == 100
    phone = screens.phone(codes_on_cards(hall)[100][1])
    assert 1 <= table_of(phone, 1) <= 25 and phone.viewport_size == {"width": PHONE[0], "height": PHONE[1]}
