"""After a bell between two hands a table ends its game as usual, also with a single phone, in real Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor, open_one_table
from tests.support.screens import Screens, tap

pytestmark = pytest.mark.long

NAMES = ("Ann Miller", "Bob Stone", "Carla Reyes", "Dan Hara")


@pytest.fixture
def organizer_and_codes(hall: Hall) -> tuple[Visitor, dict[int, str]]:
    """One table whose bell the organizer rings."""
    organizer, codes = open_one_table(hall, NAMES)
    organizer.follow("Settings").press("Save", bell_by="organizer")
    return organizer, codes


def play_two_hands(page: Page) -> None:
    """Record two hands, so that the score is 2 to 1."""
    tap(page.get_by_role("button", name="all 5 tricks").first)
    page.get_by_role("link", name="Hand 1:").wait_for()
    tap(page.locator("button[value='EW:3-4']"))
    page.get_by_role("link", name="Hand 2:").wait_for()


def test_one_phone_ends_its_game_after_a_bell_between_two_hands(
    screens: Screens, organizer_and_codes: tuple[Visitor, dict[int, str]]
) -> None:
    organizer, codes = organizer_and_codes
    phone = screens.phone(codes[1])
    play_two_hands(phone)
    organizer.open(organizer.url).press("End game 1 (ring the bell)")
    phone.get_by_text("The bell! Last hand.").wait_for()
    phone.get_by_role("link", name="End at").click()
    phone.get_by_role("button", name="Confirm").click()
    expect(phone.get_by_text("✓ Your side confirmed.")).to_be_visible()
    screens.check(phone, "one side confirmed")
    phone.reload()
    expect(phone.get_by_text("✓ Your side confirmed.")).to_be_visible()
    phone.get_by_role("button", name="confirm").first.click()
    expect(phone.get_by_text("You have played all your games")).to_be_visible()
    assert not screens.problems, "\n".join(screens.problems)


def test_two_phones_end_it_together_or_play_one_more_hand(
    screens: Screens, organizer_and_codes: tuple[Visitor, dict[int, str]]
) -> None:
    organizer, codes = organizer_and_codes
    phones = [screens.phone(codes[number]) for number in (1, 2, 3, 4)]
    play_two_hands(phones[0])
    organizer.open(organizer.url).press("End game 1 (ring the bell)")
    for phone in phones:
        phone.get_by_text("The bell! Last hand.").wait_for()
    phones[0].get_by_role("link", name="End at").click()
    phones[0].get_by_role("button", name="Confirm").click()
    for phone in phones[2:]:
        expect(phone.get_by_text("confirmed. Do you?")).to_be_visible()
    screens.check(phones[2], "the other side is asked")
    phones[2].get_by_role("link", name="Play one more hand").click()
    tap(phones[2].locator("button[value='NS:3-4']"))
    for phone in phones:
        expect(phone.get_by_role("button", name="Confirm")).to_be_visible()
        expect(phone.get_by_role("link", name="Play one more hand")).to_have_count(0)
    assert not screens.problems, "\n".join(screens.problems)
