"""Taps in the outbox while answers are slow, late or lost, in real Chromium: each becomes its own hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import APIResponse, Route, expect

from tests.support.hall_server import Hall
from tests.support.http_visitor import open_one_table, paired_visitor, press_results
from tests.support.offline_phones import (
    PLAYERS,
    TAP_AND_READ,
    phone_at_table,
    recorded,
    recorded_hands,
    tap_result,
)
from tests.support.phone_scripts import wait_for_taps
from tests.support.screens import Screens
from tests.support.waiting import expect_htmx_answer, wait_until

pytestmark = pytest.mark.long
AFTER_DOUBLE_TAP = 701  # ms; a second tap on Undo that comes sooner is taken for a double tap


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """Open a hall in which every test starts its own night."""
    with Hall.opened(tmp_path_factory.mktemp("slow")) as opened:
        yield opened


def test_a_recorded_hand_is_not_sent_again_while_later_ones_are_being_sent(screens: Screens) -> None:
    phone, _ = phone_at_table(screens)
    phone.clock.install()
    phone.context.set_offline(True)
    for result in ("NS:5", "EW:3-4"):
        tap_result(phone, result)
    phone.route("**/play/*", lambda route: None if route.request.method == "GET" else route.continue_())
    phone.route("**/play/hand/", lambda route: None if "hand=2" in str(route.request.post_data) else route.continue_())
    phone.context.set_offline(False)
    wait_for_taps(phone, 1)
    phone.clock.run_for(1200)  # the page is painted each second
    assert phone.evaluate(TAP_AND_READ, "NS:0-2") == ["2–3", "Hand 4 of 4: Dan O. deals."]
    phone.unroute_all()
    expect(phone.locator(".tail .status-line")).to_contain_text("Hand 3: +2 them")
    wait_for_taps(phone, 0)
    assert recorded_hands(screens.hall) == [(1, "NS:5"), (2, "EW:3-4"), (3, "NS:0-2")]


def test_a_tap_that_waited_is_shown_as_sent(screens: Screens) -> None:
    phone, _ = phone_at_table(screens)
    phone.clock.install()
    phone.context.set_offline(True)
    tap_result(phone, "NS:5")
    expect(phone.locator(".tail .status-line")).to_have_text("Saved on this phone, 1 not sent. Keep playing.")
    phone.clock.run_for(1600)
    phone.context.set_offline(False)
    expect(phone.locator(".tail .status-line")).to_have_text("✓ Sent. Hand 1: +2 us, all 5 tricks")


def test_a_page_that_was_requested_before_a_tap_does_not_remove_its_hand_from_the_phone(screens: Screens) -> None:
    phone, codes = phone_at_table(screens)
    old: list[tuple[Route, APIResponse]] = []
    phone.route("**/play/?*", lambda route: old or old.append((route, route.fetch())))
    press_results(paired_visitor(screens.hall, codes[3]), "NS:5")
    wait_until(phone, lambda: old)
    phone.route("**/play/hand/", lambda route: None if "hand=3" in str(route.request.post_data) else route.continue_())
    phone.evaluate(f"values => values.map({TAP_AND_READ})", ["NS:5", "EW:5", "NS:0-2"])
    wait_for_taps(phone, 1)
    ((route, answer),) = old
    assert "Hand 2 of 4" in answer.text()
    with expect_htmx_answer(phone):
        route.fulfill(response=answer)
    assert phone.evaluate(TAP_AND_READ, "EW:3-4") == [
        "2–5",
        "All hands are in. Confirm the score when you are back online.",
    ]
    phone.unroute_all()
    expect(phone.get_by_role("button", name="Confirm 2–5")).to_be_visible()
    assert recorded_hands(screens.hall) == [(1, "NS:5"), (2, "EW:5"), (3, "NS:0-2"), (4, "EW:3-4")]


def test_a_hand_undone_and_recorded_again_before_any_answer_ends_as_the_second_result(
    screens: Screens,
) -> None:
    phone, _ = phone_at_table(screens)
    held: dict[str, Route] = {}
    phone.route("**/play/hand/", lambda route: held.update(hand=route))
    phone.route("**/play/undo/", lambda route: held.update(undo=route))
    tap_result(phone, "NS:5")
    phone.get_by_role("button", name="Undo").click()
    phone.unroute("**/play/hand/")
    wait_until(phone, lambda: "hand" in held)
    with phone.expect_response(f"{screens.hall.url}/n/*/play/"):  # the first hand has arrived, and is on the page
        held["hand"].continue_()
    expect(phone.locator("#page > .status-line")).to_have_text("Hand 1 of 4: you deal.")
    tap_result(phone, "EW:3-4")
    expect(phone.locator("#page > .status-line")).to_have_text("Hand 2 of 4: Carla R. deals.")
    wait_until(phone, lambda: "undo" in held)
    held["undo"].continue_()
    wait_for_taps(phone, 0)
    expect(phone.locator(".tail .status-line")).to_contain_text(recorded("Hand 1: +1 them"))
    assert recorded_hands(screens.hall) == [(1, "NS:5"), (1, "EW:3-4")]


def test_each_undo_removes_one_hand_of_this_phone_even_one_that_has_just_been_recorded(screens: Screens) -> None:
    phone, _ = phone_at_table(screens)
    phone.clock.install()
    phone.context.set_offline(True)
    for result in ("NS:5", "EW:3-4"):
        tap_result(phone, result)
    phone.route("**/play/?*", lambda route: None)
    phone.route("**/play/hand/", lambda route: None if "hand=2" in str(route.request.post_data) else route.continue_())
    phone.context.set_offline(False)
    wait_for_taps(phone, 1)
    for score in ("2–0", "0–0"):
        phone.get_by_role("button", name="Undo").click()
        assert "–".join(phone.locator(".score b").all_inner_texts()) == score
        phone.clock.fast_forward(AFTER_DOUBLE_TAP)
    phone.unroute_all()
    wait_for_taps(phone, 0)
    assert recorded_hands(screens.hall) == []


def test_a_hand_that_another_phone_has_undone_must_be_recorded_again(screens: Screens) -> None:
    phone, codes = phone_at_table(screens)
    lost: list[APIResponse] = []
    phone.route("**/play/hand/", lambda route: (lost.append(route.fetch()), route.abort()), times=1)
    tap_result(phone, "NS:5")
    wait_until(phone, lambda: lost)
    phone.context.set_offline(True)
    tap_result(phone, "EW:3-4")
    paired_visitor(screens.hall, codes[3]).press("Undo")
    phone.context.set_offline(False)
    expect(phone.locator("#refused-taps p")).to_contain_text("Not saved: Hand 2: +1 them")
    expect(phone.locator("#page > .status-line, .seat-card")).not_to_contain_text("Hand 2")
    tap_result(phone, "NS:3-4")
    expect(phone.locator(".tail .status-line")).to_contain_text(recorded("Hand 1: +1 us"))
    expect(phone.locator("#refused-taps")).to_be_empty()


def test_a_late_answer_to_another_tap_does_not_close_a_question(screens: Screens) -> None:
    _, codes = open_one_table(screens.hall, PLAYERS, loners="on")
    phone = screens.phone(codes[1])
    tap_result(phone, "NS:3-4")
    expect(phone.locator(".tail .status-line")).to_contain_text(recorded("Hand 1:"))
    late: list[tuple[Route, APIResponse]] = []
    phone.route("**/play/undo/", lambda route: late.append((route, route.fetch())))
    phone.get_by_role("button", name="Undo").click()
    expect(phone.locator(".seat-card")).to_be_visible()  # brought by the stream
    tap_result(phone, "EW:5-alone")
    wait_until(phone, lambda: late)
    ((route, answer),) = late
    with phone.expect_response(f"{screens.hall.url}/n/*/play/"):  # the question keeps the page from being swapped
        route.fulfill(response=answer)
    phone.get_by_role("button", name="4 Dan O.").click()
    expect(phone.locator(".tail .status-line")).to_contain_text(recorded("Hand 1: +4 them"))
    assert recorded_hands(screens.hall)[-1] == (1, "EW:5-alone")


def test_an_answer_that_comes_after_newer_pages_does_not_replace_them(screens: Screens) -> None:
    phone, codes = phone_at_table(screens)
    other = press_results(paired_visitor(screens.hall, codes[3]), "NS:5")
    expect(phone.locator(".tail .status-line")).to_contain_text("✓ Hand 1: +2 us")
    late: list[tuple[Route, APIResponse]] = []
    phone.route("**/play/undo/", lambda route: late.append((route, route.fetch())))
    phone.get_by_role("button", name="Undo").click()
    expect(phone.locator(".seat-card")).to_be_visible()  # brought by the stream
    press_results(other, "EW:5")
    line = phone.locator(".tail .status-line")
    expect(line).to_contain_text("✓ Hand 1: +2 them")
    wait_until(phone, lambda: late)
    ((route, answer),) = late
    assert "Hand 1: +2 them" not in answer.text()
    with phone.expect_response("**/play/?seen=*"):  # instead, the phone asks whether its page is the newest
        route.fulfill(response=answer)
    expect(line).to_contain_text("✓ Hand 1: +2 them")
