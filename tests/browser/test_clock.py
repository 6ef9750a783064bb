"""The countdown clock: its HTML, and that it is right on a device whose own clock is wrong."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone
from playwright.sync_api import Browser

from tests.support.serverless_browser import freeze_clock

SCRIPT = Path(settings.BASE_DIR) / "tournament/static/tournament/scripts/clock.js"
NOW = datetime(2026, 11, 24, 20, 0, 0, 250_000, tzinfo=UTC)


@pytest.fixture
def html(monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the HTML of a clock with twelve and a half minutes left."""
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    return render_to_string("components/clock.html", {"until": NOW + timedelta(minutes=12, seconds=30)})


def test_a_clock_shows_the_time_left_without_javascript(html: str) -> None:
    assert 'role="timer"' in html and ">12:30</time>" in html
    assert f'data-now="{int(NOW.timestamp() * 1000)}"' in html
    assert f'data-until="{int(NOW.timestamp() * 1000) + 750_000}"' in html
    rings = timezone.localtime(NOW + timedelta(minutes=12, seconds=30)).strftime("%-I:%M %p")
    assert f"until {rings}" in html.split("<noscript>")[1]


def test_a_clock_is_not_a_live_region(html: str) -> None:
    assert "aria-live" not in html and 'role="alert"' not in html and 'role="status"' not in html


def test_a_clock_that_has_run_down_shows_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    assert ">0:00</time>" in render_to_string("components/clock.html", {"until": NOW - timedelta(minutes=1)})


@pytest.mark.parametrize("wrong", [timedelta(hours=1), timedelta(hours=-1), timedelta(0)])
def test_a_clock_is_right_on_a_device_whose_own_clock_is_an_hour_wrong(
    browser: Browser, html: str, wrong: timedelta
) -> None:
    page = browser.new_page()
    freeze_clock(page, NOW + wrong)
    page.set_content(html)
    page.add_script_tag(path=SCRIPT)
    clock, seen = page.locator(".clock"), []
    for seconds in (0, 31, 599, 119, 1, 60):
        page.clock.run_for(seconds * 1000)
        seen.append((clock.inner_text(), str(clock.get_attribute("class"))))
    page.close()
    assert seen == [
        ("12:30", "clock"),
        ("11:59", "clock"),
        ("2:00", "clock soon"),
        ("0:01", "clock soon"),
        ("0:00", "clock soon over"),
        ("0:00", "clock soon over"),
    ]


def test_a_clock_that_is_swapped_in_uses_its_own_server_time(browser: Browser, html: str) -> None:
    page = browser.new_page()
    freeze_clock(page, NOW + timedelta(hours=1))
    page.set_content(f"<div id=here>{html}</div>")
    page.add_script_tag(path=SCRIPT)
    page.clock.run_for(60_000)
    was = int(NOW.timestamp() * 1000)
    later = html.replace(f'data-now="{was}"', f'data-now="{was + 30_000}"')
    page.evaluate(
        """html => { document.getElementById("here").innerHTML = html;
        document.dispatchEvent(new Event("htmx:afterSettle")); }""",
        later,
    )
    text = page.locator(".clock").inner_text()
    page.close()
    assert text == "12:00"


@pytest.mark.long
def test_without_a_game_clock_the_time_of_day_in_the_hall_is_shown(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    with timezone.override("America/Chicago"):
        html = render_to_string("components/clock.html", {})
    assert ">2:00</time>" in html
    page = browser.new_page(timezone_id="Asia/Tokyo")
    freeze_clock(page, NOW + timedelta(hours=1))
    page.set_content(html)
    page.add_script_tag(path=SCRIPT)
    page.clock.run_for(125 * 60_000)
    text = page.locator(".clock").inner_text()
    page.close()
    assert text == "4:05"
