"""Tables of every game that two pairs play, brought into the states in which a scoring page is measured.

Runs inside a hall, `manage.py shell -c "from tests.support.bid_tables import tell; tell()"`, and prints JSON.
"""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils.http import urlencode

from tally.forms import read_result
from tally.models import Hand
from tally.presenters.results import Bid, Result, scoring_buttons
from tally.rules import VARIANTS
from tournament.access import Who
from tournament.models import Club, Game, Night
from tournament.movements.seats import Side
from tournament.night.bell import ring_bell
from tournament.night.lifecycle import open_night
from tournament.night.numbers import draw_numbers
from tournament.night.phones import pair_phone
from tournament.night.setup import add_chart
from tournament.night.signup import sign_up

TOKEN = "the-phone-of-player-1-in-every-night"
PLAIN = ("Ann Miller", "Bob Stone", "Carla Reyes", "Dan O'Hara")
LONG = tuple((first + "wilhelminafeatherstonehaughworthingtonmarguerite")[:40] for first in "ABCD")
DEALS, MIDDLE = 24, 12  # hands a game, and the hand that is played in the middle of it
STATES = {"hand 1": (1, LONG), "hand 12": (MIDDLE, LONG), "the bell": (MIDDLE, LONG), "usual names": (2, PLAIN)}
ORGANIZER = Who(organizer=True)


def tell() -> None:
    """Print `[game, state, name of a page, its path]` of every game's scoring pages, and make them first.

    In every state a game has the page of its bids, or of its results, and the pages of tricks of `tallest`.
    """
    with transaction.atomic():
        print(
            json.dumps(
                [
                    [variant.slug, state, *page]
                    for variant in VARIANTS.values()
                    if variant.table_of_four
                    for state in STATES
                    for page in _pages(variant.slug, state)
                ]
            )
        )


def _pages(slug: str, state: str) -> list[tuple[str, str]]:
    hand, names = STATES[state]
    kind, longest, bids = buttons(slug)
    night = _night(slug, names)
    game, record = Game.objects.get(round__night=night), read_result(night, longest)
    Hand.objects.bulk_create(
        Hand(game=game, number=number, version=1, record=record, key=uuid4().hex) for number in range(1, hand)
    )
    if state == "the bell":
        ring_bell(round_=game.round, who=ORGANIZER)
    play = f"/n/{night.slug}/play/"
    return [(kind, play), *((bid, f"{play}?{urlencode({'bid': bid, 'for': str(hand)})}") for bid in bids)]


@cache
def buttons(slug: str) -> tuple[str, str, list[str]]:
    """What a game's first page shows, "bids" or "results"; the result with the longest line; the tallest bids."""
    shown: dict[str, Any] = scoring_buttons(Night(variant=slug), Side.NS)
    bids: list[Bid] = [bid for side in shown.get("bids", ()) for bid in side]
    results = [result for row in shown.get("rows", ()) for result in row] + [r for bid in bids for r in bid.results]
    longest = max(results, key=letters).value
    return "bids" if bids else "results", longest, [bid.value for bid in tallest(bids + shown["rare"])]


def _night(slug: str, names: tuple[str, ...]) -> Night:
    """One table and one long game; player 1's phone is `TOKEN`."""
    night = Night.objects.create(club=Club.objects.get(), name=slug, date=date(2026, 11, 24), variant=slug, deals=DEALS)
    sign_up(night=night, names=names, who=ORGANIZER)
    add_chart(night=night, name="One table", notation="1  1-2 vs 3-4", who=ORGANIZER)
    draw_numbers(night=night, order="arrival", who=ORGANIZER)
    open_night(night=night, who=ORGANIZER)
    pair_phone(entry=night.entries.get(number=1), token=TOKEN)
    return night


def letters(result: Result) -> int:
    """How long a result's line is, near enough to compare: "they bid 10 alone, took 7–9: −32 us, +3 them"."""
    return (
        len(f"{result.bid}{result.low}{'' if result.low == result.high else result.high}")
        + sum(len(f"{points:+} them") for points in (result.ours, result.theirs) if points)
        + (not result.we_made)
    )


def tallest(bids: list[Bid]) -> list[Bid]:
    """The two bids with the most results, of equals those with the most letters, and the one with the longest name."""
    by_height = sorted(bids, key=lambda bid: (len(bid.results), sum(map(letters, bid.results))))
    by_name = sorted(bids, key=lambda bid: len(bid.label))
    return list({bid.value: bid for bid in by_height[-2:] + by_name[-1:]}.values())
