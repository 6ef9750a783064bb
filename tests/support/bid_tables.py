"""Makes tables of every game that two pairs play, in the states in which scoring pages are measured.

It runs inside a hall and prints JSON:

    manage.py shell -c "from tests.support.bid_tables import print_pages; print_pages()"
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
from tally.rules import VARIANTS, rules_of_night
from tournament.access import ORGANIZER
from tournament.models import Club, Game, Night
from tournament.movements.seats import Side
from tournament.night.bell import ring_bell
from tournament.night.charts import add_chart
from tournament.night.lifecycle import start_night
from tournament.night.numbers import draw_numbers
from tournament.night.phones import pair_phone
from tournament.night.signup import sign_up

TOKEN = "the-phone-of-player-1-in-every-night"
USUAL_NAMES = ("Ann Miller", "Bob Stone", "Carla Reyes", "Dan O'Hara")
LONG_NAMES = tuple((first + "wilhelminafeatherstonehaughworthingtonmarguerite")[:40] for first in "ABCD")
DEALS, MIDDLE = 24, 12  # hands in a game, and a hand in the middle of it
STATES = {
    "hand 1": (1, LONG_NAMES),
    "hand 12": (MIDDLE, LONG_NAMES),
    "the bell": (MIDDLE, LONG_NAMES),
    "usual names": (2, USUAL_NAMES),
}
TURN_UP_STATES = {"more results": (MIDDLE, LONG_NAMES), "more results, the bell": (MIDDLE, LONG_NAMES)}
# House rules that give a turn-up game the most results, and the longest line about a hand.
MORE_RESULTS = {"defense_march": 4, "loner_euchred": 3, "defend_alone": True, "renege": "4-alone"}


def print_pages() -> None:
    """Make every game's scoring pages and print `[game, state, name of a page, its path]` of each.

    In every state a game has the page with its bids or results, and for each bid of `tallest` the page with its tricks.
    """
    with transaction.atomic():
        print(
            json.dumps(
                [
                    [variant.slug, state, *page]
                    for variant in VARIANTS.values()
                    if variant.table_of_four
                    for state in (*STATES, *(TURN_UP_STATES if buttons(variant.slug)[0] == "results" else ()))
                    for page in _pages(variant.slug, state)
                ]
            )
        )


def _pages(slug: str, state: str) -> list[tuple[str, str]]:
    hand, names = (STATES | TURN_UP_STATES)[state]
    kind, longest, bids = buttons(slug)
    night = _night(slug, names)
    if state in TURN_UP_STATES:
        rules = rules_of_night(VARIANTS[slug])
        night.house_rules = {name: value for name, value in MORE_RESULTS.items() if name in rules}
        night.save(update_fields=["house_rules"])
        longest = "NS:renege-alone"
    game, record = Game.objects.get(round__night=night), read_result(night, longest)
    Hand.objects.bulk_create(
        Hand(game=game, number=number, version=1, record=record, key=uuid4().hex) for number in range(1, hand)
    )
    if state.endswith("the bell"):
        ring_bell(round_=game.round, who=ORGANIZER)
    play = f"/n/{night.slug}/play/"
    return [(kind, play), *((bid, f"{play}?{urlencode({'bid': bid, 'for': str(hand)})}") for bid in bids)]


@cache
def buttons(slug: str) -> tuple[str, str, list[str]]:
    """Return what a game's first page shows, "bids" or "results", its longest result, and its tallest bids."""
    page: dict[str, Any] = scoring_buttons(Night(variant=slug), Side.NS)
    bids: list[Bid] = [bid for side in page.get("bids", ()) for bid in side]
    results = [result for row in page.get("rows", ()) for result in row] + [r for bid in bids for r in bid.results]
    longest = max(results, key=line_length).value
    return "bids" if bids else "results", longest, [bid.value for bid in tallest(bids + page["rare"])]


def _night(slug: str, names: tuple[str, ...]) -> Night:
    """Open a night of one table and one long game; player 1's phone has the cookie `TOKEN`."""
    night = Night.objects.create(club=Club.objects.get(), name=slug, date=date(2026, 11, 24), variant=slug, deals=DEALS)
    sign_up(night=night, names=names, who=ORGANIZER)
    add_chart(night=night, name="One table", notation="1  1-2 vs 3-4", who=ORGANIZER)
    draw_numbers(night=night, order="arrival", who=ORGANIZER)
    start_night(night=night, who=ORGANIZER)
    pair_phone(entry=night.entries.get(number=1), token=TOKEN)
    return night


def line_length(result: Result) -> int:
    """Estimate the length of a result's line, such as "they bid 10 alone, took 7–9: −32 us, +3 them"."""
    return (
        len(f"{result.bid}{result.low}{'' if result.low == result.high else result.high}")
        + sum(len(f"{points:+} them") for points in (result.ours, result.theirs) if points)
        + (not result.we_made)
    )


def tallest(bids: list[Bid]) -> list[Bid]:
    """Pick the two bids with the most results (or, among equals, letters) and the one with the longest name."""
    by_height = sorted(bids, key=lambda bid: (len(bid.results), sum(map(line_length, bid.results))))
    by_name = sorted(bids, key=lambda bid: len(bid.label))
    return list({bid.value: bid for bid in by_height[-2:] + by_name[-1:]}.values())
