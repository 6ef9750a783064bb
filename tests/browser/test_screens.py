"""Measurements of the screens on a demo night in real Chromium: taps, sizes, zoom, and axe-core on every page.

Where the demo lacks a state, a test starts a one-table night of one game beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor, open_one_table, paired_visitor, press_results
from tests.support.scorebook import NAMES, codes_on_cards
from tests.support.screens import (
    CLIPPED,
    IN_VIEW,
    LAPTOP,
    PHONE,
    SIZES,
    SMALL_PHONE,
    TALL_PHONE,
    Screens,
    click_and_load,
)

PLAIN = NAMES[:4]
LONG = tuple((first + "wilhelminafeatherstonehaughworthingtonmarguerite")[:40] for first in "ABCD")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """Open a hall with the demo night."""
    with Hall.opened(tmp_path_factory.mktemp("demo"), "--demo") as hall:
        yield hall


@pytest.fixture(scope="module")
def cards(demo: Hall) -> dict[int, str]:
    """Return the demo players' codes by number, read before other nights are created."""
    return {number: code for number, (_, code) in codes_on_cards(demo).items()}


@pytest.fixture
def screens(browser: Browser, demo: Hall, cards: dict[int, str]) -> Iterator[Screens]:
    """Open pages on the demo's server and close them afterward."""
    opened = Screens(browser, demo)
    yield opened
    opened.close()


# --- Measure 1 --------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_hand_takes_one_click_and_a_loner_two_when_loners_are_counted(screens: Screens) -> None:
    _, codes = open_one_table(screens.hall, PLAIN, loners="on")
    page = screens.phone(codes[1])
    page.evaluate("addEventListener('click', () => sessionStorage.taps = 1 + Number(sessionStorage.taps || 0), true)")
    page.locator('button[name=result][value="NS:3-4"]').click()
    expect(page.get_by_role("link", name="Hand 1: 1 to 0.")).to_be_visible()
    assert page.evaluate("sessionStorage.taps") == "1"
    expect(page).to_have_url(re.compile("/play/$"))  # what a phone loads again when it wakes up
    page.locator('button[name=result][value="NS:5-alone"]').click()
    page.get_by_role("button", name="1 Ann M.").click()
    expect(page.get_by_role("link", name="Hand 2: 4 to 0.")).to_be_visible()
    assert page.evaluate("sessionStorage.taps") == "3"


# --- Measure 2 --------------------------------------------------------------------------------------------


def scoring_states(screens: Screens, names: tuple[str, ...]) -> Iterator[tuple[str, Page]]:
    """Yield the scoring page on hand 1, on hand 3, while the bell is announced, and reloaded after that."""
    organizer, codes = open_one_table(screens.hall, names)
    page = screens.phone(codes[3])
    yield "hand 1", page
    press_results(paired_visitor(screens.hall, codes[1]), "NS:5-alone", "EW:0-2")
    expect(page.locator("#page")).to_contain_text("Hand 3 of 4")
    yield "hand 3", page
    organizer.follow("Refresh").press("End game 1 (ring the bell)")
    expect(page.get_by_role("alert").filter(has_text="The bell!")).to_be_visible()
    expect(page.locator("#page").get_by_text("Last hand")).to_be_visible()
    yield "the bell", page
    page.reload()
    yield "after the bell", page


def problems_at_twice_the_text_size(state: str, page: Page) -> Iterator[tuple[Any, ...]]:
    """Yield what is cut off or too wide at twice the text size."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for width, height in (PHONE, TALL_PHONE, SMALL_PHONE):
        page.set_viewport_size({"width": width, "height": height})
        wide, clipped = page.evaluate("document.documentElement.scrollWidth"), page.evaluate(CLIPPED)
        if wide > width or clipped:
            yield state, width, height, f"{wide} px wide", clipped
    page.evaluate("document.documentElement.style.fontSize = ''")


@pytest.mark.long
@pytest.mark.parametrize("names", [PLAIN, LONG], ids=["usual names", "names of 40 letters"])
def test_the_scoring_page_fits_without_scrolling_and_all_text_and_buttons_are_large_enough(
    screens: Screens, names: tuple[str, ...]
) -> None:
    wrong: list[tuple[Any, ...]] = []
    for state, page in scoring_states(screens, names):
        for width, height in (PHONE, TALL_PHONE):
            page.set_viewport_size({"width": width, "height": height})
            sizes = page.evaluate(SIZES)
            assert sizes.pop("count") == 8
            if max(sizes.pop("scrolls")) > 0 or any(sizes.values()):
                wrong.append((state, width, height, page.evaluate(SIZES)["scrolls"], sizes))
        page.set_viewport_size({"width": SMALL_PHONE[0], "height": SMALL_PHONE[1]})
        if state != "hand 1" and not page.get_by_role("button", name="Undo").evaluate(IN_VIEW):
            wrong.append((state, *SMALL_PHONE, "Undo is out of view"))
        if names is PLAIN:
            wrong += problems_at_twice_the_text_size(state, page)
    assert not wrong, "\n".join(map(str, wrong))


@pytest.mark.long
def test_on_the_smallest_phone_every_button_stays_in_view_when_both_sides_agree(screens: Screens) -> None:
    _, codes = open_one_table(screens.hall, PLAIN)
    phones = [paired_visitor(screens.hall, codes[number]) for number in (1, 3)]
    for phone in phones:
        phone.follow("Refresh")
    for phone in phones:
        phone.press("EW:0-2")
    page = screens.phone(codes[1])
    page.set_viewport_size({"width": SMALL_PHONE[0], "height": SMALL_PHONE[1]})
    expect(page.locator(".tail")).to_contain_text("✓✓ Both agree. Hand 1")
    page.locator(".calls").evaluate("calls => Promise.allSettled(calls.getAnimations().map(one => one.finished))")
    assert max(page.evaluate(SIZES)["scrolls"]) <= 0
    for button in page.locator("button[name=result], .tail button").all():
        assert button.evaluate(IN_VIEW), button.inner_text()


@pytest.mark.long
def test_on_the_smallest_phone_the_hands_are_shown_to_whoever_says_that_the_score_is_wrong(screens: Screens) -> None:
    _, codes = open_one_table(screens.hall, PLAIN)
    phone = paired_visitor(screens.hall, codes[1])
    press_results(phone, "NS:5", "NS:5", "NS:5", "NS:5", "NS:not-right")
    page = screens.phone(codes[1])
    page.set_viewport_size({"width": SMALL_PHONE[0], "height": SMALL_PHONE[1]})
    hand = page.get_by_role("link", name="Hand 1: 2 to 0.")
    expect(hand).to_be_visible()
    assert hand.evaluate(IN_VIEW)
    screens.check_width(page, "the score is wrong")
    assert not screens.problems, "\n".join(screens.problems)


@pytest.mark.long
def test_with_names_of_40_letters_no_page_is_wider_than_a_phone(screens: Screens) -> None:
    organizer, codes = open_one_table(screens.hall, LONG)
    press_results(paired_visitor(screens.hall, codes[1]), "NS:5-alone", "EW:0-2")
    page = screens.open(screens.hall.organizer_path)
    night = screens.hall.url + organizer.follow("Tables").url.removesuffix("board/")
    for path in ("", "board/", "standings/", "tally/1/", "fairness/", "changes/", "log/", "print/"):
        page.goto(night + path)
        screens.check_width(page, path)
    tile = next(label for label in organizer.labels if label.startswith("Table 1 "))
    page.goto(screens.hall.url + organizer.follow(tile).url)
    screens.check_width(page, "game")
    assert not screens.problems, "\n".join(screens.problems)


# --- Measure 3 --------------------------------------------------------------------------------------------


@pytest.mark.long
def test_axe_finds_no_violations_on_the_organizers_pages_in_light_or_dark(screens: Screens) -> None:
    page = screens.open(screens.hall.organizer_path, LAPTOP)
    late = screens.open(screens.hall.organizer_path, LAPTOP, live=False)
    for link, title in (("", "board"), ("Log", "log"), ("Close the night", "close, not all agreed")):
        if link:
            click_and_load(page.get_by_role("link", name=link, exact=True))
        screens.check(page, f"organizer: {title}")
        page.goto(late.url)
    page.get_by_role("link", name="Table 1").click()
    expect(page.locator("#panel h1")).to_contain_text("Table 1")
    screens.check(page, "organizer: a table in the panel")
    page.goto(urljoin(page.url, page.get_by_role("link", name="Edit hand 1").first.get_attribute("href") or ""))
    screens.check(page, "organizer: edit a hand")
    page.goto(screens.hall.url)
    screens.check(page, "organizer: home")
    click_and_load(page.get_by_role("button", name="Start next night"))
    screens.check(page, "organizer: desk, nobody there")
    desk_in_sign_up(screens, page)
    click_and_load(page.get_by_role("button", name="Start the night"))
    screens.check(page, "organizer: board before the first hand")
    late.goto(page.url)
    click_and_load(page.get_by_role("button", name="Back to sign-up"))
    click_and_load(late.get_by_role("button", name="Back to sign-up"))
    screens.check(late, "organizer: 409")
    click_and_load(page.get_by_role("button", name="Start the night"))
    page.once("dialog", lambda dialog: dialog.accept())  # no table has a hand yet
    click_and_load(page.get_by_role("button", name="ring the bell"))
    screens.check(page, "organizer: board, bell rung")
    click_and_load(page.get_by_role("button", name="Cancel the bell of game 1"))
    click_and_load(page.get_by_role("link", name="Close the night"))
    screens.check(page, "organizer: close")
    click_and_load(page.get_by_role("button", name="Close the night"))
    screens.check(page, "organizer: final standings, nothing played")
    click_and_load(page.get_by_role("link", name="Tables"))
    screens.check(page, "organizer: board, closed")
    click_and_load(page.get_by_role("link", name="Open the night again"))
    screens.check(page, "organizer: open again")
    assert not screens.problems, "\n".join(screens.problems)


def desk_in_sign_up(screens: Screens, page: Page) -> None:
    """Check the desk after every kind of mistake, then with four players on a pasted chart."""
    names, add = page.locator("textarea[name=names]"), page.get_by_role("button", name="Add to the list")
    names.fill("  ")
    click_and_load(add)
    screens.check(page, "organizer: desk, no name")
    names.fill("Ann Miller\nAnn Miller")
    click_and_load(add)
    screens.check(page, "organizer: desk, namesakes")
    names.fill("\n".join(PLAIN))
    click_and_load(add)
    screens.check(page, "organizer: desk, no chart for four")
    chart = page.locator("textarea[name=notation]")
    for notation, title in (("1  1-2 vs 3-3", "wrong chart"), ("1  1-2 vs 3-4", "all details open")):
        page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
        chart.fill(notation)
        click_and_load(page.get_by_role("button", name="Check and use it"))
        page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
        screens.check_unrolled(page, f"organizer: desk, {title}")
    click_and_load(page.get_by_role("button", name="Draw numbers"))
    screens.check(page, "organizer: desk, numbered")


@pytest.mark.long
def test_axe_finds_no_violations_on_a_players_pages_in_light_or_dark(screens: Screens, cards: dict[int, str]) -> None:
    demo_phones(screens, cards)
    organizer, codes = open_one_table(screens.hall, PLAIN, loners="on")
    north, south, east = (screens.phone(codes[number]) for number in (1, 2, 3))
    late = screens.phone(codes[4], live=False)
    screens.check(north, "player: hand 1")
    north.locator('button[name=result][value="NS:5-alone"]').click()
    expect(north.get_by_role("heading", name="Who went alone?")).to_be_visible()
    screens.check(north, "player: who went alone")
    north.get_by_role("button", name="1 Ann M.").click()
    expect(north.get_by_role("link", name="Hand 1: 4 to 0.")).to_be_visible()
    late.locator('button[name=result][value="EW:5"]').click()
    for page in (late, south, east):
        expect(page.get_by_role("heading", name="hand 1: two answers")).to_be_visible()
    screens.check(late, "player: two answers")
    south.locator('button[name=right][value="keep"]').click()
    for result, hand in (("NS:3-4", 2), ("EW:0-2", 3)):
        east.locator(f'button[name=result][value="{result}"]').click()
        expect(south.get_by_role("link", name=f"Hand {hand}:")).to_be_visible()
    organizer.follow("Refresh").press("End game 1 (ring the bell)")
    expect(south.get_by_role("alert").filter(has_text="The bell!")).to_be_visible()
    expect(south.locator("#page").get_by_text("Last hand")).to_be_visible()
    screens.check(south, "player: the bell", animations="cancel")
    click_and_load(south.get_by_role("link", name="More"))
    screens.check(south, "player: game")
    click_and_load(south.get_by_role("link", name="Edit hand").first)
    screens.check(south, "player: correct")
    east.locator('button[name=result][value="EW:5"]').click()
    agreement(screens, organizer, north, east)
    assert not screens.problems, "\n".join(screens.problems)


def agreement(screens: Screens, organizer: Visitor, north: Page, east: Page) -> None:
    """Check the pages from the last hand to the end of the night."""
    expect(north.get_by_role("button", name="Confirm")).to_be_visible()
    screens.check(north, "player: agreeing")
    north.locator('button[name=word][value="NS:not-right"]').click()
    expect(east.get_by_text("says that’s wrong").first).to_be_visible()
    screens.check(east, "player: somebody objects")
    click_and_load(north.get_by_role("link", name="Back to my table"))
    north.locator('button[name=word][value="NS:agree"]').click()
    expect(north.get_by_text("Your side confirmed")).to_be_visible()
    screens.check(north, "player: our side agreed")
    expect(east.get_by_text("Do you?")).to_be_visible()
    screens.check(east, "player: their side agreed")
    east.locator('button[name=word][value="EW:agree"]').click()
    expect(north.get_by_text("your total is")).to_be_visible()
    screens.check(north, "player: all games played")
    north.goto(f"{north.url}?game=1")
    screens.check(north, "player: signed game")
    organizer.follow("Refresh").follow("Close the night").press("Close the night")
    expect(east.get_by_role("heading", name="The night is over")).to_be_visible()
    screens.check(east, "player: night closed")


def demo_phones(screens: Screens, cards: dict[int, str]) -> None:
    """Check two states of the demo: a table that waits for the others, and a phone whose card another one took over."""
    first = screens.phone(cards[1])
    screens.check(first, "player: hand 3")
    taking = screens.open(f"/J/{cards[1]}")
    screens.check(taking, "player: use this phone instead?")
    click_and_load(taking.get_by_role("button", name="Use this phone instead"))
    expect(first.get_by_text("only watches")).to_be_visible()
    screens.check(first, "player: only watching")
    for number, code in cards.items():
        phone = paired_visitor(screens.hall, code)
        if "NS:agree" in phone.buttons:
            press_results(phone, "NS:agree", "EW:agree")
            waiting = screens.phone(code)
            expect(waiting.get_by_text("is still playing game 3")).to_be_visible()
            screens.check(waiting, f"player {number}: waiting for another table")
            break
    else:
        raise AssertionError("no table of the demo is agreeing")


@pytest.mark.long
def test_axe_finds_no_violations_on_public_pages_in_light_or_dark(screens: Screens) -> None:
    page = screens.open("/")
    screens.check(page, "home")
    for link in ("Who sits where", "Standings"):
        click_and_load(page.get_by_role("link", name=link, exact=True).first)
        screens.check(page, link)
        page.goto(screens.hall.url)
    page.get_by_label("Code on your card").fill("ABCD-2345")
    click_and_load(page.get_by_role("button", name="Open my card"))
    screens.check(page, "no such code")
    page.goto(screens.hall.url + "/J/ABCD2345")
    screens.check(page, "no such card")
    page.goto(screens.hall.url + "/J/")
    screens.check(page, "type a code")
    page.goto(screens.hall.url + "/nothing/here/")
    screens.check(page, "404")
    sign_up_pages(screens, page)
    assert not screens.problems, "\n".join(screens.problems)


def sign_up_pages(screens: Screens, page: Page) -> None:
    """Check what a stranger and a newcomer see of a night in sign-up, in play and closed."""
    organizer = Visitor(screens.hall, screens.hall.organizer_path).open("/").press("Start next night")
    night = screens.hall.url + organizer.url.removesuffix("desk/")
    for path, title in (
        ("desk/", "403"),
        ("play/", "whose phone, in sign-up"),
        ("standings/", "standings, none yet"),
        ("", "seats, nobody yet"),
    ):
        page.goto(night + path)
        screens.check(page, title)
    click_and_load(page.get_by_role("link", name="Add my name"))
    screens.check(page, "join")
    for name in ("  ", "Ann Miller", "Ann Miller"):
        page.get_by_label("Your name").fill(name)
        click_and_load(page.get_by_role("button", name="Count me in"))
        screens.check(page, f"join as {name!r}, or welcome")
        if "/play/" in page.url:
            page.context.clear_cookies()
            page.goto(night + "join/")
    organizer.press("Add to the list", names="\n".join(PLAIN[1:]))
    organizer.press("Check and use it", name="One table", notation="1  1-2 vs 3-4").press("Number by arrival")
    code = codes_on_cards(screens.hall)[2][1]
    for step, paths in (
        ("sign-up", ("", "join/")),
        ("Start the night", ("", "play/", "standings/")),
        ("Close the night", ("", "join/", "play/", "standings/", "tally/1/")),
    ):
        if step == "Close the night":
            press_results(paired_visitor(screens.hall, code), "NS:3-4", "EW:5", "NS:0-2", "EW:5", "NS:agree")
            organizer.follow("Refresh").follow("Close the night")
        if step != "sign-up":
            organizer.press(step)
        for path in paths:
            page.goto(night + path)
            screens.check(page, f"{path or 'seats'} after {step}")
        page.goto(f"{screens.hall.url}/J/{code}")
        screens.check(page, f"claim after {step}")
