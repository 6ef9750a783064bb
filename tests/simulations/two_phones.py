"""Two phones at one table tap one hand at the same instant: the same result, or different ones.

`python -m tests.simulations.two_phones --times 1000` plays that over HTTP against a hall of its own, on SQLite or on
the PostgreSQL of DATABASE_URL. After each tap there must be one hand, and one dispute if the two said different things;
then both settle the dispute at the same instant, each in its own favor, and one hand stands. Prints what happened.
"""

from __future__ import annotations

import argparse
import http.client
import os
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Barrier
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import django

A_TABLE = 100  # races, so that no game gets too many versions to read
RESULTS = ("NS:3-4", "NS:5", "NS:5-alone", "NS:0-2", "EW:3-4", "EW:5", "EW:5-alone", "EW:0-2")


@dataclass
class Phone:
    """A phone with one open connection; `token` and `game` as its page has them."""

    port: int
    cookies: str
    slug: str
    token: str
    game: str
    line: http.client.HTTPConnection = field(init=False)
    used: float = 0.0
    patience: float = 30  # seconds for an answer

    def __post_init__(self) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.patience)

    def look(self) -> str:
        """The page."""
        return self._ask("GET", f"/n/{self.slug}/play/")[1].decode()

    def post(self, path: str, **said: object) -> int:
        """One tap, and the answer's status."""
        sent = urlencode({"csrfmiddlewaretoken": self.token, "game": self.game} | said)
        return self._ask("POST", f"/n/{self.slug}/play/{path}/", sent)[0]

    def _ask(self, method: str, path: str, sent: str | None = None) -> tuple[int, bytes]:
        if time.monotonic() - self.used > 2:  # the server hangs up on an idle line after five seconds
            self.line.close()
        self.line.request(
            method, path, sent, {"Cookie": self.cookies, "Content-Type": "application/x-www-form-urlencoded"}
        )
        answer = self.line.getresponse()
        self.used = time.monotonic()
        return answer.status, answer.read()


def at_once(pool: ThreadPoolExecutor, *taps: tuple[Phone, str, dict[str, object]]) -> list[int]:
    """All these taps at the same instant."""
    barrier = Barrier(len(taps))

    def tap(phone: Phone, path: str, said: dict[str, object]) -> int:
        barrier.wait(10)
        return phone.post(path, **said)

    return [found.result() for found in [pool.submit(tap, *what) for what in taps]]


def between(text: str, before: str, after: str) -> str:
    """What stands between the first `before` and the next `after`."""
    return text.partition(before)[2].partition(after)[0]


def race(one: Phone, other: Phone, chance: Random, pool: ThreadPoolExecutor) -> str:
    """One hand, told twice at once, settled if need be, and taken back; what happened, in a word."""
    first, second = chance.choice(RESULTS), chance.choice(RESULTS)
    if chance.random() < 0.5:
        second = first
    told = at_once(
        pool,
        *(
            (phone, "hand", {"hand": 1, "result": result, "key": uuid4().hex})
            for phone, result in ((one, first), (other, second))
        ),
    )
    assert told == [302, 302], told
    pages = [phone.look() for phone in (one, other)]
    what = "agreed"
    if first == second:
        assert all("✓✓ Both agree." in page and "two answers" not in page for page in pages), (first, second)
    else:
        what = "disputed"
        assert all("two answers" in page for page in pages), (first, second)
        dispute = between(pages[0], 'name="dispute" value="', '"')
        settled = at_once(
            pool,
            *(
                (phone, "settle", {"dispute": dispute, "right": right})
                for phone, right in chance.sample([(one, "keep"), (other, "take")], 2)
            ),
        )
        assert settled == [302, 302], settled
        pages = [phone.look() for phone in (one, other)]
        assert all("two answers" not in page and "Hand 2 of" in page for page in pages)
    newest = {between(page, 'name="undo" value="', '"') for page in pages}
    assert len(newest) == 1, "the two phones show different hands"
    assert one.post("undo", undo=newest.pop()) == 302
    return what


def check(document: dict[str, Any], happened: Counter[str]) -> dict[str, int]:
    """Every race left one hand and one answer beside it; a dispute settled for the other left one version more."""
    tables = [table for round_ in document["rounds"] for table in round_["tables"]]
    hands = [hand for table in tables for hand in table["hands"]]
    disputes = [dispute for table in tables for dispute in table["claims"]]
    races, told = sum(happened.values()), {hand["key"]: hand for hand in hands if hand["record"]}
    taken = [dispute for dispute in disputes if dispute["key"] in told]
    assert len(disputes) == len({dispute["key"] for dispute in disputes}) == races
    assert len(told) == races + len(taken) and len(hands) == len(told) + races, "a hand was there twice, or never"
    assert all(dispute["settled_at"] for dispute in disputes) and len(taken) <= happened["disputed"]
    assert {hand["hand"] for hand in hands} <= {1} and not any(hand["current"] for hand in hands)
    return {"races": races, **happened, "settled for the second": len(taken)}


def seat_phones(hall: Any, tables: int) -> list[tuple[Phone, Phone]]:
    """Two phones at each table, of players who are opponents."""
    from tests.support.http_visitor import Visitor, keeper
    from tests.support.reference_scores import codes_on_cards

    names = [f"P{chr(65 + n // 26)}{chr(97 + n % 26)} Zed" for n in range(4 * tables)]
    chart = "1  " + "  ".join(f"{n}-{n + 1} vs {n + 2}-{n + 3}" for n in range(1, 4 * tables, 4))
    organizer = Visitor(hall, hall.organizer_path)
    organizer.press("Add to the list", names="\n".join(names))
    organizer.press("Check and use it", name="One game", notation=chart)
    organizer.press("Number by arrival").press("Start the night")
    codes = codes_on_cards(hall)

    def phone(number: int) -> Phone:
        visitor = keeper(hall, codes[number][1])
        form = next(form for form in visitor.page.forms if "key" in form.fields)
        return Phone(
            hall.port,
            "; ".join(f"{name}={value}" for name, value in visitor.cookies.items()),
            visitor.url.split("/")[2],
            form.fields["csrfmiddlewaretoken"],
            form.fields["game"],
        )

    return [(phone(4 * table + 1), phone(4 * table + 3)) for table in range(tables)]


def run(hall: Any, times: int, seed: int = 0) -> dict[str, int]:
    """So many races in this hall, and what happened in them."""
    tables = seat_phones(hall, -(-times // A_TABLE))
    chance, happened = Random(seed), Counter[str]()
    with ThreadPoolExecutor(2) as pool:
        for number in range(times):
            happened[race(*tables[number % len(tables)], chance, pool)] += 1
    return check(hall.export(), happened)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
    from tests.support.hall_server import Hall

    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--times", type=int, default=1000)
    asked.add_argument("--seed", type=int, default=0)
    options = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder, Hall.opened(Path(folder)) as opened:
        began = time.monotonic()
        found = run(opened, options.times, options.seed)
        print(
            f"{opened.env['DATABASE_URL'].partition(':')[0]}: "
            + ", ".join(f"{count} {what}" for what, count in found.items())
            + f"; never two hands. {time.monotonic() - began:.0f} s"
        )
