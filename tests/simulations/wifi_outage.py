"""Plays games in which half of the phones lose the Wi-Fi while the server is restarted twice.

    python -m tests.simulations.wifi_outage [--seeds 20] [--first 0] [--outage 30]

Each seed has a hall with two tables of four phones, half of them real Chromium pages. At each table one page is offline
(the browser's own mode), and a proxy cuts the connections of one other phone, or holds them up and passes everything on
late. All players go on tapping. Once the Wi-Fi is back, each phone must show the right hand within five seconds, and
the export must hold every hand once. Prints what happened and how long the slowest phone took.
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

from tests.simulations.two_phones import RESULTS, Phone, text_between
from tests.support.flaky_proxy import FlakyProxy

DEALS = 8
RECOVERY_SECONDS = 5.0  # until a phone with Wi-Fi again must show the right hand
TAP = """script => {
  const status = document.querySelector("#page > .status-line"), first = document.querySelector("#page > .seat-card");
  const hand = first ? 1 : Number((/^Hand (\\d+) of/.exec(status ? status.textContent.trim() : "") || [])[1] || 0);
  const button = hand && document.querySelector(`button[name=result][value="${script[hand - 1]}"]`);
  if (button) button.click();
  return button ? hand : 0;
}"""
SHOWN_HANDS = """async () => {
  const status = document.querySelector("#page > .status-line"), first = document.querySelector("#page > .seat-card");
  if (OUTBOX.taps.length) return -1;
  if (document.querySelector("button[name=word]")) return 8;
  return first ? 0 : Number((/^Hand (\\d+) of/.exec(status ? status.textContent.trim() : "") || [])[1] || 0) - 1;
}"""


class PlainPhone:
    """A phone over plain HTTP that queues its taps as the outbox does and keeps refreshing its page."""

    def __init__(self, phone: Phone, script: list[str]) -> None:
        self.phone, self.script = phone, script
        self.unsent: deque[dict[str, object]] = deque()
        self.shown, self.failures, self.last_failure, self.problems = 0, 0, "", list[str]()
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def tap(self) -> int:
        """Tap a result for the next hand that this phone knows of; return its number, or 0 after the last hand."""
        hand = max([self.shown, *(int(str(one["hand"])) for one in self.unsent)]) + 1
        if hand > DEALS:
            return 0
        self.unsent.append({"hand": hand, "result": self.script[hand - 1], "key": os.urandom(16).hex()})
        return hand

    def shown_hands(self) -> int:
        """Count the hands that its page shows; -1 while taps are unsent."""
        return -1 if self.unsent else self.shown

    def _run(self) -> None:
        while not self.stop.is_set():
            try:
                if self.unsent:
                    status = self.phone.post("hand", **self.unsent[0])
                    if status != 302:
                        self.problems.append(f"{status} for {self.unsent[0]}")
                    self.shown = max(self.shown, int(str(self.unsent.popleft()["hand"])))
                    continue
                page = self.phone.refresh()
                current = re.search(r"Hand (\d+) of", page)
                if 'name="word"' in page or current:
                    self.shown = int(current[1]) - 1 if current else DEALS
            except (OSError, HTTPException) as error:
                self.failures += 1
                self.last_failure = f"{time.monotonic():.1f} {error!r}"
                self.phone.connection.close()
            self.stop.wait(0.3)


class BrowserPhone:
    """A phone that is a page in Chromium."""

    def __init__(self, page: Any, script: list[str]) -> None:
        self.page, self.script, self.problems = page, script, list[str]()

    def tap(self) -> int:
        """Tap a result for the hand that the page asks for; return its number, or 0 when it asks for none."""
        return int(self.page.evaluate(TAP, self.script))

    def shown_hands(self) -> int:
        """Count the hands that the page shows; -1 while taps are unsent."""
        from tests.support.phone_scripts import OUTBOX  # needs Django's settings

        return int(self.page.evaluate(SHOWN_HANDS.replace("OUTBOX", OUTBOX)))


class Simulation:
    """One evening with a hall, eight phones, and a script of results for each table."""

    def __init__(self, hall: Any, screens: Any, seed: int, outage: float, within: float) -> None:
        self.hall, self.screens, self.chance, self.outage, self.within = hall, screens, Random(seed), outage, within
        self.scripts = [[self.chance.choice(RESULTS) for _ in range(DEALS)] for _ in range(2)]
        self.recorded = [0, 0]  # hands tapped so far, by table
        self.proxies = [FlakyProxy(hall.port) for _ in range(2)]
        self.tables: list[list[PlainPhone | BrowserPhone]] = []

    def seat(self) -> None:
        """Sign up eight players, start, and pair a phone with each card: two plain phones and two pages a table."""
        from tests.support.http_visitor import Visitor, paired_visitor
        from tests.support.scorebook import NAMES, codes_on_cards

        organizer = Visitor(self.hall, self.hall.organizer_path)
        organizer.follow("Rules, other games, house rules")
        organizer.press("Save", variant="progressive-cats", deals=str(DEALS)).follow("Desk")
        organizer.press("Add to the list", names="\n".join(NAMES[:8])).press("Number by arrival")
        organizer.press("Start the night")
        codes = {number: code for number, (_, code) in codes_on_cards(self.hall).items()}
        for table, four in enumerate(((1, 6, 2, 5), (3, 8, 4, 7))):
            script, phones = self.scripts[table], list[PlainPhone | BrowserPhone]()
            for number, port in zip(four[2:], (self.proxies[table].port, self.hall.port), strict=True):
                visitor = paired_visitor(self.hall, codes[number])
                form = next((form for form in visitor.page.forms if "key" in form.fields), None)
                assert form, visitor.page.text[:500]
                cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
                phone = Phone(
                    port,
                    cookies,
                    text_between(visitor.url, "/n/", "/"),
                    form.fields["csrfmiddlewaretoken"],
                    form.fields["game"],
                    timeout=5,  # like the outbox
                )
                phones.append(PlainPhone(phone, script))
            phones += [BrowserPhone(self.screens.phone(codes[number]), script) for number in four[:2]]
            self.tables.append(phones)

    def play(self, taps: int, seconds: float) -> None:
        """Make so many taps on random phones of both tables, spread over this time."""
        for _ in range(taps):
            table = self.chance.randrange(2)
            self.recorded[table] = max(self.recorded[table], self.chance.choice(self.tables[table]).tap())
            self._wait(seconds / taps)

    def _wait(self, seconds: float) -> None:
        # A real pause: the simulation measures how phones cope with real seconds without Wi-Fi.
        self.tables[0][2].page.wait_for_timeout(1000 * seconds)  # type: ignore[union-attr]

    def set_outage(self, outage: bool) -> None:
        """Take the Wi-Fi from a page and a plain phone of each table, or give it back."""
        for table, mode in enumerate(("cut", "stalled")):
            self.proxies[table].switch(mode if outage else "open")
            self.tables[table][2].page.context.set_offline(outage)  # type: ignore[union-attr]

    def restart(self, signal_number: int) -> None:
        """End the server with this signal and start it again."""
        self.hall.kill(signal_number)
        self.hall.start()

    def run(self) -> tuple[float, float]:
        """Play the evening; return how long all phones took to be right after the outage and after the last tap."""
        self.seat()
        self.play(6, 1.0)
        self.set_outage(True)
        self.play(6, self.outage / 3)
        self.restart(signal.SIGKILL)
        self.play(6, self.outage / 3)
        self.restart(signal.SIGTERM)
        self.play(6, self.outage / 3)
        self.set_outage(False)
        recovery = self.wait_until_right()
        while min(self.recorded) < DEALS:
            self.play(4, 0.5)
        return recovery, self.wait_until_right()

    def wait_until_right(self) -> float:
        """Wait until every phone shows the hands of its table, and return the seconds that it took."""
        start = time.monotonic()
        while True:
            shown = [[phone.shown_hands() for phone in phones] for phones in self.tables]
            elapsed = time.monotonic() - start
            if all(set(four) == {recorded} for four, recorded in zip(shown, self.recorded, strict=True)):
                return elapsed
            assert elapsed < self.within, (
                f"after {elapsed:.1f} s phones show {shown} hands instead of {self.recorded}; the last "
                f"failures up to {start + elapsed:.1f}: "
                f" {[four[0].last_failure for four in self.tables]}"
                f" {[[phone.problems for phone in four] for four in self.tables]}"
            )
            self._wait(0.05)

    def check(self) -> str:
        """Check that the export has each hand once, as scripted, and no open dispute; return a summary."""
        document = self.hall.export()
        for table, script in zip(document["rounds"][0]["tables"], self.scripts, strict=True):
            from tests.support.scorebook import result_value

            assert [(hand["hand"], hand["version"]) for hand in table["hands"]] == [(n + 1, 1) for n in range(DEALS)]
            assert [result_value(hand["record"]) for hand in table["hands"]] == script
            assert all(
                result_value(dispute["record"]) == script[dispute["hand"] - 1] and dispute["settled_at"]
                for dispute in table["claims"]
            )
        plain_phones = [phone for phones in self.tables for phone in phones if isinstance(phone, PlainPhone)]
        assert not [problem for phone in plain_phones for problem in phone.problems]
        merged = sum(len(table["claims"]) for table in document["rounds"][0]["tables"])
        failures = sum(phone.failures for phone in plain_phones)
        return f"16 hands, 0 lost, 0 doubled, {merged} sent by a second phone too, {failures} failed requests"

    def close(self) -> None:
        """Stop the phones and proxies."""
        for phone in (phone for phones in self.tables for phone in phones if isinstance(phone, PlainPhone)):
            phone.stop.set()
            phone.thread.join(10)
        for proxy in self.proxies:
            proxy.close()


def run(browser: Any, folder: Path, seed: int, outage: float, within: float = RECOVERY_SECONDS) -> str:
    """Run one seed in a hall of its own and return a summary; every phone must be right `within` so many seconds."""
    from tests.support.hall_server import Hall
    from tests.support.screens import Screens

    with Hall.opened(folder) as hall:
        screens = Screens(browser, hall)
        evening = Simulation(hall, screens, seed, outage, within)
        try:
            recovery, last = evening.run()
            summary = evening.check()
        finally:
            evening.close()
            screens.close()
        return (
            f"seed {seed}: {summary}; all right {recovery:.1f} s after the Wi-Fi was back, "
            f"{last:.1f} s after the last tap"
        )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
    from playwright.sync_api import sync_playwright

    from tests.support.chromium import CHROMIUM, CHROMIUM_FLAGS

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=20, help="how many seeds")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--outage", type=float, default=30.0, help="seconds without Wi-Fi, not counting the restarts")
    options = parser.parse_args()
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        for number in range(options.first, options.first + options.seeds):
            with tempfile.TemporaryDirectory() as folder:
                print(run(chromium, Path(folder), number, options.outage))
                sys.stdout.flush()
        chromium.close()
