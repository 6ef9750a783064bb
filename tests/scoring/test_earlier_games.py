"""Tapping on an earlier game while a later one is played.

Each tap there shows that game again until it is signed, and a game left unfinished is linked from the current one.
"""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.http import HttpResponse
from playwright.sync_api import expect

from tally.models import Dispute, Hand
from tests.support.http_visitor import Visitor, paired_visitor, press_results
from tests.support.night import game_at, phone_of, play_hands, tap
from tests.support.scorebook import codes_on_cards
from tests.support.screens import Screens
from tests.support.screens import tap as tap_button
from tournament.models import Game, Night

HTMX = {"HX-Request": "true"}


@pytest.fixture
def first(night: Night) -> Game:
    """Game 1 of number 1, who already plays game 2: all three hands are recorded, and the total is not signed."""
    Night.objects.update(deals=3)
    night.refresh_from_db()
    for table in (1, 2):
        play_hands(game_at(night, 1, table), *["NS:3-4"] * 3)
    play_hands(Game.objects.get(round__night=night, round__number=2, places__entry__number=1), "NS:3-4")
    return game_at(night, 1, 1)


def game_and_hand(answer: HttpResponse) -> str:
    """Return which game and hand a phone's page shows, as "Game 1 Hand 3 of 3"."""
    return " ".join(
        re.findall(
            r"Game \d+|Hand \d of \d",
            re.sub(r'<p class="problem">.*?</p>', "", answer.content.decode().partition('<main id="page"')[2]),
        )[:2]
    )


def form_data(page: HttpResponse, button: str) -> dict[str, str]:
    """Return what a button's form would send; the button is found by its `name="…" value="…"`."""
    html = page.content.decode()
    form = html[html.rindex("<form", 0, html.index(button)) : html.index(button)]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)) | dict(
        re.findall(r'name="(\w+)" value="([^"]*)"', button)
    )


@pytest.mark.parametrize("htmx", [True, False])
def test_each_tap_on_an_earlier_game_shows_that_game_until_it_is_signed(night: Night, first: Game, htmx: bool) -> None:
    phone, play_url = phone_of(night, 1), f"/n/{night.slug}/play/"
    page = phone.get(f"{play_url}?game=1")

    def press(route: str, button: str) -> HttpResponse:
        return phone.post(f"{play_url}{route}/", form_data(page, button), follow=not htmx, headers=HTMX if htmx else {})

    newest = Hand.objects.filter(game=first).latest("pk").pk
    page = press("undo", f'name="undo" value="{newest}"')
    assert game_and_hand(page) == "Game 1 Hand 3 of 3"
    page = press("hand", 'name="result" value="EW:5"')
    assert game_and_hand(page).startswith("Game 1") and "Confirm 2–2" in page.content.decode()
    tap(phone_of(night, 5), first, 3, "NS:5")
    page = phone.get(f"{play_url}?game=1")
    page = press("settle", 'name="right" value="take"')
    assert game_and_hand(page).startswith("Game 1") and not Dispute.objects.open().exists()
    page = press("agree", 'name="word" value="NS:agree"')
    assert game_and_hand(page).startswith("Game 1") and "✓ Your side confirmed" in page.content.decode()
    page = press("agree", 'name="word" value="EW:agree"')
    first.refresh_from_db()
    assert first.signed_at and (
        game_and_hand(page) == "Game 2 Hand 2 of 3" if htmx else "Both sides confirmed" in str(page.content.decode())
    )


def test_a_tap_refused_for_an_earlier_game_shows_that_game(night: Night, first: Game) -> None:
    data = {"game": first.pk, "hand": 9, "result": "NS:5", "key": uuid4().hex, "asked": "1"}
    answer = phone_of(night, 1).post(f"/n/{night.slug}/play/hand/", data)
    assert answer.status_code == 409 and game_and_hand(answer).startswith("Game 1")


def test_an_earlier_game_whose_hand_was_undone_is_linked_again(night: Night, first: Game) -> None:
    phone, play_url = phone_of(night, 1), f"/n/{night.slug}/play/"
    link = f'Game 1 is not confirmed yet. <a href="{play_url}?game=1">Confirm it</a>'
    assert link not in phone.get(play_url).content.decode(), "all its hands are recorded"
    newest = Hand.objects.filter(game=first).latest("pk").pk
    answer = phone.post(f"{play_url}undo/", {"game": first.pk, "undo": newest}, headers=HTMX)
    assert game_and_hand(answer) == "Game 2 Hand 2 of 3" and link in answer.content.decode()
    assert link not in phone.get(f"{play_url}?game=1").content.decode()
    tap(phone, first, 3, "NS:5")
    assert link not in phone.get(play_url).content.decode()


@pytest.mark.long
def test_recording_a_hand_of_an_earlier_game_in_a_browser_shows_that_game(screens: Screens) -> None:
    hall = screens.hall
    organizer = Visitor(hall, hall.organizer_path).open("/").press("Start next night")
    organizer.press("Add to the list", names="Ann Miller\nBob Stone\nCarla Reyes\nDan Hill")
    organizer.press("Check and use it", name="Twice", notation="1  1-2 vs 3-4\n2  1-3 vs 2-4")
    organizer.press("Number by arrival").press("Start the night")
    codes = {number: code for number, (_, code) in codes_on_cards(hall).items()}
    other = paired_visitor(hall, codes[3])
    press_results(other, *["NS:3-4"] * 4)
    other.open("?game=2").press("NS:3-4")
    phone = screens.phone(codes[1])
    expect(phone.get_by_role("heading", name="Game 2")).to_be_visible()
    phone.goto(phone.url + "?game=1")
    phone.get_by_role("button", name="Undo").click()
    expect(phone.get_by_text("Hand 4 of 4")).to_be_visible()
    tap_button(phone.locator('button[name=result][value="NS:5"]'))
    expect(phone.get_by_role("button", name="Confirm 5–0")).to_be_visible()
    phone.goto(phone.url.partition("?")[0])
    expect(phone.get_by_role("heading", name="Game 2")).to_be_visible()
