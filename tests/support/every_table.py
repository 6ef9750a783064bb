"""Makes single tables of every game and size, for tests that open them in a browser.

It runs inside a hall and prints JSON:

    manage.py shell -c "from tests.support.every_table import print_tables; print_tables()"
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

from django.db import transaction

from tally.loading.single_table import load_table
from tally.rules import VARIANTS, Question, TableSetup, ask
from tally.scoring.single_table import record_at_table
from tests.support.single_table import LONG_NAMES, NAMES, TABLES, random_hand
from tournament.access import ORGANIZER
from tournament.models import Club, Game
from tournament.night.single_table import open_single_table

NAMES_BY_KIND = {"usual names": NAMES, "names of 40 letters": LONG_NAMES}


def print_tables() -> None:
    """Make tables of every game and size after one hand; print `[game, players, names, path, questions]` of each.

    `questions` are taps' paths: for every kind of question after the first, the path to the one with the most buttons.
    """
    with transaction.atomic():
        questions_by_table = {table: _widest(TableSetup(VARIANTS[table[0]], table[1], {})) for table in TABLES}
        print(
            json.dumps(
                [
                    [*table, kind, _make_table(*table, names), questions]
                    for table, questions in questions_by_table.items()
                    for kind, names in NAMES_BY_KIND.items()
                ]
            )
        )


def _make_table(slug: str, players: int, names: tuple[str, ...]) -> str:
    """Make a table, record its first hand, and return the path of its page."""
    night = open_single_table(
        club=Club.objects.get(), name=VARIANTS[slug].name, variant=slug, names=names[:players], who=ORGANIZER
    )
    game = Game.objects.select_related("round__night").get(round__night=night)
    table = load_table(night, game)
    record = ask(table.setup, random_hand(table.setup, Random(slug), made=0))
    assert isinstance(record, dict)
    record_at_table(game=game, number=1, record=record, key=f"first-hand-{night.slug}", who=ORGANIZER)
    return f"/n/{night.slug}/table/"


def _widest(table: TableSetup) -> list[str]:
    widest: dict[str, tuple[int, str]] = {}
    for path, question in _questions(table, f"{next(iter(table.parties))}:"):
        widest[question.kind] = max(widest.get(question.kind, (0, "")), (len(question.taps), path))
    return [path for _, path in widest.values()]


def _questions(table: TableSetup, start: str, path: str = "") -> Iterator[tuple[str, Question]]:
    """Yield every question after the first, with its path, for hands that the first side or player bids on."""
    question = ask(table, path)
    if isinstance(question, Question):
        if path:
            yield path, question
        for tap in question.taps:
            if tap.path.startswith(start):
                yield from _questions(table, start, tap.path)
