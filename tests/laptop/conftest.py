"""A laptop that serves a night, as the pages of this process see it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.made_up_laptop import make_up_laptop
from tournament.laptop.phone_problems import phone_problems
from tournament.laptop.running import RunningNight, note_running


@pytest.fixture(autouse=True)
def made_up_laptop(monkeypatch: pytest.MonkeyPatch) -> None:
    """The room's facts do not depend on this computer."""
    make_up_laptop(monkeypatch)


@pytest.fixture
def stops() -> list[str]:
    """What stopped the night."""
    return []


@pytest.fixture
def running(stops: list[str]) -> Iterator[RunningNight]:
    """This process serves a hall."""
    night = RunningNight("http://127.0.0.1:8000", lambda: stops.append("stopped"), 8000)
    note_running(night)
    yield night
    note_running(None)
    phone_problems.forget()


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests come from this laptop: the test client has no connection."""
    monkeypatch.setattr("tournament.views.laptop.is_from_own_account", lambda environ: True)
