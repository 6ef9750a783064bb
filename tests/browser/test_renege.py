"""A renege in real Chromium: from the desk's house rules to a phone and the printed sheet, and without Wi-Fi."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.http_visitor import Visitor
from tests.support.offline_phones import PLAYERS, phone_at_table, tap_result
from tests.support.phone_scripts import wait_for_taps
from tests.support.printed_pages import text_of
from tests.support.scorebook import codes_on_cards
from tests.support.screens import LAPTOP, Screens, click_and_load

SENTENCE = "The other side scores four points."


def points_by_hand(screens: Screens) -> list[dict[str, int]]:
    """List the points of every hand that counts in the night's only game."""
    (game,) = screens.hall.export()["rounds"][0]["tables"]
    return [hand["points"] for hand in game["hands"] if hand["current"]]


@pytest.mark.long
def test_a_house_rule_about_reneges_reaches_the_phone_and_the_printed_sheet(screens: Screens) -> None:
    hall = screens.hall
    organizer = Visitor(hall, hall.organizer_path).open("/").press("Start next night")
    organizer.press("Add to the list", names="\n".join(PLAYERS))
    organizer.press("Check and use it", name="One table", notation="1  1-2 vs 3-4").press("Number by arrival")
    desk = screens.open(hall.organizer_path, LAPTOP)
    desk.goto(hall.url + organizer.url)
    choose_house_rules(desk)
    screens.check(desk, "rules page")
    organizer.open(organizer.url).press("Start the night")
    phone = screens.phone(codes_on_cards(hall)[1][1])
    click_and_load(phone.get_by_role("link", name="More"))
    expect(phone.get_by_role("button", name=re.compile(r"\+4 us they reneged"))).to_be_visible()
    screens.check(phone, "behind More")
    click_and_load(phone.get_by_role("button", name=re.compile(r"\+4 them we reneged")))
    expect(phone.locator(".tail .status-line")).to_contain_text("Hand 1: we reneged: +4 them")
    expect(phone.get_by_role("link", name="Hand 1: 0 to 4.")).to_be_visible()
    assert points_by_hand(screens) == [{"NS": 0, "EW": 4}]
    with phone.expect_response("**/play/undo/"):
        phone.get_by_role("button", name="Undo").click()
    expect(phone.get_by_role("link", name="Hand 1:")).to_have_count(0)
    assert points_by_hand(screens) == []
    assert SENTENCE in text_of(hall.manage("print", "latest", "rules"))
    assert screens.problems == []


def choose_house_rules(desk: Page) -> None:
    """Choose on the rules page that a renege gives the other side four points."""
    click_and_load(desk.get_by_role("link", name="Rules, other games, house rules"))
    desk.get_by_label("What does a renege cost?", exact=True).select_option("4")
    desk.get_by_label("Who gets the points of a renege?").select_option("others")
    click_and_load(desk.get_by_role("button", name="Save").last)
    expect(desk.get_by_text(SENTENCE)).to_be_visible()


@pytest.mark.long
def test_a_phone_without_wi_fi_records_a_renege_and_a_passed_deal(screens: Screens) -> None:
    phone, _ = phone_at_table(screens)
    phone.context.set_offline(True)
    for hand, (button, score) in enumerate(
        ((r"they reneged", ("0", "−2")), (r"we reneged", ("−2", "−2")), (r"Everybody passed", ("−2", "−2"))), 1
    ):
        phone.get_by_role("link", name="More").click()
        expect(phone.get_by_role("heading", name="What happened?")).to_be_visible()
        phone.get_by_role("button", name=re.compile(button)).click()
        expect(phone.locator("#page > .status-line")).to_contain_text(f"Hand {hand + 1} of 4:")
        assert tuple(phone.locator(".score b").all_inner_texts()) == score
    phone.get_by_role("link", name="More").click()
    phone.get_by_role("button", name="Cancel").click()
    expect(phone.locator(".score b").first).to_have_text("−2")
    phone.context.set_offline(False)
    wait_for_taps(phone, 0)
    assert points_by_hand(screens) == [{"NS": 0, "EW": -2}, {"NS": -2, "EW": 0}, {"NS": 0, "EW": 0}]
    tap_result(phone, "NS:5")
    expect(phone.get_by_role("button", name="Confirm 0 to −2")).to_be_visible()
