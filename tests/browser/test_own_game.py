"""A game of the club's own in Chromium: from the desk to the form, a tried hand, tonight's choice and the sheet."""

from __future__ import annotations

import pytest

from tests.support.hall_server import Hall
from tests.support.printed_pages import text_of
from tests.support.screens import LAPTOP, Screens, click_and_load

pytestmark = pytest.mark.long


def test_a_game_goes_from_the_desk_to_the_printed_sheet(screens: Screens, hall: Hall) -> None:
    page = screens.open(hall.organizer_path, LAPTOP)
    page.goto(hall.url)
    click_and_load(page.get_by_role("button", name="Start next night"))
    click_and_load(page.get_by_role("link", name="Rules, other games, house rules"))
    page.get_by_text("Choose another game").click()
    click_and_load(page.get_by_role("link", name="Make a game of our own"))
    page.locator("#base").select_option("pepper-melton")
    screens.check(page, "the list of own games")
    click_and_load(page.get_by_role("button", name="Start"))
    page.locator("#id_name").fill("Fire Hall Pepper")
    page.get_by_label("Big pepper, made: makers").fill("20")
    page.get_by_label("Lowest bid").fill("2")
    page.locator("#id_end").select_option("target")
    page.locator("#id_end_number").fill("42")
    click_and_load(page.get_by_role("button", name="Big pepper", exact=True))
    click_and_load(page.get_by_role("button", name="6", exact=True))
    assert "+20" in page.locator("#try-it").inner_text()
    assert page.get_by_label("Big pepper, made: makers").input_value() == "20", "nothing is lost"
    screens.check(page, "the form")
    page.get_by_label("Big pepper, made: makers").fill("lots")
    click_and_load(page.get_by_role("button", name="Save"))
    assert "is not an amount of points" in page.locator(".problem").inner_text()
    screens.check(page, "the form with a problem")
    page.locator('[id="id_big-pepper__made__makers"]').fill("20")
    click_and_load(page.get_by_role("button", name="Save"))
    screens.check(page, "the list with a game")
    click_and_load(page.get_by_role("button", name="Play it tonight"))
    assert page.locator("h1").inner_text() == "Fire Hall Pepper"
    screens.check(page, "the rules page")
    sheet = page.get_by_role("link", name="Print the rules").get_attribute("href")
    pdf = page.context.request.get(hall.url.rstrip("/") + str(sheet)).body()
    text = text_of(pdf)
    assert text.startswith("Fire Hall Pepper") and "Bid 2 to 5" in text and "20" in text
    assert not screens.problems, "\n".join(screens.problems)
