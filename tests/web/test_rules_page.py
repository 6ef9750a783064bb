"""The rules page has the text of the printed sheet, and the organizer chooses the game there before the start."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.test import Client

from tally.loading.endings import endings
from tally.rules import (
    VARIANTS,
    HouseRuleRefused,
    TableSetup,
    house_rules_of,
    refuse_contradictions,
    rules_of_night,
    summarize_rules,
)
from tally.rules.examples import example_of
from tests.support.hall_server import Hall
from tests.support.identifiers import IDENTIFIER
from tests.support.night import nothing_changes
from tests.support.printed_pages import text_of as pdf_text
from tests.support.screens import LAPTOP, PHONE, Screens, click_and_load
from tests.support.single_table import open_table
from tournament.models import Club, Night

TABLE_OF_FOUR = [slug for slug, variant in VARIANTS.items() if variant.table_of_four]
EVERY = pytest.mark.parametrize("slug", TABLE_OF_FOUR)


def last_answers(slug: str) -> dict[str, Any]:
    """Return every house rule of a game with its last answer."""
    return {name: list(rule.answers)[-1] for name, rule in house_rules_of(VARIANTS[slug]).items()}


def last_answers_without_contradictions(slug: str) -> dict[str, Any]:
    """The last answer to every question that a night asks, as far as they do not contradict those before."""
    variant, answers = VARIANTS[slug], dict[str, Any]()
    for name, rule in rules_of_night(variant).items():
        last = {**answers, name: list(rule.answers)[-1]}
        try:
            refuse_contradictions(variant, last)
        except HouseRuleRefused:
            continue
        if len(rule.answers) > 1:
            answers = last
    return answers


def set_game(night: Night, slug: str, **house_rules: object) -> str:
    """Set tonight's game and return the path of the rules page."""
    night.variant, night.house_rules = slug, house_rules
    night.save(update_fields=["variant", "house_rules"])
    return f"/n/{night.slug}/rules/"


def main_of(client: Client, address: str) -> str:
    """Return the HTML of the page's main part."""
    page = client.get(address)
    assert page.status_code == 200
    return page.content.decode().split('<main id="page">')[1].split("</main>")[0]


def text_of(html: str) -> str:
    """Return the text that people read, with single spaces and none before a comma."""
    text = unescape(re.sub(r"<[^>]+>", " ", re.sub(r"</?b>", "", html)))
    return re.sub(r" ([,.])", r"\1", " ".join(text.split()))


def check_example(html: str, slug: str, house_rules: dict[str, Any]) -> None:
    """Check that the page shows the game's example card by card, with tonight's points, or none."""
    shown = example_of(TableSetup(VARIANTS[slug], 4, house_rules))
    assert ("A sample hand" in html) == bool(shown)
    if shown:
        text = text_of(html)
        assert shown.told in text and f"{shown.pays.happened} {shown.pays.why}" in text
        tricks = [
            each.card.name + (", led" if each.led else "") + (", wins" if each.won else "")
            for row in shown.rows
            for each in row
        ]
        names = re.findall(r'role="img" aria-label="([^"]+)"', html.split('class="card example"')[1])
        assert names == [card.name for card in shown.hand] + tricks


@pytest.mark.sample(5)
@EVERY
def test_the_page_has_all_text_of_the_printed_sheet(slug: str, stranger: Client, night: Night) -> None:
    for house_rules in ({}, last_answers(slug)):
        html = main_of(stranger, set_game(night, slug, **house_rules))
        check_example(html, slug, house_rules)
        text, sheet = text_of(html), summarize_rules(VARIANTS[slug], house_rules, endings(night))
        for part in (*sheet.before, *sheet.after, *sheet.how_to_play):
            assert f"{part.label} " in text and all(paragraph in text for paragraph in part.paragraphs), part
        for rule in (*sheet.tonight, *sheet.open, *sheet.rest):
            assert f"{rule.question} {rule.answer}" in text, rule
        for rule in sheet.tonight:
            assert f"{rule.answer} Standard: {rule.usual}" in text
        for row in sheet.pay:
            title = ", ".join(filter(None, (row.call, row.note))) + (f" Needs: {row.needs}" if row.needs else "")
            amounts = [
                " ".join("–" if item == ("0", "") else " ".join(item).strip() for item in cell)
                for index in (0, 1)
                for cell in ((row.made or ((), ()))[index], (row.set or ((), ()))[index])
            ]
            lines = (title, sheet.heads.makers, *amounts[:2], sheet.heads.others, *amounts[2:])
            assert " ".join(filter(None, lines)) in text, row
        assert not IDENTIFIER.search(text)
        assert not ("-" in slug and slug in text) and "<pre" not in html and "form" not in re.findall(r"<(\w+)", html)


@pytest.mark.parametrize("slug", ["standard", "hasenpfeffer-cats"])
def test_the_trumps_are_drawn_in_order_after_the_ranks(slug: str, stranger: Client, night: Night) -> None:
    html = main_of(stranger, set_game(night, slug)).split('id="how-to-play"')[1].split("</section>")[0]
    assert html.index("<dt>Rank") < html.index("<dt>Trumps") < html.index("<dt>Play")
    drawn = re.findall(r'aria-label="([^"]+)"', html)
    assert drawn == [card.name for card in summarize_rules(VARIANTS[slug]).trumps]
    assert drawn[-1] == ("seven of spades" if slug == "standard" else "nine of spades")


def test_a_single_table_is_taught_its_game_too(stranger: Client, club: Club) -> None:
    table = open_table(club, "three-handed", 3)
    text = text_of(main_of(stranger, f"/n/{table.slug}/rules/"))
    for part in summarize_rules(VARIANTS["three-handed"]).how_to_play:
        assert f"{part.label} " in text and all(paragraph in text for paragraph in part.paragraphs)


def test_the_table_of_points_has_headings_for_screen_readers(stranger: Client, night: Night) -> None:
    html = main_of(stranger, set_game(night, "pepper-grinnell")).split('id="how-to-play"')[0]
    assert html.count("<caption>") == 1 and html.count('<th scope="col">') == 3
    contracts = len(summarize_rules(VARIANTS["pepper-grinnell"]).pay)
    assert html.count("<tbody>") == html.count('<th scope="rowgroup" colspan="3">') == contracts
    assert html.count('<th scope="row">') == 2 * contracts
    assert not re.search(r"<th(?! scope| *ead)[^e]", html)


def test_the_organizer_sees_every_game_in_its_group_with_a_sentence(organizer: Client, empty_night: Night) -> None:
    html = main_of(organizer, set_game(empty_night, "hoosier"))
    groups = {
        legend: re.findall(r'name="variant" value="([^"]+)"', part)
        for legend, part in re.findall(r"<legend[^>]*>([^<]+)</legend>(.*?)</fieldset>", html, re.DOTALL)
    }
    assert list(groups) == ["Games with a card turned up", "Bid games with one deck", "Bid games with two decks"]
    assert groups["Games with a card turned up"] == [
        "standard",
        "standard-24",
        "british-euchre",
        "bald",
        "progressive-cats",
        "railroad",
    ]
    assert "pfeffer" in groups["Bid games with one deck"] and "shawn" in groups["Bid games with two decks"]
    assert sorted(slug for slugs in groups.values() for slug in slugs) == sorted(TABLE_OF_FOUR)
    assert re.findall(r'value="([^"]+)" checked', html) == ["hoosier"]
    text = text_of(html)
    assert all(f"{VARIANTS[slug].name} {VARIANTS[slug].about}" in text for slug in TABLE_OF_FOUR)
    assert not IDENTIFIER.search(text)


@pytest.mark.sample(5)
@EVERY
def test_house_rules_are_chosen_as_sentences_and_stored_as_answers(
    slug: str, organizer: Client, empty_night: Night
) -> None:
    address = set_game(empty_night, slug)
    html = main_of(organizer, address)
    choices = {name: rule for name, rule in rules_of_night(VARIANTS[slug]).items() if rule.has_choice}
    assert re.findall(r'<select name="rule-([^"]+)"', html) == list(choices)
    chosen = last_answers_without_contradictions(slug)
    form = {"variant": slug, "deals": "4"}
    for name, rule in choices.items():
        select = html.split(f'<select name="rule-{name}"')[1].split("</select>")[0]
        options = [unescape(each) for each in re.findall(r"<option[^>]*>([^<]+)</option>", select)]
        assert [each.removesuffix(" (standard)").casefold() for each in options] == [
            *(rule.answer_text(answer).casefold() for answer in rule.answers),
            *(["another number"] if rule.any_number else []),
        ]
        assert [each.endswith(" (standard)") for each in options] == [True] + [False] * (len(options) - 1)
        assert not any(IDENTIFIER.search(each) for each in options)
        assert text_of(html.split(f'<label for="id_rule-{name}">')[1].split("</label>")[0]) == rule.question
        form[f"rule-{name}"] = str(chosen.get(name, rule.default))
    assert organizer.post(address, form).status_code == 302
    empty_night.refresh_from_db()
    assert empty_night.house_rules == chosen


@pytest.mark.parametrize(
    ("slug", "answers", "sentence"),
    [
        (
            "bid-single-deck",
            {"high_low": "True", "no_trump": "False"},
            "cannot be called where no-trump may not be named",
        ),
        ("powers-double-deck", {"minimum_bid": "6", "all_pass": "dealer-bids-3"}, "a stuck dealer cannot bid 3"),
        ("standard", {"euchre": "-2", "loner_euchred": "4"}, "the defenders get nothing for euchring a lone maker"),
    ],
)
def test_house_rules_that_contradict_each_other_are_refused(
    slug: str, answers: dict[str, str], sentence: str, organizer: Client, empty_night: Night
) -> None:
    address = set_game(empty_night, slug)
    sent = {"variant": slug, "deals": "4"} | {f"rule-{name}": answer for name, answer in answers.items()}
    with nothing_changes():
        page = organizer.post(address, sent)
    assert page.status_code == 400 and text_of(page.content.decode()).count(sentence) == 1
    chosen = next(iter(answers.values()))
    assert f'<option value="{chosen}" selected>' in page.content.decode()


NUMBERS = {"rule-target": "another", "rule-target-number": "12", "rule-euchre": "another", "rule-euchre-number": "−3"}


def test_another_number_than_those_offered_is_saved_shown_and_kept(organizer: Client, club: Club) -> None:
    night = open_table(club, "standard", 4)
    address = f"/n/{night.slug}/rules/"
    assert organizer.post(address, {"variant": "standard", **NUMBERS}).status_code == 302
    night.refresh_from_db()
    assert night.house_rules == {"target": 12, "euchre": -3}
    page = organizer.get(address).content.decode()
    assert page.count('<option value="another" selected>Another number') == 2
    assert 'name="rule-target-number" value="12"' in page and "3 points off the makers." in text_of(page)
    assert organizer.post(address, {"variant": "standard", "rule-loner": "5"}).status_code == 302
    night.refresh_from_db()
    assert night.house_rules == {"target": 12, "euchre": -3, "loner": 5}
    assert (
        organizer.post(address, {"variant": "standard", "rule-target": "7", "rule-target-number": "12"}).status_code
        == 302
    )
    night.refresh_from_db()
    assert night.house_rules == {"target": 7, "euchre": -3, "loner": 5}


def test_a_number_that_is_offered_is_the_offered_answer(organizer: Client, empty_night: Night) -> None:
    address = set_game(empty_night, "double-hasenpfeffer")
    sent = {"variant": "double-hasenpfeffer", "deals": "4", "rule-set": "another", "rule-set-number": "6"}
    assert organizer.post(address, sent).status_code == 302
    empty_night.refresh_from_db()
    assert empty_night.house_rules == {}


@pytest.mark.parametrize(
    ("chosen", "number", "sentence"),
    [
        ("another", "", "Write a whole number from −20 to 20."),
        ("another", "21", "“21” does not work: write a whole number from −20 to 20."),
        *(("another", odd, f"“{odd}” does not work: write") for odd in ("1_0", "+7", "٣", "1 0", "--1")),
        ("another", "2.5", "“2.5” does not work: write a whole number from −20 to 20."),
        ("2", "3", "You wrote “3”, too: choose “Another number” above it, or take it away."),
    ],
)
def test_a_number_that_cannot_be_is_refused_with_a_sentence(
    chosen: str, number: str, sentence: str, organizer: Client, empty_night: Night
) -> None:
    address = set_game(empty_night, "standard")
    with nothing_changes():
        page = organizer.post(
            address, {"variant": "standard", "deals": "4", "rule-euchre": chosen, "rule-euchre-number": number}
        )
    html = page.content.decode()
    assert page.status_code == 400 and text_of(html).count(sentence) == 2 and 'href="#id_rule-euchre-number"' in html
    assert not number or f'value="{number}"' in html


def test_numbers_contradict_each_other_too(organizer: Client, empty_night: Night) -> None:
    address = set_game(empty_night, "buck")
    with nothing_changes():
        sent = {"variant": "buck", "deals": "4", "rule-minimum_bid": "another", "rule-minimum_bid-number": "5"}
        page = organizer.post(address, sent)
    assert page.status_code == 400 and "The lowest bid is 5, so a stuck dealer cannot bid 4" in text_of(
        page.content.decode()
    )


def test_an_old_night_with_contradicting_rules_goes_on_and_may_choose_another_game(
    organizer: Client, stranger: Client, empty_night: Night
) -> None:
    address = set_game(empty_night, "bid-single-deck", high_low=True, no_trump=False)
    assert "High" in text_of(main_of(stranger, address)) or "high" in text_of(main_of(stranger, address))
    assert organizer.post(address, {"variant": "hoosier", "deals": "4", "of": "bid-single-deck"}).status_code == 302
    empty_night.refresh_from_db()
    assert (empty_night.variant, empty_night.house_rules) == ("hoosier", {})


def test_a_night_asks_and_prints_no_target_beside_its_hands(organizer: Client, empty_night: Night) -> None:
    html = main_of(organizer, set_game(empty_night, "standard", target=10, loner=5))
    assert "rule-target" not in html and "rule-sit_out_credit" in html and "rule-loner" in html
    assert "How many points end a game?" not in text_of(html)


def test_a_single_table_asks_for_its_target_and_not_for_sitting_out(organizer: Client, club: Club) -> None:
    night = open_table(club, "standard", 4)
    html = main_of(organizer, f"/n/{night.slug}/rules/")
    assert "rule-target" in html and "rule-sit_out_credit" not in html
    assert "without a seat" not in text_of(html)


def test_answers_for_one_game_are_not_saved_for_another(organizer: Client, empty_night: Night) -> None:
    empty_night.variant = "hasenpfeffer-cats"
    empty_night.save()
    page = organizer.get(f"/n/{empty_night.slug}/rules/").content.decode()
    assert '<input type="hidden" name="of" value="hasenpfeffer-cats">' in page
    form = {"of": "hasenpfeffer-cats", "variant": "pepper-cats", "deals": "4", "rule-no_trump": "False"}
    for _ in range(2):
        assert organizer.post(f"/n/{empty_night.slug}/rules/", form).status_code == 302
        empty_night.refresh_from_db()
        assert (empty_night.variant, empty_night.house_rules) == ("pepper-cats", {})
    organizer.post(f"/n/{empty_night.slug}/rules/", form | {"of": "pepper-cats"})
    empty_night.refresh_from_db()
    assert empty_night.house_rules == {"no_trump": False}


def test_the_log_names_the_game_and_says_only_what_changed(organizer: Client, empty_night: Night) -> None:
    def logged(**form: str) -> str:
        before = empty_night.log_entries.count()
        answer = organizer.post(f"/n/{empty_night.slug}/rules/", {"of": "pepper-cats", "variant": "pepper-cats"} | form)
        assert answer.status_code == 302
        return "; ".join(empty_night.log_entries.order_by("pk").values_list("text", flat=True)[before:])

    assert logged(deals="4") == f"chose the game {VARIANTS['pepper-cats'].name}"
    assert logged(deals="6") == "changed hands a game: 4 → 6"
    assert logged(**{"deals": "6", "rule-no_trump": "False"}) == "changed the house rules"
    assert logged(**{"deals": "6", "rule-no_trump": "False"}) == ""
    chosen = f"chose the game {VARIANTS['standard'].name}; changed hands a game: 6 → 4"
    assert logged(of="pepper-cats", variant="standard", deals="4") == chosen


def test_an_error_links_to_the_list_of_games(organizer: Client, empty_night: Night) -> None:
    with nothing_changes():
        page = organizer.post(f"/n/{empty_night.slug}/rules/", {"variant": "nonesuch", "deals": "4"})
    html = page.content.decode()
    assert page.status_code == 400 and '<a href="#id_variant">' in html and '<details id="id_variant" open>' in html


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A server on which every test starts its own night."""
    with Hall.opened(tmp_path_factory.mktemp("rules")) as hall:
        yield hall


@pytest.mark.long
def test_the_page_passes_axe_and_fits_the_screen(screens: Screens, hall: Hall) -> None:
    page = screens.open(hall.organizer_path, LAPTOP)
    page.goto(hall.url)
    click_and_load(page.get_by_role("button", name="Start next night"))
    click_and_load(page.get_by_role("link", name="Rules, other games, house rules"))
    for game, answer in (
        ("Pepper, Grinnell", "2 points, 4 during a lone hand"),
        ("Railroad Euchre", "5 points to the lone player"),
        ("Single Deck Bid Euchre, Big Pepper 24", "The dealer must bid at least 3"),
    ):
        page.reload()
        page.get_by_text("Choose another game").click()
        page.get_by_role("radio", name=re.compile(f"^{game}")).check()
        if game == "Railroad Euchre":
            screens.check(page, f"choosing {game}")
        click_and_load(page.get_by_role("button", name="Save"))
        option = page.locator("option").filter(has_text=answer).first
        option.locator("xpath=..").select_option(label=option.inner_text())
        click_and_load(page.get_by_role("button", name="Save"))
        assert page.locator("h1").inner_text() == game
        assert answer in page.locator("dl").filter(has_text="Standard:").inner_text()
        page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
        screens.check(page, f"organizer: {game}")
        if game == "Railroad Euchre":
            other = screens.open(page.url.removeprefix(hall.url), PHONE)
            other.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
            screens.check(other, f"player: {game}")
    assert not screens.problems, "\n".join(screens.problems)


@pytest.mark.long
def test_another_number_goes_from_the_rules_page_to_the_printed_sheet(screens: Screens, hall: Hall) -> None:
    page = screens.open(hall.organizer_path, LAPTOP)
    page.goto(hall.url)
    click_and_load(page.get_by_role("button", name="Start next night"))
    click_and_load(page.get_by_role("link", name="Rules, other games, house rules"))
    page.get_by_text("Choose another game").click()
    page.get_by_role("radio", name=re.compile("^Progressive Euchre")).check()  # a night before may have had another
    click_and_load(page.get_by_role("button", name="Save"))
    number = page.locator("#id_rule-euchre-number")
    assert not number.is_visible()
    page.locator("#id_rule-euchre").select_option("Another number")
    number.fill("25")
    click_and_load(page.get_by_role("button", name="Save"))
    assert "“25” does not work" in page.locator(".problem").inner_text()
    number.fill("3")
    click_and_load(page.get_by_role("button", name="Save"))
    assert "3 points to the defenders" in page.locator("dl").filter(has_text="Standard:").inner_text()
    sheet = page.request.get(page.url.replace("/rules/", "/print/rules.pdf")).body()
    assert "3 points to the defenders" in pdf_text(sheet)


def test_a_single_table_of_another_size_has_no_example(stranger: Client, club: Club) -> None:
    assert "A sample hand" in main_of(stranger, f"/n/{open_table(club, 'dirty-clubs', 4).slug}/rules/")
    assert "A sample hand" not in main_of(stranger, f"/n/{open_table(club, 'dirty-clubs', 6).slug}/rules/")
