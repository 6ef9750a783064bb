"""Scores are entered from slips in real Chromium, on a laptop by the keyboard alone, and on a phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.hall_server import Hall
from tests.support.night import CAST
from tests.support.screens import CLIPPED, LAPTOP, PHONE, SMALL_PHONE, Screens
from tests.support.waiting import wait_until
from tournament.web.visitors import SIGN_IN_COOKIE

pytestmark = pytest.mark.long

THREE_TABLES = f"""
from tournament.access import ORGANIZER
from tournament.club.owned_rows import delete_with_all
from tournament.models import Club, Night, Player, Round
from tournament.night.lifecycle import create_night, start_night
from tournament.night.numbers import draw_numbers
from tournament.night.signup import sign_up
# So that the start page and the desk are as on a first night.
delete_with_all(Night, [night.pk for night in Night.objects.all()])
Player.objects.all().delete()
night = create_night(club=Club.objects.get(), who=ORGANIZER)
sign_up(night=night, names={CAST[:12]}, who=ORGANIZER)
draw_numbers(night=night, order="arrival", who=ORGANIZER)
start_night(night=night, who=ORGANIZER)
Night.objects.filter(pk=night.pk).update(movement="winners-up", games=5)
Round.objects.filter(night=night, number__gt=1).delete()
print(night.slug)
"""
TABLE_3_ON_PHONES = """
from tally.forms import read_result
from tally.scoring.recording import record_hand
from tournament.access import ORGANIZER
from tournament.models import Game, Night, Phone
night = Night.objects.latest("pk")
game = Game.objects.get(round__night=night, round__number=1, table=3)
Phone.objects.create(entry=game.places.first().entry, token="a-phone-at-table-3")
record_hand(game=game, number=1, record=read_result(night, "NS:3-4"), key="a-hand-at-table-3", who=ORGANIZER)
"""
BIG = 48  # px


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A server of these tests, each with a night of its own."""
    with Hall.opened(tmp_path_factory.mktemp("hall")) as hall:
        yield hall


@pytest.fixture
def address(hall: Hall) -> str:
    """Where the scores of the first game at three tables are entered; the winners decide the next seats."""
    slug = hall.manage("shell", "-v", "0", "-c", THREE_TABLES).decode().strip()
    assert slug.isalnum(), slug
    return f"/n/{slug}/quick/1/"


def open_scores(screens: Screens, address: str, size: tuple[int, int]) -> Page:
    """Open the organizer's page of scores, with a screen of this size."""
    page = screens.open(screens.hall.organizer_path, size)
    page.goto(screens.hall.url + address)
    return page


def type_scores(page: Page, *points: str) -> None:
    """Type these numbers, each with Enter."""
    for number in points:
        page.keyboard.type(number)
        page.keyboard.press("Enter")


def test_a_question_has_two_big_buttons_and_goes_when_the_number_changes(screens: Screens, address: str) -> None:
    page = open_scores(screens, address, LAPTOP)
    type_scores(page, "77", "5")
    yes = page.get_by_role("button", name="Yes, 77–5")
    yes.wait_for()
    question = page.locator(".ask p")
    box, button = question.bounding_box(), yes.bounding_box()
    assert box and button and box["width"] > 300 and box["height"] < 60, "its question has room for a sentence"
    assert button["height"] >= BIG and button["width"] >= 150
    expect(page.locator("#problems")).to_contain_text("Table 1: 77 points are more than")
    screens.check(page, "an unlikely total")
    page.locator(".quick input:visible").first.fill("7")
    expect(question).to_have_count(0)
    expect(page.locator("#problems")).to_be_hidden()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".quick b", has_text="✓ 7–5")).to_be_visible()
    assert not screens.problems, "\n".join(screens.problems)


def test_the_keyboard_alone_answers_who_won_a_tie_and_enters_every_table(screens: Screens, address: str) -> None:
    page = open_scores(screens, address, LAPTOP)
    type_scores(page, "7", "5", "3", "8", "6")
    page.keyboard.type("6")
    page.keyboard.press("Enter")
    expect(page.locator(".ask")).to_be_focused()
    assert page.locator(".ask select").count() == 0 and page.locator(".ask button").count() == 2
    screens.check(page, "a tie")
    page.keyboard.press("Tab")
    expect(page.locator(".ask button").first).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".quick b", has_text="✓")).to_have_text(["✓ 7–5", "✓ 3–8", "✓ 6–6"])
    expect(page.locator("#slips-in")).to_have_text("✓ All scores are in. The seats of game 2 are posted.")
    expect(page.locator("#next")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/quick/2/**")
    assert not screens.problems, "\n".join(screens.problems)


def test_numbers_typed_after_the_last_slip_are_not_taken_until_the_next_page_was_seen(
    screens: Screens, address: str
) -> None:
    page = open_scores(screens, address, LAPTOP)
    type_scores(page, "7", "5", "3", "8", "6", "2")
    expect(page.locator(".quick b", has_text="✓")).to_have_count(3)
    type_scores(page, "2", "3", "1", "0")
    expect(page.get_by_role("alert").filter(has_text="Not taken")).to_have_text(
        "Not taken: game 1 has all its scores. Open the next game, then type these slips."
    )
    assert page.url.endswith("/quick/1/")
    screens.check(page, "typed after the last slip")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/quick/2/**")
    expect(page.locator("#complete")).to_be_focused()
    type_scores(page, "2", "3", "1", "0")
    expect(page.get_by_role("alert").filter(has_text="Not taken")).to_have_text(
        "Not taken: no field was chosen. Press Tab, then type these slips again."
    )
    fields = page.locator(".quick input:visible")
    assert fields.count() == 6 and fields.evaluate_all("all => all.map(e => e.value)") == [""] * 6
    screens.check(page, "typed before a field was chosen")
    page.keyboard.press("Tab")
    type_scores(page, "2", "3")
    expect(page.locator(".quick b", has_text="✓")).to_have_text("✓ 2–3")
    assert not screens.problems, "\n".join(screens.problems)


def test_numbers_typed_while_the_next_game_loads_are_not_taken(screens: Screens, address: str) -> None:
    page = open_scores(screens, address, LAPTOP)
    type_scores(page, "7", "5", "3", "8", "6", "2")
    expect(page.locator("#slips-in")).to_contain_text("All scores are in")
    held: list[Route] = []
    page.route("**/quick/2/**", lambda route: held.append(route))
    with page.expect_request("**/quick/2/**"):
        page.keyboard.press("Enter")
    type_scores(page, "2")
    page.keyboard.type("3")
    held[0].continue_()
    page.wait_for_url("**/quick/2/**")
    type_scores(page, "", "1", "0", "4")
    fields = page.locator(".quick input:visible")
    assert fields.count() == 6 and fields.evaluate_all("all => all.map(e => e.value)") == [""] * 6


def test_a_question_has_the_keyboard_though_more_was_typed_while_its_slip_was_on_its_way(
    screens: Screens, address: str
) -> None:
    page = open_scores(screens, address, LAPTOP)
    type_scores(page, "7", "5", "3", "8", "6")
    expect(page.locator(".quick b", has_text="✓")).to_have_count(2)
    held: list[Route] = []
    page.route("**/quick/1/**", lambda route: held.append(route))
    type_scores(page, "6", "2")
    expect(page.locator("#not-taken")).to_be_focused()
    wait_until(page, lambda: held)
    held[0].continue_()
    expect(page.locator(".ask")).to_be_focused()
    assert not screens.problems, "\n".join(screens.problems)


@pytest.mark.parametrize(("ns", "ew"), [("99", "3"), ("6", "6")])
def test_a_hasty_second_enter_answers_no_question(screens: Screens, address: str, ns: str, ew: str) -> None:
    page = open_scores(screens, address, LAPTOP)
    type_scores(page, "7", "5", "3", "8", ns, ew)
    question = page.get_by_role("group", name="Table 3")
    expect(question).to_be_focused()
    expect(question).to_have_accessible_description(question.locator("p").inner_text())
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(question).to_be_focused()
    assert not sent
    assert not screens.problems, "\n".join(screens.problems)


def test_a_number_that_is_to_be_changed_is_selected(screens: Screens, address: str) -> None:
    page = open_scores(screens, address, LAPTOP)
    type_scores(page, "99", "3")
    page.get_by_role("button", name="Yes, 99–3").wait_for()
    page.locator("#problems a").click()
    expect(page.locator(".ask")).to_be_focused()
    page.get_by_role("link", name="No, change it").click()
    page.keyboard.type("9")
    expect(page.locator(".quick input:visible").first).to_have_value("9")
    assert not screens.problems, "\n".join(screens.problems)


def test_a_table_is_found_by_its_number_and_ready_to_type(screens: Screens, address: str) -> None:
    page = open_scores(screens, address, LAPTOP)
    page.get_by_label("Table", exact=True).fill("3")
    page.keyboard.press("Enter")
    page.wait_for_url("**?table=3")
    type_scores(page, "9", "2")
    expect(page.locator("li", has_text="Table 3")).to_contain_text("✓ 9–2")


def test_after_the_last_slip_nothing_is_typed_into_a_table_on_phones(screens: Screens, address: str) -> None:
    screens.hall.manage("shell", "-c", TABLE_3_ON_PHONES)
    page = open_scores(screens, address, LAPTOP)
    phones = page.locator("#quick details")
    expect(phones.locator("summary")).to_have_text("On phones: these scores come by themselves (1)")
    assert phones.get_attribute("open") is None and page.locator("#slips-in").inner_text() == ""
    phones.locator("summary").click()
    page.locator(".quick input:visible").first.focus()
    type_scores(page, "7", "5", "6", "6")
    expect(page.locator(".ask")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#slips-in")).to_have_text("✓ All slips are in.")
    expect(page.get_by_role("link", name="Back to the board")).to_be_focused()
    page.keyboard.type("9")
    assert phones.locator("input:visible").first.input_value() == ""
    screens.check(page, "all slips are in")
    page.keyboard.press("Enter")
    page.wait_for_url("**/board/")
    assert not screens.problems, "\n".join(screens.problems)


def test_a_table_on_phones_is_found_behind_its_disclosure(screens: Screens, address: str) -> None:
    screens.hall.manage("shell", "-c", TABLE_3_ON_PHONES)
    page = open_scores(screens, address, PHONE)
    page.get_by_label("Table", exact=True).fill("3")
    page.keyboard.press("Enter")
    page.wait_for_url("**?table=3")
    type_scores(page, "9", "2")
    expect(page.locator("li", has_text="Table 3")).to_contain_text("✓ 9–2")


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_an_error_has_room_and_after_save_nobody_types_into_the_next_game(
    screens: Screens, address: str, size: tuple[int, int]
) -> None:
    screens.hall.manage("shell", "-c", "from tournament.models import Night\nNight.objects.update(count_loners=True)")
    page = open_scores(screens, address, size)
    type_scores(page, "7", "5", "99")
    error = page.locator(".quick .error")
    expect(error).to_contain_text("Number 99 is not at this table")
    box = error.bounding_box()
    assert box and box["width"] > 300 and box["height"] < 80, "it reads as a sentence, not down a column"
    screens.check(page, "a number that is not at this table")
    page.locator(".quick .loners input").first.fill("")
    row = page.locator(".quick li", has_text="Table 2").locator("input:visible")
    row.nth(0).fill("3")
    row.nth(1).fill("8")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".quick b", has_text="✓")).to_have_text(["✓ 7–5", "✓ 3–8"])
    row = page.locator(".quick li", has_text="Table 3").locator("input:visible")
    row.nth(0).fill("6")
    row.nth(1).fill("2")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/quick/2/**")
    expect(page.locator("#complete")).to_have_text("✓ Game 1 is complete. These are game 2’s tables.")
    expect(page.locator("#complete")).to_be_focused()
    page.keyboard.type("9")
    assert page.locator(".quick input:visible").first.input_value() == ""
    screens.check(page, "the next game")
    assert not screens.problems, "\n".join(screens.problems)


def test_a_row_that_is_not_saved_says_so_where_one_types(screens: Screens, address: str) -> None:
    page = open_scores(screens, address, (PHONE[0], 400))
    page.route("**/quick/1/", lambda route: route.abort())
    row, status = page.locator(".quick li").last, page.locator("#send-status")
    row.locator("input:visible").first.focus()
    type_scores(page, "7", "5")
    expect(status).to_have_text("Not saved yet. It is sent when the laptop can be reached.")
    expect(status).to_be_in_viewport(ratio=1)
    expect(row.locator(".error")).to_have_text("Not saved")
    screens.check(page, "a row that is not saved")
    page.unroute("**/quick/1/")
    expect(row).to_contain_text("✓ 7–5")
    expect(status).to_be_empty()
    row = page.locator(".quick li").nth(1)
    page.context.clear_cookies(name=SIGN_IN_COOKIE)
    row.locator("input:visible").first.focus()
    type_scores(page, "7", "5")
    expect(status).to_contain_text("This page is for the organizer and helpers")
    expect(status).to_be_in_viewport(ratio=1)
    expect(row.locator(".error")).to_have_text("Not saved")
    assert not screens.problems, "\n".join(screens.problems)


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE])
def test_scores_are_entered_on_a_phone(screens: Screens, address: str, size: tuple[int, int]) -> None:
    page = open_scores(screens, address, size)
    fields = page.locator(".quick input:visible")
    assert fields.count() == 6
    for index in range(6):
        box = fields.nth(index).bounding_box()
        assert box and box["height"] >= BIG and box["x"] + box["width"] <= size[0]
    type_scores(page, "77", "5")
    page.locator(".ask button").wait_for()
    heights = page.locator(".ask button, .ask .button").evaluate_all("all => all.map(e => e.offsetHeight)")
    assert min(heights) >= BIG
    assert page.evaluate("document.documentElement.scrollWidth") == size[0] and page.evaluate(CLIPPED) == []
    screens.check(page, f"on a phone of {size[0]}")
    page.get_by_role("button", name="Yes, 77–5").click()
    expect(page.locator(".quick b", has_text="✓ 77–5")).to_be_visible()
    assert not screens.problems, "\n".join(screens.problems)
