"""On a phone: no page is wider, whatever stands beside a long name, and names, scores and buttons keep apart."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.support.night import ORGANIZER, phone_of, play_hands, sign_in_as_organizer
from tests.support.screens import PHONE, TOO_WIDE
from tests.support.serverless_browser import ServerlessBrowser
from tests.support.staged_night import LONG_NAMES, StagedNight
from tests.support.strangers import advance_to, fill_in
from tests.support.url_table import URLS
from tournament.models import Night
from tournament.night.roster_changes import drop_out

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("short_searches")]
GAP = """([first, second]) => {
  const text = document.createRange();
  text.selectNodeContents(document.querySelector(second));
  return text.getBoundingClientRect().left - document.querySelector(first).getBoundingClientRect().right;
}"""
PAGES = [path for path, (_, readers) in URLS.items() if readers not in ("-", "prometheus") and "." not in path]


def long_night() -> Night:
    """A night of long names, of whom one left, with loners and hickeys counted and too few games for a prize."""
    night = StagedNight(13, names=LONG_NAMES, count_loners=True).night
    advance_to(night, "playing")
    drop_out(entry=night.entries.get(number=5), who=ORGANIZER)
    return night


@pytest.mark.parametrize(("moment", "who"), [("playing", "organizer"), ("closed", "player")])
def test_no_page_is_wider_than_a_phone(browser: Browser, db: None, moment: str, who: str) -> None:
    night = long_night()
    client = phone_of(night, 2)
    if who == "organizer":
        sign_in_as_organizer(client, night.club)
    if moment == "closed":
        advance_to(night, "closed")
    wide, seen = [], 0
    with ServerlessBrowser(browser, client, PHONE) as serverless:
        for path in PAGES:
            address, _ = fill_in(night, (path, moment, {}))
            answer = client.get(address)
            if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
                page = serverless.open(address)
                seen += 1
                if page.evaluate("document.documentElement.scrollWidth") > PHONE[0]:
                    wide.append((path, page.evaluate(TOO_WIDE)))
                page.close()
    assert wide == []
    assert seen >= (60 if who == "organizer" else 20)


def test_a_long_name_keeps_its_distance_from_the_other_sides_score(browser: Browser, db: None) -> None:
    night = StagedNight(8, names=LONG_NAMES)
    play_hands(night.game(), "NS:5")
    client, path = night.phone(night.seats()["N"])
    with ServerlessBrowser(browser, client, PHONE) as serverless:
        page = serverless.open(path)
        assert page.evaluate(GAP, [".score span:last-child", ".score b.them"]) >= 6


def test_a_hand_that_is_edited_reads_well_and_fills_its_buttons_with_room(browser: Browser, db: None) -> None:
    night = StagedNight(8)
    play_hands(night.game(), "EW:0-2")
    client, path = night.phone(night.seats()["N"], night.game_path(more="hand/1/"))
    with ServerlessBrowser(browser, client, PHONE) as serverless:
        page = serverless.open(path)
        text = page.locator("main").inner_text()
        assert "were euchred. " in text and "New score: −2\u00a0to\u00a00" in text
        button = page.locator("button:has(.stands)").bounding_box()
        line = page.locator(".stands").bounding_box()
        assert button and line and button["y"] + button["height"] - line["y"] - line["height"] >= 6


def test_buttons_of_the_desk_touch_no_others(browser: Browser, db: None) -> None:
    night = StagedNight(3, opened=False)
    client, path = night.organizer("desk/")
    with ServerlessBrowser(browser, client, PHONE) as serverless:
        page = serverless.open(path)
        above = page.get_by_role("button", name="Number by arrival").bounding_box()
        ghost = page.get_by_role("button", name="Add a ghost").bounding_box()
        assert above and ghost and ghost["y"] - above["y"] - above["height"] >= 6


def test_the_number_that_a_phone_shows_the_organizer_is_large(browser: Browser, db: None) -> None:
    night = StagedNight(8)
    night.phone(1)
    entry, (client, _) = night.entry(1), night.stranger()
    path = f"/j/{night.night.sealed_join_key}/{entry.pk}/"
    with ServerlessBrowser(browser, client, PHONE) as serverless:
        page = serverless.open(path)
        page.get_by_role("button", name="Ask the organizer").click()
        sign = page.locator(".total")
        assert sign.evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 48
