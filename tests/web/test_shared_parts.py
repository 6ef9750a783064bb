"""Public pages are made once an event for all who look, and everybody sees what they would see without that."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from itertools import count
from threading import Event, Lock
from typing import Any

import pytest
from django.core.cache import caches
from django.template import Context, Template
from django.test import Client
from django.utils import timezone
from django.utils.safestring import mark_safe
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tally.presenters.big_screen.panels import Screen
from tally.scoring.reveal import reveal_standings
from tally.views import big_screen
from tally.views import standings as standings_views
from tests.support.movement_nights import games_of, open_guest_night, sign_both_sides
from tests.support.night import ORGANIZER, game_at, phone_of, play_hands, sign_in_as_organizer
from tournament.access import Who
from tournament.club.erasing import erase_player
from tournament.club.publishing import publish
from tournament.models import Club, Entry, Game, Night, Phone
from tournament.night.bell import ring_bell
from tournament.night.lifecycle import back_to_sign_up, close_night, reopen_night
from tournament.night.player_names import rename_player
from tournament.night.roster_changes import drop_out
from tournament.people.errors import Refused
from tournament.views import fairness as fairness_view
from tournament.views import seats as seats_view
from tournament.web import shared_parts
from tournament.web.shared_parts import as_seen_by, once_an_event

PAGES = ("", "standings/", "story/", "fairness/", "screen/", "tally/1/", "tally/5/")
MADE_BY = (  # the page, and what makes its values
    ("", seats_view, "seats_context"),
    ("standings/", standings_views, "standings_context"),
    ("screen/", big_screen, "screen_now"),
    ("tally/5/", standings_views, "tally_context"),
    ("story/", standings_views, "story_context"),
    ("fairness/", fairness_view, "fairness_context"),
)
HTMX = {"HX-Request": "true"}
OF_THE_MOMENT = re.compile(  # what differs each time: tokens of forms, and the time
    r'name="csrfmiddlewaretoken" value="\w+"|data-(now|again)="\d+"|<time[^>]*>[^<]*</time>'
)


@pytest.fixture
def kept_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep parts however slow the computer is."""
    monkeypatch.setattr(shared_parts, "KEPT_FOR", 10_000.0)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """List each time that the values of a page are made."""
    calls: list[str] = []

    def counted(name: str, make: Callable[..., Any]) -> Callable[..., Any]:
        def make_and_count(*args: Any, **kwargs: Any) -> Any:
            calls.append(name)
            return make(*args, **kwargs)

        return make_and_count

    for _, module, name in MADE_BY:
        monkeypatch.setattr(module, name, counted(name, getattr(module, name)))
    yield calls


@pytest.mark.usefixtures("kept_for_long")
@pytest.mark.parametrize(("path", "module", "name"), MADE_BY)
def test_a_page_is_made_once_an_event_for_all_strangers(
    night: Night, made: list[str], path: str, module: object, name: str
) -> None:
    play_hands(game_at(night, 1, 1), "NS:5")
    for event in range(3):
        for look in range(4):
            assert Client().get(f"/n/{night.slug}/{path}", headers=HTMX if look % 2 else {}).status_code == 200
            assert made == [name] * (event + 1)
        play_hands(game_at(night, 1, 2), "EW:3-4", first=event + 1)


@pytest.mark.usefixtures("kept_for_long")
@pytest.mark.parametrize("path", ["", "standings/", "screen/", "story/", "fairness/"])
def test_players_and_the_organizer_share_what_strangers_see(
    night: Night, organizer: Client, stranger: Client, made: list[str], path: str
) -> None:
    play_hands(game_at(night, 1, 1), "NS:5")
    for reader in (phone_of(night, 1), phone_of(night, 6), organizer, stranger):
        made.clear()
        reader.get(f"/n/{night.slug}/{path}")
    assert made == []


def test_thirty_at_once_wait_for_one() -> None:
    night, makers, asked, lock, everybody_asked = Night(pk=1, slug="busy"), list[int](), list[int](), Lock(), Event()

    def make() -> str:
        makers.append(1)
        assert everybody_asked.wait(60)
        return "drawn"

    def ask(_: int) -> str:
        with lock:
            asked.append(1)
            if len(asked) == 30:
                everybody_asked.set()
        return once_an_event(night, 7, "page", make)

    with ThreadPoolExecutor(30) as people:
        assert list(people.map(ask, range(30))) == ["drawn"] * 30
    assert len(makers) == 1


def test_another_event_another_row_or_another_reader_is_another_part() -> None:
    night, made = Night(pk=1, slug="one"), list[int]()

    def make() -> int:
        made.append(1)
        return len(made)

    def ask(newest: int = 7, *differs: object, kind: str = "page", of: Night = night) -> int:
        return once_an_event(of, newest, kind, make, *differs)

    assert (ask(), ask(8), ask(7, "organizer"), ask(kind="other"), ask(), ask(8)) == (1, 2, 3, 4, 1, 2)
    assert ask(of=Night(pk=1, slug="one", hidden_games=2)) == 5
    assert ask(of=Night(pk=2, slug="one")) == 6


def test_a_part_that_could_not_be_made_is_made_at_the_next_request() -> None:
    answers = iter([Refused("Not now."), "drawn"])

    def make() -> str:
        if isinstance(answer := next(answers), Refused):
            raise answer
        return answer

    with pytest.raises(Refused):
        once_an_event(Night(pk=1), 7, "page", make)
    assert once_an_event(Night(pk=1), 7, "page", make) == "drawn"


def test_parts_with_a_name_that_was_erased_are_thrown_away(night: Night) -> None:
    made = count(1)
    assert [once_an_event(night, 7, "page", lambda: next(made)) for _ in range(2)] == [1, 1]
    close_night(night=night, who=ORGANIZER)
    player = night.entries.get(number=1).player
    erase_player(player=player, typed_name=player.name, who=ORGANIZER)
    assert once_an_event(night, 7, "page", lambda: next(made)) == 2


def test_the_screen_is_kept_until_it_changes_by_itself() -> None:
    now = timezone.now()
    assert big_screen._lasts(Screen("play", "Game 1", (), again=now + timedelta(seconds=3)), now) == 3
    made = count(1)
    shown = [once_an_event(Night(pk=1), 7, "screen", lambda: next(made), lasts=lambda _: 0) for _ in range(2)]
    assert shown == [1, 2], "what is over at once is not kept"


def test_a_mark_is_read_by_its_players_only() -> None:
    def read(number: int | None) -> str:
        return as_seen_by(mark_safe(page), Who(phone=Phone(entry=Entry(number=number))))

    page = Template("{% load own %}<tr{% own ' class=\"me\"' 3 12 None %}>").render(Context({"shared": True}))
    assert [read(3), read(12)] == ['<tr class="me">'] * 2
    assert [read(1), read(2), read(None), as_seen_by(mark_safe(page), Who())] == ["<tr>"] * 4


def test_a_page_that_is_not_shared_has_no_marks() -> None:
    row = Template("{% load own %}<tr{% own ' class=\"me\"' 3 %}>")
    me = Who(phone=Phone(entry=Entry(number=3)))
    assert [row.render(Context({"who": who})) for who in (me, Who(), None)] == ['<tr class="me">', "<tr>", "<tr>"]


def test_a_name_is_never_taken_for_a_mark(night: Night, stranger: Client) -> None:
    back_to_sign_up(night=night, who=ORGANIZER)
    Night.objects.update(name="<own |x>")
    assert "&lt;own |x&gt;" in stranger.get(f"/n/{night.slug}/").content.decode()


# What a reader sees is the same with and without parts that are kept


def readers_of(night: Night) -> dict[str, Client]:
    """Browsers, those who see the most first."""
    organizer, neighbor = Client(), Client()
    sign_in_as_organizer(organizer, night.club)
    sign_in_as_organizer(neighbor, Club.objects.create(name="Next door"))
    phones = {f"number {number}": phone_of(night, number) for number in (1, 5)}
    return {"organizer": organizer, **phones, "another club": neighbor, "stranger": Client()}


def look(reader: Client, night: Night, page: str, *, htmx: bool) -> tuple[int, str]:
    """Open a page; return its status and what it shows, without what differs each time."""
    answer = reader.get(f"/n/{night.slug}/{page}", headers=HTMX if htmx else {})
    text = answer.content.decode()
    assert "<own " not in text and "<place " not in text
    return answer.status_code, OF_THE_MOMENT.sub("", text)


def fresh_look(*args: Any, htmx: bool) -> tuple[int, str]:
    """Open a page when nothing is kept."""
    caches["pages"].clear()
    return look(*args, htmx=htmx)


def bring_to(night: Night, moment: str) -> None:
    """Take a night that was just opened to a moment at which its pages show more, or less."""
    Night.objects.update(hidden_games=1 if moment == "hidden" else 0)
    if moment == "sign-up":
        back_to_sign_up(night=night, who=ORGANIZER)
        return
    for table, result in enumerate(("NS:5", "EW:3-4"), 1):
        play_hands(game_at(night, 1, table), result)
    if moment == "hidden":
        play_hands(game_at(night, night.rounds.count(), 1), "EW:3-4")
    if moment in ("closed", "revealed"):
        close_night(night=night, who=ORGANIZER)
    if moment == "revealed":
        reveal_standings(night=night, who=ORGANIZER)


@pytest.mark.parametrize(
    "moment",
    [
        "sign-up",
        "playing",
        *(pytest.param(later, marks=pytest.mark.long) for later in ("hidden", "closed", "revealed")),
    ],
)
def test_everybody_sees_what_they_would_see_if_nothing_were_kept(night: Night, moment: str) -> None:
    readers = readers_of(night)
    bring_to(night, moment)
    looks = [
        (readers[name], night, page, (at + turn) % 2 == 0)
        for turn, page in enumerate(PAGES if moment != "sign-up" else ("", "fairness/", "screen/"))
        for at, name in enumerate(readers)
    ]
    expected = [fresh_look(*look_at, htmx=htmx) for *look_at, htmx in looks]
    caches["pages"].clear()
    for order in (looks, looks[::-1]):
        for *look_at, htmx in order:
            assert look(*look_at, htmx=htmx) == expected[looks.index((*look_at, htmx))]


@pytest.mark.parametrize("moment", ["hidden", "closed"])
def test_hidden_standings_that_the_organizer_looked_at_are_shown_to_nobody_else(night: Night, moment: str) -> None:
    readers = readers_of(night)
    bring_to(night, moment)
    for page in ("standings/", "story/", "tally/2/"):
        assert "<table" in look(readers["organizer"], night, page, htmx=False)[1] or page == "story/"
        for name in readers.keys() - {"organizer"}:
            assert "The standings are a surprise" in look(readers[name], night, page, htmx=False)[1], (page, name)


def test_the_public_page_of_a_night_follows_its_night(night: Night, stranger: Client) -> None:
    bring_to(night, "revealed")
    night.refresh_from_db()
    address = f"/p/{publish(subject=night, who=ORGANIZER).token}/"
    assert "Ann M." in stranger.get(address).content.decode()
    reopen_night(night=night, who=ORGANIZER)
    assert stranger.get(address).status_code == 404
    rename_player(entry=night.entries.get(number=1), name="Anna Moller", who=ORGANIZER)
    close_night(night=night, who=ORGANIZER)
    assert stranger.get(address).status_code == 404
    reveal_standings(night=night, who=ORGANIZER)
    assert "Anna M." in stranger.get(address).content.decode()


def one_of(games: list[Game], at: int) -> Game:
    """One of a round's games, of which there are fewer when players have left."""
    return games[at % len(games)]


ACTS: dict[str, Callable[[Night, int], object]] = {
    "hand": lambda night, at: play_hands(one_of(games_of(night, 1), at), "NS:5", first=1 + at % 4),
    "last game": lambda night, at: play_hands(one_of(games_of(night, night.rounds.count()), at), "EW:3-4"),
    "sign": lambda night, at: sign_both_sides(one_of(games_of(night, 1), at)),
    "bell": lambda night, at: ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER),
    "rename": lambda night, at: rename_player(
        entry=night.entries.get(number=1 + at % 8), name=f"Zoe{at} Q", who=ORGANIZER
    ),
    "leave": lambda night, at: drop_out(entry=night.entries.get(number=1 + at % 8), who=ORGANIZER),
    "close": lambda night, at: close_night(night=night, who=ORGANIZER),
    "reveal": lambda night, at: reveal_standings(night=night, who=ORGANIZER),
    "open again": lambda night, at: reopen_night(night=night, who=ORGANIZER),
}
LOOKS = st.lists(st.tuples(st.integers(0, 4), st.sampled_from(PAGES), st.booleans()), min_size=4, max_size=10)


@pytest.mark.long
@pytest.mark.usefixtures("short_searches")
@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(
    steps=st.lists(st.tuples(st.sampled_from(sorted(ACTS)), st.integers(0, 40), LOOKS), min_size=3, max_size=6),
    movement=st.sampled_from(("", "winners-up")),
    hidden_games=st.integers(0, 2),
)
def test_after_any_acts_everybody_sees_what_they_would_see_if_nothing_were_kept(
    club: Club, steps: list[tuple[str, int, list[tuple[int, str, bool]]]], movement: str, hidden_games: int
) -> None:
    empty = Night.objects.create(club=club, name="Any", date="2026-11-24", hidden_games=hidden_games)
    night = open_guest_night(empty, 8, movement, games=3)
    readers = list(readers_of(night).values())
    for act, at, looks in steps:
        night.refresh_from_db()
        with suppress(Refused):
            ACTS[act](night, at)
        kept = [look(readers[who], night, page, htmx=htmx) for who, page, htmx in looks * 2]
        assert kept == [fresh_look(readers[who], night, page, htmx=htmx) for who, page, htmx in looks * 2], act
