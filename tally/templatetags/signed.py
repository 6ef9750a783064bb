"""Points with their sign: +4, −6, 0."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def signed(points: int) -> str:
    """Points as people write a change: a plus, a real minus, or plain 0."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


@register.filter
def points(total: int) -> str:
    """A total as people write it, with a real minus."""
    return str(total).replace("-", "−")
