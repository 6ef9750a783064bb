"""Clubs' own games. Help shows how one is written, in a few lines."""

from __future__ import annotations

from tally.rules.language import Variant

VARIANTS: tuple[Variant, ...] = ()
