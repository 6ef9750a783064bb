"""Pages whose requests fail, in real Chromium: a refresh is repeated, and a failed tap is reported.

Bad Wi-Fi loses an answer now and then while the stream beside it stays open: no later event may be coming.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, Route, expect

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor, open_one_table, paired_visitor, press_results
from tests.support.offline_phones import (
    PLAYERS,
    bidding_night,
    phone_at_table,
    recorded,
    recorded_hands,
    tap_result,
)
from tests.support.phone_scripts import refresh, taps_in_outbox, wait_for_taps
from tests.support.screens import LAPTOP, Screens, tap
from tests.support.serverless_browser import freeze_clock
from tests.support.waiting import wait_until

pytestmark = pytest.mark.long

PORTAL = '<!doctype html><html><body><main id="page"><h1>Welcome to our Wi-Fi</h1></main></body></html>'
REFRESH, WHOLE_PAGE = "**/play/?seen=*", "**/play/"  # the whole page is requested at a question and after a tap
FAILURES: dict[str, Callable[[Route], None]] = {
    "lost": lambda route: route.abort(),
    "busy": lambda route: route.fulfill(status=503, body="Service unavailable"),
    "portal": lambda route: route.fulfill(status=200, content_type="text/html", body=PORTAL),
    "barred": lambda route: route.fulfill(status=403, content_type="text/html", body=PORTAL),
    "hangs": lambda route: None,
}
NO_ANSWER = "No answer came. Look whether it was saved before you try again."
NOT_SAVED = "Not saved yet. It is sent when the laptop can be reached."


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """Open a hall in which every test starts its own night."""
    with Hall.opened(tmp_path_factory.mktemp("lost")) as opened:
        yield opened


def lose(page: Page, address: str, failure: str) -> list[str]:
    """Make the next request for this address fail; return a list that gets the URLs of failed requests."""
    lost: list[str] = []

    def one(route: Route) -> None:
        lost.append(route.request.url)
        FAILURES[failure](route)

    page.route(address, one, times=1)
    return lost


@pytest.mark.parametrize("failure", FAILURES)
def test_a_phone_refreshes_again_after_a_failed_refresh(screens: Screens, failure: str) -> None:
    phone, codes = phone_at_table(screens)
    lost = lose(phone, REFRESH, failure)
    press_results(paired_visitor(screens.hall, codes[3]), "NS:5")
    expect(phone.locator(".tail .status-line")).to_contain_text("✓ Hand 1: +2 us")
    assert lost, "the first refresh failed"
    tap_result(phone, "EW:5")
    expect(phone.locator(".tail .status-line")).to_contain_text(recorded("Hand 2: +2 them"))
    assert recorded_hands(screens.hall) == [(1, "NS:5"), (2, "EW:5")]


@pytest.mark.parametrize("failure", FAILURES)
def test_a_question_stays_open_while_a_refresh_fails(screens: Screens, failure: str) -> None:
    _, codes = open_one_table(screens.hall, PLAYERS, loners="on")
    phone = screens.phone(codes[1])
    expect(phone.locator(".seat-card")).to_be_visible()
    tap_result(phone, "EW:5-alone")
    lost = lose(phone, WHOLE_PAGE, failure)
    with phone.expect_request(WHOLE_PAGE):
        press_results(paired_visitor(screens.hall, codes[3]), "NS:3-4")
    expect(phone.get_by_role("heading", name="Who went alone?")).to_be_visible()
    phone.get_by_role("button", name="Cancel").click()
    expect(phone.locator(".tail .status-line")).to_contain_text("✓ Hand 1: +1 us")
    assert lost, "the first refresh failed"
    assert recorded_hands(screens.hall) == [(1, "NS:3-4")]


@pytest.mark.parametrize("failure", FAILURES)
def test_the_board_refreshes_again_after_a_failed_refresh(screens: Screens, failure: str) -> None:
    organizer, codes = open_one_table(screens.hall, PLAYERS)
    board = screens.open(screens.hall.organizer_path, LAPTOP)
    board.goto(screens.hall.url + organizer.follow("Tables").url)
    lost = lose(board, "**/board/", failure)
    press_results(paired_visitor(screens.hall, codes[3]), "NS:5")
    expect(board.locator("#board")).to_contain_text("hand 2 of 4")
    assert lost, "the first refresh failed"


@pytest.mark.parametrize("failure", FAILURES)
def test_a_tap_whose_page_request_failed_is_recorded_once_and_counted_once(screens: Screens, failure: str) -> None:
    phone, codes = phone_at_table(screens)
    lost = lose(phone, WHOLE_PAGE, failure)
    tap_result(phone, "NS:5")
    wait_for_taps(phone, 0)
    assert lost, "the tap's page failed"
    paired_visitor(screens.hall, codes[3]).press("Undo")
    expect(phone.locator(".seat-card")).to_be_visible()
    tap_result(phone, "EW:3-4")
    expect(phone.locator(".tail .status-line")).to_contain_text(recorded("Hand 1: +1 them"))
    expect(phone.locator("#refused-taps")).to_be_empty()
    assert recorded_hands(screens.hall)[-1] == (1, "EW:3-4")


def test_a_board_becomes_the_desk_when_its_night_goes_back_to_sign_up(screens: Screens) -> None:
    organizer, _ = open_one_table(screens.hall, PLAYERS)
    board = screens.open(screens.hall.organizer_path, LAPTOP)
    board.goto(screens.hall.url + organizer.follow("Tables").url)
    organizer.press("Back to sign-up")
    board.wait_for_url("**/desk/")
    expect(board.get_by_role("button", name="Start the night")).to_be_visible()


@pytest.mark.parametrize("failure", FAILURES)
def test_the_phone_itself_asks_for_the_tricks_when_a_bid_gets_no_answer(screens: Screens, failure: str) -> None:
    phone = screens.phone(bidding_night(screens.hall)[1])
    expect(phone.locator(".seat-card")).to_be_visible()
    lost = lose(phone, "**/play/?for=1&bid=*", failure)
    tap(phone.locator('button[name=bid][value="NS:bid-6"]'))
    tap(phone.locator('button[name=result][value="NS:bid-6-7"]'))
    expect(phone.locator(".tail .status-line")).to_contain_text(recorded("1: we bid 6, took 7"))
    assert lost and recorded_hands(screens.hall) == [(1, "NS:7")]


@pytest.mark.parametrize("failure", ["busy", "hangs"])
def test_after_two_bids_the_phone_asks_for_the_tricks_of_the_later_one(screens: Screens, failure: str) -> None:
    phone = screens.phone(bidding_night(screens.hall)[1])
    expect(phone.locator(".seat-card")).to_be_visible()
    waiting: list[Route] = []
    phone.route("**/play/?for=1&bid=NS*", lambda route: waiting.append(route))
    tap(phone.locator('button[name=bid][value="NS:bid-6"]'))
    phone.locator('button[name=bid][value="EW:bid-5"]').click()
    wait_until(phone, lambda: waiting)
    FAILURES[failure](waiting[0])
    expect(phone.locator('button[name=result][value="EW:bid-5-3"]')).to_be_visible()
    expect(phone.locator('button[name=result][value^="NS:"]:visible')).to_have_count(0)


def phone_after_four_hands(screens: Screens) -> tuple[Page, Locator, Visitor]:
    """Return a phone, its Agree button, and the other side's phone, which has recorded all hands."""
    phone, codes = phone_at_table(screens)
    other = press_results(paired_visitor(screens.hall, codes[3]), "NS:5", "EW:3-4", "NS:3-4", "NS:0-2")
    agree = phone.get_by_role("button", name="Confirm 3–3")
    expect(agree).to_be_visible()
    return phone, agree, other


@pytest.mark.parametrize("failure", FAILURES)
def test_an_unanswered_agreement_shows_an_error_and_can_be_sent_again(screens: Screens, failure: str) -> None:
    phone, agree, _ = phone_after_four_hands(screens)
    lost = lose(phone, "**/play/agree/", failure)
    agree.click()
    expect(phone.locator("#send-status")).to_have_text(NO_ANSWER)
    assert lost == [f"{screens.hall.url}{phone.evaluate('location.pathname')}agree/"]
    with phone.expect_response(REFRESH):  # nothing new
        refresh(phone)
    expect(phone.locator("#send-status")).to_have_text(NO_ANSWER)
    agree.click()
    expect(agree).to_have_count(0)
    expect(phone.locator("#send-status")).to_be_empty()


def test_an_unanswered_agreement_shows_an_error_after_the_page_has_changed(screens: Screens) -> None:
    phone, agree, other = phone_after_four_hands(screens)
    waiting: list[Route] = []
    phone.route("**/play/agree/", lambda route: waiting.append(route), times=1)
    agree.click()
    wait_until(phone, lambda: waiting)
    before = phone.locator(".state[name=seen]").get_attribute("value") or ""
    other.follow("Refresh").press("EW:not-right")
    expect(phone.locator(".state[name=seen]")).not_to_have_value(before)
    waiting[0].abort()
    expect(phone.locator("#send-status")).to_have_text(NO_ANSWER)


def test_agreeing_on_a_page_with_an_old_token_shows_what_to_do(screens: Screens) -> None:
    phone, agree, _ = phone_after_four_hands(screens)
    phone.context.clear_cookies(name="csrftoken")
    agree.click()
    expect(phone.locator("#send-status")).to_contain_text("This page was too old")
    phone.reload()
    agree.click()
    expect(agree).to_have_count(0)


@pytest.mark.parametrize("failure", ["lost", "hangs"])
def test_a_tap_on_a_page_with_an_old_token_is_sent_with_a_new_one_even_if_that_comes_late(
    screens: Screens, failure: str
) -> None:
    phone, _ = phone_at_table(screens)
    phone.context.clear_cookies(name="csrftoken")
    lost = lose(phone, WHOLE_PAGE, failure)
    tap_result(phone, "NS:5")
    expect(phone.locator(".tail .status-line")).to_contain_text("Hand 1: +2 us")
    wait_for_taps(phone, 0)
    assert lost and recorded_hands(screens.hall) == [(1, "NS:5")]


def is_sending(phone: Page) -> bool:
    """Return whether the phone is waiting for the answer to a tap."""
    return any(tap["state"] == "sending" for tap in taps_in_outbox(phone))


def test_an_unsent_tap_is_sent_when_a_refresh_reaches_the_laptop_again(screens: Screens) -> None:
    phone, codes = phone_at_table(screens)
    freeze_clock(phone, timezone.now())
    tries: list[str] = []
    phone.route("**/play/hand/", lambda route: (tries.append(route.request.url), FAILURES["busy"](route)))
    tap_result(phone, "NS:5")
    for count, seconds in enumerate((1, 2, 4), 1):
        wait_until(phone, lambda count=count: len(tries) == count and not is_sending(phone))
        phone.clock.fast_forward(1000 * seconds)
    wait_until(phone, lambda: len(tries) == 4 and not is_sending(phone))  # the next try would be eight seconds later
    phone.unroute("**/play/hand/")
    press_results(paired_visitor(screens.hall, codes[3]), "NS:5")
    expect(phone.locator(".tail .status-line")).to_contain_text("✓✓ Both agree")
    wait_for_taps(phone, 0)
    assert recorded_hands(screens.hall) == [(1, "NS:5")]


def quick_entry(screens: Screens) -> tuple[Page, Visitor]:
    """Open quick entry for a night's only game; return its page and the organizer on another page."""
    organizer, _ = open_one_table(screens.hall, PLAYERS)
    quick = screens.open(screens.hall.organizer_path, LAPTOP)
    quick.goto(screens.hall.url + organizer.follow("Scores").url)
    return quick, organizer


def enter_total(quick: Page) -> None:
    """Type a total of seven to five."""
    quick.get_by_label("1 Ann M.").fill("7")
    quick.get_by_label("3 Carla R.").fill("5")
    quick.get_by_label("3 Carla R.").press("Enter")


@pytest.mark.parametrize("failure", FAILURES)
def test_a_row_of_quick_entry_without_an_answer_is_sent_again(screens: Screens, failure: str) -> None:
    quick, _ = quick_entry(screens)
    lost = lose(quick, "**/quick/1/", failure)
    enter_total(quick)
    expect(quick.locator("#send-status")).to_have_text(NOT_SAVED)
    expect(quick.get_by_text("✓ 7–5")).to_be_visible()
    expect(quick.locator("#send-status")).to_be_empty()
    assert lost


def test_a_row_that_is_being_typed_is_sent_only_when_focus_leaves_it(screens: Screens) -> None:
    quick, _ = quick_entry(screens)
    freeze_clock(quick, timezone.now())
    lose(quick, "**/quick/1/", "lost")
    enter_total(quick)
    expect(quick.locator("#send-status")).to_have_text(NOT_SAVED)
    quick.get_by_label("1 Ann M.").fill("1")  # the first digit of 10
    rows: list[str] = []
    quick.on("request", lambda request: rows.append(request.url) if request.method == "POST" else None)
    quick.clock.run_for(3000)  # after two seconds the row would be sent again
    assert rows == []
    quick.clock.resume()
    quick.keyboard.type("0")
    quick.get_by_label("3 Carla R.").focus()
    quick.keyboard.press("Enter")
    expect(quick.get_by_text("✓ 10–5")).to_be_visible()


def test_changing_a_row_that_was_saved_without_an_answer_shows_an_error(screens: Screens) -> None:
    quick, _ = quick_entry(screens)
    freeze_clock(quick, timezone.now())  # after two seconds the row would be sent again
    quick.route("**/quick/1/", lambda route: (route.fetch(), route.abort()), times=1)
    enter_total(quick)
    expect(quick.locator("#send-status")).to_have_text(NOT_SAVED)
    quick.get_by_label("1 Ann M.").fill("8")
    quick.clock.resume()
    quick.get_by_label("3 Carla R.").focus()
    quick.keyboard.press("Enter")
    expect(quick.locator("#problems")).to_contain_text("Table 1: This total was already saved")
    expect(quick.get_by_text("✓ 7–5")).to_be_visible()


def test_leaving_quick_entry_with_an_unsaved_row_shows_a_warning(screens: Screens) -> None:
    quick, _ = quick_entry(screens)
    quick.route("**/quick/1/", lambda route: route.abort())
    enter_total(quick)
    dialogs: list[str] = []
    quick.on("dialog", lambda dialog: (dialogs.append(dialog.type), dialog.dismiss()))
    quick.keyboard.press("Enter")
    expect(quick.locator("#send-status")).to_have_text(NOT_SAVED)
    wait_until(quick, lambda: dialogs)
    assert dialogs == ["beforeunload"] and quick.url.endswith("/quick/1/")
    quick.unroute("**/quick/1/")
    expect(quick.get_by_text("✓ 7–5")).to_be_visible()
    quick.locator("#next").click()
    quick.wait_for_url("**/standings/")
    assert dialogs == ["beforeunload"]


def test_all_rows_are_saved_together_without_a_warning(screens: Screens) -> None:
    quick, _ = quick_entry(screens)
    quick.get_by_label("1 Ann M.").fill("7")
    dialogs: list[str] = []
    quick.on("dialog", lambda dialog: (dialogs.append(dialog.type), dialog.accept()))
    quick.get_by_label("3 Carla R.").fill("5")
    quick.evaluate("document.getElementById('quick').requestSubmit()")
    expect(quick.get_by_text("✓ 7–5")).to_be_visible()
    assert dialogs == []


def test_a_refused_row_of_quick_entry_shows_why_and_can_be_sent_again(screens: Screens) -> None:
    quick, organizer = quick_entry(screens)
    organizer.follow("Tables").follow("Close the night").press("Close the night")
    enter_total(quick)
    expect(quick.locator("#send-status")).to_contain_text("This night is closed")
    expect(quick.get_by_label("1 Ann M.")).to_have_value("7")
    organizer.follow("Tables").follow("Open the night again").press("Open the night again")
    quick.get_by_label("3 Carla R.").focus()
    quick.keyboard.press("Enter")
    expect(quick.get_by_text("✓ 7–5")).to_be_visible()


def test_a_phone_that_no_longer_belongs_to_a_player_is_asked_whose_it_is(screens: Screens) -> None:
    phone, codes = phone_at_table(screens)
    phone.context.clear_cookies()
    press_results(paired_visitor(screens.hall, codes[3]), "NS:5")
    expect(phone.get_by_role("heading", name="Whose phone is this?")).to_be_visible()
    expect(phone.locator("#page")).to_have_count(1)
    expect(phone.locator("#send-status")).to_have_count(1)
