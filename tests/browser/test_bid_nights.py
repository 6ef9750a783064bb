"""Whole nights of two bid games: the first game of every table in real Chromium, the other games over HTTP.

Two phones a table are open and live. Every hand is exactly two trusted taps, lone bids and passed-out hands among
them, and the papers agree with an account that the test keeps for itself, with the arithmetic of the rules' text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor, agree, claim_cards, paper_links
from tests.support.reference_scores import (
    NAMES,
    SIDES,
    Account,
    compare_export,
    compare_papers,
    compare_standings,
    minus,
)
from tests.support.screens import tap
from tournament.access import PHONE_COOKIE

pytestmark = pytest.mark.long
TAPS = """addEventListener("click", event => {
  if (event.isTrusted) sessionStorage.taps = 1 + Number(sessionStorage.taps || 0);
}, true);"""
PASSED = "passed"
GAMES = 2  # of the printed chart's seven


@dataclass
class BidAccount(Account):
    """An account of a night of bids; a hand is the value of the second button, `NS:bid-3-4`."""

    deals: int = 4

    def drawn(self) -> str:
        """Every ninth hand or so is passed out."""
        return PASSED if self.chance.random() < 0.11 else f"{self.chance.choice(('NS', 'EW'))}:{self.bid_and_tricks()}"

    def bid_and_tricks(self) -> str:
        """The bid and what it took, as the button says them."""
        raise NotImplementedError

    def said(self, record: dict[str, Any]) -> str:
        """The button behind an exported record."""
        if record["extras"].get("passed_out"):
            return PASSED
        tricks, swapped = record["maker_tricks"], record["exchange"]
        words = [f"{SIDES[record['maker_side']]}:bid-{record['bid']}"]
        words += ["alone"] * bool(record["alone"]) + [f"x{swapped}"] * bool(swapped)
        return "-".join(map(str, words + (tricks if isinstance(tricks, list) else [tricks])))


class Progressive(BidAccount):
    """Six tricks: 3 or 4 are a point, 5 or 6 are two, a loner four; a bid that fails gives the others two. Seed 000."""

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

    def worth(self, slug: str) -> tuple[int, int]:
        if not slug:
            return 0, 0
        bid, tricks = slug.split("-")[1], int(slug.split("-")[-1])
        if tricks < (int(bid) if bid.isdigit() else 6):
            return 0, 2
        return (4 if bid == "loner" else 2 if tricks >= 5 else 1 if tricks >= 3 else 0), 0


class Hoosier(BidAccount):
    """Ten tricks: each side its tricks, a bid that fails loses itself; a moon is 16 either way, a lone moon 32.

    Seed 001.
    """

    def bid_and_tricks(self) -> str:
        bid = self.chance.choice(("3", "4", "5", "6", "7", "8", "9", "10", "10-alone"))
        least = int(bid.split("-")[0])
        return f"bid-{bid}-{self.chance.choice((least, least, min(least + 1, 10), least - 1, least - 3))}"

    def worth(self, slug: str) -> tuple[int, int]:
        if not slug:
            return 0, 0
        bid, tricks = int(slug.split("-")[1]), int(slug.split("-")[-1])
        stake = 32 if "alone" in slug else 16 if bid == 10 else None
        return ((stake or tricks) if tricks >= bid else -(stake or bid)), 10 - tricks


class Room:
    """The phones of a night: everybody's over HTTP, and the same phones in the browser for two a table of game 1."""

    def __init__(self, account: BidAccount, hall: Hall, browser: Browser, phones: dict[int, Visitor]) -> None:
        self.account, self.hall, self.phones = account, hall, phones
        self.wrong: list[str] = []
        self.contexts: list[Any] = []
        self.pages = {
            number: self.open(browser, phones[number])
            for table in range(1, len(account.rounds[0]) + 1)
            for number in account.at(1, table)[:2]
        }

    def open(self, browser: Browser, phone: Visitor) -> Page:
        """The same phone, with a screen."""
        context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True)
        self.contexts.append(context)
        context.add_cookies([{"name": PHONE_COOKIE, "value": phone.cookies[PHONE_COOKIE], "url": self.hall.url}])
        context.add_init_script(TAPS)
        context.on(
            "request",
            lambda request: (
                None
                if request.url.startswith((self.hall.url, "data:"))
                else self.wrong.append(f"asked another host: {request.url}")
            ),
        )
        context.on("console", lambda said: self.wrong.append(f"console: {said.text}") if said.type == "error" else None)
        context.on("weberror", lambda error: self.wrong.append(f"script: {error.error}"))
        page = context.new_page()
        page.goto(self.hall.url + phone.url)
        return page

    def taps(self) -> int:
        """Every click that a finger made on any phone so far."""
        return sum(int(page.evaluate("sessionStorage.taps || 0")) for page in self.pages.values())

    def tap_hand(self, game: int, table: int) -> None:
        """Two taps on one of the table's two phones; the other one shows the hand by itself."""
        account = self.account
        both = [number for number in account.at(game, table) if number in self.pages]
        writer, before, result = account.chance.choice(both), self.taps(), account.deal(game, table)
        page, number = self.pages[writer], len(account.hands[game, table])
        if result == PASSED:
            page.get_by_role("link", name="More").click()
            page.get_by_role("button", name=f"Hand {number}: everybody passed").click()
        else:
            tap(page.locator(f'button[name=bid][value="{bid_of(result)}"]'))
            tap(page.locator(f'button[name=result][value="{result}"]'))
        for player in both:
            self.shows(game, player, number)
        assert self.taps() - before == 2, result

    def shows(self, game: int, player: int, number: int) -> None:
        """A phone shows the hand, or the total when it was the last one."""
        page, (mine, others) = self.pages[player], self.account.line(game, player)
        if number == self.account.deals:
            page.locator('button[name=word][value$=":agree"]').wait_for()
            expect(page.locator("#page .large-score")).to_contain_text(
                re.compile(rf"^\s*{minus(mine)}\D.*?{minus(others)}\D")
            )
            return
        ours, theirs = self.account.line(game, player, hand=number)
        page.get_by_role("link", name=f"Hand {number}: {minus(ours)} to {minus(theirs)}.").wait_for()
        assert [minus(mine), minus(others)] == page.locator(".score b").all_inner_texts()

    def post_hand(self, game: int, table: int) -> None:
        """One of the four records the hand without a browser: the same two pages."""
        account, writer = self.account, self.account.chance.choice(self.account.at(game, table))
        result, phone = account.deal(game, table), self.phones[writer]
        number = len(account.hands[game, table])
        if result == PASSED:
            phone.open(play_of(phone)).follow("More").press(PASSED)
        else:
            phone.open(f"{play_of(phone)}?bid={bid_of(result)}&for={number}").press(result)
        assert phone.status == 200, phone.page.text


def bid_of(result: str) -> str:
    """The first button on the way to this one: `NS:bid-3` before `NS:bid-3-3-4`, `EW:bid-10-alone` before …-9."""
    found = re.match(r"(NS|EW):bid-[a-z0-9]+(-alone)?(-x\d)?", result)
    assert found, result
    return found[0]


def play_of(phone: Visitor) -> str:
    """The address of the phone's page."""
    return re.sub(r"/n/(\w+)/.*", r"/n/\1/play/", phone.url)


def begin(hall: Hall, variant: str, deals: int) -> Visitor:
    """The organizer pastes the names, chooses the game, numbers everybody by arrival and starts."""
    organizer = Visitor(hall, hall.organizer_path)
    organizer.press("Add to the list", names="\n".join(NAMES[:8]))
    desk = organizer.url
    organizer.follow("Rules, other games, house rules").press("Save", variant=variant, deals=str(deals))
    organizer.open(desk).follow("Another movement, more games").press("Use this", movement="chart", games=str(GAMES))
    organizer.open(desk).press("Number by arrival").press("Start the night")
    assert organizer.status == 200, organizer.page.text
    return organizer


def play_night(room: Room) -> int:
    """Every hand of the night, each table as soon as it can; how many were tapped in the browser."""
    account, tapped = room.account, 0
    while ready := account.ready():
        game, table = account.chance.choice(ready)
        if len(account.hands.get((game, table), [])) == account.deals:
            agree(room.phones, account, game, table)
        elif game == 1:
            room.tap_hand(game, table)
            tapped += 1
        else:
            room.post_hand(game, table)
    return tapped


@pytest.fixture
def rooms() -> Iterator[list[Room]]:
    """Rooms that a test opens; at the end nothing may have gone wrong in any of them."""
    opened: list[Room] = []
    yield opened
    for room in opened:
        for context in room.contexts:
            context.close()
    assert sorted({wrong for room in opened for wrong in room.wrong}) == []


@pytest.mark.parametrize(
    ("kind", "deals", "seed"), [(Progressive, 4, 8), (Hoosier, 3, 2)], ids=["progressive", "hoosier"]
)
def test_a_night_of_bids_is_two_taps_a_hand_and_agrees_with_a_separate_account(
    hall: Hall, browser: Browser, rooms: list[Room], kind: type[BidAccount], deals: int, seed: int
) -> None:
    account = kind.for_players(8, seed)
    account.deals, account.rounds = deals, account.rounds[:GAMES]
    organizer = begin(hall, kind.__name__.lower(), deals)
    room = Room(account, hall, browser, claim_cards(hall, 8))
    rooms.append(room)
    tapped = play_night(room)
    tables, games = len(account.rounds[0]), len(account.rounds)
    every = [result for hands in account.hands.values() for result in hands]
    assert (tapped, len(every)) == (tables * deals, tables * games * deals)
    in_browser = [result for (game, _), hands in account.hands.items() for result in hands if game == 1]
    for some in (every, in_browser):
        assert PASSED in some and any("alone" in result for result in some), some
    organizer.follow("Refresh").follow("Close the night").press("Close the night")
    compare_standings(account, organizer.page.rows)
    for number, page in room.pages.items():
        expect(page.get_by_role("heading", name="The night is over")).to_be_visible()
        expect(page.locator(".total")).to_have_text(minus(account.total(number)))
    compare_export(account, hall.export())
    organizer.follow("Board")
    filled, standings = (organizer.open(address).body for address in paper_links(organizer))
    compare_papers(account, filled, standings, dict(enumerate(NAMES[:8], 1)))
