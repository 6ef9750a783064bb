"""A site that has accounts."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture(autouse=True)
def hosted(settings: Any, db: None) -> Any:
    """Switch accounts on, as on a hosted site."""
    settings.ACCOUNTS = True
    settings.ADDRESS = "https://euchre.example"
    settings.DEFAULT_FROM_EMAIL = "Euchre Night <night@euchre.example>"
    return settings
