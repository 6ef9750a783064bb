"""The pages of accounts in Chromium: axe-core, sizes, nothing too wide, in light and dark."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser

from tests.browser.test_club_pages import TOO_SMALL
from tests.support.accounts import ANN, BOB, CARLA, account, join, sign_in
from tests.support.screens import TOO_WIDE, violations
from tests.support.serverless_browser import ServerlessBrowser
from tournament.club.members import invite_member, start_club
from tournament.models import Membership, Role

SITE = "https://localhost"
LONG = "wilhelmina.featherstonehaugh@a-long-domain.example"
PAGES = ["/account/clubs/", "/club/members/", "/account/", "/account/email/", "/account/passkeys/add/"]
PAGES += ["/account/delete/", "/club/helpers/", "/"]


def signed_in() -> Client:
    """Return Ann's browser: she owns a club, and is invited into another one."""
    ann = sign_in(Client(SERVER_NAME="localhost"), ANN)
    club = start_club(account=account(ANN), name="Tuesday club", own_name="Ann")
    other = start_club(account=account(CARLA), name="Riverside Seniors Euchre Society", own_name="Carla")
    invite_member(club=other, email=ANN, name="Ann", role=Role.SCORER, who="Carla", site=SITE)
    invite_member(club=club, email="dan@club.example", name="Dan", role=Role.ANNOUNCER, who="Ann", site=SITE)
    join(club, BOB, Role.SCORER)
    Membership.objects.create(
        account=account(LONG), club=club, role=Role.ORGANIZER, name="Wilhelmina", offered_at=timezone.now()
    )
    return ann


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1366])
def test_axe_finds_nothing_and_nothing_is_too_wide_or_small(browser: Browser, width: int, scheme: str) -> None:
    asks = Client(SERVER_NAME="localhost")
    asks.post("/sign-in/", {"email": "eve@club.example"})
    ann, nobody = signed_in(), Client(SERVER_NAME="localhost")
    looks = [(ann, path) for path in PAGES] + [(nobody, "/sign-in/"), (nobody, "/"), (asks, "/sign-in/code/")]
    for client, path in looks:
        with ServerlessBrowser(browser, client, (width, 640), site=SITE, color_scheme=scheme) as serverless:
            page = serverless.open(path)
            page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
            assert violations(page) == [], path
            assert page.evaluate("document.documentElement.scrollWidth") <= width, page.evaluate(TOO_WIDE)
            assert page.evaluate(TOO_SMALL) == [], path
