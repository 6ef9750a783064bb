"""The part of Help about a page is about that page: it has the words of the page's title, or says what it shows."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve, reverse

from tests.support.accounts import ANN, browser_of
from tests.support.help_pages import HelpPage
from tests.support.night import phone_of
from tests.support.strangers import advance_to, each_address, fill_in, taken_back
from tests.support.url_table import ACCOUNT_URLS, URLS
from tournament.help.parts import part_about
from tournament.help.reading import Part
from tournament.models import Night
from tournament.presenters.help_search import help_index

NAMES = {"euchre", "night", "tuesday", "club", "spring"}  # of the site and of what the tests make
SMALL = {"the", "and", "one", "our", "own", "your", "with", "this"}
# Pages whose title is a name, or what goes on there just now: the words that tell what Help has to be about.
ABOUT = {
    "home": "laptop first",
    "club": "club pages regulars seasons records",
    "desk": "desk steps players",
    "board": "board tile table",
    "play": "hand taps called",
    "erase-person": "erase name everywhere",
    "helpers": "helpers",
    "player-page": "player page",
    "players": "players seat phone",
    "quick": "enter scores",
    "season-settings": "season nights count",
    "total": "total paper table",
    "my-clubs": "club",
    "edit-person": "name corrected everywhere",
    "season": "standings",
    "season-player": "standings",
    "player-tally": "tally standings",
    "rules": "game choose",
    "public": "page address results",
    "claim": "phone code name",
    "take-name": "name phone",
    "game": "table game hand edit",
    "correct": "hand edit",
    "screen": "screen game clock",
    "reveal": "winners reveal",
    "own-game": "game form",
    "try-it": "hand score game",
    "check-phone": "phone reaches laptop",
    "accept-invitation": "invite helper",
}
ABOUT_TO_PLAYERS = ABOUT | {
    "home": "player know",
    "rules": "game house rules",
    "game": "hand game",
    "correct": "fix hand",
}


def part_of_help(name: str, is_organizer: bool) -> Part:
    """Return the part of Help about a page."""
    chapter, _, anchor = (part_about(name, lambda: is_organizer) or "").partition("#")
    parts = {(part.chapter, part.anchor): part for part in help_index().all_parts()}
    return parts.get((chapter, anchor)) or next(part for part in parts.values() if part.chapter == chapter)


def words_in(text: str) -> set[str]:
    """Return the beginnings of a text's words, so that a word's forms are one."""
    return {word[:5].rstrip("s") for word in re.findall(r"[a-z]{3,}", text.lower())}


def title_of(answer: Any) -> str:
    """Return the heading of a page, or its title where that has a name alone."""
    page = answer.content.decode()
    return unescape(re.sub("<.*?>", " ", "".join(re.findall(r"<h1[^>]*>(.*?)</h1>", page, re.DOTALL)[:1])))


def says_what_it_is_about(name: str, title: str, is_organizer: bool) -> bool:
    """Return whether the part of Help about a page has the words of its title, or those that tell what it is."""
    part = part_of_help(name, is_organizer)
    said = words_in(" ".join((part.heading, *part.sentences)))
    about = ABOUT if is_organizer else ABOUT_TO_PLAYERS
    wanted = words_in(about.get(name, "")) or words_in(title) - words_in(" ".join(NAMES | SMALL))
    return bool(wanted) and wanted <= said


def shown_name(answer: Any) -> str:
    """Return the name of the URL that a browser ends at."""
    last = answer.redirect_chain[-1][0] if answer.redirect_chain else answer.request["PATH_INFO"]
    return str(resolve(last.partition("?")[0]).url_name)


def missed(answers: list[tuple[Any, bool]]) -> list[str]:
    """Return the pages whose part of Help says nothing about them."""
    found = []
    for answer, is_organizer in answers:
        if answer.status_code != 200 or "text/html" not in answer["Content-Type"]:
            continue
        if title_of(answer).startswith("Making your"):  # a sheet that is still being drawn on a busy computer
            continue
        name = shown_name(answer)
        is_about = part_about(name, lambda who=is_organizer: who)
        if is_about and not says_what_it_is_about(name, title_of(answer), is_organizer):
            found.append(f"{name} “{' '.join(title_of(answer).split())}” → {is_about}")
    return sorted(set(found))


@pytest.mark.parametrize(
    "of_a_night", [True, pytest.param(False, marks=pytest.mark.long)], ids=["pages of a night", "other pages"]
)
def test_help_from_an_organizers_page_is_about_that_page(night: Night, of_a_night: bool) -> None:
    shown = [path for path, (_, who) in URLS.items() if who != "-" and path.startswith("/n/") == of_a_night]
    answers = [(browser.get(address, follow=True), True) for browser, address, _ in each_address(night, shown)]
    assert len(answers) > 30
    assert not missed(answers), "\n".join(missed(answers))


def test_help_from_a_page_that_others_see_is_about_that_page(night: Night) -> None:
    playing, answers = advance_to(night, "playing"), []
    for path in (path for path, (_, who) in URLS.items() if who in ("anybody", "key", "players", "seat", "regular")):
        with taken_back():
            address, _ = fill_in(playing, (path, "playing", {}))
            answers.append((phone_of(night, 2).get(address, follow=True), False))
    assert len(answers) > 20
    assert not missed(answers), "\n".join(missed(answers))


def test_help_from_a_page_of_accounts_is_about_that_page(db: None, settings: Any) -> None:
    settings.ACCOUNTS = True
    answers = [
        ((Client() if who == "anybody" else browser_of(ANN)).get(path, follow=True), False)
        for path, (name, who) in ACCOUNT_URLS.items()
        if who != "-" and name != "account-data" and "{" not in path
    ]
    assert len(answers) > 5
    assert not missed(answers), "\n".join(missed(answers))


@pytest.mark.parametrize(("name", "title"), [("log", "Prizes"), ("shelf", "Fix seating"), ("board", "")])
def test_a_part_about_another_page_is_noticed(name: str, title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ABOUT, "board", "certificate")
    assert not says_what_it_is_about(name, title, True)


def test_help_from_seats_tells_the_organizer_about_them(night: Night, organizer: Client) -> None:
    advance_to(night, "playing")
    page = organizer.get(reverse("seats", args=[night.slug])).content.decode()
    assert "/help/night/#who-sits-where" in HelpPage(page).links
    assert (
        "/help/phone/#your-seat" in HelpPage(Client().get(reverse("seats", args=[night.slug])).content.decode()).links
    )


def test_help_from_a_clubs_page_is_about_its_pages(night: Night, organizer: Client) -> None:
    assert "/help/regulars/#our-club" in HelpPage(organizer.get("/club/").content.decode()).links
