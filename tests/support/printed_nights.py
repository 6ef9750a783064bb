"""Nights for tests of printing, with names in many scripts and every hand recorded."""

from __future__ import annotations

from datetime import date
from itertools import cycle
from typing import Any
from unittest.mock import patch

PRIZES = {
    "list": [
        {"kind": kind, "what": what, "money": "$20"}
        for kind, what in (
            ("high", "A ham of 王"),
            ("second", "W" * 60),
            ("low", ""),
            ("loners", "Ж" * 60),
            ("door", "A cake"),
        )
    ]
}


SITE = "http://192.168.1.50:8000"


WIFI = ("Гости; Saal 2", 'bower,bell:"7"\\')


NAMES = (
    "Ann Miller",
    "Erzsébet Őrsi",
    "Łukasz Żółć",
    "Женя Ильина",
    "王小明",
    "😀 Bob",
    "Ωμέγα Ν.",
    "Nguyễn Thị Ánh",
    "Margaret-Anne Featherstonehaugh-Worthing",
    "Abcdefghijklmnopqrstuvwxyzabcdefghijklmn",
    "W" * 40,
    "I",
    "김철수",
    "さくら",
    "أحمد",
    "O'Hara, Dan",
)


def make_printed_night(players: int, games: int, movement: str = "night", name: str = "Summer Euchre Night") -> Any:
    """Make a night with names in many scripts and one hand in each game, some made alone, all games but one signed."""
    from tests.support.row_snapshots import make_or_replay

    return make_or_replay(("printed", players, games, movement, name), lambda: _night(players, games, movement, name))


def _night(players: int, games: int, movement: str, name: str) -> Any:
    from django.utils import timezone

    from tally.forms import read_result
    from tally.models import Hand
    from tests.support.movement_nights import open_guest_night
    from tournament.models import Club, Entry, Game, Night, Place
    from tournament.movements.seats import Seat
    from tournament.planning import night_plan, shipped

    club = Club.objects.create(name=f"Club {movement} {players} {games}")
    empty = Night.objects.create(
        club=club,
        name=name,
        date=date(2026, 6, 12),
        count_loners=True,
        wifi_name=WIFI[0],
        wifi_password=WIFI[1],
        prizes=PRIZES,
        money=True,
        entry_fee=500,
        euchre_price=25,
    )
    with patch.object(shipped, "SEARCH_SECONDS", 0.03), patch.object(night_plan, "REPLAN_SECONDS", 0.03):
        night = open_guest_night(empty, players, movement, games=games)
    entries = list(night.entries.order_by("number"))
    for entry in entries:
        entry.name = NAMES[(entry.number - 1) % len(NAMES)]
    Entry.objects.bulk_update(entries, ["name"])
    results = [read_result(night, result) for result in ("NS:3-4", "EW:5-alone", "NS:5", "EW:3-4")]
    games_in_order = list(Game.objects.filter(round__night=night).order_by("pk"))
    places = Place.objects.filter(game__in=games_in_order, seat=Seat.E).select_related("entry")
    east = {place.game_id: place.entry for place in places}
    Hand.objects.bulk_create(
        Hand(
            game=game,
            number=1,
            version=1,
            record=record,
            key=f"{game.pk}",
            alone_by=None if not record["alone"] or east[game.pk].is_ghost else east[game.pk],
        )
        for game, record in zip(games_in_order, cycle(results), strict=False)
    )
    Game.objects.filter(round__night=night).exclude(round__number=2, table=1).update(signed_at=timezone.now())
    _pay(night)
    return night


def _pay(night: Any) -> None:
    """Take everybody's fee but the last one's, pay for coffee, correct that, and close the box a quarter short."""
    from tests.support.night import ORGANIZER
    from tournament.club.cash import add_line, close_box, correct_line, pay_entry_fee
    from tournament.money.box import Kind

    for entry in night.entries.people().order_by("number")[1:]:
        pay_entry_fee(entry=entry, who=ORGANIZER)
    add_line(night=night, kind=Kind.EXPENSE, cents=-1250, what="Coffee", who=ORGANIZER, key=f"coffee-{night.pk}")
    add_line(night=night, kind=Kind.CARRY, cents=800, what="Perfect hand", who=ORGANIZER, key=f"pot-{night.pk}")
    correct_line(line=night.cash_lines.get(what="Coffee"), cents=1520, who=ORGANIZER)
    close_box(night=night, cents=4755, who=ORGANIZER)
