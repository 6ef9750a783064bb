"""Names of games for templates that know only slugs."""

from __future__ import annotations

from django import template

from tally.rules import find_variant

register = template.Library()


@register.filter
def game_name(slug: str) -> str:
    """What players call a variant."""
    variant = find_variant(slug)
    return variant.name if variant else slug
