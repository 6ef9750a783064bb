"""Lets two phones at a table record the same hand at the same instant, with equal or different results.

    python -m tests.simulations.two_phones [--times 1000] [--seed 0]

It runs over HTTP against a hall of its own, on SQLite or the PostgreSQL server of DATABASE_URL. After each race there
must be one hand, and one dispute if the results differ. Then both phones settle the dispute at the same instant, each
in its own favor, and one hand must remain. Prints what happened.
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

RACES_PER_TABLE = 100  # more would give a game too many versions to read
RESULTS = ("NS:3-4", "NS:5", "NS:5-alone", "NS:0-2", "EW:3-4", "EW:5", "EW:5-alone", "EW:0-2")


@dataclass
class Phone:
    """A phone with one open connection; `token` (CSRF) and `game` are from its page."""

    port: int
    cookies: str
    slug: str
    token: str
    game: str
    connection: http.client.HTTPConnection = field(init=False)
    last_used: float = 0.0
    timeout: float = 30  # seconds

    def __post_init__(self) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)

    def refresh(self) -> str:
        """Fetch the scoring page."""
        return self._request("GET", f"/n/{self.slug}/play/")[1].decode()

    def post(self, path: str, **form: object) -> int:
        """Post a form of the scoring page and return the answer's status."""
        body = urlencode({"csrfmiddlewaretoken": self.token, "game": self.game} | form)
        return self._request("POST", f"/n/{self.slug}/play/{path}/", body)[0]

    def _request(self, method: str, path: str, body: str | None = None) -> tuple[int, bytes]:
        if time.monotonic() - self.last_used > 2:  # the server closes an idle connection after five seconds
            self.connection.close()
        self.connection.request(
            method, path, body, {"Cookie": self.cookies, "Content-Type": "application/x-www-form-urlencoded"}
        )
        answer = self.connection.getresponse()
        self.last_used = time.monotonic()
        return answer.status, answer.read()


def post_at_once(pool: ThreadPoolExecutor, *posts: tuple[Phone, str, dict[str, object]]) -> list[int]:
    """Post all these forms at the same instant and return the statuses."""
    barrier = Barrier(len(posts))

    def post(phone: Phone, path: str, form: dict[str, object]) -> int:
        barrier.wait(30)
        return phone.post(path, **form)

    return [future.result() for future in [pool.submit(post, *arguments) for arguments in posts]]


def text_between(text: str, before: str, after: str) -> str:
    """Return the text between the first `before` and the next `after`."""
    return text.partition(before)[2].partition(after)[0]


def race(one: Phone, other: Phone, chance: Random, pool: ThreadPoolExecutor) -> str:
    """Record one hand twice at once, settle a dispute, undo the hand; return "agreed" or "disputed"."""
    first, second = chance.choice(RESULTS), chance.choice(RESULTS)
    if chance.random() < 0.5:
        second = first
    statuses = post_at_once(
        pool,
        *(
            (phone, "hand", {"hand": 1, "result": result, "key": uuid4().hex})
            for phone, result in ((one, first), (other, second))
        ),
    )
    assert statuses == [302, 302], statuses
    pages = [phone.refresh() for phone in (one, other)]
    outcome = "agreed"
    if first == second:
        assert all("✓✓ Both agree." in page and "two answers" not in page for page in pages), (first, second)
    else:
        outcome = "disputed"
        assert all("two answers" in page for page in pages), (first, second)
        dispute = text_between(pages[0], 'name="dispute" value="', '"')
        statuses = post_at_once(
            pool,
            *(
                (phone, "settle", {"dispute": dispute, "right": right})
                for phone, right in chance.sample([(one, "keep"), (other, "take")], 2)
            ),
        )
        assert statuses == [302, 302], statuses
        pages = [phone.refresh() for phone in (one, other)]
        assert all("two answers" not in page and "Hand 2 of" in page for page in pages)
    newest = {text_between(page, 'name="undo" value="', '"') for page in pages}
    assert len(newest) == 1, "the two phones show different hands"
    assert one.post("undo", undo=newest.pop()) == 302
    return outcome


def check(document: dict[str, Any], outcomes: Counter[str]) -> dict[str, int]:
    """Check the rows in the export and return the figures to print.

    Every race leaves one hand, one dispute and one undo; a dispute settled for the second phone adds a version.
    """
    tables = [table for round_ in document["rounds"] for table in round_["tables"]]
    hands = [hand for table in tables for hand in table["hands"]]
    disputes = [dispute for table in tables for dispute in table["claims"]]
    races, recorded = sum(outcomes.values()), {hand["key"]: hand for hand in hands if hand["record"]}
    taken = [dispute for dispute in disputes if dispute["key"] in recorded]
    assert len(disputes) == len({dispute["key"] for dispute in disputes}) == races
    assert len(recorded) == races + len(taken), "a hand was recorded twice or never"
    assert len(hands) == len(recorded) + races, "a hand was undone twice or never"
    assert all(dispute["settled_at"] for dispute in disputes) and len(taken) <= outcomes["disputed"]
    assert {hand["hand"] for hand in hands} <= {1} and not any(hand["current"] for hand in hands)
    return {"races": races, **outcomes, "settled for the second": len(taken)}


def seat_phones(hall: Any, tables: int) -> list[tuple[Phone, Phone]]:
    """Open a night of so many tables and pair the phones of two opponents at each."""
    from tests.support.http_visitor import Visitor, paired_visitor
    from tests.support.scorebook import codes_on_cards

    names = [f"P{chr(65 + n // 26)}{chr(97 + n % 26)} Zed" for n in range(4 * tables)]
    chart = "1  " + "  ".join(f"{n}-{n + 1} vs {n + 2}-{n + 3}" for n in range(1, 4 * tables, 4))
    organizer = Visitor(hall, hall.organizer_path)
    organizer.press("Add to the list", names="\n".join(names))
    organizer.press("Check and use it", name="One game", notation=chart)
    organizer.press("Number by arrival").press("Start the night")
    codes = codes_on_cards(hall)

    def phone(number: int) -> Phone:
        visitor = paired_visitor(hall, codes[number][1])
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
    """Run so many races in this hall and return the figures."""
    tables = seat_phones(hall, -(-times // RACES_PER_TABLE))
    chance, outcomes = Random(seed), Counter[str]()
    with ThreadPoolExecutor(2) as pool:
        for number in range(times):
            outcomes[race(*tables[number % len(tables)], chance, pool)] += 1
    return check(hall.export(), outcomes)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
    from tests.support.hall_server import Hall

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=1000, help="how many races")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Hall.opened(Path(folder)) as opened:
        start = time.monotonic()
        figures = run(opened, options.times, options.seed)
        print(
            f"{opened.env['DATABASE_URL'].partition(':')[0]}: "
            + ", ".join(f"{count} {name}" for name, count in figures.items())
            + f"; never two hands. {time.monotonic() - start:.0f} s"
        )
