"""The server is killed in the middle of entry, twenty times: what a phone was told is saved is saved, and only once.

Twelve phones at three tables record and sign, hardly pausing. A phone that gets no answer sends the same bytes again,
with the same key, until it gets one.
"""

from __future__ import annotations

import http.client
import random
import re
import threading
import time
from collections import defaultdict

import pytest

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor
from tests.support.reference_scores import NAMES, Account, codes_on_cards, compare_standings, said

pytestmark = pytest.mark.long
KILLS = 20
GAMES = 20  # as many as a tally card has room for, so that no phone runs out of hands
PAUSE = 0.1  # seconds before a phone tries a server that is down, or a page without a button, again
BREATH = 0.03  # seconds between two taps of a phone: twelve of them still keep the server busy
At = tuple[int, int, int]  # game, table, hand


class Notes:
    """What phones were told, for all threads: the result of each hand, and how many answers there were."""

    def __init__(self) -> None:
        self.results: defaultdict[At, set[str]] = defaultdict(set)
        self.signatures: set[tuple[int, int, str]] = set()
        self.lost = self.answers = 0
        self.news = threading.Condition()
        self.over = threading.Event()
        self.problems: list[str] = []

    def told(self, at: At, result: str) -> None:
        """A phone was told that this hand is saved."""
        with self.news:
            self.results[at].add(result)
            self.answers += 1
            self.news.notify_all()

    def wait_for_entry(self, answers: int) -> None:
        """Until hands are being saved again."""
        with self.news:
            assert self.news.wait_for(lambda: self.answers > answers or self.problems, 30), "no hand is saved any more"


class Stubborn(Visitor):
    """A phone that sends again what got no answer."""

    def __init__(self, hall: Hall, address: str, notes: Notes) -> None:
        self.notes = notes
        super().__init__(hall, address)

    def exchange(
        self, method: str, url: str, body: str | None, headers: dict[str, str]
    ) -> tuple[http.client.HTTPResponse, bytes]:
        """The same request until it is answered."""
        for _ in range(2000):
            try:
                return super().exchange(method, url, body, headers)
            except ConnectionRefusedError:
                time.sleep(PAUSE)
            except (OSError, http.client.HTTPException):
                self.notes.lost += method == "POST"
        raise AssertionError(f"{url} was never answered")


def play(phone: Stubborn, number: int, notes: Notes) -> None:
    """One phone's night: record the hand that the page asks for, or sign; look again; until it is over."""
    try:
        while not notes.over.is_set():
            act(phone.follow("Refresh"), notes)
            notes.over.wait(BREATH)
    except Exception as error:
        notes.problems.append(f"phone {number}: {error!r} on {phone.page.text}")


def act(phone: Stubborn, notes: Notes) -> None:
    """What one look at the page leads to."""
    words = [value for value in phone.buttons if value.endswith(":agree")]
    results = [value for value in phone.buttons if re.match(r"(NS|EW):\d", value)]
    place = re.search(r"Game (\d+)\W+table (\d+)", phone.page.text, re.I)
    if not place or not (words or results):
        notes.over.wait(PAUSE)
        return
    game, table = int(place[1]), int(place[2])
    if words:
        phone.press(words[0])
        if phone.posted == 302:
            notes.signatures.add((game, table, words[0].partition(":")[0]))
        return
    hand = next(int(form.fields["hand"]) for form in phone.page.forms if "hand" in form.fields)
    result = random.Random(f"{game} {table} {hand}").choice(sorted(results))  # as its four phones have seen it
    phone.press(result)
    assert phone.posted in (302, 409), (phone.posted, phone.page.text)
    if phone.posted == 302:
        notes.told((game, table, hand), result)


def prepare(hall: Hall, notes: Notes, account: Account) -> dict[int, Stubborn]:
    """Twelve players on a long chart that the organizer pastes, each with a phone."""
    rows = [
        f"{game}  " + "  ".join(f"{a}-{b} vs {c}-{d}" for a, b, c, d in tables)
        for game, tables in enumerate(account.rounds, 1)
    ]
    organizer = Visitor(hall, hall.organizer_path)
    organizer.press("Add to the list", names="\n".join(NAMES))
    organizer.press("Check and use it", name="A long night", notation="\n".join(rows))
    organizer.press("Number by arrival").press("Start the night")
    phones = {}
    for number, (_, code) in codes_on_cards(hall).items():
        phones[number] = Stubborn(hall, f"/J/{code}", notes)
        phones[number].press("Yes, that is me")
    return phones


def kill_and_restart(hall: Hall, notes: Notes, chance: random.Random) -> None:
    """Twenty times, at a random moment after the first hand that was saved since the last start."""
    for _ in range(KILLS):
        notes.wait_for_entry(notes.answers)
        notes.over.wait(chance.uniform(0.05, 0.25))
        hall.kill()
        hall.start()
    notes.wait_for_entry(notes.answers)


def test_every_hand_that_a_phone_was_told_is_saved_survives_twenty_kills_and_none_is_there_twice(hall: Hall) -> None:
    account, notes = Account.for_players(12, seed=0), Notes()
    account.rounds = (account.rounds * 2)[:GAMES]
    phones = prepare(hall, notes, account)
    threads = [threading.Thread(target=play, args=(phone, number, notes)) for number, phone in phones.items()]
    for thread in threads:
        thread.start()
    try:
        kill_and_restart(hall, notes, random.Random(20))
    finally:
        notes.over.set()
        for thread in threads:
            thread.join(60)
    assert notes.problems == []
    assert notes.lost > 0, "no kill was in the middle of a write"
    check(account, notes, hall)


def check(account: Account, notes: Notes, hall: Hall) -> None:
    """The export holds what the phones were told, hand for hand, and adds it up as the account does."""
    document = hall.export()
    keys: list[str] = []
    saved: dict[At, set[str]] = {}
    signed: set[tuple[int, int, str]] = set()
    for round_ in document["rounds"]:
        for table in round_["tables"]:
            at = round_["number"], table["table"]
            hands = table["hands"]
            assert [(hand["hand"], hand["version"]) for hand in hands] == [(n + 1, 1) for n in range(len(hands))], at
            keys += [hand["key"] for hand in hands]
            saved |= {(*at, hand["hand"]): {said(hand["record"])} for hand in hands}
            signed |= {(*at, signature["side"]) for signature in table["signatures"]}
            account.hands[at] = [said(hand["record"]) for hand in hands]
            assert (table["totals"]["NS"], table["totals"]["EW"]) == account.score(*at, "NS"), at
    assert saved == notes.results
    assert len(keys) == len(set(keys)) and len(saved) > KILLS
    assert notes.signatures <= signed
    rows = [
        (f"{row['place']}{'=' if row['shared'] else ''}", row["number"], row["total"]) for row in document["standings"]
    ]
    assert rows == account.standings()
    compare_standings(account, Visitor(hall, "/").follow("Standings").page.rows)
