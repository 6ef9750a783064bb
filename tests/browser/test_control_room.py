"""The control room in real Chromium: tables that fit, keys, finding, and a phone on which clock and button stay."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta

import pytest
from django.contrib.staticfiles import finders
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route, TimeoutError, expect

from tally.loading.games import night_games
from tally.loading.tallies import night_tallies
from tests.support.movement_nights import games_of
from tests.support.night import CAST, ORGANIZER, phone_of, play_hands
from tests.support.screens import LAPTOP, PHONE, violations
from tests.support.serverless_browser import ServerlessBrowser
from tests.support.staged_night import LONG_NAMES, StagedNight
from tests.support.strangers import invited_helper
from tests.support.waiting import expect_htmx_answer, wait_for_script
from tournament.models import Club, Place, Role
from tournament.night.bell import unring_bell
from tournament.night.clock import start_clock

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("club", "short_searches")]
SMALL_LAPTOP = (1280, 720)
HANDS = ("NS:3-4", "EW:5", "NS:5-alone", "EW:0-2")
LAYOUT = """() => {
  const box = e => e.getBoundingClientRect(), all = [...document.querySelectorAll(".tile")];
  const room = document.querySelector(".room"), parts = [...document.querySelectorAll(".tile, .tile > a, .tile-line")];
  const small = [...document.querySelectorAll(".tile *")].filter(e => parseFloat(getComputedStyle(e).fontSize) < 14);
  return {
    scrolls: [document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth,
      room.scrollHeight - room.clientHeight],
    inView: all.filter(e => box(e).bottom <= innerHeight && box(e).right <= innerWidth).length,
    cut: parts.filter(e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1).length,
    small: small.length,
  };
}"""
BAR = """() => ({
  height: document.querySelector(".board-bar").offsetHeight,
  right: Math.round(document.querySelector(".primary").getBoundingClientRect().right),
})"""
CUT_NAMES = """() => [...document.querySelectorAll(".names > *")]
  .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.innerText)"""


def staged(tables: int, **more: object) -> StagedNight:
    """Start a night with so many tables, each with some hands of game 1 and a phone at every other one."""
    night = StagedNight(4 * tables, **({"movement": "drawn", "games": 3} | more))  # type: ignore[arg-type]
    for number in range(1, 4 * tables, 8):
        phone_of(night.night, number)
    for index, game in enumerate(games_of(night.night, 1)):
        play_hands(game, *HANDS[: (2, 3, 0, 1, 4)[index % 5]])
    return night


@pytest.fixture
def opened() -> Iterator[ExitStack]:
    """Browsers that a test opens; closed afterward, also in the middle of an answer."""
    with ExitStack() as browsers:
        yield browsers


def open_board(browser: Browser, opened: ExitStack, night: StagedNight, size: tuple[int, int] = LAPTOP) -> Page:
    """Open a night's board as its organizer."""
    client, path = night.organizer()
    serverless = ServerlessBrowser(browser, client, size=size, reduced_motion="reduce")
    return opened.enter_context(serverless).open(path)


@pytest.mark.parametrize("tables", [1, 3, 6, 11, 25, 33])
def test_all_tables_fit_on_a_laptop_without_scrolling(browser: Browser, opened: ExitStack, tables: int) -> None:
    page = open_board(browser, opened, staged(tables))
    for width, height in (LAPTOP, SMALL_LAPTOP):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(LAYOUT) == {"scrolls": [0, 0, 0], "inView": tables, "cut": 0, "small": 0}
        assert page.evaluate(CUT_NAMES) == []
    expect(page.locator(".primary")).to_have_count(1)


def test_few_tables_show_long_names_in_full(browser: Browser, opened: ExitStack) -> None:
    page = open_board(browser, opened, staged(3, names=LONG_NAMES))
    assert page.evaluate(LAYOUT) == {"scrolls": [0, 0, 0], "inView": 3, "cut": 0, "small": 0}
    assert page.evaluate(CUT_NAMES) == []
    text = page.locator(".tiles").inner_text()
    assert all(name in text for name in LONG_NAMES)


def test_a_long_name_of_many_tables_is_smaller_before_it_is_cut(browser: Browser, opened: ExitStack) -> None:
    page = open_board(browser, opened, staged(33, names=LONG_NAMES), (1920, 1080))
    assert page.evaluate(LAYOUT) == {"scrolls": [0, 0, 0], "inView": 33, "cut": 0, "small": 0}
    sizes = page.locator(".pair .names > *").evaluate_all(
        "all => all.map(e => parseFloat(getComputedStyle(e).fontSize))"
    )
    assert min(sizes) < max(sizes) > 17
    smallest = page.locator(".pair .names > *").evaluate_all(
        "all => all.filter(e => e.scrollWidth > e.clientWidth + 1).map(e => parseFloat(getComputedStyle(e).fontSize))"
    )
    assert set(smallest) <= {14}


def test_what_undo_takes_back_stands_on_two_lines(browser: Browser, opened: ExitStack) -> None:
    night = staged(3)
    night.ring(ago=2)
    night.write_total(7, 5, table=3)
    page = open_board(browser, opened, night)
    for width, height in (LAPTOP, PHONE):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#undo")).to_have_text("Undo total of game 1, table 3")
        assert page.locator("#undo span").evaluate("e => e.offsetHeight") <= 44


def test_the_bar_is_one_row_and_its_button_keeps_its_place(browser: Browser, opened: ExitStack) -> None:
    night = staged(5, bell_by="clock", minutes=15, pause=3)
    page = open_board(browser, opened, night)
    steps = (
        lambda: start_clock(round_=night.round(), who=ORGANIZER),
        night.ring,
        lambda: night.play_round(1),
        lambda: night.write_total(5, 3, game=2),
    )
    places = [page.evaluate(BAR)]
    for step in steps:
        step()
        page.reload()
        places.append(page.evaluate(BAR))
    assert {(place["height"] <= 72, place["right"]) for place in places} == {(True, places[0]["right"])}


def test_the_bar_takes_no_click_before_its_guard_against_double_clicks_is_there(
    browser: Browser, opened: ExitStack
) -> None:
    night = staged(5, bell_by="clock", minutes=15, pause=3)
    page = open_board(browser, opened, night)
    waiting: list[Route] = []
    page.route("**/steady.js*", lambda route: waiting.append(route), times=1)
    start, ring = (page.get_by_role("button", name=name) for name in ("Start the clock", "Ring the bell"))
    with page.expect_request("**/steady.js*"):
        start.click(no_wait_after=True)
    with pytest.raises(TimeoutError):
        ring.click(timeout=500)
    waiting[0].fulfill(path=finders.find("tally/scripts/board/steady.js"))
    expect(ring).to_be_visible()
    assert not night.round().bells.exists()


def test_a_bell_in_the_first_minute_without_a_hand_is_asked_about(browser: Browser, opened: ExitStack) -> None:
    night = StagedNight(8, movement="drawn", games=3)
    page = open_board(browser, opened, night)
    ring = page.get_by_role("button", name="End game 1 (ring the bell)")
    page.clock.set_fixed_time(timezone.now())
    page.once("dialog", lambda dialog: dialog.dismiss())
    with page.expect_event("dialog") as asked:
        ring.click()
    assert asked.value.message.startswith("No table has a hand or a score yet.") and not night.round().bells.exists()
    page.clock.set_fixed_time(timezone.now() + timedelta(seconds=2))  # no double click
    page.once("dialog", lambda dialog: dialog.accept())
    ring.click()
    expect(page.get_by_role("button", name="Cancel the bell of game 1")).to_be_visible()


@pytest.mark.parametrize("role", [None, Role.SCORER])
def test_the_bell_is_announced_until_its_game_is_over(browser: Browser, opened: ExitStack, role: Role | None) -> None:
    night = StagedNight(8, movement="drawn", games=3)
    client, path = night.organizer()
    serverless = ServerlessBrowser(browser, invited_helper(night.night.club, role) if role else client, size=PHONE)
    page = opened.enter_context(serverless).open(path)
    page.clock.install(time=timezone.now())
    announced = page.locator(".bell[role=alert]")

    def announce(text: str) -> None:
        """Show what comes by the live stream, and fetch the board again."""
        announced.evaluate("(alert, text) => alert.innerHTML = text", text)
        with expect_htmx_answer(page):
            page.evaluate("dispatchEvent(new Event('online'))")

    night.ring()
    announce("<p>The bell!</p>")
    expect(page.locator(".tile").first).to_contain_text("waiting for its slip")
    expect(announced).to_have_text("The bell!")
    night.play_round(1)
    announce("<p>The bell!</p>")
    expect(page.locator(".board-bar")).to_contain_text("Game 2 of 3")
    expect(announced).to_be_empty()

    night.ring(2)
    announce("<p>The bell!</p>")
    expect(page.locator(".tile").first).to_contain_text("waiting for its slip")
    unring_bell(night=night.night, who=ORGANIZER)
    announce('<p class="brief">Bell canceled, keep playing.</p>')
    expect(page.locator(".tile").first).not_to_contain_text("waiting for its slip")
    expect(announced).to_have_text("Bell canceled, keep playing.")
    page.clock.run_for(10_000)
    expect(announced).to_be_empty()


def test_a_double_click_on_start_neither_rings_nor_undoes(browser: Browser, opened: ExitStack) -> None:
    night = staged(5, bell_by="clock", minutes=15, pause=3)
    page = open_board(browser, opened, night)
    page.clock.set_fixed_time(timezone.now())
    page.get_by_role("button", name="Start the clock").click()
    ring = page.get_by_role("button", name="Ring the bell")
    for button in (ring, page.locator("#undo")):
        button.click()
        expect(button).to_be_visible()
    assert not night.round().bells.exists() and night.round().rings_at
    page.clock.set_fixed_time(timezone.now() + timedelta(minutes=1))
    ring.click()
    expect(ring).to_have_count(0)
    assert night.round().bells.exists()


def test_axe_finds_nothing_on_the_board_on_laptop_or_phone(browser: Browser, opened: ExitStack) -> None:
    timed = staged(3, bell_by="clock", minutes=15, pause=3)
    page = open_board(browser, opened, timed)
    assert violations(page) == [], "before the clock starts"
    start_clock(round_=timed.round(), who=ORGANIZER)
    page.reload()
    assert violations(page) == [], "while it runs"
    page.keyboard.press("?")
    assert violations(page) == [], "with the keys"
    page.keyboard.press("Escape")
    timed.ring()
    page.reload()
    assert violations(page) == [], "after the bell"
    for tables in (11, 33):
        assert violations(open_board(browser, opened, staged(tables))) == []
    phone = open_board(browser, opened, timed, PHONE)
    assert violations(phone) == []
    phone.get_by_role("button", name="More").click()
    assert violations(phone) == []


@pytest.mark.parametrize("size", [(360, 640), (1280, 720), (1366, 768)])
def test_the_next_bell_is_far_from_where_the_last_one_is_canceled(
    browser: Browser, opened: ExitStack, size: tuple[int, int]
) -> None:
    night = StagedNight(8, movement="drawn", games=3)
    night.ring(ago=2)
    client, path = night.organizer()
    page = opened.enter_context(ServerlessBrowser(browser, client, size=size)).open(path)
    cancel = page.get_by_role("button", name="Cancel the bell of game 1").bounding_box()
    ring = page.get_by_role("button", name="End game 2 (ring the bell)").bounding_box()
    assert cancel and ring
    below, beside = ring["y"] - cancel["y"] - cancel["height"], ring["x"] - cancel["x"] - cancel["width"]
    assert max(below, beside) >= 30
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_the_bell_takes_two_presses_of_its_key(browser: Browser, opened: ExitStack) -> None:
    page = open_board(browser, opened, staged(3))
    page.keyboard.press("b")
    expect(page.locator("#send-status")).to_have_text("Press B again to ring the bell.")
    expect(page.get_by_role("button", name="Ring the bell")).to_be_focused()
    with page.expect_navigation():
        page.keyboard.press("b")
    expect(page.get_by_role("button", name="Cancel the bell of game 1")).to_be_visible()


def test_keys_open_scores_and_the_list_of_keys_but_not_while_one_types(browser: Browser, opened: ExitStack) -> None:
    page = open_board(browser, opened, staged(3))
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("e")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    wait_for_script(page, "document.activeElement === document.body")
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("eb?")
    expect(page.get_by_role("searchbox")).to_have_value("eb?")
    expect(page.locator("#send-status")).to_be_empty()
    page.keyboard.press("Escape")
    with page.expect_request("**/quick/"):
        page.keyboard.press("e")


def test_a_player_is_found_by_a_key_and_the_first_letters(browser: Browser, opened: ExitStack) -> None:
    night = staged(3)
    page = open_board(browser, opened, night)
    page.keyboard.press("/")
    page.keyboard.type("eve")
    expect(page.locator(".tile:not(.faded)")).to_have_count(1)
    expect(page.locator(".found")).to_have_text("5 Eve Lund")
    game = night.entry(5).places.get(game__round__number=1).game
    with page.expect_request(f"**/game/{game.pk}/"):
        page.keyboard.press("Enter")
    page.get_by_role("searchbox").fill("table 2")
    expect(page.locator(".tile:not(.faded)")).to_contain_text("Table 2")
    page.get_by_role("searchbox").press("Escape")
    expect(page.locator(".faded")).to_have_count(0)


def test_find_says_where_somebody_waits_between_two_tables(browser: Browser, opened: ExitStack) -> None:
    night = staged(3)
    night.write_total(5, 3)
    games = Place.objects.filter(game__round__number=2).exclude(game__table=1).select_related("entry", "game")
    waiting = games.filter(entry__number__in=night.seats().values()).order_by("entry__number")[0]
    page = open_board(browser, opened, night)
    find, answer = page.get_by_role("searchbox"), page.locator("#find output")
    for typed in (waiting.entry.name.lower()[:5], str(waiting.entry.number)):
        find.fill(typed)
        expect(answer).to_contain_text(f"{waiting.entry} waits: next table {waiting.game.table}, game 2")
    find.fill(waiting.entry.name)
    find.press("Enter")
    expect(answer).to_be_visible()
    expect(page).to_have_url(re.compile("/board/$"))


def test_find_says_what_a_player_has_made_so_far_and_not_of_many(browser: Browser, opened: ExitStack) -> None:
    night = staged(3)
    for table in (1, 2, 3):
        night.write_total(5, 3, table=table)
    play_hands(night.game(2), "NS:5-alone")
    north, tally = night.entry(night.seats(2)["N"]), night_tallies(night.night, night_games(night.night))
    page = open_board(browser, opened, night)
    find, answer = page.get_by_role("searchbox"), page.locator("#find output")
    find.fill(north.name)
    expect(answer).to_have_text(f"{north}: {tally[north.number or 0].total} points so far")
    find.fill("table")
    expect(page.locator(".tile:not(.faded)")).to_have_count(3)
    expect(answer).to_be_empty()


def test_find_says_no_total_while_standings_are_hidden(browser: Browser, opened: ExitStack) -> None:
    night = staged(3, hidden_games=2)
    for table in (1, 2, 3):
        night.write_total(5, 3, table=table)
    play_hands(night.game(2), "NS:5-alone")
    page = open_board(browser, opened, night)
    page.get_by_role("searchbox").fill(night.entry(night.seats(2)["N"]).name)
    expect(page.locator(".tile:not(.faded)")).to_have_count(1)
    expect(page.locator("#find output")).to_be_empty()
    assert "Top five" in page.content() and "so far" not in page.content()


def test_somebody_who_still_plays_is_found_at_that_table_only(browser: Browser, opened: ExitStack) -> None:
    night = staged(3)
    night.write_total(5, 3)
    games = Place.objects.filter(game__round__number=2, game__table=1).select_related("entry")
    playing = games.exclude(entry__number__in=night.seats().values())[0]
    page = open_board(browser, opened, night)
    page.get_by_role("searchbox").fill(playing.entry.name)
    expect(page.locator(".tile:not(.faded)")).to_have_count(1)
    expect(page.locator(".tile:not(.faded)")).not_to_contain_text("Table 1")


def test_enter_opens_nobody_where_two_may_be_meant(browser: Browser, opened: ExitStack) -> None:
    night = staged(3, names=("Bob Stone", *CAST[2:], "Zoe Zimmer"))
    at_table = {number: table for table in (1, 2, 3) for number in night.seats(table=table).values()}
    other = next(number for number in at_table if at_table[number] != at_table[1] and number != 2)
    night.night.entries.filter(number=other).update(name="Bob Smith", told_apart="Bob Sm.")
    page = open_board(browser, opened, night)
    find = page.get_by_role("searchbox")
    find.fill("bob")
    find.press("Enter")
    expect(page.locator("#find output")).to_have_text("2 tables fit. Choose one, or type more.")
    expect(page.locator(".found")).to_have_count(2)
    expect(find).to_be_focused()
    for typed, table in (("bob sm", at_table[other]), ("2", 2)):
        find.fill(typed)
        expect(page.locator("#find output")).to_be_empty()
        with page.expect_request(f"**/game/{night.game(table=table).pk}/"):
            find.press("Enter")


def test_on_a_phone_clock_and_button_stay_in_view_and_late_tables_come_first(
    browser: Browser, opened: ExitStack, club: Club
) -> None:
    night = staged(6, bell_by="clock", minutes=15)
    phone_of(night.night, night.seats(table=3)["N"])  # nobody there has recorded a hand
    start_clock(round_=night.round(), who=ORGANIZER)
    page = open_board(browser, opened, night, PHONE)
    tops = page.locator(".tile").evaluate_all("all => all.map(e => [e.getBoundingClientRect().top, e.className])")
    assert "late" in min(tops)[1]
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    for locator in (page.get_by_role("timer"), page.get_by_role("button", name="Ring the bell")):
        expect(locator).to_be_in_viewport(ratio=1)
    small = page.locator("a:visible, button:visible, input:visible").evaluate_all(
        "all => all.filter(e => e.getBoundingClientRect().height < 48 && !e.matches('.skip')).map(e => e.outerHTML)"
    )
    assert small == []
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    page.set_viewport_size({"width": 320, "height": 568})
    assert page.evaluate("document.documentElement.scrollWidth") == 320
