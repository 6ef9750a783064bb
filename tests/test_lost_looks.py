"""Pages that get no answer when they look at themselves, in real Chromium: they look again until one comes.

Bad Wi-Fi loses an answer now and then while the stream beside it stays open: no later event may be coming.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.hall import Hall
from tests.screens import LAPTOP, Screens, tap
from tests.test_offline_phone import BACK, FOUR, hands, hoosier, ready, told
from tests.visitor import keeper, one_table, play

pytestmark = pytest.mark.long

PORTAL = "<!doctype html><html><body><main><h1>Welcome to our Wi-Fi</h1></main></body></html>"
LOOK, WHOLE = "**/play/?seen=*", "**/play/"  # what is new; all, at a question or after a tap
NO_ANSWERS: dict[str, Callable[[Route], None]] = {
    "lost": lambda route: route.abort(),
    "busy": lambda route: route.fulfill(status=503, body="Service unavailable"),
    "portal": lambda route: route.fulfill(status=200, content_type="text/html", body=PORTAL),
    "hangs": lambda route: None,
}
LATE = 2000 * BACK  # ms: an answer that hangs is waited for, then the page looks again


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A hall in which every test begins a night of its own."""
    with Hall.opened(tmp_path_factory.mktemp("looks")) as opened:
        yield opened


def lose(page: Page, address: str, how: str) -> list[str]:
    """The next request for this address comes to nothing; those that did."""
    lost: list[str] = []

    def one(route: Route) -> None:
        lost.append(route.request.url)
        NO_ANSWERS[how](route)
    page.route(address, one, times=1)
    return lost


@pytest.mark.parametrize("how", NO_ANSWERS)
def test_a_phone_that_got_no_page_looks_again(screens: Screens, how: str) -> None:
    phone, codes = ready(screens)
    lost = lose(phone, LOOK, how)
    play(keeper(screens.hall, codes[3]), "NS:5")
    expect(phone.locator(".tail .said")).to_contain_text("✓ Hand 1: +2 us", timeout=LATE)
    assert lost, "the first look came to nothing"
    told(phone, "EW:5")
    expect(phone.locator(".tail .said")).to_contain_text("✓ Hand 2: +2 them")
    assert hands(screens.hall) == [(1, "NS:5"), (2, "EW:5")]


@pytest.mark.parametrize("how", NO_ANSWERS)
def test_a_question_stands_while_a_look_comes_to_nothing(screens: Screens, how: str) -> None:
    _, codes = one_table(screens.hall, FOUR, loners="on")
    phone = screens.phone(codes[1])
    expect(phone.locator(".seatcard")).to_be_visible()
    told(phone, "EW:5-alone")
    lost = lose(phone, WHOLE, how)
    with phone.expect_request(WHOLE):
        play(keeper(screens.hall, codes[3]), "NS:3-4")
    expect(phone.get_by_role("heading", name="Who went alone?")).to_be_visible()
    phone.get_by_role("button", name="Back, nothing saved yet").click()
    expect(phone.locator(".tail .said")).to_contain_text("✓ Hand 1: +1 us", timeout=LATE)
    assert lost, "the first look came to nothing"
    assert hands(screens.hall) == [(1, "NS:3-4")]


@pytest.mark.parametrize("how", NO_ANSWERS)
def test_the_board_looks_again_too(screens: Screens, how: str) -> None:
    organizer, codes = one_table(screens.hall, FOUR)
    board = screens.open(screens.hall.organizer_path, LAPTOP)
    board.goto(screens.hall.url + organizer.follow("Board").url)
    lost = lose(board, "**/board/", how)
    play(keeper(screens.hall, codes[3]), "NS:5")
    expect(board.locator("#board")).to_contain_text("hand 2 of 4", timeout=LATE)
    assert lost, "the first look came to nothing"


@pytest.mark.parametrize("how", NO_ANSWERS)
def test_a_tap_whose_page_did_not_come_is_told_once_and_not_counted_for_ever(screens: Screens, how: str) -> None:
    phone, codes = ready(screens)
    lost = lose(phone, WHOLE, how)
    told(phone, "NS:5")
    phone.wait_for_function("!queue.items().length", timeout=LATE)
    assert lost, "the tap's page came to nothing"
    keeper(screens.hall, codes[3]).press("Undo")
    expect(phone.locator(".seatcard")).to_be_visible(timeout=LATE)
    told(phone, "EW:3-4")
    expect(phone.locator(".tail .said")).to_contain_text("✓ Hand 1: +1 them", timeout=LATE)
    expect(phone.locator("#kept")).to_be_empty()
    assert hands(screens.hall)[-1] == (1, "EW:3-4")


@pytest.mark.parametrize("how", NO_ANSWERS)
def test_a_bid_without_an_answer_is_asked_on_by_the_phone_itself(screens: Screens, how: str) -> None:
    phone = screens.phone(hoosier(screens.hall)[1])
    expect(phone.locator(".seatcard")).to_be_visible()
    lost = lose(phone, "**/play/?for=1&bid=*", how)
    tap(phone.locator('button[name=bid][value="NS:bid-6"]'))
    tap(phone.locator('button[name=result][value="NS:bid-6-7"]'))
    expect(phone.locator(".tail .said")).to_contain_text("✓ 1: we bid 6, took 7")
    assert lost and hands(screens.hall) == [(1, "NS:7")]


@pytest.mark.parametrize("how", NO_ANSWERS)
def test_who_agrees_without_an_answer_is_told_so_and_may_agree_again(screens: Screens, how: str) -> None:
    phone, codes = ready(screens)
    play(keeper(screens.hall, codes[3]), "NS:5", "EW:3-4", "NS:3-4", "NS:0-2")
    agree = phone.get_by_role("button", name="3–3. Agree")
    lost = lose(phone, "**/play/agree/", how)
    agree.click()
    expect(phone.locator("#sent")).to_have_text("Not sent: the laptop cannot be reached. Tap again.", timeout=LATE)
    assert lost == [f"{screens.hall.url}{phone.evaluate('location.pathname')}agree/"]
    agree.click()
    expect(agree).to_have_count(0)
    expect(phone.locator("#sent")).to_be_empty()
