"""The search in Help: words as people say them find the part that answers, first or nearly so."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from tests.support.help_pages import HelpPage, chapter_page
from tournament.help.chapters import CHAPTERS, REFERENCE
from tournament.help.reading import Part, read_parts
from tournament.help.search import Found, Index
from tournament.help.words import IN_HELP, with_numbers_told
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
    "13 players": {"what-if#numbers-off"},
    "last month's results": {"what-if#old-results"},
    "old night results": {"what-if#old-results"},
    "where are the files stored": {"what-if#where-stored"},
    "who can see the data": {"what-if#where-stored"},
    "thirteen": {"what-if#numbers-off"},
    "thirteen people": {"what-if#numbers-off"},
    "we are twenty-one": {"what-if#numbers-off"},
    "two phones say different": {"what-if#phones-differ"},
    "cards tiny": {"what-if#prints-too-small"},
    "cards too small": {"what-if#prints-too-small"},
    "printer small": {"what-if#prints-too-small"},
    "wifi not working": {"what-if#wifi-drops", "what-if#no-connection"},
    "guest wifi cannot open page": {"what-if#no-connection"},
    "phone battery dead": {"what-if#phone-dies"},
    "late": {"what-if#late"},
    "no phone": {"what-if#phone-dies"},
    "wrong score": {"what-if#wrong-score"},
    "stop the program": {"laptop#stop"},
    "winner's prize wrong": {"what-if#wrong-prize"},
    "quarrel over score after confirmed": {"what-if#no-agreement"},
    "Wlan": {"what-if#no-connection", "what-if#wifi-drops"},
    "not secure": {"what-if#not-secure"},
    "page is not secure": {"what-if#not-secure"},
    "phone says not secure": {"what-if#not-secure"},
    "bell did not ring on one phone": {"what-if#phone-silent"},
    "phone did not ring": {"what-if#phone-silent"},
    "phone does not vibrate": {"what-if#phone-silent"},
    "no sound": {"what-if#phone-silent"},
    "wifi password changed": {"what-if#wifi-password"},
    "new Wi-Fi": {"what-if#wifi-password"},
    "tie for second": {"closing#prize-ties"},
    "ties prize": {"closing#prize-ties"},
    "split the prize": {"closing#prize-ties"},
    "euchred": {"glossary#word-euchred"},
    "what is euchred": {"glossary#word-euchred"},
    "loner": {"glossary#word-loner"},
    "what is a loner": {"glossary#word-loner"},
    "bell movement": {"glossary#word-movement", "glossary#words-of-the-night"},
    "page does not open": {"what-if#no-connection"},
    "phones cannot open the page": {"what-if#no-connection"},
    "scan nothing comes": {"what-if#no-connection"},
    "laptop restarted": {"what-if#power-cut"},
    "restart": {"what-if#power-cut"},
    "power went out": {"what-if#power-cut"},
    "crash": {"what-if#something-wrong"},
    "backup": {"safe-copies#how-copies"},
    "new laptop": {"install#new-laptop"},
    "new computer": {"install#new-laptop"},
    "entered something else": {"what-if#phones-differ"},
    "two people entered different": {"what-if#phones-differ"},
    "missing fourth": {"what-if#goes-home"},
    "missing player": {"what-if#goes-home"},
    "player goes home": {"what-if#goes-home"},
    "dropout": {"what-if#goes-home"},
    "history": {"what-if#old-results"},
    "print too big": {"what-if#prints-too-small"},
    "where is my data": {"what-if#where-stored"},
    "new version without losing data": {"install#newer-version"},
    "prnter": {"what-if#printer", "what-if#prints-too-small"},
}
# Those may be second, after a part that has the same words.
SECOND = {
    "scores dont match": {"what-if#phones-differ"},
    "tie": {"closing#prize-ties"},
    "shared prize": {"closing#prize-ties"},
    "database": {"safe-copies#how-copies"},
    "somebody left": {"what-if#goes-home", "what-if#comes-back"},
    "wrong prize after closing": {"what-if#wrong-prize"},
    "laptop broken use another laptop": {"what-if#laptop-dies", "safe-copies#another-laptop"},
}


def found_by(words: str, sentence: str) -> bool:
    """Return whether these words find a part of one sentence."""
    return bool(Index([Part("c", "a", "Part", (sentence,))], {"c": "Chapter"}, {}).search(words))


def address(found: Found) -> str:
    """Return "chapter#section" of what was found."""
    return f"{found.part.chapter}#{found.part.anchor}"


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_finds_the_part_that_answers_it(question: str) -> None:
    assert address(find_in_help(question)[0][1]) in QUESTIONS[question]


@pytest.mark.parametrize("question", SECOND)
def test_a_part_with_the_same_words_may_come_before_it(question: str) -> None:
    assert SECOND[question] & {address(found) for _, found in find_in_help(question)[:2]}


@pytest.mark.parametrize("question", {**QUESTIONS, **SECOND})
def test_no_reference_stands_before_what_to_do_when_something_is_wrong(question: str) -> None:
    chapters = [found.part.chapter for _, found in find_in_help(question)[:2]]
    wanted = {part.partition("#")[0] for part in {**QUESTIONS, **SECOND}[question]}
    assert "what-if" not in wanted or not {chapter.slug for chapter in REFERENCE} & set(chapters[:1])


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("fierwall", "firewall"),
        ("firewal", "firewall"),
        ("firewll", "firewall"),
        ("televison", "television"),
        ("databse", "database"),
        ("stanings", "standings"),
        ("coffe", "coffee"),
        ("choos", "choose"),
        ("releas", "release"),
    ],
)
def test_a_word_spelled_nearly_so_finds_what_the_word_finds(typed: str, meant: str) -> None:
    assert find_in_help(meant)[0] and [address(found) for _, found in find_in_help(typed)] == [
        address(found) for _, found in find_in_help(meant)
    ]


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
    assert found_by(typed, f"It has {same} in it.") and found_by(same, f"It has {typed} in it.")


@pytest.mark.parametrize("typed", ["Wi-Fi", "wifi", "WiFi", "WLAN"])
@pytest.mark.parametrize("written", ["Wi-Fi", "wifi", "Wi‑Fi"])
def test_a_word_is_found_however_it_is_spelled(typed: str, written: str) -> None:
    assert found_by(typed, f"The {written} is gone.")


@pytest.mark.parametrize("number", ["13", "5", "133", "thirteen", "we are Twenty", "forty-two", "ninety nine"])
def test_a_number_of_players_is_looked_for_as_one(number: str) -> None:
    assert with_numbers_told(number) == IN_HELP
    assert (
        with_numbers_told(f"what if {number.removeprefix('we are ')} people come") == f"what if {IN_HELP} people come"
    )


@pytest.mark.parametrize("words", ["one", "4", "table 5", "8000", "ten thousand clubs", "ten steps", "seventh"])
def test_other_numbers_are_left(words: str) -> None:
    assert with_numbers_told(words) == words


def test_a_shown_line_has_one_command() -> None:
    (part,) = read_parts("c", "Title", "<pre><code>one --two\nthree four</code></pre><p>Then\ngo on.</p>")
    assert part.sentences == ("one --two", "three four", "Then go on.")
    code = {text for slug in CHAPTERS for _, text in chapter_page(slug).code if "\n" in text.strip()}
    joined = {" ".join(text.split()) for text in code}
    assert joined and not joined & {sentence for part in help_index().all_parts() for sentence in part.sentences}


def test_a_page_is_read_as_parts_of_sentences() -> None:
    html = """<p>Before it. </p><h2 id="one">First <i>part</i></h2><p>It works. Does it? <b>Yes</b>.</p>
    <dl><dt>Bell</dt><dd>Ends the game.</dd></dl><dl><dt id="w">March</dt><dd>All tricks.</dd></dl>"""
    assert list(read_parts("c", "Title", html)) == [
        Part("c", "", "Title", ("Before it.",)),
        Part("c", "one", "First part", ("It works.", "Does it? Yes.", "Bell: Ends the game.")),
        Part("c", "w", "March", ("All tricks.",)),
    ]


def test_no_excerpt_begins_with_the_colon_after_a_word_of_the_glossary() -> None:
    sentences = [sentence for part in help_index().all_parts() for sentence in part.sentences]
    assert not [sentence for sentence in sentences if sentence.startswith(":")]


def test_the_sentence_that_says_most_is_shown_with_the_words_marked() -> None:
    part = Part("c", "a", "Bells", ("A sentence.", "The bell rings, the phones show it.", "Phones."))
    (found,) = Index([part], {"c": "Chapter"}, {}).search("phone bell")
    assert [piece for piece, wanted in found.sentence if wanted] == ["bell", "phones"]
    assert "".join(piece for piece, _ in found.sentence) == "The bell rings, the phones show it."


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
