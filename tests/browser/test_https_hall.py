"""A hall with a certificate of its own, in real Chromium: pages, live stream, cookies, taps, over HTTPS alone."""

from __future__ import annotations

import http.client
import re
import socket
import urllib.request
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.certificates import make_certificate
from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor, paired_visitor, press_results
from tests.support.offline_phones import phone_at_table, recorded, recorded_hands, tap_result
from tests.support.screens import LAPTOP, Screens
from tests.support.streams import newest_slug
from tests.support.waiting import wait_for_script, wait_until

pytestmark = pytest.mark.long

HIDE = """hidden => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event("visibilitychange"));
}"""
NOTE_LOCKS = """() => {
  window.locks = [];
  const request = navigator.wakeLock.request.bind(navigator.wakeLock);
  navigator.wakeLock.request = async type => {
    const lock = await request(type);
    locks.push(lock);
    return lock;
  };
}"""
HELD = "() => locks.map(lock => !lock.released)"
SHARING = """
navigator.share = async what => { window.shared = what; };
navigator.vibrate = how => { window.shook = how; };
"""


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """A hall that serves HTTPS."""
    with Hall.database_in(tmp_path) as env:
        opened = Hall(env=env | make_certificate(tmp_path / "certificate").settings)
        try:
            opened.start()
            yield opened
        finally:
            opened.kill()


@pytest.fixture
def screens(browser: Browser, hall: Hall) -> Iterator[Screens]:
    """Pages of that hall; the browser takes its certificate for good."""
    opened = Screens(browser, hall)
    yield opened
    opened.close()


def test_a_phone_scores_over_https_and_hears_of_the_others(screens: Screens) -> None:
    hall = screens.hall
    phone, codes = phone_at_table(screens)
    other = screens.phone(codes[2])
    assert phone.evaluate("isSecureContext") and phone.url.startswith("https://")
    tap_result(phone, "NS:5")
    expect(phone.locator(".tail .status-line")).to_contain_text(recorded("Hand 1"))
    expect(other.locator(".tail .status-line")).to_contain_text("Hand 1")  # the stream told it
    assert recorded_hands(hall) == [(1, "NS:5")]
    cookies = {cookie["name"]: cookie for cookie in phone.context.cookies()}
    assert {"phone", "csrftoken"} <= cookies.keys()
    assert all(cookie["secure"] for cookie in cookies.values())
    assert f"https://localhost:{hall.port}/" in hall.output, "codes lead to the certificate's name"


def test_nobody_says_in_a_header_that_a_request_came_otherwise(hall: Hall) -> None:
    assert hall.trusting
    with closing(http.client.HTTPSConnection("127.0.0.1", hall.port, timeout=30, context=hall.trusting)) as asked:
        asked.request("GET", "/", headers={"X-Forwarded-Proto": "http", "X-Forwarded-For": "203.0.113.9"})
        answer = asked.getresponse()
        assert answer.status == 200 and answer.getheader("Strict-Transport-Security") is None


def test_the_screen_stays_on_while_the_scoring_page_is_seen(screens: Screens, hall: Hall) -> None:
    phone, codes = phone_at_table(screens)
    phone.context.add_init_script(f"({NOTE_LOCKS})()")
    phone.reload()
    wait_until(phone, lambda: phone.evaluate(HELD) == [True])
    phone.evaluate(HIDE, True)
    wait_until(phone, lambda: phone.evaluate(HELD) == [False])
    phone.evaluate(HIDE, False)
    wait_until(phone, lambda: phone.evaluate(HELD) == [False, True])
    tap_result(phone, "NS:5")
    expect(phone.locator(".tail .status-line")).to_contain_text(recorded("Hand 1"))
    phone.evaluate("locks.at(-1).release()")  # as a browser does when the battery is low
    phone.locator(".score").click()
    wait_until(phone, lambda: phone.evaluate(HELD) == [False, False, True])
    Visitor(hall, hall.organizer_path).open(f"{phone.url.removesuffix('play/')}board/").press(
        "End game 1 (ring the bell)"
    )
    partner, opponent = paired_visitor(hall, codes[2]), paired_visitor(hall, codes[3])
    press_results(partner, "NS:5", "NS:agree")
    press_results(opponent, "EW:agree")
    expect(phone.get_by_role("heading", name="You have played all your games")).to_be_visible()
    wait_until(phone, lambda: phone.evaluate(HELD) == [False, False, False])


def test_links_are_shared_as_codes_have_them_and_the_bell_shakes_a_phone(screens: Screens, hall: Hall) -> None:
    at_name = hall.url.replace("127.0.0.1", "localhost")
    desk = screens.open(hall.organizer_path, LAPTOP)
    desk.context.add_init_script(SHARING)
    desk.goto(f"{hall.url}/n/{newest_slug(hall)}/desk/")
    desk.get_by_role("button", name="Share the link").click()
    assert re.fullmatch(f"{at_name}/J/[A-Z0-9]+".upper(), desk.evaluate("shared.url").upper())
    phone, _ = phone_at_table(screens)
    phone.goto(phone.url.replace("play/", "standings/"))
    expect(phone.locator("[data-share]")).to_be_hidden()  # this browser has no apps to share with
    phone.context.add_init_script(SHARING)
    night = phone.url.removesuffix("standings/")
    for address in ("standings/", "tally/1/"):
        phone.goto(night + address)
        phone.get_by_role("button", name="Share").click()
        assert phone.evaluate("shared.url") == night.replace(hall.url, at_name) + address
    phone.goto(f"{night}play/")
    tap_result(phone, "NS:5")
    Visitor(hall, hall.organizer_path).open(f"{phone.url.removesuffix('play/')}board/").press(
        "End game 1 (ring the bell)"
    )
    wait_for_script(phone, "window.shook && shook.length > 2")


def test_plain_http_is_led_to_https_in_a_browser_too(screens: Screens, hall: Hall) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", hall.port, timeout=30)) as asked:
        asked.request("GET", "/j/?a=b")
        answer = asked.getresponse()
        assert answer.status == 302 and answer.getheader("Location") == f"https://localhost:{hall.port}/j/?a=b"
        assert answer.getheader("Cache-Control") == "no-store"
    page = screens.open("/help/")
    page.goto(f"http://127.0.0.1:{hall.port}/j/")
    assert page.url == f"https://localhost:{hall.port}/j/"
    expect(page.get_by_role("heading").first).to_be_visible()


def test_connections_that_say_nothing_or_nonsense_keep_nobody_out(hall: Hall) -> None:
    assert hall.trusting
    silent = [socket.create_connection(("127.0.0.1", hall.port), timeout=30) for _ in range(40)]
    half = socket.create_connection(("127.0.0.1", hall.port), timeout=30)
    half.sendall(b"\x16\x03\x01")  # of a handshake, no more
    nonsense = socket.create_connection(("127.0.0.1", hall.port), timeout=30)
    nonsense.sendall(b"\x00\x01 nonsense")
    with suppress(ConnectionResetError):
        assert nonsense.recv(100) == b""
    request = urllib.request.Request(f"{hall.url}/j/")
    with urllib.request.urlopen(request, timeout=5, context=hall.trusting) as answer:
        assert answer.status == 200
    for each in (*silent, half):
        each.settimeout(20)
        with suppress(ConnectionResetError):
            assert each.recv(1) == b"", "closed by the server"
        each.close()
    nonsense.close()
    assert "Traceback" not in (Path(hall.env["EUCHRE_DATA"]) / "server.log").read_text()
