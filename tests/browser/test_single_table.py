"""A single table in real Chromium: games by taps, a phone that follows, no JavaScript, and what can be measured."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.every_table import SORTS
from tests.support.hall_server import Hall
from tests.support.screens import CLIPPED, IN_VIEW, LAPTOP, PHONE, SIZES, SMALL, go, tap, violations
from tests.support.single_table import TABLES

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
ASKED = SIZES.replace('"result"', '"said"').replace("height, 80)", "height, 60)")
UNDO = f"() => (button => !button || ({IN_VIEW})(button))(document.querySelector('button[name=undo]'))"
UNUSUAL = {("auction-seven", 7, "0:bid-7"), ("racehorse", 8, "first")}  # too high with names of 40 letters


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A hall in which every test has tables of its own."""
    with Hall.opened(tmp_path_factory.mktemp("tables")) as opened:
        yield opened


class Phones:
    """Browsers of a hall; closed afterwards, when nothing may have gone wrong on any of their pages."""

    def __init__(self, browser: Browser, hall: Hall) -> None:
        self.browser, self.hall, self.wrong = browser, hall, list[str]()
        self.contexts: list[BrowserContext] = []

    def open(self, address: str, size: tuple[int, int] = PHONE, **options: Any) -> Page:
        """A page of a new browser."""
        context = self.browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        self.contexts.append(context)
        context.add_init_script(COUNT)
        context.on(
            "request",
            lambda request: (
                None
                if request.url.startswith((self.hall.url, "data:"))
                else self.wrong.append(f"asked another host: {request.url}")
            ),
        )
        context.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        context.on("weberror", lambda error: self.wrong.append(str(error.error)))
        page = context.new_page()
        page.goto(self.hall.url + address)
        return page

    def sit_down(self, variant: str, *names: str, **options: Any) -> Page:
        """The organizer's browser at a new table."""
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
    """Browsers that are closed afterwards."""
    opened = Phones(browser, hall)
    yield opened
    for context in opened.contexts:
        context.close()
    assert sorted(set(opened.wrong)) == []


def say(page: Page, said: str) -> None:
    """Tap an answer."""
    tap(page.locator(f'button[name=said][value="{said}"]'))


def taps(page: Page) -> int:
    """Trusted clicks on answers so far."""
    return int(page.evaluate("Number(sessionStorage.taps || 0)"))


def totals(page: Page) -> dict[str, str]:
    """What stands beside each name while a hand is asked, in rows."""
    rows = page.locator("h2.title-line").all_inner_texts()
    return dict(re.split(r"\n+", row) for row in rows)  # type: ignore[misc]


# ---- Whole games


def test_three_players_play_to_five_with_one_tap_a_hand_while_another_phone_follows(phones: Phones) -> None:
    page = phones.sit_down("three-handed", "Ann", "Bob", "Carla")
    page.get_by_role("link", name="Hands and more").click()
    code = page.locator("summary b").nth(1).inner_text()
    page.get_by_role("link", name="Back to the table").click()
    other = phones.open(f"/J/{code}")
    other.get_by_role("button", name="Yes, that is me").click()
    other.wait_for_url("**/table/")
    account = {"Ann": 0, "Bob": 0, "Carla": 0}
    hands = [("0:3-4", {"Ann": 1}), ("2:0-2", {"Ann": 2, "Bob": 2}), ("1:5", {"Bob": 3})]
    for number, (said, worth) in enumerate(hands, 1):
        say(page, said)
        account = {name: total + worth.get(name, 0) for name, total in account.items()}
        expect(other.locator(".tail .said")).to_contain_text(f"✓ {number}:")
        if number < len(hands):
            for phone in (page, other):
                expect(phone.locator(".title-line").first).to_contain_text(f"Hand {number + 1}")
                assert totals(phone) == {name: str(total) for name, total in account.items()}
    assert taps(page) == len(hands)
    for phone in (page, other):
        expect(phone.get_by_text("Bob wins with 5.")).to_be_visible()
    other.get_by_role("button", name="Undo").click()
    expect(page.locator(".title-line").first).to_contain_text("Hand 3")
    say(page, "1:5")
    other.get_by_role("button", name="Next game").click()
    for phone in (page, other):
        expect(phone.locator(".title-line").first).to_contain_text("Game 2 · Hand 1")
        assert totals(phone) == {"Ann": "0", "Bob": "0", "Carla": "0"}
    expect(page.locator(".title-line").first).to_contain_text("Ann deals")


def test_a_hand_of_three_handed_pepper_is_two_or_three_taps_and_nothing_that_happens_takes_a_question_away(
    phones: Phones,
) -> None:
    page = phones.sit_down("pepper-three", "Ann", "Bob", "Carla")
    page.get_by_role("link", name="Hands and more").click()
    code = page.locator("summary b").nth(2).inner_text()
    page.get_by_role("link", name="Back to the table").click()
    other = phones.open(page.url.removeprefix(phones.hall.url))
    say(page, "0:bid-4")
    expect(page.get_by_role("heading", name="Ann: 4, and took …")).to_be_visible()
    say(page, "0:bid-4/took-8")
    expect(page.locator(".tail .said")).to_contain_text("✓ 1: Ann bid 4, took 8: Ann +8")
    assert taps(page) == 2
    for said in ("1:bid-5", "1:bid-5/took-3"):
        say(page, said)
    expect(page.get_by_role("heading", name="How many did Ann take?")).to_be_visible()
    phones.open(f"/J/{code}").get_by_role("button", name="Yes, that is me").click()
    expect(page.get_by_role("heading", name="How many did Ann take?")).to_be_visible()
    with page.expect_response(lambda answer: "seen=" in answer.url) as answer:
        page.evaluate("htmx.trigger(document.body, 'wake')")
    assert answer.value.status == 204
    say(page, "1:bid-5/took-3/own-4")
    expect(other.locator(".tail .said")).to_contain_text("✓ 2: Bob bid 5, took 3: Ann +4, Bob −8, Carla +1")
    assert taps(page) == 5
    expect(other.get_by_text("This phone watches.")).to_be_visible()
    for number, said in enumerate(("0:bid-big-pepper", "0:bid-big-pepper/took-8") * 2, 1):
        say(page, said)
        if number == 2:
            expect(page.locator(".title-line").first).to_contain_text("Hand 4")
    expect(page.get_by_text("Ann wins with 44.")).to_be_visible()


def test_the_answer_to_a_tap_is_shown_though_a_look_replaced_the_page_meanwhile(phones: Phones) -> None:
    page, held = phones.sit_down("pepper-three", "Ann", "Bob", "Carla"), []
    page.route("**/table/", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    with page.expect_request(lambda request: request.method == "POST"):
        page.locator('button[name=said][value="0:bid-4"]').click()
    page.evaluate("""() => {
        const shown = document.getElementById("page"), newer = shown.cloneNode(true);
        shown.replaceWith(newer);
        htmx.process(newer);
    }""")
    held[0].continue_()
    expect(page.get_by_role("heading", name="Ann: 4, and took …")).to_be_visible()


@pytest.mark.long
def test_a_hand_of_many_steps_is_told_without_javascript(phones: Phones) -> None:
    page = phones.sit_down("florida-five-handed", "Ann", "Bob", "Carla", "Dan", "Eve", java_script_enabled=False)
    for said in ("1:", "1:bid-5", "1:bid-5/with-3", "1:bid-5/with-3/took-6"):
        page.locator(f'button[name=said][value="{said}"]').click()
    expect(page.locator(".tail .said")).to_contain_text("✓ 1: Bob bid 5, took 6")
    expect(page).to_have_url(re.compile("/table/$"))
    page.get_by_role("link", name="Hands and more").click()
    page.get_by_role("link", name="Correct").click()
    expect(page.get_by_text("What really happened?")).to_be_visible()
    for said in ("2:", "2:bid-8", "2:bid-8/with-", "2:bid-8/with-/took-8"):
        page.locator(f'button[name=said][value="{said}"]').click()
    expect(page.locator(".tail .said")).to_contain_text("✓ 1: Carla bid 8, took 8: Carla +8")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".title-line").first).to_contain_text("Hand 1")


# ---- Measures


class Tables:
    """The pages of every game and size in one browser page; `pages` says game, players, names and what was said."""

    def __init__(self, page: Page, pages: list[list[Any]]) -> None:
        self.page, self.pages = page, pages

    def each(self, size: tuple[int, int], measure: str, names: str = "usual names") -> Iterator[tuple[list[Any], Any]]:
        """What a JavaScript function says of every page with such names on a phone of this size."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        indexes = [index for index, page in enumerate(self.pages) if page[2] == names]
        assert indexes, names
        found = self.page.evaluate(EACH, [measure, indexes])
        yield from zip((self.pages[index] for index in indexes), found, strict=True)


@pytest.fixture(scope="module")
def tables(browser: Browser, hall: Hall) -> Iterator[Tables]:
    """A table of every game and size after one hand, its first page and the widest page of each later question."""
    found = json.loads(hall.manage("shell", "-v", "0", "-c", "from tests.support.every_table import tell; tell()"))
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]})
    page = context.new_page()
    page.route("**/live/**", lambda route: route.abort())
    page.goto(hall.url + hall.organizer_path)
    page.goto(hall.url + found[0][3])
    yield Tables(page, page.evaluate(LOAD, found))
    context.close()


@pytest.mark.long
def test_every_game_and_size_is_looked_at(tables: Tables) -> None:
    first = {(slug, players, names) for slug, players, names, said in tables.pages if said == "first"}
    assert first == {(*table, names) for table in TABLES for names in SORTS}
    assert len(tables.pages) == 242


@pytest.mark.long
@pytest.mark.parametrize("names", SORTS)
def test_no_question_scrolls_and_everything_on_it_is_big_enough(tables: Tables, names: str) -> None:
    wrong = []
    for (slug, players, _, said), sizes in tables.each(PHONE, ASKED, names):
        high, wide = sizes.pop("scrolls")
        if names != "usual names" and (slug, players, said) in UNUSUAL:
            high, _ = 0, sizes.pop("outside")
        if high > 0 or wide > 0 or not sizes.pop("count") or any(sizes.values()):
            wrong.append((slug, players, said, high, wide, sizes))
    assert not wrong, "\n".join(map(str, wrong))


@pytest.mark.long
def test_undo_is_in_view_on_the_smallest_phone(tables: Tables) -> None:
    hidden = [(slug, players, said) for (slug, players, _, said), seen in tables.each(SMALL, UNDO) if not seen]
    assert hidden == []


@pytest.mark.long
def test_text_of_twice_the_size_loses_nothing(tables: Tables) -> None:
    tables.page.evaluate("document.documentElement.style.fontSize = '200%'")
    lost = f"() => [({CLIPPED})(), document.documentElement.scrollWidth - innerWidth]"
    wrong = [
        (slug, players, said, clipped, wider)
        for (slug, players, _, said), (clipped, wider) in tables.each(PHONE, lost)
        if clipped or wider > 0
    ]
    tables.page.evaluate("document.documentElement.style.fontSize = ''")
    assert not wrong, "\n".join(map(str, wrong))


SHOWN = {("standard", 4), ("three-handed", 3), ("pepper-three", 3), ("florida-five-handed", 7), ("hoosier", 4)}


@pytest.mark.long
def test_axe_finds_nothing_at_a_table_light_or_dark(tables: Tables) -> None:
    found, looked = [], set[tuple[str, int]]()
    tables.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for index, (slug, players, names, said) in enumerate(tables.pages):
        if (slug, players) in SHOWN and names == "usual names":
            looked.add((slug, players))
            tables.page.evaluate("index => { document.querySelector('#page').outerHTML = pages[index][4]; }", index)
            found += [(slug, players, said, violation) for violation in violations(tables.page)]
    assert looked == SHOWN
    assert not found, "\n".join(map(str, found))


@pytest.mark.long
def test_axe_finds_nothing_before_a_game_after_it_or_among_its_hands(phones: Phones) -> None:
    page = phones.open(phones.hall.organizer_path, LAPTOP)
    page.goto(phones.hall.url + "/one-table/")
    found = violations(page)
    page.get_by_role("button", name="Sit down").evaluate("button => { button.form.noValidate = true; }")
    phones.wrong.clear()
    go(page.get_by_role("button", name="Sit down"))
    expect(page.get_by_text("There is a problem")).to_be_visible()
    found += violations(page)
    table = phones.sit_down("three-handed", "Ann Miller", "Bob Stone", "Carla Reyes")
    for number in (1, 2):
        say(table, "0:5")
        expect(table.locator(".tail .said")).to_contain_text(f"✓ {number}:")
    found += violations(table)
    go(table.get_by_role("link", name="Hands and more"))
    table.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
    found += violations(table)
    go(table.get_by_role("link", name="Correct").first)
    found += violations(table)
    table.goto(table.url.replace("table/", "close/").split("?")[0])
    found += violations(table)
    assert [error for error in phones.wrong if "400" not in error] == []
    phones.wrong.clear()
    assert not found, "\n".join(found)
