"""A hall has no accounts: they cost it no query, no cookie and no page."""

from __future__ import annotations

import subprocess
import sys
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.support.accounts import ANN, browser_of
from tests.support.hall_server import MANAGE
from tests.support.night import game_at, phone_of
from tournament.models import Night

TABLES = (
    'FROM "tournament_account"',
    '"tournament_membership"',
    'FROM "django_session"',
    '"usersessions_',
    '"tournament_outgoingemail"',
)
LOADED = """
import sys
sys.argv = ["manage.py", "check"]
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.settings"
from tournament.server.application import settle
settle()
print([name for name in ("fido2", "allauth.account.views", "anymail") if name in sys.modules])
"""


@pytest.fixture(autouse=True)
def without_accounts(settings: Any) -> None:
    settings.ACCOUNTS = False


@pytest.mark.parametrize("cookie", [False, True])
def test_taps_and_pages_ask_nothing_of_accounts(night: Night, organizer: Client, cookie: bool) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    if cookie:  # left over from a site that had accounts
        for client in (phone, organizer):
            client.cookies["sessionid"] = browser_of(ANN).cookies["sessionid"].value
    tap = {"game": game.pk, "hand": 1, "result": "NS:5", "key": uuid4().hex}
    with CaptureQueriesContext(connection) as queries:
        answers = [phone.post(f"/n/{night.slug}/play/hand/", tap), phone.get(f"/n/{night.slug}/play/")]
        answers += [organizer.get(path) for path in ("/", "/club/", "/club/helpers/", f"/n/{night.slug}/board/")]
    assert {answer.status_code for answer in answers} == {200, 302}
    assert not [query["sql"] for query in queries if any(table in query["sql"] for table in TABLES)]
    assert not any("sessionid" in answer.cookies for answer in answers)
    assert not any("My clubs" in answer.content.decode() for answer in answers)


def test_a_hall_loads_nothing_that_only_accounts_need() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=MANAGE.rpartition("/")[0],
    )
    assert done.stdout.strip() == "[]", done.stderr
