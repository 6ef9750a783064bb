"""A whole two-table night in real Chromium: a laptop, eight phones and a big screen, all open and live at once.

Nothing is reloaded from the moment a phone has claimed its card to the end of the night, every hand is one tap, and
the papers agree with a scorebook that the test keeps for itself.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.hall_server import Hall
from tests.support.scorebook import (
    HANDS,
    NAMES,
    Scorebook,
    codes_on_cards,
    compare_export,
    compare_papers,
    compare_standings,
    short_name,
)
from tests.support.screens import click_and_load, tap
from tests.support.waiting import wait_for_script

pytestmark = pytest.mark.long

LAPTOP, PHONE = {"width": 1366, "height": 768}, {"width": 360, "height": 640}
GAMES = 7  # of the printed chart for two tables
LATE_TABLE = (3, 2)  # the game and table that the bell is rung for
# Count real taps on results, and note when each alert was read out; `here` shows that the page was never left.
WATCH = """
addEventListener("click", event => {
  if (event.isTrusted && event.target.closest("button[name=result]"))
    sessionStorage.taps = 1 + Number(sessionStorage.taps || 0);
}, true);
window.alerts = [];
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  for (const box of document.querySelectorAll("[role=alert]")) {
    const text = box.textContent.trim();
    if (text && (!alerts.length || alerts.at(-1)[1] !== text)) alerts.push([Date.now(), text]);
  }
}).observe(document.documentElement, {subtree: true, childList: true, characterData: true}));
"""
Opener = Callable[[dict[str, int]], Page]


@pytest.fixture
def opened(browser: Browser, hall: Hall) -> Iterator[Opener]:
    """Opens pages that each have cookies of their own; at the end nothing may have gone wrong on any of them."""
    wrong: list[str] = []
    contexts = []

    def open_page(size: dict[str, int]) -> Page:
        context = browser.new_context(viewport=size, has_touch=size == PHONE)  # type: ignore[arg-type]
        contexts.append(context)
        context.add_init_script(WATCH)
        context.on(
            "request",
            lambda request: (
                None
                if request.url.startswith((hall.url, "data:"))
                else wrong.append(f"request to another host: {request.url}")
            ),
        )
        context.on(
            "console", lambda message: wrong.append(f"console: {message.text}") if message.type == "error" else None
        )
        context.on("weberror", lambda error: wrong.append(f"script: {error.error}"))
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()
    assert sorted(set(wrong)) == []


class Room:
    """The pages of the night, by player's number, and the scorebook of what they do."""

    def __init__(self, book: Scorebook, phones: dict[int, Page], names: dict[int, str]) -> None:
        self.book, self.phones, self.names = book, phones, names

    def label(self, number: int) -> str:
        """A player as the others see them."""
        return f"{number} {short_name(self.names[number])}"

    def seated(self, game: int, number: int) -> None:
        """Expect the phone to show by itself where its player sits, as the chart says."""
        seat, page = self.book.seat(game, number), self.phones[number].locator("#page")
        expect(page.locator("button[name=word]")).to_have_count(0)  # beside the total stands the next seat
        texts = (
            f"Game {game}: table {seat.table}",
            f"Partner: {self.label(seat.partner)} (you sit {seat.compass})",
            f"Left {self.label(seat.left)}",
            *map(self.label, seat.opponents),
            "You deal first"
            if number == seat.first_dealer
            else f"{short_name(self.names[seat.first_dealer])} deals first",
        )
        every = "".join(r"(?=[\s\S]*" + r"\s+".join(map(re.escape, text.split())) + ")" for text in texts)
        expect(page).to_contain_text(re.compile(every), use_inner_text=True)

    def play_hand(self, game: int, table: int) -> None:
        """Record a hand with one tap on one phone; the other three show the new score without being touched."""
        book, four = self.book, self.book.players_at(game, table)
        number = len(book.hands.get((game, table), [])) + 1
        writer = four[(number + game) % 4]
        tap(self.phones[writer].locator(f'button[name=result][value="{book.play_hand(game, table)}"]'))
        for player in (*(p for p in four if p != writer), writer):
            ours, theirs = book.player_points(game, player, hand=number)
            mine, others = book.player_points(game, player)
            page, seat = self.phones[player], book.seat(game, player)
            if number == HANDS:
                page.get_by_role("button", name=f"Confirm {mine}–{others}").wait_for()
                continue
            page.locator(f'#page a[aria-label^="Hand {number}: {ours} to {theirs}."]').wait_for()
            partner, rival = short_name(self.names[seat.partner]), short_name(self.names[seat.opponents[0]])
            shown = page.locator("#page").inner_text()
            assert re.search(rf"\b{mine}\s*You\s*{partner}\s*{others}\s*{rival}", shown), shown

    def agree(self, game: int, table: int) -> None:
        """Both sides sign: in odd games each on a phone of its own, in even ones a phone is passed across."""
        first, second, _, _ = self.book.players_at(game, table)
        one, other = self.book.seat(game, first).side, self.book.seat(game, second).side
        assert (one, other) == ("NS", "EW")
        self.word(first, one)
        self.word(second if game % 2 else first, other)
        self.book.signed.add((game, table))
        for number in self.book.players_at(game, table) if game < len(self.book.rounds) else ():
            self.seated(game + 1, number)

    def word(self, number: int, side: str) -> None:
        """One side agrees on this phone."""
        if self.book.seat(max(g for g, _ in self.book.hands), number).side != side:
            self.phones[number].get_by_text("Your side confirmed").wait_for()
        self.phones[number].locator(f'button[name=word][value="{side}:agree"]').click()


def prepare(organizer: Page, hall: Hall, opened: Opener, book: Scorebook) -> Room:
    """Sign-up, the draw, the printed cards; half of the phones claim theirs before the start and half after."""
    organizer.goto(hall.url + hall.organizer_path)
    organizer.locator("textarea[name=names]").fill("\n".join(NAMES[:4]) + "\n" + ", ".join(NAMES[4:8]))
    click_and_load(organizer.get_by_role("button", name="Add to the list"))
    click_and_load(organizer.get_by_role("button", name="Draw numbers"))
    expect(organizer.get_by_role("button", name="Draw again")).to_be_visible()
    cards = codes_on_cards(hall)
    assert {name for name, _ in cards.values()} == set(NAMES[:8])
    phones = {number: opened(PHONE) for number in cards}
    for number, (_, code) in cards.items():
        if number == 5:
            organizer.get_by_role("button", name="Start the night").click()
            expect(organizer.get_by_role("button", name="Ring the bell")).to_be_visible()
        claim(phones[number], hall, code, typed=number % 2 == 0)
    room = Room(book, phones, {number: name for number, (name, _) in cards.items()})
    for number in book.players:
        room.seated(1, number)
        phones[number].evaluate("window.here = true")
    return room


def claim(phone: Page, hall: Hall, code: str, typed: bool) -> None:
    """A player takes the card: scans its square, or types the code below it."""
    if typed:
        phone.goto(hall.url)
        phone.get_by_label("Code on your card").fill(code.lower().replace("-", " "))
        phone.get_by_role("button", name="Open my card").click()
    else:
        phone.goto(f"{hall.url}/J/{code.replace('-', '')}")
    phone.get_by_role("button", name="Yes, that’s me").click()
    phone.wait_for_url("**/play/")


def alert_delay(page: Page, text: str, since: float) -> float:
    """Wait for an alert with this text, and return how many milliseconds after `since` the page showed it."""
    wait_for_script(page, "part => alerts.some(([, text]) => text.includes(part))", text)
    at: float = page.evaluate("part => alerts.filter(([, text]) => text.includes(part)).at(-1)[0]", text)
    return at - since


def ring_and_cancel(organizer: Page, room: Room, screen: Page) -> float:
    """Ring for the late table, then cancel; return the longest delay until every open page showed it, in ms."""
    game, table = LATE_TABLE
    pages = [*room.phones.values(), screen]
    since = time.time() * 1000
    organizer.get_by_role("button", name="Ring the bell").click()
    slowest = max(alert_delay(page, "The bell!", since) for page in pages)
    for number in room.book.players_at(game, table):
        expect(room.phones[number].locator("#page")).to_contain_text("Last hand")
    since = time.time() * 1000
    organizer.get_by_role("button", name=f"Cancel the bell of game {game}").click()
    slowest = max(
        slowest,
        *(alert_delay(page, "Bell canceled. If your score is not confirmed, keep playing", since) for page in pages),
    )
    for number in room.book.players_at(game, table):
        expect(room.phones[number].locator("#page")).not_to_contain_text("Last hand")
    return slowest


def test_a_two_table_night_with_eight_phones_is_one_tap_a_hand_and_agrees_with_a_separate_account(
    hall: Hall, opened: Opener, record_property: Callable[[str, object], None]
) -> None:
    book = Scorebook.for_players(8, seed=8)
    organizer, screen = opened(LAPTOP), opened(LAPTOP)
    room = prepare(organizer, hall, opened, book)
    click_and_load(organizer.get_by_role("link", name="Standings").first)
    screen.goto(organizer.url)
    organizer.go_back()
    rung = False
    while ready := book.ready_games():
        at = book.chance.choice(ready)
        if at == LATE_TABLE and len(book.hands.get(at, [])) == 2 and not rung:
            rung = ready == [LATE_TABLE]  # everybody else waits for this table
            if rung:
                slowest = ring_and_cancel(organizer, room, screen)
                record_property("milliseconds from the organizer's click to the last page's bell", round(slowest))
        elif len(book.hands.get(at, [])) < HANDS:
            room.play_hand(*at)
        else:
            room.agree(*at)
    assert rung and sum(map(len, book.hands.values())) == 2 * GAMES * HANDS
    finish(organizer, room, screen)
    compare_export(book, hall.export())
    compare_papers(
        book, hall.manage("print", "latest", "filled-cards"), hall.manage("print", "latest", "standings"), room.names
    )


def finish(organizer: Page, room: Room, screen: Page) -> None:
    """Close the night: totals on every page match the scorebook, nobody ever had to reload, but anybody may."""
    book = room.book
    for number, phone in room.phones.items():
        expect(phone.locator("#page")).to_contain_text(
            re.compile(rf"your total is\s+{book.total(number)}\b"), use_inner_text=True
        )
    organizer.get_by_role("link", name="Close the night").click()
    organizer.get_by_role("button", name="Close the night").click()
    expect(screen.get_by_role("heading", name="Final standings")).to_be_hidden()
    organizer.get_by_text("Skip to the end").click()
    organizer.get_by_role("button", name="Show everybody everything now").click()
    organizer.locator("#ending").get_by_role("link", name="Final standings").click()
    for page in (organizer, screen):
        expect(page.get_by_role("heading", name="Final standings")).to_be_visible()
        rows = page.locator("tbody tr").all()
        compare_standings(book, [row.locator("td").all_inner_texts() for row in rows])
    for phone in room.phones.values():
        expect(phone.get_by_role("heading", name=re.compile("^You (finished|tied for)"))).to_be_visible()
        assert phone.evaluate("window.here") is True
        expect(phone).to_have_url(re.compile("/play/$"))
    taps = [int(phone.evaluate("sessionStorage.taps")) for phone in room.phones.values()]
    assert sum(taps) == sum(map(len, book.hands.values())) and min(taps) > 0, taps
