"""The search in Help: words as people say them find the part that answers, first or nearly so."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from tests.support.help_pages import HelpPage
from tournament.help.chapters import CHAPTERS
from tournament.help.reading import Part, read_parts
from tournament.help.search import Found, Index
from tournament.help.words import stem, stems_of
from tournament.presenters.help_search import MOST_LETTERS, find_in_help, help_index

# What people type, and the parts that answer: one of them must be the first.
QUESTIONS = {
    "phone battery empty": {"what-if#phone-dies"},
    "two phones say different scores": {"what-if#phones-differ", "phone#two-answers"},
    "power cut": {"what-if#power-cut"},
    "printer prints too small": {"what-if#prints-too-small"},
    "someone left early": {"what-if#goes-home"},
    "rang the bell too early": {"what-if#bell-too-soon"},
    "wrong person won a prize": {"what-if#wrong-prize"},
    "wifi does not work": {"what-if#no-connection", "what-if#wifi-drops"},
    "guest wifi phones can't connect": {"what-if#no-connection"},
    "screen goes dark": {"what-if#screen-goes-dark"},
    "move to another laptop": {"safe-copies#another-laptop", "install#new-laptop"},
    "delete everything": {"install#get-rid-of-everything", "files#erase-a-club"},
    "address changed after printing": {"laptop#address-changes"},
    "keep phone screen on": {"laptop#screens-stay-on", "what-if#screen-goes-dark"},
    "uninstall": {"install#get-rid-of-everything"},
    "install on windows": {"install#install-on-windows"},
    "update to a new version": {"install#newer-version"},
    "how do I stop it": {"laptop#stop"},
    "desktop shortcut": {"install#shortcut"},
    "player without phone": {"what-if#phone-dies"},
    "odd number of players": {"what-if#numbers-off"},
    "wrong printer": {"what-if#printer"},
    "quarrel": {"what-if#no-agreement", "what-if#rules-quarrel"},
    "argument about the rules": {"what-if#rules-quarrel"},
    "laptop broken": {"what-if#laptop-dies"},
    "spilled coffee on the laptop": {"what-if#laptop-dies"},
    "wrong score found after closing": {"what-if#wrong-score"},
    "lost card": {"what-if#card-lost"},
    "name spelled wrong": {"what-if#wrong-name"},
    "passkey": {"accounts#passkeys"},
    "undo a hand": {"phone#undo"},
    "tie at the bell": {"night#ties"},
    "late comer": {"what-if#late"},
    "where is the settings file": {"environment#settings-file"},
    "Wlan": {"what-if#no-connection", "what-if#wifi-drops"},
    "prnter": {"what-if#printer", "what-if#prints-too-small"},
}


def address(found: Found) -> str:
    """Return "chapter#section" of what was found."""
    return f"{found.part.chapter}#{found.part.anchor}"


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_finds_the_part_that_answers_it(question: str) -> None:
    assert address(find_in_help(question)[0][1]) in QUESTIONS[question]


def test_every_part_is_found_by_its_heading_and_its_chapter() -> None:
    missed = []
    for slug, chapter in CHAPTERS.items():
        for anchor, heading in chapter.sections.items():
            first = [address(found) for _, found in find_in_help(f"{heading} {chapter.title}")[:6]]
            missed += [f"{slug}#{anchor}"] * (f"{slug}#{anchor}" not in first)
    assert missed == []


@pytest.mark.parametrize(
    ("typed", "same"),
    [
        ("Prints", "printing"),
        ("players", "player"),
        ("rang", "ring"),
        ("winners", "winning"),
        ("copies", "copy"),
        ("tallies", "tally"),
        ("canceled", "cancel"),
        ("hands", "hand"),
    ],
)
def test_forms_of_a_word_are_one(typed: str, same: str) -> None:
    assert stems_of(typed) == [stem(same)]


@pytest.mark.parametrize("words", ["Wi-Fi", "wifi", "WiFi", "wi‑fi"])
def test_a_word_is_found_however_it_is_spelled(words: str) -> None:
    assert stems_of(words) == ["wifi"]


def test_a_page_is_read_as_parts_of_sentences() -> None:
    html = """<p>Before it. </p><h2 id="one">First <i>part</i></h2><p>It works. Does it? <b>Yes</b>.</p>
    <dl><dt>Bell</dt><dd>Ends the game.</dd></dl><dl><dt id="w">March</dt><dd>All tricks.</dd></dl>"""
    assert list(read_parts("c", "Title", html)) == [
        Part("c", "", "Title", ("Before it.",)),
        Part("c", "one", "First part", ("It works.", "Does it?", "Yes.", "Bell: Ends the game.")),
        Part("c", "w", "March", ("All tricks.",)),
    ]


def test_no_excerpt_begins_with_the_colon_after_a_word_of_the_glossary() -> None:
    sentences = [sentence for part in help_index().all_parts() for sentence in part.sentences]
    assert not [sentence for sentence in sentences if sentence.startswith(":")]


def test_the_sentence_that_says_most_is_shown_with_the_words_marked() -> None:
    part = Part("c", "a", "Bells", ("A sentence.", "The bell rings, the phones show it.", "Phones."))
    (found,) = Index([part], {"c": "Chapter"}, {}).search("phone bell")
    assert [piece for piece, wanted in found.sentence if wanted] == ["bell", "rings,", "phones"]
    assert " ".join(piece for piece, _ in found.sentence) == "The bell rings, the phones show it."


@pytest.mark.parametrize("words", ["", "the of a", "qqqqxxxx", "!?"])
def test_words_that_say_nothing_find_nothing(words: str) -> None:
    assert find_in_help(words) == []


@given(st.text(max_size=MOST_LETTERS + 20))
def test_any_text_may_be_looked_for(words: str) -> None:
    assert all(found.part.heading for _, found in find_in_help(words))


def test_the_index_has_every_section() -> None:
    indexed = {f"{part.chapter}#{part.anchor}" for part in help_index().all_parts()}
    assert {f"{slug}#{anchor}" for slug, chapter in CHAPTERS.items() for anchor in chapter.sections} <= indexed


# The page


def test_the_search_page_leads_to_the_parts(stranger: Client) -> None:
    page = HelpPage(stranger.get("/help/search/", {"q": "bell too soon"}).content.decode())
    assert "/help/what-if/#bell-too-soon" in page.links


def test_what_was_typed_is_shown_as_text_and_stays_in_the_field(stranger: Client) -> None:
    page = stranger.get("/help/search/", {"q": '<b>"bell'}).content.decode()
    assert "<b>&quot;bell" not in page
    assert unescape(re.findall(r'name="q" value="([^"]*)"', page)[0]) == '<b>"bell'


def test_a_search_that_finds_nothing_says_what_to_try(stranger: Client) -> None:
    page = stranger.get("/help/search/", {"q": "qqqqxxxx"}).content.decode()
    assert "Try fewer words" in page and "/help/what-if/" in HelpPage(page).links


def test_what_is_typed_is_cut_where_the_field_ends(stranger: Client) -> None:
    page = stranger.get("/help/search/", {"q": "bell " * 1000}).content.decode()
    assert f'maxlength="{MOST_LETTERS}"' in page and len(page) < 30_000


@pytest.mark.parametrize("path", ["/help/", "/help/start/", "/help/search/"])
def test_pages_of_help_have_the_search(stranger: Client, path: str) -> None:
    assert 'action="/help/search/"' in stranger.get(path).content.decode()
