"""Twelve phones that record and sign with hardly a pause, whatever becomes of the server, and what it told them.

A phone that gets no response, or is told to come back later, sends the same request again, with the same key, until it
gets an answer: as the outbox does.
"""

from __future__ import annotations

import http.client
import random
import re
import threading
import time
from collections import defaultdict
from types import TracebackType
from typing import Self

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor
from tests.support.scorebook import NAMES, Scorebook, codes_on_cards, compare_standings, result_value

GAMES = 20  # as many as a tally card has room for, so that no phone runs out of hands
RETRY_DELAY = 0.1  # seconds before a phone retries a server that is down or a page without a button
TAP_DELAY = 0.03  # seconds between two taps of a phone; twelve phones still keep the server busy
SAVED_SECONDS = 60.0  # until a hand must be saved
HandPlace = tuple[int, int, int]  # game, table, hand


class Acknowledgments:
    """What the server confirmed to the phones, shared by their threads."""

    def __init__(self) -> None:
        self.results: defaultdict[HandPlace, set[str]] = defaultdict(set)
        self.keys: set[str] = set()
        self.signatures: set[tuple[int, int, str]] = set()
        self.lost_responses, self.turned_away = 0, 0
        self.changed = threading.Condition()
        self.over = threading.Event()
        self.problems: list[str] = []

    def add_hand(self, place: HandPlace, result: str, key: str) -> None:
        """Note that the server confirmed this hand to a phone, which sent it with this key."""
        with self.changed:
            self.results[place].add(result)
            self.keys.add(key)
            self.changed.notify_all()

    def wait_for_another_hand(self) -> None:
        """Wait until a hand is saved that no phone had recorded before."""
        with self.changed:
            before = len(self.results)
            assert self.changed.wait_for(lambda: len(self.results) > before or self.problems, SAVED_SECONDS), (
                "no hand is saved anymore"
            )


class RetryingPhone(Visitor):
    """A phone that repeats a request until it gets a response."""

    def __init__(self, hall: Hall, address: str, confirmed: Acknowledgments) -> None:
        self.confirmed = confirmed
        super().__init__(hall, address)

    def exchange(
        self, method: str, url: str, body: str | None, headers: dict[str, str]
    ) -> tuple[http.client.HTTPResponse, bytes]:
        """Send the request until it gets a response."""
        for _ in range(2000):
            try:
                answer = super().exchange(method, url, body, headers)
            except ConnectionRefusedError:
                time.sleep(RETRY_DELAY)
            except (OSError, http.client.HTTPException):
                self.confirmed.lost_responses += method == "POST"
            else:
                if answer[0].status != 503:
                    return answer
                self.confirmed.turned_away += 1
                time.sleep(RETRY_DELAY)
        raise AssertionError(f"{url} never got a response")


class Crowd:
    """Twelve players at three tables of a new night in this hall. Their phones play inside a `with` block."""

    def __init__(self, hall: Hall, seed: int = 0) -> None:
        self.hall, self.confirmed = hall, Acknowledgments()
        self.book = Scorebook.for_players(12, seed)
        self.book.rounds = (self.book.rounds * 2)[:GAMES]
        phones = self._prepare()
        self._threads = [threading.Thread(target=self._play, args=(phone, number)) for number, phone in phones.items()]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.confirmed.over.set()
        for thread in self._threads:
            thread.join(SAVED_SECONDS)

    def _prepare(self) -> dict[int, RetryingPhone]:
        """Start a night on a long pasted chart, and pair a phone with each player."""
        rows = [
            f"{game}  " + "  ".join(f"{a}-{b} vs {c}-{d}" for a, b, c, d in tables)
            for game, tables in enumerate(self.book.rounds, 1)
        ]
        organizer = Visitor(self.hall, self.hall.organizer_path)
        organizer.press("Add to the list", names="\n".join(NAMES))
        organizer.press("Check and use it", name="A long night", notation="\n".join(rows))
        organizer.press("Number by arrival").press("Start the night")
        phones = {}
        for number, (_, code) in codes_on_cards(self.hall).items():
            phones[number] = RetryingPhone(self.hall, f"/J/{code}", self.confirmed)
            phones[number].press("Yes, that’s me")
        return phones

    def _play(self, phone: RetryingPhone, number: int) -> None:
        """Play on one phone until the end: record the hand that the page asks for, or sign, and refresh."""
        try:
            while not self.confirmed.over.is_set():
                take_turn(phone.follow("Refresh"), self.confirmed)
                self.confirmed.over.wait(TAP_DELAY)
        except Exception as error:
            self.confirmed.problems.append(f"phone {number}: {error!r} on {phone.page.text}")

    def check(self) -> None:
        """Check that each confirmed hand is there exactly once, and that totals and standings are right."""
        assert self.confirmed.problems == []
        compare_export(self.book, self.confirmed, self.hall)


def take_turn(phone: RetryingPhone, confirmed: Acknowledgments) -> None:
    """Sign or record a hand, whichever the page offers; wait when it offers neither."""
    confirmations = [value for value in phone.buttons if value.endswith(":agree")]
    results = [value for value in phone.buttons if re.match(r"(NS|EW):\d", value)]
    place = re.search(r"Game (\d+)\W+table (\d+)", phone.page.text, re.I)
    if not place or not (confirmations or results):
        confirmed.over.wait(RETRY_DELAY)
        return
    game, table = int(place[1]), int(place[2])
    if confirmations:
        phone.press(confirmations[0])
        if phone.posted == 302:
            confirmed.signatures.add((game, table, confirmations[0].partition(":")[0]))
        return
    fields = next(form.fields for form in phone.page.forms if "hand" in form.fields)
    hand = int(fields["hand"])
    result = random.Random(f"{game} {table} {hand}").choice(sorted(results))  # the same result on all four phones
    phone.press(result)
    assert phone.posted in (302, 409), (phone.posted, phone.page.text)
    if phone.posted == 302:
        confirmed.add_hand((game, table, hand), result, fields["key"])


def compare_export(book: Scorebook, confirmed: Acknowledgments, hall: Hall) -> None:
    """Check that the export has exactly the confirmed hands, and totals that match the scorebook.

    A hand that was lost would be asked for again, and come back with the same result: so each key must be there, too,
    that of a hand or of a second phone's answer to it.
    """
    document = hall.export()
    keys: list[str] = []
    answers: set[str] = set()
    saved: dict[HandPlace, set[str]] = {}
    signed: set[tuple[int, int, str]] = set()
    for round_ in document["rounds"]:
        for table in round_["tables"]:
            game_and_table = round_["number"], table["table"]
            hands = table["hands"]
            assert [(hand["hand"], hand["version"]) for hand in hands] == [(n + 1, 1) for n in range(len(hands))], (
                game_and_table
            )
            keys += [hand["key"] for hand in hands]
            saved |= {(*game_and_table, hand["hand"]): {result_value(hand["record"])} for hand in hands}
            answers |= {answer["key"] for answer in table["claims"]}
            signed |= {(*game_and_table, signature["side"]) for signature in table["signatures"]}
            book.hands[game_and_table] = [result_value(hand["record"]) for hand in hands]
            assert (table["totals"]["NS"], table["totals"]["EW"]) == book.score(*game_and_table, "NS"), game_and_table
    assert saved == confirmed.results
    assert len(keys) == len(set(keys))
    lost = confirmed.keys - set(keys) - answers
    assert not lost, f"{len(lost)} of {len(confirmed.keys)} confirmed taps are lost"
    assert confirmed.signatures <= signed
    rows = [(f"{'T-' * row['shared']}{row['place']}", row["number"], row["total"]) for row in document["standings"]]
    assert rows == book.standings()
    compare_standings(book, Visitor(hall, "/").follow("Standings").page.rows)
