"""Pages whose requests fail, in real Chromium: a refresh is repeated, and a failed tap is reported.

Bad Wi-Fi loses an answer now and then while the stream beside it stays open: no later event may be coming.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor, keeper, one_table, play
from tests.support.offline_phones import (
    BACK,
    FOUR,
    bidding_night,
    count_unsaved,
    phone_at_table,
    recorded_hands,
    tap_result,
)
from tests.support.phone_scripts import refresh, wait_for_taps
from tests.support.screens import LAPTOP, Screens, tap

pytestmark = pytest.mark.long

PORTAL = '<!doctype html><html><body><main id="page"><h1>Welcome to our Wi-Fi</h1></main></body></html>'
REFRESH, WHOLE = "**/play/?seen=*", "**/play/"  # what is new; all, at a question or after a tap
NO_ANSWERS: dict[str, Callable[[Route], None]] = {
    "lost": lambda route: route.abort(),
    "busy": lambda route: route.fulfill(status=503, body="Service unavailable"),
    "portal": lambda route: route.fulfill(status=200, content_type="text/html", body=PORTAL),
    "barred": lambda route: route.fulfill(status=403, content_type="text/html", body=PORTAL),
    "hangs": lambda route: None,
}
LATE = 2000 * BACK  # ms: an answer that hangs is waited for, then the page refreshes again
NOT_SENT = "Not sent: the laptop cannot be reached. Try again."


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A hall in which every test begins a night of its own."""
    with Hall.opened(tmp_path_factory.mktemp("lost")) as opened:
        yield opened


def lose(page: Page, address: str, how: str) -> list[str]:
    """Make the next request for this address fail; the list of those that did."""
    lost: list[str] = []

    def one(route: Route) -> None:
        lost.append(route.request.url)
        NO_ANSWERS[how](route)

    page.route(address, one, times=1)
    return lost


@pytest.mark.parametrize("how", NO_ANSWERS)
def test_a_phone_that_got_no_page_refreshes_again(screens: Screens, how: str) -> None:
    phone, codes = phone_at_table(screens)
    lost = lose(phone, REFRESH, how)
    play(keeper(screens.hall, codes[3]), "NS:5")
    expect(phone.locator(".tail .said")).to_contain_text("✓ Hand 1: +2 us", timeout=LATE)
    assert lost, "the first refresh failed"
    tap_result(phone, "EW:5")
    expect(phone.locator(".tail .said")).to_contain_text("✓ Hand 2: +2 them")
    assert recorded_hands(screens.hall) == [(1, "NS:5"), (2, "EW:5")]


@pytest.mark.parametrize("how", NO_ANSWERS)
def test_a_question_stands_while_a_refresh_fails(screens: Screens, how: str) -> None:
    _, codes = one_table(screens.hall, FOUR, loners="on")
    phone = screens.phone(codes[1])
    expect(phone.locator(".seatcard")).to_be_visible()
    tap_result(phone, "EW:5-alone")
    lost = lose(phone, WHOLE, how)
    with phone.expect_request(WHOLE):
        play(keeper(screens.hall, codes[3]), "NS:3-4")
    expect(phone.get_by_role("heading", name="Who went alone?")).to_be_visible()
    phone.get_by_role("button", name="Back, nothing saved yet").click()
    expect(phone.locator(".tail .said")).to_contain_text("✓ Hand 1: +1 us", timeout=LATE)
    assert lost, "the first refresh failed"
    assert recorded_hands(screens.hall) == [(1, "NS:3-4")]


@pytest.mark.parametrize("how", NO_ANSWERS)
def test_the_board_refreshes_again_too(screens: Screens, how: str) -> None:
    organizer, codes = one_table(screens.hall, FOUR)
    board = screens.open(screens.hall.organizer_path, LAPTOP)
    board.goto(screens.hall.url + organizer.follow("Board").url)
    lost = lose(board, "**/board/", how)
    play(keeper(screens.hall, codes[3]), "NS:5")
    expect(board.locator("#board")).to_contain_text("hand 2 of 4", timeout=LATE)
    assert lost, "the first refresh failed"


@pytest.mark.parametrize("how", NO_ANSWERS)
def test_a_tap_whose_page_did_not_come_is_recorded_once_and_not_counted_forever(screens: Screens, how: str) -> None:
    phone, codes = phone_at_table(screens)
    lost = lose(phone, WHOLE, how)
    tap_result(phone, "NS:5")
    wait_for_taps(phone, 0, timeout=LATE)
    assert lost, "the tap's page failed"
    keeper(screens.hall, codes[3]).press("Undo")
    expect(phone.locator(".seatcard")).to_be_visible(timeout=LATE)
    tap_result(phone, "EW:3-4")
    expect(phone.locator(".tail .said")).to_contain_text("✓ Hand 1: +1 them", timeout=LATE)
    expect(phone.locator("#kept")).to_be_empty()
    assert recorded_hands(screens.hall)[-1] == (1, "EW:3-4")


def test_a_board_whose_night_goes_back_to_sign_up_is_the_desk_then(screens: Screens) -> None:
    organizer, _ = one_table(screens.hall, FOUR)
    board = screens.open(screens.hall.organizer_path, LAPTOP)
    board.goto(screens.hall.url + organizer.follow("Board").url)
    organizer.press("Back to sign-up")
    board.wait_for_url("**/desk/")
    expect(board.get_by_role("button", name="Start the night")).to_be_visible()


@pytest.mark.parametrize("how", NO_ANSWERS)
def test_a_bid_without_an_answer_is_continued_by_the_phone_itself(screens: Screens, how: str) -> None:
    phone = screens.phone(bidding_night(screens.hall)[1])
    expect(phone.locator(".seatcard")).to_be_visible()
    lost = lose(phone, "**/play/?for=1&bid=*", how)
    tap(phone.locator('button[name=bid][value="NS:bid-6"]'))
    tap(phone.locator('button[name=result][value="NS:bid-6-7"]'))
    expect(phone.locator(".tail .said")).to_contain_text("✓ 1: we bid 6, took 7")
    assert lost and recorded_hands(screens.hall) == [(1, "NS:7")]


@pytest.mark.parametrize("how", ["busy", "hangs"])
def test_of_two_bids_the_later_one_is_continued(screens: Screens, how: str) -> None:
    phone = screens.phone(bidding_night(screens.hall)[1])
    expect(phone.locator(".seatcard")).to_be_visible()
    waiting: list[Route] = []
    phone.route("**/play/?for=1&bid=NS*", lambda route: waiting.append(route))
    tap(phone.locator('button[name=bid][value="NS:bid-6"]'))
    phone.locator('button[name=bid][value="EW:bid-5"]').click()
    NO_ANSWERS[how](waiting[0])
    expect(phone.locator('button[name=result][value="EW:bid-5-3"]')).to_be_visible(timeout=LATE)
    expect(phone.locator('button[name=result][value^="NS:"]:visible')).to_have_count(0)


def four_hands(screens: Screens) -> tuple[Page, Locator, Visitor]:
    """A phone, its button to agree, and the phone of the other side that told all hands."""
    phone, codes = phone_at_table(screens)
    other = play(keeper(screens.hall, codes[3]), "NS:5", "EW:3-4", "NS:3-4", "NS:0-2")
    agree = phone.get_by_role("button", name="3–3. Agree")
    expect(agree).to_be_visible()
    return phone, agree, other


@pytest.mark.parametrize("how", NO_ANSWERS)
def test_agreeing_without_an_answer_says_so_and_one_may_agree_again(screens: Screens, how: str) -> None:
    phone, agree, _ = four_hands(screens)
    lost = lose(phone, "**/play/agree/", how)
    agree.click()
    expect(phone.locator("#sent")).to_have_text(NOT_SENT, timeout=LATE)
    assert lost == [f"{screens.hall.url}{phone.evaluate('location.pathname')}agree/"]
    with phone.expect_response(REFRESH):  # nothing new
        refresh(phone)
    expect(phone.locator("#sent")).to_have_text(NOT_SENT)
    agree.click()
    expect(agree).to_have_count(0)
    expect(phone.locator("#sent")).to_be_empty()


def test_agreeing_without_an_answer_says_so_also_when_the_page_has_changed_meanwhile(screens: Screens) -> None:
    phone, agree, other = four_hands(screens)
    waiting: list[Route] = []
    phone.route("**/play/agree/", lambda route: waiting.append(route), times=1)
    agree.click()
    before = phone.locator(".state[name=seen]").get_attribute("value") or ""
    other.follow("Refresh").press("EW:not-right")
    expect(phone.locator(".state[name=seen]")).not_to_have_value(before)
    waiting[0].abort()
    expect(phone.locator("#sent")).to_have_text(NOT_SENT)


def test_agreeing_on_a_page_that_is_too_old_says_what_to_do(screens: Screens) -> None:
    phone, agree, _ = four_hands(screens)
    phone.context.clear_cookies(name="csrftoken")
    agree.click()
    expect(phone.locator("#sent")).to_contain_text("This page was too old")
    phone.reload()
    agree.click()
    expect(agree).to_have_count(0)


@pytest.mark.parametrize("how", ["lost", "hangs"])
def test_a_tap_on_a_page_that_is_too_old_is_sent_with_another_token_also_when_that_comes_late(
    screens: Screens, how: str
) -> None:
    phone, _ = phone_at_table(screens)
    phone.context.clear_cookies(name="csrftoken")
    lost = lose(phone, WHOLE, how)
    tap_result(phone, "NS:5")
    expect(phone.locator(".tail .said")).to_contain_text("Hand 1: +2 us", timeout=LATE)
    wait_for_taps(phone, 0, timeout=LATE)
    assert lost and recorded_hands(screens.hall) == [(1, "NS:5")]


def test_an_unsent_tap_is_sent_when_a_refresh_shows_that_the_laptop_is_there_again(screens: Screens) -> None:
    phone, codes = phone_at_table(screens)
    phone.route("**/play/hand/", NO_ANSWERS["busy"])
    tap_result(phone, "NS:5")
    phone.wait_for_timeout(7500)  # after one, two and four seconds; the next try would be eight seconds later
    phone.unroute("**/play/hand/")
    play(keeper(screens.hall, codes[3]), "NS:5")
    expect(phone.locator(".tail .said")).to_contain_text("✓✓ Both agree", timeout=1000 * BACK)
    assert count_unsaved(phone) == 0 and recorded_hands(screens.hall) == [(1, "NS:5")]


def quick_entry(screens: Screens) -> tuple[Page, Visitor]:
    """Quick entry of a night's only game, and the organizer on another page."""
    organizer, _ = one_table(screens.hall, FOUR)
    quick = screens.open(screens.hall.organizer_path, LAPTOP)
    quick.goto(screens.hall.url + organizer.follow("Quick entry from paper").url)
    return quick, organizer


def type_total(quick: Page) -> None:
    """Seven to five, by the keyboard."""
    quick.get_by_label("1 Ann M.").fill("7")
    quick.get_by_label("3 Carla R.").fill("5")
    quick.get_by_label("3 Carla R.").press("Enter")


@pytest.mark.parametrize("how", NO_ANSWERS)
def test_a_row_of_quick_entry_without_an_answer_is_sent_again(screens: Screens, how: str) -> None:
    quick, _ = quick_entry(screens)
    lost = lose(quick, "**/quick/1/", how)
    type_total(quick)
    expect(quick.locator("#sent")).to_have_text(NOT_SENT, timeout=LATE)
    expect(quick.get_by_text("✓ 7–5")).to_be_visible(timeout=LATE)
    expect(quick.locator("#sent")).to_be_empty()
    assert lost


def test_a_row_that_somebody_is_typing_in_is_sent_when_it_is_left(screens: Screens) -> None:
    quick, _ = quick_entry(screens)
    lose(quick, "**/quick/1/", "lost")
    type_total(quick)
    expect(quick.locator("#sent")).to_have_text(NOT_SENT)
    quick.get_by_label("1 Ann M.").fill("1")  # of 10
    quick.wait_for_timeout(3000)
    quick.keyboard.type("0")
    quick.get_by_label("3 Carla R.").focus()
    quick.keyboard.press("Enter")
    expect(quick.get_by_text("✓ 10–5")).to_be_visible()


def test_a_row_that_was_changed_after_it_had_arrived_unnoticed_says_so(screens: Screens) -> None:
    quick, _ = quick_entry(screens)
    quick.route("**/quick/1/", lambda route: (route.fetch(), route.abort()), times=1)
    type_total(quick)
    expect(quick.locator("#sent")).to_have_text(NOT_SENT)
    quick.get_by_label("1 Ann M.").fill("8")
    quick.get_by_label("3 Carla R.").focus()
    quick.keyboard.press("Enter")
    expect(quick.locator("#problems")).to_contain_text("Table 1: This total had arrived already")
    expect(quick.get_by_text("✓ 7–5")).to_be_visible()


def test_quick_entry_with_an_unsaved_row_is_not_left_without_a_warning(screens: Screens) -> None:
    quick, _ = quick_entry(screens)
    quick.route("**/quick/1/", lambda route: route.abort())
    type_total(quick)
    asked: list[str] = []
    quick.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    quick.keyboard.press("Enter")
    expect(quick.locator("#sent")).to_have_text(NOT_SENT)
    assert asked == ["beforeunload"] and quick.url.endswith("/quick/1/")
    quick.unroute("**/quick/1/")
    expect(quick.get_by_text("✓ 7–5")).to_be_visible()
    quick.locator("#next").click()
    quick.wait_for_url("**/standings/")
    assert asked == ["beforeunload"]


def test_all_rows_are_saved_together_without_a_warning(screens: Screens) -> None:
    quick, _ = quick_entry(screens)
    quick.get_by_label("1 Ann M.").fill("7")
    asked: list[str] = []
    quick.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    quick.get_by_label("3 Carla R.").fill("5")
    quick.evaluate("document.getElementById('quick').requestSubmit()")
    expect(quick.get_by_text("✓ 7–5")).to_be_visible()
    assert asked == []


def test_a_row_of_quick_entry_that_the_laptop_refuses_says_why_and_may_be_sent_again(screens: Screens) -> None:
    quick, organizer = quick_entry(screens)
    organizer.follow("Board").follow("Close the night").press("Close the night")
    type_total(quick)
    expect(quick.locator("#sent")).to_contain_text("This night is closed")
    expect(quick.get_by_label("1 Ann M.")).to_have_value("7")
    organizer.follow("Board").follow("Open the night again").press("Open the night again")
    quick.get_by_label("3 Carla R.").focus()
    quick.keyboard.press("Enter")
    expect(quick.get_by_text("✓ 7–5")).to_be_visible()


def test_a_phone_that_no_longer_belongs_to_a_player_becomes_a_strangers(screens: Screens) -> None:
    phone, codes = phone_at_table(screens)
    phone.context.clear_cookies()
    play(keeper(screens.hall, codes[3]), "NS:5")
    expect(phone.get_by_role("heading", name="Whose phone is this?")).to_be_visible()
    expect(phone.locator("#page")).to_have_count(1)
    expect(phone.locator("#sent")).to_have_count(1)
