"""The lists of games to choose from, in groups."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from tally.loading.own_games import own_variants
from tally.rules import VARIANTS, Variant, find_variant
from tally.rules.house_rules import resolve
from tally.rules.language import TWO_SIDES
from tally.rules.rulebook import is_bid
from tournament.models import Club, Night

TURNED_UP, ONE_DECK, TWO_DECKS = "Games with a card turned up", "Bid games with one deck", "Bid games with two decks"
NO_PARTNERS = "Everybody plays alone"
OUR_OWN = "Our own games"
Groups = list[tuple[str, list[tuple[str, Variant]]]]


def grouped(variants: Iterable[Variant]) -> Groups:
    """Games by group, as choices of a form: the slug and the variant. Empty groups are left out."""
    listed = list(variants)
    groups = [
        (group, [(variant.slug, variant) for variant in listed if _group(variant) == group])
        for group in (TURNED_UP, ONE_DECK, TWO_DECKS, NO_PARTNERS)
    ]
    return [(group, games) for group, games in groups if games]


@cache
def _group(variant: Variant) -> str:
    """The group of a game under its usual house rules."""
    deal = variant.deal(variant.players)
    if variant.sides != TWO_SIDES:
        return NO_PARTNERS
    if not is_bid(resolve(variant, {})):
        return TURNED_UP
    return TWO_DECKS if deal and deal.pack.copies > 1 else ONE_DECK


OF_A_NIGHT = grouped(variant for variant in VARIANTS.values() if variant.table_of_four)


def of_a_table(players: int) -> Groups:
    """The games for this many players at a single table."""
    return grouped(variant for variant in VARIANTS.values() if players in variant.table_sizes)


def own_games_for(night: Night) -> Groups:
    """The games of the night's club that it may choose, and tonight's if the club has changed or retired it since."""
    players = night.entries.count() if night.single_table else None
    games = [game for game in own_variants(night.club) if players in game.table_sizes or not players]
    games = [game for game in games if players or game.table_of_four]
    tonight = find_variant(night.variant)
    if tonight and tonight.slug not in VARIANTS and tonight not in games:
        games.append(tonight)
    return [(OUR_OWN, [(game.slug, game) for game in games])] if games else []


def of_every_table(club: Club | None = None) -> Groups:
    """Every game that a single table may play: the club's own first."""
    own = own_variants(club) if club else []
    return [*([(OUR_OWN, [(game.slug, game) for game in own])] if own else []), *grouped(VARIANTS.values())]
