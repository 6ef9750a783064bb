"""All games by slug. Each is one entry, in the file of its seed under `entries/`."""

from __future__ import annotations

from tally.rules.entries import (
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
    )
}

__all__ = ["VARIANTS", "Contract", "Variant", "find_variant"]


def find_variant(slug: str) -> Variant | None:
    """The entry of a slug, or None."""
    return VARIANTS.get(slug)
