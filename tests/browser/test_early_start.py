"""After the bell, a table whose players may still be playing elsewhere says that all are here before it records."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.support.night import ORGANIZER, play_hands
from tests.support.screens import PHONE, tap, violations
from tests.support.serverless_browser import ServerlessBrowser
from tests.support.staged_night import StagedNight
from tournament.night.bell import ring_bell
from tournament.night.games import sign_game


@pytest.mark.long
@pytest.mark.parametrize("variant", ["standard", "bid-single-deck"])
def test_the_results_of_the_next_game_appear_once_somebody_says_that_all_four_are_here(
    transactional_db: None, browser: Browser, variant: str
) -> None:
    staged = StagedNight(8, deals=8, variant=variant)
    for table in (1, 2):
        play_hands(staged.game(table=table), "NS:5" if variant == "standard" else "NS:bid-4-5")
    sign_game(game=staged.game(), winner="NS", who=ORGANIZER)
    ring_bell(round_=staged.round(), who=ORGANIZER)
    client, path = staged.phone(staged.seats()["N"])
    with ServerlessBrowser(browser, client, PHONE) as serverless:
        page = serverless.open(path)
        buttons = page.locator(".calls button").first
        expect(page.get_by_text("Table 2 is still playing game 1")).to_be_visible()
        expect(buttons).to_be_hidden()
        page.get_by_label("All four are at this table").check()
        expect(buttons).to_be_visible()
        assert not violations(page)
        with page.expect_response("**/play/?*"):
            page.evaluate("htmx.trigger(document.body, 'wake')")
        expect(buttons).to_be_visible()
        tap(buttons)
        expect(page.locator(".status-line").first).to_contain_text("Hand 2" if variant == "standard" else "Hand 1")
        expect(page.get_by_label("All four are at this table")).to_have_count(0)
        if variant == "bid-single-deck":
            page.get_by_role("link", name="Another bid").click()
            expect(buttons).to_be_visible()
            expect(page.get_by_label("All four are at this table")).to_be_checked()
