"""Single tables of every game and size, for a browser to look at.

Runs inside a hall, `manage.py shell -c "from tests.support.every_table import tell; tell()"`, and prints JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

from django.db import transaction

from tally.loading.single_table import load_table
from tally.rules import VARIANTS, Question, TableSetup, ask
from tally.scoring.single_table import record_at_table
from tests.support.single_table import LONG, NAMES, TABLES, random_hand
from tournament.access import Who
from tournament.models import Club, Game
from tournament.night.single_table import open_single_table

ORGANIZER = Who(organizer=True)
SORTS = {"usual names": NAMES, "names of 40 letters": LONG}


def tell() -> None:
    """Make a table of every game and size after one hand, and print `[game, players, names, path, questions]` of each.

    `questions` is what must be said to see, of every kind of question after the first, the widest one.
    """
    with transaction.atomic():
        asked = {table: _widest(TableSetup(VARIANTS[table[0]], table[1], {})) for table in TABLES}
        print(
            json.dumps(
                [
                    [*table, sort, _path(*table, names), questions]
                    for table, questions in asked.items()
                    for sort, names in SORTS.items()
                ]
            )
        )


def _path(slug: str, players: int, names: tuple[str, ...]) -> str:
    night = open_single_table(
        club=Club.objects.get(), name=VARIANTS[slug].name, variant=slug, names=names[:players], who=ORGANIZER
    )
    game = Game.objects.select_related("round__night").get(round__night=night)
    table = load_table(night, game)
    told = ask(table.setup, random_hand(table.setup, Random(slug), made=0))
    assert isinstance(told, dict)
    record_at_table(game=game, number=1, record=told, key=f"first-hand-{night.slug}", who=ORGANIZER)
    return f"/n/{night.slug}/table/"


def _widest(table: TableSetup) -> list[str]:
    widest: dict[str, tuple[int, str]] = {}
    for said, question in _questions(table, f"{next(iter(table.parties))}:"):
        widest[question.kind] = max(widest.get(question.kind, (0, "")), (len(question.taps), said))
    return [said for _, said in widest.values()]


def _questions(table: TableSetup, start: str, said: str = "") -> Iterator[tuple[str, Question]]:
    """Every question after the first, of a hand that the first side or player bid on."""
    told = ask(table, said)
    if isinstance(told, Question):
        if said:
            yield said, told
        for tap in told.taps:
            if tap.path.startswith(start):
                yield from _questions(table, start, tap.path)
