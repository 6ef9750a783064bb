"""A hall with a certificate of its own, in real Chromium: pages, live stream, cookies, taps, over HTTPS alone."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.certificates import make_certificate
from tests.support.hall_server import Hall
from tests.support.offline_phones import phone_at_table, recorded, recorded_hands, tap_result
from tests.support.screens import Screens

pytestmark = pytest.mark.long


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
