"""A night without a printed chart in real Chromium: 21 players, one leaves after game 3, two join after game 5.

One hand a game is recorded over HTTP. Every screen on the way is checked, and the standings must match totals that
the test adds up itself from the public page of seats.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor
from tests.support.markup import compact
from tests.support.scorebook import POINTS_BY_RESULT, codes_on_cards
from tests.support.screens import LAPTOP, SIZES, Screens, click_and_load

pytestmark = pytest.mark.long
NAMES = tuple(
    f"{first} {last}"
    for last in ("Abel", "Bond", "Cole")
    for first in ("Ann", "Bob", "Carla", "Dan", "Eve", "Fritz", "Gina")
)
GAMES = 7
RESULTS = ("NS:3-4", "EW:5", "NS:5-alone", "EW:0-2", "NS:0-2")


class Night21:
    """The organizer's browser without a screen, the pages of a night, and the points everybody must have."""

    def __init__(self, hall: Hall, screens: Screens) -> None:
        self.hall, self.screens = hall, screens
        self.organizer = Visitor(hall, hall.organizer_path).open("/").press("Start next night")
        self.totals: dict[int, int] = {}
        self.partners: set[frozenset[int]] = set()
        self.errors: list[str] = []
        self.path = ""

    def open(self, path: str, size: tuple[int, int] = LAPTOP) -> Page:
        """Open a page in a browser of its own, and collect its errors."""
        page = self.screens.open(path, size)
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.reload()
        return page

    def visit(self, page: Page, path: str, *patterns: str) -> Page:
        """Go to one of the night's pages, and check that it matches these patterns and is not too wide."""
        page.goto(self.hall.url + self.path + path)
        for pattern in patterns:
            expect(page.locator("main")).to_contain_text(re.compile(pattern), use_inner_text=True)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        return page

    def seats(self) -> dict[int, list[list[int]]]:
        """Return the four numbers at each table by game, partners first, from the public page of seats."""
        page = Visitor(self.hall, self.path)
        html = compact(page.body.decode())
        games = {}
        for number, table in re.findall(r'<h2 id="game-(\d+)">.*?<tbody>(.*?)</tbody>', html, re.S):
            games[int(number)] = [
                [int(n) for n in re.findall(r"(?:<td>|<br>)(\d+) ", row)]
                for row in re.findall(r"<tr>(.*?)</tr>", table, re.S)
            ]
        return games

    def play(self, game: int, first: int = 1, last: int = 5) -> None:
        """Record and sign one hand at tables `first` to `last`, and add up its points."""
        tables = self.seats()[game]
        self.organizer.follows = False  # the board need not load after each of 70 taps
        page = compact(self.organizer.open(self.path + "board/").body.decode())
        heads = r'href="(\S+/game/\d+/)"><span class="tile-line"><b class="table" data-find>Table (\d+)<'
        links = {int(table): href for href, table in re.findall(heads, page)}
        for table, (a, b, c, d) in list(enumerate(tables, 1))[first - 1 : last]:
            result = RESULTS[(game + table) % len(RESULTS)]
            self.organizer.open(f"{links[table]}hand/1/").press(result)
            self.organizer.open(links[table])
            sign = next(
                label
                for form in self.organizer.page.forms
                for _, _, label in form.buttons
                if label.endswith(" for the table")
            )
            assert self.organizer.posted == 302, result
            self.organizer.press(sign)
            assert self.organizer.posted == 302, sign
            side, _, outcome = result.partition(":")
            ns, ew = POINTS_BY_RESULT[outcome] if side == "NS" else POINTS_BY_RESULT[outcome][::-1]
            for number, points in ((a, ns), (b, ns), (c, ew), (d, ew)):
                self.totals[number] = self.totals.get(number, 0) + points
            for pair in (frozenset((a, b)), frozenset((c, d))):
                assert pair not in self.partners, f"{set(pair)} are partners again in game {game}"
                self.partners.add(pair)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A server on which each test creates a night of its own."""
    with Hall.opened(tmp_path_factory.mktemp("21")) as opened:
        yield opened


@pytest.fixture
def of_21(browser: Browser, hall: Hall) -> Iterator[Night21]:
    """A night in sign-up with 21 players.

    At the end no page may have logged an error, and axe-core must have found nothing.
    """
    screens = Screens(browser, hall)
    night = Night21(hall, screens)
    night.organizer.press("Add to the list", names="\n".join(NAMES)).press("Number by arrival")
    night.path = night.organizer.url.removesuffix("desk/")
    night.organizer.follow("Rules, other games, house rules").press("Save", deals="1", variant="progressive-cats")
    yield night
    screens.close()
    assert night.errors == []
    assert not screens.problems, "\n".join(screens.problems)


def choose_movement(night: Night21, page: Page) -> None:
    """Choose a fair rotation of seven games, read how fair it is, and start the night."""
    night.visit(page, "desk/", "21 players", "a fair rotation, 10 games, 1 sits out in turn")
    click_and_load(page.get_by_role("link", name="More ways to move, number of games"))
    night.screens.check(page, "movement")
    page.get_by_text("More ways to move", exact=True).click()
    page.get_by_role("radio", name=re.compile("^A fair rotation")).check()
    page.get_by_label("Games tonight").fill(str(GAMES))
    page.get_by_role("button", name="Use this", exact=True).click()
    expect(page.locator("main")).to_contain_text("with 21 players: a fair rotation, 7 games")
    night.visit(page, "fairness/", "Nobody has the same partner twice; .*nobody sits out more than once")
    night.screens.check(page, "fairness before the start")
    night.visit(page, "desk/")
    click_and_load(page.get_by_role("button", name="Start the night"))


def change_players(night: Night21, page: Page, heading: str, preview: str, **typed: str) -> None:
    """Preview one player change, then make it."""
    night.visit(page, "changes/", heading)
    form = page.locator("form.card").filter(has=page.get_by_role("heading", name=heading))
    for name, value in typed.items():
        field = form.locator(f"[name={name}]")
        field.select_option(label=value) if name == "one" else field.fill(value)
    form.get_by_role("button", name="Preview").click()
    expect(page.locator("#preview")).to_contain_text(re.compile(preview), use_inner_text=True)
    night.screens.check(page, f"preview: {heading}")
    page.get_by_role("button", name=re.compile("^(Add .*|.* leaves early)$")).click()
    expect(page.get_by_role("status").filter(has_text="Done")).to_be_visible()


def test_a_night_of_21_when_one_player_leaves_and_two_join(of_21: Night21) -> None:
    night = of_21
    page = night.open(night.hall.organizer_path)
    choose_movement(night, page)
    seats = night.seats()
    sitting_out = (set(range(1, 22)) - {n for four in seats[1] for n in four}).pop()
    codes = {number: code for number, (_, code) in codes_on_cards(night.hall).items()}
    sitting_phone, playing_phone = (night.screens.phone(codes[number]) for number in (sitting_out, seats[1][0][0]))
    expect(sitting_phone.locator("#page")).to_contain_text("You sit out game 1")
    expect(playing_phone.locator("#page")).to_contain_text("Game 1: table 1")
    label = f"{sitting_out} {NAMES[sitting_out - 1].split()[0]} {NAMES[sitting_out - 1].split()[1][0]}."
    night.visit(page, "board/", rf"Sitting out\s+{sitting_out} {NAMES[sitting_out - 1]}")
    night.visit(page, "", "Who sits where", f"Sits out: {label}")
    for game in range(1, 4):
        night.play(game)
    change_players(
        night, page, "Leaving early", "2 Bob A. leaves early\\?[^$]*Games 4 to 7 get new seats", one="Bob A. (2)"
    )
    assert 2 not in {n for game in range(4, 8) for four in night.seats()[game] for n in four}
    night.visit(page, "fairness/", "Games 1 to 3, played or started", "The whole night as it is drawn up")
    night.screens.check(page, "fairness in the middle")
    for game in (4, 5):
        night.play(game)
    for number, name in ((22, "Zoe Dahl"), (23, "Yan Dahl")):
        change_players(night, page, "Late arrival", f"Add {name}\\?[^$]*Games 6 and 7 get new seats", name=name)
        assert number in {n for game in (6, 7) for four in night.seats()[game] for n in four}
    for game in (6, 7):
        night.play(game)
    expect(playing_phone.locator("#page")).to_contain_text("You have played all your games")
    night.visit(page, "standings/", "Zoe D.", "Bob A.")
    ranked = page.locator("tbody tr").all()[: len(night.totals)]  # below them stands who was where after each game
    rows = [[cell.inner_text() for cell in row.locator("td").all()] for row in ranked]
    assert {int(row[1]): int(row[-1]) for row in rows} == night.totals
    assert len(rows) == 23


def test_winners_move_up_on_a_phone(of_21: Night21) -> None:
    night, page = of_21, of_21.open(of_21.hall.organizer_path)
    night.visit(page, "desk/movement/")
    page.get_by_role("radio", name=re.compile("^Winners move up")).check()
    click_and_load(page.get_by_role("button", name="Use this", exact=True))
    night.visit(page, "desk/")
    click_and_load(page.get_by_role("button", name="Start the night"))
    tables = night.seats()[1]
    codes = {number: code for number, (_, code) in codes_on_cards(night.hall).items()}
    phone = night.screens.phone(codes[tables[0][0]])
    night.play(1, last=4)
    expect(phone.get_by_role("heading", name="Score confirmed. Well played!")).to_be_visible()
    night.screens.check(phone, "player: waiting for the other tables")
    night.visit(page, "board/", "Seats for game 2 post when all scores are in. To come: table 5.")
    night.visit(page, "", "game 2 is posted here when all scores are in")
    night.screens.check(page, "board: waiting for a table")
    night.play(1, first=5)
    expect(phone.locator("#page")).to_contain_text(re.compile(r"Game 2: table \d.*come from table \d", re.S))
    night.screens.check(phone, "player: the next seat")
    sizes = phone.evaluate(SIZES)
    assert (sizes["count"], max(sizes["scrolls"]), sizes["scores"], sizes["outside"]) == (8, 0, [], []), sizes
