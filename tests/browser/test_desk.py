"""The desk in Chromium: few clicks to the start, a hundred players in view, search, and menus that stay open."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from tests.support.http_visitor import Visitor
from tests.support.night import CAST
from tests.support.screens import CLIPPED, LAPTOP, PHONE, Screens, click_and_load, violations
from tests.support.serverless_browser import ServerlessBrowser
from tests.support.staged_night import LONG_NAMES, StagedNight
from tests.support.waiting import expect_htmx_answer, wait_for_script
from tournament.night.charts import load_charts

MOST_CLICKS = 4  # from twelve pasted names to the first game
MOST_HEIGHT = 1.5 * LAPTOP[1]  # pixels from the top of the page to the last of a hundred players
NAMES = tuple(
    f"{first} {last}"
    for last in ("Miller", "Stone", "Reyes", "Bauer")
    for first in (
        *(
            "Ann",
            "Bob",
            "Carla",
            "Dan",
            "Eve",
            "Fritz",
            "Gina",
            "Hal",
            "Ida",
            "Jim",
            "Kay",
            "Leo",
            "Mona",
            "Ned",
            "Olga",
        ),
        *(
            "Paul",
            "Quinn",
            "Rosa",
            "Sam",
            "Tess",
            "Uma",
            "Vic",
            "Wanda",
            "Xavier",
            "Yolanda",
            "Zach",
            "Bea",
            "Cy",
            "Di",
        ),
        *("Ed", "Flo", "Gus", "Hope", "Ian"),
    )
)
PRIMARY = """() => [...document.querySelectorAll("main button, main .button")]
  .filter(e => e.offsetWidth && !e.matches(".plain, .movement-card")).map(e => e.innerText.trim())"""
NOTHING_COVERS = """id => {
  const field = document.getElementById(id), box = field.getBoundingClientRect(), x = box.x + box.width / 2;
  return [box.top + 5, box.bottom - 5].every(y => document.elementFromPoint(x, y) === field);
}"""
WHOLE_MENU = """() => {
  const parts = [...document.querySelectorAll("details[open] .chip-menu :is(a, button)")];
  return parts.length > 0 && parts.every(e => {
    const box = e.getBoundingClientRect();
    return e.contains(document.elementFromPoint(box.x + box.width / 2, box.bottom - 5));
  });
}"""
NOTICE = "htmx.swap('#notice', 'Two minutes.', {swapStyle: 'innerHTML'})"  # as a live message is swapped in
FIELDS = ("INPUT", "TEXTAREA", "SELECT")  # what is typed scrolls in its field
STATES = {
    "empty": (0, "Add to the list"),
    "four": (4, "Start the night"),
    "long names": (12, "Start the night"),
    "twenty-two": (22, "Start the night"),
    "a hundred": (100, "Start the night"),
    "133": (133, "Start the night"),
    "no such chart": (22, "Change how players move"),
}


@pytest.mark.long
def test_twelve_pasted_names_are_few_clicks_from_the_start(screens: Screens) -> None:
    home = Visitor(screens.hall, screens.hall.organizer_path).open("/").press("Start next night")
    page = screens.open(screens.hall.organizer_path, LAPTOP)
    page.goto(screens.hall.url + home.url)
    page.locator("textarea[name=names]").fill("\n".join(CAST))
    clicks = 0
    while not page.url.endswith("/board/"):
        assert len(page.evaluate(PRIMARY)) == 1, "the page always shows one way on"
        click_and_load(page.locator("main button:not(.plain):not(.movement-card)").locator("visible=true"))
        clicks += 1
    print(f"{clicks} clicks from twelve pasted names to the first game")
    assert clicks <= MOST_CLICKS


@pytest.fixture
def staged(db: None) -> None:
    """Load the charts that a staged night may play."""
    load_charts()


@pytest.mark.long
@pytest.mark.usefixtures("staged")
def test_a_hundred_players_are_on_one_and_a_half_screens(browser: Browser) -> None:
    client, path = StagedNight(100, names=NAMES, opened=False).organizer("desk/")
    with ServerlessBrowser(browser, client, LAPTOP) as serverless:
        page = serverless.open(path)
        last = page.locator(".chips > li").last.evaluate("chip => chip.getBoundingClientRect().bottom + scrollY")
        print(f"the last of 100 players ends at {last:.0f} of {MOST_HEIGHT:.0f} pixels")
        assert last <= MOST_HEIGHT
        assert page.locator(".chips > li").count() == 100


@pytest.mark.long
@pytest.mark.usefixtures("staged")
@pytest.mark.parametrize("state", STATES)
def test_the_desk_is_accessible_and_fits_in_every_state(browser: Browser, state: str) -> None:
    players, primary = STATES[state]
    names = LONG_NAMES if state == "long names" else NAMES
    movement = "chart" if state == "no such chart" else ""
    client, path = StagedNight(players, names=names, opened=False, movement=movement).organizer("desk/")
    with ServerlessBrowser(browser, client, LAPTOP) as serverless:
        page = serverless.open(path)
        assert page.evaluate(PRIMARY) == [primary]
        assert violations(page) == []
        for width, height in (LAPTOP, PHONE, (320, 568)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") == width
            cut = [text for text in page.evaluate(CLIPPED) if not text.startswith(FIELDS)]
            assert cut == [], f"at {width} pixels"


def found(page: Page) -> list[str]:
    """Return the names of the players that are shown."""
    return [text.strip() for text in page.locator(".chips > li:visible .chip-name").all_inner_texts()]


@pytest.mark.long
@pytest.mark.usefixtures("staged")
def test_a_player_is_found_by_letters_or_number(browser: Browser) -> None:
    names = (*NAMES[:21], "Renée O'Brien")
    client, path = StagedNight(22, names=names, opened=False).organizer("desk/")
    with ServerlessBrowser(browser, client, LAPTOP) as serverless:
        page = serverless.open(path)
        page.get_by_role("searchbox", name="Find a player").type("rene")
        assert found(page) == ["Renée O'Brien"]
        page.get_by_role("searchbox", name="Find a player").fill("7")
        assert found(page) == [NAMES[6]]
        page.get_by_role("searchbox", name="Find a player").fill("nobody")
        expect(page.get_by_text("Nobody of that name.")).to_be_visible()
        page.get_by_role("searchbox", name="Find a player").fill("")
        assert len(found(page)) == 22


@pytest.mark.long
@pytest.mark.usefixtures("staged")
def test_an_open_menu_stays_while_others_sign_up_and_the_list_follows_when_it_closes(browser: Browser) -> None:
    staged = StagedNight(8, opened=False)
    client, path = staged.organizer("desk/")
    with ServerlessBrowser(browser, client, LAPTOP) as serverless:
        page = serverless.open(path)
        page.locator(".chip summary").first.click()
        page.get_by_label("New name").first.fill("Anna Miller")
        Client().post(f"/n/{staged.night.slug}/join/", {"name": "Zoe New"})
        page.evaluate("htmx.trigger(document.body, 'wake')")
        page.wait_for_timeout(300)
        assert page.get_by_label("New name").first.input_value() == "Anna Miller"
        assert page.locator(".chip").count() == 8
        page.keyboard.press("Escape")
        expect(page.locator(".chip")).to_have_count(9)
        expect(page.locator("#steps")).to_contain_text("9 players")
        expect(page.locator("#start")).to_contain_text("9 players, 2 tables, 1 sits out")


@pytest.mark.long
@pytest.mark.usefixtures("staged")
def test_how_many_draw_from_the_hat_is_typed_while_others_sign_up(browser: Browser) -> None:
    staged = StagedNight(8, opened=False)
    staged.night.entries.update(number=None)  # until all have a number, the seats come with each name
    client, path = staged.organizer("desk/")
    with ServerlessBrowser(browser, client, LAPTOP) as serverless:
        page = serverless.open(path)
        page.get_by_text("Draw numbers from a hat").click()
        page.get_by_label("Cards for").fill("24")
        Client().post(f"/n/{staged.night.slug}/join/", {"name": "Zoe New"})
        with expect_htmx_answer(page):
            page.evaluate("htmx.trigger(document.body, 'wake')")
        expect(page.locator(".chip")).to_have_count(9)
        expect(page.get_by_label("Cards for")).to_be_visible()
        assert page.get_by_label("Cards for").input_value() == "24"
        click_and_load(page.get_by_role("button", name="Make the cards"))
        expect(page.locator("#nameless")).to_contain_text("15 numbers without a name yet")
        assert not page.get_by_text("Draw again at random").count()
        Client().post(f"/J/{staged.night.entries.get(number=24).sealed_key}", {"name": "Uma Drawn"})
        with expect_htmx_answer(page):
            page.evaluate("htmx.trigger(document.body, 'wake')")
        expect(page.locator("#nameless")).to_contain_text("14 numbers without a name yet")


@pytest.mark.usefixtures("staged")
@pytest.mark.parametrize("size", [LAPTOP, pytest.param(PHONE, marks=pytest.mark.long)])
def test_the_menu_of_a_player_in_the_last_row_comes_into_view(browser: Browser, size: tuple[int, int]) -> None:
    client, path = StagedNight(60, opened=False).organizer("desk/")
    with ServerlessBrowser(browser, client, size) as serverless:
        page = serverless.open(path)
        name = page.locator(".chips summary").last
        foot = page.locator(".desk-foot").evaluate("foot => foot.offsetHeight")
        below = name.evaluate("name => name.getBoundingClientRect().bottom - innerHeight") + foot
        page.evaluate("top => scrollBy({top, behavior: 'instant'})", below)
        name.click()
        expect(page.locator(".chip-menu:visible")).to_have_count(1)
        wait_for_script(page, WHOLE_MENU)


@pytest.mark.long
@pytest.mark.usefixtures("staged")
def test_an_added_name_shows_at_once_while_a_menu_is_open(browser: Browser) -> None:
    client, path = StagedNight(8, opened=False).organizer("desk/")
    with ServerlessBrowser(browser, client, LAPTOP) as serverless:
        page = serverless.open(path)
        page.evaluate("htmx.config.defaultSettleDelay = 500")  # each answer comes before the one before has settled
        menu = page.locator(".chip", has_text=NAMES[0])
        menu.locator("summary").click()
        menu.get_by_label("New name").fill("Half a na")
        for count, name in enumerate(("Eve Adams", "Zoe New"), 9):
            page.locator(".regulars-find [type=search]").fill(name)
            page.keyboard.press("Enter")
            expect(page.locator("#added")).to_have_text(f"✓ Added {name}.")
            expect(page.locator(".chip")).to_have_count(count)
            expect(page.locator("#start")).to_contain_text(f"{count} players")
            expect(menu.get_by_label("New name")).to_be_visible()
            assert menu.get_by_label("New name").input_value() == "Half a na"


@pytest.mark.long
@pytest.mark.usefixtures("staged")
def test_what_was_closed_stays_closed_when_a_notice_comes(browser: Browser) -> None:
    client, path = StagedNight(8, opened=False).organizer("desk/")
    with ServerlessBrowser(browser, client, LAPTOP) as serverless:
        page = serverless.open(path)
        part, menu = page.locator("#charts"), page.locator(".chip").first
        part.locator("summary").click()
        with expect_htmx_answer(page):
            page.evaluate("htmx.trigger(document.body, 'wake')")
        part.locator("summary").click()
        page.evaluate(NOTICE)
        expect(part.locator("textarea")).to_be_hidden()
        menu.locator("summary").click()
        with expect_htmx_answer(page):  # which waits for the menu
            page.evaluate("htmx.trigger(document.body, 'wake')")
        page.route("**/desk/?*", lambda route: route.abort())
        page.keyboard.press("Escape")
        page.evaluate(NOTICE)
        expect(menu.get_by_label("New name")).to_be_hidden()


@pytest.mark.usefixtures("staged")
def test_a_link_to_a_closed_part_opens_it(browser: Browser) -> None:
    client, path = StagedNight(8, opened=False).organizer("desk/")
    with ServerlessBrowser(browser, client, LAPTOP) as serverless:
        page = serverless.open(path)
        page.evaluate("location.hash = 'charts'")
        expect(page.locator("#charts textarea")).to_be_visible()


@pytest.mark.long
@pytest.mark.usefixtures("staged")
@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_the_link_to_the_bell_goes_to_its_field_in_full_view(browser: Browser, size: tuple[int, int]) -> None:
    client, path = StagedNight(22, opened=False).organizer("desk/")
    with ServerlessBrowser(browser, client, size) as serverless:
        page = serverless.open(path)
        page.get_by_role("link", name="Change the bell or the minutes").click()
        field = page.locator("#id_bell_by")
        expect(field).to_be_focused()
        expect(field).to_be_in_viewport(ratio=1)
        wait_for_script(page, NOTHING_COVERS, "id_bell_by")
