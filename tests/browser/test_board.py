"""The organizer's board in real Chromium: 25 tables on one screen, three clicks for every repair, quick typing."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor
from tests.support.screens import LAPTOP, PHONE, Screens, click_and_load, tap, violations

pytestmark = pytest.mark.long
KEY_DELAY = 150  # milliseconds a key, as a practiced typist presses them
FIRST = (
    "Bartholomew",
    "Wilhelmina",
    "Jo",
    "Maximilian",
    "Christopher",
    "Al",
    "Margaret",
    "Constantine",
    "Bob",
    "Evangeline",
)
CLICKS = (
    "addEventListener('pointerdown', e => { if (e.isTrusted) sessionStorage.clicks = "
    "1 + Number(sessionStorage.clicks || 0); }, true)"
)
LAYOUT = """() => {
  const box = e => e.getBoundingClientRect(), all = [...document.querySelectorAll(".tile")];
  const shown = [...document.body.querySelectorAll("*")].filter(e => box(e).width && box(e).right > 0);
  return {
    scrolls: [document.documentElement.scrollHeight, document.documentElement.scrollWidth],
    inView: all.filter(e => box(e).top >= 0 && box(e).bottom <= innerHeight && box(e).right <= innerWidth).length,
    whole: all.filter(e => { const a = e.querySelector("a"); return box(e).height - box(a).height < 16 &&
      a.scrollHeight <= a.clientHeight + 1; }).length,
    small: shown.filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) &&
      parseFloat(getComputedStyle(e).fontSize) < 14).map(e => e.outerHTML.slice(0, 80)),
    targets: shown.filter(e => e.matches("a[href], button, summary") && Math.min(box(e).width, box(e).height) < 24)
      .map(e => e.outerHTML.slice(0, 80)),
  };
}"""
FILL_TABLES = """
from tests.browser.test_board import fill_tables
fill_tables("%s")
"""


def names(count: int) -> str:
    """Return this many names of 12 to 40 letters, one a line."""
    return "\n".join(
        f"{FIRST[n % 10]} {chr(65 + n // 10 % 26)}{'abcdefghij'[n % 10]}{'worthingtonmarguerite' * 2}"[
            : 12 + n * 7 % 29
        ]
        for n in range(count)
    )


def fill_tables(slug: str) -> None:
    """Put the tables of game 1 in every state, with the bell rung four minutes ago; runs in the hall's process."""
    from datetime import timedelta

    from django.utils import timezone

    from tally.loading.games import load_game
    from tally.scoring.signing import confirm_game
    from tests.support.night import ORGANIZER, play_hands
    from tournament.models import Game, Night
    from tournament.movements.seats import Side
    from tournament.night.bell import ring_bell
    from tournament.night.games import sign_game

    night = Night.objects.get(slug=slug)
    for game in Game.objects.filter(round__night=night, round__number=1).select_related("round__night"):
        played = (4, 4, 2, 3, 1)[game.table % 5]
        play_hands(game, *["NS:3-4"] * played)
        if game.table % 5 == 0:
            sign_game(game=game, winner="NS", who=ORGANIZER)
        elif game.table == 6:
            confirm_game(game=game, side=Side.NS, agrees=False, seen_hand=load_game(game, night).newest, who=ORGANIZER)
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    night.rounds.get(number=1).bells.update(rung_at=timezone.now() - timedelta(minutes=4))  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A hall with the demo night: twelve players in game 3."""
    with Hall.opened(tmp_path_factory.mktemp("board"), "--demo") as hall:
        yield hall


@pytest.fixture(scope="module")
def demo_board(demo: Hall) -> str:
    """The address of the demo night's board, read before other nights are created."""
    return demo.url + urlsplit(Visitor(demo, demo.organizer_path).url).path


@pytest.fixture
def screens(browser: Browser, demo: Hall, demo_board: str) -> Iterator[Screens]:
    """Pages on the demo's server; closed afterward."""
    opened = Screens(browser, demo)
    yield opened
    opened.close()


def start_night(hall: Hall, count: int) -> str:
    """Start another night of the demo's club with this many players and return its slug."""
    organizer = Visitor(hall, hall.organizer_path).open("/").press("Start next night")
    organizer.press("Add to the list", names=names(count))
    assert f"{count} signed up" in organizer.page.text or f"{count} players" in organizer.page.text
    organizer.press("Number by arrival").press("Start the night")
    found = re.search(r"/n/(\w+)/board/", organizer.url)
    assert found, organizer.page.text
    return found[1]


def check_layout(page: Page, tables: int) -> None:
    """Check that every tile is in view, whole, readable and easy to click, and that nothing scrolls."""
    found = page.evaluate(LAYOUT)
    assert found == {"scrolls": [LAPTOP[1], LAPTOP[0]], "inView": tables, "whole": tables, "small": [], "targets": []}


def test_25_tables_fit_on_one_screen_in_every_state(screens: Screens) -> None:
    slug = start_night(screens.hall, 100)
    page = screens.open(screens.hall.organizer_path, LAPTOP)
    board = f"{screens.hall.url}/n/{slug}/board/"
    page.goto(board)
    check_layout(page, 25)
    screens.hall.manage("shell", "-c", FILL_TABLES % slug)
    page.goto(board)
    check_layout(page, 25)
    needs = page.locator(".needs").inner_text()
    assert "Table 6: they say the score is wrong" in needs
    assert violations(page) == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    page.locator(".tile").nth(24).click(position={"x": 80, "y": 60})
    expect(page.locator("#panel h1")).to_contain_text("Table 25")


# Three clicks


def back_at_the_table(page: Page) -> None:
    """Wait until the panel shows its game again."""
    expect(page.locator("#panel h1")).to_have_text(re.compile(r"Game \d+ · Table \d+"))


def correct(page: Page) -> str:
    page.locator(".tile a", has_text="Table 1").click()
    page.get_by_role("link", name="Edit game 1, hand 2").click()
    expect(page.locator("#panel h1")).to_contain_text("Edit hand 2")
    expect(page.get_by_text("New score").first).to_be_visible()
    page.locator("#panel").get_by_label("Why").fill("both sides say so")
    tap(page.locator("button[name=result]", has_text="all 5, alone").last)
    back_at_the_table(page)
    return r"edited hand 2 of game 1 at table 1: \d–\d → 0–4, the game \d+–\d+ → \d+–\d+\. Why: both sides say so"


def take_back(page: Page) -> str:
    page.locator(".tile a", has_text="Table 1").click()
    page.get_by_role("link", name="Edit hand 1").first.click()
    expect(page.locator("#panel h1")).to_contain_text("Edit hand 1")
    page.get_by_role("button", name=re.compile("^This hand was not played: ")).click()
    back_at_the_table(page)
    return r"undid hand 1 of game 3 at table 1: \d–\d → not played, the game"


def reopen(page: Page) -> str:
    page.locator(".tile a", has_text="Table 2").click()
    page.get_by_role("link", name="Game 1", exact=True).click()
    expect(page.get_by_text("are asked to confirm")).to_be_visible()
    page.locator("#reopen-why").fill("they mixed up the sides")
    page.get_by_role("button", name="Reopen this game").click()
    expect(page.get_by_text("are asked to confirm")).not_to_be_visible()
    return r"opened game 1 at table 2 again\. Why: they mixed up the sides"


def preview_and_confirm(page: Page, link: str, card: str, typed: Sequence[str], shown: str, confirm: str) -> None:
    """From the board, follow a link, type into its form from the first field on, preview and confirm."""
    page.get_by_role("link", name=link).click()
    expect(page.locator("[autofocus]")).to_be_focused()
    for number, text in enumerate(typed):
        if number:
            page.keyboard.press("Tab")
        if text.isdigit():  # a player: the list is by name, so that is typed
            text = page.locator("select:focus option", has_text=f"({text})").inner_text().split()[0]
        page.keyboard.type(text)
    page.locator("form", has_text=card).get_by_role("button", name="Preview").click()
    expect(page.locator("#preview")).to_contain_text(shown)
    click_and_load(page.get_by_role("button", name=confirm))


def substitute(page: Page) -> str:
    preview_and_confirm(page, "Substitute", "Substitute", ("12", "Zoe New"), "Zoe New plays for 12 ", "Zoe New plays")
    return r"put in a substitute: Zoe N\. plays on for 12 "


def arrive(page: Page) -> str:
    preview_and_confirm(page, "Late arrival", "Late arrival", ("Yan Late",), "Add Yan Late?", "Add Yan Late")
    return r"added a late arrival: 13 Yan L\., who plays from game \d on"


def drop(page: Page) -> str:
    preview_and_confirm(page, "Leaving early", "Leaving early", ("13",), "13 Yan L. leaves early?", "leaves early")
    return r"noted that 13 Yan L\. is leaving early"


def fix_seats(page: Page) -> str:
    preview_and_confirm(page, "Fix seating", "The other", ("5", "8"), "5 ", "Swap the seats")
    return r"fixed the seating of game 3: 5 .* table \d \w → table \d \w; 8 "


def paper(page: Page) -> str:
    page.locator(".tile a", has_text="Table 3").click()
    row = page.locator(".games li", has_text="Game 2")
    row.locator("[name=ns]").fill("6")
    row.locator("[name=ew]").fill("3")
    row.get_by_role("button", name="Preview").click()
    expect(page.locator("#preview")).to_contain_text("Change")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_role("button", name="Record 6–3").click()
    back_at_the_table(page)
    return r"entered the total of game 2 at table 3 from paper: \d+–\d+ → 6–3"


REPAIRS: tuple[Callable[[Page], str], ...] = (correct, take_back, reopen, substitute, arrive, drop, fix_seats, paper)


def test_every_repair_takes_at_most_three_clicks_from_the_board_and_is_logged(
    screens: Screens, demo_board: str
) -> None:
    page = screens.open(screens.hall.organizer_path, LAPTOP)
    page.add_init_script(CLICKS)
    clicks = {}
    for repair in REPAIRS:
        page.goto(demo_board)
        page.evaluate("sessionStorage.clicks = 0")
        logged = repair(page)
        page.wait_for_load_state()
        clicks[repair.__name__] = int(page.evaluate("sessionStorage.clicks"))
        page.goto(demo_board.replace("/board/", "/log/"))
        newest = page.locator("tbody tr").filter(has_text=re.compile(logged)).first
        expect(newest).to_contain_text("The organizer")
    print("clicks from the board:", clicks)
    assert max(clicks.values()) <= 3, clicks


# By the keyboard alone


def test_a_round_of_12_players_is_entered_from_paper_in_under_a_minute(screens: Screens) -> None:
    slug = start_night(screens.hall, 12)
    page = screens.open(screens.hall.organizer_path, LAPTOP)
    page.goto(f"{screens.hall.url}/n/{slug}/quick/1/")
    assert violations(page) == []
    started = time.monotonic()
    for points in ("7", "5", "10", "3", "x", "8"):
        page.keyboard.type(points, delay=KEY_DELAY)
        page.keyboard.press("Enter", delay=KEY_DELAY)
    expect(page.locator("#problems")).to_contain_text("Table 3: Enter the points as a whole number, such as 7.")
    expect(page.locator("#quick input:visible")).to_have_count(2)
    assert page.locator("#quick input:visible").evaluate_all("all => all.map(e => e.value)") == ["x", "8"]
    for key in ("Shift+Tab",) * 4:
        if page.evaluate("document.activeElement.value") != "x":
            page.keyboard.press(key, delay=KEY_DELAY)
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("6", delay=KEY_DELAY)
    page.keyboard.press("Enter", delay=KEY_DELAY)
    page.keyboard.press("Enter", delay=KEY_DELAY)
    expect(page.locator(".quick li", has_text="from paper")).to_have_count(3)
    seconds = time.monotonic() - started
    print(f"three tables typed, one typing error corrected: {seconds:.1f} s at {KEY_DELAY} ms a key")
    assert seconds < 60
    assert [row.inner_text() for row in page.locator(".quick li b:has-text('✓')").all()] == ["✓ 7–5", "✓ 10–3", "✓ 6–8"]
    page.keyboard.press("Enter", delay=KEY_DELAY)
    page.wait_for_url("**/quick/2/**")
