"""A flood of names in Chromium: found, removed and brought back with one tap each, on a phone and on a laptop."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import Browser, expect

from tests.support.night import CAST, ORGANIZER
from tests.support.screens import CLIPPED, LAPTOP, PHONE, SIZES, TOO_WIDE, click_and_load, violations
from tests.support.serverless_browser import ServerlessBrowser
from tournament.access import Who
from tournament.models import Night
from tournament.night.phones import join_night
from tournament.night.signup import sign_up

pytestmark = pytest.mark.long

LONG = "Maximiliana Featherstonehaugh-Worthingt"  # with a number behind it, as long as a name may be
FAKES = 125  # with four of the desk, nearly a full hall


@pytest.fixture
def flooded(empty_night: Night) -> Night:
    """A night with four players of the desk and names that a script made up, some of them long."""
    sign_up(night=empty_night, names=CAST[:4], who=ORGANIZER)
    for number in range(FAKES):
        name = f"{LONG}{number}" if number < 10 else f"Fake{number} Name"
        join_night(night=empty_night, name=name, token=f"phone-{number}", who=Who(), network="203.0.113.7")
    return empty_night


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_flood_is_removed_and_brought_back(
    browser: Browser, organizer: Client, flooded: Night, size: tuple[int, int]
) -> None:
    with ServerlessBrowser(browser, organizer, size) as serverless:
        page = serverless.open(f"/n/{flooded.slug}/desk/")
        click_and_load(page.get_by_role("link", name="Look at the names"))
        button = page.get_by_role("button", name="Remove these 125 names")
        expect(button).to_be_in_viewport()
        boxes = page.get_by_role("checkbox")
        boxes.first.uncheck()
        button = page.get_by_role("button", name="Remove these 124 names")
        expect(button).to_be_in_viewport()
        assert page.evaluate(CLIPPED) == [] and page.evaluate(TOO_WIDE)[1:] == []
        labels = page.locator(".joined label")
        assert min(labels.nth(number).bounding_box()["height"] for number in range(3)) >= 48  # type: ignore[index]
        assert [target for target in page.evaluate(SIZES)["targets"] if "Remove" in target or "Cancel" in target] == []
        assert violations(page) == []
        click_and_load(button)
        expect(page.get_by_text("Removed 124 names.")).to_be_visible()
        assert flooded.entries.count() == 5
        click_and_load(page.locator("#list").get_by_role("button", name="Undo"))
        expect(page.get_by_text("124 names are back on the list.")).to_be_visible()
        assert flooded.entries.count() == FAKES + 4


def test_with_nothing_checked_the_button_rests(browser: Browser, organizer: Client, empty_night: Night) -> None:
    join_night(night=empty_night, name="Zoe New", token="one-phone", who=Who(), network="203.0.113.7")
    with ServerlessBrowser(browser, organizer, PHONE) as serverless:
        page = serverless.open(f"/n/{empty_night.slug}/desk/joined/")
        expect(page.get_by_role("button", name="Remove the checked names")).to_be_disabled()
        page.get_by_role("checkbox").check()
        expect(page.get_by_role("button", name="Remove this name")).to_be_enabled()
