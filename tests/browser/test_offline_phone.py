"""A phone whose Wi-Fi goes away, in real Chromium: taps are stored and painted at once, and sent when it is back.

Offline, three taps, reload, online: three hands, no duplicate, within five seconds (measure 4 of the screens).
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor, keeper, one_table, play
from tests.support.offline_phones import (
    BACK,
    FOUR,
    PAINTED,
    bidding_night,
    count_unsaved,
    phone_at_table,
    recorded_hands,
    tap_result,
)
from tests.support.phone_scripts import taps_in_outbox, wait_for_taps
from tests.support.screens import Screens, tap

FULL = "() => { Storage.prototype.setItem = () => { throw Error('full'); }; }"


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A hall in which every test begins a night of its own."""
    with Hall.opened(tmp_path_factory.mktemp("offline")) as opened:
        yield opened


def test_a_phone_without_wi_fi_goes_on_and_loses_nothing(screens: Screens) -> None:
    hall = screens.hall
    organizer, codes = one_table(hall, FOUR)
    phone = screens.phone(codes[1])
    offline_taps(phone)
    reload_and_return(phone, hall)
    undo_without_the_laptop(phone, hall)
    other_words(phone, hall, keeper(hall, codes[3]))
    close_while_away(phone, organizer, hall)


def offline_taps(phone: Page) -> None:
    """Three taps, each painted within 100 ms, with the next hand and who deals it."""
    expect(phone.locator(".seatcard")).to_be_visible()
    phone.context.set_offline(True)
    seen = [phone.evaluate(PAINTED, value) for value in ("NS:5", "EW:3-4", "NS:0-2")]
    assert [(score, hand) for score, hand, _ in seen] == [
        ("2–0", "Hand 2 of 4: Carla R. deals."),
        ("2–1", "Hand 3 of 4: Bob S. deals."),
        ("2–3", "Hand 4 of 4: Dan O. deals."),
    ]
    assert max(painted for _, _, painted in seen) <= 100, seen
    expect(phone.locator(".tail .said")).to_have_text("Saved on this phone, 3 not sent. Keep playing.")
    keys = [one["fields"]["key"] for one in taps_in_outbox(phone)]
    assert len(set(keys)) == 3


def reload_and_return(phone: Page, hall: Hall) -> None:
    """The page is reloaded while nothing can be sent, then the Wi-Fi is back."""
    phone.route("**/play/hand/", lambda route: route.abort())
    phone.context.set_offline(False)
    phone.reload()
    expect(phone.locator(".score b").first).to_have_text("2")
    assert count_unsaved(phone) == 3 and recorded_hands(hall) == []
    phone.unroute("**/play/hand/")
    phone.context.set_offline(True)
    phone.context.set_offline(False)
    back = time.monotonic()
    expect(phone.locator(".tail .said")).to_contain_text("Hand 3: +2 them, we were euchred", timeout=1000 * BACK)
    while count_unsaved(phone):  # what it shows it may have painted itself
        phone.wait_for_timeout(20)
    assert time.monotonic() - back <= BACK
    assert recorded_hands(hall) == [(1, "NS:5"), (2, "EW:3-4"), (3, "NS:0-2")]


def undo_without_the_laptop(phone: Page, hall: Hall) -> None:
    """Undo takes an unsent hand back here; one whose answer was lost is taken back by its key."""
    phone.context.set_offline(True)
    tap_result(phone, "NS:5-alone")
    expect(phone.locator("#page > .said")).to_have_text("All hands are told. Agree when you are back.")
    expect(phone.locator("button[name=result]:visible")).to_have_count(0)
    phone.get_by_role("button", name="Undo").click()
    expect(phone.locator("#page > .said")).to_have_text("Hand 4 of 4: Dan O. deals.")
    phone.context.set_offline(False)
    wait_for_taps(phone, 0, timeout=1000 * BACK)
    expect(phone.locator(".tail .said")).not_to_contain_text("not sent")
    assert [number for number, _ in recorded_hands(hall)] == [1, 2, 3]
    lost: list[str] = []

    def lose(route: Route) -> None:
        lost.append(str(route.fetch().status))
        route.abort()

    phone.route("**/play/hand/", lose)
    tap_result(phone, "EW:5")
    expect(phone.get_by_text("Saved on this phone, 1 not sent. Keep playing.")).to_be_visible()
    phone.wait_for_timeout(700)  # a second tap on Undo that comes sooner is taken for a double tap
    phone.get_by_role("button", name="Undo").click()
    phone.unroute("**/play/hand/")
    expect(phone.locator(".tail .said")).to_contain_text("Hand 3: +2 them")
    assert (
        lost[0] == "204" and count_unsaved(phone) == 0 and [number for number, _ in recorded_hands(hall)] == [1, 2, 3]
    )


def other_words(phone: Page, hall: Hall, other: Visitor) -> None:
    """The other side tells hand 4 otherwise while this phone is away: both answers are there when it is back."""
    phone.context.set_offline(True)
    tap_result(phone, "NS:3-4")
    play(other, "EW:3-4")
    phone.context.set_offline(False)
    expect(phone.get_by_role("heading", name="hand 4: two answers")).to_be_visible(timeout=1000 * BACK)
    wait_for_taps(phone, 0, timeout=1000 * BACK)  # the page may come before the tap's answer
    phone.locator("button[name=right][value=take]").click()
    expect(phone.get_by_role("button", name="3–3. Agree")).to_be_visible()


def close_while_away(phone: Page, organizer: Visitor, hall: Hall) -> None:
    """What cannot be saved any more is said, until somebody has read it."""
    phone.get_by_role("button", name="Undo").click()
    expect(phone.locator(".tail .said")).to_contain_text("Hand 3:")
    phone.context.set_offline(True)
    tap_result(phone, "NS:5")
    organizer.follow("Refresh").follow("Close the night").press("Close the night")
    phone.context.set_offline(False)
    expect(phone.locator("#kept")).to_contain_text(re.compile(r"Not saved: Hand 4: \+2 us, all 5 tricks\. .*closed"))
    phone.get_by_role("button", name="Dismiss").click()
    assert count_unsaved(phone) == 0
    expect(phone.locator("#kept")).to_be_empty()


def test_a_question_stands_when_the_wi_fi_is_back_and_its_hand_is_the_one_it_was_asked_for(screens: Screens) -> None:
    hall = screens.hall
    _, codes = one_table(hall, FOUR, loners="on")
    phone = screens.phone(codes[1])
    expect(phone.locator(".seatcard")).to_be_visible()
    question = phone.get_by_role("heading", name="Who went alone?")
    for number, answer in ((1, "4 Dan O."), (3, "Back, nothing saved yet")):
        phone.context.set_offline(True)
        tap_result(phone, "NS:3-4")
        tap_result(phone, "EW:5-alone")
        expect(question).to_be_visible()
        phone.context.set_offline(False)
        wait_for_taps(phone, 0)
        phone.wait_for_timeout(300)
        assert recorded_hands(hall)[-1] == (number, "NS:3-4")
        expect(question).to_be_visible()
        phone.context.set_offline(True)
        phone.get_by_role("button", name=answer).click()
        expect(phone.locator("#page > .said")).to_contain_text(f"Hand {3 if number == 1 else 4} of 4:")
        phone.context.set_offline(False)
        wait_for_taps(phone, 0)
    tap_result(phone, "EW:5")
    expect(phone.get_by_role("button", name="Agree")).to_be_visible()
    assert recorded_hands(hall) == [(1, "NS:3-4"), (2, "EW:5-alone"), (3, "NS:3-4"), (4, "EW:5")]


@pytest.mark.long
def test_taps_are_sent_once_when_the_storage_of_the_phone_is_full(screens: Screens) -> None:
    hall = screens.hall
    _, codes = one_table(hall, FOUR)
    phone = screens.phone(codes[1])
    expect(phone.locator(".seatcard")).to_be_visible()
    phone.context.set_offline(True)
    tap_result(phone, "NS:3-4")
    phone.evaluate(FULL)
    tap_result(phone, "EW:3-4")
    expect(phone.locator(".tail .said")).to_have_text("Not saved on this phone, 2 not sent. Stay on this page.")
    posts: list[str] = []
    phone.on("request", lambda asked: posts.append(str(asked.post_data)) if asked.method == "POST" else None)
    phone.context.set_offline(False)
    expect(phone.locator(".tail .said")).to_contain_text("Hand 2: +1 them", timeout=1000 * BACK)
    phone.wait_for_timeout(1500)
    assert (recorded_hands(hall), count_unsaved(phone), len(posts)) == ([(1, "NS:3-4"), (2, "EW:3-4")], 0, 2)
    assert all(re.search(r"\bage=\d{1,5}\b", post) for post in posts), posts


@pytest.mark.long
def test_a_phone_that_can_store_nothing_sends_a_tap_as_soon_as_it_can(screens: Screens) -> None:
    _, codes = one_table(screens.hall, FOUR)
    phone = screens.phone(codes[1])
    phone.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw Error('private'); }});")
    phone.reload()
    expect(phone.locator(".seatcard")).to_be_visible()
    phone.context.set_offline(True)
    tap_result(phone, "NS:3-4")
    expect(phone.locator(".tail .said")).to_contain_text("Not saved on this phone, 1 not sent.")
    phone.context.set_offline(False)
    expect(phone.locator(".tail .said")).to_contain_text("Hand 1: +1 us", timeout=1000 * BACK)
    assert recorded_hands(screens.hall) == [(1, "NS:3-4")] and count_unsaved(phone) == 0


@pytest.mark.parametrize("status", [200, 403, 409])
def test_the_login_page_of_a_guest_wi_fi_takes_no_tap_off_the_phone(screens: Screens, status: int) -> None:
    phone, _ = phone_at_table(screens)
    phone.route("**/play/hand/", lambda route: route.fulfill(status=status, body="<h1>Welcome to our Wi-Fi</h1>"))
    tap_result(phone, "NS:5")
    expect(phone.locator(".tail .said")).to_have_text("Saved on this phone, 1 not sent. Keep playing.")
    assert count_unsaved(phone) == 1 and recorded_hands(screens.hall) == []
    phone.unroute("**/play/hand/")
    expect(phone.locator(".tail .said")).to_contain_text("Hand 1: +2 us", timeout=1000 * BACK)
    assert count_unsaved(phone) == 0 and recorded_hands(screens.hall) == [(1, "NS:5")]


def test_an_unsent_tap_is_not_lost_when_the_phone_takes_another_card(screens: Screens) -> None:
    phone, codes = phone_at_table(screens)
    phone.route("**/play/hand/", lambda route: route.abort())
    tap_result(phone, "NS:5")
    expect(phone.locator(".tail .said")).to_contain_text("1 not sent")
    phone.goto(f"{screens.hall.url}/J/{codes[3]}")
    phone.locator("main form button").click()
    kept = "Not saved: Hand 1: +2 us, all 5 tricks. This phone plays for somebody else now. Tell the organizer."
    for _ in range(2):
        expect(phone.locator("#kept p")).to_have_text(kept)
        phone.unroute("**/play/hand/")
        phone.reload()
    tap_result(phone, "EW:5")
    expect(phone.locator(".tail .said")).to_contain_text("Hand 1: +2 us")
    assert recorded_hands(screens.hall) == [(1, "EW:5")], "what was told for Ann is not sent for Carla"
    phone.get_by_role("button", name="Dismiss").click()
    assert phone.evaluate("Object.keys(localStorage)") == []


@pytest.mark.long
def test_an_undone_tap_stays_undone_after_a_reload_when_the_storage_of_the_phone_is_full(screens: Screens) -> None:
    phone, _ = phone_at_table(screens)
    phone.route("**/play/hand/", lambda route: route.abort())
    phone.context.set_offline(True)
    tap_result(phone, "NS:5")
    assert count_unsaved(phone) == 1
    phone.evaluate(FULL)
    phone.get_by_role("button", name="Undo").click()
    assert [one["kind"] for one in taps_in_outbox(phone)] == ["undo"], "the tap's key is to be taken back"
    phone.unroute("**/play/hand/")
    phone.route("**/play/undo/", lambda route: route.abort())
    phone.context.set_offline(False)
    phone.reload()
    expect(phone.locator(".seatcard")).to_be_visible()
    phone.wait_for_timeout(500)
    assert count_unsaved(phone) == 0 and recorded_hands(screens.hall) == []


def test_a_bid_that_was_played_alone_without_the_laptop_keeps_who_went_alone(screens: Screens) -> None:
    phone = screens.phone(bidding_night(screens.hall, loners="on")[1])
    phone.context.set_offline(True)
    tap(phone.locator('button[name=bid][value="EW:bid-10-alone"]'))
    tap_result(phone, "EW:bid-10-alone-10")
    expect(phone.get_by_role("heading", name="Who went alone?")).to_be_visible()
    phone.get_by_role("button", name="4 Dan O.").click()
    expect(phone.locator("#page > .said")).to_contain_text("Hand 2 of 4:")
    phone.context.set_offline(False)
    wait_for_taps(phone, 0)
    told_hands = screens.hall.export()["rounds"][0]["tables"][0]["hands"]
    assert [(hand["hand"], hand["alone_by"]) for hand in told_hands] == [(1, 4)]


def test_bids_are_recorded_without_the_laptop_and_a_phone_that_was_offline_refreshes_once(screens: Screens) -> None:
    hall = screens.hall
    codes = bidding_night(hall)
    phone, other = screens.phone(codes[1]), keeper(hall, codes[3])
    phone.context.set_offline(True)
    for bid, result in (("NS:bid-6", "NS:bid-6-7"), ("EW:bid-5", "EW:bid-5-3")):
        tap(phone.locator(f'button[name=bid][value="{bid}"]'))
        tap_result(phone, result)
    expect(phone.locator("#page > .said")).to_contain_text("Hand 3 of 4:")
    score = [phone.locator(".score b").nth(side).inner_text() for side in (0, 1)]
    phone.context.set_offline(False)
    expect(phone.locator(".tail .said")).to_contain_text("they bid 5, took 3")
    assert count_unsaved(phone) == 0
    assert [phone.locator(".score b").nth(side).inner_text() for side in (0, 1)] == score
    phone.context.set_offline(True)
    for bid in ("NS:bid-4", "EW:bid-4"):
        other.follow("Refresh").open(f"?bid={bid}&for={3 + (bid[0] == 'E')}").press(f"{bid}-6")
    asked: list[Request] = []  # from now on: an answer to an earlier look may still be on its way
    phone.on("request", lambda one: asked.append(one) if one.method == "GET" and "/play/" in one.url else None)
    phone.context.set_offline(False)
    expect(phone.get_by_role("button", name="Agree")).to_be_visible(timeout=1000 * BACK)
    phone.wait_for_timeout(500)
    looks = [answer.status for one in asked if (answer := one.response())]
    assert looks.count(200) == 1 and set(looks) <= {200, 204}, looks
