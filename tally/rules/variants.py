"""Every game by slug, and where its rules come from."""

from __future__ import annotations

from collections.abc import Callable

from tally.rules.entries import (
    auction,
    bid_regional,
    bid_single_deck,
    clubs,
    dirty_clubs,
    double_deck,
    hasenpfeffer,
    pepper,
    progressive_bid,
    turn_up,
)
from tally.rules.language import Contract, Variant

__all__ = ["SOURCES", "VARIANTS", "Contract", "Variant", "find_variant", "register_own_games", "source_text"]

# This order is the order of every list of games.
VARIANTS: dict[str, Variant] = {
    variant.slug: variant
    for variant in (
        turn_up.STANDARD,
        turn_up.STANDARD_24,
        turn_up.BRITISH,
        turn_up.BALD,
        turn_up.PROGRESSIVE_CATS,
        turn_up.RAILROAD,
        turn_up.THREE_HANDED,
        turn_up.TWO_HANDED,
        auction.AUCTION_FIVE,
        auction.AUCTION_SIX,
        auction.AUCTION_SEVEN,
        turn_up.CALL_ACE,
        hasenpfeffer.HASENPFEFFER_CATS,
        pepper.PEPPER_CATS,
        double_deck.DOUBLE_HASENPFEFFER_CATS,
        double_deck.DOUBLE_HASENPFEFFER_CATS_SIX,
        bid_single_deck.BID_SINGLE_DECK,
        bid_single_deck.BID_SINGLE_DECK_24,
        bid_single_deck.HAWSY,
        bid_single_deck.TWELVES,
        hasenpfeffer.PFEFFER,
        pepper.PEPPER_GRINNELL,
        hasenpfeffer.HASENPFEFFER_JOKER,
        hasenpfeffer.BUCK,
        progressive_bid.PROGRESSIVE,
        dirty_clubs.DIRTY_CLUBS,
        double_deck.INDIANA_DOUBLE_DECK,
        double_deck.FLORIDA_FIVE_HANDED,
        double_deck.DOUBLE_HASENPFEFFER,
        bid_regional.BARRIE,
        double_deck.POWERS_DOUBLE_DECK,
        bid_regional.HOOSIER,
        bid_regional.HOOSIER_THREE,
        bid_regional.KOKOMO_KITTY,
        bid_regional.CUTTHROAT_PURDUE,
        bid_regional.SHAWN,
        bid_regional.RACEHORSE,
        bid_regional.ALBER,
        pepper.PEPPER_MELTON,
        pepper.PEPPER_THREE,
        pepper.PEPPER_TWO,
        bid_single_deck.MICHIGAN_FAMILY,
        *clubs.VARIANTS,
    )
}

# A variant's `source` is one of these numbers, or a club's own text.
SOURCES = {
    "000": "a survey of Bid Euchre and the games around it",
    "001": "a collection of Bid Euchre rules, one for every place",
    "002": "Jon Melton’s description of Pepper, from Iowa and Ohio",
    "003": "a rule book of Euchre and its relatives",
    "004": "the rules of a family in southeast Michigan",
}


OWN_GAME = "own-"  # how the slug of a club's own game begins


def _find_none(slug: str) -> Variant | None:
    return None


_find_own_game: Callable[[str], Variant | None] = _find_none  # until somebody registers where they are kept


def register_own_games(find: Callable[[str], Variant | None]) -> None:
    """Offer the games that clubs have made with the form, for `find_variant`.

    :param find: returns the game with a slug, each time the same object; None if there is none.
    """
    global _find_own_game
    _find_own_game = find


def find_variant(slug: str) -> Variant | None:
    """The game with this slug, a club's own one included, or None."""
    return _find_own_game(slug) if slug.startswith(OWN_GAME) else VARIANTS.get(slug)


def source_text(variant: Variant) -> str:
    """Where the rules of a game come from, as people read it."""
    return SOURCES.get(variant.source, variant.source)
