"""Help: every page links to its section, all links and pictures work, and labels match the screen."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import resolve, reverse

from tests.support.help_pages import HelpPage, chapter_page
from tests.support.strangers import each_address
from tests.support.url_table import ACCOUNT_URLS, URLS
from tournament.help.chapters import CHAPTERS, MANUAL, REFERENCE
from tournament.help.parts import part_about, registered_parts
from tournament.models import Night

ROOT = Path(settings.BASE_DIR)
PICTURES = ROOT / "tournament" / "static" / "tournament" / "help"
WITHOUT_HELP = {
    "screen",
    "print",
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
    "print-png",
    "season-sheet",
    "season-sheet-png",
    "season-treasurer-png",
    "season-player-png",
    "season-player-sheet",
    "season-treasurer",
    "standings-picture",
    "podium-picture",
    "own-picture",
    "season-picture",
    "public",
    "public-standings-picture",
    "public-podium-picture",
    "public-player-picture",
}  # the big screen, files, and pages for those at home
SCORING = {"play", "single-table"}  # without room for a link: these pages reach Help through "More"
SHOWN = [path for path, (name, who) in URLS.items() if who != "-" and name not in WITHOUT_HELP]
BOOKLETS = ("/help/all/", "/help/all/reference/")


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
    for chapter in (*MANUAL, *REFERENCE):
        address = reverse("help-chapter", args=[chapter.slug])
        assert {address, *(f"{address}#{anchor}" for anchor in chapter.sections)} <= set(links)


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
        resolve(target or path)
        if (target or path).startswith("/help/") and anchor not in ("", "page"):
            assert anchor in page_at(target or path).headings, link
    for picture, alternative in page.pictures.items():
        assert finders.find(picture.removeprefix(settings.STATIC_URL)), picture
        assert len(alternative) > 20, f"{picture} has no alternative text"


def test_every_picture_is_used_and_together_they_are_small() -> None:
    used = {Path(picture).name for slug in CHAPTERS for picture in chapter_page(slug).pictures if "/help/" in picture}
    used |= set(re.findall(r"static/tournament/help/([\w-]+\.png)", (ROOT / "README.md").read_text(encoding="utf-8")))
    files = list(PICTURES.glob("*.png"))
    assert used == {file.name for file in files}
    assert sum(file.stat().st_size for file in files) < 1_500_000


# Links from each page to Help


def test_every_page_has_a_part_of_help() -> None:
    named = {name for name, who in URLS.values() if who != "-" and not name.startswith("help")}
    assert named - WITHOUT_HELP - {"organizer-link"} <= {name for name, _ in registered_parts()}
    every_name = {name for name, _ in (URLS | ACCOUNT_URLS).values()}
    for name, part in registered_parts():
        chapter, _, anchor = part.partition("#")
        assert name in every_name, f"no page has the name {name}"
        assert not anchor or anchor in CHAPTERS[chapter].sections, part


def test_every_page_links_to_its_part_of_help(night: Night) -> None:
    for browser, address, _ in each_address(night, (path for path in SHOWN if URLS[path][0] not in SCORING)):
        check_link_to_help(browser, address)


def check_link_to_help(phone: Client, address: str) -> None:
    """Open a page, and check that it links to the part of Help that is about it."""
    answer = phone.get(address, follow=True)
    final = answer.redirect_chain[-1][0] if answer.redirect_chain else address
    name = resolve(final.partition("?")[0]).url_name
    if name in SCORING:
        return
    part = part_about(name, lambda: True) or ""
    chapter, _, anchor = part.partition("#")
    expected = f"/help/{chapter}/#{anchor}".removesuffix("#") if part else "/help/"
    assert expected in HelpPage(answer.content.decode()).links, address


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
