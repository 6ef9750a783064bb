"""Pages that were open while the site was updated, in real Chromium: they load again instead of mixing two versions."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import Browser

from tests.support.serverless_browser import ServerlessBrowser
from tournament.models import Night

pytestmark = pytest.mark.long

REFRESH = "htmx.trigger(document.body, 'wake')"  # as a phone does that was asleep


@pytest.mark.parametrize("path", ["screen/", "board/", "standings/"])
def test_a_page_of_an_older_version_loads_again_at_its_next_refresh(
    organizer: Client, night: Night, browser: Browser, path: str
) -> None:
    """The page of version 0.1.0 names no version; a later one names another."""
    with ServerlessBrowser(browser, organizer) as serverless:
        page = serverless.open(f"/n/{night.slug}/{path}")
        page.evaluate("window.isOld = true")
        with page.expect_response(lambda answer: answer.request.headers.get("hx-request") == "true"):
            page.evaluate(REFRESH)
        assert page.evaluate("window.isOld"), "a page of this version is refreshed in place"
        page.evaluate("document.body.removeAttribute('hx-headers')")
        with page.expect_navigation():
            page.evaluate(REFRESH)
        assert page.evaluate("[window.isOld ?? null, document.body.hasAttribute('hx-headers')]") == [None, True]
