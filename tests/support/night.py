"""The cast of the tests and what they do during a night: phones, taps, hands."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from django.core.cache import caches
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tally.forms import read_result
from tally.scoring.recording import record_hand
from tests.support.row_snapshots import all_rows
from tournament.access import ORGANIZER as ORGANIZER  # most tests find it here
from tournament.access import Who
from tournament.models import Club, Entry, Game, Night, Role
from tournament.models.sign_ins import token_hash
from tournament.night.phones import pair_phone
from tournament.web.guessing import forget_failures
from tournament.web.visitors import PHONE_COOKIE, SIGN_IN_COOKIE

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


def token_of_organizer(club: Club) -> str:
    """Return the token of a browser that is signed in as the club's organizer, signed in if there is none."""
    token = f"organizer-of-{club.pk}"
    club.sign_ins.get_or_create(
        token_hash=token_hash(token),
        defaults={"role": Role.ORGANIZER, "browser": "Chrome on Windows", "last_seen_at": timezone.now()},
    )
    return token


def sign_in_as_organizer(client: Client, club: Club) -> None:
    """Sign a browser in as the club's organizer."""
    client.cookies[SIGN_IN_COOKIE] = token_of_organizer(club)


def phone_of(night: Night, number: int) -> Client:
    """Return the browser of a phone that is paired with the player of this number."""
    token = f"token-of-{number}"
    pair_phone(entry=night.entries.get(number=number), token=token)
    client = Client()
    client.cookies[PHONE_COOKIE] = token
    return client


def player_actor(night: Night, number: int) -> Who:
    """Return the phone of a player as the `who` of functions that write."""
    entry: Entry = night.entries.get(number=number)
    return Who(phone=pair_phone(entry=entry, token=f"token-of-{number}"))


def game_at(night: Night, game: int, table: int) -> Game:
    """Read a game by its round and table number."""
    return Game.objects.select_related("round").get(round__night=night, round__number=game, table=table)


def phone_topics(game: Game) -> list[str]:
    """List the event topics that the four phones of a table subscribe to."""
    return [f"entry-{pk}" for pk in sorted(game.places.values_list("entry_id", flat=True))]


def tap(phone: Client, game: Game, hand: int, result: str = "NS:3-4", **more: str) -> HttpResponse:
    """Post one tap on the scoring screen, with a new key unless `more` has one."""
    data = {"game": game.pk, "hand": hand, "result": result, "key": uuid4().hex} | more
    return phone.post(f"/n/{game.round.night.slug}/play/hand/", data)


def play_hands(game: Game, *results: str, first: int = 1, who: Who = ORGANIZER) -> None:
    """Record hands of a game one after the other, given as the values of their buttons."""
    for number, result in enumerate(results, first):
        record_hand(game=game, number=number, record=read_result(game.round.night, result), key=uuid4().hex, who=who)


@contextmanager
def nothing_changes(where: str = "") -> Iterator[None]:
    """Check that no row of any table is added, removed or changed inside this block; a failure says where it was."""
    before = all_rows()
    yield
    changed = all_rows() ^ before
    assert not changed, f"{where} {sorted(changed)[:6]}"


def forget_what_is_kept() -> None:
    """Forget wrong codes, and the parts of public pages that were kept."""
    for name in ("default", "pages"):
        caches[name].clear()
    forget_failures()


@contextmanager
def taken_back() -> Iterator[None]:
    """Take back all that is written inside this block, so that a test can try many addresses on one night."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    forget_what_is_kept()


def run_in_thread(coroutine: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine in another thread, because Playwright leaves an event loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, coroutine).result()
