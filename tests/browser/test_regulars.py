"""The regulars on the desk in Chromium: a tap a name, letters and Enter, and no name moves under the hand."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.test_desk import MOST_HEIGHT, NAMES
from tests.support.night import CAST, ORGANIZER, phone_of
from tests.support.regulars import large_club, past_nights
from tests.support.rosters import names_by_arrival
from tests.support.screens import CLIPPED, LAPTOP, PHONE, SMALL_PHONE, click_and_load, violations
from tests.support.serverless_browser import ServerlessBrowser
from tests.support.waiting import wait_until
from tournament.models import Night, Player
from tournament.night.lifecycle import close_night
from tournament.night.signup import sign_up
from tournament.web.addresses import join_address

pytestmark = pytest.mark.long

MOST_CLICKS = len(CAST) + 2  # a tap a regular, the numbers, the start
OFFERED, OFFERED_TO_MANY, OFFERED_ON_A_PHONE = 40, 16, 12
LARGE_CLUB = [f"Guest{n:03} Kowalski" for n in range(200)]


@pytest.fixture
def desk(browser: Browser, organizer: Client, empty_night: Night) -> Iterator[Page]:
    """The desk of a night whose club has the cast as regulars."""
    past_nights(empty_night.club, {name: [1] for name in CAST})
    with ServerlessBrowser(browser, organizer) as serverless:
        yield serverless.open(f"/n/{empty_night.slug}/desk/")


def regular(page: Page, name: str) -> None:
    """Tap a regular's name, and wait until they are on the list."""
    before = page.locator("#list [data-player]").count()
    page.locator(".regulars").get_by_role("button", name=name, exact=True).click()
    expect(page.locator("#list [data-player]")).to_have_count(before + 1)


def hold_requests(page: Page, pattern: str) -> list[Route]:
    """Hold the requests to these addresses back until the test lets each go on."""
    held: list[Route] = []
    page.route(pattern, lambda route: held.append(route))
    page.evaluate("htmx.config.timeout = 0")
    return held


def shown(page: Page) -> list[str]:
    """List the regulars that are in view."""
    return [text.strip() for text in page.locator(".regulars li:visible button").all_inner_texts()]


def test_twelve_regulars_are_signed_up_by_taps_and_the_night_starts(desk: Page, empty_night: Night) -> None:
    clicks = 0
    for name in CAST:
        regular(desk, name)
        clicks += 1
    assert names_by_arrival(empty_night) == list(CAST)
    expect(desk.locator("#start")).to_contain_text("12 players, 3 tables")
    for words in ("Draw numbers", "Start the night"):
        click_and_load(desk.get_by_role("button", name=words, exact=True))
        clicks += 1
    empty_night.refresh_from_db()
    assert empty_night.status == Night.Status.PLAYING
    print(f"{clicks} clicks from an empty list to twelve regulars at their tables")
    assert clicks <= MOST_CLICKS


def test_no_name_moves_and_no_tap_is_lost(desk: Page, empty_night: Night) -> None:
    before = desk.locator(".regulars li").last.bounding_box()
    desk.locator(".regulars button").evaluate_all("buttons => buttons.slice(1, 5).forEach(b => b.click())")
    expect(desk.locator("#list [data-player]")).to_have_count(4)
    assert names_by_arrival(empty_night) == list(CAST[1:5])
    expect(desk.locator(".regulars .here")).to_have_count(4)
    assert desk.locator(".regulars li").last.bounding_box() == before
    expect(desk.locator("#added")).to_have_text(f"✓ Added {CAST[4]}.")
    desk.reload()
    assert len(shown(desk)) == len(CAST) - 4


def test_somebody_who_joined_by_phone_is_marked(desk: Page, empty_night: Night) -> None:
    Client().post(f"/n/{empty_night.slug}/join/", {"name": CAST[2]})
    desk.evaluate("htmx.trigger(document.body, 'wake')")
    expect(desk.locator(".regulars .here")).to_have_text(CAST[2])


def test_letters_find_and_enter_signs_up_the_first_once(desk: Page, empty_night: Night) -> None:
    field = desk.get_by_role("searchbox", name="Find a regular")
    expect(desk.get_by_role("button", name="as new")).to_be_hidden()
    field.press_sequentially("da")
    assert shown(desk) == [CAST[3]]
    field.press("Enter")
    expect(desk.locator("#list [data-player]")).to_have_count(1)
    expect(field).to_be_focused()
    field.press("Enter")
    field.press_sequentially("mill")
    assert shown(desk) == [CAST[0]]
    field.press("Enter")
    expect(desk.locator("#list [data-player]")).to_have_count(2)
    assert names_by_arrival(empty_night) == [CAST[3], CAST[0]]


def test_somebody_whom_nobody_knows_is_added_as_new(desk: Page, empty_night: Night) -> None:
    field = desk.get_by_role("searchbox", name="Find a regular")
    field.press_sequentially("Nora Quinn")
    assert shown(desk) == []
    desk.get_by_role("button", name="Add “Nora Quinn” as new").click()
    expect(desk.locator("#added")).to_have_text("✓ Added Nora Quinn.")
    expect(field).to_be_empty()
    expect(desk.get_by_role("button", name="as new")).to_be_hidden()
    assert shown(desk) == list(CAST)
    field.press_sequentially("Omar Reed")
    expect(desk.get_by_role("button", name="Add “Omar Reed” as new")).to_be_visible()
    field.press("Enter")
    expect(desk.locator("#added")).to_have_text("✓ Added Omar Reed.")
    assert names_by_arrival(empty_night) == ["Nora Quinn", "Omar Reed"]
    field.press_sequentially("nora quin")
    expect(desk.get_by_role("button", name="Add “nora quin” as new")).to_be_visible()
    field.press_sequentially("n")
    expect(desk.get_by_role("button", name="as new")).to_be_hidden()
    field.press("Enter")
    expect(desk.get_by_text("Nora Quinn is signed up already.")).to_be_visible()
    field.fill("")
    field.press_sequentially("Ann Miller")
    expect(desk.get_by_role("button", name="as new")).to_be_hidden()


def test_a_name_that_is_not_sent_stays_in_its_field_and_enter_sends_it_again(desk: Page, empty_night: Night) -> None:
    field = desk.get_by_role("searchbox", name="Find a regular")
    desk.route("**/desk/names/", lambda route: route.abort(), times=1)
    field.press_sequentially("Nora Quinn")
    field.press("Enter")
    expect(desk.locator("#send-status")).to_contain_text("No answer came")
    expect(field).to_have_value("Nora Quinn")
    field.press("Enter")
    expect(desk.locator("#added")).to_have_text("✓ Added Nora Quinn.")
    assert names_by_arrival(empty_night) == ["Nora Quinn"]


def test_letters_that_wait_for_those_before_stay_until_they_are_answered(desk: Page, empty_night: Night) -> None:
    field = desk.get_by_role("searchbox", name="Find a regular")
    held = hold_requests(desk, "**/desk/regulars/")
    for letters in ("an", "bo"):
        field.press_sequentially(letters)
        field.press("Enter")
    wait_until(desk, lambda: held)
    held.pop().fallback()
    expect(desk.locator("#list [data-player]")).to_have_text([re.compile(CAST[0])])
    wait_until(desk, lambda: held)
    held.pop().abort()
    expect(desk.locator("#send-status")).to_contain_text("No answer came")
    expect(field).to_have_value("bo")
    field.press("Enter")
    wait_until(desk, lambda: held)
    held.pop().fallback()
    expect(field).to_be_empty()
    assert names_by_arrival(empty_night) == list(CAST[:2])


def test_each_name_is_added_as_it_was_sent_though_the_next_is_being_typed(desk: Page, empty_night: Night) -> None:
    field = desk.get_by_role("searchbox", name="Find a regular")
    held = hold_requests(desk, "**/desk/{names,regulars}/")
    for letters in ("Nora Quinn", "an", "Omar Reed", "Zoe New"):
        field.press_sequentially(letters)
        field.press("Enter")
    field.press_sequentially("Pi")
    for count in (1, 2, 3, 4):
        wait_until(desk, lambda: held)
        held.pop().fallback()
        expect(desk.locator("#list [data-player]")).to_have_count(count)
        expect(field).to_have_value("Pi")
    assert names_by_arrival(empty_night) == ["Nora Quinn", CAST[0], "Omar Reed", "Zoe New"]


def test_a_new_name_that_is_tapped_twice_is_sent_once(desk: Page, empty_night: Night) -> None:
    held = hold_requests(desk, "**/desk/names/")
    field = desk.get_by_role("searchbox", name="Find a regular")
    field.press_sequentially("Nora Quinn")
    desk.get_by_role("button", name="Add “Nora Quinn” as new").dblclick()
    wait_until(desk, lambda: held)
    held.pop().fallback()
    expect(desk.locator("#added")).to_have_text("✓ Added Nora Quinn.")
    field.press_sequentially("Omar Reed")
    field.press("Enter")
    wait_until(desk, lambda: held)
    held.pop().fallback()
    expect(desk.locator("#added")).to_have_text("✓ Added Omar Reed.")
    assert held == [] and names_by_arrival(empty_night) == ["Nora Quinn", "Omar Reed"]


def test_enter_works_after_a_click_beside_the_names(desk: Page) -> None:
    field = desk.get_by_role("searchbox", name="Find a regular")
    field.press_sequentially("da")
    desk.locator("ul.regulars").dispatch_event("click")
    field.press("Enter")
    expect(desk.locator("#list [data-player]")).to_have_text([re.compile(CAST[3])])


def test_a_tap_that_is_not_sent_says_so_where_one_taps(desk: Page) -> None:
    desk.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    desk.route("**/desk/regulars/", lambda route: route.abort())
    last = desk.locator(".regulars li:visible button").last
    last.evaluate("button => button.scrollIntoView({block: 'end'})")
    last.click()
    expect(desk.locator("#send-status")).to_have_text("No answer came. Look whether it was saved before you try again.")
    expect(desk.locator("#send-status")).to_be_in_viewport(ratio=1)


def test_a_new_clubs_players_are_added_one_by_one_with_type_and_enter(
    browser: Browser, organizer: Client, empty_night: Night
) -> None:
    with ServerlessBrowser(browser, organizer) as serverless:
        desk = serverless.open(f"/n/{empty_night.slug}/desk/")
        field = desk.get_by_role("searchbox", name="Add one player")
        field.focus()
        for count, name in enumerate(CAST[:3], 1):
            desk.keyboard.type(name)
            desk.keyboard.press("Enter")
            expect(desk.locator("#list [data-player]")).to_have_count(count)
            expect(field).to_be_focused()
        assert names_by_arrival(empty_night) == list(CAST[:3])


@pytest.mark.parametrize("known", [False, pytest.param(True, marks=pytest.mark.long)])
def test_without_javascript_the_field_has_the_focus_again_after_each_name(
    browser: Browser, organizer: Client, empty_night: Night, known: bool
) -> None:
    if known:
        past_nights(empty_night.club, {"Zoe Old": [1]})
    with ServerlessBrowser(browser, organizer, java_script_enabled=False) as serverless:
        desk = serverless.open(f"/n/{empty_night.slug}/desk/")
        desk.locator(".regulars-find [type=search]").focus()
        for count, name in enumerate(CAST[:2], 1):
            desk.keyboard.type(name)
            desk.keyboard.press("Enter")
            expect(desk.locator("#list [data-player]")).to_have_count(count)
            expect(desk.locator(".regulars-find [type=search]")).to_be_focused()
        assert names_by_arrival(empty_night) == list(CAST[:2])


def test_the_list_has_the_focus_again_after_a_single_name(
    browser: Browser, organizer: Client, empty_night: Night
) -> None:
    with ServerlessBrowser(browser, organizer) as serverless:
        desk = serverless.open(f"/n/{empty_night.slug}/desk/")
        desk.get_by_label("Add players").fill(CAST[0])
        desk.get_by_role("button", name="Add to the list").click()
        expect(desk.locator("#list [data-player]")).to_have_count(1)
        expect(desk.get_by_label("Add players")).to_be_focused()
        desk.keyboard.type("\n".join(CAST[1:4]))
        desk.get_by_role("button", name="Add to the list").click()
        expect(desk.locator("#list [data-player]")).to_have_count(4)
        expect(desk.get_by_label("Add players")).not_to_be_focused()


def test_only_letters_find_those_who_are_gone(browser: Browser, organizer: Client, empty_night: Night) -> None:
    past_nights(empty_night.club, {"Ann Miller": [1], "Norm Stone": [2]})
    Player.objects.filter(name="Norm Stone").update(is_active=False)
    with ServerlessBrowser(browser, organizer) as serverless:
        desk = serverless.open(f"/n/{empty_night.slug}/desk/")
        assert shown(desk) == ["Ann Miller"]
        desk.get_by_role("searchbox", name="Find a regular").press_sequentially("sto")
        expect(desk.locator(".regulars li:visible")).to_contain_text("Norm Stone gone, last here Nov 10")


def test_a_name_on_paper_finds_its_owner(browser: Browser, organizer: Client, empty_night: Night) -> None:
    past_nights(empty_night.club, {"王伟": [1], "Ann Miller": [1]})
    Player.objects.filter(name="王伟").update(paper_name="Wang Wei")
    with ServerlessBrowser(browser, organizer) as serverless:
        desk = serverless.open(f"/n/{empty_night.slug}/desk/")
        field = desk.get_by_role("searchbox", name="Find a regular")
        field.press_sequentially("wei")
        assert shown(desk) == ["王伟"]
        expect(desk.get_by_role("button", name="as new")).to_be_visible()
        field.fill("Wang Wei")
        expect(desk.get_by_role("button", name="as new")).to_be_hidden()


def test_regulars_are_signed_up_without_javascript(browser: Browser, organizer: Client, empty_night: Night) -> None:
    past_nights(empty_night.club, {name: [1] for name in CAST})
    with ServerlessBrowser(browser, organizer, java_script_enabled=False) as serverless:
        desk = serverless.open(f"/n/{empty_night.slug}/desk/")
        click_and_load(desk.get_by_role("button", name=CAST[1]))
        expect(desk.get_by_text(f"✓ Added {CAST[1]}.")).to_be_visible()
        desk.get_by_role("searchbox", name="Find a regular").fill("Nora Quinn")
        click_and_load(desk.get_by_role("button", name="Add", exact=True))
        assert names_by_arrival(empty_night) == [CAST[1], "Nora Quinn"]
        assert len(shown(desk)) == len(CAST) - 1


@pytest.mark.parametrize("javascript", [True, False])
def test_show_all_is_offered_only_where_more_are_hidden(
    browser: Browser, organizer: Client, empty_night: Night, javascript: bool
) -> None:
    large_club(empty_night.club, LARGE_CLUB[:15])
    with ServerlessBrowser(browser, organizer, LAPTOP, java_script_enabled=javascript) as serverless:
        desk = serverless.open(f"/n/{empty_night.slug}/desk/")
        expect(desk.locator(".regulars li:visible")).to_have_count(15)
        expect(desk.get_by_label("Show all 15")).to_be_hidden()
        desk.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        expect(desk.locator(".regulars li:visible")).to_have_count(OFFERED_ON_A_PHONE)
        desk.get_by_label("Show all 15").check()
        expect(desk.locator(".regulars li:visible")).to_have_count(15)


def test_a_large_club_is_compact_and_one_tap_shows_everybody(
    browser: Browser, organizer: Client, empty_night: Night
) -> None:
    large_club(empty_night.club, LARGE_CLUB)
    sign_up(night=empty_night, names=NAMES[:60], who=ORGANIZER)
    with ServerlessBrowser(browser, organizer, LAPTOP) as serverless:
        desk = serverless.open(f"/n/{empty_night.slug}/desk/")
        assert shown(desk) == LARGE_CLUB[:OFFERED]
        last = desk.locator(".chips > li").last.evaluate("chip => chip.getBoundingClientRect().bottom + scrollY")
        print(f"40 of 200 regulars and 60 players end at {last:.0f} of {MOST_HEIGHT:.0f} pixels")
        assert last <= MOST_HEIGHT
        desk.get_by_label("Show all 200").check()
        expect(desk.locator(".regulars li:visible")).to_have_count(200)
        desk.get_by_label("Show all 200").uncheck()
        desk.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        expect(desk.locator(".regulars li:visible")).to_have_count(OFFERED_ON_A_PHONE)
        heights = desk.locator(".regulars li:visible button").evaluate_all("all => all.map(b => b.offsetHeight)")
        assert min(heights) >= 48


def test_a_hundred_players_and_the_likeliest_regulars_stay_in_view(
    browser: Browser, organizer: Client, empty_night: Night
) -> None:
    large_club(empty_night.club, LARGE_CLUB[:140])
    sign_up(night=empty_night, names=NAMES[:100], who=ORGANIZER)
    with ServerlessBrowser(browser, organizer, LAPTOP) as serverless:
        desk = serverless.open(f"/n/{empty_night.slug}/desk/")
        assert desk.locator(".chips > li").count() == 100 and shown(desk) == LARGE_CLUB[:OFFERED_TO_MANY]
        last = desk.locator(".chips > li").last.evaluate("chip => chip.getBoundingClientRect().bottom + scrollY")
        print(f"{OFFERED_TO_MANY} regulars and 100 players end at {last:.0f} of {MOST_HEIGHT:.0f} pixels")
        assert last <= MOST_HEIGHT
        desk.get_by_role("searchbox", name="Find a regular").fill("guest03")
        expect(desk.locator(".regulars li:visible")).to_have_count(10)


def test_the_regulars_are_accessible_and_fit(browser: Browser, organizer: Client, empty_night: Night) -> None:
    large_club(empty_night.club, LARGE_CLUB)
    Player.objects.create(club=empty_night.club, name=LARGE_CLUB[0], is_guest=True)
    with ServerlessBrowser(browser, organizer, LAPTOP) as serverless:
        desk = serverless.open(f"/n/{empty_night.slug}/desk/")
        regular(desk, LARGE_CLUB[1])
        for letters in ("", "guest00", "Nora Quinn"):
            desk.get_by_role("searchbox", name="Find a regular").fill(letters)
            assert violations(desk) == []
            for width, height in (LAPTOP, PHONE, SMALL_PHONE):
                desk.set_viewport_size({"width": width, "height": height})
                assert desk.evaluate("document.documentElement.scrollWidth") == width
                assert [text for text in desk.evaluate(CLIPPED) if not text.startswith(("INPUT", "TEXTAREA"))] == []


def test_a_players_phone_is_known_again_next_week(browser: Browser, night: Night) -> None:
    phone = phone_of(night, 1)
    close_night(night=night, who=ORGANIZER)
    later = Night.objects.create(club=night.club, name="Next week", date="2026-12-01")
    with ServerlessBrowser(browser, phone, PHONE) as serverless:
        page = serverless.open(join_address(later, ""))
        expect(page.get_by_role("heading", name="Hello, Ann Miller")).to_be_visible()
        assert violations(page) == []
        click_and_load(page.get_by_role("button", name="Yes, that’s me"))
        expect(page.locator("main")).to_contain_text("Welcome, Ann Miller")
    entry = later.entries.get()
    assert (entry.player, entry.phones.get().token) == (night.entries.get(number=1).player, "token-of-1")


def test_the_two_fields_above_the_clubs_regulars_stand_on_one_line(
    browser: Browser, organizer: Client, empty_night: Night
) -> None:
    past_nights(empty_night.club, {name: [1] for name in CAST})
    with ServerlessBrowser(browser, organizer, LAPTOP) as serverless:
        page = serverless.open("/club/people/")
        find, add = page.get_by_label("Find somebody"), page.get_by_label("Add somebody")
        tops = {round(field.bounding_box()["y"]) for field in (find, add)}
        assert len(tops) == 1, tops
        find.fill("Zz")
        expect(page.locator(".nobody-found")).to_be_visible()
        message = page.locator(".nobody-found").bounding_box()["y"]
        assert {round(field.bounding_box()["y"]) for field in (find, add)} == tops and message > max(tops) + 47
