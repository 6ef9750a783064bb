"""How a single table's game ends, chosen on the page that opens it, in real Chromium, down to the printed sheet."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.support.hall_server import Hall
from tests.support.printed_pages import text_of
from tests.support.screens import LAPTOP, Screens, click_and_load, tap


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """Open a hall in which every test has a table of its own."""
    with Hall.opened(tmp_path_factory.mktemp("ends")) as opened:
        yield opened


def open_table(screens: Screens, game: str, end: str, until: str = "") -> Page:
    """Open a table on the organizer's laptop and return its page."""
    page = screens.open(screens.hall.organizer_path, LAPTOP)
    page.goto(f"{screens.hall.url}/one-table/")
    page.get_by_label("Game").select_option(label=game)
    page.get_by_label("Players").fill("Ann Miller\nBob Stone\nCarla Reyes\nDan Okafor")
    assert not page.get_by_label("Until when").is_visible()
    page.get_by_label("The end").select_option(end)
    if until:
        page.get_by_label("Until when").fill(until)
    screens.check(page, f"opening a table of {game}")
    click_and_load(page.get_by_role("button", name="Sit down"))
    return page


def printed_rules(page: Page) -> str:
    """Print the table's rules and return their text."""
    return text_of(page.request.get(page.url.replace("/table/", "/print/rules.pdf")).body())


@pytest.mark.long
def test_a_table_until_a_time_counts_down(browser: Browser, hall: Hall) -> None:
    screens = Screens(browser, hall)
    page = open_table(screens, "Euchre (4 players), to 5", "Until a set time; most points win", "45")
    clock = page.locator("time.clock")
    assert clock.inner_text().startswith(("45:", "44:"))
    assert "It ends 45 minutes after its start" in printed_rules(page)
    page.locator("button[name=said]").first.click()
    page.get_by_text("✓ 1:").wait_for()
    assert clock.is_visible()
    screens.check(page, "a table until a time")
    screens.close()
    assert not screens.problems, "\n".join(screens.problems)


@pytest.mark.long
def test_a_rubber_is_played_and_undone_across_a_game(browser: Browser, hall: Hall) -> None:
    screens = Screens(browser, hall)
    page = open_table(screens, "Euchre (4 players), to 5", "Best of three: first to win two games")
    assert "A rubber is the best of three games: who first wins two wins it." in printed_rules(page)
    for game, score in ((1, "1–0"), (2, "2–0")):
        page.get_by_role("heading", name=f"Game {game}").wait_for()
        for hand in (1, 2):
            tap(page.get_by_role("group", name="Ann M. & Carla R.").get_by_role("button", name="all 5, alone"))
            if hand == 1:
                page.get_by_text("✓ 1:").wait_for()
        page.get_by_text(f"Games {score}").wait_for()
        if game == 1:
            page.get_by_role("button", name="Next game").click()
            page.get_by_role("button", name="Back to game 1").click()
            page.get_by_role("button", name="Next game").click()
    page.get_by_text("Ann M. & Carla R. win the rubber, 2 games to 0.").wait_for()
    assert page.get_by_role("button", name="Next rubber").is_visible()
    screens.check(page, "a rubber that is won")
    screens.close()
    assert not screens.problems, "\n".join(screens.problems)


@pytest.mark.long
def test_hickeys_are_counted_until_the_game_pays_double(browser: Browser, hall: Hall) -> None:
    screens = Screens(browser, hall)
    page = open_table(screens, "Pfeffer (4 players), to 42", "As the game ends by its own rules")
    assert "If you play for money, losers at 0 or below pay double." in printed_rules(page)
    for hand in range(1, 8):
        tap(page.get_by_role("group", name="Ann M. & Carla R.").get_by_role("button", name="4", exact=True))
        tap(page.locator("button[value$=took-6]"))
        page.get_by_text(f"✓ {hand}:").wait_for()
        page.get_by_text(f"Hickeys 0–{hand}").wait_for()
    page.get_by_text("Bob S. & Dan O. took 7 hickeys. At 0 or below, the game pays double.").wait_for()
    screens.check(page, "a game with hickeys")
    screens.close()
    assert not screens.problems, "\n".join(screens.problems)


@pytest.mark.long
def test_no_bowers_go_from_the_rules_page_to_the_printed_sheet(browser: Browser, hall: Hall) -> None:
    screens = Screens(browser, hall)
    page = open_table(
        screens, "Double Hasenpfeffer, or Double Pepper (4, 6 players)", "As the game ends by its own rules"
    )
    assert "right bower" in printed_rules(page)
    click_and_load(page.get_by_role("link", name="House rules"))
    page.get_by_label("Are there bowers").select_option("No")
    click_and_load(page.get_by_role("button", name="Save"))
    click_and_load(page.get_by_role("link", name="To the table"))
    sheet = printed_rules(page)
    assert "There are no bowers" in sheet and "right bower" not in sheet
    screens.close()
