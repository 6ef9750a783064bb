"""Filters that tell styles how long a text is, so that it is as large as fits."""

from __future__ import annotations

from django import template

MOST = 60  # the last number of measures.css; a name has 44 letters at most

register = template.Library()


@register.filter
def longest_word(text: str) -> int:
    """Return the letters of the longest word; a line may break at spaces and hyphens."""
    return max(map(len, text.replace("-", "- ").split()), default=0)


@register.filter
def measure(number: int) -> int:
    """Return a number of rows, columns or letters for its data attribute: as it is, or the most that styles know."""
    return min(number, MOST)
