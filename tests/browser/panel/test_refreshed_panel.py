"""The panel beside the tables while the board, and other people, go on."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect
from playwright.sync_api import Error as PlaywrightError

from tests.support.board_panel import enter_hand, hold_next, hold_posts, open_table, undo_hand
from tests.support.waiting import wait_until

pytestmark = pytest.mark.long


def test_the_panel_follows_its_table_but_not_while_somebody_writes(page: Page, other: Page) -> None:
    open_table(page, 1)
    open_table(other, 1)
    hands = page.locator("#panel tbody tr")
    before = hands.count()
    earlier = other.evaluate("document.getElementById('undo')?.value ?? ''")
    enter_hand(other)
    expect(hands).to_have_count(before + 1)
    expect(other.locator("#panel tbody tr")).to_have_count(before + 1)
    page.locator("#panel #id_ns").fill("9")
    other.locator(f"#undo:not([value='{earlier}'])").click()  # not the one of an act before this hand
    expect(other.locator("#panel tbody tr")).to_have_count(before)
    page.wait_for_timeout(500)
    assert page.locator("#panel #id_ns").input_value() == "9" and hands.count() == before + 1
    page.locator("#panel #id_ew").fill("3")
    page.locator("#panel").get_by_role("button", name="Preview").first.click()
    page.get_by_role("button", name="Record 9–3").click()
    expect(page.locator("#panel .problem")).to_contain_text("changed in the meantime")


def test_what_is_written_while_a_refresh_is_on_its_way_stays(page: Page, other: Page) -> None:
    open_table(page, 1)
    open_table(other, 1)
    before = other.locator("#panel tbody tr").count()
    held: list[Route] = []
    page.route(lambda address: "/game/" in address, lambda route: held.append(route))
    enter_hand(other)
    wait_until(page, lambda: held)
    page.locator("#panel #id_ns").fill("9")
    with page.expect_response(lambda answer: "/game/" in answer.url) as answer:
        for request in held:
            request.fallback()
    answer.value.finished()
    page.wait_for_timeout(200)
    assert page.locator("#panel #id_ns").input_value() == "9"
    undo_hand(other, before)


def test_an_answer_that_an_undo_overtook_is_fetched_again(page: Page) -> None:
    open_table(page, 1)
    hands = page.locator("#panel tbody tr")
    before = hands.count()
    earlier = page.evaluate("document.getElementById('undo')?.value ?? ''")
    late: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            late.append((route, route.fetch()))
        else:
            route.fallback()

    page.route(lambda address: "/game/" in address, hold)
    enter_hand(page)
    page.locator(f"#undo:not([value='{earlier}'])").click()  # the board knows the hand before the panel does
    expect(page.locator(f"#undo[value='{earlier}']" if earlier else ".undo-place:not(:has(#undo))")).to_have_count(1)
    wait_until(page, lambda: late)
    [(route, answer)] = late
    route.fulfill(response=answer)
    expect(hands).to_have_count(before)


def test_an_undo_during_the_refresh_after_an_answer_is_shown(page: Page) -> None:
    open_table(page, 1)
    hands = page.locator("#panel tbody tr")
    before = hands.count()
    earlier = page.evaluate("document.getElementById('undo')?.value ?? ''")
    posts, looks = hold_posts(page), list[tuple[Route, APIResponse]]()
    enter_hand(page)
    wait_until(page, lambda: posts)
    page.evaluate("htmx.trigger('#panel-refresh', 'wake')")  # so that the answer to the hand is fetched again
    page.route(lambda address: "/game/" in address, lambda route: looks.append((route, route.fetch())))
    posts[0].continue_()
    wait_until(page, lambda: looks)
    page.locator(f"#undo:not([value='{earlier}'])").click()
    expect(page.locator(f"#undo[value='{earlier}']" if earlier else ".undo-place:not(:has(#undo))")).to_have_count(1)
    looks[0][0].fulfill(response=looks[0][1])
    wait_until(page, lambda: len(looks) > 1)
    looks[1][0].fulfill(response=looks[1][1])
    expect(hands).to_have_count(before)
    page.unroute_all(behavior="ignoreErrors")  # the board may have asked once more


def test_a_refresh_of_the_panel_that_gets_no_answer_is_tried_again_though_the_board_got_one(
    page: Page, other: Page
) -> None:
    open_table(page, 1)
    open_table(other, 1)
    hands = page.locator("#panel tbody tr")
    before = hands.count()
    page.route(lambda address: "/game/" in address, lambda route: route.abort(), times=1)
    enter_hand(other)
    expect(hands).to_have_count(before + 1)
    undo_hand(other, before)


def test_a_table_that_is_being_opened_shows_the_hand_that_was_entered_meanwhile(page: Page, other: Page) -> None:
    open_table(page, 1)
    open_table(other, 2)
    hands = other.locator("#panel tbody tr")
    before = hands.count()
    late: list[tuple[Route, APIResponse]] = []
    page.route(lambda address: "/game/" in address, lambda route: late.append((route, route.fetch())), times=1)
    page.locator(".tile a", has_text="Table 2").click()
    wait_until(page, lambda: late)
    enter_hand(other)
    expect(hands).to_have_count(before + 1)
    page.wait_for_timeout(500)  # the board has heard of the hand
    [(route, answer)] = late
    route.fulfill(response=answer)
    expect(page.locator("#panel h1")).to_contain_text("Table 2")
    expect(page.locator("#panel tbody tr")).to_have_count(before + 1)
    undo_hand(other, before, table=2)


def test_a_tap_is_answered_though_a_refresh_is_on_its_way(page: Page) -> None:
    open_table(page, 1)
    held = hold_next(page)
    page.evaluate("htmx.trigger('#panel-refresh', 'wake')")
    wait_until(page, lambda: held)
    page.get_by_role("link", name=re.compile("^Enter hand")).click()
    held[0].fallback()
    expect(page.locator("#panel button[name=result]").first).to_be_visible()
    page.wait_for_timeout(500)
    expect(page.locator("#panel button[name=result]").first).to_be_visible()


def test_another_table_stays_open_though_something_happened_while_it_was_on_its_way(page: Page) -> None:
    open_table(page, 2)
    held = hold_next(page)
    page.locator(".tile a", has_text="Table 1").click()
    wait_until(page, lambda: held)
    page.evaluate("htmx.trigger('#panel-refresh', 'wake')")
    with page.expect_response(lambda answer: "/game/" in answer.url):
        held[0].continue_()
    expect(page.locator("#panel h1")).to_contain_text("Table 1")
    page.wait_for_timeout(500)
    expect(page.locator("#panel h1")).to_contain_text("Table 1")


def test_a_tile_whose_table_did_not_open_is_not_marked(page: Page) -> None:
    marked = page.locator(".tile a[aria-current=true]")
    open_table(page, 1)
    held = hold_next(page)
    page.locator(".tile a", has_text="Table 2").click()
    wait_until(page, lambda: held)
    page.get_by_role("link", name=re.compile("^Enter hand")).click()
    expect(page.locator("#panel button[name=result]").first).to_be_visible()
    with page.expect_response(lambda answer: answer.url == page.url):
        page.evaluate("htmx.trigger(document.body, 'wake')")
    page.wait_for_timeout(300)
    expect(marked).to_contain_text("Table 1")
    page.keyboard.press("Escape")
    expect(page.locator(".tile a", has_text="Table 1")).to_be_focused()


def test_the_table_tapped_last_opens_though_the_board_was_refreshed_meanwhile(page: Page) -> None:
    held: list[Route] = []
    page.route(lambda address: "/game/" in address, lambda route: held.append(route))
    page.locator(".tile a", has_text="Table 1").click()
    wait_until(page, lambda: held)
    page.locator(".tile a", has_text="Table 2").click()
    wait_until(page, lambda: len(held) == 2)
    page.locator(".tile a", has_text="Table 1").evaluate("tile => { window.tile = tile; }")
    with page.expect_response(lambda answer: answer.url == page.url):
        page.evaluate("htmx.trigger(document.body, 'wake')")
    wait_until(page, lambda: page.evaluate("!window.tile.isConnected"))
    page.unroute_all()
    for route in held:
        with suppress(PlaywrightError):
            route.continue_()  # unless it was aborted
    expect(page.locator("#panel h1")).to_contain_text("Table 2")
    page.wait_for_timeout(300)
    expect(page.locator("#panel h1")).to_contain_text("Table 2")
