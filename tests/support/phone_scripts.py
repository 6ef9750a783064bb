"""What tests reach of the scripts of a phone's page in a browser: they are modules, so nothing of them is global."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

OUTBOX = "(await import('/static/tally/scripts/phone/phone.js')).outbox"
WAIT_FOR_TAPS = f"""async ([count, timeout]) => {{
  const outbox = {OUTBOX}, end = performance.now() + timeout;
  while (outbox.taps.length !== count) {{
    if (performance.now() > end) throw new Error(`${{outbox.taps.length}} taps in the outbox instead of ${{count}}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }}
}}"""


def taps_in_outbox(page: Page) -> list[dict[str, Any]]:
    """Every tap that the laptop has not acknowledged, oldest first."""
    taps: list[dict[str, Any]] = page.evaluate(f"async () => {OUTBOX}.taps")
    return taps


def wait_for_taps(page: Page, count: int, timeout: float = 30_000) -> None:
    """Wait until so many taps are in the outbox, at most so many milliseconds."""
    page.evaluate(WAIT_FOR_TAPS, [count, timeout])


def refresh(page: Page) -> None:
    """Let the page request its live part, as after a sleep."""
    page.evaluate("import('/static/tournament/scripts/refresh.js').then(({refresh}) => refresh())")
