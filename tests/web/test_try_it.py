""" "What would this score?": anybody tries hands of tonight's game, or of any game, and nothing is stored."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from playwright.sync_api import expect

from tally.presenters.try_it import try_hand
from tally.rules import VARIANTS, TableSetup, house_rules_of
from tests.rules.test_taps import TABLES
from tests.support.night import nothing_changes
from tests.support.screens import LAPTOP, PHONE, Screens
from tests.support.single_table import open_table
from tests.web.test_rules_page import main_of, set_game, text_of
from tournament.models import Club, Night

LINK = re.compile(r'<a id="try-[^"]+" href="([^"]+)#try-it" hx-get="\1"\s*(aria-current="true")?\s*>([^<]+)</a>')


def answers(html: str) -> dict[str, str]:
    """The address behind every answer on the page, by its text."""
    return {unescape(text): unescape(address) for address, _, text in LINK.findall(html)}


def follow(client: Client, address: str, *texts: str) -> str:
    """Tap these answers one after the other, and return the text that the page has then."""
    html = main_of(client, address)
    for text in texts:
        with nothing_changes():
            html = main_of(client, address + answers(html)[text])
    assert [unescape(text) for _, chosen, text in LINK.findall(html) if chosen] == list(texts)
    return text_of(html.split('id="try-it"')[1])


def test_a_stranger_taps_a_bid_and_tricks_and_reads_the_points_and_why(stranger: Client, night: Night) -> None:
    text = follow(stranger, set_game(night, "michigan-family"), "4", "3")
    assert "Makers −4 Defenders +3" in text
    assert "The makers bid 4 and took 3 of 6 tricks: set. The makers lose 4, the bid; the defenders score 3" in text


def test_the_points_are_those_of_tonights_house_rules(stranger: Client, night: Night) -> None:
    assert "Makers +4" in follow(stranger, set_game(night, "standard"), "all 5, alone")
    assert "Makers +5" in follow(stranger, set_game(night, "standard", loner=5), "all 5, alone")


def test_everybody_passes(stranger: Client, night: Night) -> None:
    text = follow(stranger, set_game(night, "hoosier"), "Everybody passes")
    assert "Everybody passed: the cards are thrown in and nobody scores." in text
    text = follow(stranger, set_game(night, "racehorse"), "Everybody passes")
    assert "This deal cannot be passed out: the dealer must bid at least 3." in text


def test_at_a_single_table_everybodys_own_tricks_are_asked(stranger: Client, club: Club) -> None:
    table = open_table(club, "pepper-three", 3)
    text = follow(stranger, f"/n/{table.slug}/rules/", "4", "5", "1")
    assert "Player 2 took" in text and "Maker +5 Player 2 +1 Player 3 +2" in text


def test_a_table_where_all_pass_and_play_on_asks_for_each_players_tricks(stranger: Client, club: Club) -> None:
    table = open_table(club, "dirty-clubs", 3)
    table.house_rules = {"no_trump": True}
    table.save()
    text = follow(stranger, f"/n/{table.slug}/rules/", "Everybody passes", "2")
    assert "Player 1 took" in text and "Player 2 took" in text


@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_the_first_answers_of_every_table_lead_to_points(slug: str, players: int) -> None:
    setup, hand = TableSetup(VARIANTS[slug], players, {}), ""
    for _ in range(players + 4):
        trial = try_hand(setup, hand)
        if trial.result:
            break
        hand = unescape(trial.steps[-1].choices[0].address).split("hand=")[1].replace("%3A", ":").replace("%2F", "/")
    assert trial.result and trial.payments and not trial.problem
    assert [sum(choice.chosen for choice in step.choices) for step in trial.steps] == [1] * len(trial.steps)


def test_any_game_can_be_tried_before_it_is_chosen(stranger: Client, organizer: Client, empty_night: Night) -> None:
    html = main_of(organizer, set_game(empty_night, "standard"))
    links = dict(re.findall(r'href="/try/\?game=([\w-]+)" aria-label="Try ([^"]+)"', html))
    assert len(links) == sum(variant.table_of_four for variant in VARIANTS.values())
    assert "/try/" in main_of(organizer, "/one-table/")
    for slug, variant in VARIANTS.items():
        page = main_of(stranger, f"/try/?game={slug}")
        assert unescape(page).count(variant.about) == 1 and f'value="{slug}" selected' in page


def test_the_number_of_players_is_asked_where_several_can_play(stranger: Client) -> None:
    html = main_of(stranger, "/try/?game=call-ace")
    assert list(answers(html))[:3] == ["4", "5", "6"]
    text = text_of(main_of(stranger, "/try/" + answers(html)["6"] + "&hand=0:turn-up/with-1/took-5"))
    assert "Player 6 0" in text and "The maker and the partner score 2 each" in text


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("game=nonesuch", "There is no such game here. Choose one from the list."),
        ("game=hoosier&players=9", "Hoosier Bid Euchre is not played by 9."),
        ("game=hoosier&hand=A:bid-4/took-30", "This game has no such result as “A:bid-4/took-30”."),
        ("game=hoosier&hand=%00<b>", "This game has no such result"),
        ("game=hoosier&hand=" + "A:bid-4/" * 60, "This game has no such result"),
        ("game=hoosier&players=%D9%A3", "What would this score?"),
        ("game=standard&hand=A:3-4/own-1", "This game has no such result"),
    ],
)
def test_an_impossible_address_gets_a_sentence(query: str, sentence: str, stranger: Client, club: Club) -> None:
    text = text_of(main_of(stranger, f"/try/?{query}"))
    assert sentence in re.sub('"([^"]*)"', r"“\1”", text)


@pytest.mark.long
def test_a_tap_swaps_only_the_form_and_the_page_passes_axe(screens: Screens) -> None:
    for size in (PHONE, LAPTOP):
        page = screens.open("/try/?game=railroad", size)
        page.evaluate("window.loadedOnce = true")
        page.get_by_role("link", name="all 5, alone", exact=True).click()
        expect(page.get_by_role("status")).to_contain_text("The makers score 4")
        expect(page).to_have_url(re.compile("hand=A%3A5-alone$"))
        assert page.evaluate("window.loadedOnce")
        screens.check(page, "a hand tried")
    assert not screens.problems, "\n".join(screens.problems)


def test_a_renege_in_the_address_says_what_it_pays(stranger: Client) -> None:
    text = text_of(main_of(stranger, "/try/?hand=A:renege"))
    assert "A renege: the hand is over where it stands. The side that reneged loses 2" in text
    setup = TableSetup(VARIANTS["standard"], 4, {"renege": "players-agree"})
    if "players-agree" in house_rules_of(setup.variant)["renege"].answers:
        assert try_hand(setup, "A:renege/2").payments == [("The side that reneged", "−2"), ("The other side", "0")]


@pytest.mark.parametrize("slug", ["own-%00", "own-x", "own-%ED%A0%80", "own-%C3%89"])
def test_a_game_that_no_club_has_is_said_to_be_none(slug: str, stranger: Client) -> None:
    assert "There is no such game here." in main_of(stranger, f"/try/?game={slug}")
