"""People who look never make a tap wait: their pages have threads of their own."""

from __future__ import annotations

import pytest

from tests.support.crowds import Ask, answered_in_order
from tests.support.url_table import URLS
from tournament.server import application as asgi
from tournament.web.lookers import only_looks

# Small pages, which go with the taps: what phones ask for in order to come in and to play, and whoever watches.
OF_PHONES = {
    "health", "robots", "home", "organizer-link", "code", "claim", "take-name", "join", "check-phone", "play", "game",
    "correct", "single-table", "accept-invitation", "open-laptop",
}  # fmt: skip
BY_MANY = ("anybody", "key", "regular", "players", "seat")  # who may open a page that more than one person may open


def filled(path: str) -> str:
    """Fill in an address of the table with anything that its URL accepts."""
    for name in ("game", "season", "person", "player", "entry"):
        path = path.replace(f"{{{name}}}", "1")
    return path.replace("{", "").replace("}", "")


@pytest.mark.parametrize("path", [path for path, (_, who) in URLS.items() if who in BY_MANY])
def test_every_page_that_many_may_open_is_for_lookers_or_of_a_phone(path: str) -> None:
    name = URLS[path][0]
    expected = name not in OF_PHONES
    assert only_looks("GET", filled(path)) is expected
    assert only_looks("HEAD", filled(path)) is expected
    assert not only_looks("POST", filled(path))


@pytest.mark.parametrize("path", ["/nowhere/", "/static/x.js", "/n/slug/play/", "/n/slug/board/", "/live/slug/"])
def test_what_is_no_page_to_look_at_goes_with_the_taps(path: str) -> None:
    assert not only_looks("GET", path)


@pytest.mark.parametrize(("method", "path"), [("POST", "/n/slug/play/hand/"), ("GET", "/n/slug/play/")])
def test_a_tap_is_answered_while_lookers_hold_every_thread_they_have(
    monkeypatch: pytest.MonkeyPatch, method: str, path: str
) -> None:
    count = 2 * (asgi.THREADS + asgi.LOOKER_THREADS)
    answered = answered_in_order(monkeypatch, crowd=Ask("GET", "/n/slug/"), count=count, one=Ask(method, path))
    assert answered[0] == path
