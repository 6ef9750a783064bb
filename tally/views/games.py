"""The lists of games to choose from, grouped as people look for them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from tally.rules import VARIANTS, Variant
from tally.rules.house_rules import resolve
from tally.rules.language import TWO_SIDES
from tally.rules.rulebook import is_bid

TURNED_UP, ONE_DECK, TWO_DECKS = "Games with a card turned up", "Bid games with one deck", "Bid games with two decks"
NO_PARTNERS = "Everybody plays alone"
Groups = list[tuple[str, list[tuple[str, Variant]]]]


def grouped(variants: Iterable[Variant]) -> Groups:
    """Games by group, as choices of a form: the slug, and the variant for its words. Empty groups are left out."""
    listed = list(variants)
    groups = [
        (group, [(variant.slug, variant) for variant in listed if _group(variant) == group])
        for group in (TURNED_UP, ONE_DECK, TWO_DECKS, NO_PARTNERS)
    ]
    return [(group, games) for group, games in groups if games]


@cache
def _group(variant: Variant) -> str:
    """Where a game stands in the list, under its usual house rules."""
    deal = variant.deal(variant.players)
    if variant.sides != TWO_SIDES:
        return NO_PARTNERS
    if not is_bid(resolve(variant, {})):
        return TURNED_UP
    return TWO_DECKS if deal and deal.pack.copies > 1 else ONE_DECK


OF_A_NIGHT = grouped(variant for variant in VARIANTS.values() if variant.table_of_four)


def of_a_table(players: int) -> Groups:
    """What so many can play at a single table."""
    return grouped(variant for variant in VARIANTS.values() if players in variant.table_sizes)
