"""A single table for tests: opening one, telling a hand by a button's words, and hands by chance."""

from __future__ import annotations

import json
from html import unescape
from random import Random
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client

from tally.loading.single_table import LoadedTable, table_games
from tally.models import Hand
from tally.rules import VARIANTS, Question, TableSetup, Tap, ask, score_data
from tests.support.night import CAST, ORGANIZER
from tests.support.row_snapshots import replayed
from tournament.models import Club, Game, Night
from tournament.night.single_table import open_single_table

NAMES = CAST[:8]
LONG = tuple((first + "wilhelminafeatherstonehaughworthingtonmarguerite")[:40] for first in "ABCDEFGH")
TABLES = [(slug, players) for slug, variant in VARIANTS.items() for players in variant.table_sizes]


def sit_down(club: Club, slug: str, players: int, **house_rules: object) -> Night:
    """A single table with the first of the cast, before its first hand."""

    def make() -> Night:
        night = open_single_table(
            club=club, name=VARIANTS[slug].name, variant=slug, names=NAMES[:players], who=ORGANIZER
        )
        if house_rules:
            night.house_rules = house_rules
            night.save(update_fields=["house_rules"])
        return night

    return replayed(("single table", slug, players, repr(house_rules)), make)


def now(night: Night) -> LoadedTable:
    """The game that is being played."""
    return table_games(night)[-1]


def tell(client: Client, night: Night, said: str, at: LoadedTable | None = None, **more: object) -> HttpResponse:
    """Tap a button of the table's page that stands for this; `more` goes before what the page would send.

    `at` is the game that is being played, where it was read already.
    """
    game = at or now(night)
    data = {"game": game.row.pk, "hand": game.next_hand, "said": said, "key": uuid4().hex} | more
    return client.post(f"/n/{night.slug}/table/", data)


def tell_all(client: Client, night: Night, *hands: str) -> None:
    """Record hands one after the other."""
    for said in hands:
        answer = tell(client, night, said)
        assert answer.status_code == 302, answer.content.decode()


def post(client: Client, night: Night, path: str, game: Game, **data: object) -> HttpResponse:
    """Send a form of the table's pages: "undo/" or "next/"."""
    seen = {"game": game.pk, "upto": now(night).newest}
    return client.post(f"/n/{night.slug}/table/{path}", seen | data)


def undo(client: Client, night: Night) -> HttpResponse:
    """Tap Undo on a page that shows the newest hand."""
    game = now(night)
    return post(client, night, "undo/", game.row, undo=game.hands[-1].id if game.hands else 0)


def page_of(client: Client, night: Night, path: str = "") -> str:
    """The table's page, or one below it."""
    return unescape(client.get(f"/n/{night.slug}/table/{path}").content.decode())


def totals(night: Night) -> list[int]:
    """Everybody's total in the newest game, in order."""
    return list(now(night).state.totals.values())


def random_hand(table: TableSetup, chance: Random, made: float = 0.85) -> str:
    """A hand by chance, made so often, in the words of its last button."""
    said = ""
    while isinstance(told := ask(table, said), Question):
        taps = [tap for tap in told.taps if tap.result or not (tap.call and tap.call.rare)]
        good = [tap for tap in taps if tap.result and tap.result.made]
        chosen: Tap = chance.choice(good if good and chance.random() < made else taps)
        said = chosen.path
    return said


def sums(night: Night, game: Game) -> dict[str, int]:
    """An account of a game from its rows alone: what `score_data` says of every hand that stands, added up."""
    totals: dict[str, int] = {}
    current = {hand.number: hand.record for hand in Hand.objects.filter(game=game).order_by("pk")}
    for record in current.values():
        if record is None:
            continue
        result = json.loads(json.dumps(score_data(record, night.house_rules)))
        assert result["ok"], result
        listed = result.get("by_player")
        worth = (
            dict(enumerate(listed))
            if listed
            else result.get("by_side")
            or {side: result["makers" if side == record["maker_side"] else "defenders"] for side in "AB"}
        )
        for party, points in worth.items():
            totals[str(party)] = totals.get(str(party), 0) + points
    return totals
