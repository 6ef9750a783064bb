"""Help: every page links to its section, all links and pictures work, and labels match the screen."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import Client
from django.urls import resolve, reverse
from PIL import Image

from tally.presenters.results import scoring_buttons
from tests.support.accounts import ANN, browser_of
from tests.support.help_pages import HelpPage, chapter_page
from tests.support.night import game_at, phone_of, play_hands
from tests.support.staged_night import StagedNight
from tests.support.strangers import advance_to, each_address, fill_in, taken_back
from tests.support.url_table import ACCOUNT_URLS, URLS
from tournament.help.chapters import CHAPTERS, CLUB, MANUAL, REFERENCE
from tournament.help.parts import part_about, registered_parts
from tournament.models import Night
from tournament.movements.seats import Side

ROOT = Path(settings.BASE_DIR)
PICTURES = ROOT / "tournament" / "static" / "tournament" / "help"
FILES = {
    "paper-head",
    "export-own-game",
    "money-file",
    "club-money-file",
    "calendar",
    "club-calendar",
    "error-log",
    "health",
    "robots",
    "metrics",
    "night-file",
    "season-file",
    "season-money-file",
    "people-file",
    "club-archive",
    "season-archive",
    "night-archive",
    "account-data",
    "standings-picture",
    "podium-picture",
    "own-picture",
    "season-picture",
    "public-standings-picture",
    "public-podium-picture",
    "public-player-picture",
}  # addresses that answer with a file, never with a page
# Those lead to another page at once, and these answer a script, or a second start of the program.
NEVER_SHOWN = {"theme", "open-laptop", "resend", "start-code"}
EVERY_URL = URLS | ACCOUNT_URLS
BOOKLETS = ("/help/all/", "/help/all/club/", "/help/all/reference/")


@pytest.mark.parametrize("slug", CHAPTERS)
def test_anybody_can_open_a_chapter_without_a_night(stranger: Client, slug: str) -> None:
    answer = stranger.get(reverse("help-chapter", args=[slug]))
    assert answer.status_code == 200
    page = HelpPage(answer.content.decode())
    for anchor, heading in CHAPTERS[slug].sections.items():
        assert page.headings[anchor] == heading
    assert list(chapter_page(slug).headings.items()) == list(CHAPTERS[slug].sections.items()), (
        "every heading is in the contents"
    )


def test_an_unknown_chapter_is_not_found(stranger: Client) -> None:
    assert stranger.get("/help/nowhere/").status_code == 404


def test_anchors_are_unique_across_all_chapters(stranger: Client) -> None:
    anchors = [*CHAPTERS, *(anchor for chapter in CHAPTERS.values() for anchor in chapter.sections)]
    assert len(anchors) == len(set(anchors))
    booklets = [HelpPage(stranger.get(path).content.decode()).headings for path in BOOKLETS]
    assert sorted(anchor for headings in booklets for anchor in headings) == sorted(anchors)


def test_the_contents_name_every_chapter_and_section(stranger: Client) -> None:
    links = HelpPage(stranger.get("/help/").content.decode()).links
    for chapter in (*MANUAL, *CLUB, *REFERENCE):
        address = reverse("help-chapter", args=[chapter.slug])
        assert {address, *(f"{address}#{anchor}" for anchor in chapter.sections)} <= set(links)


@cache
def answers(path: str) -> bool:
    """Return whether an address of this site answers with a page or a file."""
    return Client().get(path, follow=True).status_code == 200


@cache
def page_at(path: str) -> HelpPage:
    """Return the page of Help at this path."""
    return HelpPage(Client().get(path).content.decode())


@pytest.mark.parametrize("path", ["/help/", *BOOKLETS, *(f"/help/{slug}/" for slug in CHAPTERS)])
def test_every_link_and_picture_works(db: None, path: str) -> None:
    page = page_at(path)
    for link in page.links:
        target, _, anchor = link.partition("#")
        if target.startswith("https://"):
            continue
        assert answers(target or path), link
        if (target or path).startswith("/help/") and anchor not in ("", "page"):
            assert anchor in page_at(target or path).headings, link
    for picture, alternative in page.pictures.items():
        assert finders.find(picture.removeprefix(settings.STATIC_URL)), picture
        assert len(alternative) > 20, f"{picture} has no alternative text"


def test_every_picture_is_used_and_together_they_are_small() -> None:
    used = {Path(picture).name for slug in CHAPTERS for picture in chapter_page(slug).pictures if "/help/" in picture}
    used |= set(re.findall(r"static/tournament/help/([\w-]+\.webp)", (ROOT / "README.md").read_text(encoding="utf-8")))
    files = list(PICTURES.glob("*.webp"))
    assert used == {file.name for file in files}
    assert sum(file.stat().st_size for file in files) < 1_500_000


# Links from each page to Help


def test_every_address_that_shows_a_page_has_a_part_of_help() -> None:
    of_help = {name for path, (name, _) in URLS.items() if path.startswith("/help/")}
    named = {name for name, _ in EVERY_URL.values()} - of_help
    parts = registered_parts()
    assert {name for name, _ in parts} == named - FILES - NEVER_SHOWN
    for _, part in parts:
        chapter, _, anchor = part.partition("#")
        assert not anchor or anchor in CHAPTERS[chapter].sections, part


@pytest.mark.parametrize(
    "of_a_night", [True, pytest.param(False, marks=pytest.mark.long)], ids=["pages of a night", "other pages"]
)
def test_every_page_links_to_its_part_of_help(night: Night, of_a_night: bool) -> None:
    shown = [path for path, (_, who) in URLS.items() if who != "-" and path.startswith("/n/") == of_a_night]
    for browser, address, path in each_address(night, shown):
        answer = browser.get(address, follow=True)
        if URLS[path][0] in FILES and answer.status_code == 200:
            assert "text/html" not in answer.get("Content-Type", ""), f"{address} is a page, and not a file"
        elif "text/html" in answer["Content-Type"]:
            check_link_to_help(answer, is_organizer=True)


@pytest.mark.long
def test_every_page_that_refuses_a_form_links_to_its_part_of_help(night: Night) -> None:
    pages = 0
    for browser, address, path in each_address(night, [path for path in URLS if URLS[path][0] not in NEVER_SHOWN]):
        answer = browser.post(address, {})
        if "text/html" in answer.get("Content-Type", "") and answer.status_code in (200, 400, 403, 409):
            check_link_to_help(answer, is_organizer=URLS[path][0] != "organizer-link")
            pages += 1
    assert pages > 60


@pytest.mark.parametrize("phone", [True, False], ids=["a player's phone", "a stranger"])
def test_every_page_that_others_see_links_to_its_part_of_help(night: Night, phone: bool) -> None:
    playing = advance_to(night, "playing")
    for path in (path for path, (_, who) in URLS.items() if who in ("anybody", "key", "players", "seat", "regular")):
        with taken_back():
            address, _ = fill_in(playing, (path, "playing", {}))
            answer = (phone_of(night, 2) if phone else Client()).get(address, follow=True)
            if "text/html" in answer["Content-Type"] and not path.startswith("/o/"):
                check_link_to_help(answer, is_organizer=False)


def test_every_page_of_accounts_links_to_its_part_of_help(db: None, settings: Any) -> None:
    settings.ACCOUNTS = True
    for path, (name, who) in ACCOUNT_URLS.items():
        if who == "-" or name == "account-data" or "{" in path:
            continue
        browser = Client() if who == "anybody" else browser_of(ANN)
        answer = browser.get(path, follow=True)
        if "text/html" in answer["Content-Type"]:
            check_link_to_help(answer, is_organizer=False)


def check_link_to_help(answer: Any, *, is_organizer: bool) -> None:
    """Check that a page links to the part of Help that is about it."""
    address = answer.redirect_chain[-1][0] if getattr(answer, "redirect_chain", None) else answer.request["PATH_INFO"]
    name = resolve(address.partition("?")[0]).url_name
    part = part_about(name, lambda: is_organizer) or ""
    chapter, _, anchor = part.partition("#")
    expected = f"/help/{chapter}/#{anchor}".removesuffix("#") if part else "/help/"
    page = HelpPage(answer.content.decode())
    assert expected in page.links, f"{address} has no link to {expected}, but {page.links}"


@pytest.mark.parametrize("moment", ["disputed", "all hands in"])
def test_the_scoring_page_links_to_help_whatever_it_asks(night: Night, moment: str) -> None:
    if moment == "disputed":
        advance_to(night, moment)
    else:
        play_hands(game_at(night, 1, 1), "NS:3-4", "EW:5", "NS:3-4", "EW:5")
    links = HelpPage(phone_of(night, 1).get(f"/n/{night.slug}/play/").content.decode()).links
    assert f"/help/phone/#{ {'disputed': 'two-answers', 'all hands in': 'agree'}[moment] }" in links


@pytest.mark.parametrize(("variant", "part"), [("standard", "record-a-hand"), ("progressive", "bids")])
def test_the_buttons_of_a_hand_stand_beside_a_link_to_help_about_them(db: None, variant: str, part: str) -> None:
    staged = StagedNight(8, variant=variant)
    browser, address = staged.phone(staged.seats()["N"])
    buttons: Any = scoring_buttons(staged.night, Side.NS)
    results = buttons["bids"][0][0].results if part == "bids" else buttons["rows"][0]
    pages = [browser.get(address)]
    play_hands(staged.game(), results[0].value)
    pages.append(browser.get(address))
    for answer in pages:
        page = answer.content.decode()
        links = re.findall(r'href="([^"]+)"\s+aria-label="Help">\?</a>', page)
        assert links == [f"/help/phone/#{part}"], "one link in view"


@pytest.mark.parametrize("template", ["500.html", "503.html", "too_many.html"])
def test_a_page_that_stands_alone_links_to_help(template: str) -> None:
    assert "/help/what-if/#something-wrong" in HelpPage(render_to_string(template)).links
    assert "something-wrong" in page_at("/help/what-if/").headings


def test_a_page_links_players_to_their_own_part_of_help(night: Night) -> None:
    assert '"/help/phone/#your-tally"' in Client().get(f"/n/{night.slug}/standings/").content.decode()


def test_a_missing_page_links_to_the_contents_of_help(stranger: Client) -> None:
    assert '"/help/"' in stranger.get("/nothing/here/").content.decode()


# Labels: Help names buttons exactly as the pages do


@cache
def screen_sources() -> str:
    """Return the sources of everything that people read on screen."""
    files = [
        *(path for path in (ROOT / "templates").rglob("*.html") if "help" not in path.parts),
        *(path for app in ("tournament", "tally") for path in (ROOT / app).rglob("*.py") if path.stem != "help"),
        *(path for app in ("tournament", "tally") for path in (ROOT / app).rglob("static/**/*.js")),
    ]
    return " ".join(" ".join(path.read_text(encoding="utf-8").split()) for path in files).replace("’", "'")


@pytest.mark.parametrize("slug", CHAPTERS)
def test_labels_in_help_appear_on_the_pages(slug: str) -> None:
    for label in chapter_page(slug).labels:
        for part in re.split(r"\d+", label.replace("’", "'")):
            assert part.strip(" .") in screen_sources(), f"no page shows “{label}”"


@pytest.mark.parametrize("slug", CHAPTERS)
def test_every_picture_has_its_place_before_it_is_loaded(slug: str) -> None:
    for picture in re.findall(r"<img.*?>", render_to_string(CHAPTERS[slug].template), re.DOTALL):
        address = re.findall(r'src="([^"]+)"', picture)[0]
        name = re.sub(r"\.[0-9a-f]{12}(?=\.\w+$)", "", address.removeprefix(settings.STATIC_URL))
        file = finders.find(name)
        assert file, address
        with Image.open(file) as image:
            size = image.size
        assert re.findall(r'width="(\d+)" height="(\d+)"', picture) == [tuple(map(str, size))], address


def test_help_from_standings_tells_the_organizer_about_them(night: Night, organizer: Client) -> None:
    page = organizer.get(f"/n/{night.slug}/standings/").content.decode()
    assert "/help/closing/#standings-so-far" in HelpPage(page).links


def test_contents_lead_to_what_if_before_all_chapters(stranger: Client) -> None:
    page = stranger.get("/help/").content.decode()
    assert page.index('href="/help/what-if/"') < page.index("<h2>")
