"""The panel beside the tables in real Chromium: clicks, Escape, focus, refusals, and what happens meanwhile."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, expect
from playwright.sync_api import Error as PlaywrightError

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor
from tests.support.screens import LAPTOP, PHONE, Screens, tap, violations
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
NO_ANSWER = "No answer came. Look whether it was saved before you try again."
CLICKS = "addEventListener('pointerdown', e => { if (e.isTrusted) window.clicks = 1 + (window.clicks || 0); }, true)"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A hall with the demo night: twelve players in game 3."""
    with Hall.opened(tmp_path_factory.mktemp("panel"), "--demo") as hall:
        yield hall


@pytest.fixture(scope="module")
def board_path(demo: Hall) -> str:
    """The path of the demo night's board."""
    return urlsplit(Visitor(demo, demo.organizer_path).url).path


@pytest.fixture
def screens(browser: Browser, demo: Hall) -> Iterator[Screens]:
    """Pages on the demo's server; closed afterward."""
    opened = Screens(browser, demo)
    yield opened
    opened.close()


@pytest.fixture
def page(screens: Screens, board_path: str) -> Page:
    """The organizer's board on a laptop, which counts clicks."""
    page = screens.open(screens.hall.organizer_path, LAPTOP)
    page.add_init_script(CLICKS)
    page.goto(screens.hall.url + board_path)
    return page


@pytest.fixture
def other(screens: Screens, board_path: str) -> Page:
    """The organizer's board on a second laptop."""
    other = screens.open(screens.hall.organizer_path, LAPTOP)
    other.goto(screens.hall.url + board_path)
    return other


def open_table(page: Page, table: int) -> None:
    """Open a table in the panel."""
    page.locator(".tile a", has_text=f"Table {table}").click()
    expect(page.locator("#panel h1")).to_contain_text(f"Table {table}")


def enter_hand(page: Page) -> None:
    """Enter the next hand of the table in the panel: the first result."""
    page.get_by_role("link", name=re.compile("^Enter hand")).click()
    tap(page.locator("#panel button[name=result]").first)


def undo_hand(page: Page, left: int) -> None:
    """Take back the hand that was entered last at table 1, so that as many are `left`."""
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator("#undo", has_text=f"hand {left + 1} at table 1").click()
    open_table(page, 1)
    expect(page.locator("#panel tbody tr")).to_have_count(left)


def hold_posts(page: Page) -> list[Route]:
    """Hold what forms of a table send from now on, and list it."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            held.append(route)
        else:
            route.fallback()

    page.route(lambda address: "/game/" in address, hold)
    return held


def is_at_board(page: Page, board_path: str) -> bool:
    """Whether the page never left the board."""
    return urlsplit(page.url).path == board_path


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


def test_a_tap_is_answered_though_a_refresh_is_on_its_way(page: Page) -> None:
    open_table(page, 1)
    held: list[Route] = []
    page.route(lambda address: "/game/" in address, lambda route: held.append(route), times=1)
    page.evaluate("htmx.trigger('#panel-refresh', 'wake')")
    wait_until(page, lambda: held)
    page.get_by_role("link", name=re.compile("^Enter hand")).click()
    held[0].fallback()
    expect(page.locator("#panel button[name=result]").first).to_be_visible()
    page.wait_for_timeout(500)
    expect(page.locator("#panel button[name=result]").first).to_be_visible()


def test_a_table_tapped_while_a_hand_is_on_its_way_opens_though_the_board_was_refreshed(page: Page) -> None:
    open_table(page, 1)
    before = page.locator("#panel tbody tr").count()
    held = hold_posts(page)
    enter_hand(page)
    wait_until(page, lambda: held)
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
    open_table(page, 1)
    before = page.locator("#panel tbody tr").count()
    held = hold_posts(page)
    enter_hand(page)
    wait_until(page, lambda: held)
    if is_next_tapped:
        page.locator(".tile a", has_text="Table 2").click()
    page.keyboard.press("Escape")
    with page.expect_response(lambda answer: answer.request.method == "GET" and "/game/" in answer.url):
        held[0].fallback()
    page.wait_for_timeout(500)
    expect(page.locator("#panel > *")).to_have_count(0)
    undo_hand(page, before)


def tap_a_second_result(page: Page) -> list[Route]:
    """Tap a result in the panel, and another while the first is held on its way; return what is held."""
    held = hold_posts(page)
    page.get_by_role("link", name=re.compile("^Enter hand")).click()
    results = page.locator("#panel button[name=result]")
    tap(results.first)
    wait_until(page, lambda: held)
    results.nth(1).click()
    return held


@pytest.mark.parametrize("then", ["closed", "another table"])
def test_a_second_result_that_waits_is_not_given_up_without_a_word(page: Page, then: str) -> None:
    open_table(page, 1)
    before = page.locator("#panel tbody tr").count()
    held = tap_a_second_result(page)
    if then == "closed":
        page.keyboard.press("Escape")
    else:
        page.locator(".tile a", has_text="Table 2").click()
    held[0].fallback()
    expect(page.locator("#undo", has_text=f"hand {before + 1} at table 1")).to_be_visible()
    expect(page.locator("#send-status")).to_have_text("Your last tap was not sent. Tap it again.")
    assert len(held) == 1
    undo_hand(page, before)


@pytest.mark.parametrize("then", ["Tab", "heading", "first result", "tile"])
def test_a_second_result_is_not_sent_where_the_first_got_no_answer(page: Page, then: str) -> None:
    """htmx would send a form that waited by the button that has the focus by then."""
    open_table(page, 1)
    before = page.locator("#panel tbody tr").count()
    held = tap_a_second_result(page)
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
    open_table(page, 1)
    before = page.locator("#panel tbody tr").count()
    held = hold_posts(page)
    enter_hand(page)
    wait_until(page, lambda: held)
    page.keyboard.press("Escape")
    held[0].fetch()
    expect(page.locator("#undo", has_text=f"hand {before + 1} at table 1")).to_be_visible()
    with page.expect_response(lambda answer: answer.url == page.url):
        held[0].abort()
    page.wait_for_timeout(500)
    expect(page.locator("#send-status")).to_have_text(NO_ANSWER)
    page.keyboard.press("Escape")
    expect(page.locator("#send-status")).to_be_empty()
    undo_hand(page, before)


def test_another_table_stays_open_though_something_happened_while_it_was_on_its_way(page: Page) -> None:
    open_table(page, 2)
    held: list[Route] = []
    page.route(lambda address: "/game/" in address, lambda route: held.append(route), times=1)
    page.locator(".tile a", has_text="Table 1").click()
    wait_until(page, lambda: held)
    page.evaluate("htmx.trigger('#panel-refresh', 'wake')")
    with page.expect_response(lambda answer: "/game/" in answer.url):
        held[0].continue_()
    expect(page.locator("#panel h1")).to_contain_text("Table 1")
    page.wait_for_timeout(500)
    expect(page.locator("#panel h1")).to_contain_text("Table 1")


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


def test_a_tile_whose_table_did_not_open_is_not_marked(page: Page) -> None:
    marked = page.locator(".tile a[aria-current=true]")
    open_table(page, 1)
    held: list[Route] = []
    page.route(lambda address: "/game/" in address, lambda route: held.append(route), times=1)
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


def test_the_focus_stays_on_the_tile_when_the_board_is_refreshed(page: Page) -> None:
    open_table(page, 2)
    page.keyboard.press("Escape")
    tile = page.locator(".tile a", has_text="Table 2")
    expect(tile).to_be_focused()
    tile.evaluate("tile => { window.tile = tile; }")
    page.evaluate("htmx.trigger(document.body, 'wake')")
    wait_until(page, lambda: page.evaluate("!window.tile.isConnected"))
    expect(tile).to_be_focused()


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
    held: list[Route] = []
    page.route(lambda address: "/game/" in address, lambda route: held.append(route), times=1)
    page.locator(".tile a", has_text="Table 2").click()
    wait_until(page, lambda: held)
    page.keyboard.press("Escape")
    with suppress(PlaywrightError):
        held[0].fallback()  # unless it was aborted
    page.wait_for_timeout(500)
    expect(page.locator("#panel > *")).to_have_count(0)


@pytest.mark.parametrize("ends", ["the next tap", "closing"])
def test_that_no_answer_came_is_read_before_another_table_opens(page: Page, ends: str) -> None:
    open_table(page, 1)
    held = hold_posts(page)
    enter_hand(page)
    wait_until(page, lambda: held)
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


def test_a_tap_that_is_lost_because_another_changed_the_panel_is_to_be_tapped_again(page: Page) -> None:
    open_table(page, 1)
    before = page.locator("#panel tbody tr").count()
    held = tap_a_second_result(page)
    held[0].fallback()
    expect(page.locator("#panel tbody tr")).to_have_count(before + 1)
    expect(page.locator("#send-status")).to_have_text("Your last tap was not sent. Tap it again.")
    assert len(held) == 1
    open_table(page, 2)
    expect(page.locator("#send-status")).to_be_empty()
    undo_hand(page, before)


def test_the_second_click_of_a_double_click_is_not_asked_for(page: Page) -> None:
    open_table(page, 1)
    before = page.locator("#panel tbody tr").count()
    held = hold_posts(page)
    enter_hand(page)
    wait_until(page, lambda: held)
    page.locator("#panel button[name=result]").first.click()
    held[0].fallback()
    expect(page.locator("#panel tbody tr")).to_have_count(before + 1)
    page.wait_for_timeout(300)
    expect(page.locator("#send-status")).to_be_empty()
    assert len(held) == 1
    undo_hand(page, before)


def test_a_form_is_sent_though_a_link_tapped_before_it_has_no_answer_yet(page: Page) -> None:
    open_table(page, 1)
    held: list[Route] = []
    page.route(lambda address: "/game/" in address, lambda route: held.append(route), times=1)
    page.get_by_role("link", name="Edit hand 1").first.click()
    wait_until(page, lambda: held)
    page.locator("#panel #id_ns").fill("7")
    page.locator("#panel #id_ew").fill("4")
    page.locator("#panel").get_by_role("button", name="Preview").first.click()
    with suppress(PlaywrightError):
        held[0].continue_()  # unless it was aborted
    expect(page.get_by_role("button", name="Record 7–4")).to_be_visible()


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


@pytest.mark.parametrize("recorded", [True, False])
def test_after_a_tap_without_an_answer_the_panel_shows_what_counts(page: Page, recorded: bool) -> None:
    open_table(page, 1)
    hands = page.locator("#panel tbody tr")
    before = hands.count()
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method != "POST":
            route.fallback()
            return
        if recorded:
            route.fetch()
        held.append(route)

    page.route(lambda address: "/game/" in address, hold)
    enter_hand(page)
    wait_until(page, lambda: held)
    page.wait_for_timeout(500)  # the board has heard of the hand
    expect(page.locator("#panel button[name=result]").first).to_be_visible()
    held[0].abort()
    expect(page.locator("#panel h1")).to_contain_text("Table 1")
    expect(hands).to_have_count(before + recorded)
    expect(page.locator("#send-status")).to_have_text(NO_ANSWER)
    if recorded:
        page.locator("#undo").click()
        expect(hands).to_have_count(before)


def test_what_is_written_while_a_refresh_is_on_its_way_stays(page: Page, other: Page) -> None:
    open_table(page, 1)
    open_table(other, 1)
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
