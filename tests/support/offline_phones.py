"""A phone at a night's only table, for tests with slow, late and lost answers."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor, open_one_table
from tests.support.phone_scripts import taps_in_outbox
from tests.support.scorebook import codes_on_cards, result_value
from tests.support.screens import Screens, tap

PLAYERS = ("Ann Miller", "Bob Stone", "Carla Reyes", "Dan O'Hara")
# The score and the line below it are read in the same task as the tap: a phone never waits before it paints.
TAP_AND_READ = """value => {
  document.querySelector(`button[name=result][value="${value}"]`).click();
  const score = [...document.querySelectorAll(".score b")].map(b => b.textContent).join("–");
  return [score, document.querySelector("#page > .status-line").textContent];
}"""


def recorded_hands(hall: Hall) -> list[tuple[int, str]]:
    """List every version of each hand that has not been undone, as its number and its button's value."""
    versions = [hand for round_ in hall.export()["rounds"] for table in round_["tables"] for hand in table["hands"]]
    current = {hand["hand"] for hand in versions if hand["current"]}
    return [
        (hand["hand"], result_value(hand["record"])) for hand in versions if hand["hand"] in current and hand["record"]
    ]


def tap_result(page: Page, value: str) -> None:
    """Tap the button of a result."""
    tap(page.locator(f'button[name=result][value="{value}"]:visible'))


def count_unsaved(page: Page) -> int:
    """Count the taps in the phone's outbox."""
    return len(taps_in_outbox(page))


def recorded(hand: str) -> re.Pattern[str]:
    """Match what a phone says of a hand that it has recorded, also after an answer that took long."""
    return re.compile(r"✓ (Sent\. )?" + re.escape(hand))


def phone_at_table(screens: Screens) -> tuple[Page, dict[int, str]]:
    """Open a night of one table; return the phone of number 1 and the four codes by number."""
    _, codes = open_one_table(screens.hall, PLAYERS)
    phone = screens.phone(codes[1])
    expect(phone.locator(".seat-card")).to_be_visible()
    return phone, codes


def bidding_night(hall: Hall, loners: str = "") -> dict[int, str]:
    """Open a night of one table in a game with bids and return the codes by number."""
    organizer = Visitor(hall, hall.organizer_path).open("/").press("Start next night")
    organizer.follow("Rules, other games, house rules").press("Save", variant="hoosier")
    organizer.follow("Desk").press("Add to the list", names="\n".join(PLAYERS)).press("Save", count_loners=loners)
    organizer.press("Check and use it", name="One table", notation="1  1-2 vs 3-4").press("Number by arrival")
    organizer.press("Start the night")
    return {number: code for number, (_, code) in codes_on_cards(hall).items()}
