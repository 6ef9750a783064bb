"""Whole nights of two bid games: the first game of every table in real Chromium, the other games over HTTP.

Two phones a table are open and live. Every hand is exactly two trusted taps, lone bids and passed-out hands among
them, and the papers agree with a scorebook that the test keeps for itself, with the arithmetic of the rules' text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor, pair_phones, paper_links, sign_game
from tests.support.scorebook import (
    NAMES,
    SIDES,
    Scorebook,
    compare_export,
    compare_papers,
    compare_standings,
    with_minus,
)
from tests.support.screens import tap
from tournament.web.visitors import PHONE_COOKIE

pytestmark = pytest.mark.long
TAPS = """addEventListener("click", event => {
  if (event.isTrusted) sessionStorage.taps = 1 + Number(sessionStorage.taps || 0);
}, true);"""
PASSED = "passed"
GAMES = 2  # of the printed chart's seven
# On the page behind More, or on the phone's own question while its last tap has no answer yet.
PASSED_BUTTON = re.compile("everybody passed, no score", re.IGNORECASE)


@dataclass
class BidScorebook(Scorebook):
    """A scorebook for a night of bids; a hand is the value of the second button, `NS:bid-3-4`."""

    deals: int = 4

    def random_result(self) -> str:
        """Return the value of a random result; about every ninth hand is passed out."""
        return PASSED if self.chance.random() < 0.11 else f"{self.chance.choice(('NS', 'EW'))}:{self.bid_and_tricks()}"

    def bid_and_tricks(self) -> str:
        """Return a random bid and the tricks it took, as in a button's value."""
        raise NotImplementedError

    def result_value(self, record: dict[str, Any]) -> str:
        """Return the value of the button that records this exported hand."""
        if record["extras"].get("passed_out"):
            return PASSED
        tricks, swapped = record["maker_tricks"], record["exchange"]
        parts = [f"{SIDES[record['maker_side']]}:bid-{record['bid']}"]
        parts += ["alone"] * bool(record["alone"]) + [f"x{swapped}"] * bool(swapped)
        return "-".join(map(str, parts + (tricks if isinstance(tricks, list) else [tricks])))


class Progressive(BidScorebook):
    """Six tricks: a bid of 3 or 4 scores 1, 5 or 6 scores 2, a loner 4; a failed bid gives the others 2. Seed 000."""

    BUTTONS = (
        "1-1-2",
        "1-0",
        "2-3-4",
        "3-3-4",
        "3-3-4",
        "3-0-2",
        "4-4",
        "4-0-3",
        "4-6",
        "5-5",
        "5-0-4",
        "6-6",
        "6-0-5",
        "pepper-alone-x1-6",
        "pepper-alone-x1-0-5",
        "loner-alone-6",
        "loner-alone-0-5",
    )

    def bid_and_tricks(self) -> str:
        return f"bid-{self.chance.choice(self.BUTTONS)}"

    def result_points(self, slug: str) -> tuple[int, int]:
        if not slug:
            return 0, 0
        bid, tricks = slug.split("-")[1], int(slug.split("-")[-1])
        if tricks < (int(bid) if bid.isdigit() else 6):
            return 0, 2
        return (4 if bid == "loner" else 2 if tricks >= 5 else 1 if tricks >= 3 else 0), 0


class Hoosier(BidScorebook):
    """Ten tricks: each side scores its tricks, a failed bid loses its value; a moon is 16 either way, a lone moon 32.

    Seed 001.
    """

    def bid_and_tricks(self) -> str:
        bid = self.chance.choice(("3", "4", "5", "6", "7", "8", "9", "10", "10-alone"))
        least = int(bid.split("-")[0])
        return f"bid-{bid}-{self.chance.choice((least, least, min(least + 1, 10), least - 1, least - 3))}"

    def result_points(self, slug: str) -> tuple[int, int]:
        if not slug:
            return 0, 0
        bid, tricks = int(slug.split("-")[1]), int(slug.split("-")[-1])
        stake = 32 if "alone" in slug else 16 if bid == 10 else None
        return ((stake or tricks) if tricks >= bid else -(stake or bid)), 10 - tricks


class Room:
    """The phones of a night: all of them over HTTP, and two at each table of game 1 in the browser too."""

    def __init__(self, book: BidScorebook, hall: Hall, browser: Browser, phones: dict[int, Visitor]) -> None:
        self.book, self.hall, self.phones = book, hall, phones
        self.errors: list[str] = []
        self.contexts: list[Any] = []
        self.pages = {
            number: self.open(browser, phones[number])
            for table in range(1, len(book.rounds[0]) + 1)
            for number in book.players_at(1, table)[:2]
        }

    def open(self, browser: Browser, phone: Visitor) -> Page:
        """Open a phone's page in a browser."""
        context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True)
        self.contexts.append(context)
        context.add_cookies([{"name": PHONE_COOKIE, "value": phone.cookies[PHONE_COOKIE], "url": self.hall.url}])
        context.add_init_script(TAPS)
        context.on(
            "request",
            lambda request: (
                None
                if request.url.startswith((self.hall.url, "data:"))
                else self.errors.append(f"request to another host: {request.url}")
            ),
        )
        context.on(
            "console",
            lambda message: self.errors.append(f"console: {message.text}") if message.type == "error" else None,
        )
        context.on("weberror", lambda error: self.errors.append(f"script: {error.error}"))
        page = context.new_page()
        page.goto(self.hall.url + phone.url)
        return page

    def taps(self) -> int:
        """Count the trusted clicks on all phones so far."""
        return sum(int(page.evaluate("sessionStorage.taps || 0")) for page in self.pages.values())

    def tap_hand(self, game: int, table: int) -> None:
        """Record a hand with two taps on one of the table's two phones; the other shows it by itself."""
        book = self.book
        both = [number for number in book.players_at(game, table) if number in self.pages]
        writer, before, result = book.chance.choice(both), self.taps(), book.play_hand(game, table)
        page, number = self.pages[writer], len(book.hands[game, table])
        if result == PASSED:
            page.get_by_role("link", name="More").click()
            page.get_by_role("button", name=PASSED_BUTTON).click()
        else:
            tap(page.locator(f'button[name=bid][value="{bid_value(result)}"]'))
            tap(page.locator(f'button[name=result][value="{result}"]'))
        for player in both:
            self.check_hand_shown(game, player, number)
        assert self.taps() - before == 2, result

    def check_hand_shown(self, game: int, player: int, number: int) -> None:
        """Check that a phone shows the hand, or the total after the last hand."""
        page, (mine, others) = self.pages[player], self.book.player_points(game, player)
        if number == self.book.deals:
            page.locator('button[name=word][value$=":agree"]').wait_for()
            expect(page.locator("#page .large-score")).to_contain_text(
                re.compile(rf"^\s*{with_minus(mine)}\D.*?{with_minus(others)}\D")
            )
            return
        ours, theirs = self.book.player_points(game, player, hand=number)
        page.get_by_role("link", name=f"Hand {number}: {with_minus(ours)} to {with_minus(theirs)}.").wait_for()
        assert [with_minus(mine), with_minus(others)] == page.locator(".score b").all_inner_texts()

    def post_hand(self, game: int, table: int) -> None:
        """Record a hand over HTTP on one of the four phones, through the same two pages."""
        book, writer = self.book, self.book.chance.choice(self.book.players_at(game, table))
        result, phone = book.play_hand(game, table), self.phones[writer]
        number = len(book.hands[game, table])
        if result == PASSED:
            phone.open(play_url(phone)).follow("More").press(PASSED)
        else:
            phone.open(f"{play_url(phone)}?bid={bid_value(result)}&for={number}").press(result)
        assert phone.status == 200, phone.page.text


def bid_value(result: str) -> str:
    """Return the first button's value for this result: `NS:bid-3` for `NS:bid-3-3-4`, `EW:bid-10-alone` for …-9."""
    found = re.match(r"(NS|EW):bid-[a-z0-9]+(-alone)?(-x\d)?", result)
    assert found, result
    return found[0]


def play_url(phone: Visitor) -> str:
    """Return the address of the phone's page."""
    return re.sub(r"/n/(\w+)/.*", r"/n/\1/play/", phone.url)


def start_night(hall: Hall, variant: str, deals: int) -> Visitor:
    """Create the next night, paste the names, choose the game, number everybody by arrival and start it."""
    organizer = Visitor(hall, hall.organizer_path).open("/").press("Start next night")
    organizer.press("Add to the list", names="\n".join(NAMES[:8]))
    desk = organizer.url
    organizer.follow("Rules, other games, house rules").press("Save", variant=variant, deals=str(deals))
    organizer.open(desk).follow("More ways to move, number of games")
    organizer.press("Use this", movement="chart", games=str(GAMES))
    organizer.open(desk).press("Number by arrival").press("Start the night")
    assert organizer.status == 200, organizer.page.text
    return organizer


def play_night(room: Room) -> int:
    """Play every hand of the night and return how many were tapped in the browser."""
    book, tapped = room.book, 0
    while ready := book.ready_games():
        game, table = book.chance.choice(ready)
        if len(book.hands.get((game, table), [])) == book.deals:
            sign_game(room.phones, book, game, table)
        elif game == 1:
            room.tap_hand(game, table)
            tapped += 1
        else:
            room.post_hand(game, table)
    return tapped


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A server on which every test starts its own night."""
    with Hall.opened(tmp_path_factory.mktemp("bids")) as opened:
        yield opened


@pytest.fixture
def rooms() -> Iterator[list[Room]]:
    """Collect the rooms that a test opens, close them, and check that nothing went wrong in any of them."""
    opened: list[Room] = []
    yield opened
    for room in opened:
        for context in room.contexts:
            context.close()
    assert sorted({error for room in opened for error in room.errors}) == []


@pytest.mark.parametrize(
    ("kind", "deals", "seed"), [(Progressive, 4, 8), (Hoosier, 3, 2)], ids=["progressive", "hoosier"]
)
def test_a_night_of_bids_is_two_taps_a_hand_and_agrees_with_a_separate_account(
    hall: Hall, browser: Browser, rooms: list[Room], kind: type[BidScorebook], deals: int, seed: int
) -> None:
    book = kind.for_players(8, seed)
    book.deals, book.rounds = deals, book.rounds[:GAMES]
    organizer = start_night(hall, kind.__name__.lower(), deals)
    room = Room(book, hall, browser, pair_phones(hall, 8))
    rooms.append(room)
    tapped = play_night(room)
    tables, games = len(book.rounds[0]), len(book.rounds)
    every = [result for hands in book.hands.values() for result in hands]
    assert (tapped, len(every)) == (tables * deals, tables * games * deals)
    in_browser = [result for (game, _), hands in book.hands.items() for result in hands if game == 1]
    for some in (every, in_browser):
        assert PASSED in some and any("alone" in result for result in some), some
    organizer.follow("Refresh").follow("Close the night").press("Close the night")
    organizer.press("Show everybody everything now").follow("Final standings")
    compare_standings(book, organizer.page.rows)
    for number, page in room.pages.items():
        expect(page.get_by_role("heading", name=re.compile("^You (finished|tied for)"))).to_be_visible()
        expect(page.locator(".total")).to_have_text(with_minus(book.total(number)))
    compare_export(book, hall.export())
    organizer.follow("Tables")
    filled, standings = (organizer.open(address).body for address in paper_links(organizer))
    compare_papers(book, filled, standings, dict(enumerate(NAMES[:8], 1)))
