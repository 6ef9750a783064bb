"""A board of the demo night, for tests of its panel."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor
from tests.support.screens import LAPTOP, Screens

CLICKS = "addEventListener('pointerdown', e => { if (e.isTrusted) window.clicks = 1 + (window.clicks || 0); }, true)"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A hall with the demo night: twelve players in game 3."""
    with Hall.opened(tmp_path_factory.mktemp("panel"), "--demo") as hall:
        yield hall


@pytest.fixture(scope="module")
def board_path(demo: Hall) -> str:
    """The path of the demo night's board."""
    return urlsplit(Visitor(demo, demo.organizer_path).url).path


@pytest.fixture
def screens(browser: Browser, demo: Hall) -> Iterator[Screens]:
    """Pages on the demo's server; closed afterward."""
    opened = Screens(browser, demo)
    yield opened
    opened.close()


@pytest.fixture
def page(screens: Screens, board_path: str) -> Page:
    """The organizer's board on a laptop, which counts clicks."""
    page = screens.open(screens.hall.organizer_path, LAPTOP)
    page.add_init_script(CLICKS)
    page.goto(screens.hall.url + board_path)
    return page


@pytest.fixture
def other(screens: Screens, board_path: str) -> Page:
    """The organizer's board on a second laptop."""
    other = screens.open(screens.hall.organizer_path, LAPTOP)
    other.goto(screens.hall.url + board_path)
    return other
