"""Each house rule of a turn-up game, from the organizer's desk to the page that players read and the printed sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page

from tests.support.hall_server import Hall
from tests.support.printed_pages import text_of
from tests.support.screens import LAPTOP, PHONE, Screens, click_and_load

pytestmark = pytest.mark.long

CASES = [
    # the game, the question and its answer, and what players read on page and paper
    ("Euchre", "How many cards?", "24, 9 to ace", "24 cards, 9 to ace; five each"),
    (
        "Euchre with 24 Cards",
        "How many cards?",
        "25, 9 to ace and the joker",
        "the dealer says which suit it is before",
    ),
    (
        "British Euchre",
        "What happens when everybody passes?",
        "The dealer must name trump",
        "The dealer must name trump.",
    ),
    (
        "Euchre with 24 Cards",
        "May a poor hand be thrown in",
        "Yes, ace no face: an ace, or more, and nothing else above a 10",
        "whoever is dealt at least one ace, and nothing else above a 10, may show the hand",
    ),
    (
        "Progressive Euchre",
        "May a poor hand be thrown in",
        "Yes, a farmer’s hand: nothing above a 10",
        "Farmer’s hand: whoever is dealt nothing above a 10 may show the hand",
    ),
    ("British Euchre", "May a farmer’s hand", "Yes", "trade them for three of the cards left over, unseen"),
    (
        "Euchre",
        "Must the dealer’s partner go alone",
        "Yes",
        "a dealer’s partner who orders up the dealer must go alone",
    ),
    (
        "British Euchre",
        "What do the defenders get for all five",
        "4 points at least",
        "all five tricks? 4 points at least.",
    ),
    ("Euchre with 24 Cards", "What do the defenders get for euchring", "4 points", "euchring a lone maker? 4 points."),
    ("Railroad Euchre", "What does a lone defender", "2 points", "euchres the lone maker wins 2 for the partnership"),
]


@pytest.fixture(scope="module")
def screens(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screens]:
    """Pages of a hall."""
    with Hall.opened(tmp_path_factory.mktemp("hall")) as hall:
        screens = Screens(browser, hall)
        yield screens
        screens.close()


@pytest.fixture(scope="module")
def desk(screens: Screens) -> Page:
    """The rules page of a new night, as the organizer has it."""
    page = screens.open(screens.hall.organizer_path, LAPTOP)
    page.goto(screens.hall.url)
    click_and_load(page.get_by_role("button", name="Start next night"))
    click_and_load(page.get_by_role("link", name="Rules, other games, house rules"))
    return page


def save_button(page: Page) -> Locator:
    """The button at the foot of the form; a set that is filled in has one of its own above."""
    return page.locator("form.card").get_by_role("button", name="Save").last


def choose_game(page: Page, name: str) -> None:
    """Choose a game, with its usual house rules."""
    if page.locator("h1").inner_text() != name:
        page.get_by_text("Choose another game").click()
        page.get_by_role("radio", name=re.compile(f"^{name}(?! with| for)")).check()
        click_and_load(save_button(page))
    click_and_load(page.get_by_role("button", name="As in the book"))
    click_and_load(save_button(page))
    assert page.locator("h1").inner_text() == name


def what_players_read(screens: Screens, page: Page) -> tuple[str, str]:
    """The text of the rules page on a phone, and of the printed sheet."""
    path = page.url.removeprefix(screens.hall.url).split("#")[0]
    phone = screens.open(path, PHONE)
    phone.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
    shown = " ".join(phone.locator("main").inner_text().split())
    screens.check_width(phone, path)
    assert not screens.problems, screens.problems
    phone.context.close()
    screens.contexts.remove(phone.context)
    pdf = page.request.get(screens.hall.url + path.replace("/rules/", "/print/rules.pdf")).body()
    return shown, " ".join(text_of(pdf).split())


@pytest.mark.parametrize(("game", "question", "answer", "sentence"), CASES)
def test_a_house_rule_is_chosen_on_the_desk_and_read_on_page_and_paper(
    game: str, question: str, answer: str, sentence: str, screens: Screens, desk: Page
) -> None:
    choose_game(desk, game)
    assert sentence not in what_players_read(screens, desk)[1]
    desk.get_by_label(question).first.select_option(label=answer)
    click_and_load(save_button(desk))
    shown, printed = what_players_read(screens, desk)
    assert sentence in shown
    assert sentence in printed


def test_an_american_club_is_two_taps(screens: Screens, desk: Page) -> None:
    choose_game(desk, "Euchre")
    click_and_load(desk.get_by_role("button", name="American club"))
    assert "24, 9 to ace, now 32, 7 to ace" in desk.locator(".filled").inner_text()
    click_and_load(desk.locator(".filled").get_by_role("button", name="Save"))
    shown, printed = what_players_read(screens, desk)
    for text in (shown, printed):
        assert "24 cards, 9 to ace" in text and "The dealer must name trump." in text
