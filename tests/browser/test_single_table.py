"""A single table in real Chromium: games by taps, a phone that follows, no JavaScript, and measurements."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.every_table import NAMES_BY_KIND
from tests.support.hall_server import Hall
from tests.support.screens import CLIPPED, IN_VIEW, LAPTOP, PHONE, SIZES, SMALL_PHONE, click_and_load, tap, violations
from tests.support.single_table import TABLES
from tests.support.waiting import wait_until

pytestmark = pytest.mark.long

COUNT = """addEventListener("click", event => {
  if (event.isTrusted && event.target.closest("button[name=said]"))
    sessionStorage.taps = 1 + Number(sessionStorage.taps || 0);
}, true)"""
LOAD = """async tables => {
  const ask = async (path, said, page) => {
    const fields = said && new FormData(page.querySelector(".question"));
    const form = said && new URLSearchParams({...Object.fromEntries(fields), said});
    const answer = await fetch(path, {headers: {"HX-Request": "true"}, ...(said && {method: "POST", body: form})});
    if (!answer.ok) throw Error(`${path} ${said}: ${answer.status}`);
    return answer.text();
  };
  window.pages = (await Promise.all(tables.map(async ([slug, players, names, path, questions]) => {
    const first = await ask(path), page = new DOMParser().parseFromString(first, "text/html");
    const then = await Promise.all(questions.map(said => ask(path, said, page)));
    return [first, ...then].map((text, n) => [slug, players, names, n ? questions[n - 1] : "first", text]);
  }))).flat();
  return pages.map(page => page.slice(0, 4));
}"""
EACH = """([measure, indexes]) => indexes.map(index => {
  document.querySelector("#page").outerHTML = pages[index][4];
  document.getAnimations().forEach(animation => animation.finish());
  return eval(measure)();
})"""
QUESTION_SIZES = SIZES.replace('"result"', '"said"').replace("height, 80)", "height, 60)")
UNDO = f"() => (button => !button || ({IN_VIEW})(button))(document.querySelector('button[name=undo]'))"
TALL_PAGES = {("auction-seven", 7, "0:bid-7"), ("racehorse", 8, "first")}  # too high with names of 40 letters


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """Open a hall in which every test has its own tables."""
    with Hall.opened(tmp_path_factory.mktemp("tables")) as opened:
        yield opened


class Phones:
    """Opens pages of a hall in new browsers and collects the errors on them."""

    def __init__(self, browser: Browser, hall: Hall) -> None:
        self.browser, self.hall, self.wrong = browser, hall, list[str]()
        self.contexts: list[BrowserContext] = []

    def open(self, address: str, size: tuple[int, int] = PHONE, **options: Any) -> Page:
        """Open a page in a new browser."""
        context = self.browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        self.contexts.append(context)
        context.add_init_script(COUNT)
        context.on(
            "request",
            lambda request: (
                None
                if request.url.startswith((self.hall.url, "data:"))
                else self.wrong.append(f"request to another host: {request.url}")
            ),
        )
        context.on("console", lambda message: self.wrong.append(message.text) if message.type == "error" else None)
        context.on("weberror", lambda error: self.wrong.append(str(error.error)))
        page = context.new_page()
        page.goto(self.hall.url + address)
        return page

    def sit_down(self, variant: str, *names: str, **options: Any) -> Page:
        """Open a new table in the organizer's browser."""
        page = self.open(self.hall.organizer_path, **options)
        page.goto(self.hall.url)
        page.get_by_role("link", name="One table, one game").click()
        page.get_by_label("Game").select_option(variant)
        page.get_by_label("Players").fill("\n".join(names))
        page.get_by_role("button", name="Sit down").click()
        page.wait_for_url("**/table/")
        return page


@pytest.fixture
def phones(browser: Browser, hall: Hall) -> Iterator[Phones]:
    """Open browsers, close them afterward, and check that no page had an error."""
    opened = Phones(browser, hall)
    yield opened
    for context in opened.contexts:
        context.close()
    assert sorted(set(opened.wrong)) == []


def answer_with(page: Page, path: str) -> None:
    """Tap the answer with this value."""
    tap(page.locator(f'button[name=said][value="{path}"]'))


def taps(page: Page) -> int:
    """Return the number of trusted clicks on answers so far."""
    return int(page.evaluate("Number(sessionStorage.taps || 0)"))


def totals(page: Page) -> dict[str, str]:
    """Return the total beside each name while the page asks for a hand."""
    rows = page.locator("h2.title-line").all_inner_texts()
    return dict(re.split(r"\n+", row) for row in rows)  # type: ignore[misc]


# ---- Whole games


def test_three_players_play_to_five_with_one_tap_a_hand_while_another_phone_follows(phones: Phones) -> None:
    page = phones.sit_down("three-handed", "Ann", "Bob", "Carla")
    page.get_by_role("link", name="Hands and more").click()
    code = page.locator("summary b").nth(1).inner_text()
    page.get_by_role("link", name="Back to the table").click()
    other = phones.open(f"/J/{code}")
    other.get_by_role("button", name="Yes, that’s me").click()
    other.wait_for_url("**/table/")
    account = {"Ann": 0, "Bob": 0, "Carla": 0}
    hands = [("0:3-4", {"Ann": 1}), ("2:0-2", {"Ann": 2, "Bob": 2}), ("1:5", {"Bob": 3})]
    for number, (path, worth) in enumerate(hands, 1):
        answer_with(page, path)
        account = {name: total + worth.get(name, 0) for name, total in account.items()}
        expect(other.locator(".tail .status-line")).to_contain_text(f"✓ {number}:")
        if number < len(hands):
            for phone in (page, other):
                expect(phone.locator(".title-line").first).to_contain_text(f"Hand {number + 1}")
                assert totals(phone) == {name: str(total) for name, total in account.items()}
    assert taps(page) == len(hands)
    for phone in (page, other):
        expect(phone.get_by_text("Bob wins with 5.")).to_be_visible()
    other.get_by_role("button", name="Undo").click()
    for phone in (page, other):
        expect(phone.locator(".title-line").first).to_contain_text("Hand 3")
    answer_with(page, "1:5")
    for phone in (page, other):
        expect(phone.get_by_text("Bob wins with 5.")).to_be_visible()
    other.get_by_role("button", name="Next game").click()
    for phone in (page, other):
        expect(phone.locator(".title-line").first).to_contain_text("Game 2 · Hand 1")
        assert totals(phone) == {"Ann": "0", "Bob": "0", "Carla": "0"}
    expect(page.locator(".title-line").first).to_contain_text("Ann deals")


def test_a_hand_of_three_handed_pepper_takes_two_or_three_taps_and_no_event_closes_a_question(
    phones: Phones,
) -> None:
    page = phones.sit_down("pepper-three", "Ann", "Bob", "Carla")
    page.get_by_role("link", name="Hands and more").click()
    code = page.locator("summary b").nth(2).inner_text()
    page.get_by_role("link", name="Back to the table").click()
    other = phones.open(page.url.removeprefix(phones.hall.url))
    answer_with(page, "0:bid-4")
    expect(page.get_by_role("heading", name="Ann: 4, and took …")).to_be_visible()
    answer_with(page, "0:bid-4/took-8")
    expect(page.locator(".tail .status-line")).to_contain_text("✓ 1: Ann bid 4, took 8: Ann +8")
    assert taps(page) == 2
    for path in ("1:bid-5", "1:bid-5/took-3"):
        answer_with(page, path)
    expect(page.get_by_role("heading", name="How many did Ann take?")).to_be_visible()
    phones.open(f"/J/{code}").get_by_role("button", name="Yes, that’s me").click()
    expect(page.get_by_role("heading", name="How many did Ann take?")).to_be_visible()
    with page.expect_response(lambda answer: "seen=" in answer.url) as answer:
        page.evaluate("htmx.trigger(document.body, 'wake')")
    assert answer.value.status == 204
    answer_with(page, "1:bid-5/took-3/own-4")
    expect(other.locator(".tail .status-line")).to_contain_text("✓ 2: Bob bid 5, took 3: Ann +4, Bob −8, Carla +1")
    assert taps(page) == 5
    expect(other.get_by_text("This phone only watches.")).to_be_visible()
    for number, path in enumerate(("0:bid-big-pepper", "0:bid-big-pepper/took-8") * 2, 1):
        answer_with(page, path)
        if number == 2:
            expect(page.locator(".title-line").first).to_contain_text("Hand 4")
    expect(page.get_by_text("Ann wins with 44.")).to_be_visible()


def test_the_answer_to_a_tap_is_shown_after_a_refresh_has_replaced_the_page(phones: Phones) -> None:
    page, held = phones.sit_down("pepper-three", "Ann", "Bob", "Carla"), []
    page.route("**/table/", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    with page.expect_request(lambda request: request.method == "POST"):
        page.locator('button[name=said][value="0:bid-4"]').click()
    page.evaluate("""() => {
        const shown = document.getElementById("page"), newer = shown.cloneNode(true);
        shown.replaceWith(newer);
        htmx.process(newer);
    }""")
    wait_until(page, lambda: held)
    held[0].continue_()
    expect(page.get_by_role("heading", name="Ann: 4, and took …")).to_be_visible()


def test_a_hand_of_many_steps_is_recorded_without_javascript(phones: Phones) -> None:
    page = phones.sit_down("florida-five-handed", "Ann", "Bob", "Carla", "Dan", "Eve", java_script_enabled=False)
    for path in ("1:", "1:bid-5", "1:bid-5/with-3", "1:bid-5/with-3/took-6"):
        page.locator(f'button[name=said][value="{path}"]').click()
    expect(page.locator(".tail .status-line")).to_contain_text("✓ 1: Bob bid 5, took 6")
    expect(page).to_have_url(re.compile("/table/$"))
    page.get_by_role("link", name="Hands and more").click()
    page.get_by_role("link", name="Edit").click()
    expect(page.get_by_text("What really happened?")).to_be_visible()
    for path in ("2:", "2:bid-8", "2:bid-8/with-", "2:bid-8/with-/took-8"):
        page.locator(f'button[name=said][value="{path}"]').click()
    expect(page.locator(".tail .status-line")).to_contain_text("✓ 1: Carla bid 8, took 8: Carla +8")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".title-line").first).to_contain_text("Hand 1")


# ---- Measures


class Tables:
    """The pages of every game and size in one browser page; `pages` lists game, players, names and answers."""

    def __init__(self, page: Page, pages: list[list[Any]]) -> None:
        self.page, self.pages = page, pages

    def each(self, size: tuple[int, int], measure: str, names: str = "usual names") -> Iterator[tuple[list[Any], Any]]:
        """Yield what a JavaScript function returns for every page with such names at this size."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        indexes = [index for index, page in enumerate(self.pages) if page[2] == names]
        assert indexes, names
        found = self.page.evaluate(EACH, [measure, indexes])
        yield from zip((self.pages[index] for index in indexes), found, strict=True)


@pytest.fixture(scope="module")
def tables(browser: Browser, hall: Hall) -> Iterator[Tables]:
    """Open every game and size after one hand: its first page and the widest page of each later question."""
    found = json.loads(
        hall.manage("shell", "-v", "0", "-c", "from tests.support.every_table import print_tables; print_tables()")
    )
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]})
    page = context.new_page()
    page.route("**/live/**", lambda route: route.abort())
    page.goto(hall.url + hall.organizer_path)
    page.goto(hall.url + found[0][3])
    yield Tables(page, page.evaluate(LOAD, found))
    context.close()


def test_every_game_and_size_is_measured(tables: Tables) -> None:
    first = {(slug, players, names) for slug, players, names, path in tables.pages if path == "first"}
    assert first == {(*table, names) for table in TABLES for names in NAMES_BY_KIND}
    assert len(tables.pages) == 254


@pytest.mark.parametrize("names", NAMES_BY_KIND)
def test_no_question_scrolls_and_all_text_and_buttons_are_large_enough(tables: Tables, names: str) -> None:
    wrong = []
    for (slug, players, _, path), sizes in tables.each(PHONE, QUESTION_SIZES, names):
        high, wide = sizes.pop("scrolls")
        if names != "usual names" and (slug, players, path) in TALL_PAGES:
            high, _ = 0, sizes.pop("outside")
        if high > 0 or wide > 0 or not sizes.pop("count") or any(sizes.values()):
            wrong.append((slug, players, path, high, wide, sizes))
    assert not wrong, "\n".join(map(str, wrong))


def test_undo_is_in_view_on_the_smallest_phone(tables: Tables) -> None:
    hidden = [(slug, players, path) for (slug, players, _, path), seen in tables.each(SMALL_PHONE, UNDO) if not seen]
    assert hidden == []


def test_nothing_is_cut_off_at_twice_the_text_size(tables: Tables) -> None:
    tables.page.evaluate("document.documentElement.style.fontSize = '200%'")
    lost = f"() => [({CLIPPED})(), document.documentElement.scrollWidth - innerWidth]"
    wrong = [
        (slug, players, path, clipped, wider)
        for (slug, players, _, path), (clipped, wider) in tables.each(PHONE, lost)
        if clipped or wider > 0
    ]
    tables.page.evaluate("document.documentElement.style.fontSize = ''")
    assert not wrong, "\n".join(map(str, wrong))


AXE_TABLES = {("standard", 4), ("three-handed", 3), ("pepper-three", 3), ("florida-five-handed", 7), ("hoosier", 4)}


def test_axe_finds_no_violations_at_a_table_in_light_or_dark(tables: Tables) -> None:
    found, checked = [], set[tuple[str, int]]()
    tables.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for index, (slug, players, names, path) in enumerate(tables.pages):
        if (slug, players) in AXE_TABLES and names == "usual names":
            checked.add((slug, players))
            tables.page.evaluate("index => { document.querySelector('#page').outerHTML = pages[index][4]; }", index)
            found += [(slug, players, path, violation) for violation in violations(tables.page)]
    assert checked == AXE_TABLES
    assert not found, "\n".join(map(str, found))


def test_axe_finds_no_violations_before_and_after_a_game_and_among_its_hands(phones: Phones) -> None:
    page = phones.open(phones.hall.organizer_path, LAPTOP)
    page.goto(phones.hall.url + "/one-table/")
    found = violations(page)
    page.get_by_role("button", name="Sit down").evaluate("button => { button.form.noValidate = true; }")
    phones.wrong.clear()
    click_and_load(page.get_by_role("button", name="Sit down"))
    expect(page.get_by_text("There is a problem")).to_be_visible()
    found += violations(page)
    table = phones.sit_down("three-handed", "Ann Miller", "Bob Stone", "Carla Reyes")
    for number in (1, 2):
        answer_with(table, "0:5")
        expect(table.locator(".tail .status-line")).to_contain_text(f"✓ {number}:")
    found += violations(table)
    click_and_load(table.get_by_role("link", name="Hands and more"))
    table.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
    found += violations(table)
    click_and_load(table.get_by_role("link", name="Edit").first)
    found += violations(table)
    table.goto(table.url.replace("table/", "close/").split("?")[0])
    found += violations(table)
    assert [error for error in phones.wrong if "400" not in error] == []
    phones.wrong.clear()
    assert not found, "\n".join(found)
