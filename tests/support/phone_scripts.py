"""Access to the scripts of a phone's page, which are modules and so leave nothing in the global scope."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from playwright.sync_api import Page

from tests.support.waiting import wait_until

OUTBOX = f"(await import('{settings.STATIC_URL}tally/scripts/phone/phone.js')).outbox"


def taps_in_outbox(page: Page) -> list[dict[str, Any]]:
    """List the taps that the laptop has not acknowledged, oldest first."""
    taps: list[dict[str, Any]] = page.evaluate(f"async () => {OUTBOX}.taps")
    return taps


def wait_for_taps(page: Page, count: int) -> None:
    """Wait until exactly `count` taps are in the outbox; the page's own clock may stand still."""
    wait_until(page, lambda: len(taps_in_outbox(page)) == count)


def refresh(page: Page) -> None:
    """Make the page fetch its live part again, as after a sleep."""
    page.evaluate(f"import('{settings.STATIC_URL}tournament/scripts/refresh.js').then(({{refresh}}) => refresh())")
