"""How many clicks an organizer's everyday acts take, counted by the browser as a new user makes them.

Typing, Tab and Enter are not clicks: a name, a score or a hand has to be typed in any case.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tally.forms import result_of
from tally.loading.games import load_game
from tests.support.hall_server import Hall
from tests.support.http_visitor import paired_visitor, press_results
from tests.support.night import CAST, play_hands
from tests.support.screens import LAPTOP, Screens, click_and_load, tap
from tests.support.serverless_browser import ServerlessBrowser
from tests.support.staged_night import StagedNight
from tests.support.waiting import wait_for_script
from tournament.models import Club

pytestmark = pytest.mark.long

# Kept for the tab, so that a page that follows goes on counting. A click of the keyboard's has no detail.
COUNT_CLICKS = """addEventListener("click", event => {
  if (event.isTrusted && event.detail) sessionStorage.clicks = Number(sessionStorage.clicks || 0) + 1;
}, true)"""
MOST = {
    "from 12 pasted names to the first game": 4,
    "enter the total of a table's slip": 3,
    "write a total into one table": 3,
    "edit a hand": 3,
    "a player leaves early": 3,
    "find a player": 1,
    "ring the bell": 1,
}


@pytest.fixture
def page(screens: Screens) -> Iterator[Page]:
    """The organizer's laptop at the home page of an empty hall; its clicks are counted."""
    page = screens.open(screens.hall.organizer_path, LAPTOP)
    page.add_init_script(COUNT_CLICKS)
    page.goto(screens.hall.url)
    page.locator("form[action='/new/'] button").click()
    page.wait_for_url("**/desk/")
    yield page


def start(page: Page) -> None:
    """Paste twelve names and start."""
    page.locator("textarea[name=names]").fill("\n".join(CAST))
    for button in ("Add to the list", "Draw numbers", "Start the night"):
        click_and_load(page.get_by_role("button", name=button))
    page.wait_for_url("**/board/")


def enter_slip(page: Page) -> None:
    """Enter what table 3's slip says on the page of all scores."""
    page.wait_for_timeout(750)  # the bar takes a second click within 700 ms for a slip of the hand
    click_and_load(page.get_by_role("link", name=re.compile("Enter scores")).first)
    field = page.locator(".quick li", has_text="Table 3").locator("input:visible").first
    if not field.evaluate("field => field === document.activeElement"):
        field.click()
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(page.get_by_text("✓ 7–3")).to_be_visible()


def write_total(page: Page) -> None:
    """Write a total into table 2, beside the tables."""
    page.locator(".tile a", has_text="Table 2").click()
    panel = page.locator("#panel")
    panel.locator("[name=ns]:visible").first.click()
    page.keyboard.type("8")
    page.keyboard.press("Tab")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Record 8–5").click()
    expect(panel).to_contain_text("The total from paper counts.")
    expect(page.get_by_text("8–5").first).to_be_visible()


def edit_hand(page: Page) -> None:
    """Say what hand 1 at table 1 really was."""
    page.locator(".tile a", has_text="Table 1").click()
    page.get_by_role("link", name="Edit hand 1").first.click()
    page.locator("button[name=result]", has_text="all 5 tricks").last.click()
    expect(page.locator("#panel h1")).to_contain_text("Table 1")  # it is saved: the panel is back at the table


def leave_early(page: Page) -> None:
    """Player 12 goes home."""
    click_and_load(page.get_by_role("link", name=re.compile("^Leaving early")).first)
    wait_for_script(page, "document.activeElement.matches('select, input')")
    page.keyboard.type(page.locator("select:focus option", has_text="(12)").inner_text().split()[0])
    page.locator("form:has([name=change][value=leave]) button").last.click()
    page.locator("#preview button[name=sure]").click()
    expect(page.get_by_text("Done").first).to_be_visible()


def find_player(page: Page) -> None:
    """Find where somebody who is playing sits, by the first name."""
    sitting = page.locator(".tile", has_text="Table 1").locator(".names [data-find]").last.inner_text()
    first_name = re.sub(r"^\d+ ", "", sitting).split()[0]
    page.get_by_role("searchbox").first.click()
    page.keyboard.type(first_name)
    expect(page.locator(".tile:not(.faded)", has_text=first_name).first).to_be_visible()


def ring(page: Page) -> None:
    """Ring the bell of the first game."""
    page.get_by_role("button", name=re.compile("ring the bell", re.I)).first.click()
    expect(page.get_by_text("rang the bell for game 1")).to_be_visible()


ACTS: dict[str, Callable[[Page], None]] = {
    "edit a hand": edit_hand,
    "write a total into one table": write_total,
    "find a player": find_player,
    "ring the bell": ring,
    "enter the total of a table's slip": enter_slip,
    "a player leaves early": leave_early,
}


def test_a_hand_of_a_bid_game_is_edited_in_three_clicks(club: Club, browser: Browser) -> None:
    night = StagedNight(8, variant="bid-single-deck", deals=4, movement="drawn", games=2)
    game = night.game()
    play_hands(game, "NS:bid-4-5")
    client, path = night.organizer()
    with ServerlessBrowser(browser, client, size=LAPTOP) as laptop:
        laptop.context.add_init_script(COUNT_CLICKS)
        page = laptop.open(path)
        for was, now in (("NS:bid-4-5", "NS:bid-4-4"), ("NS:bid-4-4", "EW:bid-5-3"), ("EW:bid-5-3", "NS:bid-6-6")):
            page.evaluate("sessionStorage.clicks = 0")
            with page.expect_response("**/game/**"):  # the panel may show the same already
                page.locator(".tile a", has_text="Table 1").click()
            page.get_by_role("link", name="Edit hand 1").click()
            button = page.locator(f"#panel button[name=result][value='{was}']")
            expect(button).to_contain_text("as it stands")
            tap(page.locator(f"#panel button[name=result][value='{now}']"))
            expect(page.get_by_role("link", name="Edit hand 1")).to_be_visible()
            newest = load_game(night.game(), night.night).hands[0].data
            assert result_of(night.night, newest) == now
            clicks = int(page.evaluate("sessionStorage.clicks"))
            print(f"{clicks} of 3 clicks: edit a hand of a bid game, {was} to {now}")
            assert clicks <= 3


def play_a_hand(hall: Hall) -> None:
    """Let a phone at table 1 record the first hand."""
    first = hall.manage("shell", "-c", FIRST_CARD).decode().split()[-1]
    press_results(paired_visitor(hall, first), "NS:3-4")


FIRST_CARD = """
from tournament.models import Place
print(Place.objects.filter(game__round__number=1, game__table=1, seat="N").latest("pk").entry.key)
"""


def test_the_everyday_acts_take_few_clicks(page: Page, hall: Hall) -> None:
    clicks = {}

    def count(name: str, act: Callable[[Page], None]) -> None:
        page.evaluate("sessionStorage.clicks = 0")
        act(page)
        clicks[name] = int(page.evaluate("sessionStorage.clicks"))

    count("from 12 pasted names to the first game", start)
    board = page.url
    play_a_hand(hall)
    for name, act in ACTS.items():
        page.goto(board)
        count(name, act)
    for name, most in MOST.items():
        print(f"{clicks[name]} of {most} clicks: {name}")
    assert clicks.keys() == MOST.keys()
    assert all(clicks[name] <= MOST[name] for name in MOST), clicks
