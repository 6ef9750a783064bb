"""A site that has accounts."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.support.accounts import ANN, BOB, account, browser_of, join
from tournament.club.members import start_club
from tournament.models import Club, Role
from tournament.night.charts import load_charts


@pytest.fixture(autouse=True)
def hosted(settings: Any, db: None) -> Any:
    """Switch accounts on, as on a hosted site."""
    settings.ACCOUNTS = True
    settings.ADDRESS = "https://euchre.example"
    settings.DEFAULT_FROM_EMAIL = "Euchre Night <night@euchre.example>"
    return settings


@pytest.fixture
def club() -> Club:
    """A club that Ann owns."""
    load_charts()
    return start_club(account=account(ANN), name="Tuesday club", own_name="Ann")


@pytest.fixture
def ann(club: Club) -> Client:
    return browser_of(ANN)


@pytest.fixture
def bob(club: Club) -> Client:
    """Bob, a scorer in Ann's club."""
    join(club, BOB, Role.SCORER)
    return browser_of(BOB)
