"""Copy for the group chat: what the text says, who sees it, and that one tap selects all of it on plain http."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, expect

from tally.scores.chat_text import ChatLine, chat_text
from tally.scores.total_lines import TotalLine
from tally.scoring.night_totals import enter_totals
from tests.support.club_nights import play_nights
from tests.support.night import ORGANIZER, game_at, phone_of, play_hands
from tests.support.serverless_browser import ServerlessBrowser
from tournament.models import Club, Night, Season
from tournament.night.lifecycle import close_night

TEXT = """Tuesday euchre, November 24, 2026
Ann M. and Fritz B. share first place with 4 points.

High: A ham and $20. Ann M. and Fritz B., 4 points, $10 each.

T-1. Ann M. 4
T-1. Fritz B. 4
T-3. Bob S. 1
T-3. Eve L. 1
T-5. Carla R. 0
T-5. Dan O. 0
T-5. Gina R. 0
T-5. Hal Y. 0"""


@pytest.fixture
def closed(night: Night) -> Night:
    """A closed night whose standings are not shown to everybody yet."""
    Night.objects.update(prizes={"list": [{"kind": "high", "what": "A ham", "money": "$20"}]})
    night.refresh_from_db()
    game = game_at(night, 1, 1)
    phone_of(night, 1)
    play_hands(game, "NS:5-alone", "EW:3-4")
    close_night(night=night, who=ORGANIZER)
    return Night.objects.get(pk=night.pk)


def reveal(night: Night) -> None:
    """Show the standings to everybody."""
    Night.objects.filter(pk=night.pk).update(revealed_at=timezone.now())


def text_on(client: Client, path: str) -> str:
    """Return the text to copy on a page; empty where there is none."""
    return str(client.get(path).context.get("chat_text", ""))


def test_winners_prizes_and_everybodys_place(closed: Night, organizer: Client) -> None:
    assert text_on(organizer, f"/n/{closed.slug}/standings/") == TEXT


def test_players_have_it_once_the_winners_are_revealed(closed: Night, stranger: Client) -> None:
    path = f"/n/{closed.slug}/standings/"
    assert text_on(stranger, path) == "" and "group chat" not in stranger.get(path).content.decode()
    reveal(closed)
    assert text_on(stranger, path) == TEXT
    assert "Miller" not in stranger.get(path).content.decode()


def test_a_night_that_is_played_has_no_text_yet(night: Night, organizer: Client) -> None:
    play_hands(game_at(night, 1, 1), "NS:5")
    assert "group chat" not in organizer.get(f"/n/{night.slug}/standings/").content.decode()


def test_an_old_night_has_one_too(club: Club, organizer: Client) -> None:
    lines = [TotalLine("Ann Miller", 40), TotalLine("Bob Stone", -3)]
    night = enter_totals(club=club, name="Old", on=date(2019, 1, 1), games=8, lines=lines, who=ORGANIZER)
    text = "Old, January 1, 2019\nAnn M. wins with 40 points.\n\n1. Ann M. 40\n2. Bob S. −3"
    assert text_on(organizer, f"/n/{night.slug}/standings/") == text


def test_a_season_says_who_leads(club: Club, organizer: Client) -> None:
    play_nights(club, 2)
    season = Season.objects.create(club=club, name="Fall", first_day="2026-09-01", last_day="2026-12-31")
    text = text_on(organizer, f"/club/seasons/{season.pk}/")
    first, leads, empty, *places = text.splitlines()
    assert first == "Fall, after 2 nights" and " with " in leads and " lead" in leads and empty == ""
    assert len(places) == 8 and places[0].startswith(("1. Guest", "T-1. Guest"))


def test_nobody_has_won_where_nobody_has_a_place() -> None:
    lines = [ChatLine("–", "Ann M.", "1")]
    assert chat_text("Fall", lines, leads=True) == "Fall\n\n– Ann M. 1"
    assert chat_text("Fall", [ChatLine("1", "Ann M.", "1")]) == "Fall\nAnn M. wins with 1 point.\n\n1. Ann M. 1"


@pytest.mark.parametrize(("copies", "said"), [(True, "Copied"), (False, "Now copy it")])
def test_one_tap_selects_all_of_it_on_plain_http(
    closed: Night, stranger: Client, browser: Browser, copies: bool, said: str
) -> None:
    reveal(closed)
    with ServerlessBrowser(browser, stranger, size=(360, 640)) as serverless:
        serverless.context.add_init_script(
            "Object.defineProperty(navigator, 'clipboard', { value: undefined });"  # as it is on plain http
            f"document.execCommand = () => {str(copies).lower()};"
        )
        page = serverless.open(f"/n/{closed.slug}/standings/")
        page.get_by_text("Copy for the group chat").click()
        page.get_by_role("button", name="Select all and copy").click()
        expect(page.get_by_text(said, exact=True)).to_be_visible()
        assert page.evaluate("getSelection().toString() || document.activeElement.value") == TEXT
        ends = "(({ selectionStart, selectionEnd }) => [selectionStart, selectionEnd])(document.activeElement)"
        assert page.evaluate(ends) == [0, len(TEXT)]


def test_without_scripts_it_is_there_to_be_selected_by_hand(closed: Night, stranger: Client, browser: Browser) -> None:
    reveal(closed)
    with ServerlessBrowser(browser, stranger, size=(360, 640), java_script_enabled=False) as serverless:
        page = serverless.open(f"/n/{closed.slug}/standings/")
        page.get_by_text("Copy for the group chat").click()
        expect(page.get_by_label("Results for the group chat")).to_have_value(TEXT)
        expect(page.get_by_role("button", name="Select all and copy")).to_be_hidden()
