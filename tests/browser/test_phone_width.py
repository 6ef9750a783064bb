"""No page of a night or its club is wider than a phone, whatever stands beside a long name."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.support.night import ORGANIZER, phone_of, sign_in_as_organizer
from tests.support.screens import PHONE, TOO_WIDE
from tests.support.serverless_browser import ServerlessBrowser
from tests.support.staged_night import LONG_NAMES, StagedNight
from tests.support.strangers import advance_to, fill_in
from tests.support.url_table import URLS
from tournament.models import Night
from tournament.night.roster_changes import drop_out

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("short_searches")]
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
