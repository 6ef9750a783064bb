"""Printables in Chromium: what somebody types into its forms stays while the pages are counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser

from tally.presenters import paper_needed
from tally.printing.print_jobs import Counted
from tests.support.screens import LAPTOP, PHONE, TOO_WIDE, violations
from tests.support.serverless_browser import ServerlessBrowser
from tournament.models import Night
from tournament.night.print_choices import remember_print

pytestmark = pytest.mark.long


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Pages are being counted until this is called."""
    real, done = paper_needed.count_pages, list[bool]()

    def counted(*args: Any) -> Counted:
        return real(*args) if done else Counted({}, is_current=False)

    monkeypatch.setattr(paper_needed, "count_pages", counted)
    return lambda: done.append(True)


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_form_keeps_what_is_typed_while_counts_arrive(
    organizer: Client, night: Night, browser: Browser, count: Callable[[], None], size: tuple[int, int]
) -> None:
    nudge = {"right": "2", "down": "-1"}
    remember_print(night=night, options={"labels": {"product": "L7160"}, "nudge": nudge}, printed=["labels"])
    with ServerlessBrowser(browser, organizer, size=size) as serverless:
        page = serverless.open(f"/n/{night.slug}/print/")
        product, right, down = (page.locator(f"#labels-{name}") for name in ("product", "right", "down"))
        last = [product.input_value(), right.input_value(), down.input_value()]
        assert last == ["L7160", "2", "-1"]
        product.select_option("5160")
        page.locator("#labels-outlines").check()
        right.fill("1.5")
        down.focus()
        page.locator("#print-options summary").click()
        page.locator("#id_wifi_name").fill("Hall guests")
        with page.expect_response(lambda answer: answer.request.headers.get("hx-target") == "counting"):
            pass
        assert page.locator("#needed-labels").inner_text() == "…"
        count()
        page.get_by_text("1 sheet of labels").first.wait_for()
        assert page.locator("#paper-for-everything").inner_text().split(" ", 1)[1].startswith("sheets of paper")
        assert page.locator("#png-tally-cards").inner_text().split() == ["PNG", "ZIP", "of", "2"]
        assert (product.input_value(), right.input_value()) == ("5160", "1.5")
        assert down.input_value() == last[2] and page.locator("#labels-outlines").is_checked()
        assert page.locator("#id_wifi_name").input_value() == "Hall guests"
        assert page.evaluate("document.activeElement.id") == "id_wifi_name"
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], page.evaluate(TOO_WIDE)
        assert violations(page) == []
