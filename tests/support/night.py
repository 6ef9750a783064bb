"""The cast of the tests, and what they do in a night: phones, taps, hands."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client

from tally.forms import read_result
from tally.scoring.recording import record_hand
from tests.support.row_snapshots import rows
from tournament.access import PHONE_COOKIE, Who
from tournament.models import Entry, Game, Night
from tournament.night.phones import pair_phone

CAST = (
    "Ann Miller",
    "Bob Stone",
    "Carla Reyes",
    "Dan O'Hara",
    "Eve Lund",
    "Fritz Bauer",
    "Gina Rossi",
    "Hal Young",
    "Ida Novak",
    "Jim Chen",
    "Kay Ito",
    "Leo Katz",
)


ORGANIZER = Who(organizer=True)


def phone_of(night: Night, number: int) -> Client:
    """A phone that plays for the player with this number."""
    token = f"token-of-{number}"
    pair_phone(entry=night.entries.get(number=number), token=token)
    client = Client()
    client.cookies[PHONE_COOKIE] = token
    return client


def who_is(night: Night, number: int) -> Who:
    """The same phone, as the functions that write see it."""
    entry: Entry = night.entries.get(number=number)
    return Who(phone=pair_phone(entry=entry, token=f"token-of-{number}"))


def game_at(night: Night, game: int, table: int) -> Game:
    """A game by round and table number."""
    return Game.objects.select_related("round").get(round__night=night, round__number=game, table=table)


def phones_at(game: Game) -> list[str]:
    """What the four phones of a table listen to."""
    return [f"entry-{pk}" for pk in sorted(game.places.values_list("entry_id", flat=True))]


def tap(phone: Client, game: Game, hand: int, result: str = "NS:3-4", **more: str) -> HttpResponse:
    """One tap on the scoring screen, with a key of its own unless one is given."""
    data = {"game": game.pk, "hand": hand, "result": result, "key": uuid4().hex} | more
    return phone.post(f"/n/{game.round.night.slug}/play/hand/", data)


def play_hands(game: Game, *results: str, first: int = 1, who: Who = ORGANIZER) -> None:
    """Record hands of a game one after the other, as their buttons say them."""
    for number, result in enumerate(results, first):
        record_hand(game=game, number=number, record=read_result(game.round.night, result), key=uuid4().hex, who=who)


@contextmanager
def nothing_changes() -> Iterator[None]:
    """Inside this block no row of any table may come, go or change."""
    before = rows()
    yield
    assert rows() == before


def run_apart(coroutine: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine to its end on a loop of its own; the browser leaves one running in this thread."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, coroutine).result()
