"""A night of eight with helpers in real Chromium: each does their job from the invitation to the reveal, live."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.night import CAST
from tests.support.screens import LAPTOP, PHONE, Screens, click_and_load
from tournament.models import Role

HELPERS = {"Sam": Role.SCORER, "Cora": Role.CHECK_IN, "Al": Role.ANNOUNCER}
SIZES = {"Sam": LAPTOP, "Cora": PHONE, "Al": LAPTOP}
GAMES = """
from tournament.models import Night
Night.objects.update(games=1, money=True, entry_fee=500)
"""


def press(page: Page, name: str) -> None:
    """Press the button or link with exactly this name, and wait for the page that follows."""
    button = page.get_by_role("button", name=name, exact=True)
    click_and_load((button if button.count() else page.get_by_role("link", name=name, exact=True)).first)


def invited(screens: Screens, organizer: Page, name: str) -> Page:
    """Invite somebody on the organizer's page, and open what they scan on their own device: they say yes."""
    organizer.goto(f"{screens.hall.url}/club/helpers/")
    organizer.locator("#id_name").fill(name)
    organizer.get_by_role("radio", name=HELPERS[name].label).check()
    press(organizer, "Make the invitation")
    section = organizer.locator(".invitation", has_text=f"{name} (")
    expect(section).to_be_in_viewport()
    address = section.locator("a.path").get_attribute("href") or ""
    page = screens.open("/h/" + address.partition("/h/")[2], SIZES[name])
    screens.check(page, f"invitation of {name}")
    press(page, "Yes, I’ll help")
    expect(page.get_by_role("heading", level=1)).to_contain_text(HELPERS[name].in_a_sentence)
    screens.check(page, f"start page of {name}")
    return page


@pytest.mark.long
def test_a_night_with_helpers_from_the_invitation_to_the_reveal(screens: Screens) -> None:
    hall = screens.hall
    organizer = screens.open(hall.organizer_path, LAPTOP)
    hall.manage("shell", "-c", GAMES)
    desk_address = organizer.url
    sam, cora, al = (invited(screens, organizer, name) for name in HELPERS)
    screens.check(organizer, "helpers")
    organizer.goto(desk_address)

    # Before the start: the check-in signs everybody up; the organizer's desk follows by itself.
    press(cora, "Go to tonight")
    screens.check(cora, "desk of the check-in")
    cora.get_by_label("Add players").fill("\n".join(CAST[:8]))
    press(cora, "Add to the list")
    cora.get_by_role("button", name=re.compile(f"{CAST[0]} pays")).click()
    expect(cora.locator("#list")).to_contain_text("1 of 8 paid")
    expect(cora.get_by_text("The organizer draws numbers and starts.")).to_be_visible()
    expect(cora.get_by_role("button", name="Start the night")).to_have_count(0)
    expect(organizer.locator("#list")).to_contain_text(CAST[7])
    press(sam, "Go to tonight")
    expect(sam).to_have_url(re.compile(r"/n/\w+/$"))  # nothing to score yet: who sits where
    press(organizer, "Draw numbers")
    press(organizer, "Start the night")

    # The game: nothing is due until the bell; then the scorer's button leads to the slips, without a reload.
    sam.wait_for_url("**/board/")  # the start leads on by itself
    expect(sam.locator("#board")).to_contain_text("No score is due now.")
    screens.check(sam, "board of the scorer")
    sam.keyboard.press("b")
    sam.keyboard.press("b")
    expect(organizer.locator("#do-ring")).to_be_visible()
    cora.goto(hall.url)
    press(cora, "Go to tonight")
    expect(cora.get_by_role("heading", level=1)).to_contain_text("8 players")
    screens.check(cora, "players, of the check-in")
    organizer.on("dialog", lambda asked: asked.accept())  # so early, without a hand?
    click_and_load(organizer.locator("#do-ring"))
    expect(sam.locator("#do-scores")).to_contain_text("Enter scores (2 tables)")
    click_and_load(sam.locator("#do-scores"))
    screens.check(sam, "scores of the scorer")
    for table, (ns, ew) in enumerate((("9", "4"), ("5", "7"))):
        row = sam.locator("li[id^=row-]").nth(table)
        row.locator("input[name$=-ns]").fill(ns)
        row.locator("input[name$=-ew]").fill(ew)
        row.locator("input[name$=-ew]").press("Enter")
        expect(row).to_contain_text("from paper")
    expect(organizer.locator("#board")).to_contain_text("2 of 2 tables in")
    expect(organizer.locator(".latest")).to_contain_text("Sam (scorer)")

    # The end: the organizer closes, the announcer reveals.
    press(al, "Go to tonight")
    screens.check(al, "hall of the announcer")
    click_and_load(organizer.locator("#do-close"))
    press(organizer, "Close the night")
    al.goto(hall.url)
    expect(al.get_by_text("Now you reveal the winners.")).to_be_visible()
    press(al, "Go to tonight")
    screens.check(al, "reveal of the announcer")
    while al.locator("button[name=step]").count():
        click_and_load(al.locator("button[name=step]"))
    expect(al.get_by_role("heading", name="The night is over")).to_be_visible()
    press(al, "Final standings")
    expect(al.locator("#standings")).to_contain_text("9")

    # A sign-in that ends: the page of it says so as soon as anything happens.
    press(sam, "Back to the board")
    organizer.goto(f"{hall.url}/club/helpers/")
    click_and_load(organizer.get_by_role("button", name="Sign out Sam"))
    other = organizer.context.new_page()
    other.goto(desk_address)
    with sam.expect_response(re.compile("/board/")) as answered:
        other.goto(desk_address.replace("/desk/", "/reveal/"))
        press(other, "Open the night again")
    assert answered.value.status == 403
    expect(sam.locator("main")).to_contain_text("This browser is not signed in anymore")
    screens.check(sam, "signed out")
    assert not screens.problems
