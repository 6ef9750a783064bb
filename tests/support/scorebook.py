"""A test's own record of a night, with arithmetic of its own: nothing here comes from `tally`.

A test that plays a night also records each hand here, and at the end compares the site's results with it.
"""

from __future__ import annotations

import json
import os
import random
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, NamedTuple
from urllib.request import HTTPCookieProcessor, HTTPSHandler, OpenerDirector, build_opener

import pdfplumber
import pypdfium2

from tests.support.hall_server import Hall

NAMES = (
    "Ann Miller",
    "Bob Stone",
    "Carla Reyes",
    "Dan O'Hara",
    "Eve Lund",
    "Fritz Bauer",
    "Gina Rossi",
    "Hal Young",
    "Ida Novak",
    "Jim Chen",
    "Kay Ito",
    "Leo Katz",
)
POINTS_BY_RESULT = {"3-4": (1, 0), "5": (2, 0), "5-alone": (4, 0), "0-2": (0, 2)}  # points of makers and defenders
RESULTS = ("3-4", "3-4", "3-4", "5", "5-alone", "0-2")  # each as often as it is drawn
COMPASS = ("North", "East", "South", "West")
SIDES = {"A": "NS", "B": "EW"}
HANDS = 4


class SeatInGame(NamedTuple):
    """A player's seat in a game, with the numbers of the other players, the left neighbor and the first dealer."""

    table: int
    compass: str
    side: str
    partner: int
    opponents: tuple[int, int]
    left: int
    first_dealer: int


@dataclass
class Scorebook:
    """The seats and results of a night.

    `rounds[game - 1][table - 1]` is (a, b, c, d): a and b play against c and d. `hands` are the results by game and
    table, as values of the site's buttons; `signed` are the games that both sides have signed.
    """

    rounds: list[list[list[int]]]
    chance: random.Random
    hands: dict[tuple[int, int], list[str]] = field(default_factory=dict)
    signed: set[tuple[int, int]] = field(default_factory=set)

    @classmethod
    def for_players(cls, players: int, seed: int) -> Scorebook:
        """Make an empty scorebook for the printed chart that `manage.py movement` prints."""
        chart = Hall(env=dict(os.environ)).manage("movement", "--players", str(players), "--format", "json")
        return cls(json.loads(chart)["rounds"], random.Random(seed))

    @property
    def players(self) -> range:
        """The players' numbers."""
        return range(1, 4 * len(self.rounds[0]) + 1)

    @property
    def games(self) -> range:
        """The games' numbers."""
        return range(1, len(self.rounds) + 1)

    def players_at(self, game: int, table: int) -> list[int]:
        """List the four players at a table in dealing order, which is a, c, b, d."""
        a, b, c, d = self.rounds[game - 1][table - 1]
        return [a, c, b, d]

    def seat(self, game: int, number: int) -> SeatInGame:
        """Find a player's seat in a game."""
        table = next(t for t, four in enumerate(self.rounds[game - 1], 1) if number in four)
        a, b, c, d = self.rounds[game - 1][table - 1]
        side, mine, theirs = ("NS", (a, b), (c, d)) if number in (a, b) else ("EW", (c, d), (a, b))
        around = self.players_at(game, table)
        place = around.index(number)
        return SeatInGame(table, COMPASS[place], side, mine[1 - mine.index(number)], theirs, around[(place + 1) % 4], a)

    def ready_games(self) -> list[tuple[int, int]]:
        """List the games that can go on: unsigned ones whose four players have signed all their earlier games."""
        return [
            (game, table)
            for game in self.games
            for table, four in enumerate(self.rounds[game - 1], 1)
            if (game, table) not in self.signed
            and all((g, self.seat(g, number).table) in self.signed for g in range(1, game) for number in four)
        ]

    def play_hand(self, game: int, table: int) -> str:
        """Play a hand with a random result, and return the value of its button."""
        result = self.random_result()
        self.hands.setdefault((game, table), []).append(result)
        return result

    def random_result(self) -> str:
        """Draw a random result and return the value of its button."""
        return f"{self.chance.choice(('NS', 'EW'))}:{self.chance.choice(RESULTS)}"

    def result_points(self, slug: str) -> tuple[int, int]:
        """Return the points of makers and defenders for a result, which follows the colon in a button's value."""
        return POINTS_BY_RESULT[slug]

    def result_value(self, record: dict[str, Any]) -> str:
        """Return the value of the button that an exported record comes from."""
        return result_value(record)

    def score(self, game: int, table: int, side: str, hand: int = 0) -> tuple[int, int]:
        """Add up the points of a side and of the other side in a game, or in one hand of it."""
        ours = theirs = 0
        for result in self.hands.get((game, table), [])[max(hand - 1, 0) : hand or None]:
            maker, _, slug = result.partition(":")
            makers, defenders = self.result_points(slug)
            ours += makers if maker == side else defenders
            theirs += defenders if maker == side else makers
        return ours, theirs

    def player_points(self, game: int, number: int, hand: int = 0) -> tuple[int, int]:
        """Return "us" and "them" on this player's tally card for a game, or for one hand of it."""
        seat = self.seat(game, number)
        return self.score(game, seat.table, seat.side, hand)

    def total(self, number: int, games: int | None = None) -> int:
        """Add up a player's points in the night, or in its first games."""
        return sum(self.player_points(game, number)[0] for game in self.games[:games])

    def standings(self) -> list[tuple[str, int, int]]:
        """List (place, number, total), highest first; players with equal totals share the better place."""
        totals = {number: self.total(number) for number in self.players}
        better = {number: sum(other > totals[number] for other in totals.values()) for number in totals}
        shared = {number: list(totals.values()).count(totals[number]) > 1 for number in totals}
        return [
            (f"{'T-' * shared[number]}{better[number] + 1}", number, totals[number])
            for number in sorted(totals, key=lambda n: (better[n], n))
        ]


def short_name(name: str) -> str:
    """Shorten a name as other players see it: Ann Miller becomes "Ann M."."""
    first, last = name.split()
    return f"{first} {last[0]}."


def compare_standings(book: Scorebook, rows: list[list[str]]) -> None:
    """Check the cells of the standings page, row by row, against the scorebook; a row of places each follows them."""
    people = len(book.players)
    played = {game for (game, _), hands in book.hands.items() if hands}
    assert len(rows) in (people, 2 * people), "after one game there are no places game by game"
    shown = [(row[0], int(row[1]), row[-1]) for row in rows[:people]]
    lengths = {len(row) for row in rows[people:]}
    assert lengths <= set(range(3, 2 + len(played))), "a name, and a place after each game that is complete"
    assert len(played) < len(book.rounds) or lengths <= {1 + len(book.rounds)}, "the whole night"
    assert shown == [(place, number, with_minus(total)) for place, number, total in book.standings()]


def compare_export(book: Scorebook, document: dict[str, Any]) -> None:
    """Check an export: each hand recorded once, every game signed with its total, the standings."""
    assert document["night"]["status"] == "closed"
    assert len(document["rounds"]) == len(book.rounds)
    keys = []
    for round_ in document["rounds"]:
        assert len(round_["tables"]) == len(book.rounds[0])
        for table in round_["tables"]:
            place = round_["number"], table["table"]
            current = [hand for hand in table["hands"] if hand["current"]]
            assert [table["seats"][seat] for seat in "NESW"] == book.players_at(*place), place
            assert [hand["hand"] for hand in current] == [n + 1 for n in range(len(book.hands[place]))], place
            assert [book.result_value(hand["record"]) for hand in current] == book.hands[place], place
            assert (table["totals"]["NS"], table["totals"]["EW"]) == book.score(*place, "NS"), place
            assert table["signed_at"] and {s["side"] for s in table["signatures"] if s["agrees"]} == {"NS", "EW"}, place
            keys += [hand["key"] for hand in table["hands"]]
    assert len(keys) == len(set(keys))
    rows = [(f"{'T-' * row['shared']}{row['place']}", row["number"], row["total"]) for row in document["standings"]]
    assert rows == book.standings()


def result_value(record: dict[str, Any]) -> str:
    """Return the value of the button that an exported record of a turn-up game comes from."""
    tricks = record["maker_tricks"]
    span = str(tricks) if isinstance(tricks, int) else "-".join(map(str, tricks))
    return f"{SIDES[record['maker_side']]}:{span}{'-alone' if record['alone'] else ''}"


def with_minus(points: int) -> str:
    """Write a total as pages and printed sheets do, with a true minus sign."""
    return str(points).replace("-", "−")


def score_text(ours: int, theirs: int) -> str:
    """Write both sides' totals as phones do."""
    return f"{ours}–{theirs}" if ours >= 0 and theirs >= 0 else f"{with_minus(ours)} to {with_minus(theirs)}"


def compare_papers(book: Scorebook, filled_cards: bytes, standings: bytes, names: dict[int, str]) -> None:
    """Check the text of a finished night's two PDFs, line by line."""
    cards = {int(lines[0]): lines for lines in lines_by_card(filled_cards)}
    assert sorted(cards) == list(book.players)
    for number, lines in cards.items():
        assert lines[1] == names[number]
        expected = []
        for game in book.games:
            seat = book.seat(game, number)
            ours, theirs = book.player_points(game, number)
            against = "·".join(map(str, seat.opponents))
            points = " ".join(map(with_minus, (ours, theirs, book.total(number, game))))
            expected.append(f"{game} {seat.table} {seat.partner} {against} {points}")
        heading = next(i for i, line in enumerate(lines) if line.startswith("Game "))
        *games, total = lines[heading + 1 : heading + 2 + len(expected)]
        assert games == expected
        assert total.removeprefix("confirmed ") == f"Total {with_minus(book.total(number))}"
    printed = [
        line.removesuffix(" High").removesuffix(" Low")
        for page in lines_by_page(standings)
        for line in page
        if re.match(r"(T-)?\d+ \d+ \D", line)
    ]
    by_game = {
        number: " ".join(with_minus(book.player_points(game, number)[0]) for game in book.games) for number in names
    }
    assert printed == [
        f"{place} {number} {names[number]} {by_game[number]} {with_minus(total)}"
        for place, number, total in book.standings()
    ]


def codes_on_cards(hall: Hall) -> dict[int, tuple[str, str]]:
    """Read each player's name and code from the printed cards of the newest night, by number."""
    browser = build_opener(HTTPCookieProcessor(), HTTPSHandler(context=hall.trusting))
    with browser.open(hall.url + hall.organizer_path) as newest:
        night = re.match(r".*/n/\w+/", newest.url)
    assert night, newest.url
    found = {}
    for text in card_texts(_printed(browser, f"{night[0]}print/tally-cards.pdf")):
        card, code = re.match(r"(\d+)\s+(.+)", text), re.search(r"\b[2-9A-Z]{4}-[2-9A-Z]{4}\b", text)
        assert card and code, text
        found[int(card[1])] = card[2].strip(), code[0]
    return found


def _printed(browser: OpenerDirector, address: str) -> bytes:
    """Return a sheet once it is drawn; until then reload the page that says how far it is, as a browser does."""
    until = time.monotonic() + 60
    while True:
        with browser.open(address) as answer:
            if answer.headers.get_content_type() == "application/pdf":
                pdf: bytes = answer.read()
                return pdf
            wait = answer.headers["Refresh"]
        assert wait and time.monotonic() < until, f"{address} is not drawn"
        time.sleep(float(wait))


def card_texts(pdf: bytes) -> Iterator[str]:
    """Yield the text of every card that is not empty, in the order of drawing; a page has four."""
    for page in pypdfium2.PdfDocument(pdf):
        (wide, high), textpage = page.get_size(), page.get_textpage()
        for x, y in ((0, high / 2), (wide / 2, high / 2), (0, 0), (wide / 2, 0)):
            if text := textpage.get_text_bounded(x, y, x + wide / 2, y + high / 2).strip():
                yield text


def lines_by_card(pdf: bytes) -> Iterator[list[str]]:
    """Yield the lines of every card that is not empty; a page has four."""
    with pdfplumber.open(BytesIO(pdf)) as document:
        for page in document.pages:
            wide, high = page.width / 2, page.height / 2
            for x, y in ((0, 0), (wide, 0), (0, high), (wide, high)):
                lines = _lines(page.crop((x, y, x + wide, y + high)))
                if lines and lines[0].isdigit():
                    yield lines


def lines_by_page(pdf: bytes) -> Iterator[list[str]]:
    """Yield the lines of every page."""
    with pdfplumber.open(BytesIO(pdf)) as document:
        yield from map(_lines, document.pages)


def _lines(page: Any) -> list[str]:
    text: str = page.extract_text(x_tolerance_ratio=0.35, y_tolerance=4)
    return text.splitlines()
