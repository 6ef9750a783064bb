"""In Chromium: scan the table's code, tap a name, see the seat; and what the organizer sees of it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.screens import LAPTOP, SIZES, SMALL_PHONE, Screens, click_and_load, violations
from tests.support.streams import newest_slug

pytestmark = pytest.mark.long
NAMES = ["Bob Stone", "Bob Smith", "Ann Miller", "Carla Reyes", *(f"{c}{d} Guest" for c in "DEFG" for d in "aeiou")]
COUNT = "document.addEventListener('click', () => sessionStorage.clicks = +(sessionStorage.clicks ?? 0) + 1, true)"


def test_scan_tap_the_name_and_see_the_seat(screens: Screens) -> None:
    hall = screens.hall
    laptop = screens.open(hall.organizer_path, LAPTOP)
    slug = newest_slug(hall)
    laptop.goto(f"{hall.url}/n/{slug}/desk/")
    laptop.locator("textarea[name=names]").fill("\n".join(NAMES))
    click_and_load(laptop.get_by_role("button", name="Add to the list"))
    laptop.goto(f"{hall.url}/n/{slug}/desk/")
    address = re.search(r"/J/[A-Z0-9]{8}", laptop.content())
    assert address, "the desk shows the code to join"
    phone = screens.open(address[0], SMALL_PHONE)
    screens.check(phone, "names")
    assert not [target for target in phone.evaluate(SIZES)["targets"] if not target.startswith("Skip")]
    phone.get_by_label("Find your name").fill("bob s")
    expect(phone.locator("[data-words]:visible")).to_have_text([re.compile("Bob Sm."), re.compile("Bob St.")])
    click_and_load(phone.get_by_role("link", name="Bob Sm."))
    screens.check(phone, "is it you")
    click_and_load(phone.get_by_role("button", name="Yes, that’s me"))
    expect(phone.locator("main")).to_contain_text("Welcome, Bob Smith")
    laptop.goto(f"{hall.url}/n/{slug}/desk/")
    click_and_load(laptop.get_by_role("button", name="Start the night"))
    expect(phone.locator("main")).to_contain_text("table")

    other = screens.open(address[0].lower())
    click_and_load(other.get_by_role("link", name=re.compile("Bob Sm.")))
    expect(other.locator("h1")).to_contain_text("phone is already here")
    click_and_load(other.get_by_role("button", name="Ask the organizer"))
    sign = other.locator("p.total").inner_text()
    screens.check(other, "asked")
    laptop.goto(f"{hall.url}/n/{slug}/players/")
    screens.check(laptop, "players")
    click_and_load(laptop.get_by_role("button", name=f"Let phone {sign} in"))
    other.wait_for_url("**/play/")
    expect(phone.locator("main")).to_contain_text("this one only watches")
    assert violations(laptop) == []
    assert screens.problems == []


def test_somebody_leaves_with_three_clicks_and_is_found_with_the_keyboard(screens: Screens) -> None:
    hall = screens.hall
    laptop = screens.open(hall.organizer_path, LAPTOP)
    slug = newest_slug(hall)
    laptop.goto(f"{hall.url}/n/{slug}/desk/")
    laptop.locator("textarea[name=names]").fill("\n".join(NAMES))
    click_and_load(laptop.get_by_role("button", name="Add to the list"))
    laptop.goto(f"{hall.url}/n/{slug}/desk/")
    click_and_load(laptop.get_by_role("button", name="Start the night"))
    laptop.add_init_script(COUNT)
    laptop.goto(f"{hall.url}/n/{slug}/board/")
    laptop.evaluate("sessionStorage.clicks = 0")
    click_and_load(laptop.get_by_role("navigation", name="Night").get_by_role("link", name="Players"))
    laptop.keyboard.press("/")
    laptop.keyboard.type("carla")
    expect(laptop.locator(".players li:visible")).to_have_count(1)
    click_and_load(laptop.get_by_role("button", name="Leaving early: Carla Reyes"))
    click_and_load(laptop.get_by_role("button", name="Carla R. leaves early"))
    expect(laptop.get_by_role("status").filter(has_text="Done")).to_be_visible()
    clicks = int(laptop.evaluate("sessionStorage.clicks"))
    print(f"clicks for a drop-out from the board: {clicks}; to find a player: 1 and letters")
    assert clicks <= 3
