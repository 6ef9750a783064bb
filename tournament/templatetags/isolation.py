"""The filter for names within a sentence."""

from __future__ import annotations

from django import template

from tournament.people import names

register = template.Library()


@register.filter
def isolated(name: object) -> str:
    """Return a name, or a player as others see them, that turns nothing around: see `names.isolated`."""
    return names.isolated(str(name))
