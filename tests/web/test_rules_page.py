"""The rules page: what the printed sheet says, in words alone; and where the organizer chooses before the start."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser

from tally.loading.endings import endings
from tally.rules import VARIANTS, house_rules_of, summarize_rules
from tests.support.hall_server import Hall
from tests.support.identifiers import IDENTIFIER
from tests.support.night import nothing_changes
from tests.support.screens import LAPTOP, PHONE, Screens, go
from tournament.models import Night

TABLE_OF_FOUR = [slug for slug, variant in VARIANTS.items() if variant.table_of_four]
EVERY = pytest.mark.parametrize("slug", TABLE_OF_FOUR)


def latest(slug: str) -> dict[str, Any]:
    """Every house rule changed, to its last answer."""
    return {name: list(rule.answers)[-1] for name, rule in house_rules_of(VARIANTS[slug]).items()}


def play(night: Night, slug: str, **house_rules: object) -> str:
    """Makes this tonight's game; the page's address."""
    night.variant, night.house_rules = slug, house_rules
    night.save(update_fields=["variant", "house_rules"])
    return f"/n/{night.slug}/rules/"


def main_of(client: Client, address: str) -> str:
    """The page's own part, as HTML."""
    page = client.get(address)
    assert page.status_code == 200
    return page.content.decode().split('<main id="page">')[1].split("</main>")[0]


def words_of(html: str) -> str:
    """What people read: words with single blanks, no blank before a comma."""
    text = unescape(re.sub(r"<[^>]+>", " ", re.sub(r"</?b>", "", html)))
    return re.sub(r" ([,.])", r"\1", " ".join(text.split()))


@EVERY
def test_the_page_says_what_the_printed_sheet_says_in_words_alone(slug: str, stranger: Client, night: Night) -> None:
    for house_rules in ({}, latest(slug)):
        html = main_of(stranger, play(night, slug, **house_rules))
        said, sheet = words_of(html), summarize_rules(VARIANTS[slug], house_rules, endings(night))
        for part in (*sheet.before, *sheet.after):
            assert f"{part.label} " in said and all(text in said for text in part.paragraphs), part
        for asked in (*sheet.tonight, *sheet.open, *sheet.rest):
            assert f"{asked.question} {asked.answer}" in said, asked
        for asked in sheet.tonight:
            assert f"{asked.answer} Usually: {asked.usual}" in said
        for row in sheet.pay:
            title = ", ".join(filter(None, (row.call, row.note))) + (f" Needs: {row.needs}" if row.needs else "")
            paid = [
                " ".join("–" if item == ("0", "") else " ".join(item).strip() for item in cell)
                for index in (0, 1)
                for cell in ((row.made or ((), ()))[index], (row.set or ((), ()))[index])
            ]
            lines = (title, sheet.heads.makers, *paid[:2], sheet.heads.others, *paid[2:])
            assert " ".join(filter(None, lines)) in said, row
        assert not IDENTIFIER.search(said)
        assert not ("-" in slug and slug in said) and "<pre" not in html and "form" not in re.findall(r"<(\w+)", html)


def test_the_table_of_pay_is_one_for_a_screen_reader_too(stranger: Client, night: Night) -> None:
    html = main_of(stranger, play(night, "pepper-grinnell"))
    assert html.count("<caption>") == 1 and html.count('<th scope="col">') == 3
    contracts = len(summarize_rules(VARIANTS["pepper-grinnell"]).pay)
    assert html.count("<tbody>") == html.count('<th scope="rowgroup" colspan="3">') == contracts
    assert html.count('<th scope="row">') == 2 * contracts
    assert not re.search(r"<th(?! scope| *ead)[^e]", html)


def test_the_organizer_finds_every_game_in_its_group_with_a_sentence(organizer: Client, empty_night: Night) -> None:
    html = main_of(organizer, play(empty_night, "hoosier"))
    groups = {
        legend: re.findall(r'name="variant" value="([^"]+)"', part)
        for legend, part in re.findall(r"<legend[^>]*>([^<]+)</legend>(.*?)</fieldset>", html, re.DOTALL)
    }
    assert list(groups) == ["Games with a card turned up", "Bid games with one deck", "Bid games with two decks"]
    assert groups["Games with a card turned up"] == ["standard", "bald", "progressive-cats", "railroad"]
    assert "pfeffer" in groups["Bid games with one deck"] and "shawn" in groups["Bid games with two decks"]
    assert sorted(slug for slugs in groups.values() for slug in slugs) == sorted(TABLE_OF_FOUR)
    assert re.findall(r'value="([^"]+)" checked', html) == ["hoosier"]
    said = words_of(html)
    assert all(f"{VARIANTS[slug].name} {VARIANTS[slug].about}" in said for slug in TABLE_OF_FOUR)
    assert not IDENTIFIER.search(said)


@EVERY
def test_house_rules_are_chosen_in_words_and_kept_as_answers(slug: str, organizer: Client, empty_night: Night) -> None:
    address = play(empty_night, slug)
    html = main_of(organizer, address)
    asked = {name: rule for name, rule in house_rules_of(VARIANTS[slug]).items() if len(rule.answers) > 1}
    sent = {"variant": slug, "deals": "4"}
    for name, rule in asked.items():
        select = html.split(f'<select name="rule-{name}"')[1].split("</select>")[0]
        shown = [unescape(each) for each in re.findall(r"<option[^>]*>([^<]+)</option>", select)]
        assert [each.removesuffix(" (usual)").casefold() for each in shown] == [
            rule.answer_text(answer).casefold() for answer in rule.answers
        ]
        assert [each.endswith(" (usual)") for each in shown] == [True] + [False] * (len(shown) - 1)
        assert not any(IDENTIFIER.search(each) for each in shown)
        assert words_of(html.split(f'<label for="id_rule-{name}">')[1].split("</label>")[0]) == rule.question
        sent[f"rule-{name}"] = str(list(rule.answers)[-1])
    assert organizer.post(address, sent).status_code == 302
    empty_night.refresh_from_db()
    assert empty_night.house_rules == {name: answer for name, answer in latest(slug).items() if name in asked}


def test_choosing_another_game_twice_takes_no_answers_for_it(organizer: Client, empty_night: Night) -> None:
    empty_night.variant = "hasenpfeffer-cats"
    empty_night.save()
    page = organizer.get(f"/n/{empty_night.slug}/rules/").content.decode()
    assert '<input type="hidden" name="of" value="hasenpfeffer-cats">' in page
    sent = {"of": "hasenpfeffer-cats", "variant": "pepper-cats", "deals": "4", "rule-no_trump": "False"}
    for _ in range(2):
        assert organizer.post(f"/n/{empty_night.slug}/rules/", sent).status_code == 302
        empty_night.refresh_from_db()
        assert (empty_night.variant, empty_night.house_rules) == ("pepper-cats", {})
    organizer.post(f"/n/{empty_night.slug}/rules/", sent | {"of": "pepper-cats"})
    empty_night.refresh_from_db()
    assert empty_night.house_rules == {"no_trump": False}


def test_a_mistake_leads_to_the_list_of_games(organizer: Client, empty_night: Night) -> None:
    with nothing_changes():
        page = organizer.post(f"/n/{empty_night.slug}/rules/", {"variant": "nonesuch", "deals": "4"})
    html = page.content.decode()
    assert page.status_code == 400 and '<a href="#id_variant">' in html and '<details id="id_variant" open>' in html


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A hall with the demo night."""
    with Hall.opened(tmp_path_factory.mktemp("demo"), "--demo") as hall:
        yield hall


@pytest.mark.long
def test_axe_finds_nothing_and_nothing_is_too_wide(browser: Browser, demo: Hall) -> None:
    screens = Screens(browser, demo)
    page = screens.open(demo.organizer_path, LAPTOP)
    page.goto(demo.url)
    go(page.get_by_role("button", name="Begin a new night"))
    go(page.get_by_role("link", name="Rules, other games, house rules"))
    for game, answer in (
        ("Pepper, Grinnell", "32 points"),
        ("Railroad Euchre", "5 points to the lone player"),
        ("Single Deck Bid Euchre, Big Pepper 24", "52 points"),
    ):
        page.reload()
        page.get_by_text("Choose another game").click()
        page.get_by_role("radio", name=re.compile(f"^{game}")).check()
        if game == "Railroad Euchre":
            screens.look(page, f"choosing {game}")
        go(page.get_by_role("button", name="Save"))
        option = page.locator("option").filter(has_text=answer).first
        option.locator("xpath=..").select_option(label=option.inner_text())
        go(page.get_by_role("button", name="Save"))
        assert page.locator("h1").inner_text() == game
        assert answer in page.locator("dl").filter(has_text="Usually:").inner_text()
        page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
        screens.look(page, f"organizer: {game}")
        if game == "Railroad Euchre":
            other = screens.open(page.url.removeprefix(demo.url), PHONE)
            other.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
            screens.look(other, f"player: {game}")
    for context in screens.contexts:
        context.close()
    assert not screens.found, "\n".join(screens.found)
