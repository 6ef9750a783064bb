"""A phone at a night's only table, for tests of what it does when answers are slow, late or lost."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor, one_table
from tests.support.phone_scripts import taps_in_outbox
from tests.support.reference_scores import codes_on_cards, said
from tests.support.screens import Screens, tap

FOUR = ("Ann Miller", "Bob Stone", "Carla Reyes", "Dan O'Hara")
BACK = 5.0  # seconds
PAINTED = """value => {
  const began = performance.now();
  document.querySelector(`button[name=result][value="${value}"]`).click();
  const score = [...document.querySelectorAll(".score b")].map(b => b.textContent).join("–");
  return [score, document.querySelector("#page > .said").textContent, performance.now() - began];
}"""


def recorded_hands(hall: Hall) -> list[tuple[int, str]]:
    """Every hand that stands, in every version that it has had."""
    versions = [hand for round_ in hall.export()["rounds"] for table in round_["tables"] for hand in table["hands"]]
    standing = {hand["hand"] for hand in versions if hand["current"]}
    return [(hand["hand"], said(hand["record"])) for hand in versions if hand["hand"] in standing and hand["record"]]


def tap_result(page: Page, value: str) -> None:
    """One tap on a result."""
    tap(page.locator(f'button[name=result][value="{value}"]:visible'))


def count_unsaved(page: Page) -> int:
    """How many taps are in the phone's outbox."""
    return len(taps_in_outbox(page))


def phone_at_table(screens: Screens) -> tuple[Page, dict[int, str]]:
    """The phone of number 1 at a night's only table, and the codes of all four."""
    _, codes = one_table(screens.hall, FOUR)
    phone = screens.phone(codes[1])
    expect(phone.locator(".seatcard")).to_be_visible()
    return phone, codes


def bidding_night(hall: Hall, loners: str = "") -> dict[int, str]:
    """A night of one table that bids: the codes by number."""
    organizer = Visitor(hall, hall.organizer_path).open("/").press("Begin a new night")
    organizer.follow("Rules, other games, house rules").press("Save", variant="hoosier")
    organizer.follow("Desk").press("Add to the list", names="\n".join(FOUR)).press("Save", count_loners=loners)
    organizer.press("Check and use it", name="One table", notation="1  1-2 vs 3-4").press("Number by arrival")
    organizer.press("Start the night")
    return {number: code for number, (_, code) in codes_on_cards(hall).items()}
