"""Access to the scripts of a phone's page, which are modules and so leave nothing in the global scope."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from playwright.sync_api import Page

OUTBOX = f"(await import('{settings.STATIC_URL}tally/scripts/phone/phone.js')).outbox"
WAIT_FOR_TAPS = f"""async ([count, timeout]) => {{
  const outbox = {OUTBOX}, end = performance.now() + timeout;
  while (outbox.taps.length !== count) {{
    if (performance.now() > end) throw new Error(`${{outbox.taps.length}} taps in the outbox instead of ${{count}}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }}
}}"""


def taps_in_outbox(page: Page) -> list[dict[str, Any]]:
    """List the taps that the laptop has not acknowledged, oldest first."""
    taps: list[dict[str, Any]] = page.evaluate(f"async () => {OUTBOX}.taps")
    return taps


def wait_for_taps(page: Page, count: int, timeout: float = 30_000) -> None:
    """Wait until exactly `count` taps are in the outbox, at most `timeout` milliseconds."""
    page.evaluate(WAIT_FOR_TAPS, [count, timeout])


def refresh(page: Page) -> None:
    """Make the page fetch its live part again, as after a sleep."""
    page.evaluate(f"import('{settings.STATIC_URL}tournament/scripts/refresh.js').then(({{refresh}}) => refresh())")
