"""A whole two-table night in a real browser with JavaScript off: forms, redirects, and a Refresh link on every page.

Most results are pressed with the keyboard, which must be enough too.
"""

from __future__ import annotations

import re
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
from tests.support.screens import click_and_load

pytestmark = pytest.mark.long
GAMES = 2  # of the printed chart's seven
LATE_TABLE = (2, 1)  # the bell ends this game after three hands
MISTAKEN, CORRECTED = (1, 2), (2, 2)  # where a hand is undone, and where an earlier one is corrected
PHONE = {"width": 360, "height": 640}


@pytest.fixture
def opened(browser: Browser, hall: Hall) -> Iterator[Callable[[], Page]]:
    """Return a function that opens the start page in a new browser without JavaScript."""
    contexts = []

    def open_page() -> Page:
        context = browser.new_context(viewport=PHONE, java_script_enabled=False)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.goto(hall.url)
        return page

    yield open_page
    for context in contexts:
        context.close()


def press(page: Page, button: str) -> None:
    """Press the button with this text, which must belong to a form that is posted."""
    found = page.get_by_role("button", name=button)
    expect(found.and_(page.locator("form[method=post] button"))).to_have_count(1)
    with page.expect_navigation():
        found.press("Enter")


def refresh(page: Page) -> Page:
    """Follow the Refresh link and return the page."""
    click_and_load(page.get_by_role("link", name="Refresh"))
    return page


def tap(page: Page, name: str, value: str, by_keyboard: bool = True) -> None:
    """Press the button that sends this value, and check that it leads back to the phone's page."""
    button = page.locator(f'form[method=post] button[name={name}][value="{value}"]')
    with page.expect_navigation():
        button.press("Enter") if by_keyboard else button.click()
    expect(page).to_have_url(re.compile("/play/$"))


class Room:
    """The phones by number, the scorebook and the players' names."""

    def __init__(self, book: Scorebook, phones: dict[int, Page], names: dict[int, str]) -> None:
        self.book, self.phones, self.names = book, phones, names

    def check_seat(self, game: int, number: int) -> None:
        """Check that the phone shows after a refresh where its player sits."""
        seat = self.book.seat(game, number)
        text = refresh(self.phones[number]).locator("#page").inner_text()
        assert f"Game {game}: table {seat.table}" in text and seat.compass in text, text
        for other in (seat.partner, *seat.opponents):
            assert f"{other} {short_name(self.names[other])}" in text, text

    def play_hand(self, game: int, table: int) -> None:
        """Record a hand: one phone records hands 1 and 2, its left-hand neighbor refreshes and goes on."""
        book, four = self.book, self.book.players_at(game, table)
        before = len(book.hands.get((game, table), []))
        writer = four[before // 2]
        page = self.phones[writer]
        if before % 2 == 0:
            refresh(page)
        if before:
            self.check_score_shown(page, writer, game, table)
        result = book.play_hand(game, table)
        if (game, table, before) == (*MISTAKEN, 1):
            tap(page, "result", "NS:5-alone" if result != "NS:5-alone" else "EW:0-2")
            press(page, "Undo")
            expect(page.get_by_role("link", name="Hand 2:")).to_have_count(0)
        tap(page, "result", result, by_keyboard=before > 0 or table == 1)

    def check_score_shown(self, page: Page, number: int, game: int, table: int) -> None:
        """Check that the page shows the score of the last hand, or of the game once the bell has rung."""
        hand = len(self.book.hands[game, table])
        if (game, table) == LATE_TABLE and hand == 2:
            mine, others = self.book.player_points(game, number)
            expect(page.get_by_role("link", name=f"End at {mine}–{others}")).to_be_visible()
            return
        ours, theirs = self.book.player_points(game, number, hand=hand)
        expect(page.get_by_role("link", name=f"Hand {hand}: {ours} to {theirs}.")).to_be_visible()

    def correct(self, game: int, table: int) -> None:
        """Correct the first hand of this game with two taps."""
        number = self.book.players_at(game, table)[0]
        page, result = self.phones[number], self.book.hands[game, table][0]
        other = "EW:0-2" if result != "EW:0-2" else "EW:5"
        click_and_load(refresh(page).get_by_role("link", name="Hand 1:"))
        with page.expect_navigation():
            page.locator(f'form[method=post] button[name=result][value="{other}"]').press("Enter")
        self.book.hands[game, table][0] = other

    def agree(self, game: int, table: int) -> None:
        """Let both sides sign, each on its own phone or on one that is passed across."""
        _, second, first, third = self.book.players_at(game, table)
        page, (ours, theirs) = refresh(self.phones[first]), self.book.player_points(game, first)
        expect(page.get_by_role("button", name=f"Confirm {ours}–{theirs}")).to_be_visible()
        tap(page, "word", "NS:agree")
        tap(page if game % 2 else refresh(self.phones[second]), "word", "EW:agree")
        self.book.signed.add((game, table))
        if game < len(self.book.rounds):
            self.check_seat(game + 1, third)


def prepare(organizer: Page, hall: Hall, opened: Callable[[], Page], book: Scorebook) -> Room:
    """Sign up two players by phone and six by the organizer, draw numbers, claim cards and start the night."""
    own_phones = {}
    for name in NAMES[:2]:
        own_phones[name] = opened()
        own_phones[name].get_by_role("link", name="Add my name").click()
        own_phones[name].get_by_label("Your name").fill(name)
        press(own_phones[name], "Count me in")
    organizer.goto(hall.url + hall.organizer_path)
    organizer.locator("textarea[name=names]").fill("\n".join(NAMES[2:8]))
    press(organizer, "Add to the list")
    press(refresh(organizer), "Draw numbers")
    expect(organizer.get_by_role("button", name="Draw again")).to_be_visible()
    names, phones = {}, {}
    for number, (name, code) in codes_on_cards(hall).items():
        names[number], phones[number] = name, own_phones.get(name) or opened()
        if name not in own_phones:
            phones[number].get_by_label("Code on your card").fill(code)
            press(phones[number], "Open my card")
            press(phones[number], "Yes, that’s me")
    choose_games(organizer)
    press(organizer, "Start the night")
    room = Room(book, phones, names)
    for number in book.players:
        room.check_seat(1, number)
    return room


def choose_games(organizer: Page) -> None:
    """Shorten the printed chart as the organizer."""
    click_and_load(organizer.get_by_role("link", name="More ways to move"))
    organizer.get_by_text("More ways to move", exact=True).click()
    organizer.locator("input[name=movement][value=chart]").check()
    organizer.get_by_label("Games tonight").fill(str(GAMES))
    with organizer.expect_navigation():
        organizer.get_by_role("button", name="Use this", exact=True).press("Enter")
    click_and_load(organizer.get_by_role("link", name="Back to the desk"))


def ring(organizer: Page, room: Room) -> None:
    """Ring the bell, cancel it and ring it again; phones show it after a refresh."""
    game, table = LATE_TABLE
    press(refresh(organizer), "Ring the bell")
    press(organizer, f"Cancel the bell of game {game}")
    phone = room.phones[room.book.players_at(game, table)[0]]
    expect(refresh(phone).get_by_text("Last hand")).to_have_count(0)
    press(organizer, "Ring the bell")
    expect(refresh(phone).get_by_text("Last hand")).to_be_visible()


def test_a_whole_night_works_with_javascript_off(hall: Hall, opened: Callable[[], Page]) -> None:
    book = Scorebook.for_players(8, seed=4)
    book.rounds = book.rounds[:GAMES]
    organizer = opened()
    room = prepare(organizer, hall, opened, book)
    rung = False
    while ready := book.ready_games():
        at = book.chance.choice(ready)
        hands = len(book.hands.get(at, []))
        if at == LATE_TABLE and hands == 2 and not rung:
            ring(organizer, room)
            rung = True
        if hands < (3 if at == LATE_TABLE else HANDS):
            room.play_hand(*at)
            continue
        if at == CORRECTED:
            room.correct(*at)
        room.agree(*at)
    assert rung and sum(map(len, book.hands.values())) == 8 * GAMES - 1

    for number, phone in room.phones.items():
        text = refresh(phone).locator("#page").inner_text()
        assert re.search(rf"your total is\s+{book.total(number)}\b", text), text
    refresh(organizer).get_by_role("link", name="Close the night").click()
    press(organizer, "Close the night")
    organizer.get_by_text("Skip to the end").click()
    press(organizer, "Show everybody everything now")
    organizer.locator("#ending").get_by_role("link", name="Final standings").click()
    expect(organizer.get_by_role("heading", name="Final standings")).to_be_visible()
    rows = organizer.locator("tbody tr").all()
    compare_standings(book, [row.locator("td").all_inner_texts() for row in rows])
    expect(refresh(room.phones[1]).get_by_role("heading", name=re.compile("^You (finished|tied for)"))).to_be_visible()
    compare_export(book, hall.export())
    compare_papers(
        book, hall.manage("print", "latest", "filled-cards"), hall.manage("print", "latest", "standings"), room.names
    )
