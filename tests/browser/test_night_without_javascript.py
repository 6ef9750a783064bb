"""A whole two-table night in a real browser with JavaScript off: forms, redirects, and a Refresh link on every page.

Most results are pressed with the keyboard, which must be enough too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.hall_server import Hall
from tests.support.reference_scores import (
    HANDS,
    NAMES,
    Account,
    codes_on_cards,
    compare_export,
    compare_papers,
    compare_standings,
    short,
)

pytestmark = pytest.mark.long
GAMES = 2  # of the printed chart's seven
LAGGING = (2, 1)  # the bell ends this game after three hands
MISTAKEN, CORRECTED = (1, 2), (2, 2)  # where a hand is undone, and where an earlier one is corrected
PHONE = {"width": 360, "height": 640}


@pytest.fixture
def opened(browser: Browser, hall: Hall) -> Iterator[Callable[[], Page]]:
    """Opens browsers of their own, each without JavaScript, at the start page."""
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
    """Press the button with these words; like every button here it belongs to a form that is posted."""
    found = page.get_by_role("button", name=button)
    expect(found.and_(page.locator("form[method=post] button"))).to_have_count(1)
    found.press("Enter")


def refresh(page: Page) -> Page:
    """Look again, as a page without JavaScript must be able to."""
    page.get_by_role("link", name="Refresh").click()
    return page


def tap(page: Page, name: str, value: str, by_keyboard: bool = True) -> None:
    """Press the button that sends this; the answer is a redirect to the phone's page."""
    button = page.locator(f'form[method=post] button[name={name}][value="{value}"]')
    button.press("Enter") if by_keyboard else button.click()
    expect(page).to_have_url(re.compile("/play/$"))


class Room:
    """The phones by number, the account, and who is who."""

    def __init__(self, account: Account, phones: dict[int, Page], names: dict[int, str]) -> None:
        self.account, self.phones, self.names = account, phones, names

    def seated(self, game: int, number: int) -> None:
        """After Refresh the phone shows where its player sits."""
        seat = self.account.seat(game, number)
        text = refresh(self.phones[number]).locator("#page").inner_text()
        assert f"Game {game}: table {seat.table}" in text and seat.compass in text, text
        for other in (seat.partner, *seat.opponents):
            assert f"{other} {short(self.names[other])}" in text, text

    def play_hand(self, game: int, table: int) -> None:
        """One phone records hands 1 and 2, its left-hand neighbour looks again and goes on."""
        account, four = self.account, self.account.at(game, table)
        before = len(account.hands.get((game, table), []))
        writer = four[before // 2]
        page = self.phones[writer]
        if before % 2 == 0:
            refresh(page)
        if before:
            self.shows(page, writer, game, table)
        result = account.deal(game, table)
        if (game, table, before) == (*MISTAKEN, 1):
            tap(page, "result", "NS:5-alone" if result != "NS:5-alone" else "EW:0-2")
            press(page, "Undo")
            expect(page.get_by_role("link", name="Hand 2:")).to_have_count(0)
        tap(page, "result", result, by_keyboard=before > 0 or table == 1)

    def shows(self, page: Page, number: int, game: int, table: int) -> None:
        """The page has the score of the last hand; of the game, once the bell has rung."""
        hand = len(self.account.hands[game, table])
        if (game, table) == LAGGING and hand == 2:
            mine, others = self.account.line(game, number)
            expect(page.get_by_role("button", name=f"Agree {mine}–{others} now")).to_be_visible()
            return
        ours, theirs = self.account.line(game, number, hand=hand)
        expect(page.get_by_role("link", name=f"Hand {hand}: {ours} to {theirs}.")).to_be_visible()

    def correct(self, game: int, table: int) -> None:
        """Two taps correct the first hand of this game; then the phone is back at the table."""
        number = self.account.at(game, table)[0]
        page, result = self.phones[number], self.account.hands[game, table][0]
        other = "EW:0-2" if result != "EW:0-2" else "EW:5"
        refresh(page).get_by_role("link", name="Hand 1:").click()
        page.locator(f'form[method=post] button[name=result][value="{other}"]').press("Enter")
        self.account.hands[game, table][0] = other

    def agree(self, game: int, table: int) -> None:
        """Both sides sign: each on its phone, or on one that is passed across."""
        _, second, first, third = self.account.at(game, table)
        page, (ours, theirs) = refresh(self.phones[first]), self.account.line(game, first)
        expect(page.get_by_role("button", name=f"{ours}–{theirs}. Agree")).to_be_visible()
        tap(page, "word", "NS:agree")
        tap(page if game % 2 else refresh(self.phones[second]), "word", "EW:agree")
        self.account.signed.add((game, table))
        if game < len(self.account.rounds):
            self.seated(game + 1, third)


def prepare(organizer: Page, hall: Hall, opened: Callable[[], Page], account: Account) -> Room:
    """Two players add themselves, six are pasted; the draw, the cards, the start."""
    own = {}
    for name in NAMES[:2]:
        own[name] = opened()
        own[name].get_by_role("link", name="Add my name").click()
        own[name].get_by_label("Your name").fill(name)
        press(own[name], "Count me in")
    organizer.goto(hall.url + hall.organizer_path)
    organizer.locator("textarea[name=names]").fill("\n".join(NAMES[2:8]))
    press(organizer, "Add to the list")
    press(refresh(organizer), "Draw numbers")
    expect(organizer.get_by_role("button", name="Draw again")).to_be_visible()
    names, phones = {}, {}
    for number, (name, code) in codes_on_cards(hall).items():
        names[number], phones[number] = name, own.get(name) or opened()
        if name not in own:
            phones[number].get_by_label("Code on your card").fill(code)
            press(phones[number], "Open my card")
            press(phones[number], "Yes, that is me")
    choose_games(organizer)
    press(organizer, "Start the night")
    room = Room(account, phones, names)
    for number in account.players:
        room.seated(1, number)
    return room


def choose_games(organizer: Page) -> None:
    """The organizer shortens the printed chart."""
    organizer.get_by_role("link", name="Another movement").click()
    organizer.locator("input[name=movement][value=chart]").check()
    organizer.get_by_label("Games tonight").fill(str(GAMES))
    organizer.get_by_role("button", name="Use this", exact=True).press("Enter")
    organizer.get_by_role("link", name="Back to the desk").click()


def ring(organizer: Page, room: Room) -> None:
    """The bell is rung, taken back, and rung again; phones know after Refresh."""
    game, table = LAGGING
    press(refresh(organizer), f"Ring for game {game}")
    press(organizer, f"Cancel the bell of game {game}")
    phone = room.phones[room.account.at(game, table)[0]]
    expect(refresh(phone).get_by_text("Last hand")).to_have_count(0)
    press(organizer, f"Ring for game {game}")
    expect(refresh(phone).get_by_text("Last hand")).to_be_visible()


def test_a_whole_night_works_with_javascript_off(hall: Hall, opened: Callable[[], Page]) -> None:
    account = Account.for_players(8, seed=4)
    account.rounds = account.rounds[:GAMES]
    organizer = opened()
    room = prepare(organizer, hall, opened, account)
    rung = False
    while ready := account.ready():
        at = account.chance.choice(ready)
        hands = len(account.hands.get(at, []))
        if at == LAGGING and hands == 2 and not rung:
            ring(organizer, room)
            rung = True
        if hands < (3 if at == LAGGING else HANDS):
            room.play_hand(*at)
            continue
        if at == CORRECTED:
            room.correct(*at)
        room.agree(*at)
    assert rung and sum(map(len, account.hands.values())) == 8 * GAMES - 1

    for number, phone in room.phones.items():
        text = refresh(phone).locator("#page").inner_text()
        assert re.search(rf"your total is\s+{account.total(number)}\b", text), text
    refresh(organizer).get_by_role("link", name="Close the night").click()
    press(organizer, "Close the night")
    expect(organizer.get_by_role("heading", name="Final standings")).to_be_visible()
    rows = organizer.locator("tbody tr").all()
    compare_standings(account, [row.locator("td").all_inner_texts() for row in rows])
    expect(refresh(room.phones[1]).get_by_role("heading", name="The night is over")).to_be_visible()
    compare_export(account, hall.export())
    compare_papers(
        account, hall.manage("print", "latest", "filled-cards"), hall.manage("print", "latest", "standings"), room.names
    )
