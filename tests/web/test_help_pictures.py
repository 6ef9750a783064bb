"""Every picture in Help is of the page that it stands for, as the page is today.

`python -m tests.simulations.picture_help` takes the pictures again, with their record.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tests.support.help_pages import chapter_page
from tests.support.help_pictures import (
    ADDRESS,
    NAMES,
    OTHERS,
    STATES,
    TALLY_CARD,
    Staged,
    fingerprint,
    look_at,
    look_at_tally_card,
    recorded,
    staged_pages,
    stand_in_order,
    tally_card,
    words_of_answer,
    words_of_page,
)
from tournament.help.chapters import CHAPTERS
from tournament.help.parts import part_about
from tournament.models import Night

TELL_OF_MANY_PAGES = {
    "start",
    "players",
    "what-if",
    "glossary",
    "closing",
    "install",
    "what-is-stored",
}  # chapters whose pictures are of pages that others explain
STORIES = [*STATES, *OTHERS]
AGAIN = "looks different now: take its picture again, with `python -m tests.simulations.picture_help --only"


def pictures() -> Iterator[tuple[str, str, str]]:
    """Yield each picture of Help: its chapter, its name, and the page that it stands for."""
    for slug in CHAPTERS:
        for address, page in chapter_page(slug).pages_of_pictures:
            if "/help/" in address:
                yield slug, Path(address).stem, page


def test_every_picture_is_of_the_page_that_it_stands_for() -> None:
    known = recorded()
    assert set(known) == {*NAMES, TALLY_CARD}
    for slug, name, page in pictures():
        assert page == known[name].page, f"{name} in {slug} is of another page"


def test_every_picture_stands_in_the_chapter_about_its_page() -> None:
    for slug, name, page in pictures():
        chapters = {(part_about(page, lambda who=who: who) or "").partition("#")[0] for who in (True, False)}
        assert slug in chapters | TELL_OF_MANY_PAGES, f"{name} shows a page that {chapters} explain"


def test_every_file_is_the_picture_that_was_taken_with_its_record() -> None:
    assert {name: taken.file for name, taken in recorded().items()} == {
        name: fingerprint(name) for name in (*NAMES, TALLY_CARD)
    }


@pytest.mark.sample(5)
@pytest.mark.parametrize("story", STORIES)
def test_a_page_has_the_words_that_its_picture_shows(db: None, story: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "ADDRESS", ADDRESS)
    known = recorded()
    for name, staged in staged_pages(STATES.get(story, {story: ""})):
        page, words = words_of_answer(staged)
        assert page == known[name].page
        assert stand_in_order(known[name].words, words), f"{name} {AGAIN} {name}`"


def test_a_tally_card_has_the_words_that_its_picture_shows(db: None) -> None:
    assert look_at_tally_card(tally_card()) == recorded()[TALLY_CARD], f"{TALLY_CARD} {AGAIN} {TALLY_CARD}`"


def test_another_word_on_a_page_is_noticed(night: Night, organizer: Client) -> None:
    path = f"/n/{night.slug}/desk/"
    page = organizer.get(path, follow=True).content.decode()
    assert words_of_page(page) != words_of_page(page.replace("Help</a>", "Advice</a>"))
    assert words_of_page(page) == words_of_page(organizer.get(path, follow=True).content.decode())
    assert words_of_page("<p>One <b hidden>two</b><template>three</template> Ann four</p>", ["Ann Miller"]) == [
        "one",
        "four",
    ]


def test_a_picture_of_another_page_is_noticed(night: Night, organizer: Client) -> None:
    page, words = words_of_answer(Staged(organizer, f"/n/{night.slug}/log/"))
    assert page == "log" and not stand_in_order(recorded()["board"].words, words)


def test_only_words_in_view_are_recorded(night: Night, organizer: Client) -> None:
    staged = Staged(organizer, f"/n/{night.slug}/log/")
    taken = look_at("board", staged, "Activity something else log 2026")
    assert taken.words == ["activity", "log"]
    assert stand_in_order(taken.words, words_of_answer(staged)[1])


def test_a_word_that_is_gone_or_moved_is_noticed() -> None:
    assert stand_in_order(["one", "two"], ["one", "more", "two"])
    assert not stand_in_order(["one", "two"], ["one", "more"])
    assert not stand_in_order(["one", "two"], ["two", "one"])
