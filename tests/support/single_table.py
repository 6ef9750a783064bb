"""A single table for tests: open one, record hands by the paths of taps, draw random hands."""

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
from tests.support.row_snapshots import make_or_replay
from tournament.models import Club, Game, Night
from tournament.night.single_table import open_single_table

NAMES = CAST[:8]
LONG_NAMES = tuple((first + "wilhelminafeatherstonehaughworthingtonmarguerite")[:40] for first in "ABCDEFGH")
TABLES = [(slug, players) for slug, variant in VARIANTS.items() for players in variant.table_sizes]


def open_table(club: Club, slug: str, players: int, **house_rules: object) -> Night:
    """Open a single table with the first players of the cast, before its first hand."""

    def make() -> Night:
        night = open_single_table(
            club=club, name=VARIANTS[slug].name, variant=slug, names=NAMES[:players], who=ORGANIZER
        )
        if house_rules:
            night.house_rules = house_rules
            night.save(update_fields=["house_rules"])
        return night

    return make_or_replay(("single table", slug, players, repr(house_rules)), make)


def current_game(night: Night) -> LoadedTable:
    """Load the game that is being played."""
    return table_games(night)[-1]


def post_hand(
    client: Client, night: Night, path: str, loaded: LoadedTable | None = None, **more: object
) -> HttpResponse:
    """Post a hand to the table's page as the path of its last tap; `more` overrides fields of the form.

    `loaded` is the current game, if the caller has loaded it already.
    """
    game = loaded or current_game(night)
    data = {"game": game.row.pk, "hand": game.next_hand, "said": path, "key": uuid4().hex} | more
    return client.post(f"/n/{night.slug}/table/", data)


def post_hands(client: Client, night: Night, *hands: str) -> None:
    """Post hands one after the other, each as the path of its last tap."""
    for path in hands:
        answer = post_hand(client, night, path)
        assert answer.status_code == 302, answer.content.decode()


def post_form(client: Client, night: Night, path: str, game: Game, **data: object) -> HttpResponse:
    """Post a form of the table's page: "undo/" or "next/"."""
    seen = {"game": game.pk, "upto": current_game(night).newest}
    return client.post(f"/n/{night.slug}/table/{path}", seen | data)


def undo(client: Client, night: Night) -> HttpResponse:
    """Press Undo on a page that shows the newest hand."""
    game = current_game(night)
    return post_form(client, night, "undo/", game.row, undo=game.hands[-1].id if game.hands else 0)


def read_page(client: Client, night: Night, path: str = "") -> str:
    """Fetch the table's page or a page below it."""
    return unescape(client.get(f"/n/{night.slug}/table/{path}").content.decode())


def totals(night: Night) -> list[int]:
    """List the players' or sides' totals in the newest game, in order."""
    return list(current_game(night).state.totals.values())


def random_hand(table: TableSetup, chance: Random, made: float = 0.85) -> str:
    """Draw a random hand, made with this probability where that is possible, as the path of its last tap."""
    path = ""
    while isinstance(question := ask(table, path), Question):
        taps = [tap for tap in question.taps if tap.result or not (tap.call and tap.call.rare)]
        made_taps = [tap for tap in taps if tap.result and tap.result.made]
        chosen: Tap = chance.choice(made_taps if made_taps and chance.random() < made else taps)
        path = chosen.path
    return path


def sum_records(night: Night, game: Game) -> dict[str, int]:
    """Add up a game from its rows alone: the points that `score_data` gives for each hand's newest record."""
    totals: dict[str, int] = {}
    current = {hand.number: hand.record for hand in Hand.objects.filter(game=game).order_by("pk")}
    for record in current.values():
        if record is None:
            continue
        result = json.loads(json.dumps(score_data(record, night.house_rules)))
        assert result["ok"], result
        by_player = result.get("by_player")
        points_by_party = (
            dict(enumerate(by_player))
            if by_player
            else result.get("by_side")
            or {side: result["makers" if side == record["maker_side"] else "defenders"] for side in "AB"}
        )
        for party, points in points_by_party.items():
            totals[str(party)] = totals.get(str(party), 0) + points
    return totals
