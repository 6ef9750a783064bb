"""Names that are written from right to left, in sentences of the phone and the board: they turn nothing around."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from tally.loading.games import load_game
from tally.scoring.paper_totals import state_token
from tests.support.night import game_at, phone_of
from tests.support.strangers import advance_to
from tournament.models import Entry, Game, Night
from tournament.people.names import ISOLATE, isolated

FIRST_NAMES = ("שלום", "דוד", "רחל", "לאה", "משה", "דבורה", "יעל", "נועה")
NAME = "|".join(FIRST_NAMES)


def loose_names(page: str) -> list[str]:
    """Return the pieces of text in which such a name is not isolated; alone, only a whole name needs no isolation."""
    texts = (" ".join(text.split()) for text in re.split(r'<option[^>]* dir="auto">[^<]*|<[^>]*>', unescape(page)))
    return [
        text
        for text in texts
        if not re.fullmatch(rf"({NAME}) עמר", text)
        for before in re.findall(rf"(.?)(?:{NAME})", text)
        if before != ISOLATE
    ]


def check_isolated(page: str) -> None:
    """Check that a page has names from right to left, and that each is isolated."""
    main = page.partition("<main")[2]
    assert re.search(NAME, main) and loose_names(main) == []


@pytest.fixture
def hebrew(night: Night) -> Night:
    """A night of eight whose names are written from right to left."""
    for entry, name in zip(night.entries.order_by("number"), FIRST_NAMES, strict=True):
        Entry.objects.filter(pk=entry.pk).update(name=f"{name} עמר", told_apart="")
    return night


@pytest.mark.parametrize("moment", ["opened", "playing", "disputed", "rung", "tied", "closed"])
def test_no_name_turns_the_words_around_it_on_a_phone_or_the_board(
    hebrew: Night, organizer: Client, moment: str
) -> None:
    phones = [phone_of(hebrew, number) for number in (1, 2)]
    advance_to(hebrew, moment)
    if moment != "disputed":  # both answers are the organizer's there, so phones show nobody's name
        for phone in phones:
            check_isolated(phone.get(f"/n/{hebrew.slug}/play/").content.decode())
    check_isolated(organizer.get(f"/n/{hebrew.slug}/board/").content.decode())


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    "path",
    [
        "",
        "quick/1/",
        "standings/",
        "tally/1/",
        "screen/",
        "players/",
        "changes/",
        "wrong-seats/",
        "fairness/",
        "game/{game}/",
        "game/{game}/hand/1/",
        "game/{game}/total/",
    ],
)
def test_no_name_turns_the_words_around_it_on_other_pages(hebrew: Night, organizer: Client, path: str) -> None:
    advance_to(hebrew, "rung")
    slip = game_at(hebrew, 1, 2)
    form = {"ns": "6", "ew": "4", "key": "k" * 32, "shown": state_token(load_game(slip, hebrew)), "sure": "1"}
    organizer.post(f"/n/{hebrew.slug}/game/{slip.pk}/total/", form)
    assert game_at(hebrew, 1, 2).signed_at
    page = organizer.get(f"/n/{hebrew.slug}/{path.format(game=game_at(hebrew, 1, 1).pk)}").content.decode()
    check_isolated(page)


def test_what_phones_are_told_of_a_hand_keeps_its_order(hebrew: Night) -> None:
    game = game_at(hebrew, 1, 1)
    advance_to(hebrew, "disputed")
    other = phone_of(hebrew, 5)
    other.post(f"/n/{hebrew.slug}/play/settle/", {"dispute": game.disputes.get().pk, "right": "keep"})
    told = [event.public_text for event in hebrew.events.all() if "kept hand 3" in event.public_text]
    keeper = hebrew.entries.get(number=5).short_name
    assert told and all(text.startswith(f"{isolated(keeper)} kept") for text in told) and isolated(keeper) != keeper


def test_a_preview_of_the_organizer_keeps_both_names_apart(hebrew: Night, organizer: Client) -> None:
    advance_to(hebrew, "playing")
    one, other = hebrew.entries.order_by("number")[:2]
    page = organizer.post(f"/n/{hebrew.slug}/wrong-seats/", {"number": 1, "one": one.pk, "other": other.pk})
    part = page.content.decode().partition("<h2")[2].partition("</h2")[0]
    assert re.search(NAME, part) and loose_names(part) == []
    page = organizer.post(f"/n/{hebrew.slug}/changes/", {"change": "leave", "one": one.pk})
    part = page.content.decode().partition('id="preview"')[2].partition("</div>")[0]
    assert re.search(NAME, part) and loose_names(part) == []


@pytest.mark.parametrize(
    ("taps", "paths"), [(1, ["screen/"]), (5, ["screen/", "board/", "standings/", "story/", "tally/1/"])]
)
def test_no_name_turns_the_words_around_it_in_the_reveal(
    hebrew: Night, organizer: Client, taps: int, paths: list[str]
) -> None:
    advance_to(hebrew, "closed")
    for step in range(1, taps + 1):
        organizer.post(f"/n/{hebrew.slug}/reveal/", {"step": step})
    for path in paths:
        check_isolated(organizer.get(f"/n/{hebrew.slug}/{path}").content.decode())


def test_no_name_turns_the_words_around_it_where_seats_follow_the_winners(hebrew: Night, organizer: Client) -> None:
    advance_to(hebrew, "tied")
    page = organizer.get(f"/n/{hebrew.slug}/board/").content.decode()
    check_isolated(page)
    for game in Game.objects.filter(round__night=hebrew, round__number=1).order_by("table"):
        form = {"ns": "6", "ew": "4", "key": f"{game.pk:032}", "shown": state_token(load_game(game, hebrew))}
        path = f"/n/{hebrew.slug}/game/{game.pk}/total/"
        preview = organizer.post(path, form).content.decode()
        check_isolated(preview)
        organizer.post(path, form | {"sure": "1"})
    page = organizer.get(f"/n/{hebrew.slug}/").content.decode()
    assert "Who moves where" in page
    check_isolated(page)
