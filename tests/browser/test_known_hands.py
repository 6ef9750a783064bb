"""The hands that a phone keeps, in real Chromium without a server: the test plays the laptop."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from playwright.sync_api import Browser, Page, Route

SITE, PATH = "http://phone.test", "/n/friday/play/"
SCRIPTS = f"{settings.STATIC_URL}tally/scripts/outbox"
PAGE = """<!doctype html><meta charset="utf-8"><form hidden><input name="csrfmiddlewaretoken" value="token"></form>
<main id="page"></main>"""
HARNESS = f"""async () => {{
  const {{KnownHands}} = await import("{SCRIPTS}/known_hands.js");
  const {{Resender}} = await import("{SCRIPTS}/resender.js");
  window.refused = [];
  window.known = new KnownHands({{area: () => localStorage, path: location.pathname, card: () => "7"}});
  window.resender = new Resender({{known, refuse: (...what) => refused.push(what)}});
  window.takeIn = async games => {{
    const page = document.implementation.createHTMLDocument();
    const element = page.createElement("script");
    element.id = "known-hands";
    element.textContent = JSON.stringify(games);
    page.body.append(element);
    return resender.takeIn(page);
  }};
}}"""
SEATS = "2-1-4-5-6-7"


def hand(number: int, version: int = 1) -> dict[str, Any]:
    """A hand as a page tells it."""
    key = f"key-{number}-{version}"
    return {"number": number, "version": version, "key": key, "older": "", "record": {}, "alone_by": None}


def game(*hands: dict[str, Any], seats: str = SEATS, pk: str = "3") -> dict[str, Any]:
    """A game as a page tells it."""
    versions = {str(each["number"]): each["version"] for each in hands}
    return {"seats": seats, "game": pk, "versions": versions, "hands": list(hands)}


class Phone:
    """A page that keeps hands, and what it has sent."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sent: list[dict[str, Any]] = []
        self.status, self.headers, self.body = 204, {"X-Night": "1"}, ""
        page.route(SITE + PATH, lambda route: route.fulfill(body=PAGE, content_type="text/html"))
        page.route(f"{SITE}{settings.STATIC_URL}**", serve_static)
        page.route("**/play/resend/", self.answer)
        page.goto(SITE + PATH)
        page.evaluate(HARNESS)

    def answer(self, route: Route) -> None:
        """Take what was sent, and answer it."""
        form = parse_qs(route.request.post_data or "")
        self.sent.append({"seats": form["seats"][0], "hands": json.loads(form["hands"][0])})
        route.fulfill(status=self.status, headers=self.headers, body=self.body)

    def take_in(self, *games: dict[str, Any]) -> bool:
        """Show the phone a page, and return whether the laptop has taken something."""
        return bool(self.page.evaluate("games => takeIn(games)", list(games)))

    def count(self, pk: str = "3") -> int:
        """How much the phone knows of a game."""
        return int(self.page.evaluate("pk => known.count(pk)", pk))


def serve_static(route: Route) -> None:
    """Answer a request for a static file."""
    found = finders.find(route.request.url.partition(settings.STATIC_URL)[2])
    route.fulfill(body=Path(str(found)).read_text(), content_type="text/javascript")


@pytest.fixture
def phone(browser: Browser) -> Iterator[Phone]:
    """A phone that knows nothing yet."""
    context = browser.new_context()
    yield Phone(context.new_page())
    context.close()


def test_a_phone_keeps_the_newest_version_of_each_hand_until_the_night_closes(phone: Phone) -> None:
    assert not phone.take_in(game(hand(1), hand(2, 2)))
    assert phone.count() == 3 and phone.count("4") == 0
    assert not phone.take_in(game(hand(1), hand(2, 2), hand(3)), game(seats="3-1-4-5-6-8", pk="4"))
    assert phone.count() == 4 and phone.sent == []
    phone.page.evaluate("localStorage.setItem('known-hands:/n/last-week/play/:7', '{}'); known.forgetOtherNights()")
    assert phone.page.evaluate("Object.keys(localStorage)") == [f"known-hands:{PATH}:7"]
    phone.page.evaluate("known.clear()")
    assert phone.count() == 0 and phone.page.evaluate("localStorage.length") == 0
    phone.page.evaluate("localStorage.setItem('known-hands:/n/friday/play/:7', '{')")
    assert phone.count() == 0, "somebody has damaged the storage"


def test_what_the_laptop_lacks_is_sent_again_once(phone: Phone) -> None:
    phone.take_in(game(hand(1), hand(2)))
    assert phone.take_in(game(hand(1)))
    assert phone.sent == [{"seats": SEATS, "hands": [hand(2)]}] and phone.count() == 0
    assert not phone.take_in(game(hand(1), hand(2))) and len(phone.sent) == 1 and phone.count() == 2


def test_an_old_phone_sends_it_again_too(phone: Phone) -> None:
    """Safari knows `AbortSignal.timeout` from iOS 16 on."""
    phone.page.evaluate("delete AbortSignal.timeout")
    phone.take_in(game(hand(1), hand(2)))
    assert phone.take_in(game(hand(1))) and phone.sent == [{"seats": SEATS, "hands": [hand(2)]}]


def test_hands_of_a_game_that_has_to_wait_are_offered_again(phone: Phone) -> None:
    phone.take_in(game(hand(1), hand(2)))
    phone.status, phone.headers = 409, {"X-Night": "1", "Retry-After": "15"}
    phone.body = '<div class="problem"><p>Wait.</p></div>'
    assert not phone.take_in() and not phone.take_in() and len(phone.sent) == 2 and phone.count() == 2
    phone.status, phone.headers = 409, {}
    assert not phone.take_in() and phone.count() == 2, "a guest network's page is no answer"
    assert phone.page.evaluate("refused") == []


def test_hands_that_are_refused_are_shown_to_the_player(phone: Phone) -> None:
    phone.take_in(game(hand(2), hand(1)))
    phone.status, phone.body = 409, '<div class="problem"><p>This score is confirmed.</p></div>'
    assert not phone.take_in(game())
    assert phone.page.evaluate("refused") == [["Hands 1, 2 of game 2", "This score is confirmed."]]
    assert not phone.take_in(game()) and len(phone.sent) == 1
