"""Waiting for a condition instead of for a fixed time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

POLL = 20  # ms
WATCH_ANSWER = """() => {
  window.answered = false;
  const check = ({detail}) => {
    if (!detail.xhr.status) return;  // no answer came
    window.answered = true;
    document.removeEventListener("htmx:afterRequest", check);
  };
  document.addEventListener("htmx:afterRequest", check);
}"""


def wait_until(page: Page, condition: Callable[[], object], seconds: float = 30) -> None:
    """Wait until a condition holds that the handlers of a page's routes or events bring about.

    :raises AssertionError: when it does not hold within so many seconds.
    """
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"the condition does not hold after {seconds} s"
        page.wait_for_timeout(POLL)  # unlike time.sleep, it lets Playwright call the handlers


def wait_here_until(condition: Callable[[], object], seconds: float = 120) -> None:
    """Wait until a condition holds that another process or thread brings about, and no page.

    :raises AssertionError: when it does not hold within so many seconds.
    """
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"the condition does not hold after {seconds} s"
        time.sleep(POLL / 1000)


def wait_for_script(page: Page, script: str, argument: object = None) -> None:
    """Wait until a script in the page returns something true.

    Playwright's own `wait_for_function` evaluates text inside the page, which the site's content policy forbids.
    """
    wait_until(page, lambda: page.evaluate(script, argument))


@contextmanager
def expect_htmx_answer(page: Page) -> Iterator[None]:
    """Run the block, then wait until the page has received an answer by htmx and swapped in what it swaps."""
    page.evaluate(WATCH_ANSWER)
    yield
    wait_for_script(page, "window.answered")
