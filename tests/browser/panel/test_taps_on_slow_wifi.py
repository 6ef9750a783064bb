"""What becomes of taps in the panel beside the tables while another has no answer yet, or gets none."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, Route, expect

from tests.support.board_panel import enter_hand, hold_hand, hold_next, hold_posts, open_table, undo_hand
from tests.support.waiting import wait_until

pytestmark = pytest.mark.long
NEXT_NOT_SENT = "Your first tap was saved. The one after it was not sent."
NO_ANSWER = "No answer came. Look whether it was saved before you try again."
NO_ANSWER_CLOSED = re.compile(r"^Hand \d+, Game \d, table 1: no answer came\. Look whether it was saved")


def test_a_table_tapped_while_a_hand_is_on_its_way_opens_though_the_board_was_refreshed(page: Page) -> None:
    held, before = hold_hand(page)
    page.locator(".tile a", has_text="Table 2").click()
    page.evaluate("window.tile = document.querySelector('.tile a')")
    page.evaluate("htmx.config.defaultSettleDelay = 2000")  # tiles that come now wait for their listeners
    answer = held[0].fetch()
    expect(page.locator("#undo", has_text=f"hand {before + 1} at table 1")).to_be_visible()
    wait_until(page, lambda: page.evaluate("!window.tile.isConnected"))
    held[0].fulfill(response=answer)
    expect(page.locator("#panel h1")).to_contain_text("Table 2")
    assert page.evaluate("'tile' in window"), "the page was left"
    expect(page.locator("#send-status")).to_be_empty()
    page.evaluate("htmx.config.defaultSettleDelay = 20")
    page.wait_for_timeout(2500)
    undo_hand(page, before)


def send_outdated_total(page: Page, other: Page) -> Route:
    """Record a hand of table 1 on the other laptop, and hold a total of it that is going to be refused."""
    open_table(page, 1)
    open_table(other, 1)
    before = page.locator("#panel tbody tr").count()
    page.locator("#panel #id_ns").fill("9")
    page.locator("#panel #id_ew").fill("3")
    page.locator("#panel").get_by_role("button", name="Preview").first.click()
    record = page.get_by_role("button", name="Record 9–3")
    expect(record).to_be_visible()
    enter_hand(other)
    expect(other.locator("#panel tbody tr")).to_have_count(before + 1)
    held = hold_posts(page)
    record.click()
    wait_until(page, lambda: held)
    return held[0]


def test_a_refusal_is_read_before_another_table_opens(page: Page, other: Page) -> None:
    total = send_outdated_total(page, other)
    page.locator(".tile a", has_text="Table 2").click()
    total.fallback()
    expect(page.locator("#panel .problem")).to_contain_text("changed in the meantime")
    expect(page.locator("#send-status")).to_have_text("Your last tap was not sent. Tap it again.")
    open_table(page, 2)
    undo_hand(other, other.locator("#panel tbody tr").count() - 1)


def test_a_refusal_opens_the_panel_that_was_closed_meanwhile(page: Page, other: Page) -> None:
    total = send_outdated_total(page, other)
    page.keyboard.press("Escape")
    expect(page.locator("#panel > *")).to_have_count(0)
    total.fallback()
    expect(page.locator("#panel .problem")).to_contain_text("changed in the meantime")
    expect(page.locator("#panel")).to_have_count(1)
    page.keyboard.press("Escape")
    undo_hand(other, other.locator("#panel tbody tr").count() - 1)


@pytest.mark.parametrize("is_next_tapped", [False, True])
def test_a_panel_that_was_closed_while_a_hand_was_on_its_way_stays_closed(page: Page, is_next_tapped: bool) -> None:
    held, before = hold_hand(page)
    if is_next_tapped:
        page.locator(".tile a", has_text="Table 2").click()
    page.keyboard.press("Escape")
    with page.expect_response(lambda answer: answer.request.method == "GET" and "/game/" in answer.url):
        held[0].fallback()
    page.wait_for_timeout(500)
    expect(page.locator("#panel > *")).to_have_count(0)
    undo_hand(page, before)


def tap_a_second_result(page: Page) -> tuple[list[Route], int]:
    """Enter a hand at table 1, and tap another result while it is held on its way; return what `hold_hand` does."""
    held, before = hold_hand(page)
    page.locator("#panel button[name=result]").nth(1).click()
    return held, before


@pytest.mark.parametrize("then", ["closed", "another table"])
def test_a_second_result_that_waits_is_not_given_up_without_a_word(page: Page, then: str) -> None:
    held, before = tap_a_second_result(page)
    if then == "closed":
        page.keyboard.press("Escape")
    else:
        page.locator(".tile a", has_text="Table 2").click()
    held[0].fallback()
    expect(page.locator("#undo", has_text=f"hand {before + 1} at table 1")).to_be_visible()
    expect(page.locator("#send-status")).to_have_text(NEXT_NOT_SENT)
    assert len(held) == 1
    undo_hand(page, before)


@pytest.mark.parametrize("then", ["Tab", "heading", "first result", "tile"])
def test_a_second_result_is_not_sent_where_the_first_got_no_answer(page: Page, then: str) -> None:
    """htmx would send a form that waited by the button that has the focus by then."""
    held, before = tap_a_second_result(page)
    if then == "Tab":
        page.keyboard.press("Tab")
    elif then == "heading":
        page.locator("#panel h1").click()
    elif then == "tile":
        page.locator(".tile a", has_text="Table 2").click()
    else:
        page.locator("#panel button[name=result]").first.click()
    with page.expect_response(lambda answer: answer.request.method == "GET" and "/game/" in answer.url):
        held[0].abort()
    page.wait_for_timeout(500)
    assert len(held) == 1
    expect(page.locator("#send-status")).to_have_text(NO_ANSWER)
    expect(page.locator("#panel tbody tr")).to_have_count(before)


def test_that_no_answer_came_stays_said_though_the_panel_is_closed_and_the_board_changes(page: Page) -> None:
    held, before = hold_hand(page)
    page.keyboard.press("Escape")
    held[0].fetch()
    expect(page.locator("#undo", has_text=f"hand {before + 1} at table 1")).to_be_visible()
    with page.expect_response(lambda answer: answer.url == page.url):
        held[0].abort()
    page.wait_for_timeout(500)
    expect(page.locator("#send-status")).to_have_text(NO_ANSWER_CLOSED)
    page.keyboard.press("Escape")
    expect(page.locator("#send-status")).to_be_empty()
    undo_hand(page, before)


def test_a_table_that_cannot_be_opened_is_said_to_be_tapped_again(page: Page) -> None:
    open_table(page, 1)
    page.route(lambda address: "/game/" in address, lambda route: route.abort(), times=1)
    page.locator(".tile a", has_text="Table 2").click()
    expect(page.locator("#send-status")).to_have_text("No answer came. Tap it again.")
    expect(page.locator("#panel h1")).to_contain_text("Table 1")
    page.route(lambda address: "/game/" in address, lambda route: route.fulfill(body="Sign in to Wi-Fi"), times=1)
    page.locator(".tile a", has_text="Table 2").click()
    page.wait_for_timeout(300)
    expect(page.locator("#send-status")).to_have_text("No answer came. Tap it again.")
    open_table(page, 2)
    expect(page.locator("#send-status")).to_be_empty()


def test_a_refusal_at_the_top_stays_though_another_table_was_tapped(page: Page, other: Page) -> None:
    open_table(page, 1)
    open_table(other, 2)
    before = other.locator("#panel tbody tr").count()
    held = hold_posts(page)
    page.evaluate("window.tile = document.querySelector('.tile a')")
    enter_hand(page)
    wait_until(page, lambda: held)
    page.locator(".tile a", has_text="Table 2").click()
    enter_hand(other)
    wait_until(page, lambda: page.evaluate("!window.tile.isConnected"))
    headers = {"X-Night": "1", "Content-Type": "text/html"}
    held[0].fulfill(status=404, headers=headers, body="<div class=problem><p>This table is gone.</p></div>")
    expect(page.locator("#send-status")).to_have_text("This table is gone.")
    page.wait_for_timeout(500)
    expect(page.locator("#send-status")).to_have_text("This table is gone.")
    other.locator("#undo", has_text=f"hand {before + 1} at table 2").click()
    expect(other.locator("#panel tbody tr")).to_have_count(before)


@pytest.mark.parametrize("is_open", [True, False])
def test_escape_also_stops_a_panel_that_is_on_its_way(page: Page, is_open: bool) -> None:
    if is_open:
        open_table(page, 1)
    held = hold_next(page)
    page.locator(".tile a", has_text="Table 2").click()
    wait_until(page, lambda: held)
    page.keyboard.press("Escape")
    with suppress(PlaywrightError):
        held[0].fallback()  # unless it was aborted
    page.wait_for_timeout(500)
    expect(page.locator("#panel > *")).to_have_count(0)


@pytest.mark.parametrize("ends", ["the next tap", "closing"])
def test_that_no_answer_came_is_read_before_another_table_opens(page: Page, ends: str) -> None:
    held, _ = hold_hand(page)
    page.locator(".tile a", has_text="Table 2").click()
    held[0].abort()
    expect(page.locator("#send-status")).to_have_text(NO_ANSWER)
    page.wait_for_timeout(500)
    expect(page.locator("#send-status")).to_have_text(NO_ANSWER)
    expect(page.locator("#panel h1")).to_contain_text("Table 1")
    if ends == "closing":
        page.keyboard.press("Escape")
    else:
        open_table(page, 3)
    expect(page.locator("#send-status")).to_be_empty()


def test_a_tap_that_is_lost_because_another_changed_the_panel_is_said_not_to_be_sent(page: Page) -> None:
    held, before = tap_a_second_result(page)
    held[0].fallback()
    expect(page.locator("#panel tbody tr")).to_have_count(before + 1)
    expect(page.locator("#send-status")).to_have_text(NEXT_NOT_SENT)
    assert len(held) == 1
    open_table(page, 2)
    expect(page.locator("#send-status")).to_be_empty()
    undo_hand(page, before)


def test_the_second_click_of_a_double_click_is_not_asked_for(page: Page) -> None:
    held, before = hold_hand(page)
    page.locator("#panel button[name=result]").first.click()
    held[0].fallback()
    expect(page.locator("#panel tbody tr")).to_have_count(before + 1)
    page.wait_for_timeout(300)
    expect(page.locator("#send-status")).to_be_empty()
    assert len(held) == 1
    undo_hand(page, before)


def test_a_form_is_sent_though_a_link_tapped_before_it_has_no_answer_yet(page: Page) -> None:
    open_table(page, 1)
    held = hold_next(page)
    page.get_by_role("link", name="Edit hand 1").first.click()
    wait_until(page, lambda: held)
    page.locator("#panel #id_ns").fill("7")
    page.locator("#panel #id_ew").fill("4")
    page.locator("#panel").get_by_role("button", name="Preview").first.click()
    with suppress(PlaywrightError):
        held[0].continue_()  # unless it was aborted
    expect(page.get_by_role("button", name="Record 7–4")).to_be_visible()


@pytest.mark.parametrize("recorded", [True, False])
def test_after_a_tap_without_an_answer_the_panel_shows_what_counts(page: Page, recorded: bool) -> None:
    held, before = hold_hand(page)
    if recorded:
        held[0].fetch()
    page.wait_for_timeout(500)  # the board has heard of the hand
    expect(page.locator("#panel button[name=result]").first).to_be_visible()
    held[0].abort()
    expect(page.locator("#panel h1")).to_contain_text("Table 1")
    hands = page.locator("#panel tbody tr")
    expect(hands).to_have_count(before + recorded)
    expect(page.locator("#send-status")).to_have_text(NO_ANSWER)
    if recorded:
        page.locator("#undo").click()
        expect(hands).to_have_count(before)
