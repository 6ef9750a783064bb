"""An account of a night that a test keeps for itself, with arithmetic of its own: nothing here comes from `tally`.

Whoever plays a night in a test writes each hand down here too, and at the end compares the site's papers with it.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, NamedTuple
from urllib.request import HTTPCookieProcessor, build_opener

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
WORTH = {"3-4": (1, 0), "5": (2, 0), "5-alone": (4, 0), "0-2": (0, 2)}  # points of makers and defenders
OFTEN = ("3-4", "3-4", "3-4", "5", "5-alone", "0-2")
COMPASS = ("North", "East", "South", "West")
SIDES = {"A": "NS", "B": "EW"}
HANDS = 4


class Seating(NamedTuple):
    """Where a player sits in a game: the numbers of the others, the left-hand neighbour, who deals first."""

    table: int
    compass: str
    side: str
    partner: int
    opponents: tuple[int, int]
    left: int
    first_dealer: int


@dataclass
class Account:
    """Seats as `rounds[game - 1][table - 1] == (a, b, c, d)`, a and b against c and d, and what each table did."""

    rounds: list[list[list[int]]]
    chance: random.Random
    hands: dict[tuple[int, int], list[str]] = field(default_factory=dict)
    signed: set[tuple[int, int]] = field(default_factory=set)

    @classmethod
    def for_players(cls, players: int, seed: int) -> Account:
        """An empty account of the printed chart, as the command prints it."""
        said = Hall(env=dict(os.environ)).manage("movement", "--players", str(players), "--format", "json")
        return cls(json.loads(said)["rounds"], random.Random(seed))

    @property
    def players(self) -> range:
        """Everybody's number."""
        return range(1, 4 * len(self.rounds[0]) + 1)

    @property
    def games(self) -> range:
        """Every game's number."""
        return range(1, len(self.rounds) + 1)

    def at(self, game: int, table: int) -> list[int]:
        """The four at a table in dealing order: they sit a, c, b, d."""
        a, b, c, d = self.rounds[game - 1][table - 1]
        return [a, c, b, d]

    def seat(self, game: int, number: int) -> Seating:
        """Where somebody sits."""
        table = next(t for t, four in enumerate(self.rounds[game - 1], 1) if number in four)
        a, b, c, d = self.rounds[game - 1][table - 1]
        side, mine, theirs = ("NS", (a, b), (c, d)) if number in (a, b) else ("EW", (c, d), (a, b))
        around = self.at(game, table)
        place = around.index(number)
        return Seating(table, COMPASS[place], side, mine[1 - mine.index(number)], theirs, around[(place + 1) % 4], a)

    def ready(self) -> list[tuple[int, int]]:
        """Games that can go on now: not signed, and all four have signed every game before."""
        return [
            (game, table)
            for game in self.games
            for table, four in enumerate(self.rounds[game - 1], 1)
            if (game, table) not in self.signed
            and all((g, self.seat(g, number).table) in self.signed for g in range(1, game) for number in four)
        ]

    def deal(self, game: int, table: int) -> str:
        """A hand is played: which side called it and what it took, in the words of the site's buttons."""
        result = self.drawn()
        self.hands.setdefault((game, table), []).append(result)
        return result

    def drawn(self) -> str:
        """Some result, by chance, as its button's value."""
        return f"{self.chance.choice(('NS', 'EW'))}:{self.chance.choice(OFTEN)}"

    def worth(self, slug: str) -> tuple[int, int]:
        """Points of makers and defenders for what stands after the colon of a button's value."""
        return WORTH[slug]

    def said(self, record: dict[str, Any]) -> str:
        """The button behind an exported record."""
        return said(record)

    def score(self, game: int, table: int, side: str, hand: int = 0) -> tuple[int, int]:
        """Points of a side and of the others in one game, or in one hand of it."""
        ours = theirs = 0
        for result in self.hands.get((game, table), [])[max(hand - 1, 0) : hand or None]:
            maker, _, slug = result.partition(":")
            makers, defenders = self.worth(slug)
            ours += makers if maker == side else defenders
            theirs += defenders if maker == side else makers
        return ours, theirs

    def line(self, game: int, number: int, hand: int = 0) -> tuple[int, int]:
        """Us and them, as this player's tally card has it; or of one hand."""
        seat = self.seat(game, number)
        return self.score(game, seat.table, seat.side, hand)

    def total(self, number: int, upto: int | None = None) -> int:
        """A player's points of the night, or of its first games."""
        return sum(self.line(game, number)[0] for game in self.games[:upto])

    def standings(self) -> list[tuple[str, int, int]]:
        """(place, number, total), highest first; those with equal totals share the better place."""
        totals = {number: self.total(number) for number in self.players}
        better = {number: sum(other > totals[number] for other in totals.values()) for number in totals}
        shared = {number: list(totals.values()).count(totals[number]) > 1 for number in totals}
        return [
            (f"{better[number] + 1}{'=' if shared[number] else ''}", number, totals[number])
            for number in sorted(totals, key=lambda n: (better[n], n))
        ]


def short(name: str) -> str:
    """First name and initial: Ann Miller is Ann M. to the others."""
    first, last = name.split()
    return f"{first} {last[0]}."


def compare_standings(account: Account, rows: list[list[str]]) -> None:
    """The cells of the standings page, row by row, against the account."""
    shown = [(row[0], int(row[1]), row[-1]) for row in rows]
    assert shown == [(place, number, minus(total)) for place, number, total in account.standings()]


def compare_export(account: Account, document: dict[str, Any]) -> None:
    """Every hand once, every game signed with its total, standings."""
    assert document["night"]["status"] == "closed"
    assert len(document["rounds"]) == len(account.rounds)
    keys = []
    for round_ in document["rounds"]:
        assert len(round_["tables"]) == len(account.rounds[0])
        for table in round_["tables"]:
            at = round_["number"], table["table"]
            current = [hand for hand in table["hands"] if hand["current"]]
            assert [table["seats"][seat] for seat in "NESW"] == account.at(*at), at
            assert [hand["hand"] for hand in current] == [n + 1 for n in range(len(account.hands[at]))], at
            assert [account.said(hand["record"]) for hand in current] == account.hands[at], at
            assert (table["totals"]["NS"], table["totals"]["EW"]) == account.score(*at, "NS"), at
            assert table["signed_at"] and {s["side"] for s in table["signatures"] if s["agrees"]} == {"NS", "EW"}, at
            keys += [hand["key"] for hand in table["hands"]]
    assert len(keys) == len(set(keys))
    rows = [
        (f"{row['place']}{'=' if row['shared'] else ''}", row["number"], row["total"]) for row in document["standings"]
    ]
    assert rows == account.standings()


def said(record: dict[str, Any]) -> str:
    """The button of a turn-up game behind an exported record."""
    tricks = record["maker_tricks"]
    span = str(tricks) if isinstance(tricks, int) else "-".join(map(str, tricks))
    return f"{SIDES[record['maker_side']]}:{span}{'-alone' if record['alone'] else ''}"


def minus(points: int) -> str:
    """A total as phones and papers write it."""
    return str(points).replace("-", "−")


def between(ours: int, theirs: int) -> str:
    """Both sides' totals as phones write them."""
    return f"{ours}–{theirs}" if ours >= 0 and theirs >= 0 else f"{minus(ours)} to {minus(theirs)}"


def compare_papers(account: Account, filled_cards: bytes, standings: bytes, names: dict[int, str]) -> None:
    """The text of the two PDFs of a finished night, line for line."""
    cards = {int(lines[0]): lines for lines in cards_of(filled_cards)}
    assert sorted(cards) == list(account.players)
    for number, lines in cards.items():
        assert lines[1] == names[number]
        expected = []
        for game in account.games:
            seat = account.seat(game, number)
            ours, theirs = account.line(game, number)
            against = "·".join(map(str, seat.opponents))
            points = " ".join(map(minus, (ours, theirs, account.total(number, game))))
            expected.append(f"{game} {seat.table} {seat.partner} {against} {points}")
        heading = next(i for i, line in enumerate(lines) if line.startswith("Game "))
        assert lines[heading + 1 : heading + 2 + len(expected)] == [*expected, f"Total {minus(account.total(number))}"]
    printed = [
        line.removesuffix(" High").removesuffix(" Low")
        for page in pages_of(standings)
        for line in page
        if re.match(r"\d+=? \d+ \D", line)
    ]
    games = {number: " ".join(minus(account.line(game, number)[0]) for game in account.games) for number in names}
    assert printed == [
        f"{place} {number} {names[number]} {games[number]} {minus(total)}"
        for place, number, total in account.standings()
    ]


def codes_on_cards(hall: Hall) -> dict[int, tuple[str, str]]:
    """Every player's name and code by number, as players of the newest night read them from the printed cards."""
    browser = build_opener(HTTPCookieProcessor())
    with browser.open(hall.url + hall.organizer_path) as newest:
        night = re.match(r".*/n/\w+/", newest.url)
    assert night, newest.url
    with browser.open(f"{night[0]}print/tally-cards.pdf") as cards:
        printed = cards.read()
    found = {}
    for said in said_on_cards(printed):
        card, code = re.match(r"(\d+)\s+(.+)", said), re.search(r"\b[2-9A-Z]{4}-[2-9A-Z]{4}\b", said)
        assert card and code, said
        found[int(card[1])] = card[2].strip(), code[0]
    return found


def said_on_cards(pdf: bytes) -> Iterator[str]:
    """What stands on every card that is not empty, in the order of drawing; four cards to a sheet."""
    for page in pypdfium2.PdfDocument(pdf):
        (wide, high), text = page.get_size(), page.get_textpage()
        for x, y in ((0, high / 2), (wide / 2, high / 2), (0, 0), (wide / 2, 0)):
            if said := text.get_text_bounded(x, y, x + wide / 2, y + high / 2).strip():
                yield said


def cards_of(pdf: bytes) -> Iterator[list[str]]:
    """The lines of every card that is not empty, four cards to a sheet."""
    with pdfplumber.open(BytesIO(pdf)) as document:
        for page in document.pages:
            wide, high = page.width / 2, page.height / 2
            for x, y in ((0, 0), (wide, 0), (0, high), (wide, high)):
                lines = _lines(page.crop((x, y, x + wide, y + high)))
                if lines and lines[0].isdigit():
                    yield lines


def pages_of(pdf: bytes) -> Iterator[list[str]]:
    """The lines of every page."""
    with pdfplumber.open(BytesIO(pdf)) as document:
        yield from map(_lines, document.pages)


def _lines(page: Any) -> list[str]:
    text: str = page.extract_text(x_tolerance_ratio=0.35, y_tolerance=4)
    return text.splitlines()
