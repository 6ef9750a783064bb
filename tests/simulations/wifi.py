"""The Wi-Fi goes away for half of the phones in the middle of a game, and the server is restarted twice meanwhile.

`python -m tests.simulations.wifi --seeds 20` plays that, each seed with a hall of its own: two tables of four phones,
half of them real Chromium pages. Of each table one page is offline (the browser's own mode), and one phone's
connections are cut, or swallowed and let through late, by a proxy. Everybody taps on. Once all are back, each phone
must show the right hand within five seconds, and the export must hold every hand once. Prints what happened, and the
slowest phone.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
import tempfile
import threading
import time
from collections import deque
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any

import django

from tests.simulations.two_phones import RESULTS, Phone, between
from tests.support.flaky_proxy import FlakyProxy
from tests.support.phone_scripts import OUTBOX

DEALS = 8
BACK = 5.0  # seconds in which a phone that is back must be right
TAP = """script => {
  const said = document.querySelector("#page > .said"), first = document.querySelector("#page > .seatcard");
  const hand = first ? 1 : Number((/^Hand (\\d+) of/.exec(said ? said.textContent.trim() : "") || [])[1] || 0);
  const button = hand && document.querySelector(`button[name=result][value="${script[hand - 1]}"]`);
  if (button) button.click();
  return button ? hand : 0;
}"""
SHOWS = f"""async () => {{
  const said = document.querySelector("#page > .said"), first = document.querySelector("#page > .seatcard");
  if ({OUTBOX}.taps.length) return -1;
  if (document.querySelector("button[name=word]")) return 8;
  return first ? 0 : Number((/^Hand (\\d+) of/.exec(said ? said.textContent.trim() : "") || [])[1] || 0) - 1;
}}"""


class Paper:
    """A phone over plain HTTP that keeps its taps as the outbox does, and looks again and again."""

    def __init__(self, phone: Phone, script: list[str]) -> None:
        self.phone, self.script = phone, script
        self.unsent: deque[dict[str, object]] = deque()
        self.shown, self.lost, self.last, self.problems = 0, 0, "", list[str]()
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def tap(self) -> int:
        """Tell the next hand that this phone knows of; the hand's number, 0 when all are told."""
        hand = max([self.shown, *(int(str(one["hand"])) for one in self.unsent)]) + 1
        if hand > DEALS:
            return 0
        self.unsent.append({"hand": hand, "result": self.script[hand - 1], "key": os.urandom(16).hex()})
        return hand

    def shows(self) -> int:
        """How many hands its page shows; -1 while it has something to send."""
        return -1 if self.unsent else self.shown

    def _run(self) -> None:
        while not self.over.is_set():
            try:
                if self.unsent:
                    status = self.phone.post("hand", **self.unsent[0])
                    if status != 302:
                        self.problems.append(f"{status} for {self.unsent[0]}")
                    self.shown = max(self.shown, int(str(self.unsent.popleft()["hand"])))
                    continue
                page = self.phone.look()
                told = re.search(r"Hand (\d+) of", page)
                if 'name="word"' in page or told:
                    self.shown = int(told[1]) - 1 if told else DEALS
            except (OSError, HTTPException) as error:
                self.lost += 1
                self.last = f"{time.monotonic():.1f} {error!r}"
                self.phone.line.close()
            self.over.wait(0.3)


class Browser:
    """A phone that is a page of a real browser."""

    def __init__(self, page: Any, script: list[str]) -> None:
        self.page, self.script, self.problems = page, script, list[str]()

    def tap(self) -> int:
        """Tell the hand that the page asks for."""
        return int(self.page.evaluate(TAP, self.script))

    def shows(self) -> int:
        """How many hands the page shows; -1 while it keeps something that is not sent."""
        return int(self.page.evaluate(SHOWS))


class Seed:
    """One evening: the hall, eight phones, what each table plays."""

    def __init__(self, hall: Any, screens: Any, seed: int, outage: float, within: float) -> None:
        self.hall, self.screens, self.chance, self.outage, self.within = hall, screens, Random(seed), outage, within
        self.scripts = [[self.chance.choice(RESULTS) for _ in range(DEALS)] for _ in range(2)]
        self.told = [0, 0]
        self.proxies = [FlakyProxy(hall.port) for _ in range(2)]
        self.tables: list[list[Paper | Browser]] = []

    def seat(self) -> None:
        """Sign up, start, and claim a card on every phone: at each table two pages, one of them will be away."""
        from tests.support.http_visitor import Visitor, keeper
        from tests.support.reference_scores import NAMES, codes_on_cards

        organizer = Visitor(self.hall, self.hall.organizer_path)
        organizer.follow("Rules, other games, house rules")
        organizer.press("Save", variant="progressive-cats", deals=str(DEALS)).follow("Desk")
        organizer.press("Add to the list", names="\n".join(NAMES[:8])).press("Number by arrival")
        organizer.press("Start the night")
        codes = {number: code for number, (_, code) in codes_on_cards(self.hall).items()}
        for table, four in enumerate(((1, 6, 2, 5), (3, 8, 4, 7))):
            script, phones = self.scripts[table], list[Paper | Browser]()
            for number, port in zip(four[2:], (self.proxies[table].port, self.hall.port), strict=True):
                visitor = keeper(self.hall, codes[number])
                form = next((form for form in visitor.page.forms if "key" in form.fields), None)
                assert form, visitor.page.text[:500]
                cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
                phone = Phone(
                    port,
                    cookies,
                    between(visitor.url, "/n/", "/"),
                    form.fields["csrfmiddlewaretoken"],
                    form.fields["game"],
                    patience=5,
                )  # as the outbox
                phones.append(Paper(phone, script))
            phones += [Browser(self.screens.phone(codes[number]), script) for number in four[:2]]
            self.tables.append(phones)

    def play(self, taps: int, seconds: float) -> None:
        """So many taps at chance phones of both tables, spread over this time."""
        for _ in range(taps):
            table = self.chance.randrange(2)
            self.told[table] = max(self.told[table], self.chance.choice(self.tables[table]).tap())
            self._wait(seconds / taps)

    def _wait(self, seconds: float) -> None:
        self.tables[0][2].page.wait_for_timeout(1000 * seconds)  # type: ignore[union-attr]

    def go_away(self, away: bool) -> None:
        """Half of the phones: a page and a plain phone of each table. One proxy cuts, the other swallows."""
        for table, how in enumerate(("cut", "hole")):
            self.proxies[table].set(how if away else "open")
            self.tables[table][2].page.context.set_offline(away)  # type: ignore[union-attr]

    def restart(self, how: int) -> None:
        """The server ends and starts again."""
        self.hall.kill(how)
        self.hall.start()

    def run(self) -> tuple[float, float]:
        """The whole evening; seconds until the last phone was right after it came back, and after the last tap."""
        self.seat()
        self.play(6, 1.0)
        self.go_away(True)
        self.play(6, self.outage / 3)
        self.restart(signal.SIGKILL)
        self.play(6, self.outage / 3)
        self.restart(signal.SIGTERM)
        self.play(6, self.outage / 3)
        self.go_away(False)
        back = self.all_right()
        while min(self.told) < DEALS:
            self.play(4, 0.5)
        return back, self.all_right()

    def all_right(self) -> float:
        """Seconds until every phone shows what was told at its table."""
        began = time.monotonic()
        while True:
            shown = [[phone.shows() for phone in phones] for phones in self.tables]
            spent = time.monotonic() - began
            if all(set(four) == {told} for four, told in zip(shown, self.told, strict=True)):
                return spent
            assert spent < self.within, (
                f"after {spent:.1f} s phones show {shown}, told were {self.told}; the last "
                f"errors up to {began + spent:.1f}: "
                f" {[four[0].last for four in self.tables]}"
                f" {[[phone.problems for phone in four] for four in self.tables]}"
            )
            self._wait(0.05)

    def check(self) -> str:
        """Every hand once, as the script has it; every word of another phone agrees. What happened, in words."""
        document = self.hall.export()
        for table, script in zip(document["rounds"][0]["tables"], self.scripts, strict=True):
            from tests.support.reference_scores import said

            assert [(hand["hand"], hand["version"]) for hand in table["hands"]] == [(n + 1, 1) for n in range(DEALS)]
            assert [said(hand["record"]) for hand in table["hands"]] == script
            assert all(said(one["record"]) == script[one["hand"] - 1] and one["settled_at"] for one in table["claims"])
        papers = [phone for phones in self.tables for phone in phones if isinstance(phone, Paper)]
        assert not [problem for phone in papers for problem in phone.problems]
        merged = sum(len(table["claims"]) for table in document["rounds"][0]["tables"])
        lost = sum(phone.lost for phone in papers)
        return f"16 hands, 0 lost, 0 doubled, {merged} told by another phone too, {lost} lost tries"

    def close(self) -> None:
        """End the phones and proxies."""
        for phone in (phone for phones in self.tables for phone in phones if isinstance(phone, Paper)):
            phone.over.set()
            phone.thread.join(10)
        for proxy in self.proxies:
            proxy.close()


def run(browser: Any, folder: Path, seed: int, outage: float, within: float = BACK) -> str:
    """One seed in a hall of its own; what happened. Every phone must be right `within` so many seconds."""
    from tests.support.hall_server import Hall
    from tests.support.screens import Screens

    with Hall.opened(folder) as hall:
        screens = Screens(browser, hall)
        evening = Seed(hall, screens, seed, outage, within)
        try:
            back, last = evening.run()
            found = evening.check()
        finally:
            evening.close()
            for context in screens.contexts:
                context.close()
        return f"seed {seed}: {found}; all right {back:.1f} s after the Wi-Fi was back, {last:.1f} s after the last tap"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
    from playwright.sync_api import sync_playwright

    from tests.support.chromium import CHROMIUM, CHROMIUM_FLAGS

    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seeds", type=int, default=20)
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--outage", type=float, default=30.0, help="seconds without Wi-Fi, beside the two restarts")
    options = asked.parse_args()
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        for number in range(options.first, options.first + options.seeds):
            with tempfile.TemporaryDirectory() as place:
                print(run(chromium, Path(place), number, options.outage))
                sys.stdout.flush()
        chromium.close()
