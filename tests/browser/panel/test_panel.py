"""The panel beside the tables in real Chromium: clicks, Escape, focus, refusals, and how it looks."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.board_panel import (
    is_at_board,
    open_table,
)
from tests.support.screens import LAPTOP, PHONE, tap, violations
from tests.support.waiting import wait_until

pytestmark = pytest.mark.long
UNDER_CLOSE = """() => {
  const box = document.querySelector("#panel .panel-close").getBoundingClientRect(), range = document.createRange();
  return [...document.querySelectorAll("#panel h1, #panel p, #panel b")].filter(element => {
    range.selectNodeContents(element);
    return [...range.getClientRects()].some(line => line.width && line.right > box.left && line.left < box.right &&
      line.bottom > box.top && line.top < box.bottom);
  }).map(element => element.innerText);
}"""


def test_a_hand_is_edited_in_three_clicks_and_undone_in_one(page: Page, board_path: str) -> None:
    page.evaluate("window.clicks = 0")
    open_table(page, 1)
    page.get_by_role("link", name="Edit hand 1").first.click()
    expect(page.locator("#panel h1")).to_contain_text("Edit hand 1")
    expect(page.locator("#panel .stands")).to_have_count(1)
    other = page.locator("#panel button[name=result]:not([aria-current])", has_text="all 5, alone").first
    tap(other)
    expect(page.locator("#panel h1")).to_contain_text("Table 1")
    expect(page.locator("#panel")).to_contain_text("entered by the organizer")
    clicks = page.evaluate("window.clicks")
    print("clicks to edit a hand:", clicks)
    assert clicks == 3 and is_at_board(page, board_path)
    expect(page.locator("#undo")).to_contain_text("hand 1 at table 1")
    page.locator("#undo").click()
    expect(page.locator("#undo")).to_have_count(0)
    expect(page.locator("#panel tbody tr").first).to_contain_text("before: Earl J. & Zoë B. +4, all 5, alone")
    assert is_at_board(page, board_path), "the panel stays open, and follows"


def test_a_total_from_paper_takes_three_clicks_and_digits(page: Page, board_path: str) -> None:
    page.evaluate("window.clicks = 0")
    open_table(page, 2)
    page.locator("#panel #id_ns").focus()
    page.keyboard.type("7")
    page.keyboard.press("Tab")
    page.keyboard.type("4")
    page.locator("#panel").get_by_role("button", name="Preview").first.click()
    page.get_by_role("button", name="Record 7–4").click()
    expect(page.locator("#panel")).to_contain_text("The total from paper counts.")
    clicks = page.evaluate("window.clicks")
    print("clicks for a total from paper:", clicks)
    assert clicks == 3 and is_at_board(page, board_path)
    page.locator("#undo").click()
    expect(page.locator("#panel")).not_to_contain_text("The total from paper counts.")


def test_escape_and_close_give_the_focus_back_to_the_tile(page: Page) -> None:
    tile = page.locator(".tile a", has_text="Table 3")
    tile.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#panel h1")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_be_empty()
    expect(tile).to_be_focused()
    open_table(page, 3)
    page.get_by_role("button", name="Close", exact=False).click()
    expect(page.locator("#panel")).to_be_empty()
    expect(tile).to_be_focused()


def test_a_refusal_stands_in_the_panel_and_the_board_stays(page: Page, board_path: str) -> None:
    open_table(page, 1)
    page.locator("#panel #id_ns").fill("x")
    page.locator("#panel #id_ew").fill("4")
    page.locator("#panel").get_by_role("button", name="Preview").first.click()
    expect(page.locator("#panel .problem").first).to_contain_text("There is a problem")
    expect(page.locator(".tile")).to_have_count(3)
    assert is_at_board(page, board_path)
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator("#panel h1")).to_contain_text("Game 3 · Table 1")


def test_the_tile_of_the_open_table_is_marked(page: Page) -> None:
    marked = page.locator(".tile a[aria-current=true]")
    open_table(page, 1)
    expect(marked).to_contain_text("Table 1")
    open_table(page, 2)
    expect(marked).to_contain_text("Table 2")
    marked.evaluate("tile => { window.tile = tile; }")
    page.evaluate("htmx.trigger(document.body, 'wake')")
    wait_until(page, lambda: page.evaluate("!window.tile.isConnected"))
    expect(marked).to_contain_text("Table 2")
    page.keyboard.press("Escape")
    expect(marked).to_have_count(0)


def test_the_focus_stays_on_the_tile_when_the_board_is_refreshed(page: Page) -> None:
    open_table(page, 2)
    page.keyboard.press("Escape")
    tile = page.locator(".tile a", has_text="Table 2")
    expect(tile).to_be_focused()
    tile.evaluate("tile => { window.tile = tile; }")
    page.evaluate("htmx.trigger(document.body, 'wake')")
    wait_until(page, lambda: page.evaluate("!window.tile.isConnected"))
    expect(tile).to_be_focused()


def test_escape_in_the_keys_closes_no_panel(page: Page) -> None:
    open_table(page, 1)
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).not_to_be_visible()
    expect(page.locator("#panel h1")).to_contain_text("Table 1")


def test_the_question_of_the_bells_key_ends_no_other_note(page: Page) -> None:
    page.keyboard.press("b")
    expect(page.locator("#send-status")).to_have_text("Press B again to ring the bell.")
    page.route(lambda address: "/game/" in address, lambda route: route.abort(), times=1)
    page.locator(".tile a", has_text="Table 2").click()
    expect(page.locator("#send-status")).to_have_text("No answer came. Tap it again.")
    page.wait_for_timeout(3500)
    expect(page.locator("#send-status")).to_have_text("No answer came. Tap it again.")


def test_the_bells_key_asks_again_where_another_note_took_the_place_of_its_question(page: Page) -> None:
    page.keyboard.press("b")
    page.route(lambda address: "/game/" in address, lambda route: route.abort(), times=1)
    page.locator(".tile a", has_text="Table 2").click()
    expect(page.locator("#send-status")).to_have_text("No answer came. Tap it again.")
    page.keyboard.press("b")
    expect(page.locator("#send-status")).to_have_text("Press B again to ring the bell.")
    page.keyboard.press("Escape")
    expect(page.locator("#send-status")).to_be_empty()


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_a_note_covers_no_head_of_a_panel_and_moves_nothing(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_table(page, 1)
    close = page.locator("#panel .panel-close")
    before = close.bounding_box()
    page.route(lambda address: "/game/" in address, lambda route: route.abort(), times=1)
    page.get_by_role("link", name="Edit hand 1").first.click()
    note = page.locator("#send-status")
    expect(note).not_to_be_empty()
    box = note.bounding_box()
    assert close.bounding_box() == before
    assert before and box and box["y"] > before["y"] + before["height"] and box["y"] + box["height"] <= size[1]


@pytest.mark.parametrize("width", [320, PHONE[0], LAPTOP[0]])
def test_nothing_stands_under_the_button_that_closes_the_panel(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": PHONE[1]})
    for table in (1, 2, 3):
        open_table(page, table)
        page.locator("#panel p b").first.evaluate("b => { b.textContent = b.textContent.repeat(2); }")  # long names
        assert page.evaluate(UNDER_CLOSE) == []
        page.locator("#panel .panel-close").click()


def test_the_panel_lies_over_the_board_on_a_phone_and_axe_finds_nothing(page: Page) -> None:
    open_table(page, 1)
    assert violations(page) == []
    page.get_by_role("link", name="Edit hand 1").first.click()
    expect(page.locator("#panel h1")).to_contain_text("Edit hand 1")
    assert violations(page) == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    box = page.locator("#panel").bounding_box()
    assert box and (box["x"], box["y"], box["width"]) == (0, 0, PHONE[0])
    small = page.locator("#panel a.button, #panel button").evaluate_all(
        "all => all.filter(e => e.offsetHeight && e.offsetHeight < 47.9).map(e => e.innerText)"
    )
    assert small == []
    page.set_viewport_size({"width": 320, "height": 568})
    assert page.evaluate("document.documentElement.scrollWidth") == 320
