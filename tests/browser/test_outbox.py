"""The phone's outbox in real Chromium, without a server: the test plays the laptop and the clock.

The modules come from the static files; every other request is answered by the test.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, Route

from tests.support.serverless_browser import freeze_clock
from tests.support.waiting import wait_until

SITE = "http://phone.test"
PATH = "/n/friday/play/"
SCRIPTS = f"{settings.STATIC_URL}tally/scripts"
TOKEN = "old-token"
PAGE = f"""<!doctype html><meta charset="utf-8">
<form hidden><input name="csrfmiddlewaretoken" value="{TOKEN}"></form>
<div id="refused-taps"></div>
<main id="page" data-entry="7"><input type="hidden" name="seen" value="10"></main>"""
HARNESS = f"""async () => {{
  const {{Outbox}} = await import("{SCRIPTS}/outbox/outbox.js");
  const {{OutboxStorage}} = await import("{SCRIPTS}/outbox/storage.js");
  window.clock = {{
    time: 1000, timers: [],
    now: () => clock.time,
    setTimeout(callback, delay) {{
      const timer = {{id: clock.timers.length + 1, at: clock.time + delay, callback}};
      clock.timers.push(timer);
      return timer.id;
    }},
    clearTimeout(id) {{ clock.timers = clock.timers.map(one => one.id === id ? {{...one, callback: null}} : one); }},
    advance(ms) {{
      clock.time += ms;
      for (const timer of clock.timers) {{
        if (timer.at > clock.time || !timer.callback) continue;
        const {{callback}} = timer;
        timer.callback = null;
        callback();
      }}
    }},
  }};
  window.requests = [];
  window.answers = [];
  window.shown = 10;
  const send = (tap, {{age, isLast, signal}}) => new Promise((resolve, reject) => {{
    requests.push({{tap, age, isLast, resolve, reject}});
    signal.addEventListener("abort", () => reject(signal.reason));
  }});
  const card = () => window.card ?? "7";
  const storage = new OutboxStorage({{area: () => localStorage, path: location.pathname, card}});
  window.outbox = new Outbox({{storage, send, shownEvent: () => shown, clock}});
  outbox.addEventListener("answer", ({{detail}}) => answers.push(detail.answer));
}}"""
HAND = {"action": "/n/friday/play/hand/", "ours": 2, "theirs": 0}


class Phone:
    """A page with an outbox; the test stands in for its laptop and its clock."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.open()

    def open(self) -> None:
        """Load the page, for the first time or again."""
        self.page.goto(SITE + PATH)
        self.page.evaluate(HARNESS)

    def run(self, script: str, argument: object = None) -> Any:
        """Run a script, and return when everything that it started has outcomes."""
        return self.page.evaluate(
            f"async argument => {{ const result = await (async () => {{ {script} }})();"
            " await new Promise(resolve => setTimeout(resolve)); return result; }",
            argument,
        )

    def tap(self, hand: int = 1, key: str = "") -> None:
        fields = {"game": "3", "hand": hand, "result": "NS:5", "key": key or f"key-{hand}", "alone_by": "", "asked": ""}
        self.run("outbox.add(argument)", HAND | {"label": f"Hand {hand}: +2 us", "fields": fields})

    def undo(self) -> None:
        self.run("outbox.undo('/n/friday/play/undo/')")

    def requests(self) -> list[tuple[str, str]]:
        """Return the kind and key of everything sent so far."""
        sent = self.run("return requests.map(({tap}) => [tap.kind, tap.fields.key])")
        return [(kind, key) for kind, key in sent]

    def record(self, seen: int = 0) -> None:
        """Answer the last tap as recorded, with a page if `seen` is given."""
        page = {"html": "", "seen": seen} if seen else None
        self.run("requests.at(-1).resolve({refusal: null, page: argument})", page)

    def refuse(self, reason: str) -> None:
        self.run("requests.at(-1).resolve({refusal: argument, page: null})", reason)

    def lose(self) -> None:
        """Leave the last tap without an answer."""
        self.run("requests.at(-1).reject(new Error('no Wi-Fi'))")

    def advance(self, seconds: float) -> None:
        self.run("clock.advance(argument)", 1000 * seconds)

    def states(self) -> list[tuple[str, str]]:
        """Return the state and key of every tap in the outbox."""
        return [(tap["state"], tap["fields"]["key"]) for tap in self.run("return outbox.taps")]

    def wait_for_states(self, states: list[tuple[str, str]]) -> None:
        """Wait until the outbox holds these states and keys: what another page stored arrives a moment later."""
        wait_until(self.page, lambda: self.states() == states)

    def hands(self) -> list[int]:
        """Return the hands that count in addition to those on the page."""
        found: list[int] = self.run("return outbox.hands.map(({fields}) => fields.hand)")
        return found


def serve(route: Route) -> None:
    """Serve the page at its address, and static files; nothing else exists."""
    path = route.request.url.removeprefix(SITE)
    found = finders.find(path.removeprefix(settings.STATIC_URL)) if path.startswith(settings.STATIC_URL) else None
    if found:
        route.fulfill(body=Path(str(found)).read_bytes(), content_type="text/javascript")
    elif path == PATH:
        route.fulfill(body=PAGE, content_type="text/html")
    else:
        route.abort()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Open a phone's browser."""
    opened = browser.new_context()
    opened.route("**/*", serve)
    yield opened
    opened.close()


@pytest.fixture
def phone(context: BrowserContext) -> Phone:
    """Return a phone with one page open."""
    return Phone(context.new_page())


def documented_transitions() -> dict[tuple[str, str], str]:
    """Read the table of states from the comment in state.js."""
    source = Path(str(finders.find("tally/scripts/outbox/state.js"))).read_text(encoding="utf-8")
    table = source.partition("* | state  ")[2].partition("\n *\n")[0]
    found, state = {}, ""
    for row in table.splitlines()[2:]:
        cells = [cell.strip() for cell in row.removeprefix(" * |").removesuffix("|").split("|")]
        state = cells[0] or state
        if re.fullmatch(r"\w+", cells[3]):
            found[state, cells[3]] = cells[4]
    return found


def test_transitions_match_the_documented_table_and_every_other_event_is_an_error(phone: Phone) -> None:
    states, events = (
        ("pending", "sending", "acknowledged", "refused"),
        ("send", "noAnswer", "record", "refuse"),
    )
    outcomes = phone.run(
        f"""const {{after}} = await import("{SCRIPTS}/outbox/state.js");
        return argument[0].map(state => argument[1].map(event => {{
          try {{ return after({{state, attempted: false}}, event).state; }} catch {{ return null; }}
        }}));""",
        [states, events],
    )
    found = {
        (state, event): then
        for state, row in zip(states, outcomes, strict=True)
        for event, then in zip(events, row, strict=True)
        if then
    }
    assert found == documented_transitions()
    assert len(found) == 6


def test_a_tap_is_pending_then_sending_then_acknowledged_until_a_page_shows_it(phone: Phone) -> None:
    phone.tap(1)
    phone.tap(2)
    assert phone.states() == [("sending", "key-1"), ("pending", "key-2")]
    phone.record()
    assert phone.states() == [("sending", "key-2")] and phone.hands() == [1, 2]
    phone.record(seen=12)
    assert phone.states() == [] and phone.hands() == [1, 2], "the page on the screen is older than the answer"
    phone.run("window.shown = 12")
    assert phone.hands() == []
    assert phone.requests() == [("hand", "key-1"), ("hand", "key-2")]
    assert phone.run("return localStorage.length") == 0


def test_an_older_page_that_arrives_late_removes_no_acknowledged_hand(phone: Phone) -> None:
    phone.tap(1)
    phone.record(seen=12)
    for shown, hands in ((12, []), (11, [1]), (13, [])):
        phone.run("window.shown = argument", shown)
        assert phone.hands() == hands


def test_only_the_last_tap_asks_for_the_page(phone: Phone) -> None:
    phone.tap(1)
    phone.tap(2)
    assert phone.run("return requests[0].isLast()") is False
    phone.record()
    assert phone.run("return requests[1].isLast()") is True


def test_a_tap_without_an_answer_is_sent_again_after_1_2_4_8_and_then_every_15_seconds(phone: Phone) -> None:
    phone.tap(1)
    for tries, seconds in enumerate((1, 2, 4, 8, 15, 15, 15), 1):
        phone.lose()
        assert phone.states() == [("pending", "key-1")] and phone.run("return outbox.isAway")
        phone.advance(seconds - 0.001)
        assert len(phone.requests()) == tries
        phone.advance(0.001)
        assert len(phone.requests()) == tries + 1
    phone.record()
    assert phone.states() == [] and not phone.run("return outbox.isAway")
    assert phone.run("return requests.at(-1).age") == 60_000, "the laptop learns when the hand was played"


def test_a_tap_waits_five_seconds_for_an_answer(phone: Phone) -> None:
    phone.tap(1)
    phone.advance(4.999)
    assert phone.states() == [("sending", "key-1")]
    phone.advance(0.001)
    assert phone.states() == [("pending", "key-1")]


def test_when_the_wi_fi_is_back_taps_are_sent_at_once_without_waiting_for_a_lost_answer(phone: Phone) -> None:
    phone.tap(1)
    phone.lose()
    phone.run("outbox.sendNow()")
    assert len(phone.requests()) == 2, "it does not wait for the retry delay"
    phone.run("outbox.sendNow()")
    assert len(phone.requests()) == 2, "an attempt that has just begun continues"
    phone.advance(1.001)
    phone.run("outbox.sendNow()")
    assert phone.states() == [("pending", "key-1")]
    phone.advance(1)
    assert len(phone.requests()) == 3


def test_a_failed_tap_is_sent_again_when_the_laptop_answers_another_request(phone: Phone) -> None:
    phone.run("outbox.retry()")
    phone.tap(1)
    phone.run("outbox.retry()")
    assert len(phone.requests()) == 1, "the attempt is under way"
    phone.lose()
    phone.run("outbox.retry()")
    assert len(phone.requests()) == 2


def test_a_refused_tap_goes_with_the_next_hand_that_is_tapped_and_saved(phone: Phone) -> None:
    phone.tap(3)
    phone.tap(4)
    phone.advance(1)
    phone.refuse("Hand 2 comes next; this page was for hand 3.")
    phone.record()
    assert phone.states() == [("refused", "key-3")], "hand 4 was tapped before anybody could read it"
    phone.advance(1)
    phone.tap(2)
    assert phone.states() == [("refused", "key-3"), ("sending", "key-2")]
    phone.record()
    assert phone.states() == []


def test_a_refused_tap_goes_with_its_game_but_not_one_for_another_card(phone: Phone) -> None:
    phone.tap(1)
    phone.refuse("This score is confirmed.")
    phone.run("outbox.leaveGame('3')")
    assert phone.states() == [("refused", "key-1")], "the answer that refuses it may bring the next game"
    phone.advance(30)
    phone.run("outbox.leaveGame('2')")
    assert phone.states() == [("refused", "key-1")]
    phone.run("outbox.leaveGame('3')")
    assert phone.states() == []
    phone.tap(1)
    phone.lose()
    phone.page.add_init_script("window.card = '8';")
    phone.open()
    phone.run("outbox.refuseOtherCards('This phone plays for somebody else now.'); outbox.leaveGame('3')")
    phone.advance(1)
    phone.tap(2)
    phone.record()
    assert phone.states() == [("refused", "key-1")]


def test_a_refused_tap_no_longer_counts_and_stays_until_it_is_dismissed(phone: Phone) -> None:
    phone.tap(1)
    phone.tap(2)
    phone.refuse("This score is confirmed.")
    assert phone.states() == [("refused", "key-1"), ("sending", "key-2")] and phone.hands() == [2]
    phone.record()
    phone.open()
    assert phone.states() == [("refused", "key-1")] and phone.requests() == []
    refused = phone.run("return outbox.taps[0]")
    assert (refused["refusal"], refused["label"]) == ("This score is confirmed.", "Hand 1: +2 us")
    phone.run("outbox.dismiss(argument)", refused["id"])
    assert phone.states() == [] and phone.run("return localStorage.length") == 0


def test_a_second_call_while_a_tap_is_under_way_sends_nothing_twice(phone: Phone) -> None:
    phone.tap(1)
    phone.run("outbox.send(); outbox.send()")
    assert phone.requests() == [("hand", "key-1")]
    phone.record()
    phone.run("outbox.send()")
    assert phone.requests() == [("hand", "key-1")]


def test_undo_removes_a_pending_tap_that_was_never_sent(phone: Phone) -> None:
    phone.tap(1)
    phone.tap(2)
    phone.undo()
    assert phone.states() == [("sending", "key-1")] and phone.hands() == [1]
    phone.record()
    assert phone.requests() == [("hand", "key-1")]


def test_undo_of_a_tap_whose_answer_was_lost_is_sent_by_its_key(phone: Phone) -> None:
    phone.tap(1)
    phone.lose()
    phone.undo()
    assert phone.states() == [("sending", "key-1")] and phone.hands() == []
    assert phone.requests() == [("hand", "key-1"), ("undo", "key-1")]
    sent = phone.run("return requests.at(-1).tap")
    assert (sent["action"], sent["label"], sent["fields"]["hand"]) == ("/n/friday/play/undo/", "Undo", 1)
    phone.record()
    assert phone.states() == []


def test_undo_of_a_tap_that_is_under_way_holds_when_the_tap_is_recorded(phone: Phone) -> None:
    phone.tap(1)
    phone.undo()
    assert phone.requests() == [("hand", "key-1")] and phone.hands() == []
    phone.record()
    assert phone.requests() == [("hand", "key-1"), ("undo", "key-1")] and phone.hands() == []
    phone.record(seen=12)
    phone.run("window.shown = 12")
    assert phone.run("return outbox.notShown") == []


def test_undo_of_an_acknowledged_tap_is_sent_by_its_key(phone: Phone) -> None:
    phone.tap(1)
    phone.record()
    assert phone.hands() == [1]
    phone.undo()
    assert phone.requests()[-1] == ("undo", "key-1") and phone.hands() == []


def test_each_undo_undoes_the_newest_remaining_hand(phone: Phone) -> None:
    phone.tap(1)
    phone.record()
    phone.tap(2)
    phone.undo()
    assert phone.hands() == [1]
    phone.undo()
    assert phone.hands() == []
    phone.undo()
    assert [key for _, key in phone.states()] == ["key-2", "key-1"], "there is nothing left to take back"


def test_taps_outlive_a_reload_and_one_that_was_under_way_is_sent_again(phone: Phone) -> None:
    phone.tap(1)
    phone.tap(2)
    phone.open()
    assert phone.states() == [("pending", "key-1"), ("pending", "key-2")]
    assert [tap["attempted"] for tap in phone.run("return outbox.taps")] == [True, False]
    phone.run("outbox.sendNow()")
    phone.record()
    phone.record()
    assert phone.requests() == [("hand", "key-1"), ("hand", "key-2")] and phone.states() == []


def test_two_pages_of_a_phone_share_their_taps_and_one_sends_what_the_other_left_behind(
    context: BrowserContext, phone: Phone
) -> None:
    phone.tap(1)
    other = Phone(context.new_page())
    other.wait_for_states([("pending", "key-1")])
    other.run("outbox.sendNow()")
    other.record()
    assert other.states() == []
    phone.wait_for_states([])  # one page does not send what the other has delivered
    phone.record()
    assert phone.states() == [] and other.requests() == [("hand", "key-1")]
    phone.tap(2)
    other.wait_for_states([("sending", "key-2")])
    phone.page.close()
    other.run("outbox.sendNow()")
    assert other.requests()[-1] == ("hand", "key-2"), "the page that was sending it is gone"


def test_with_full_storage_taps_stay_in_memory_and_undone_ones_do_not_come_back(phone: Phone) -> None:
    phone.tap(1)
    phone.lose()
    phone.run("Storage.prototype.setItem = () => { throw new Error('full'); }")
    phone.tap(2)
    assert phone.hands() == [1, 2] and not phone.run("return outbox.isDurable")
    phone.undo()
    phone.undo()
    assert phone.hands() == []
    phone.open()
    assert phone.states() == []


def test_forbidden_or_damaged_storage_counts_as_empty(phone: Phone) -> None:
    phone.run("localStorage.setItem('outbox:/n/friday/play/:7', '{')")
    assert phone.states() == []
    phone.page.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw Error('private'); }});")
    phone.open()
    phone.tap(1)
    assert phone.states() == [("sending", "key-1")]
    phone.run("outbox.refuseOtherCards('')")
    phone.record()
    assert phone.states() == []


def test_taps_that_release_0_1_0_stored_are_read_and_sent(phone: Phone) -> None:
    fields = {"game": "3", "hand": 1, "result": "NS:5", "key": "old-1", "alone_by": "", "asked": ""}
    hand = {"action": "/n/friday/play/hand/", "ours": 2, "theirs": 0, "said": "Hand 1: +2 us", "data": fields}
    hand |= {"id": "a", "at": 500, "tried": 1}
    undo = hand | {"action": "/n/friday/play/undo/", "said": "", "id": "b", "data": fields | {"key": "old-2"}}
    refused = hand | {"id": "c", "refused": "This score is confirmed.", "data": fields | {"key": "old-3"}}
    phone.run("localStorage.setItem('queue:/n/friday/play/:7', argument)", json.dumps([hand, undo, refused]))
    phone.open()
    assert phone.states() == [("pending", "old-1"), ("pending", "old-2"), ("refused", "old-3")]
    phone.run("outbox.sendNow()")
    assert phone.run("return [requests[0].age, requests[0].tap.fields]") == [500, fields]
    phone.record()
    phone.record()
    assert phone.requests() == [("hand", "old-1"), ("undo", "old-2")]
    assert phone.states() == [("refused", "old-3")]
    assert phone.run("return Object.keys(localStorage)") == ["outbox:/n/friday/play/:7"]


def test_taps_of_another_card_are_not_sent_for_the_current_player(phone: Phone) -> None:
    phone.tap(1)
    old = {
        "action": "x",
        "said": "Hand 2",
        "ours": 1,
        "theirs": 0,
        "data": {"key": "old"},
        "id": "a",
        "at": 0,
        "tried": 0,
    }
    phone.run("localStorage.setItem('queue:/n/friday/play/:9', argument)", json.dumps([old]))
    phone.run("localStorage.setItem('outbox:/n/saturday/play/:9', '[]')")
    phone.page.add_init_script("window.card = '8';")
    phone.open()
    assert phone.states() == []
    phone.run("outbox.refuseOtherCards('This phone plays for somebody else now.'); outbox.sendNow()")
    assert sorted(phone.states()) == [("refused", "key-1"), ("refused", "old")] and phone.requests() == []
    assert {tap["refusal"] for tap in phone.run("return outbox.taps")} == {"This phone plays for somebody else now."}
    assert sorted(phone.run("return Object.keys(localStorage)")) == [
        "outbox:/n/friday/play/:8",
        "outbox:/n/saturday/play/:9",
    ]


def test_the_table_counts_the_hands_and_undos_that_its_page_does_not_show(phone: Phone) -> None:
    table = {"game": "3", "last": 4, "recorded": [1, 2], "ours": 3, "theirs": 1, "dealers": ["A.", "B.", "C.", "D."]}
    now = f"""const {{handSentence, tableNow}} = await import("{SCRIPTS}/outbox/table.js");
      const now = tableNow(argument, outbox.notShown);
      return [now.score, handSentence(now)];"""
    assert phone.run(now, table) == [[3, 1], "Hand 3 of 4: C."]
    phone.tap(3)
    assert phone.run(now, table) == [[5, 1], "Hand 4 of 4: D."]
    phone.tap(4)
    assert phone.run(now, table) == [[7, 1], "All hands are in. Confirm the score when you are back online."]
    assert phone.run(now, table | {"last": None}) == [[7, 1], "Hand 5: A."]
    assert phone.run(now, table | {"game": "4"}) == [[3, 1], "Hand 3 of 4: C."], "the taps belong to another table"
    assert phone.run(now, table | {"recorded": [1, 2, 3], "ours": 5}) == [
        [7, 1],
        "All hands are in. Confirm the score when you are back online.",
    ]
    phone.undo()
    phone.record()
    phone.undo()
    assert phone.run(now, table | {"recorded": [1, 2, 3], "ours": 5}) == [[3, 1], "Hand 3 of 4: C."]


SCORING = """<form class="calls" method="post">
<button name="result" value="NS:5" data-points="2 0"><b>+2 us</b></button></form>
<div class="score"><b>0</b><b>0</b></div><p class="status-line">Hand 1 of 4: you deal.</p>
<div class="tail"><nav></nav></div>
<script type="application/json" id="table-state">{"game": "3", "last": 4, "recorded": [], "ours": 0, "theirs": 0,
"dealers": ["you deal.", "B. deals.", "C. deals.", "D. deals."], "asked": "", "record": "/n/friday/play/hand/",
"undo": "/n/friday/play/undo/"}</script>"""


def test_a_double_tap_on_undo_undoes_one_hand(context: BrowserContext, phone: Phone) -> None:
    page = context.new_page()
    freeze_clock(page, timezone.now())
    page.route(SITE + PATH, lambda route: route.fulfill(body=PAGE.replace("</main>", SCORING + "</main>")))
    page.route("**/play/hand/", lambda route: None)
    page.goto(SITE + PATH)
    page.evaluate(f'import("{SCRIPTS}/phone/phone.js")')
    for _ in range(3):
        page.evaluate("document.querySelector('button[name=result]').click()")
    undo = page.locator("button[name=undo]")
    score = page.locator(".score b").first
    assert (score.inner_text(), page.locator("#page > .status-line").inner_text()) == ("6", "Hand 4 of 4: D. deals.")
    undo.dblclick()
    assert score.inner_text() == "4"
    page.clock.run_for(701)
    undo.click()
    assert score.inner_text() == "2"


class Transport:
    """A page that sends one tap with the real transport; the test answers the requests."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.posts: list[tuple[dict[str, str], str]] = []
        page.goto(SITE + PATH)

    def answer(self, status: int, body: str = "", **headers: str) -> None:
        """Answer the next tap with this status, body and headers."""

        def fulfill(route: Route) -> None:
            self.posts.append((route.request.headers, str(route.request.post_data)))
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            route.fulfill(status=status, body=body, headers={"content-type": "text/html", **named})

        self.page.route("**/play/hand/", fulfill, times=1)

    def send(self, last: bool = True) -> Any:
        """Send a tap and return its answer, or "no answer"."""
        fields = {"game": "3", "hand": 1, "result": "NS:5", "key": "key-1", "alone_by": "", "asked": ""}
        return self.page.evaluate(
            f"""async ([tap, last]) => {{
              const {{sendTap}} = await import("{SCRIPTS}/outbox/transport.js");
              const options = {{age: 1234, isLast: () => last, signal: new AbortController().signal}};
              return sendTap(tap, options).catch(() => "no answer");
            }}""",
            [HAND | {"fields": fields}, last],
        )


@pytest.fixture
def transport(context: BrowserContext) -> Transport:
    """Return a page with the real transport."""
    return Transport(context.new_page())


def test_a_recorded_tap_brings_the_page_if_it_is_the_last(transport: Transport) -> None:
    transport.answer(204, X_Night="1")
    assert transport.send(last=False) == {"refusal": None, "page": None}
    transport.answer(204, X_Night="1")
    answer = transport.send()
    assert answer["refusal"] is None and answer["page"]["seen"] == 10 and 'id="page"' in answer["page"]["html"]
    headers, body = transport.posts[-1]
    assert headers["x-outbox"] == "1" and f"csrfmiddlewaretoken={TOKEN}" in body
    assert "age=1234" in body and "key=key-1" in body and "hand=1" in body


def test_a_page_in_the_answer_itself_is_shown(transport: Transport) -> None:
    transport.answer(200, '<main id="page"><input name="seen" value="99">Who went alone?</main>', X_Night="1")
    assert transport.send()["page"]["seen"] == 99


@pytest.mark.parametrize("status", [200, 302, 403, 409, 500])
def test_an_answer_from_a_guest_wi_fi_is_not_taken_for_the_laptops(transport: Transport, status: int) -> None:
    transport.answer(status, '<div class="problem"><p>Accept our terms.</p></div>')
    assert transport.send() == "no answer"


@pytest.mark.parametrize("status", [403, 409])
def test_a_refusal_gives_its_reason(transport: Transport, status: int) -> None:
    transport.answer(status, '<div class="problem"><h2>!</h2><p>This score is confirmed.</p></div>', X_Night="1")
    assert transport.send()["refusal"] == "This score is confirmed."


def test_a_tap_that_has_to_wait_for_a_dispute_is_not_refused(transport: Transport) -> None:
    transport.answer(409, '<div class="problem"><p>Settle it first.</p></div>', X_Night="1", Retry_After="15")
    assert transport.send() == "no answer"


def test_a_busy_laptop_and_a_lost_page_are_no_answer(transport: Transport) -> None:
    transport.answer(503, "busy")
    assert transport.send() == "no answer"
    transport.answer(204, X_Night="1")
    transport.page.route(SITE + PATH, lambda route: route.fulfill(body="<h1>Welcome to our Wi-Fi</h1>"))
    assert transport.send() == "no answer"


def test_a_stale_token_is_replaced_for_the_next_try(transport: Transport) -> None:
    transport.answer(403, '<div class="problem"><p>This page was too old.</p></div>', X_Night="1", X_Token="stale")
    transport.page.route(SITE + PATH, lambda route: route.fulfill(body=PAGE.replace(TOKEN, "new-token")))
    assert transport.send() == "no answer"
    transport.answer(204, X_Night="1")
    transport.page.unroute(SITE + PATH)
    assert transport.send()["refusal"] is None
    assert "csrfmiddlewaretoken=new-token" in transport.posts[-1][1]
