"""Writes a night of many tables, with a phone for every player, straight into a running hall's database.

    python -m tests.support.full_night TABLES GAMES HANDS [CLUBS]

It needs the hall's environment and prints the nights as JSON: one in the first club, or, with CLUBS, one in each of so
many new clubs. The same four players stay at each table, so that no table waits for another.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.support.hall_server import Hall

if TYPE_CHECKING:
    from tournament.models import Club


@dataclass(frozen=True)
class FullNight:
    """Ids of the night's rows.

    `tokens[number - 1]` is the cookie of a player's phone, `games[game - 1][table - 1]` the id of a game.
    """

    slug: str
    tokens: list[str]
    entries: list[int]
    games: list[list[int]]
    organizer: str


def fill_hall(hall: Hall, tables: int, games: int = 1, hands: int = 4) -> FullNight:
    """Start a night in this hall; players 4t - 3 to 4t sit at table t."""
    (night,) = _filled(hall, tables, games, hands)
    return night


def fill_clubs(hall: Hall, clubs: int, tables: int, hands: int) -> list[FullNight]:
    """Start so many clubs, and a night of one game in each."""
    return _filled(hall, tables, 1, hands, clubs)


def _filled(hall: Hall, *arguments: int) -> list[FullNight]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.full_night", *map(str, arguments)],
        env=hall.env,
        capture_output=True,
        text=True,
        check=True,
    )
    return [FullNight(**night) for night in json.loads(done.stdout)]


def fill_night(club: Club, tables: int, games: int, hands: int) -> FullNight:
    """Start a night of a club in the database of this process's settings."""
    from django.utils import timezone

    from tournament.access import ORGANIZER
    from tournament.models import Game, Night, Phone
    from tournament.night.charts import add_chart
    from tournament.night.lifecycle import start_night
    from tournament.night.numbers import draw_numbers
    from tournament.night.signup import sign_up

    night = Night.objects.create(
        club=club,
        name="Full hall",
        date=timezone.localdate(),
        deals=hands,
        movement=Night.Movement.CHART,
    )
    sign_up(night=night, names=[f"Guest{number} X" for number in range(1, 4 * tables + 1)], who=ORGANIZER)
    draw_numbers(night=night, order="arrival", who=ORGANIZER)
    pairs = ((1, 2, 3, 4), (1, 3, 2, 4), (1, 4, 2, 3))
    rows = [
        " ".join("{}-{} vs {}-{}".format(*(4 * table + n for n in pairs[game % 3])) for table in range(tables))
        for game in range(games)
    ]
    add_chart(
        night=night,
        name=f"{tables} tables",
        who=ORGANIZER,
        notation="\n".join(f"{number}  {row}" for number, row in enumerate(rows, 1)),
    )
    night.refresh_from_db()
    start_night(night=night, who=ORGANIZER)
    players = list(night.entries.order_by("number"))
    phones = Phone.objects.bulk_create(Phone(entry=player, token=f"phone-{player.pk}") for player in players)
    rounds = [
        list(
            Game.objects.filter(round__night=night, round__number=number).order_by("table").values_list("pk", flat=True)
        )
        for number in range(1, games + 1)
    ]
    return FullNight(
        night.slug, [phone.token for phone in phones], [player.pk for player in players], rounds, night.club.key
    )


def _main(tables: int, games: int, hands: int, clubs: int = 0) -> list[FullNight]:
    from tournament.models import Club

    new = [Club.objects.create(name=f"Club {number}") for number in range(1, clubs + 1)]
    return [fill_night(club, tables, games, hands) for club in new or Club.objects.order_by("pk")[:1]]


if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
    print(json.dumps([night.__dict__ for night in _main(*map(int, sys.argv[1:]))]))
