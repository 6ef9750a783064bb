"""A phone that loses its Wi-Fi, in real Chromium: taps are stored and painted at once, and sent when it is back.

Offline, three taps, reload, online: three hands, no duplicate (measure 4 of the screens).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, Request, Route, expect

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor, open_one_table, paired_visitor, press_results
from tests.support.offline_phones import (
    PLAYERS,
    TAP_AND_READ,
    bidding_night,
    count_unsaved,
    phone_at_table,
    recorded_hands,
    tap_result,
)
from tests.support.phone_scripts import refresh, taps_in_outbox, wait_for_taps
from tests.support.screens import Screens, tap
from tests.support.waiting import expect_htmx_answer

pytestmark = pytest.mark.long

FILL_STORAGE = "() => { Storage.prototype.setItem = () => { throw Error('full'); }; }"
AFTER_DOUBLE_TAP = 701  # ms; a second tap on Undo that comes sooner is taken for a double tap
LONGEST_RETRY = 16_000  # ms, a little more than the longest delay before a phone tries again


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """Open a hall in which every test starts its own night."""
    with Hall.opened(tmp_path_factory.mktemp("offline")) as opened:
        yield opened


def test_a_phone_without_wi_fi_keeps_working_and_loses_nothing(screens: Screens) -> None:
    hall = screens.hall
    organizer, codes = open_one_table(hall, PLAYERS)
    phone = screens.phone(codes[1])
    offline_taps(phone)
    reload_and_return(phone, hall)
    undo_without_the_laptop(phone, hall)
    dispute_after_outage(phone, hall, paired_visitor(hall, codes[3]))
    close_while_away(phone, organizer, hall)


def strip(phone: Page) -> list[str]:
    """Return what the strip of hands shows."""
    return [text.strip() for text in phone.locator(".tail nav li").all_inner_texts()]


def offline_taps(phone: Page) -> None:
    """Tap three results offline: each is painted at once, with the next hand and its dealer."""
    expect(phone.locator(".seat-card")).to_be_visible()
    phone.context.set_offline(True)
    painted = [phone.evaluate(TAP_AND_READ, value) for value in ("NS:5", "EW:3-4", "NS:0-2")]
    assert painted == [
        ["2–0", "Hand 2 of 4: Carla R. deals."],
        ["2–1", "Hand 3 of 4: Bob S. deals."],
        ["2–3", "Hand 4 of 4: Dan O. deals."],
    ]
    expect(phone.locator(".tail .status-line")).to_have_text("Saved on this phone, 3 not sent. Keep playing.")
    assert strip(phone) == ["2–0", "0–1", "0–2", "…"]
    keys = [one["fields"]["key"] for one in taps_in_outbox(phone)]
    assert len(set(keys)) == 3


def reload_and_return(phone: Page, hall: Hall) -> None:
    """Reload the page while nothing can be sent, then restore the Wi-Fi: all three hands are recorded."""
    phone.route("**/play/hand/", lambda route: route.abort())
    with phone.expect_event("requestfailed", lambda request: request.url.endswith("/play/hand/")):
        phone.context.set_offline(False)
    phone.reload()  # a request that is still on its way would outlive the page
    expect(phone.locator(".score b").first).to_have_text("2")
    assert count_unsaved(phone) == 3 and recorded_hands(hall) == []
    assert strip(phone) == ["2–0", "0–1", "0–2", "…"]
    phone.unroute("**/play/hand/")
    phone.context.set_offline(True)
    phone.context.set_offline(False)
    expect(phone.locator(".tail .status-line")).to_contain_text("Hand 3: +2 them, we were euchred")
    wait_for_taps(phone, 0)  # the text alone may have been painted by the phone itself
    assert recorded_hands(hall) == [(1, "NS:5"), (2, "EW:3-4"), (3, "NS:0-2")]


def undo_without_the_laptop(phone: Page, hall: Hall) -> None:
    """Undo an unsent hand, which never leaves the phone, and one whose answer was lost, which is undone by its key."""
    phone.clock.install()
    phone.context.set_offline(True)
    tap_result(phone, "NS:5-alone")
    expect(phone.locator("#page > .status-line")).to_have_text(
        "All hands are in. Confirm the score when you are back online."
    )
    expect(phone.locator(".tail .status-line")).to_have_text("Saved on this phone, 1 not sent.")
    expect(phone.locator("button[name=result]:visible")).to_have_count(0)
    assert strip(phone) == ["2–0", "0–1", "0–2", "4–0"]
    phone.get_by_role("button", name="Undo").click()
    expect(phone.locator("#page > .status-line")).to_have_text("Hand 4 of 4: Dan O. deals.")
    assert strip(phone) == ["2–0", "0–1", "0–2", "…"]
    phone.context.set_offline(False)
    wait_for_taps(phone, 0)
    expect(phone.locator(".tail .status-line")).not_to_contain_text("not sent")
    assert [number for number, _ in recorded_hands(hall)] == [1, 2, 3]
    lost: list[str] = []

    def lose(route: Route) -> None:
        lost.append(str(route.fetch().status))
        with suppress(Error):  # a try that was under way as answers came through again
            route.abort()

    phone.route("**/play/hand/", lose)
    tap_result(phone, "EW:5")
    expect(phone.get_by_text("Saved on this phone, 1 not sent.")).to_be_visible()
    phone.clock.fast_forward(AFTER_DOUBLE_TAP)
    phone.get_by_role("button", name="Undo").click()
    phone.unroute("**/play/hand/")
    expect(phone.locator(".tail .status-line")).to_contain_text("Hand 3: +2 them")
    wait_for_taps(phone, 0)
    assert lost[0] == "204" and [number for number, _ in recorded_hands(hall)] == [1, 2, 3]


def dispute_after_outage(phone: Page, hall: Hall, other: Visitor) -> None:
    """Let the other side record hand 4 differently while this phone is offline: both answers are shown afterward."""
    phone.context.set_offline(True)
    tap_result(phone, "NS:3-4")
    press_results(other, "EW:3-4")
    phone.context.set_offline(False)
    expect(phone.get_by_role("heading", name="hand 4: two answers")).to_be_visible()
    wait_for_taps(phone, 0)  # the page may come before the tap's answer
    with phone.expect_response("**/play/settle/"):
        phone.locator("button[name=right][value=take]").click()
    expect(phone.get_by_role("button", name="Confirm 3–3")).to_be_visible()


def close_while_away(phone: Page, organizer: Visitor, hall: Hall) -> None:
    """Close the night while a tap is unsent: the phone shows that it was not saved until somebody dismisses that."""
    with phone.expect_response("**/play/undo/"):
        phone.get_by_role("button", name="Undo").click()
    expect(phone.locator(".tail .status-line")).to_contain_text("Hand 3:")
    phone.context.set_offline(True)
    tap_result(phone, "NS:5")
    organizer.follow("Refresh").follow("Close the night").press("Close the night")
    phone.context.set_offline(False)
    expect(phone.locator("#refused-taps")).to_contain_text(
        re.compile(r"Not saved: Hand 4: \+2 us, all 5 tricks\. .*closed")
    )
    phone.reload()
    expect(phone.locator("#refused-taps p")).to_contain_text("Not saved: Hand 4")
    phone.get_by_role("button", name="Dismiss").click()
    assert count_unsaved(phone) == 0
    expect(phone.locator("#refused-taps")).to_be_empty()


def test_a_hand_that_came_after_the_close_is_sent_when_the_night_is_opened_again(screens: Screens) -> None:
    hall = screens.hall
    organizer, codes = open_one_table(hall, PLAYERS)
    phone = screens.phone(codes[1])
    expect(phone.locator(".seat-card")).to_be_visible()
    phone.context.set_offline(True)
    tap_result(phone, "NS:5")
    organizer.follow("Refresh").follow("Close the night").press("Close the night")
    phone.context.set_offline(False)
    expect(phone.locator("#refused-taps p")).to_contain_text("Not saved: Hand 1")
    phone.reload()
    expect(phone.locator("#refused-taps p")).to_contain_text("it is sent if the night is opened again")
    organizer.press("Open the night again")
    expect(phone.locator(".tail .status-line")).to_contain_text("Hand 1: +2 us")
    expect(phone.locator("#refused-taps")).to_be_empty()
    wait_for_taps(phone, 0)  # the stream may bring the page before the tap's answer
    assert recorded_hands(hall) == [(1, "NS:5")]


def test_a_question_stays_open_when_the_wi_fi_is_back_and_its_answer_counts_for_its_own_hand(screens: Screens) -> None:
    hall = screens.hall
    _, codes = open_one_table(hall, PLAYERS, loners="on")
    phone = screens.phone(codes[1])
    expect(phone.locator(".seat-card")).to_be_visible()
    question = phone.get_by_role("heading", name="Who went alone?")
    for number, answer in ((1, "4 Dan O."), (3, "Cancel")):
        phone.context.set_offline(True)
        tap_result(phone, "NS:3-4")
        tap_result(phone, "EW:5-alone")
        expect(question).to_be_visible()
        with expect_htmx_answer(phone):
            phone.context.set_offline(False)
        wait_for_taps(phone, 0)
        assert recorded_hands(hall)[-1] == (number, "NS:3-4")
        expect(question).to_be_visible()
        phone.context.set_offline(True)
        phone.get_by_role("button", name=answer).click()
        expect(phone.locator("#page > .status-line")).to_contain_text(f"Hand {3 if number == 1 else 4} of 4:")
        phone.context.set_offline(False)
        wait_for_taps(phone, 0)
    tap_result(phone, "EW:5")
    expect(phone.get_by_role("button", name="Confirm")).to_be_visible()
    assert recorded_hands(hall) == [(1, "NS:3-4"), (2, "EW:5-alone"), (3, "NS:3-4"), (4, "EW:5")]


def posted_hands(phone: Page) -> list[str]:
    """Return a list to which each request that sends a hand from now on adds its body."""
    bodies: list[str] = []
    phone.on("request", lambda one: bodies.append(str(one.post_data)) if one.url.endswith("/play/hand/") else None)
    return bodies


def try_to_send_again(phone: Page) -> None:
    """Let the phone send whatever it would still send: by its timers, and because the Wi-Fi is back."""
    phone.clock.run_for(LONGEST_RETRY)
    with expect_htmx_answer(phone):  # what was sent before this answer is known by now
        phone.evaluate("dispatchEvent(new Event('online'))")


def test_taps_are_sent_once_when_the_phones_storage_is_full(screens: Screens) -> None:
    hall = screens.hall
    _, codes = open_one_table(hall, PLAYERS)
    phone = screens.phone(codes[1])
    expect(phone.locator(".seat-card")).to_be_visible()
    phone.context.set_offline(True)
    tap_result(phone, "NS:3-4")
    phone.clock.install()
    phone.evaluate(FILL_STORAGE)
    tap_result(phone, "EW:3-4")
    expect(phone.locator(".tail .status-line")).to_have_text("Not saved on this phone, 2 not sent. Stay on this page.")
    posts = posted_hands(phone)
    phone.context.set_offline(False)
    expect(phone.locator(".tail .status-line")).to_contain_text("Hand 2: +1 them")
    wait_for_taps(phone, 0)  # the phone may have painted the text itself
    try_to_send_again(phone)
    assert (recorded_hands(hall), count_unsaved(phone), len(posts)) == ([(1, "NS:3-4"), (2, "EW:3-4")], 0, 2)
    assert all(re.search(r"\bage=\d{1,5}\b", post) for post in posts), posts


def test_a_phone_without_storage_sends_a_tap_as_soon_as_it_can(screens: Screens) -> None:
    _, codes = open_one_table(screens.hall, PLAYERS)
    phone = screens.phone(codes[1])
    phone.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw Error('private'); }});")
    phone.reload()
    expect(phone.locator(".seat-card")).to_be_visible()
    phone.context.set_offline(True)
    tap_result(phone, "NS:3-4")
    expect(phone.locator(".tail .status-line")).to_contain_text("Not saved on this phone, 1 not sent.")
    phone.context.set_offline(False)
    expect(phone.locator(".tail .status-line")).to_contain_text("Hand 1: +1 us")
    wait_for_taps(phone, 0)
    assert recorded_hands(screens.hall) == [(1, "NS:3-4")]


@pytest.mark.parametrize(
    "status", [200, pytest.param(403, marks=pytest.mark.long), pytest.param(409, marks=pytest.mark.long)]
)
def test_the_login_page_of_a_guest_wi_fi_does_not_acknowledge_a_tap(screens: Screens, status: int) -> None:
    phone, _ = phone_at_table(screens)
    phone.route("**/play/hand/", lambda route: route.fulfill(status=status, body="<h1>Welcome to our Wi-Fi</h1>"))
    tap_result(phone, "NS:5")
    expect(phone.locator(".tail .status-line")).to_have_text("Saved on this phone, 1 not sent. Keep playing.")
    assert count_unsaved(phone) == 1 and recorded_hands(screens.hall) == []
    phone.unroute("**/play/hand/")
    expect(phone.locator(".tail .status-line")).to_contain_text("Hand 1: +2 us")
    wait_for_taps(phone, 0)
    assert recorded_hands(screens.hall) == [(1, "NS:5")]


def test_an_unsent_tap_is_shown_as_not_saved_when_the_phone_switches_to_another_card(screens: Screens) -> None:
    phone, codes = phone_at_table(screens)
    phone.route("**/play/hand/", lambda route: route.abort())
    tap_result(phone, "NS:5")
    expect(phone.locator(".tail .status-line")).to_contain_text("1 not sent")
    phone.goto(f"{screens.hall.url}/J/{codes[3]}")
    phone.locator("main form button").click()
    refusal = "Not saved: Hand 1: +2 us, all 5 tricks. This phone plays for somebody else now. Tell the organizer."
    for _ in range(2):
        expect(phone.locator("#refused-taps p")).to_have_text(refusal)
        phone.unroute("**/play/hand/")
        phone.reload()
    tap_result(phone, "EW:5")
    expect(phone.locator(".tail .status-line")).to_contain_text("Hand 1: +2 us")
    wait_for_taps(phone, 1)  # the refused one
    assert recorded_hands(screens.hall) == [(1, "EW:5")], "Ann's tap is not sent as Carla's"
    phone.get_by_role("button", name="Dismiss").click()
    assert phone.evaluate("Object.keys(localStorage).filter(key => !key.startsWith('known-hands:'))") == []


def test_an_undone_tap_stays_undone_after_a_reload_when_the_phones_storage_is_full(screens: Screens) -> None:
    phone, _ = phone_at_table(screens)
    phone.route("**/play/hand/", lambda route: route.abort())
    phone.context.set_offline(True)
    tap_result(phone, "NS:5")
    assert count_unsaved(phone) == 1
    phone.evaluate(FILL_STORAGE)
    phone.get_by_role("button", name="Undo").click()
    assert [one["kind"] for one in taps_in_outbox(phone)] == ["undo"], "the undo will be sent by the tap's key"
    phone.unroute("**/play/hand/")
    phone.route("**/play/undo/", lambda route: route.abort())
    phone.context.set_offline(False)
    phone.clock.install()
    posts = posted_hands(phone)
    phone.reload()
    expect(phone.locator(".seat-card")).to_be_visible()
    try_to_send_again(phone)
    assert posts == [] and count_unsaved(phone) == 0 and recorded_hands(screens.hall) == []


def test_a_loner_recorded_offline_keeps_who_went_alone(screens: Screens) -> None:
    phone = screens.phone(bidding_night(screens.hall, loners="on")[1])
    phone.context.set_offline(True)
    tap(phone.locator('button[name=bid][value="EW:bid-10-alone"]'))
    tap_result(phone, "EW:bid-10-alone-10")
    expect(phone.get_by_role("heading", name="Who went alone?")).to_be_visible()
    phone.get_by_role("button", name="4 Dan O.").click()
    expect(phone.locator("#page > .status-line")).to_contain_text("Hand 2 of 4:")
    phone.context.set_offline(False)
    wait_for_taps(phone, 0)
    hands = screens.hall.export()["rounds"][0]["tables"][0]["hands"]
    assert [(hand["hand"], hand["alone_by"]) for hand in hands] == [(1, 4)]


def test_bids_are_recorded_offline_and_the_phone_refreshes_once_when_it_is_back(screens: Screens) -> None:
    hall = screens.hall
    codes = bidding_night(hall)
    phone, other = screens.phone(codes[1]), paired_visitor(hall, codes[3])
    phone.context.set_offline(True)
    for bid, result in (("NS:bid-6", "NS:bid-6-7"), ("EW:bid-5", "EW:bid-5-3")):
        tap(phone.locator(f'button[name=bid][value="{bid}"]'))
        tap_result(phone, result)
    expect(phone.locator("#page > .status-line")).to_contain_text("Hand 3 of 4:")
    score = [phone.locator(".score b").nth(side).inner_text() for side in (0, 1)]
    phone.context.set_offline(False)
    expect(phone.locator(".tail .status-line")).to_contain_text("they bid 5, took 3")
    wait_for_taps(phone, 0)
    assert [phone.locator(".score b").nth(side).inner_text() for side in (0, 1)] == score
    phone.context.set_offline(True)
    for bid in ("NS:bid-4", "EW:bid-4"):
        other.follow("Refresh").open(f"?bid={bid}&for={3 + (bid[0] == 'E')}").press(f"{bid}-6")
    requests: list[Request] = []  # from now on; the answer to an earlier refresh may still come
    phone.on("request", lambda one: requests.append(one) if one.method == "GET" and "/play/" in one.url else None)
    phone.clock.install()
    phone.context.set_offline(False)
    expect(phone.get_by_role("button", name="Confirm")).to_be_visible()
    phone.clock.run_for(LONGEST_RETRY)
    with expect_htmx_answer(phone):
        refresh(phone)
    statuses = [answer.status for one in requests if (answer := one.response())]
    assert statuses.count(200) == 1 and set(statuses) <= {200, 204}, statuses
