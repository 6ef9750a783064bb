"""All games by slug. Each is one entry, in the file of its seed under `entries/`."""

from __future__ import annotations

from tally.rules.entries import (
    clubs,
    seed_000_others,
    seed_000_pepper,
    seed_001_bid_euchre,
    seed_002_pepper,
    seed_003_euchre,
    seed_003_hasenpfeffer,
    seed_004_michigan,
)
from tally.rules.language import Contract, Variant

VARIANTS: dict[str, Variant] = {
    variant.slug: variant
    for variant in (
        *seed_003_euchre.VARIANTS,
        *seed_003_hasenpfeffer.VARIANTS,
        *seed_000_pepper.VARIANTS,
        *seed_000_others.VARIANTS,
        *seed_001_bid_euchre.VARIANTS,
        *seed_002_pepper.VARIANTS,
        *seed_004_michigan.VARIANTS,
        *clubs.VARIANTS,
    )
}

SOURCES = {
    "000": "a survey of Bid Euchre and the games around it",
    "001": "a collection of Bid Euchre rules, one for every place",
    "002": "Jon Melton's description of Pepper, from Iowa and Ohio",
    "003": "a rule book of Euchre and its relatives",
    "004": "the rules of a family in southeast Michigan",
}

__all__ = ["SOURCES", "VARIANTS", "Contract", "Variant", "find_variant", "source_text"]


def find_variant(slug: str) -> Variant | None:
    """The entry of a slug, or None."""
    return VARIANTS.get(slug)


def source_text(variant: Variant) -> str:
    """Where the rules of a game come from; a club's own words as they are."""
    return SOURCES.get(variant.source, variant.source)
